"""The pages of the site but the chapters: what they take from elsewhere, what search finds, what is written when."""

import io
import re
import shutil
import subprocess
import zipfile
from os.path import normpath
from pathlib import Path

import pytest
from test_form import NOTEBOOKS

from give_or_take import __version__
from tools import names, notebook
from tools.notebook import ROOT
from tools.site import build, files, glossary, pages
from tools.site.chapter import COPY


@pytest.fixture(scope="session")
def site():
    """What Sphinx gets: {file: bytes}."""
    return build.assemble(ROOT)


def folders_of(names):
    """The folders above files, as a zip names them, without the top one's own."""
    return {f"{folder}/" for name in names for folder in list(Path(name).parents)[:-1]} | {""}


def test_the_home_page_says_what_this_is_and_for_whom(series, site):
    minutes = [chapter.minutes["reading"] + chapter.minutes["exercises"] for chapter in series.chapters.values()]
    assert 45 <= sum(minutes) / len(minutes) <= 75, "about an hour each"
    home = site["index.md"].decode()
    readme = series.read("README.md")
    first = re.search(r"\*\*(Error bars for LLM evals: a free course) (and .*, no statistics needed\.)\*\*", readme)
    many = next(word for word, number in notebook.SMALL.items() if number == len(minutes))
    assert f"\n{first[1]} in {many} chapters {first[2]}\n" in home
    assert home.count("runs evals") == len(re.findall(r"no\s+statistics", home)) == 1 and "\nYou see each" in home
    assert "`make" not in home and home.count("pip install") == 1 and "(run.md)" in home
    assert home.index("- Before, you say\n\n  “84%.”\n") < home.index("| question | chapter |")
    after = re.search(r"- After chapter 5, you say\n\n  “(.*?)”\n", home, re.DOTALL)[1]
    claim = re.search("^> answer desk: .*$", readme, re.MULTILINE)[0]
    parts = re.findall(r"<b\s+data-part=\"[\w, ]+\">(.*?)</b>", after)
    assert len(parts) == 3 and all(words in claim for words in parts), "each with what it says below it"


def test_the_whole_course_is_one_file_wherever_a_page_asks_for_a_copy(site, tmp_path):
    assert build.with_course({"a.md": COPY.encode()}, tmp_path) == {"a.md": COPY.encode()}, "no git, no zip"
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        pytest.skip("this copy has no git to ask")
    held = subprocess.check_output(["git", "ls-tree", "-r", "--name-only", "HEAD"], cwd=ROOT, text=True).splitlines()
    with zipfile.ZipFile(io.BytesIO(site[f"extra/{build.ZIP}"])) as course:
        assert sorted(course.namelist()) == sorted(f"give-or-take/{name}" for name in [*held, *folders_of(held)])
    asking = {name for name, data in site.items() if COPY.encode() in data}
    assert {"run.md", "gate.md", "api.md", "00-start-here.ipynb"} <= asking
    for name in asking:
        linked = site[name].count(f"<a href={build.ZIP} download>{COPY}</a>".encode())
        assert linked == site[name].count(COPY.encode())


def test_other_words_for_a_term_stand_with_it(series, site):
    terms = glossary.read(series.read("book/glossary.md"))
    page = site["glossary.md"].decode()
    assert set(pages.OTHER_WORDS) <= {term.name for term in terms}
    for term, words in pages.OTHER_WORDS.items():
        entry = page.split(f"\n{term}\n")[1].split("\n\n")[0]
        assert all(f"{{index}}`{word} <! {word}>`" in entry for word in words)


def test_the_page_on_files_shows_what_check_and_report_print(series, write, run):
    blocks = re.findall(r"```(?:sh|text)\n(.*?)```", series.read("book/run.md"), re.DOTALL)
    install, new, said, compared, labels = blocks[:5]
    write({"new.csv": new, "old.csv": new.replace("q3,1", "q3,0")})
    command = install.splitlines()[-1]
    assert command.startswith("give-or-take ") and run(command.removeprefix("give-or-take ")) == (0, said, "")
    command = said.split("next:\n  give-or-take ")[1]
    assert run(command) == (0, compared, "")
    write({"labels.csv": labels})
    status, _, complaint = run(f"{command} --human labels.csv")  # read, and too few: two of each system
    assert status and "(labels of 'new') must hold at least 20 labels: got 2" in complaint
    assert len(labels.splitlines()) == 5


