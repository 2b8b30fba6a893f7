# Give or Take. `make` alone lists what there is; CONTRIBUTING.md says how the house is built.

# Which Python makes .venv: yours if you name one (make lab PYTHON=...), else the first of these that is new enough.
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --durations=5
NBVAL := --nbval-current-env --nbval-cell-timeout=120 --nbval-sanitize-with=tests/nbval-sanitize.cfg
TESTS := tests helpers notebooks
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
# One version of each package for every Python: NumPy's random streams differ between versions, and with them the numbers.
COMPILE := pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-header --no-annotate

# A kernel or a start-up file of the user's must not stand in for ours.
export JUPYTER_PREFER_ENV_PATH := 1

.DEFAULT_GOAL := help
.PHONY: help lab test test-browser test-lowest refresh book serve slides cheat-sheet kit wheelhouse lint lock clean
.DELETE_ON_ERROR:

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

lab: .venv/core.stamp  ## open the chapters in JupyterLab, in your own copy (FRESH=03 restores one, ARGS="--no-browser")
	@$(BIN)/python tools/lab.py $(if $(FRESH),--fresh="$$FRESH") $(ARGS)

test: lint  ## every test, of the browser's a short part (ARGS="-k intervals" for some)
	@IPYTHONDIR="$(CURDIR)"/.venv/ipython $(PYTEST) --nbval $(NBVAL) $(TESTS) $(ARGS)
	@$(if $(ARGS),,$(BIN)/python -m pytest -m smoke tests/browser)

test-browser: .venv/test.stamp  ## open the chapters in a real JupyterLab, the site, and the slides (needs Chromium)
	@$(BIN)/python -m pytest --durations=5 tests/browser $(ARGS)

test-lowest: .venv-lowest/stamp  ## every test on the lowest versions that pyproject.toml admits
	@IPYTHONDIR="$(CURDIR)"/.venv-lowest/ipython $(subst $(BIN),.venv-lowest/bin,$(PYTEST)) -W default --nbval-lax $(NBVAL) $(TESTS) $(ARGS)

refresh: .venv/test.stamp  ## execute the notebooks and store them (ARGS=notebooks/02-... for one)
	@$(BIN)/python tools/refresh.py $(ARGS)

book: .venv/test.stamp  ## build the site from the stored notebooks, into build/site
	@$(BIN)/python tools/book.py $(ARGS)

serve:  ## show the site in a browser, at http://localhost:8000 (PORT=8080 for another)
	@test -d build/site || { echo "There is no site yet: make book"; exit 1; }
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site $(or $(PORT),8000)

slides: .venv/test.stamp  ## build the slides and show them, at http://localhost:8001 (ARGS=--no-serve builds only)
	@$(BIN)/python tools/slides.py $(ARGS)

cheat-sheet: .venv/test.stamp  ## draw the one-page guide, as PDF and SVG, into build/
	@$(BIN)/python tools/cheat_sheet.py

kit: .venv/core.stamp  ## write the workshop kit, complete, into build/kit
	@$(BIN)/python tools/teach.py

wheelhouse: .venv/core.stamp  ## fetch what a room without network installs from, into build/wheelhouse
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.lock.txt -d build/wheelhouse
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w build/wheelhouse .
	@echo "All wheels are in build/wheelhouse, for this system and this Python. Without network, in a copy of this folder:"
	@echo "  python3 -m venv .venv"
	@echo "  .venv/bin/python -m pip install --no-index --find-links build/wheelhouse 'give-or-take[lab]'"
	@echo "  .venv/bin/python tools/lab.py"

lint: .venv/test.stamp  ## look for slips without running anything
	@$(BIN)/ruff check --quiet .

lock: .venv-uv/stamp  ## write the lock files anew from pyproject.toml (ARGS=--upgrade takes newer versions)
	.venv-uv/bin/uv $(COMPILE) pyproject.toml --group build --extra lab --extra test --extra book $(ARGS) -o requirements-test.lock.txt
	.venv-uv/bin/uv $(COMPILE) pyproject.toml --group build --extra lab -c requirements-test.lock.txt -o requirements.lock.txt

clean:  ## remove caches and environments; my/ stays
	rm -rf .venv .venv-lowest .venv-uv .pytest_cache .ruff_cache .hypothesis build dist tests/browser/failures
	find . \( -path ./my -o -path ./.git \) -prune -o \
		\( -name __pycache__ -o -name .ipynb_checkpoints -o -name '*.egg-info' \) -exec rm -rf {} +

# --- Environments. A stamp says that what the lock file names is installed, so a second call costs nothing.

# Shell: puts the first Python that is new enough into $$python, or says kindly that there is none.
FIND_PYTHON = \
	for python in $(PYTHONS) none; do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ "$$python" = none ]; then \
		echo "Give or Take needs Python 3.11 or newer, and none was found (tried: $(PYTHONS))."; \
		echo "Install one, or say where it is: make $(or $(MAKECMDGOALS),lab) PYTHON=/path/to/python3.12"; \
		exit 1; \
	fi

# Shell: a virtual environment in $(1), unless it is there.
MAKE_VENV = if ! $(1)/bin/python -m pip --version >/dev/null 2>&1; then \
		$(FIND_PYTHON); \
		"$$python" -m venv $(1) || { echo "Python's venv is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }; \
	fi

.venv/core.stamp: requirements.lock.txt pyproject.toml
	@echo "Installing JupyterLab and the toolbox into .venv/. This takes one to two minutes, and only this once."
	@$(call MAKE_VENV,.venv)
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements.lock.txt
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test.stamp: requirements-test.lock.txt pyproject.toml
	@echo "Installing JupyterLab, the toolbox and the test tools into .venv/. This takes one to two minutes, and only this once."
	@$(call MAKE_VENV,.venv)
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements-test.lock.txt
	@$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch .venv/core.stamp $@

.venv-uv/stamp:
	@$(call MAKE_VENV,.venv-uv)
	@.venv-uv/bin/python $(PIP_INSTALL) uv
	@touch $@

.venv-lowest/stamp: pyproject.toml .venv-uv/stamp
	@echo "Installing the lowest versions that pyproject.toml admits into .venv-lowest/ (about a minute)."
	@$(call MAKE_VENV,.venv-lowest)
	@.venv-uv/bin/uv pip install --quiet --python .venv-lowest/bin/python --only-binary :all: \
		--resolution lowest-direct -r pyproject.toml --extra lab --extra test --group build
	@.venv-lowest/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@
