"""The poster: from what you have to what to report, one tree and six rules; on its back the calls. ROWS is its table.

    make cheat-sheet                build/poster-a4.pdf, both sides; poster-a3.pdf and poster.svg, the front alone
    python -m tools.cheat_sheet     the same

cheat_sheet.typ draws it with Typst, in Matplotlib's fonts: the same table gives the same bytes. It refuses what does
not fit and says by how much: make room on a full page, do not make it smaller. tests/test_cheat_sheet.py runs every
call as it is printed. `files` and `page` are for the site.
"""

import ast
import json
import os
import re
import sys
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import matplotlib
import typst
import yaml

from give_or_take.classroom.figures import BLUE, INK, ORANGE, PALE_BLUE
from tools import names
from tools.notebook import ROOT, Series

TITLE = "Give or take what?"
COVERS = "To a 95% interval; not for F1, two precisions, Elo, percentiles."
ALT = (
    "Poster. A path of yes-or-no questions: still planning, one number, wins or two on the same items, two on others, "
    "three or more. A plan ends in a number of items, results in an interval: for right or wrong or for grades, alone "
    "or in groups. What follows says the same. Rules: "
)


# --- The table


class Row(NamedTuple):
    """One leaf of the tree."""

    part: str  # the question that leads to it
    case: str  # what kind of it
    report: str  # what to write down, *bold* between stars; "" if the row is for the back alone
    in_groups: str  # the same in groups; "" if there is nothing else to say
    stands_for: str  # the estimand
    call: str  # Python that runs after `example()`
    caution: str  # five words at most

    @property
    def chapters(self):
        """The chapters that derive what the row calls."""
        public, used = names.public(), {getattr(node, "id", "") for node in ast.walk(ast.parse(self.call))}
        return sorted({names.chapter(public[name]) for name in used & set(public)})