# --- What is taken from elsewhere


def test_no_source_of_the_site_names_a_chapter():
    for path in (*(ROOT / "book").glob("*.*"), *(ROOT / "book" / "_static").iterdir(), *ROOT.glob("tools/site/*.py")):
        assert not [chapter for chapter in NOTEBOOKS if chapter.stem in path.read_text(encoding="utf-8")], path


def test_the_home_page_says_what_this_is_in_the_readmes_words(series, site):
    readme, home = series.read("README.md"), site["index.md"].decode()
    assert "{{" not in home and "<!--" not in home
    cards = {"Learn": "For readers", "Teach": "For instructors"}
    for card, heading in cards.items():
        text, action = home.split(f"\n## {card}\n\n")[1].split("\n\n")[:2]
        assert pages.section(readme, heading)[:60] == text[:60]
        assert len(re.findall(r"[.!?](?=\s|$)", text)) in (1, 2) and "](" not in text, text
        assert re.fullmatch(r"\{\.go\}\n\[[^]]+\]\([^)]+\)", action), action
    tool, *rest = home.split("\n## Use it on your files\n\n")[1].split("\n\n## ")[0].split("\n\n")
    assert tool == re.split(r"\n\[", pages.section(readme, "For practitioners"))[0]
    assert rest[1] == re.search(r"```sh.*?```", series.read("book/run.md"), re.DOTALL)[0], "before the table"
    assert rest[3].startswith("| your question |") and home.index("## Use it") < home.index("## Learn")
    code = re.search(r"```python\n(.*?)```", readme, re.DOTALL)[0]
    assert code in site["run.md"].decode() and code not in home


def lost_links(site):
    """The links of its pages that lead to none of its files, as (page, target)."""
    return [
        (name, target)
        for name in site
        if name.endswith(".md")
        for _, _, target in notebook.LINK.findall(notebook.plain(site[name].decode()))
        if "://" not in target and not target.startswith("#")
        if Path(normpath(Path(name).parent / target.split("#")[0])).as_posix() not in site
    ]


def test_links_between_documents_lead_to_pages(site):
    links = "[a](../README.md) [b](CONTRIBUTING.md#tests) [c](notebooks/01-x.ipynb) [d](https://x.org)"
    rewritten = "[a](../README.md) [b](contributing.md#tests) [c](01-x.ipynb) [d](https://x.org)"
    assert pages.rewrite_links(links) == rewritten
    assert pages.rewrite_links("[a](README.md)", "helpers/give_or_take/data") == "[a](data.md)"
    assert lost_links(site) == []


def test_the_citation_is_that_of_the_file(site):
    cite = site["cite.md"].decode()
    assert f"Version {__version__}." in cite and f"  version = {{{__version__}}},\n}}" in cite
    assert "@software{give_or_take,\n  author  = {{The Give or Take authors}},\n" in cite


def test_search_knows_words_that_a_page_lacks():
    entry = "# Which\n\n```{index} ! decision chart\n```\n\nA.\n"
    assert pages.indexed("# Which\n\nA.\n", "cheat-sheet.md") == entry
    assert "```{index} ! calculator, ! calculate, ! s" in pages.indexed("# Calc\n", "calculator.md")


def test_what_the_page_on_coverage_says_first_stands_in_its_tables(site):
    verdict, _, page = site["coverage.md"].decode().partition("If a 95% interval")
    lowest, average = (page.split(f"### {head}")[1].split("###")[0] for head in ("Lowest coverage, in", "Average"))
    differences = page.split("### Lowest coverage, and lowest share")[1]

    def row(table, method):  # of the first kind of truth
        return [float(cell.split("±")[0]) for cell in re.search(rf"\| {method} \|(.*)\|", table)[1].split("|")]

    eleven = row(lowest, "beta-binomial: clusters").index(11)
    usual, worst = (row(table, r"CR1, 1\.96")[eleven] for table in (average, lowest))
    least = min(row(lowest, "clustered Wilson") + row(differences, "clustered Tango"))
    for words in (f"in {least}% of all samples or more", f"in {usual}% on average, and in the worst case in {worst}%"):
        assert words in " ".join(verdict.split())


