"""The pages of book/, written by hand, with what they take from elsewhere; the toolbox; what search finds.

`{{ name }}` in a page is replaced by what PARTS[name] takes from the notebooks, the README or CITATION.cff.
"""

import csv
import math
import re
from pathlib import Path

import numpy as np
import yaml

import give_or_take
from give_or_take import classroom
from give_or_take.intervals import METHODS, average_coverage, lowest_coverage
from tools import names, notebook
from tools.notebook import cut, fill
from tools.room import handout
from tools.site import answers, doors, elsewhere, glossary, home
from tools.studies import bayes_coverage, cluster_coverage, conformance, gate_figures, judge_coverage

# Files of the repository that are pages of the site as they are: {path there: name here}.
TAKEN = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "helpers/give_or_take/data/README.md": "data.md",
}
# Links are rewritten to these, and to the pages that show what is in these.
DOCUMENTS = TAKEN | {"README.md": "index.md", "CITATION.cff": "cite.md", "LICENSE": "licence.md"}
CSV = re.compile(r"^\| `(\w+\.csv)`", re.MULTILINE)  # a row of the data page
IN_WORDS = {number: word for word, number in notebook.SMALL.items()}

# Words by which people look for pages that need not contain them, by how the pages' names begin.
SOUGHT_AS = {
    "01-": ["cherry picking", "regression to the mean", "best of many", "overfitting"],
    "cheat-sheet": ["decision chart"],
    "calculator": [
        "calculator", "calculate", "sample size", "how many questions", "how many items", "how big an eval",
    ],
    "data": ["data", "datasets", "dataset download", "download data"],
    "run": ["jupyter", "result file", "csv"],
    "take-home": ["take-home project", "homework", "rubric"],
    "teach/index": ["slides"],
    "04-": ["p-value", "statistically significant", "false positive", "type I error", "A/B test", "AB test"],
    "05-": ["same items", "same questions", "paired test", "variance reduction"],
    "06-": ["leakage", "data leakage", "train test overlap"],
    "07-": ["F1 score", "precision and recall"],
    "08-": ["pass@k", "flaky", "nondeterminism", "temperature"],
    "09-": ["LLM judge", "LLM as a judge", "LLM-as-a-judge", "human labels", "judge bias", "grader"],
    "10-": [
        "which prompt is best", "which of twenty prompts is best", "which model is best", "best prompt", "best of n",
        "twenty prompts", "many prompts", "leaderboard", "peeking", "early stopping", "e-value",
    ],
    "13-": ["check a paper", "rounding error", "reproduce a number"],
}
# Other words for a term of the glossary, which no chapter uses.
OTHER_WORDS = {
    "Holm's rule": ["Bonferroni", "multiple comparisons"],
    "confidence level": ["95%"],
    "interval": ["CI", "confidence interval"],
    "margin of error": ["error bar"],
    "kappa": ["Cohen's kappa", "inter-rater agreement"],
    "minimum detectable effect": ["MDE"],
    "p-value": ["p value", "null hypothesis"],
    "partial pooling": ["shrinkage"],
    "pooled": ["z-test"],
    "posterior": ["credible interval"],
    "practically the same": ["ROPE"],
    "sampling wobble": ["noise"],
    "standard error": ["stderr", "SEM"],
    "Student's t": ["t-test", "few-item", "few-cluster", "stretched t"],
}


def pages(series):
    """The pages written by hand, those taken as they are, and the toolbox, as {name: text}."""
    found = {}
    for document, name in TAKEN.items():
        found[name] = rewrite_links(series.read(document), Path(document).parent.as_posix())
    found["data.md"] = CSV.sub(r'| <a href="downloads/data/\1" download><code>\1</code></a>', found["data.md"])
    for path in sorted((series.root / "book").glob("*.md")):
        found[path.name] = fill(path.read_text(encoding="utf-8"), lambda name: PARTS[name](series))
    found["glossary.md"] = findable(glossary.page(found["glossary.md"], series))
    found["formulas.md"] = formulas(found["formulas.md"], series)
    for module, offered in names.modules().items():
        found[f"api/{module.removeprefix('give_or_take.')}.md"] = module_page(module, offered)
    return found


def rewrite_links(text, folder=""):
    """Links of a document of the repository, made to lead to pages of the site."""

    def place(match):
        bang, label, target = match.groups()
        path, _, fragment = target.partition("#")
        path = (Path(folder) / path).as_posix() if path and "://" not in path else path
        path = DOCUMENTS.get(path, path.removeprefix("notebooks/").removeprefix("book/"))
        return f"{bang}[{label}]({path}{'#' if fragment else ''}{fragment})"

    return notebook.LINK.sub(place, text)