PLAN, ONE = "Still planning? Items, for rates or wins", "One number, not wins?"
SAME, OTHER = "Wins? Or two numbers, same items, joined by id?", "Two, other items or rates only? Ask for each result"
MARGIN, TOTAL, FILES = "Good enough, equal, not worse?", "What does a total hide?", "Three or more? Result files?"
GROUPS = "Shared texts or users? Several runs of one model?"
MORE = "Three or more?", "Each pair as above, at 100% − 5%/pairs"
ROWS = [
    Row(PLAN, "a rate ± h", "*n ≈ 4·r(1 − r)/h²*, *r* from 10% to 90%", "", "rate on items like these",
        "items_for_half_width(0.95, 0.01)  # r, h; at any r; grades: in the rule, variance for r(1 − r)",
        "In groups, it takes more."),
    Row(PLAN, "D, same items", "*n ≈ 8·f/D²*, unknown: *f* = 2·*r*(1 − *r*)", "", "smallest difference that matters",
        "items_for_paired(0.06, 0.04)  # flips for, against; grades: in the rule, variance of gains for f\n"
        "discordance_bounds(0.84, 0.80)  # the rates: f from 4% to 36%; 29.6% if unrelated\n"
        "minimum_detectable_paired_effect(100, 0.12)  # n, f: the smallest D", "Fear more flips, not fewer."),
    Row(PLAN, "D, other items", "*n ≈ 16·r(1 − r)/D²* each, mean *r*", "", "smallest rise or fall that matters",
        "plan_two_runs(0.80, 0.84)  # the rate now, the rate to find; in the rule, r is their mean",
        "Say power, direction and design."),
    Row(PLAN, "not worse", "", "", "loss that would not matter",
        "items_for_paired_non_inferiority(0.05, 0.05, 0.02)  # flips for, against; margin",
        "If worse, it takes more."),
    Row(PLAN, "in groups", "", "", "items in groups like these",
        "design_effect_for(10, 0.2)  # m, ρ: so many times n answers; of m runs, ÷ m: items\n"
        "intracluster_correlation(right, groups)  # ρ; for the same items, of gains",
        "More groups beat larger ones."),
    Row(ONE, "right or wrong", "*Wilson*", "*clustered Wilson*", "rate on items like these",
        "wilson_interval(84, 100)  # k, n\n"
        "clustered_wilson_interval(right, groups)  # in groups", "Write the counts, too."),
    Row(ONE, "grades, no skew", "*Student’s t*", "*clustered t*", "mean on items like these",
        "clustered_mean(scores, ids).interval()  # skewed: compare(results); rough under 100\n"
        'clustered_mean(scores, groups, "items").interval()  # in groups', "Not the grades' own spread."),
    Row(ONE, "not one failure", "", "", "rate of failures on items like these",
        "rule_of_three(20)  # n: at most 3/n fail, one-sided; in groups: clustered_wilson_interval",
        "20 clean items allow 15%."),
    Row(ONE, "pass@k", "", "", "chance that one of k is right",
        "pass_at_k(right_runs, 10, k=3).interval()  # 10 runs each; all 3: pass_hat_k\n"
        "# two systems: gains of 1 - comb(10 - c, 3)/comb(10, 3)", "Not a score: say k."),
    Row(SAME, "rates, wins", "*Tango*", "*clustered Tango*", "difference on items like these",
        "pairs = pair_items(new, old)  # if interval and test differ, the interval decides\n"
        "print(pairs, tango_interval(pairs), mcnemar_test(pairs))\n"
        "joined = pair_items(new, old, groups=by)  # in groups; under 20 groups: rough\n"
        "print(joined, clustered_tango_interval(joined), sign_flip_test(joined))", "Join by id; count missing."),
    Row(SAME, "wins, losses", "", "", "wins minus losses, items like these",
        "print(tango_interval(10, 60, 30, 0), mcnemar_test(60, 30))  # ties, wins, losses, 0",
        "A tie is an item."),
    Row(SAME, "grades, means", "*paired t*", "*clustered t*", "mean gain on items like these",
        "clustered_mean(gains, ids).interval()\n"
        'clustered_mean(gains, groups, "items").interval()  # in groups', "Never as two separate bars."),
    Row(OTHER, "right or wrong", "*Newcombe*", "*clustered t*", "difference on items like these",
        "newcombe_interval(42, 50, 40, 50)  # a paper's 81% of 400: 324, 400; same items: wide\n"
        "pooled_z_test(42, 50, 40, 50)  # n of either under 30, or few fails: fisher_mid_p_test\n"
        "# in groups, not near 100%:\n"
        'clustered_difference(right, groups, right_old, groups_old, "items").interval()\n'
        "newcombe_interval(10, 10, 8, 8)  # if all are right in 10 and in 8 groups",
        "Overlapping bars decide nothing."),
    Row(OTHER, "grades, means", "*Welch’s t*", "*clustered t*", "difference of two means on items like these",
        "clustered_difference(scores, ids, scores_old, ids_old).interval()  # then in groups\n"
        'clustered_difference(scores, groups, scores_old, groups_old, "items").interval()',
        "Independent runs only, never pairs."),
    Row(OTHER, "same groups", "", "", "mean gain in groups like these",
        "clustered_mean([0.1, 0.06, -0.01], [1, 2, 3]).interval()  # each group's new − old",
        "Other items, each group twice."),
    Row(OTHER, "mixes differ", "", "", "difference with one mix for both",
        "standardised_difference(k, n, k_old, n_old, mix)", "Other weights, other answer."),
    Row(MARGIN, "good enough", "", "", "rate, against a bar",
        "wilson_interval(84, 100).low >= 0.75  # the bar; or any interval", "Set the bar first."),
    Row(MARGIN, "not worse", "", "", "difference, against a margin",
        "non_inferior(tango_interval(pairs), margin=0.01)  # or any interval of new − old",
        "Not significant is not equal."),
    Row(MARGIN, "within margin", "", "", "difference, against a margin",
        "equivalent(tango_interval(pairs, level=0.9), margin=0.01)  # or any; 5% on each side",
        "At 90%, not at 95%."),
    Row(TOTAL, "weak kinds", "", "", "rate on each kind of item",
        "print(slice_table(right, kinds).to_string())  # each against the rest, p by Holm's rule",
        "Fix kinds before you look."),
    Row(TOTAL, "why it moved", "", "", "change by rates, change by mix",
        "kitagawa(k_old, n_old, k, n)  # old first", "Report both orders of change."),
    Row(TOTAL, "leaked items", "", "", "gap, public minus fresh",
        "fresh_gap([6, 26], [7, 26], [3, 13], [3, 14])  # k, n of each kind: public, then fresh",
        "Leak, difficulty or selection?"),
    Row(FILES, "four systems", "", "", "each difference, all at once",
        "tango_interval(pairs, level=1 - 0.05 / 6)  # 4 systems, 6 pairs; a report has 95% a pair",
        "Holm's p is sharper."),
    Row(FILES, "one or more", "", "", "what you name: items or groups like these",
        "# in a shell: give-or-take report new=new.csv old=old.csv\n"
        'results = read_results(files)  # runs: compare(…, runs="together")\n'
        'print(report(compare(results, missing="leave out")))  # or "fail": a missing result fails',
        "Decide before you look."),
]  # fmt: skip
KEY = (
    "*n*~items, *r*~rate, *h*~half-width, *f*~share only one gets right, "
    "*ρ*~correlation in a group, *D*~change to find, at 80% power. \\\n"
    "Groups of *m*, or *m* runs: *n* times 1 + (*m* − 1)·*ρ* answers"
)
RULES = [
    "*Write the counts:* 84/100, and how many are missing.",
    "*Near 0% or 100%, no ±.* 20 of 20: 84% to 100%.",
    "*Say what it stands for:* items, or groups, like these.",
    "*0 in the interval?* Difference neither shown nor ruled out.",
    "*Good, equal, not worse?* Whole interval in preset limits.",
    "*Best of several?* Score it on fresh items.",
]
NAMES = {
    "k, n": "right answers, and items; in lists, of each kind.",
    "mix": "the weight of each kind, in the same order.",
    "new, old": "`{id: 1 or 0}`, a Series indexed by id, or a table with ids; of runs `{(id, run): 1 or 0}`.",
    "right": "1 or 0 for each answer.",
    "flip": "only one of the two is right; a win is new 1, old 0.",
    "right_runs, c": "right runs of each item; `k=3`: tries.",
    "scores": "a grade for each item, as 1 to 5.",
    "ids, kinds": "the id of each item; its kind.",
    "groups": "widest thing shared: the text; of runs, the item.",
    "by": "`{id: group}`; of runs `{(id, run): group}`.",
    '"items"': 'count each item alike; `"clusters"`: each group.',
    "gains": "new − old of each item, joined by id.",
    "…_old": "the same of the old system.",
    "files": '`{"new": "new.csv", "old": "old.csv"}`. Columns: '
    "`id`; `right`, 1 or 0, or `score`; `group`, `run`.",
    "margin": "accepted loss: 0.01 is a point, or 0.01 grades.",
    "level": "the share of intervals that hold the truth: 0.95.",
    "p": "how often luck goes as far; mid-p: exactly as far counts half; by Holm's rule: larger, for many tests.",
    "comb(a, b)": "the ways to pick b of a, from `math`.",
}


