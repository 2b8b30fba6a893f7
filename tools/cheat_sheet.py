"""The cheat sheet: from a question to what to write down, on one page and on the site. ROWS is the one table of it.

    make cheat-sheet                build/cheat-sheet.svg and .pdf, one A4 page, landscape
    python -m tools.cheat_sheet     the same

A chapter comes onto the sheet by its rows, and by the bold sentence of its takeaways, which is read from its notebook.
tests/test_cheat_sheet.py runs every call as it is printed. The page is drawn in points, from the top left corner; the
same table gives the same bytes. `draw` lists what does not fit, and the command then fails: make room on a full page,
do not make it smaller. `draw`, `files` and `page` are for the site, which shows the sheet as it is.
"""

import json
import re
import sys
from functools import cache
from io import BytesIO
from itertools import groupby
from typing import NamedTuple

import yaml

from give_or_take import __version__
from give_or_take.classroom.figures import BLUE, GREY, GRID, INK, ORANGE, PALE_BLUE, SHADE, STYLE
from tools.notebook import ROOT, Series

TITLE = "Give or Take, on one page"
ALT = (
    "Decision chart in four parts: one system, two systems, a plan, one total. Each starts with a question and ends, "
    "row by row, with what the number stands for, which interval or test to report, the helper to call, the chapter "
    "and a caution. Below: sentences to publish, and a sentence to carry home from each chapter. The tables below "
    "this picture say the same."
)
ESTIMANDS = (
    "*First say what the number stands for.* *This list:* all its items were run, so no luck of the draw, but runs "
    "still differ. *Items like these:* the list is a sample; the intervals below are about this. *Future traffic:* the "
    "same, weighted as traffic is; no interval covers how it will change."
)


# --- The table


class Row(NamedTuple):
    """One way through the chart."""

    part: str  # what you have, with the question to ask first
    step: str  # the answer; a second question, if there is one, after a "|"
    case: str  # the answer to that
    stands_for: str  # the estimand
    report: str  # what to write down
    call: str  # Python that runs after `example()`
    chapter: int
    caution: str  # five words at most


