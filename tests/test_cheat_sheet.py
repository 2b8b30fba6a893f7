"""The poster is true: each call runs as printed, the rules of thumb are near, nothing is too small or runs over."""

import ast
import inspect
import re
import shlex
import textwrap
from io import BytesIO
from itertools import groupby, product
from pathlib import Path

import pypdf
import pytest

import give_or_take
from give_or_take import cli
from tools import cheat_sheet
from tools.cheat_sheet import GROUPS, KEY, NAMES, PLAN, ROWS, RULES, example, files, page, sentences, to_carry_home

# The table


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.call.split("(")[0])
def test_a_row_runs_as_it_is_printed(row, series, tmp_path):
    exec(row.call, example(tmp_path))
    assert row.chapters and {f"{number:02}" for number in row.chapters} <= set(series.chapters)
    assert len(re.findall(r"[\w'/]+", row.caution)) <= 5 and row.stands_for


def test_a_leaf_is_reached_in_one_way():
    assert len({row[:2] for row in ROWS}) == len(ROWS)
    parts = [part for part, _ in groupby(ROWS, key=lambda row: row.part)]  # what belongs together stands together
    assert len(set(parts)) == len(parts)


def test_the_names_in_the_calls_are_explained():
    letters_of_the_front = set(re.findall(r"\*(\w+)\*~", KEY))
    letters_of_the_front |= {"t"} & set(re.findall(r"Student’s (\w)", "".join(row.report for row in ROWS)))
    explained = set(re.findall(r"\w+", " ".join(f"{name}, {words}" for name, words in NAMES.items())))
    explained |= {f"{name}_old" for name in explained} if "…_old" in NAMES else set()
    bound = set()  # by a call above
    for row in ROWS:
        used = [node for node in ast.walk(ast.parse(row.call)) if isinstance(node, ast.Name)]
        bound |= {node.id for node in used if isinstance(node.ctx, ast.Store)}
        assert {node.id for node in used} - set(give_or_take.__all__) - {"print"} - bound <= explained
        letters = set(re.findall(r"\b[b-zA-Z]\b", f"{row.case} {row.report}".replace("’s", "")))
        assert letters <= (letters_of_the_front if row.report else letters_of_the_front | explained), row.case


def test_the_tree_is_small_and_each_end_of_results_says_what_groups_change():
    leaves = [row for row in ROWS if row.report]
    assert len(leaves) <= 9 and len(RULES) == 6
    for row in leaves:  # or 50 texts of six questions each end in plain Wilson
        assert (row.part == PLAN) != row.in_groups.startswith("*clustered")
        assert row.part == PLAN or "in groups" in row.call


def test_the_numbers_on_the_poster_are_those_of_the_helpers():
    h = give_or_take
    assert f"20 of 20: {h.wilson_interval(20, 20).low:.0%} to 100%." in " ".join(RULES)
    groups = [group for group in range(10) for _ in range(30)]  # where all are right, the groups are counted
    assert h.effective_items([1] * 300, groups, careful=True) == pytest.approx(10)
    rule = {row.case: row.report for row in ROWS if row.part == PLAN}
    assert rule["a rate ± h"] == "*n ≈ 4·r(1 − r)/h²*, *r* from 10% to 90%"
    for r, half in product((0.1, 0.3, 0.5, 0.9), (0.005, 0.01, 0.02, 0.03, 0.05, 0.1)):
        assert 4 * r * (1 - r) / half**2 == pytest.approx(h.items_for_half_width(r, half), rel=0.08)
    assert rule["D, other items"] == "*n ≈ 16·r(1 − r)/D²* each, mean *r*"
    for now, then in ((0.80, 0.84), (0.90, 0.85)):
        r, D = (now + then) / 2, then - now
        assert 16 * r * (1 - r) / D**2 == pytest.approx(h.items_for_power(now, then), rel=0.05)
    assert rule["D, same items"] == "*n ≈ 8·f/D²*, unknown: *f* = 2·*r*(1 − *r*)"
    assert 8 * 0.10 / 0.02**2 == pytest.approx(h.items_for_paired(0.06, 0.04), rel=0.05)
    for old, new in ((0.80, 0.84), (0.5, 0.55), (0.9, 0.95)):  # errors that know nothing of each other
        r = (old + new) / 2
        assert 2 * r * (1 - r) == pytest.approx(h.discordance_bounds(new, old).independent, rel=0.01)
    small = inspect.signature(h.slice_table).parameters["small"].default
    calls = " ".join(row.call for row in ROWS)
    assert f"under {small}, or few fails: fisher_mid_p_test" in calls
    lowest, highest, unrelated = h.discordance_bounds(0.84, 0.80)
    assert f"f from {lowest:.0%} to {highest:.0%}; {unrelated:.1%} if unrelated" in calls
    assert "Groups of *m*, or *m* runs: *n* times 1 + (*m* − 1)·*ρ* answers" in KEY
    answers = 4 * 0.8 * 0.2 / 0.04**2 * h.design_effect_for(5, 0.6)  # with five runs these are fewer items, not more
    assert (round(answers), round(answers / 5)) == (1360, 272)
    for m, rho in product((1, 5, 10), (0, 0.2, 0.5)):
        assert h.design_effect_for(m, rho) == pytest.approx(1 + (m - 1) * rho)
    assert h.rule_of_three(20) == pytest.approx(3 / 20, abs=0.001)


