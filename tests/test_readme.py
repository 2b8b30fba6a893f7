"""The README is true: its picture, its map, its commands, its examples and its links."""

import re
from pathlib import Path

import nbformat
import numpy as np

import give_or_take as got
from give_or_take import classroom
from tools.refresh import pictures

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def test_every_picture_is_the_one_its_chapter_stores():
    drawn = {name: png for path in NOTEBOOKS for name, png in pictures(nbformat.read(path, as_version=4))}
    stored = {path.stem: path.read_bytes() for path in (ROOT / "book" / "images").glob("*.png")}
    assert drawn and drawn == stored
    assert set(re.findall(r"!\[[^\]]{20,}\]\(book/images/([\w-]+)\.png\)", README)) <= set(drawn)
    assert README.count("![") >= 1


def test_links_lead_somewhere():
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert len(links) >= 10
    assert not [link for link in links if not link.startswith("https://") and not (ROOT / link).exists()]


def test_the_map_names_every_chapter_by_its_title():
    for path in NOTEBOOKS:
        title = nbformat.read(path, as_version=4).cells[0].source.splitlines()[0].removeprefix("# ")
        assert f"[{title}](notebooks/{path.name})" in README


def test_every_make_target_is_explained():
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(targets) > 5
    assert not [target for target in targets if target != "help" and f"make {target}" not in README]


def test_the_plain_commands_are_those_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for words in ("tools/lab.py", "tools/refresh.py", "tools/book.py", "tools/slides.py", "tests/browser",
                  "-m http.server --bind 127.0.0.1 --directory build/site", "--nbval-cell-timeout=120",
                  "--require-hashes", "--no-deps --no-build-isolation --editable .", "-n 2 --dist loadfile",
                  "--nbval-sanitize-with=tests/nbval-sanitize.cfg", "tests helpers notebooks",
                  "--resolution lowest-direct", "tools/teach.py",
                  "--only-binary :all: --require-hashes -r requirements.lock.txt -d build/wheelhouse",
                  "--no-deps --no-build-isolation -w build/wheelhouse .",
                  "--fork-strategy fewest --generate-hashes --no-header --no-annotate"):  # fmt: skip
        assert words in README and words in makefile, words


def test_the_examples_print_what_they_say():
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL).group(1)
    space = {"scores": np.array([1, 0, 1, 1]), "repositories": ["a", "a", "b", "b"]}
    lines = [line for line in code.splitlines() if "#" in line]
    exec(code, space)  # runs as it stands
    for line in lines:
        call, said = line.split("#", 1)
        result = eval(call, space)
        if isinstance(result, got.Interval):
            assert said.split(";")[0].strip() == str(result)
        elif np.ndim(result):
            assert said.strip().startswith(" and ".join(map(str, result)))
    assert len(lines) == 5


def test_the_claim_is_the_one_that_the_chapters_print():
    claim = classroom.Claim("answer desk", 84, 100)
    first = str(claim).split(": ")[1]
    claim.add(got.Estimate(0.84, got.standard_error(84, 100), 100)).add(got.wilson_interval(84, 100))
    claim.add(got.detectable_change(0.84, 100))
    desk = got.answer_desk().set_index("id")
    pairs = got.pair_items(desk["new"], desk["old"])
    claim.add(pairs).add(got.tango_interval(*pairs.table)).add(got.mcnemar_test(*pairs.table[1:3]))
    claim.add(got.slice_counts(desk["old"], desk["topic"], desk["new"]))
    counts = desk.groupby(["source", "topic"])["new"].agg(["sum", "count"])
    public, fresh = counts.loc["public"], counts.loc["fresh"]
    claim.add(got.fresh_gap(public["sum"], public["count"], fresh["sum"], fresh["count"], name="new"))
    last = str(claim).split(": ", 1)[1]
    said = README.replace("\n", " ")
    assert f"`{first}`" in said and f"`{last}`" in said