ONE, TWO = "One system|How are its items scored?", "Two systems|The same items for both?"
PLAN, TOTAL = "A plan|What must the run show?", "One total|What may it hide?"
ROWS = [
    Row(ONE, "right or wrong|Anything odd?", "no", "rate on items like these", "95% Wilson interval",
        "wilson_interval(84, 100)", 3, "Give numerator and denominator, too."),
    Row(ONE, "right or wrong|Anything odd?", "all right, or none", "worst rate that still fits",
        "Wilson's end, or 3/n (one-sided)", "rule_of_three(20)", 3, "20 clean items allow 15%."),
    Row(ONE, "right or wrong|Anything odd?", "mix unlike traffic", "rate on future traffic, with its mix",
        "standardised rate, its mix named", "standardised_rate(k_a, n_a, weights=mix)", 6,
        "No interval covers later drift."),
    Row(ONE, "in points", "", "mean on items like these", "mean ± 1.96 s/√n", "standard_error_of_mean(points)", 2,
        "Not the points' own spread."),
    Row(ONE, "in groups, or runs", "", "rate, with groups like these", "95% Wilson at the effective n",
        "clustered_wilson_interval(scores, groups)", 8, "Few groups: trust it less."),
    Row(TWO, "yes|How scored?", "right or wrong", "difference on items like these",
        "95% Tango interval, McNemar's mid-p, flips both ways",
        "pairs = pair_items(new, old)\ntango_interval(pairs)\nmcnemar_test(pairs)", 5,
        "Join by id; count missing."),
    Row(TWO, "yes|How scored?", "in points", "mean gain on items like these", "mean gain of an item, ± 1.96 s/√n",
        "standard_error_of_mean(gains)", 2, "Never as two separate bars."),
    Row(TWO, "yes|How scored?", "in groups", "difference, with groups like these",
        "95% Tango at the effective n", "clustered_tango_interval(gains, groups)", 8, "Groups can turn a verdict."),
    Row(TWO, "no|What else differs?", "nothing", "difference on items like these",
        "95% Newcombe interval, pooled z-test", "newcombe_interval(42, 50, 40, 50)\npooled_z_test(42, 50, 40, 50)", 4,
        "Overlapping bars decide nothing."),
    Row(TWO, "no|What else differs?", "the mix of kinds", "difference with one mix for both",
        "95% stratified Newcombe, mix named",
        "standardised_difference(\n    k_a, n_a, k_b, n_b, weights=mix)", 6, "Other weights, other answer."),
    Row(TWO, "no|What else differs?", "points, or groups", "difference of two means",
        "difference ± 1.96 √(SE² + SE²)", "standard_error_of_difference(0.03, 0.04)", 2,
        "Independent runs only, never pairs."),
    Row(PLAN, "a rate", "", "rate on items like these", "items for give or take one point",
        "items_for_half_width(0.95, 0.01)", 3, "In groups, it takes more."),
    Row(PLAN, "a difference|On which items?", "each its own", "smallest rise or fall that is found",
        "items each; or what n can see", "plan_two_runs(0.80, 0.84)\ndetectable_change(0.84, 100)", 4,
        "Say power, direction and design."),
    Row(PLAN, "a difference|On which items?", "the same", "smallest difference that is found",
        "items to share, by the share of flips",
        "items_for_paired(0.06, 0.04)\nminimum_detectable_paired_effect(100, 0.12)", 5, "Fear more flips, not fewer."),
    Row(PLAN, "no loss", "", "difference, against a margin", "lower 95% end above −margin",
        "non_inferior(interval, margin=0.01)\nitems_for_non_inferiority(0.9, 0.9, 0.01)", 4,
        "Fix the margin before looking."),
    Row(PLAN, "no difference", "", "difference, against a margin", "90% interval inside ± margin",
        "equivalent(interval_90, margin=0.01)", 4, "Not significant is not equal."),
    Row(TOTAL, "weak kinds", "", "rate on each kind of item", "Wilson each; Holm's p against the rest",
        "slice_table(scores, kinds)", 6, "Fix kinds before you look."),
    Row(TOTAL, "another mix", "", "change by rates, change by mix", "both parts; kind by kind before totals",
        "kitagawa(k_a, n_a, k_b, n_b)\nsimpson_check(k_a, n_a, k_b, n_b)", 6, "Report both orders of change."),
    Row(TOTAL, "leaked items|Fresh ones at hand?", "yes", "gap, public minus fresh", "95% interval, crude and one mix",
        "fresh_gap(k_a, n_a, k_b, n_b)\nleaked_share(0.64, 0.60)", 6, "Leak, difficulty or selection?"),
    Row(TOTAL, "leaked items|Fresh ones at hand?", "no", "leak that would be found",
        "how many fresh ones to ask for", "fresh_items(0.60, 0.10, n_public=10_000)\nngram_overlap(text, corpus)", 6,
        "Overlap is blind to paraphrase."),
]  # fmt: skip


def example():
    """The names that the calls use: a small example of each."""
    import give_or_take

    ids = [f"q{i}" for i in range(8)]
    old, new = (dict(zip(ids, map(int, results), strict=True)) for results in ("11010110", "11110111"))
    return {
        **{name: getattr(give_or_take, name) for name in give_or_take.__all__},
        "scores": [1, 1, 0, 1, 0, 1, 1, 0], "points": [2, 4, 4, 6, 3, 5, 4, 4], "gains": [1, 0, 0, 1, -1, 1, 0, 1],
        "groups": list("aabbccdd"), "kinds": ["easy"] * 5 + ["hard"] * 3, "new": new, "old": old,
        "k_a": [92, 30], "n_a": [100, 50], "k_b": [45, 80], "n_b": [50, 150], "mix": [0.5, 0.5],
        "interval": give_or_take.tango_interval(82, 10, 2, 6),
        "interval_90": give_or_take.newcombe_interval(42, 50, 40, 50, level=0.90),
        "text": "A train leaves at noon and travels 60 miles an hour. How far has it gone by three?",
        "corpus": ["Q: a train leaves at noon and travels 60 miles an hour; how far has it gone by two?"],
    }  # fmt: skip


NAMES = (
    "In the calls, `k_a` of `n_a` and `k_b` of `n_b` are right, one number for each kind; `mix`: the weights of "
    "the kinds; `new`, `old`: results by item id; `gains`: new minus old, item by item; `interval`: of the difference."
)