# --- Parts of pages


def readme_section(heading):
    """A section of the README, without what stands there between `<!-- lab -->` and `<!-- /lab -->`."""

    def there(series):
        text = rewrite_links(cut(section(series.read("README.md"), heading), "lab"))
        written = {chapter.path.name for chapter in series.chapters.values()}  # of others a name without a link
        return re.sub(r"\[([^\]]+)\]\((\d\d-[\w-]+\.ipynb)\)", lambda x: x[0] if x[2] in written else x[1], text)

    return there


def card(text):
    """A part of the README; the line that is nothing but a link stands apart, as what one does next."""
    return lambda series: re.sub(r"(?m)^(\[[^\]]*\]\([^)]*\))\. *$", r"\n{.go}\n\1", text(series))


def practitioners(part):
    """Of the README's section for practitioners what stands before its table, the table, or what follows it."""
    there = readme_section("For practitioners")
    return lambda series: re.split(r"(?m)((?:^\|.*\n)+)", there(series))[part].strip()


def install(series):
    """What installs the command and reads the first files, as the page on that has it."""
    return re.search(r"(?ms)^```sh\n.*?^```", series.read("book/run.md"))[0]


def questions(series):
    """The questions of practitioners: the first four, and the others, opened by who wants them."""
    head, line, *rows = practitioners(1)(series).splitlines()
    first, others = ("\n".join([head, line, *some]) for some in (rows[:4], rows[4:]))
    summary = f"{number_in_words(len(rows) - 4).capitalize()} more: a judge model, twenty prompts, F1"
    return f'{first}\n\n<details class="fold">\n<summary>{summary}</summary>\n\n{others}\n\n</details>'


def number_in_words(number):
    """A number as a sentence has it."""
    return IN_WORDS.get(number, f"{number}")


def intro(series):
    """What this is and for whom: the README's first sentence, with the number of the chapters."""
    first = re.search(r"\*\*(.*?)\*\*", series.read("README.md"))[1]
    return first.replace("a free course", f"a free course in {number_in_words(len(series.chapters))} chapters")


def section(text, heading):
    """What stands under a `##` heading of a document, without the heading; nothing if there is no such heading."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def chapter_link(number):
    """What gives a link to a chapter, or its number alone if it is not there yet."""
    return lambda series: series.link(number, f"chapter {number}")


def toolbox(series):
    """The table of the modules, with each public name linked to its description, and their order for the side bar."""
    rows, order = ["| module | holds | names | chapter |", "|---|---|---|---|"], []
    for module, offered in names.modules().items():
        short, number = module.removeprefix("give_or_take."), names.chapter(module)
        listed = link_helpers(", ".join(f"`{name}`" for name in offered))
        where = series.link(number) if number else ""
        rows.append(f"| [`{short}`](api/{short}.md) | {names.summary(module)} | {listed} | {where} |")
        order.append(f"api/{short}")
    return "\n".join([*rows, "", "```{toctree}", ":hidden:", "", *order, "```"])


def citation(series):
    """How to cite this, from CITATION.cff: a line of text and a BibTeX entry."""
    cff = yaml.safe_load(series.read("CITATION.cff"))
    authors = " and ".join(author["name"] for author in cff["authors"])
    year = str(cff["date-released"])[:4]
    return (
        f"> {authors} ({year}). *{cff['title']}*. Version {give_or_take.__version__}.\n\n"
        f"```bibtex\n@software{{give_or_take,\n  author  = {{{{{authors}}}}},\n  title   = {{{cff['title']}}},\n"
        f"  year    = {{{year}}},\n  version = {{{give_or_take.__version__}}},\n}}\n```"
    )


def authors(series):
    """Who made this, from CITATION.cff."""
    names = [author["name"] for author in yaml.safe_load(series.read("CITATION.cff"))["authors"]]
    return " and ".join(names).replace("The ", "the ", 1)


def in_the_repository(series):
    """Where a mistake is reported, with a link if the repository's address is known."""
    repository = elsewhere.address(series.read("README.md"))
    return f"in [the repository](https://github.com/{repository}/issues)" if repository else "in the repository"