def example(folder):
    """The names that the calls use: a small example of each. `folder` is for the files, of which one lacks an id."""
    import give_or_take

    ids = [f"q{i}" for i in range(8)]
    old, new = (dict(zip(ids, map(int, results), strict=True)) for results in ("11010110", "11110111"))
    files = {name: folder / f"{name}.csv" for name in ("new", "old")}
    for (name, path), results in zip(files.items(), (new, old), strict=True):
        rows = [f"{item},{result}" for item, result in results.items() if (name, item) != ("old", "q3")]
        path.write_text("\n".join(["id,right", *rows, ""]), encoding="utf-8")
    return {
        **{name: getattr(give_or_take, name) for name in give_or_take.__all__},
        "right": [1, 1, 0, 1, 0, 1, 1, 0], "scores": [2, 4, 4, 6, 3, 5, 4, 4], "ids": ids,
        "right_old": [1, 0, 0, 1], "groups_old": list("eeff"), "scores_old": [3, 5, 3, 4], "ids_old": list("wxyz"),
        "gains": [1, 0, 0, 1, -1, 1, 0, 1], "right_runs": [9, 4, 7, 10, 2, 8, 6, 5],
        "groups": list("aabbccdd"), "kinds": ["easy"] * 5 + ["hard"] * 3, "new": new, "old": old,
        "k": [45, 80], "n": [50, 150], "k_old": [92, 30], "n_old": [100, 50],
        "mix": [0.5, 0.5], "pairs": give_or_take.pair_items(new, old),
        "by": dict(zip(ids, "aabbccdd", strict=True)),
        "files": files,
    }  # fmt: skip