def sentences():
    """[(when, the sentence to publish)], each number that is yours between braces; the numbers are computed."""
    import give_or_take as h

    one, apart, pairs = h.wilson_interval(84, 100), h.newcombe_interval(42, 50, 40, 50), h.Pairs(82, 10, 2, 6)
    tango, p = h.tango_interval(*pairs.table), h.mcnemar_test(*pairs.table[1:3]).p_value
    desk = h.answer_desk()
    counts = desk.groupby(["source", "topic"])["new"].agg(["sum", "count"])
    gap = h.fresh_gap(*(counts.loc[source][what] for source in ("public", "fresh") for what in ("sum", "count")))
    right, size = (desk.groupby("source")["new"].agg(what) for what in ("sum", "count"))

    def rates(x):
        return f"{{{100 * x.low:.1f}%}} to {{{100 * x.high:.1f}%}}"

    def points(x):
        return f"{{{100 * x.low:+.1f}}} to {{{100 * x.high:+.1f}}}"

    return [
        ("one rate", f"{{84}}/{{100}} = {{{one.estimate:.1%}}} (95% Wilson {rates(one)}), for {{questions like "
         "these}, one run."),
        ("same items", f"{{{pairs.n}}} items: {{{100 * tango.estimate:+.1f}}} points (95% Tango "
         f"{points(tango)}); {{10}} flips for, {{2}} against, mid-p p = {{{p:.3f}}}; {{0}} missing."),
        ("other items", f"{{42}}/{{50}} against {{40}}/{{50}}: {{{100 * apart.estimate:+.1f}}} points (95% Newcombe "
         f"{points(apart)}). Neither shown nor ruled out."),
        ("plan", f"{{{h.items_for_power(0.80, 0.84):,}}} items each find {{80%}} to {{84%}} four times in five "
         "(two-sided test at 0.05, independent runs)."),
        ("gap", f"Public {{{right['public']}/{size['public']}}} minus fresh {{{right['fresh']}/{size['fresh']}}}: "
         f"{{{100 * gap.crude.estimate:+.1f}}} points ({points(gap.crude)}); with one mix of {{topics}} "
         f"{{{100 * gap.standardised.estimate:+.1f}}} ({points(gap.standardised)})."),
    ]  # fmt: skip


LONGEST = 90  # characters of what is to carry home from a chapter


def to_carry_home(series):
    """{chapter: the bold sentence of its takeaways, and what follows it as far as it is short}."""
    return {c.number: shortened(c.take_away) for c in series.chapters.values() if c.take_away and c.core}


def shortened(text):
    """The first sentence of `text`, and the next ones that fit into LONGEST characters."""
    first, *more = re.split(r"(?<=[.:?!]) +(?=[A-Z0-9“\"])", " ".join(text.split()))
    for sentence in more:
        if len(f"{first} {sentence}") > LONGEST:
            break
        first += f" {sentence}"
    return re.sub(r"[:]?$", "", first) + ("" if first[-1] in ".!?" else ".")


def cited(series):
    """How to cite this, in a line, from CITATION.cff."""
    cff = yaml.safe_load(series.read("CITATION.cff"))
    name, year = cff["authors"][0]["name"], str(cff["date-released"])[:4]
    return f"To cite: {name} ({year}). {cff['title']}. Version {__version__}. Text and figures CC BY 4.0, code MIT."


# --- The page


WIDE, HIGH, EDGE = 841.89, 595.28, 20  # A4 in points
SIZE, LEAD = 8, 9  # the smallest words, and from line to line
# Left ends of the columns, from the part to the chapter; what stands in one ends GAP before the next.
PART_X, STEP_X, CASE_X, FOR_X, REPORT_X, CALL_X, CHAPTER_X = 20, 110, 202, 288, 411, 597, 815
GAP = 8
FONTS = {"": {}, "*": {"weight": "bold"}, "/": {"style": "italic"}, "`": {"family": "DejaVu Sans Mono"}}


@cache
def _width(text, style="", size=SIZE):
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(**{"family": "DejaVu Sans", **FONTS[style]}, size=size)
    return text_to_path.get_text_width_height_descent(text, font, False)[0]


