"""One Chromium a worker; one JupyterLab, started by `make lab` in a copy of the project; the site, built once, served.

Nothing of JupyterLab outlives the run: the learner's copy and the folders of JupyterLab and IPython lie in one
temporary folder. What a failing test saw is kept in tests/browser/failures/.
"""

import fcntl
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Error, expect, sync_playwright
from xdist.scheduler import LoadScopeScheduling

from tools.site.files import is_current
from tools.site.serve import SITE, Quiet

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FAILURES = HERE / "failures"
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "my", "build", "dist", "failures")
SECONDS = 60  # for whatever is awaited, on a slow machine; running a whole chapter may take three times as long
expect.set_options(timeout=20_000)
LIGHT = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light", "reduced_motion": "reduce"}

FOLDERS = [
    *"JUPYTER_CONFIG_DIR JUPYTER_DATA_DIR JUPYTER_RUNTIME_DIR".split(),
    *"JUPYTERLAB_SETTINGS_DIR JUPYTERLAB_WORKSPACES_DIR IPYTHONDIR".split(),
]
FLAGS = [
    *"--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync".split(),
    *"--disable-background-networking --disable-component-update".split(),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # no other machine is found
]

# JupyterLab's own objects. Before the kernel is idle, a command would open the dialog "Select Kernel".
READY = """name => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.context?.path === name && panel.context.isReady && panel.sessionContext.isReady
        && panel.sessionContext.session?.kernel?.status === "idle";
}"""
RUN_ALL = """() => {
    window.allRun = "";
    const running = window.jupyterapp.commands.execute("notebook:run-all-cells");
    running.then(() => { window.allRun = "yes"; }, error => { window.allRun = `${error}`; });
}"""
CLOSE = """() => {
    const panel = window.jupyterapp.shell.currentWidget;
    panel.context.model.dirty = false;  // else it would ask whether to save
    panel.close();
}"""
OPEN = "path => { window.jupyterapp.commands.execute('docmanager:open', { path }); }"
CELLS = "() => window.jupyterapp.shell.currentWidget.content.widgets.map(cell => cell.model.toJSON())"
RUN_SINCE = "([i, before]) => window.jupyterapp.shell.currentWidget.content.widgets[i].model.executionCount > before"

LAB = pytest.StashKey()


class Lab:
    """A running JupyterLab, the learner's copy that it serves, and the chapter that is open in the browser."""

    def __init__(self, server, browser, my, log):
        self.server, self.browser, self.my, self.log = server, browser, my, log
        self.chapter = None

    def open(self, path):
        """The chapter whose notebook is `path`. Another that was open is closed, and its kernel ended."""
        before = self.chapter
        if before and before.ready and before.path == path:
            return before
        if before and before.ready:
            before.page.evaluate(CLOSE)
        elif before:
            before.page.close()
        for session in ask(self.server, "sessions"):
            ask(self.server, f"sessions/{session['id']}", "DELETE")
        if before and before.ready:
            self.chapter = Chapter(path, before.page)
            before.page.evaluate(OPEN, path.name)
        else:
            self.chapter = Chapter(path, self.browser.new_page(viewport={"width": 1280, "height": 900}))
            self.chapter.page.goto(f"{self.server['url']}lab/tree/{path.name}?token={self.server['token']}&reset")
        self.chapter.page.wait_for_function(READY, arg=path.name)
        self.chapter.ready = True
        return self.chapter


class Chapter:
    """An open notebook, worked with by mouse and keyboard. Cells go by their place, from 0."""

    def __init__(self, path, page):
        self.path, self.page = path, page
        self.ready = self.ran = False
        stored = json.loads(path.read_text(encoding="utf-8"))["cells"]
        self.sources = ["".join(cell["source"]) for cell in stored]
        self.tags = [cell["metadata"].get("tags", []) for cell in stored]
        self.console, self.errors, self.requests = [], [], []
        page.set_default_timeout(1000 * SECONDS)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", lambda socket: self.requests.append(socket.url))

    def _hear(self, message):
        self.console.append(f"{message.type}: {message.text}")
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def run_all(self):
        """Run > Run All Cells, unless that has been done."""
        if not self.ran:
            self.page.evaluate(RUN_ALL)
            self.page.wait_for_function("window.allRun", timeout=3000 * SECONDS)
            assert self.page.evaluate("window.allRun") == "yes"
            self.ran = True

    def cells(self):
        """The cells as they would be saved now, with outputs and counts."""
        return self.page.evaluate(CELLS)

    def cell(self, i):
        """Where cell `i` is on the page."""
        return self.page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{i}"]')

    def places(self, pattern):
        """The cells in whose source `pattern` is found."""
        return [i for i, source in enumerate(self.sources) if re.search(pattern, source, re.M)]

    def write(self, i, name, value):
        """Type `name = value` over the line of cell `i` that says what `name` is."""
        self.cell(i).locator(".cm-line", has_text=re.compile(f"^{name} = ")).click()
        for key in ("Home", "Shift+End"):
            self.page.keyboard.press(key)
        self.page.keyboard.type(f"{name} = {value}")

    def rewrite(self, i, source):
        """Put `source` in place of all that stands in cell `i`."""
        self.cell(i).locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(source)

    def run(self, i):
        """Press Shift+Enter in cell `i` and wait; where its outputs are on the page."""
        before = max(cell.get("execution_count") or 0 for cell in self.cells())
        self.cell(i).locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")
        self.page.wait_for_function(RUN_SINCE, arg=[i, before])
        return self.cell(i).locator(".jp-OutputArea-output")