# --- Formulas and the toolbox


def rows():
    """The rows of formulas.md: (chapter, helpers)."""
    written = (ROOT / "book" / "formulas.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| .+ \| .+ \| (\d+) \| (.+) \|$", written, re.MULTILINE)
    return [(int(chapter), re.findall(r"`(\w+)`", helpers)) for chapter, helpers in table]


def test_every_formula_names_a_helper_of_its_chapter():
    modules = names.public() | dict.fromkeys(("binom", "sem", "arange", "hypot"))  # SciPy's, NumPy's, Python's
    unknown = [name for _, helpers in rows() for name in helpers if name not in modules]
    assert not unknown, f"book/formulas.md names what give_or_take does not have: {unknown}"
    assert len(rows()) > 30 and all(helpers for _, helpers in rows())
    for chapter, helpers in rows():
        assert {names.chapter(modules[name]) for name in helpers if modules[name]} <= {chapter}, helpers
    assert [chapter for chapter, _ in rows()] == sorted(chapter for chapter, _ in rows())


def test_rows_of_chapters_that_are_not_there_wait(series):
    line = "| a | $x$ | {} | `margin`, `standard_error`, `no_such` |"
    assert pages.formulas(line.format(99), series) == ""
    shown = pages.formulas(line.format(2), series)
    begin = "| a | $x$ | [2](02-standard-error.ipynb) | {py:obj}`margin <give_or_take.margin>`, {py:obj}`st"
    assert shown.startswith(begin) and shown.endswith("`, `no_such` |")


def test_the_toolbox_describes_every_public_name_once_in_the_houses_order(site):
    reference = "\n".join(site[file].decode() for file in site if file.startswith("api/"))
    described = re.findall(r"^\.\. auto(?:class|function):: (\w+)$", reference, re.MULTILINE)
    assert sorted(described) == sorted(name for floor in names.FLOORS for name in names.public(floor))
    order = re.findall(r"^api/([\w.]+)$", site["api.md"].decode(), re.MULTILINE)
    assert order == [module.removeprefix("give_or_take.") for module in names.modules()]


# --- Files


def test_only_what_changed_is_written_and_nothing_stale_stays(tmp_path):
    assert files.write({"a.md": b"1", "b/c.md": b"2"}, tmp_path) == ({"a.md", "b/c.md"}, set())
    stamp = (tmp_path / "a.md").stat().st_mtime_ns
    assert files.write({"a.md": b"1", "b/d.md": b"2"}, tmp_path) == ({"b/d.md"}, {"b/c.md"})
    assert (tmp_path / "a.md").stat().st_mtime_ns == stamp
    assert sorted(path.name for path in tmp_path.rglob("*.md")) == ["a.md", "d.md"]


def test_what_the_site_is_made_of_changes_with_whatever_it_shows(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "ROOT", tmp_path)
    monkeypatch.setattr(files, "STAMP", tmp_path / "stamp")
    (tmp_path / "book" / "__pycache__").mkdir(parents=True)
    seen = [files.made_of()]
    for name in ("book/page.md", "book/_static/house.css", "README.md", "tools/site/build.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        for text in ("one", "other"):
            (tmp_path / name).write_text(text)
            seen.append(files.made_of())
    monkeypatch.setenv("SITE_URL", "https://example.org")
    seen.append(files.made_of())
    assert len(set(seen)) == len(seen)
    (tmp_path / "book" / "__pycache__" / "page.pyc").write_text("")
    assert files.made_of() == seen[-1] and not files.is_current()
    files.STAMP.write_text(seen[-1])
    assert files.is_current()


def test_a_site_that_is_up_to_date_is_left_alone(monkeypatch, capsys):
    monkeypatch.setattr(build, "is_current", lambda: True)
    monkeypatch.setattr(build, "assemble", None)  # would fail
    assert build.main([]) == 0
    assert "is up to date" in capsys.readouterr().out