class Sheet:
    """One page, written on from the top left corner; `y` grows downwards and is the base of a line."""

    def __init__(self):
        from matplotlib import rc_context
        from matplotlib.figure import Figure

        with rc_context({**STYLE, "svg.fonttype": "path"}):
            self.figure = Figure(figsize=(WIDE / 72, HIGH / 72))
            self.axes = self.figure.add_axes((0, 0, 1, 1), xlim=(0, WIDE), ylim=(HIGH, 0))
        self.axes.set_axis_off()
        self.problems = []  # what does not fit

    def write(self, x, y, text, style="", size=SIZE, color=INK, ha="left"):
        """One line."""
        self.axes.text(x, y, text, fontsize=size, color=color, ha=ha, va="baseline", parse_math=False,
                       **{"family": "DejaVu Sans", **FONTS[style]})  # fmt: skip

    def wrapped(self, text, style, width, size=SIZE):
        """`text` in lines of at most `width` points; a line end in it stays, and no word is broken."""
        lines = []
        for line in text.split("\n"):
            words = line.split(" ")
            lines.append(words[0])
            for word in words[1:]:
                if _width(longer := f"{lines[-1]} {word}", style, size) <= width:
                    lines[-1] = longer
                else:
                    lines.append(word)
        for line in lines:
            if (wide := _width(line, style, size)) > width:
                self.problems.append(f"no room for {line!r}: {wide:.0f} points wide instead of {width:.0f}")
        return lines

    def box(self, x, y, wide, high, color, edge="none", round=2.5):
        from matplotlib.patches import FancyBboxPatch

        style = f"round,pad=0,rounding_size={round}"
        self.axes.add_patch(FancyBboxPatch((x, y), wide, high, style, facecolor=color, edgecolor=edge, linewidth=0.8))

    def line(self, x, y, color=GREY, width=0.9):
        self.axes.plot(x, y, color=color, linewidth=width, solid_capstyle="round", solid_joinstyle="round")

    def branch(self, x, y, to_x, to_ys):
        """Lines from a node to the nodes right of it, with an elbow."""
        middle = to_x - 7
        self.line([x, middle], [y, y])
        for to_y in to_ys:
            self.line([middle, middle, to_x], [y, to_y, to_y])

    def flow(self, x, y, text, width, lead=LEAD):
        """Running text, *bold* between stars and a slot between braces; returns the base of the line after it."""
        start, space = x, _width(" ")
        for bold, piece in ((bool(i % 2), piece) for i, piece in enumerate(text.split("*"))):
            for glued in re.findall(r"(?:\{[^}]*\}|[^\s{}])+", piece):
                bits = [(slot or plain, bool(slot)) for slot, plain in re.findall(r"\{([^}]*)\}|([^{}]+)", glued)]
                style = "*" if bold else ""
                wide = sum(_width(bit, style) + 2 * slot for bit, slot in bits)
                if x > start and x + wide > start + width:
                    x, y = start, y + lead
                for bit, slot in bits:
                    if slot:
                        self.box(x, y - 7, _width(bit, style) + 2, 8.9, PALE_BLUE, round=1.5)
                    self.write(x + slot, y, bit, style)
                    x += _width(bit, style) + 2 * slot
                x += space
        return y + lead


def _lines(sheet, row):
    """What stands in the columns of a row, in lines: estimand, report, caution, call."""
    return (
        sheet.wrapped(row.stands_for, "", REPORT_X - FOR_X - GAP),
        sheet.wrapped(row.report, "*", CALL_X - REPORT_X - GAP),
        sheet.wrapped(row.caution, "/", CALL_X - REPORT_X - GAP - 10),
        sheet.wrapped(row.call, "`", CHAPTER_X - CALL_X - 5),
    )


def _node(sheet, x, top, bottom, text, width):
    """A node of the tree around the middle of its rows: the answer in bold, the next question below it."""
    answer, _, question = text.partition("|")
    lines = [(line, "*") for line in sheet.wrapped(answer, "*", width - 8)]
    lines += [(line, "") for line in sheet.wrapped(question, "", width - 8) if line]
    high = len(lines) * LEAD + 4.5
    y = (top + bottom - high) / 2
    sheet.box(x, y, width, high, SHADE)
    for i, (line, style) in enumerate(lines, 1):
        sheet.write(x + 4, y + i * LEAD, line, style)