def ask(server, path, method="GET"):
    """What JupyterLab's server answers."""
    headers = {"Authorization": f"token {server['token']}"}
    with urlopen(Request(f"{server['url']}api/{path}", method=method, headers=headers), timeout=SECONDS) as answer:
        return json.loads(answer.read() or "null")


def answers(server):
    """Whether JupyterLab's server is there yet."""
    try:
        return bool(ask(server, "status"))
    except URLError as error:
        if isinstance(error, HTTPError):  # somebody is, and refuses
            raise
        return False


@contextmanager
def make_lab(tree, folder, log):
    """Run `make lab` in `tree`, with JupyterLab's own folders in `folder`; yield how to reach the server."""
    runtime = folder / "JUPYTER_RUNTIME_DIR"
    env = {k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "IPYTHON", "MAKE", "MFLAGS"))}
    env |= {name: str(folder / name) for name in FOLDERS}
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    # JupyterLab tries a port before it takes it: two that start at once would both take the first.
    arguments = f"--no-browser --LabApp.expose_app_in_browser=True --ServerApp.port={8888 + 50 * worker}"
    # The old file: nothing is installed into the project's own .venv from the copy, whatever is newer.
    environment = Path(sys.executable).parent  # of the matrix, or the usual one
    command = ["make", "--old-file=.venv/core.stamp", "lab", f"BIN={environment}", f"ARGS={arguments}"]
    with log.open("wb") as out:
        make = subprocess.Popen(command, cwd=tree, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                start_new_session=True)  # fmt: skip
    try:
        deadline = time.monotonic() + SECONDS
        while not (text := "".join(file.read_text() for file in runtime.glob("jpserver-*.json"))).endswith("}"):
            assert make.poll() is None and time.monotonic() < deadline, f"`make lab` failed:\n{log.read_text()}"
            time.sleep(0.1)
        server = json.loads(text)
        while not answers(server):  # the file is written before the port is open
            assert make.poll() is None and time.monotonic() < deadline, f"`make lab` failed:\n{log.read_text()}"
            time.sleep(0.1)
        yield server
        ask(server, "shutdown", "POST")
        make.wait(SECONDS)
    finally:
        if make.poll() is None:
            os.killpg(make.pid, signal.SIGKILL)
            make.wait()


@pytest.fixture(scope="session")
def browser():
    """Chromium."""
    with (
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS) as browser,
    ):
        yield browser


@pytest.fixture(scope="session")
def window(browser):
    """One window for most tests, as each new one loads all scripts and fonts anew, which takes longer than the test."""
    with browser.new_context(**LIGHT) as context:
        context.add_init_script(path=AXE_FILE_PATH)
        yield context


@pytest.fixture
def tab(window):
    """A new tab in it; afterwards nothing is kept of what was answered."""
    yield window.new_page()
    for tab in window.pages:
        with suppress(Error):  # the test may have failed before any page was opened
            tab.evaluate("localStorage.clear()")
        tab.close()


