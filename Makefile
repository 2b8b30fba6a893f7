# Give or Take. `make` alone lists what there is; CONTRIBUTING.md says how the house is built.

# Which Python makes .venv: yours if you name one (make lab PYTHON=...), else the first of these that is new enough.
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadfile --durations=5
NBVAL := --nbval-current-env --nbval-cell-timeout=120 --nbval-sanitize-with=tests/nbval-sanitize.cfg
COMPARE := --nbval
TESTS := tests helpers notebooks
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
# NumPy's name for each vector instruction that it would choose on this processor: older ones, and other kinds, lack them.
NEWER := import numpy; print(*numpy.show_config("dicts")["SIMD Extensions"].get("found", []))
# What these tests install. Only the locked versions give the chapters' numbers: NumPy's random streams differ.
EXTRAS_ALL := -r pyproject.toml --all-extras --group build
lowest := --resolution lowest-direct $(EXTRAS_ALL)
newest := $(EXTRAS_ALL)
# Old versions deprecate one another; a warning of any other kind is an error there too.
ignored-lowest := $(patsubst %,-W ignore::%Warning,Deprecation PendingDeprecation Future)
# One version of each package for every Python: NumPy's random streams differ between versions, and with them the numbers.
COMPILE := pip compile --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes --no-header --no-annotate

# A kernel or a start-up file of the user's must not stand in for ours.
export JUPYTER_PREFER_ENV_PATH := 1

.DEFAULT_GOAL := help
.PHONY: help lab test test-slow test-browser test-browser-slow test-all test-lowest test-newest slow chapter refresh book serve slides kit wheelhouse lint fuzz bench conformance mutants lock clean
.DELETE_ON_ERROR:

help:  ## this list
	@awk -F ':.*## ' '/^[a-z -]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

lab: .venv/core.stamp  ## open the chapters in JupyterLab, in your own copy (FRESH=03 restores one, ARGS="--no-browser")
	@$(BIN)/python tools/lab.py $(if $(FRESH),--fresh="$$FRESH") $(ARGS)

test: lint  ## every test, of the browser's a short part (ARGS="-k intervals" for some)
	@IPYTHONDIR="$(CURDIR)/$(dir $(BIN))ipython" $(PYTEST) -m "not slow" $(COMPARE) $(NBVAL) $(TESTS) $(ARGS)
	@$(if $(ARGS),,$(BIN)/python -m pytest -m smoke tests/browser)

test-slow: .venv/test.stamp  ## nightly: the package installed, a new chapter, every stored byte, more seeds, an older processor
	@$(PYTEST) -m slow tests
	@echo "The stored chapters, without: $$($(BIN)/python -c '$(NEWER)')"
	@NPY_DISABLE_CPU_FEATURES="$$($(BIN)/python -c '$(NEWER)')" IPYTHONDIR="$(CURDIR)/$(dir $(BIN))ipython" \
		$(PYTEST) $(COMPARE) $(NBVAL) notebooks

test-browser: .venv/test.stamp  ## two chapters in a real JupyterLab, the site, and the slides (needs Chromium)
	@$(BIN)/python -m pytest -n 2 --dist loadscope --durations=5 -m "not slow" tests/browser $(ARGS)

test-browser-slow:  ## nightly: the other chapters in JupyterLab, and every page of the site in both themes
	@$(MAKE) --no-print-directory test-browser ARGS='-m slow $(ARGS)'

test-all: test test-browser test-slow test-browser-slow  ## all four, before a merge

test-lowest test-newest: test-%: .venv-uv/stamp  ## every test on the lowest, or the newest, versions (PYTHON=python3.12)
	@rm -rf .venv-$*
	@.venv-uv/bin/uv venv --quiet --seed --python "$$(for python in $(PYTHONS); do command -v "$$python" && break; done)" .venv-$*
	@.venv-uv/bin/uv pip install --quiet --python .venv-$*/bin/python --only-binary :all: $($*)
	@.venv-$*/bin/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@echo; echo "== $$(.venv-$*/bin/python --version), $* versions"
	@PYTEST_ADDOPTS="$(ignored-$*)" $(MAKE) --no-print-directory -o .venv/test.stamp -o lint test test-slow \
		BIN=.venv-$*/bin COMPARE=--nbval-lax

slow: .venv/test.stamp  ## count anew what defaults rest on: coverage, false alarms, what a gate lets through, 50 minutes (book/*.csv)
	@for study in cluster_coverage score_coverage independent_coverage task_coverage preference_coverage pass_coverage metric_coverage judge_coverage judged_pairs_coverage best_set_coverage bayes_coverage gate_figures; do $(BIN)/python -m tools.studies.$$study || exit 1; done

chapter: .venv/test.stamp  ## start a chapter, a skeleton with a TODO for each part (N=07 TITLE="Beyond accuracy")
	@$(BIN)/python -m tools.chapter "$$N" "$$TITLE"

refresh: .venv/test.stamp  ## execute the notebooks and store them (ARGS=notebooks/02-... for one)
	@$(BIN)/python -m tools.refresh $(ARGS)

book: .venv/test.stamp  ## build the site from the stored notebooks, into build/site
	@$(BIN)/python -m tools.site $(ARGS)

serve: .venv/core.stamp  ## show the site in a browser, at http://localhost:8000 (PORT=8080 for another)
	@$(BIN)/python -m tools.site.serve $(PORT)