def sentences():
    """[(when, the sentence to publish)], each number that is yours between braces; the numbers are computed."""
    import give_or_take as h

    one, apart, pairs = h.wilson_interval(84, 100), h.newcombe_interval(42, 50, 40, 50), h.Pairs(82, 10, 2, 6)
    tango, p = h.tango_interval(*pairs.table), h.mcnemar_test(*pairs.table[1:3]).p_value
    both, only_new, only_old, _ = pairs.table
    new, old = both + only_new, both + only_old

    def signed(x):
        return f"{100 * x:+.1f}".replace("-", "−")

    def rates(x):
        return f"{{{100 * x.low:.1f}%}} to {{{100 * x.high:.1f}%}}"

    def points(x):
        return f"{{{signed(x.low)}}} to {{{signed(x.high)}}}"

    return [
        ("one rate", f"{{84}}/{{100}} = {{{one.estimate:.1%}}} (95% Wilson {rates(one)}), for {{items like "
         "these}, one run; {0} missing."),
        ("same items", f"{{{new}}}/{{{pairs.n}}} vs {{{old}}}/{{{pairs.n}}}: {{{signed(tango.estimate)}}} points "
         f"(95% Tango {points(tango)}), for {{items like these}}; {{{only_new}}} flips for, {{{only_old}}} against, "
         f"mid-p {{{p:.3f}}}; {{0}} missing."),
        ("other items", f"{{42}}/{{50}} vs {{40}}/{{50}}: {{{signed(apart.estimate)}}} points (95% Newcombe "
         f"{points(apart)}), for {{items like these}}; {{0}} missing."),
    ]  # fmt: skip


def to_carry_home(series):
    """{chapter: the bold sentence of its takeaways, and all that follows it}, in the order of the chapters."""
    return {c.number: " ".join(c.take_away.split()) for c in series.chapters.values() if c.take_away}


def cited(series):
    """How to cite this, in a line, from CITATION.cff."""
    cff = yaml.safe_load(series.read("CITATION.cff"))
    name, year = cff["authors"][0]["name"], str(cff["date-released"])[:4]
    return f"{name} ({year}). {cff['title']}. CC BY 4.0, MIT."


# --- The page

WIDEST = 42  # letters of a line of code on a screen of 390 pixels


def parts():
    """[(question, its rows)], in the order of the table."""
    return [(part, list(rows)) for part, rows in groupby(ROWS, key=lambda row: row.part)]


def files(series):
    """{"poster-a4.pdf": bytes, "poster-a3.pdf": …, "poster.svg": …}; a `typst.TypstError` says what does not fit."""
    shown = {
        "title": TITLE, "covers": COVERS, "author": "Give or Take", "rules": RULES, "groups": GROUPS, "key": KEY,
        "colours": dict(ink=INK, blue=BLUE, line=PALE_BLUE, accent=ORANGE),
        "site": os.environ.get("SITE_URL", ""), "parts": [
            {"name": name, "rows": [{**row._asdict(), "chapters": row.chapters} for row in rows]}
            for name, rows in parts()
        ],
        "more": MORE, "names": list(NAMES.items()), "cite": cited(series),
        "foot": f"Calls: the A4 sheet. {cited(series).partition(' (')[0]}, CC BY 4.0",
        "sentences": [(when, re.split(r"[{}]", text)) for when, text in sentences()],
    }  # fmt: skip
    compiler = typst.Compiler(font_paths=[Path(matplotlib.get_data_path(), "fonts", "ttf")], ignore_system_fonts=True)
    made = {}
    for name, scale in (("poster-a4.pdf", 1), ("poster-a3.pdf", 2**0.5), ("poster.svg", 1)):
        overleaf = "Calls overleaf" if name == "poster-a4.pdf" else ""  # it alone has a back
        inputs = {"data": json.dumps({**shown, "scale": scale, "overleaf": overleaf})}
        source = Path(__file__).with_suffix(".typ")
        pages = compiler.compile(str(source), format=name.split(".")[1], sys_inputs=inputs)
        made[name] = pages[0] if isinstance(pages, list) else pages
    return made