@pytest.fixture(scope="session")
def built(request, tmp_path_factory):
    """The folder of the site, as it was built from what there is now; else built once for all workers, from nothing
    that an earlier build left; for the smoke test only what has changed."""
    own = tmp_path_factory.getbasetemp()
    run = own.parent if hasattr(request.config, "workerinput") else own
    done = run / "site-is-built"
    with (run / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # who comes second waits
        if not done.exists():
            anew = [] if smoke_only(request.config) or is_current() else ["-E", "-a"]
            command = [sys.executable, "-m", "tools.site", *anew]
            book = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            assert book.returncode == 0 and "WARNING" not in book.stderr, book.stderr
            done.touch()
    return SITE


@pytest.fixture(scope="session")
def site(built):
    """The address of the site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def lab(request, browser):
    """JupyterLab and the browser."""
    with tempfile.TemporaryDirectory(prefix="give-or-take-", ignore_cleanup_errors=True) as folder:
        folder = Path(folder)
        tree, log = folder / "project", folder / "jupyterlab.log"
        shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
        (tree / ".venv").symlink_to(ROOT / ".venv")
        with make_lab(tree, folder, log) as server:
            request.config.stash[LAB] = Lab(server, browser, tree / "my", log)
            yield request.config.stash[LAB]
            del request.config.stash[LAB]


@pytest.fixture
def chapter(request, lab):
    """The chapter that the test is about, open in JupyterLab."""
    return lab.open(request.param)


@pytest.fixture
def ran(chapter):
    """The same, once it has been run in full."""
    chapter.run_all()
    return chapter


@pytest.fixture
def redraws(request):
    """Where to note how long a picture took: (name, seconds)."""
    return request.node.user_properties


def find_chromium():
    """The Chromium that the variable CHROMIUM names, or else the first on PATH; None if there is none.

    The headless shell is the same engine without the browser's own windows, and takes a third less time.
    """
    named = os.environ.get("CHROMIUM")
    names = [named] if named else ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
    return next(filter(None, map(shutil.which, names)), None)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):  # once, not in each of pytest-xdist's workers
        shutil.rmtree(FAILURES, ignore_errors=True)
    if not find_chromium() and not smoke_only(config):
        raise pytest.UsageError(
            "The browser tests need Chromium, and there is none. On Debian it is the package chromium-headless-shell, "
            "or chromium. Elsewhere name yours: CHROMIUM=/path/to/chromium make test-browser"
        )


def few(values, quick):
    """Parameters of a test, of which `make test-browser` takes those in `quick`; `make test-browser-slow` the rest."""
    return [value if value in quick else pytest.param(value, marks=pytest.mark.slow) for value in values]


class ByChapter(LoadScopeScheduling):
    """Each chapter goes to one worker as a whole, or both of a quick run; pages of the site go one by one, other tests
    by their file."""

    def _split_scope(self, nodeid):
        if "::test_a_page_is_whole" in nodeid:
            return nodeid
        if self.config.option.markexpr == "not slow":
            return nodeid.partition("::")[0]
        return re.sub(r"::[^[]*(?=\[)", "", nodeid) if "test_chapters.py" in nodeid else nodeid.partition("::")[0]


def pytest_xdist_make_scheduler(config, log):
    return ByChapter(config, log)


def smoke_only(config):
    """Whether this is the short part of the suite that `make test` runs, which does without Chromium if it must."""
    return config.option.markexpr == "smoke"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """The tests of a chapter follow each other, so that each chapter is opened once; the first core one is smoke."""
    items.sort(key=lambda item: getattr(chapter_of(item), "name", ""))
    moved = [chapter_of(item) for item in items if item.originalname == "test_explorers_move_by_keyboard"]
    for item in items:
        if moved and chapter_of(item) == moved[0]:
            item.add_marker(pytest.mark.smoke)
        if not find_chromium():
            item.add_marker(pytest.mark.skip(reason="there is no Chromium here"))


def chapter_of(item):
    """The notebook that a test opens in JupyterLab; None if it opens none."""
    return item.callspec.params.get("chapter") if hasattr(item, "callspec") else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """A test that fails leaves a screenshot and what the page and JupyterLab said."""
    report = yield
    lab, seen = item.config.stash.get(LAB, None), item.funcargs.get("page")
    if lab and chapter_of(item):
        seen = lab.chapter
    if report.failed and seen:
        FAILURES.mkdir(exist_ok=True)
        file = FAILURES / re.sub(r"\W+", "-", item.name).strip("-")
        with suppress(Error):  # the page may be gone; that is then the failure
            seen.page.screenshot(path=f"{file}.png")
        lines = ["The page's console:", *seen.console, "", "Errors:", *seen.errors]
        lines += ["", "JupyterLab:", lab.log.read_text()] if chapter_of(item) else []
        Path(f"{file}.txt").write_text("\n".join(lines), encoding="utf-8")
        report.sections.append(("What it saw", f"{file}.png and .txt"))
    return report


def pytest_terminal_summary(terminalreporter):
    reports = [report for report in terminalreporter.getreports("passed") if report.when == "call"]
    if redraws := [noted for report in reports for noted in report.user_properties]:
        terminalreporter.section("from key press to new picture")
        for name, seconds in redraws:
            terminalreporter.write_line(f"{1000 * seconds:5.0f} ms  {name}")


def pytest_unconfigure(config):
    if smoke_only(config) and not find_chromium():  # after everything else, so that it is seen
        print("SKIPPED: the smoke test in a real browser. There is no Chromium (on Debian: chromium-headless-shell)")