def _chart(sheet, top, rows):
    """The tree and its rows, from `top` on; returns where it ends."""
    step_wide, part_wide = CASE_X - STEP_X - 15, STEP_X - PART_X - 14
    lines = [_lines(sheet, row) for row in rows]
    ys = [top]
    for row, (stands_for, report, caution, call), after in zip(rows, lines, [*rows[1:], None], strict=True):
        count = max(len(stands_for), len(report) + len(caution), len(call))
        ys.append(ys[-1] + count * LEAD + 1.6 + (3.5 if after and after.part != row.part else 0))
    tops, bottoms = ys[:-1], [*ys[1:]]
    for i, row in enumerate(rows[:-1]):
        if rows[i + 1].part != row.part:
            bottoms[i] -= 3.5

    def middle(first, last):
        return (tops[first] + bottoms[last]) / 2

    for part, members in groupby(range(len(rows)), key=lambda i: rows[i].part):
        members = list(members)
        first, last = members[0], members[-1]
        name, _, question = part.partition("|")
        sheet.box(PART_X, tops[first] + 1, part_wide, bottoms[last] - tops[first] - 3, BLUE, round=4)
        words = [(line, "*", 10.5) for line in sheet.wrapped(name, "*", part_wide - 10, 10.5)]
        words += [(line, "", SIZE) for line in sheet.wrapped(question, "", part_wide - 10)]
        y = middle(first, last) - (len(words) * LEAD + 3) / 2
        for line, style, size in words:
            y += LEAD + (1.5 if size > SIZE else 0)
            sheet.write(PART_X + 6, y, line, style, size, "white")
            y += 2 if size > SIZE else 0
        nodes = []
        for step, of_step in groupby(members, key=lambda i: rows[i].step):
            of_step = list(of_step)
            centre = middle(of_step[0], of_step[-1])
            nodes.append(centre)
            _node(sheet, STEP_X, tops[of_step[0]], bottoms[of_step[-1]], step, step_wide)
            if rows[of_step[0]].case:
                sheet.branch(STEP_X + step_wide, centre, CASE_X, [middle(i, i) for i in of_step])
            else:
                sheet.line([STEP_X + step_wide, FOR_X - 9], [centre, centre])
        sheet.branch(PART_X + part_wide, middle(first, last), STEP_X, nodes)
        if last + 1 < len(rows):
            sheet.line([STEP_X, WIDE - EDGE], [bottoms[last] + 0.6] * 2, GREY, 0.8)
    for i, (row, (stands_for, report, caution, call)) in enumerate(zip(rows, lines, strict=True)):
        centre = middle(i, i)
        if i and rows[i - 1].part == row.part:
            sheet.line([FOR_X, WIDE - EDGE], [tops[i] - 0.4] * 2, GRID, 0.7)
        if row.case:
            case = sheet.wrapped(row.case, "", FOR_X - CASE_X - 13)
            _column(sheet, CASE_X + 3, centre, [(line, "") for line in case])
            wide = max(_width(line) for line in case)
            sheet.line([CASE_X + 6 + wide, FOR_X - 9], [centre, centre])
        sheet.axes.plot(FOR_X - 8, centre, ">", color=GREY, markersize=4)
        _column(sheet, FOR_X, centre, [(line, "") for line in stands_for])
        y = _column(sheet, REPORT_X, centre, [(line, "*") for line in report] + [(line, "/") for line in caution], 10)
        sheet.axes.plot(REPORT_X + 3, y - (len(caution) - 1) * LEAD - 2.7, "^", color=ORANGE, markersize=4.5)
        _column(sheet, CALL_X, centre, [(line, "`") for line in call], color=BLUE)
        sheet.write(CHAPTER_X, centre + 2.9, f"{row.chapter}", "*", ha="left")
    return ys[-1]