def report_example(series):
    """The worked example of a report, each heading one level lower."""
    return re.sub(r"^#", "##", series.read("book/_static/report-example.md"), flags=re.MULTILINE)


def take_home(series):
    """The paragraph about the answer desk, as the solution of chapter 12's last exercise prints it."""
    cells = series.chapters["12"].solutions("12.5") if "12" in series.chapters else []
    printed = "".join(map(notebook.printed, cells)).partition("Right")[0]
    return f"> {' '.join(printed.split())}"


def take_home_field(series):
    """Where a reader's own paragraph is looked through."""
    return answers.alone("12.5", series.chapters["12"]) if "12" in series.chapters else ""


def take_home_apart(series):
    """What the two scores of the answer desk would show if each desk had had questions of its own."""
    low, high = (f"{100 * end:+.1f}".replace("-", "−") for end in give_or_take.newcombe_interval(92, 100, 84, 100))
    return f"If each had 100 questions of its own, the gain may be anything from {low} to {high} points."


def coverage(study, column):
    """A table of tools/studies/cluster_coverage.py."""
    return lambda series: cluster_coverage.table(study, column)


def rate_methods(series):
    """The seven intervals for a rate, in percent: for 20 of 20, and what they cover with 20 and with 100 items."""
    rows = [
        "| method | interval for 20 of 20 | lowest, 20 items | average | lowest, 100 items | average |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for name, method in METHODS.items():
        low, high = method.ends(np.float64(20), np.float64(20), 0.95)
        found = [f"{100 * share(name, n):.1f}" for n in (20, 100) for share in (lowest_coverage, average_coverage)]
        rows.append(f"| {method.name} | {100 * low:.1f} to {100 * high:.1f} | {' | '.join(found)} |")
    return "\n".join(rows)


def both_sides():
    """(a function, the independent program, [(its value, ours)]), from tests/reference."""

    def read(name):
        with (notebook.ROOT / "tests" / "reference" / f"{name}.csv").open(encoding="utf-8") as table:
            return list(csv.DictReader(table))

    def pairs(rows, theirs, given, ours):
        """Of each row the columns of their values beside what ours gives for the columns given."""
        for row in rows:
            found = ours(*(float(row[name]) for name in given.split()))
            yield from zip((float(row[name]) for name in theirs.split()), found, strict=True)

    def exact(*flips):
        return (give_or_take.mcnemar_test(*flips, "exact").p_value,)

    def power(p1, p2, n, alpha):
        return (give_or_take.power_two_rates(p1, p2, n, alpha=alpha),)

    def clustered(row):
        groups = [group.split() for group in row["scores"].split("|")]
        names = [k for k, group in enumerate(groups) for _ in group]
        return give_or_take.clustered_mean([float(score) for group in groups for score in group], names, "items").se

    single = [row for row in read("single_proportion_intervals") if row["method"] == "wilson"]
    yield "wilson_interval", "R, `prop.test`", [*pairs(single, "lower upper", "k n conf", give_or_take.wilson_interval)]
    paired, four = read("paired_tables"), "a_both b_only1 c_only2 d_neither"
    yield "mcnemar_test", "R, `binom.test`", [*pairs(paired, "binomtest_p", "b_only1 c_only2", exact)]
    tango = [*pairs(paired, "ctpkg_tango_lo ctpkg_tango_hi", four, give_or_take.tango_interval)]
    yield "tango_interval", "R, `contingencytables`", tango
    plans = pairs(read("two_proportion_power"), "power_R_strict", "p1 p2 n alpha", power)
    yield "power_two_rates", "R, `power.prop.test`", [*plans]
    yield "clustered_mean", "mpmath, 60 digits", [(float(row["SE_CR2"]), clustered(row)) for row in read("cluster_cr2")]


def agreement(series):
    """The table of `both_sides`: of each the first value, and the largest difference of all."""
    rows = ["| function | another program | its value | ours | values | differ by |", "|---|---|--:|--:|--:|--:|"]
    for name, program, values in both_sides():
        digits = min(12, math.floor(-math.log10(max(abs(one - other) for one, other in values) or 1e-99)))
        first = " | ".join(f"{value:.10f}" for value in values[0])
        rows.append(f"| `{name}` | {program} | {first} | {len(values)} | < 10<sup>−{digits}</sup> |")
    return link_helpers("\n".join(rows))


def settings(series):
    """In how many settings the studies counted how often an interval holds what is true."""
    tables = sorted((series.root / "book").glob("*.csv"))
    rows = (row for path in tables for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    return f"{sum(bool(row.get('coverage')) for row in rows):,}"


def mistakes(series):
    """How many mistakes of ours stand on the page that says why to trust it."""
    return len(re.findall("(?m)^- ", section(series.read("book/trust.md"), "What went wrong")))


PARTS = {
    "intro": intro,
    "hours": home.hours,
    "wobble": lambda series: home.wobble(home.trials()),
    "start": home.start,
    "doors": doors.doors,
    "chapters_by_question": home.chapters,
    "readers": card(readme_section("For readers")),
    "instructors": card(readme_section("For instructors")),
    "practitioners": lambda series: practitioners(0)(series).split("\n[")[0],
    "install": install,
    "questions": questions,
    "in_python": practitioners(2),
    "citation": citation,
    "agreement": agreement,
    "values": lambda series: f"{sum(len(values) for *_, values in both_sides()):,}",
    "cells": lambda series: f"{sum(1 for chapter in series.chapters.values() for _ in chapter.code):,}",
    "settings": settings,
    "mistakes": lambda series: f"{mistakes(series)}",
    "authors": authors,
    "in_the_repository": in_the_repository,
    "licence": lambda series: series.read("LICENSE"),
    "modules": toolbox,
    "report_example": report_example,
    "take_home": take_home,
    "take_home_apart": take_home_apart,
    "take_home_field": take_home_field,
    "rates_coverage": coverage("rates", "coverage"),
    "rates_average": coverage("rates", "average"),
    "rates_width": coverage("rates", "width"),
    "differences_coverage": coverage("differences", "coverage"),
    "differences_width": coverage("differences", "width"),
    "judges_coverage": lambda series: judge_coverage.table(),
    "posteriors_coverage": lambda series: bayes_coverage.table(),
    "rate_methods": rate_methods,
    "gate_figures": lambda series: gate_figures.table(),
    "edges": lambda series: conformance.page(),
    "edges_libraries": lambda series: conformance.versions(),
    "edges_judged": lambda series: conformance.judged_page(),
    **handout.PARTS,
    **{f"chapter_{number}": chapter_link(number) for number in range(100)},
}


# --- Formulas, and the reference


def link_helpers(text):
    """`text` with each public name of helpers that stands in backticks linked to its description."""
    homes = names.homes()
    return re.sub(r"`(\w+)`", lambda m: f"{{py:obj}}`{m[1]} <{homes[m[1]]}.{m[1]}>`" if m[1] in homes else m[0], text)


def formulas(text, series):
    """The rows of formulas.md with links to chapters and helpers; those of chapters that are not there yet wait."""
    lines = []
    for line in text.splitlines():
        if row := re.fullmatch(r"(\| .* \| .* \|) (\d+) (\| .* \|)", line):
            if row[2].zfill(2) not in series.chapters:
                continue
            line = f"{row[1]} {series.link(row[2])} {row[3]}"
        lines.append(link_helpers(line))
    return "\n".join(lines)


def module_page(module, offered):
    """The reference of one module, from its docstrings."""
    package = names.homes()[offered[0]]
    floor = classroom if package.endswith("classroom") else give_or_take
    lines = [f"# {module.removeprefix('give_or_take.')}", "", "```{eval-rst}", f".. automodule:: {module}", ""]
    lines += [f".. currentmodule:: {package}", ""]
    for name in offered:
        kind = "class" if isinstance(getattr(floor, name), type) else "function"
        lines += [f".. auto{kind}:: {name}", *(["   :members:"] if kind == "class" else []), ""]
    return "\n".join([*lines, "```", ""])


# --- Search


def indexed(text, name):
    """A page with the words of SOUGHT_AS as index entries below its title."""
    words = [f"! {word}" for start, words in SOUGHT_AS.items() if name.startswith(start) for word in words]
    if not words:
        return text
    entry = f"\n```{{index}} {', '.join(words)}\n```\n"
    return re.sub(r"^# .*\n", lambda title: title[0] + entry, text, count=1, flags=re.MULTILINE)


def findable(page):
    """The glossary's page, where search finds a term by OTHER_WORDS for it."""
    for term, words in OTHER_WORDS.items():
        said = ", ".join(f"{{index}}`{word} <! {word}>`" for word in words)
        entry = rf"^({term}\n  .*?)( \*Chapter .*)?$"
        page = re.sub(entry, rf"\1 Also found under {said}.\2", page, flags=re.MULTILINE)
    return page
