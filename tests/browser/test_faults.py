"""What goes wrong in a room, tried for real: a kernel that dies, two JupyterLabs at once, a clock that is set back."""

import json
import os
import re
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import urlopen

import pytest
from conftest import make_lab
from playwright.sync_api import expect

from give_or_take.classroom.exercises import PREDICTIONS, load_chapter

pytestmark = pytest.mark.slow
CHAPTER = next((Path(__file__).parents[2] / "notebooks").glob("01-*.ipynb"))
RESTARTED = """() => {
    const { session } = window.jupyterapp.shell.currentWidget.sessionContext;
    return session.kernel.status === "idle" && session.kernel.connectionStatus === "connected";
}"""
SAVE = "() => window.jupyterapp.commands.execute('docmanager:save')"


@pytest.fixture
def chapter(lab):
    """A chapter that no other test goes on with."""
    lab.chapter, before = None, lab.chapter
    if before:
        before.page.close()
    chapter = lab.open(lab.my / CHAPTER.name)
    yield chapter
    chapter.ready = False


def test_a_kernel_that_dies_takes_no_answer_along(chapter, lab):
    load_chapter(1)
    [reply] = chapter.places(r'^reveal\("1A", guess\)')
    guess = max(i for i in chapter.places("^guess = ") if i <= reply)
    chapter.run_all()
    chapter.write(guess, "guess", '"a"')
    chapter.run(guess)
    chapter.run(reply)
    before = json.loads((lab.my / "predictions.json").read_text(encoding="utf-8"))
    assert before["1A"]["guess"] == "a" != PREDICTIONS["1A"].right

    exercise = chapter.places(r'^check\("1.1", answer\)')[0]
    chapter.rewrite(exercise, "import os\nos.kill(os.getpid(), 9)")
    chapter.page.keyboard.press("Shift+Enter")
    dialog = chapter.page.locator(".jp-Dialog")
    expect(dialog).to_contain_text("Kernel Restarting")
    dialog.get_by_role("button", name=re.compile("Ok", re.IGNORECASE)).click()
    chapter.page.wait_for_function(RESTARTED)
    assert json.loads((lab.my / "predictions.json").read_text(encoding="utf-8")) == before
    chapter.rewrite(exercise, 'answer = ...\ncheck("1.1", answer)')
    chapter.ran = False
    chapter.run_all()
    outputs = [output for cell in chapter.cells() for output in cell.get("outputs", [])]
    assert [output for output in outputs if output["output_type"] == "error"] == []


def test_two_labs_at_once_share_the_copy(lab):
    """The second keeps what is there, takes another port, and leaves the first alone."""
    kept = {path.name: path.read_bytes() for path in lab.my.glob("*.ipynb")}
    with TemporaryDirectory(prefix="give-or-take-", ignore_cleanup_errors=True) as folder:
        log = Path(folder) / "jupyterlab.log"
        with make_lab(lab.my.parent, Path(folder), log) as second:
            assert second["port"] != lab.server["port"]
            for server in (second, lab.server):
                with urlopen(f"{server['url']}api/contents?token={server['token']}", timeout=60) as reply:
                    assert CHAPTER.name in {entry["name"] for entry in json.load(reply)["content"]}
        text = log.read_text()
    assert f"kept    my/{CHAPTER.name}" in text and "Traceback" not in text
    assert {path.name: path.read_bytes() for path in lab.my.glob("*.ipynb")} == kept


@pytest.mark.parametrize("hours", [-5, 5])
def test_a_clock_that_is_set_does_not_stop_saving(chapter, hours):
    """The file's time is moved, as if the clock had been: what is typed is saved, or the reader is asked."""
    exercise = chapter.places(r'^check\("1.1", answer\)')[0]
    words = f"# typed at {hours} hours"
    chapter.rewrite(exercise, f'{words}\nanswer = ...\ncheck("1.1", answer)')
    moved = time.time() + 3600 * hours
    os.utime(chapter.path, (moved, moved))
    chapter.page.evaluate(f"() => {{ ({SAVE})(); }}")
    asked = chapter.page.locator(".jp-Dialog")
    for _ in range(100):
        if asked.count():
            expect(asked).to_contain_text("has changed on disk")
            asked.get_by_role("button", name=re.compile("Overwrite")).click()
        if words in chapter.path.read_text(encoding="utf-8"):
            break
        chapter.page.wait_for_timeout(100)
    assert words in chapter.path.read_text(encoding="utf-8")
    json.loads(chapter.path.read_text(encoding="utf-8"))