def unrolled(source, node, indent=0, room=WIDEST):
    """The source of a call, broken at its arguments where it is too wide for a narrow screen."""
    code = " ".join(ast.get_source_segment(source, node).split())
    if not isinstance(node, ast.Call) or indent + len(code) <= room:
        return code
    arguments = [*node.args, *node.keywords]
    if not arguments:  # .interval() of a call
        method = f".{node.func.attr}()"
        return unrolled(source, node.func.value, indent, room - len(method)) + method
    name, pad = ast.unparse(node.func), " " * (indent + 4)
    if len(arguments) == 1:
        return f"{name}({unrolled(source, arguments[0], indent, room - len(name) - 2)})"
    broken = [unrolled(source, one, indent + 4) for one in arguments]
    inside = ", ".join(broken) if len(pad + ", ".join(broken)) <= WIDEST else f",\n{pad}".join(broken) + ","
    return f"{name}(\n{pad}{inside}\n{' ' * indent})"


def narrow(call):
    """A call for a narrow screen: each comment on a line of its own, each statement unrolled."""
    lines, printed, done, source = [], call.split("\n"), 0, re.sub("  # .*", "", call)
    for node in ast.parse(call).body:
        notes = [line.partition("# ")[2] for line in printed[done : node.end_lineno] if "# " in line]
        code = unrolled(source, node.value) if isinstance(node, ast.Expr) else ast.unparse(node)
        lines += [*(f"# {note}" for note in notes), *code.split("\n")]
        done = node.end_lineno
    return [*lines, *printed[done:]]


def page(series):
    """What the site's page shows below its first words: the picture, the PDFs, the tables, the sentences."""
    paper = "To print: [PDF, A4](poster-a4.pdf) with the calls on the back, or [PDF, A3](poster-a3.pdf) for a wall."
    alt = ALT + " ".join(RULES).replace("*", "")
    lines = [":::{figure} poster.svg", ":target: _images/poster.svg", f":alt: {json.dumps(alt, ensure_ascii=False)}"]
    lines += ["", paper, ":::", ""]
    lines += [f"**{GROUPS}** Then take what is said of groups: it stands for groups like these.", ""]
    lines += [f"**{MORE[0]}** {MORE[1]}.", "", KEY.replace("~", " ").replace("*", "**") + ".", ""]
    lines += ['The calls are Python: `pip install "./give-or-take[report]"` beside its folder, and:', ""]
    lines += ["```python", "from give_or_take import *", "```", ""]
    for name, rows in parts():
        lines += [f"## {name}", ""]
        for row in rows:
            chapters = ", ".join(series.link(number, f"Chapter {number}") for number in row.chapters)
            said = row.report and f": {row.report}" + (row.in_groups and f"; in groups {row.in_groups}")
            lines += [row.case + said.replace("*", "**")]
            lines += [f": It stands for: {row.stands_for}. *{row.caution}* {chapters}.", ""]
            lines += ["  ```python", *("  " + line for line in narrow(row.call)), "  ```", ""]
    lines += ["## What the names mean", "", *(f"- `{name}`: {words}" for name, words in NAMES.items()), ""]
    lines += ["## Then say it so", ""]
    lines += [f"- {when}: {re.sub(r'[{}]', '', text)}" for when, text in sentences()]
    lines += ["", "## To carry home", ""]
    titles = {c.number: c.title for c in series.chapters.values()}
    lines += [f"- {series.link(n, titles[n])}: {text}" for n, text in to_carry_home(series).items()]
    return "\n".join([*lines, ""])


def main():
    (ROOT / "build").mkdir(exist_ok=True)
    try:
        made = files(Series.open())
    except typst.TypstError as error:
        return str(error).removeprefix("assertion failed: ")
    for name, data in made.items():
        (ROOT / "build" / name).write_bytes(data)
        print(f"build/{name}: {len(data) / 1000:,.0f} kB")


if __name__ == "__main__":
    sys.exit(main())