def test_groups_of_runs_and_any_interval_of_a_difference_are_taken_as_the_back_says(tmp_path):
    h, names = give_or_take, example(tmp_path)
    new, old = ({(item, run): right for item, right in names[x].items() for run in (1, 2)} for x in ("new", "old"))
    by = {(item, run): names["by"][item] for item, run in new}
    assert h.sign_flip_test(h.pair_items(new, old, groups=by)).p_value <= 1
    with pytest.raises(ValueError, match="^n_both holds .* in 4 groups"):  # so these need a name of their own
        h.tango_interval(h.pair_items(new, old, groups=by))
    gains, ids, groups = names["gains"], names["ids"], names["groups"]
    other = h.clustered_difference(names["scores"], ids, names["scores_old"], names["ids_old"])
    for one, margin in ((h.clustered_mean(gains, groups, "items"), 0.99), (other, 9)):
        assert h.non_inferior(one.interval(), margin) and h.equivalent(one.interval(level=0.9), margin)
    assert h.equivalent(h.newcombe_interval(42, 50, 40, 50, level=0.9), margin=0.9)
    assert h.equivalent(h.clustered_tango_interval(h.pair_items(new, old, groups=by), level=0.9), margin=0.9)
    assert str(h.pass_at_k([10, 10], 10, k=3)).endswith("error 0.0 points")  # which is not to be printed


def test_two_results_are_printed_as_sentences_and_a_table_whole(tmp_path, capsys):
    for row in ROWS:
        assert not any(isinstance(getattr(node, "value", None), ast.Tuple) for node in ast.parse(row.call).body)
    exec(next(row.call for row in ROWS if row.case == "wins, losses"), example(tmp_path))
    assert re.fullmatch(r"\+30\.0 points \(95% Tango .+\) p = 0\.002 \(McNemar .+\)\n", capsys.readouterr().out)
    exec(next(row.call for row in ROWS if "slice_table" in row.call), example(tmp_path))
    assert "p_adjusted" in (printed := capsys.readouterr().out) and "..." not in printed