def _column(sheet, x, centre, lines, indent=0, color=INK):
    """Lines around the middle of a row, italics indented; returns the base of the last."""
    y = centre - len(lines) * LEAD / 2 - 2.2
    for line, style in lines:
        y += LEAD
        sheet.write(x + (indent if style == "/" else 0), y, line, style, color=color)
    return y


def draw(series):
    """The page as a Matplotlib figure, and what does not fit on it."""
    sheet = Sheet()
    sheet.write(EDGE, 31, TITLE, "*", 17)
    sheet.write(EDGE, 44, "Start left, answer, follow the line; write down what stands right.")
    x = FOR_X + 6
    sheet.box(x - 6, 14, WIDE - EDGE - x + 6, 33, SHADE)
    sheet.flow(x, 24, ESTIMANDS, WIDE - EDGE - x - 4)
    for x, words in ((FOR_X, "it stands for"), (REPORT_X, "write down"), (CALL_X, "from give_or_take import …"),
                     (CHAPTER_X - 7, "ch.")):  # fmt: skip
        sheet.write(x, 57, words, "*", color=GREY)
    low = right = _chart(sheet, 60, ROWS) + 13

    half = 460
    sheet.write(EDGE, low, "Then say it so", "*", 10)
    sheet.write(half, right, "To carry home", "*", 10)
    for when, text in sentences():
        low = sheet.flow(EDGE, low + 3 + LEAD, f"*{when}:* {text}", half - EDGE - 10) - LEAD
    for chapter, text in to_carry_home(series).items():
        right = sheet.flow(half, right + 1 + LEAD, f"*{chapter}:* {text}", WIDE - EDGE - half) - LEAD
    if (long := max(low, right) - HIGH + 19) > 0:
        sheet.problems.append(f"the sheet is {long:.0f} points too long; shorten rows or drop one")
    sheet.write(EDGE, HIGH - 9, cited(series), color=GREY)
    return sheet.figure, sheet.problems


def files(figure):
    """The page as {"cheat-sheet.svg": bytes, "cheat-sheet.pdf": bytes}; the same bytes every time."""
    from matplotlib import rc_context

    made = {}
    for kind, metadata in (("svg", {"Date": None}), ("pdf", {"CreationDate": None, "Title": TITLE})):
        with rc_context({"svg.fonttype": "path", "svg.hashsalt": STYLE["svg.hashsalt"], "pdf.fonttype": 42}):
            buffer = BytesIO()
            figure.savefig(buffer, format=kind, metadata=metadata)
        made[f"cheat-sheet.{kind}"] = buffer.getvalue()
    return made


def page(series):
    """What the site's page shows below its first words: the picture, the PDF, the table, the sentences."""
    caption = "The whole sheet. [As a PDF, to be printed on one page of A4](cheat-sheet.pdf)."
    lines = [":::{figure} cheat-sheet.svg", f":alt: {json.dumps(ALT)}", "", caption, ":::", ""]
    for part, rows in groupby(ROWS, key=lambda row: row.part):
        name, _, question = part.partition("|")
        lines += [f"## {name}", "", "::::{container} wide", ""]
        lines += [
            f"| {question} | it stands for | write down | call | chapter | take care |",
            "|---|---|---|---|---|---|",
        ]
        for row in rows:
            way = " ".join(filter(None, [row.step.replace("|", ". "), row.case and f"**{row.case}**"]))
            way = way if row.case else f"**{way}**"
            calls = "<br>".join(f"`{call}`" for call in re.sub(r"\n {4}", "", row.call).split("\n"))
            chapter = series.link(row.chapter)
            lines.append(f"| {way} | {row.stands_for} | {row.report} | {calls} | {chapter} | {row.caution} |")
        lines += ["", "::::", ""]
    lines += [NAMES, "", "## Then say it so", ""]
    lines += [f"- {when}: {re.sub(r'[{}]', '', text)}" for when, text in sentences()]
    return "\n".join([*lines, ""])


def main():
    (ROOT / "build").mkdir(exist_ok=True)
    figure, problems = draw(Series.open())
    for name, data in files(figure).items():
        (ROOT / "build" / name).write_bytes(data)
        print(f"build/{name}: {len(data) / 1000:,.0f} kB")
    return "\n".join(problems)  # empty, it ends the command well


if __name__ == "__main__":
    sys.exit(main() or 0)
