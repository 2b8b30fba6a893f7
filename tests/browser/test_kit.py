"""What an instructor carries is printed, each page on as many sheets as it says, A4 and Letter."""

import re

import pytest

from tools.room import kit, plan
from tools.site import build

ONE_SHEET = ["handout", "evening-handout"]
ONE_SHEET += [f"teach/{name}" for name in ("one-day", "evening", "files", "helpers", "feedback")]


def sheets(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("name", ONE_SHEET)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_a_handout_a_plan_and_a_sheet_fill_one_side(tab, site, name, paper):
    tab.goto(f"{site}{name}.html")
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "1cm")
    assert sheets(tab.pdf(format=paper, margin=margin)) == 1


def test_the_kit_prints_its_pages_with_the_browser_of_this_machine(site, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "main", lambda arguments: 0)  # the site is there
    assert kit.main(tmp_path) == 0
    assert {path.stem for path in tmp_path.iterdir()} == {page.rpartition("/")[2] for page in kit.PAGES}
    printed = {path.stem: path.read_bytes() for path in tmp_path.iterdir()}
    assert all(pdf.startswith(b"%PDF") for pdf in printed.values())
    rows = re.findall(r"^\| (\[.*?) \| .* \| (\d) \| .* \|$", plan.read("index"), re.MULTILINE)
    said = {name: int(many) for links, many in rows for name in re.findall(r"\[(.*?)\]", links)}
    assert said == {name: sheets(pdf) for name, pdf in printed.items()}


def test_without_a_browser_the_kit_says_what_to_do(monkeypatch):
    monkeypatch.setattr(build, "main", lambda arguments: 0)
    monkeypatch.setenv("CHROMIUM", "no-such-browser")
    assert "Open the pages of build/site" in kit.main()