def test_rates_without_results_and_three_systems_have_a_way():
    h, calls = give_or_take, " ".join(row.call for row in ROWS)
    assert "rates only" in cheat_sheet.OTHER and "81% of 400: 324, 400" in calls and 324 / 400 == 0.81
    apart = h.newcombe_interval(316, 400, 324, 400)
    for flips in (20, 60, 120):  # the same items, joined: the cautious one is never the shorter
        joined = h.tango_interval(316 - (flips - 8) // 2, (flips - 8) // 2, (flips + 8) // 2, 76 - (flips - 8) // 2)
        assert apart.estimate == pytest.approx(joined.estimate)
        assert apart.low < joined.low < joined.high < apart.high
    assert cheat_sheet.MORE[1] == "Each pair as above, at 100% − 5%/pairs" and "level=1 - 0.05 / 6" in calls


def test_unequal_runs_are_taken_as_the_back_says(tmp_path):
    for name, runs in (("new", 3), ("old", 2)):
        rows = [f"{item},{run},{(len(name) + item * run) % 2}" for item in range(30) for run in range(runs)]
        (tmp_path / f"{name}.csv").write_text("\n".join(["id,run,right", *rows, ""]), encoding="utf-8")
    results = give_or_take.read_results({name: tmp_path / f"{name}.csv" for name in ("new", "old")})
    assert 'runs: compare(…, runs="together")' in " ".join(row.call for row in ROWS)
    together = give_or_take.compare(results, runs="together", missing="leave out")
    assert together.differences[0].n == 60 and "clustered Wilson" in str(give_or_take.report(together))
    assert give_or_take.compare(results, runs="mean").differences[0].n == 30


def test_the_sentences_say_what_the_helpers_say():
    sentence = {when: re.sub(r"[{}]", "", text) for when, text in sentences()}
    low, high = give_or_take.wilson_interval(84, 100)
    assert sentence["one rate"].startswith(f"84/100 = 84.0% (95% Wilson {low:.1%} to {high:.1%})")
    desk = give_or_take.answer_desk().set_index("id")
    pairs = give_or_take.pair_items(desk["new"], desk["old"])
    tango, test = give_or_take.tango_interval(*pairs.table), give_or_take.mcnemar_test(*pairs.table[1:3])
    assert str(tango).replace(" points)", ")") in sentence["same items"]
    assert f"10 flips for, 2 against, mid-p {test.p_value:.3f}; 0 missing" in sentence["same items"]
    assert (pairs.only_first, pairs.only_second, pairs.n) == (10, 2, 100)
    assert sentence["same items"].startswith(f"{sum(desk['new'])}/100 vs {sum(desk['old'])}/100: ")
    apart = str(give_or_take.newcombe_interval(42, 50, 40, 50)).removesuffix(" points)")
    assert apart.replace(" -", " −") in sentence["other items"]


def test_what_a_chapter_gives_to_carry_home_is_its_own_words(series):
    for number, text in to_carry_home(series).items():
        source = re.sub(r"<!--.*?-->|[*$\\]|\n>", "", series.chapters[f"{number:02}"].markdown)
        assert text in " ".join(source.split()) and text.endswith((".", "?"))
    home = page(series).split("## To carry home")[1]
    assert re.findall(r"^- \[(\d+) · ", home, re.MULTILINE) == [str(number) for number in to_carry_home(series)]
    assert "an unchanged desk" in home and "one-sided, at 95%" in home  # no sentence without its condition


# The page


@pytest.fixture(scope="module")
def made(series):
    return files(series)


def written(page):
    """The words of a page in one line, and its font sizes in points."""
    sizes = set()

    def visit(text, cm, tm, font, size):
        if text.strip():
            sizes.add(round(size * abs(tm[3] * cm[3]), 2))

    return " ".join(page.extract_text(visitor_text=visit).split()), sizes


@pytest.mark.parametrize(("name", "wide", "high"), [("poster-a4.pdf", 210, 297), ("poster-a3.pdf", 297, 420)])
def test_it_can_be_read_from_afar_and_copied(made, name, wide, high):
    front, *back = pypdf.PdfReader(BytesIO(made[name])).pages
    assert len(back) == (wide == 210)  # nobody reads the back of what hangs on a wall
    for one in (front, *back):
        assert [float(x) * 25.4 / 72 for x in one.mediabox[2:]] == pytest.approx([wide, high], abs=0.3)
    words, sizes = written(front)
    assert ("Calls overleaf" in words) == bool(back)
    small = {round(x) for x in sizes if x < (14 if wide == 210 else 24)}
    assert small == (set() if wide == 210 else {14})  # of the poster on the wall only who made it
    assert all(rule.replace("*", "") in words for rule in (*RULES, cheat_sheet.COVERS, GROUPS, *cheat_sheet.MORE))
    assert words.index(GROUPS) < words.index("Wilson")  # asked before an interval is named
    for row in ROWS:
        assert all(word in words for word in re.findall(r"[A-Za-z]{3,}", row.report + row.in_groups))
    for calls, small in map(written, back):
        assert min(small) >= 9 - 0.02
        assert all(line.split("  # ")[0].strip() in calls for row in ROWS for line in row.call.split("\n"))


def test_the_same_table_gives_the_same_bytes_without_a_date(series, made):
    assert files(series) == made
    assert set(made) == {"poster-a4.pdf", "poster-a3.pdf", "poster.svg"}
    assert b"CreationDate" not in made["poster-a4.pdf"] and b"FontFile" in made["poster-a4.pdf"]
    assert b"<text" not in made["poster.svg"]  # outlines: it looks the same everywhere


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: [*(rows[0]._replace(case=f"case {i}") for i in range(5)), *rows], "the poster: "),
        (lambda rows: [*rows, *(rows[-1]._replace(case=f"case {i}", report="") for i in range(9))], "the back: "),
        (lambda rows: [rows[0]._replace(call="x" * 90), *rows[1:]], 'a line of "xxx'),
        (lambda rows: [rows[0]._replace(case="a rate give or take"), *rows[1:]], "a line of the front: "),
    ],
)
def test_what_does_not_fit_is_refused(change, words, monkeypatch, tmp_path):
    monkeypatch.setattr(cheat_sheet, "ROWS", change(ROWS))
    monkeypatch.setattr(cheat_sheet, "ROOT", tmp_path)
    problem = cheat_sheet.main()
    assert problem.startswith(words) and problem.endswith("points too long; shorten it, or drop a row")
    assert list((tmp_path / "build").iterdir()) == []