slides: .venv/test.stamp  ## build the slides and show them, at http://localhost:8001 (ARGS=--no-serve builds only)
	@$(BIN)/python -m tools.room.slides $(ARGS)

kit: .venv/test.stamp  ## print what an instructor carries, as PDF, into build/kit (needs Chromium)
	@$(BIN)/python -m tools.room.kit

wheelhouse: .venv/core.stamp  ## fetch what a room without network installs from, into build/wheelhouse
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.lock.txt -d build/wheelhouse
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation -w build/wheelhouse .
	@echo "All wheels are in build/wheelhouse, for this system and this Python. What to do there: book/teach/rooms.md"

lint: .venv/test.stamp  ## look for slips without running anything
	@$(BIN)/ruff check --quiet .

fuzz: .venv/test.stamp  ## try the readers of result files on many more files than the tests do (CASES=10000)
	@$(BIN)/python tests/fuzz_evalfile.py $(or $(CASES),10000)

bench: .venv/test.stamp  ## how fast the statistics are beside other libraries, half a minute
	@$(BIN)/python benchmarks/bench.py

conformance: .venv-peers/stamp  ## ask other libraries what they return at the edges, and from few labels, four minutes (book/*.csv)
	@PYTHONPATH=helpers .venv-peers/bin/python -m tools.studies.conformance

mutants: .venv-peers/stamp  ## change the formulas, one slip at a time, and see whether the tests notice, about an hour (ARGS="40 --seed 2")
	@PYTHONPATH=helpers .venv-peers/bin/python -m tools.mutants $(ARGS)

lock: .venv-uv/stamp  ## write the lock files anew from pyproject.toml (ARGS=--upgrade takes newer versions)
	.venv-uv/bin/uv $(COMPILE) pyproject.toml --group build --extra lab --extra test --extra book $(ARGS) -o requirements-test.lock.txt
	.venv-uv/bin/uv $(COMPILE) pyproject.toml --group build --extra lab -c requirements-test.lock.txt -o requirements.lock.txt

clean:  ## remove caches and environments; my/ stays
	rm -rf .venv .venv-lowest .venv-newest .venv-uv .venv-peers .pytest_cache .ruff_cache .hypothesis build dist tests/browser/failures
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

# Shell: a virtual environment in $(1), unless one that works is there.
MAKE_VENV = \
	version=$$($(1)/bin/python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null); \
	case "$$version" in 2.*|3.[0-9]|3.10) \
		echo "$(1) holds Python $$version, and Give or Take needs 3.11 or newer. Remove it (rm -r $(1)), and run this again."; \
		exit 1;; \
	esac; \
	if ! $(1)/bin/python -m pip --version >/dev/null 2>&1; then \
		$(FIND_PYTHON); \
		[ ! -d $(1) ] || echo "$(1) holds no Python that works with pip, so it is made anew."; \
		"$$python" -m venv --clear $(1) || { echo "Python's venv is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }; \
	fi

.venv/core.stamp: LOCK = requirements.lock.txt
.venv/core.stamp: EXTRAS = lab
.venv/core.stamp: requirements.lock.txt pyproject.toml
.venv/test.stamp: LOCK = requirements-test.lock.txt
.venv/test.stamp: EXTRAS = lab,test,book
.venv/test.stamp: requirements-test.lock.txt pyproject.toml

# Forced where .venv lost its Python to an upgrade. Without a stamp, what the lock file names may be there all the same:
# out of a wheelhouse, say. pip finds out without the network.
.venv/core.stamp .venv/test.stamp: $(if $(shell $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || echo no),FORCE)
	@$(call MAKE_VENV,.venv); \
	if [ -e $@ ] || ! $(BIN)/python $(PIP_INSTALL) --isolated --dry-run --no-index -c $(LOCK) 'give-or-take[$(EXTRAS)]' >/dev/null 2>&1; then \
		echo "Installing what $(LOCK) names into .venv/. This takes a minute or two, and not again until that file changes."; \
		{ $(BIN)/python $(PIP_INSTALL) --require-hashes -r $(LOCK) && \
			$(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation --editable .; } >.venv/install.log 2>&1 || { \
			if grep -q "connection broken" .venv/install.log; then \
				echo "The packages could not be fetched: there is no network, or it does not lead to pip's index. Run this again when it does."; \
			else \
				echo "Installing failed. pip's last words:"; tail -n 2 .venv/install.log; \
			fi; \
			echo "All that pip said is in .venv/install.log. For rooms without network there is make wheelhouse (book/teach/rooms.md)."; \
			exit 1; \
		}; \
	fi
	@touch $(if $(findstring test,$@),.venv/core.stamp) $@

FORCE:

.venv-uv/stamp:
	@$(call MAKE_VENV,.venv-uv)
	@.venv-uv/bin/python $(PIP_INSTALL) uv
	@touch $@

.venv-peers/stamp: requirements-test.lock.txt
	@$(call MAKE_VENV,.venv-peers)
	@.venv-peers/bin/python $(PIP_INSTALL) --require-hashes -r requirements-test.lock.txt
	@.venv-peers/bin/python $(PIP_INSTALL) mlxtend truescore evalstats ppi-python judgy cosmic-ray
	@touch $@