def test_a_new_row_is_all_that_a_chapter_needs(series, monkeypatch):
    row = ROWS[0]._replace(case="as odds", report="*odds*", call="homogeneity_test([[9, 3], [8, 4]])  # odds")
    monkeypatch.setattr(cheat_sheet, "ROWS", [row, *ROWS[1:]])
    front, back = pypdf.PdfReader(BytesIO(files(series)["poster-a4.pdf"])).pages
    assert "as odds" in written(front)[0] and "homogeneity_test" in written(back)[0] and "as odds" in page(series)


def test_its_colours_are_the_palettes():
    source = cheat_sheet.Path(cheat_sheet.__file__).with_suffix(".typ").read_text(encoding="utf-8")
    assert all(fill == "white" or fill.startswith("colour.") for fill in re.findall(r"fill: ([\w.]+)", source))
    assert source.count("rgb(") == 1 and "luma(" not in source
    assert "fill: white" not in source and "colour.grey" not in source  # no slab of ink, nothing pale


def test_files_with_a_missing_result_need_a_word_and_the_call_has_it(tmp_path):
    results = give_or_take.read_results(example(tmp_path)["files"])
    give_or_take.compare(results)  # an id that one file lacks was not asked
    results.frame.loc[0, "score"] = None
    with pytest.raises(ValueError, match="^missing must be named"):
        give_or_take.compare(results)
    for row in ROWS:
        assert ("report(compare(" in row.call) == ("missing=" in row.call)


def test_the_command_reports(tmp_path, monkeypatch, capsys):
    line = next(match[1] for row in ROWS if (match := re.search("in a shell: give-or-take (.+)", row.call)))
    monkeypatch.chdir(tmp_path)
    for name in ("new", "old"):
        Path(f"{name}.csv").write_text("id,right\na,1\nb,0\n", encoding="utf-8")
    assert cli.main(shlex.split(line)) == cli.FINE and "Tango" in capsys.readouterr().out


def test_points_are_of_percentages_and_scores_are_grades():
    for row in ROWS:
        assert not re.search(r"\bpoints", f"{row.case} {row.report} {row.call}")
        assert ("grades" in row.case) == bool(re.search(r"scores|gains, ids", row.call.split("  # ")[0]))


def test_the_address_stands_on_it_only_if_there_is_one(series, made, monkeypatch):
    address = "https://example.org/give-or-take/"
    assert "https://" not in written(pypdf.PdfReader(BytesIO(made["poster-a4.pdf"])).pages[0])[0]
    monkeypatch.setenv("SITE_URL", address)
    assert address in written(pypdf.PdfReader(BytesIO(files(series)["poster-a4.pdf"])).pages[0])[0]


def test_the_sites_page_has_the_picture_the_pdfs_and_every_row(series, tmp_path):
    text = page(series)
    assert "{figure} poster.svg\n:target: _images/poster.svg\n" in text  # to be read large
    assert f"**{GROUPS}**" in text and "**{}** {}.".format(*cheat_sheet.MORE) in text and "at 80% power" in text
    assert "](poster-a4.pdf)" in text and "](poster-a3.pdf)" in text
    for row in ROWS:
        entry = text.split(f"\n## {row.part}\n")[1].split(f"\n{row.case}")[1].split("```\n")[0]
        assert all(said.replace("*", "**") in entry for said in row[2:4])
        assert row.caution in entry and row.stands_for in entry
        assert all(f"]({number:02}-" in entry for number in row.chapters)
        code = entry.split("```python\n")[1]
        exec(textwrap.dedent(code), example(tmp_path))
        assert ast.dump(ast.parse(textwrap.dedent(code))) == ast.dump(ast.parse(row.call))
        assert all(f"# {note}\n" in code for note in re.findall(r"# (.+)", row.call))
        assert all(len(line) <= cheat_sheet.WIDEST + 2 for line in code.split("\n") if "#" not in line)
