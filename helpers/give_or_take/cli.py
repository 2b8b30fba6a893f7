"""The command `give-or-take`: checks the files of an eval, reports on them, plans the next test: chapter 12.

It has no statistics of its own. An option is an argument of `read_results`, `compare` or a plan: the tables below say
which, and `Options` has the words for them in what Python says of an argument. Percentages and points on the command
line are fractions in Python.
"""

from __future__ import annotations

import errno
import os
import re
import shlex
import sys
import time
import traceback
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from give_or_take import checks
from give_or_take.evalfile.record import SENTENCE
from give_or_take.evalfile.want import ALL, MAY_DIFFER, MEAN, NORMALISE, TOGETHER, surely_lower

FINE, WORSE, BAD, CANNOT_TELL, UNEXPECTED, INTERRUPTED = 0, 1, 2, 3, 70, 130
LARGE = 20_000_000  # bytes of all files, from which on there is a progress bar
PATIENCE = 5  # seconds in which to find out what else must be named


class WrongUse(Exception):
    """Options that do not go together: sentences to be shown, and the line to type instead, if there is one."""

    def __init__(self, *sentences, line="", supposed=()):
        super().__init__(*sentences)
        self.line, self.supposed = line, supposed


class Option(NamedTuple):
    """An argument as an option. `kind` is one of those in `_option`, or the words to choose from."""

    flag: str
    kind: str | tuple[str, ...]
    metavar: str
    words: str


READ = {
    "id": Option("--id", "texts", "COLUMN", "Ids of the items; may be repeated; or 'row'."),
    "score": Option("--score", "texts", "COLUMN", "Results: a column, metric, path; may repeat."),
    "systems": Option("--systems", "texts", "A B", "Which systems; columns, one each; or all."),
    "per": Option("--per", "text", "COLUMN", "Divide each score by this count, as errors by words."),
    "where": Option("--where", "texts", "COLUMN=VALUE", "Only rows such as metric=f1, kind!=total. May be repeated."),
    "ignore": Option("--ignore", "texts", "COLUMN", "Read on as if this column were not there. May be repeated."),
    "rows": Option("--rows", "text", "PATH", "Where in JSON the rows are, as data.results; or '*', a list a system."),
    "truth": Option("--truth", "text", "COLUMN", "The right answers, as classes or text; goes with --prediction."),
    "prediction": Option("--prediction", "texts", "COLUMN", "The system's answers. May be repeated: one per system."),
    "winner": Option("--winner", "texts", "COLUMN", "Which of two systems won; may be repeated."),
    "normalise": Option("--normalise", NORMALISE, "", "Differences between a prediction and its truth to ignore."),
    "system": Option("--system", "texts", "COLUMN", "Names of systems; beside --winner two, who stood first, second."),
    "run": Option("--run", "text", "COLUMN", "Which run of the item a row is."),
    "date": Option("--date", "text", "COLUMN", "The dates of the items."),
    "group": Option("--cluster", "text", "COLUMN", "Groups of items that belong together."),
    "by": Option("--by", "texts", "COLUMN", "Slices to compare, and to count alike. May be repeated."),
    "task": Option("--task", "texts", "NAME", "Which task to take; A=B if A is called B elsewhere. May be repeated."),
    "filter": Option("--filter", "text", "NAME", "Which filter of lm-evaluation-harness to take."),
    "values": Option("--value", "texts", "RESULT=WORTH", "What another result is worth: P=0.5, skipped=none, '*=0'."),
    "may_differ": Option("--may-differ", MAY_DIFFER, "", "What may differ under the same id. May be repeated."),
}
ALIKE = {"score": "--systems"}  # what several columns of results are: those of systems, --systems A B, or all
COMPARE = {
    "passing": Option("--passing", "number", "SCORE", "The lowest score that counts as right."),
    "missing": Option("--missing", "missing", "fail|leave-out|SCORE", "What a missing result counts as."),
    "items": Option("--items", "text", "FILE|all", "Ids that all systems were asked, one a line; or all of any file."),
    "runs": Option("--runs", ("together", "mean"), "", "What counts once: each item, by its mean, or each run."),
    "positive": Option("--positive", "text", "LABEL", "Of two classes, the one of interest."),
    "estimand": Option(
        "--estimand", ("these items", "items like these", "groups like these"), "", "What the report is about."
    ),
    "baseline": Option("--baseline", "text", "SYSTEM", "Compare all others with this one."),
    "margin": Option("--margin", "points", "POINTS", "A loss too small to matter; of scores in their unit."),
    "at_least": Option(
        "--at-least", "number", "PERCENT", "A threshold for each system but the baseline; for scores, in their unit."
    ),
    "matters": Option("--matters", "several points", "POINTS", "A difference to plan for. May be repeated."),
    "better": Option("--better", "better", "[METRIC=]lower", "Which scores are better, lower or higher; may repeat."),
    "careful": Option("--careful", "flag", "", "Count groups by their sizes alone: wider, but safe if rare ones fail."),
    "labels": Option("--labels", ("tests", "people", "judge"), "", "Who or what graded the answers."),
    "human": Option("--human", "text", "FILE", "People's labels of some answers, to correct a judge."),
    "all_pairs": Option("--all-pairs", "flag", "", "With many systems, every pair, not only those with the top one."),
    "any_time": Option("--any-time", "flag", "", "Make the verdict hold however often you look as items come in."),
    "look": Option("--look", "text", "K/N", "The same, by a plan: the K-th of N looks, with O'Brien-Fleming's bound."),
    "posterior": Option("--posterior", "flag", "", "Add how probable it is that the first system is better."),
    "independent": Option("--independent", "flag", "", "Each system answered items of its own: compare without pairs."),
    "level": Option("--level", "level", "PERCENT", "The level of the intervals; 95 if not given."),
    "power": Option("--power", "percent", "PERCENT", "The power of the next test; 80 if not given."),
}
PLAN = {
    "p1": Option("--from", "rate", "PERCENT", "The rate now, for two independent runs."),
    "p2": Option("--to", "rate", "PERCENT", "The rate to tell apart from it."),
    "share_discordant": Option("--flips", "rate", "PERCENT", "The share of shared items on which two systems differ."),
    "difference": Option("--difference", "signed points", "POINTS", "The difference to find."),
    "margin": Option("--margin", "points", "POINTS", "Show instead that a loss is smaller than this."),
    "have": Option("--have", "count", "N", "Say what this many items can show."),
    "items_each": Option("--items-each", "count", "N", "Items in each cluster."),
    "correlation": Option("--correlation", "share", "SHARE", "Correlation of scores (or gains) in a cluster, as 0.2."),
    "power": Option("--power", "percent", "PERCENT", "80 if not given."),
    "level": Option("--level", "level", "PERCENT", "95 if not given: a two-sided test at 0.05."),
}
# Further arguments that messages name.
ALSO = {
    "slices": "--by",
    "groups": "--cluster",
    "n": "--have",
    "n1": "--have",
    "alpha": "--level",
    "share_only_first": "--difference",
    "share_only_second": "--difference",
    "notes": "--note",
    "paths": "FILE",
    "results": "the files",
}
FLAGS = {argument: option.flag for table in (READ, COMPARE, PLAN) for argument, option in table.items()} | ALSO
CHOICES = {argument: option.kind for argument, option in (READ | COMPARE).items() if isinstance(option.kind, tuple)}
CHOICES["missing"] = ("fail", "leave out")
BETTER = ("lower", "higher")


class Options(checks.InPython):
    """How a sentence names what a user types: options and files."""

    the_files = "the files"
    each_pair = f", or {READ['systems'].flag} {ALL} for a paragraph on each pair"
    runs_of_classes = f"--runs together ({TOGETHER})"
    named_file, named_files = "NAME=FILE", "NAME=FILE for each file"

    def called(self, argument):
        return FLAGS.get(argument, argument)

    def typed(self, argument, *value):
        if (argument, value) == ("runs", (True,)):
            return f"--runs mean ({MEAN}) or --runs together ({TOGETHER})"
        return _as_options(argument, value[0]) if value else FLAGS[argument]

    def the_file(self, shown):
        return shown

    def word(self, value):
        return _hyphened(value)


EXAMPLES = {
    "check": ("check new.csv old.csv", "check new=runs/7.jsonl old=runs/6.jsonl --cluster doc"),
    "report": (
        "report new.csv old.csv --by category --missing fail --html report.html",
        "report new.csv old.csv --gate --margin 2 --json report.json",
        "report spam.csv --truth label --prediction output --positive spam",
    ),
    "plan": ("plan --from 84 --to 88", "plan --flips 10 --difference 3 --have 500", "plan --flips 10 --margin 2"),
}
CHECK = """Say what the files of an eval hold.

Prints what was found, assumed and left out, what must be named as an option, what is wrong, and the line to type next.
Where something must be named, that line supposes it, and says so. Exit status: 0 if nothing was, else 2."""
REPORT = """Compare the systems whose results the files hold: the first minus the second, in points.

FILE is CSV, JSON Lines, JSON or Parquet, or what an eval tool wrote, or a folder of such files. NAME=FILE names its
system; files of one NAME are its runs if they hold the same items, and else joined, as batches. `give-or-take check`
says what a file holds and what to type."""
MORE = """What is read: tables, a row an item or a column a system; JSON of any nesting; and what lm-evaluation-harness,
Inspect, promptfoo, DeepEval, SWE-bench, EvalPlus and BFCL write.

A table with a column for each system: --systems A B C names them, and --systems all takes all that hold results. For
three or more, the report says which may be the best.

Systems that answered different items: --independent compares them without pairs.

A table of classes or answers beside the right ones: --truth names the column of the right answers, --prediction that
of the system's. The report then also has precision, recall and F1; --margin and --at-least are about accuracy.

Verdicts of a judge: --human names a file of people's labels of some answers, drawn at random: id,label or, for two
systems, id,system,label. Then rates, difference and gate go by what people would say, beside what the judge passed.

Winners of two systems, side by side: --winner names the column that says A, B or tie, or who won. The report then says
who is preferred. Given twice, for columns such as g1_winner and g2_winner, these are both orders of an item, and it
says what the order does; columns of several people, as winner1 and winner2, are runs of the item, with --runs."""
GATE = """Exit status with --gate: 0 not worse by the margin or more (and above --at-least), 1 worse (or below), 3
cannot tell; with several systems, the worst counts. Without --gate, a report exits with 0. Wrong use or bad input is
2, an unexpected failure 70."""
DESIGN = """Say how many items a test needs, or what N items can show.

With --from: two independent runs, chapter 4; with --to it also says what the same items for both would take, if the
two differ on 20% of them. With --flips, the share on which they do: two systems on the same items, chapter 5. With
--items-each and --correlation: items in clusters, chapter 8."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command, with these words or those of the command line; what it returns is the exit status."""
    words = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a name that the terminal has no letters for is no reason to fail
            stream.reconfigure(errors="backslashreplace")
    status, before = UNEXPECTED, checks.WORDS.set(Options())
    try:
        status = _run(words)
        if sys.stdout:
            sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        return status if _nobody_reads(error) else BAD
    finally:
        checks.WORDS.reset(before)
    return status


def _run(words):
    try:
        click = checks.library("click", "give-or-take")
    except ModuleNotFoundError as error:
        print(error, file=sys.stderr)
        return BAD
    try:
        return _command(click).main(_one_each(words), prog_name="give-or-take", standalone_mode=False) or FINE
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        error.show()
        return BAD
    except (WrongUse, checks.Refusal) as error:
        return _complain(_sentences(error), getattr(error, "line", ""), getattr(error, "supposed", ()))
    except ModuleNotFoundError as error:
        return _complain([f"{error}; pip install 'give-or-take[report]' brings all that is needed"])
    except SystemExit:  # click, when nobody reads on
        _print_nowhere()
        return FINE
    except Exception as error:
        if "--debug" in words:
            traceback.print_exc()
        else:
            kind = type(error).__name__
            _say(f"unexpected {kind}: {checks.shown(str(error), 300)}; --debug shows where", err=True, fg="red")
        return UNEXPECTED


def _one_each(words):
    """--systems A B as --systems A --systems B: up to the next option or file."""
    found, flag = [], None
    for word in words:
        if flag and not word.startswith("-") and (found[-1] == flag or not _exists(word)):
            found += [word] if found[-1] == flag else [flag, word]
            continue
        flag = word if word == READ["systems"].flag else None
        found.append(word)
    return found


def _command(click):
    """The commands, with their options and examples."""

    def command(name, call, words, tables, more=(), files=True, end=""):
        parameters = [click.Argument(["files"], nargs=-1, required=True, metavar="[NAME=]FILE...")] if files else []
        parameters += [_option(click, argument, option) for table in tables for argument, option in table.items()]
        parameters += [*more, click.Option(["--debug"], is_flag=True, expose_value=False, help="Show where it failed.")]
        examples = "\n".join(["\b", "Examples:", *(f"  give-or-take {line}" for line in EXAMPLES[name])])
        epilog = "\n\n".join(filter(None, [end, examples]))
        kind = _by_section(click) if files else click.Command
        return kind(name, params=parameters, callback=call, help=words, epilog=epilog)

    outputs = [
        click.Option([f"--{form}"], metavar="FILE", help=f"Also write it as {name}; with -, print only that.")
        for form, name in zip(FORMS, ("a page", "Markdown", "JSON"), strict=True)
    ]
    note = click.Option(
        ["--note", "notes"], multiple=True, metavar="NAME=TEXT",
        help="Something only you know, for the disclosures: seeds='temperature 0'. May be repeated.",
    )  # fmt: skip
    short = click.Option(["--short"], is_flag=True, help="Print only what a claim must say, a line for each metric.")
    gate = click.Option(["--gate"], is_flag=True, help="Exit by the verdict on --margin, --at-least.")
    commands = [
        command("check", _check, CHECK, (READ, COMPARE)),
        command("report", _report, REPORT, (READ, COMPARE), [*outputs, note, short, gate], end=f"{MORE}\n\n{GATE}"),
        command("plan", _plan, DESIGN, (PLAN,), files=False),
    ]
    commands = {one.name: one for one in commands}
    group = click.Group("give-or-take", commands=commands, help="From the files that your eval wrote, to a decision.")
    return click.version_option(package_name="give-or-take", message="%(prog)s %(version)s")(group)


COMMON = "id score systems missing runs group by margin gate short html"  # what most reports need, first in their help
SECTIONS = {
    "Common options": COMMON.split(),
    "Which rows and columns": [argument for argument in READ if argument not in COMMON.split()],
    "What is compared, and how": [argument for argument in COMPARE if argument not in COMMON.split()],
}


def _by_section(click):
    """A command whose help has the common options first."""

    class BySection(click.Command):
        def format_options(self, ctx, formatter):
            records = {one.name: one.get_help_record(ctx) for one in self.get_params(ctx)}
            records = {name: record for name, record in records.items() if record}
            for title, names in SECTIONS.items():
                if listed := [records.pop(name) for name in names if name in records]:
                    with formatter.section(title):
                        formatter.write_dl(listed)
            with formatter.section("Other options"):
                formatter.write_dl([*records.values()])

    return BySection


FORMS = {"html": "html", "md": "markdown", "json": "json"}  # the option, and what it takes of a report


def _option(click, argument, option):
    """An option of click."""
    several = option.kind in ("texts", "several points")
    kinds = {
        "number": float,
        "missing": _missing_counts_as,
        "better": _which_is_better,
        "count": click.IntRange(1),
        "rate": click.FloatRange(0, 100),
        "share": click.FloatRange(-1, 1),
        "percent": click.FloatRange(50, 100, max_open=True),
        "level": click.FloatRange(50, 100, min_open=True, max_open=True),
        "points": click.FloatRange(0, min_open=True),
        "several points": click.FloatRange(0, min_open=True),
        "signed points": click.FloatRange(-100, 100),
    }
    several = several or option.kind is MAY_DIFFER or option.kind == "better"
    kind, metavar = kinds.get(option.kind, str), option.metavar
    if option.kind == "flag":
        return click.Option([option.flag, argument], is_flag=True, default=None, help=option.words)
    if isinstance(option.kind, tuple):
        kind, metavar = click.Choice([_hyphened(word) for word in option.kind]), None
    return click.Option([option.flag, argument], type=kind, metavar=metavar, multiple=several, help=option.words)


def _missing_counts_as(word):
    """What a missing result counts as."""
    import click

    if word in ("fail", "leave-out"):
        return word
    with suppress(ValueError):
        return float(word)
    raise click.BadParameter(f"{checks.shown(word)} is not one of 'fail', 'leave-out', and no score such as 0.")


def _which_is_better(word):
    """Which scores are better, of one metric or of all."""
    import click

    if word.rpartition("=")[2] in BETTER:
        return word
    raise click.BadParameter(f"{checks.shown(word)} is not one of 'lower', 'higher', METRIC=lower, METRIC=higher.")


def _hyphened(word):
    return word.replace(" ", "-")


# check


def _check(files, **chosen):
    look, *others = _look_at_each(files, chosen) or [_read_and_compare(files, chosen)]
    given, scores, (several, offered) = files, chosen["score"], _metrics_to_name(files, chosen, look)
    record = look.comparison or look.results
    supposing = "".join(f", supposing {_options({argument: value})}" for argument, value in look.supposed.items())
    if look.results:
        _say(f"{look.results}".splitlines()[0] + supposing)
        _print_section("first rows, as read", _columns(_first_rows(look.results)))
        _print_section(f"by system, {_whole(scores[0])}" if others else "by system", _columns(_by_system(look)))
    if others:
        _print_section("by metric", _columns(_by_metric(scores, [look, *others])))
    if look.results:
        for title in ("found", "assumed", "left_out"):
            _print_section(title.replace("_", " "), getattr(record, title))
    if look.comparison:
        pairs = [f"{checks.shown(pair.first)} minus {checks.shown(pair.second)}" for pair in look.comparison.shown]
        more = [f"and {len(pairs) - 8:,} more pairs"] if len(pairs) > 8 else []
        _print_section("to be compared", pairs[:8] + more)
    looks = [look, *several, *others]
    asks = _asks(looks)
    wrong = dict.fromkeys(str(reason) for one in (look, *others) for reason in one.wrong)
    questions = [f"{FLAGS[ask.argument]}: {re.sub(SENTENCE, chr(10) + ' ' * 4, ask.why)}" for ask in asks]
    _print_section("to be named", questions, "yellow")
    _print_section("wrong", wrong, "red")
    names = _names_of_files(files) if any(one.endswith(Options.named_files) for one in wrong) else {}
    files = [_with_name(*one) for one in _names_and_places(names)] or files
    line, supposed = _next(files, chosen | offered, looks)
    _print_section(SUPPOSED, supposed)
    again = [_line_to_type(name, given, chosen, {}) for name in ("check", "report")]
    fails = wrong or not line.startswith("give-or-take report")
    if not fails or line not in again:  # else it is what failed
        _say("\nwhen that is mended:" if fails else "\nnext:", bold=True)
        _say(f"  {line}")
    return BAD if wrong or asks else FINE


SUPPOSED = "supposed in the line below (what else it may be stands above)"


def _asks(looks):
    """What must be named: all of the first, and of the others what is new."""
    found = []
    for look in looks:
        known = {ask.argument for ask in found}
        found += [ask for ask in look.asks if ask.argument not in known]
    return found


def _next(files, chosen, looks):
    """The line to type next and what it supposes; it runs as it stands, or checks again where nothing can be supposed.

    What `_supposing` found to run is taken; where it had no time for that, the first choice.
    """
    found = {argument: of for look in reversed(looks) for argument, of in look.supposed.items()}
    asks, supposed, said, many = _asks(looks), {}, {}, len(chosen["score"])
    check = bool(looks[0].wrong and asks) and many < 2
    for ask in asks:
        if ask.argument == "score" and many > 1:
            which = "both" if many == 2 else f"all {many}"
            said[f"{which} metrics, in one table; the report on one of them, with one --score, says more"] = None
            continue
        if ask.argument == "systems" and chosen["winner"] and chosen["systems"] == (ALL,):  # a paragraph on each pair
            continue
        each = [one if isinstance(one, dict) else {ask.argument: one} for one in ask.choices]
        if check := check or not each:
            continue
        if ask is not next(one for one in asks[::-1] if one.argument == ask.argument):  # what is asked then says more
            continue
        named = next((one for one in each if all(found.get(key) == of for key, of in one.items())), each[0])
        rest = [_options(one) for one in each if one is not named]
        more = f" and {len(rest) - 3:,} more" * (len(rest) > 3)
        alternatives = f"; or {', '.join(rest[:3])}{more}"
        others = f", one of {len(each):,}{alternatives * (len(alternatives) <= LONG)}" * bool(rest)
        named = {key: found.get(key, of) for key, of in named.items()}
        if "runs" in named:
            others = f": {TOGETHER}" if named["runs"] == "together" else f": {MEAN}; or --runs together: {TOGETHER}"
        supposed |= named
        names = ["NAME=FILE, which system each file holds; files of one NAME are its runs, or its batches"]
        options = _options({key: of for key, of in named.items() if key != "paths"}) + others
        said |= dict.fromkeys([options] * bool(options) + names * ("paths" in named))
    if check:
        return _line_to_type("check", files, chosen, {}), []
    systems = looks[0].results.systems if looks[0].results else ()
    two = next((argument for argument in FOR_TWO if chosen[argument]), None)
    if len(systems) > 2 and two and not chosen["systems"] and "systems" not in found:
        supposed["systems"] = [*systems[:2]]
        first = f"the first two of {len(systems)} systems, as {FLAGS[two]} is for two; name others"
        said[f"{_options({'systems': supposed['systems']})}, {first}"] = None
    return _line_to_type("report", files, chosen, supposed), [*said]


LONG = 300  # letters of what else may be supposed, from which on it stands above alone
FOR_TWO = ("human", "any_time", "look", "posterior")  # what is refused of three systems


def _options(named):
    """Arguments with their values, as options."""
    named = named | ({"runs": "mean"} if named.get("runs") is True else {})
    return " ".join(_as_options(argument, value) for argument, value in named.items())


def _metrics_to_name(files, chosen, look):
    """What reading each of several metrics gives, and these as options, if none is named, or several as a,b."""
    asks = [ask for ask in look.asks if ask.argument == "score" and ask.together]
    several = tuple(dict.fromkeys(x.strip() for one in chosen["score"] for x in one.split(",")))
    if asks and "score" in look.supposed and not look.wrong:
        offered = {"score": tuple(asks[0].choices)}
    elif several != chosen["score"] and "" not in several:
        offered = {"score": several}
    else:
        return [], {}
    id = look.supposed.get("id")
    looks = _look_at_each(files, chosen | offered | ({"id": (id,)} if isinstance(id, str) else {}))
    return ([], {}) if any(one.wrong for one in looks) else (looks, offered)


NUMBER_OF_RUN = r"(?<![a-z])(run|seed|trial|rep|repeat|part|shard|chunk|batch)[ _.-]?\d+([ _.-]?of[ _.-]?\d+)?"
NUMBER_OF_RUN = re.compile(rf"[ /_.-]*(\(\d+\)|{NUMBER_OF_RUN}|\d+[ _.-]of[ _.-]\d+)", re.IGNORECASE)


def _names_of_files(files):
    """{file: what its system is called}; empty if the user named them, or a folder names several tasks of one."""
    from give_or_take.evalfile import READERS
    from give_or_take.evalfile.files import given_files
    from give_or_take.evalfile.record import suffix, system_names

    given = [one for one in given_files(_paths(files)) if suffix(one[0]) in READERS]
    named = any(name or path.name.startswith("samples_") for path, name, _ in given)
    return {} if named else system_names([path for path, *_ in given])


def _names_and_places(names):
    """(name, file) for each file, or (name, folder) where a folder holds several files of a name, and no others."""
    for name in dict.fromkeys(names.values()):
        of = [path for path, one in names.items() if one == name]
        folder = next(one for one in of[0].parents if all(one in path.parents for path in of))
        apart = len({path.name.split(".")[0] for path in of}) == len(of)  # else two may be of two systems
        if of[1:] and apart and all(one == name for path, one in names.items() if folder in path.parents):
            yield name, folder
        else:
            yield from ((path.name if of[1:] else name, path) for path in of)


def _as_runs(files, results):
    """The question whether files are the runs, or the parts, of systems, if their names differ only in its number.

    In a folder that number may be the whole name. None if they differ in more.
    """
    names = {path: name for path, name in _names_of_files(files).items() if name in results.systems}
    folder = len(files) == 1 and Path(files[0]).is_dir()
    whole, runs = folder and all(map(str.isdigit, names.values())), {}
    shared = results.frame.groupby("id")["system"].nunique().max() > 1
    other = Path(files[0]).resolve().name if folder else "runs" if shared else "all"
    for path, name in names.items():
        runs.setdefault("" if whole else NUMBER_OF_RUN.sub("", name), []).append(path)
    if not len(runs) < len(names) == len(results.systems):
        return None
    begin, end = (len(re.match(r"(?:.*[^A-Za-z0-9])?", os.path.commonprefix(each))[0]) * bool(runs.keys() - {each[0]})
                  for each in ([*runs], [name[::-1] for name in runs]))  # fmt: skip
    short = {name: name[begin : len(name) - end] for name in runs}
    runs = {(short[name] if all(short.values()) else name) or other: [*map(str, of)] for name, of in runs.items()}
    why = f"the names of {checks.listing(names.values())} differ only in a number. "
    why += "They hold the same items, as runs do. " if shared else "They share no item, as parts of one run do. "
    why += f"Give {Options.named_files}: one NAME for all runs or parts of a system, or each its own if it is a system"
    return checks.NotNamed("paths", why, [{"paths": runs}])


ROWS, SYSTEMS = 3, 12  # that are shown


def _first_rows(results):
    """The first answers as they were read, under the names of their columns."""
    frame = results.frame
    columns = [column for column in frame if column != "date"][:8]
    yield [checks.shown(column, 24)[1:-1] for column in columns]
    for row in frame[columns].head(ROWS).itertuples(index=False):
        yield ["-" if checks.is_missing(x) else f"{x:.6g}" if isinstance(x, float) else checks.shown(x, 24)
               for x in row]  # fmt: skip


def _of_items(look):
    """Whether it is means of items that are compared, so that an item counts once, whatever its number of runs."""
    return look.comparison is not None and look.comparison.runs == "mean"


def _worths(frame, of_items):
    """How many are missing; mean, least and most of the others."""
    there = frame.dropna(subset="score")
    means = there.groupby(["system", "id"])["score"].mean() if of_items else there["score"]
    worths = (means.mean(), there["score"].min(), there["score"].max())
    return [f"{len(frame) - len(there):,}", *([f"{x:.6g}" for x in worths] if len(there) else ["-"] * 3)]


def _by_system(look):
    """How many answers of each system there are, and what they are worth."""
    of_items = _of_items(look)
    yield ["system", "answers", "items", "no result", "mean of items" if of_items else "mean", "least", "most"]
    each = [*look.results.frame.groupby("system", sort=False)]
    for name, own in each[:SYSTEMS]:
        yield [_whole(name), f"{len(own):,}", f"{own['id'].nunique():,}", *_worths(own, of_items)]
    if len(each) > SYSTEMS:
        yield [f"and {len(each) - SYSTEMS:,} more", *[""] * 6]


def _by_metric(scores, looks):
    """The same of each metric, over all systems."""
    yield ["metric", "answers", "no result", "mean of items" if any(map(_of_items, looks)) else "mean", "least", "most"]
    for score, look in zip(scores, looks, strict=True):
        if look.results is not None:
            yield [_whole(score), f"{len(look.results.frame):,}", *_worths(look.results.frame, _of_items(look))]


def _columns(rows):
    """Rows of words, in columns."""
    rows = [*rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _print_section(title, sentences, color=None, err=False):
    if sentences := list(sentences):
        _say(f"\n{title}", err=err, bold=True, fg=color)
        _say("\n".join(f"  {sentence}" for sentence in sentences), err=err)


def _line_to_type(name, files, chosen, supposed):
    """A line to type, with what was chosen and what is supposed."""
    files = [_quoted(f"./{one}" if one.startswith("-") else one) for one in files]
    words = ["give-or-take", name, *([_options({"paths": supposed["paths"]})] if "paths" in supposed else files)]
    for argument, option in (READ | COMPARE).items():
        given = None if argument in supposed or argument == "by" and "slices" in supposed else chosen[argument]
        given = given if isinstance(given, tuple) else [] if given is None else [given]
        if argument == "systems" and given:
            words.append(_as_options(argument, [*given]))
        elif option.kind == "flag":
            words += [option.flag] if any(given) else []
        else:
            words += [f"{option.flag} {_quoted(f'{one:.15g}' if isinstance(one, float) else one)}" for one in given]
    return " ".join([*words, *(_options({key: value}) for key, value in supposed.items() if key != "paths")])


def _quoted(word):
    """A word for the shell, without anything that a terminal would obey."""
    return shlex.quote(word) if word.isprintable() else "$'" + ascii(word)[1:-1].replace("'", "\\'") + "'"


# report


def _report(files, gate, notes, short, **chosen):
    outputs = {form: path for form in FORMS if (path := chosen.pop(form)) is not None}
    _one_place_each(files, outputs, chosen["human"])
    if chosen["winner"] and chosen["systems"] == (ALL,):
        alone = [f"--{form}" for form in outputs] + ["--gate"] * gate + ["--note"] * len(notes)
        return _each_pair(files, chosen, alone, short)
    if len(chosen["score"]) > 1:
        alone = ["--json"] * ("json" in outputs) + ["--gate"] * gate + ["--note"] * len(notes)
        return _each_metric(files, chosen, alone, outputs, short)
    look = _read_and_compare(files, chosen, gate)
    if look.wrong or look.asks:
        several, offered = _metrics_to_name(files, chosen, look)
        line, supposed = _next(files, chosen | offered, [look, *several])
        line = line if line.startswith("give-or-take report") and (look.asks or offered) else ""
        raise WrongUse(*look.wrong, *look.asks, line=line, supposed=supposed)
    from give_or_take import report

    said = dict(one.partition("=")[::2] for one in notes)
    if len(said) < len(notes):
        raise WrongUse("--note names a disclosure twice; put all of it into one")
    made = report(replace(look.comparison, alone=tuple(_alone(files, chosen, look))), said)
    alone = _written(made, outputs)
    _say_doubts(look.comparison)
    if alone is None:
        planned = f"\n{made.section('sees')}\n" if chosen["matters"] else ""  # what somebody asked about
        slices = f"\n{made.section('slices')}\n" if made.comparison.alone else ""
        _say(f"{made.minimum}\n{slices}" if short else f"{made.brief}{planned}\n{THE_REST}", plain=False)
    return _verdict(look.comparison, err=alone is not None) if gate else FINE


def _written(made, outputs):
    """Write a report to its files; what stands in place of it in the terminal is printed and given, or else None."""
    from give_or_take.saving import write_whole

    alone = None
    for form, path in outputs.items():
        text = getattr(made, FORMS[form])
        if path == "-":
            alone = text
            continue
        try:
            write_whole(Path(path), text, f"--{form}")
        except OSError as error:
            done = [f"; --{one} is written" for one in [*outputs][: [*outputs].index(form)] if outputs[one] != "-"]
            raise WrongUse(str(error) + "".join(done)) from None
    if alone is not None:
        _say(alone, plain=True)
    return alone


def _say_doubts(comparison):
    """Who prints the least, or a gate alone, reads them nowhere else."""
    for doubt in comparison.found:
        if doubt.endswith("?"):
            _say(f"note: {doubt}", err=True, fg="yellow")


def _alone(files, chosen, look):
    """The slices of one system, and the line that compares them as systems, if that line runs on the same answers."""
    from give_or_take.comparison.record import Alone

    by = {}
    for column, label, one in look.slices:
        by.setdefault(column, []).append(replace(one.systems[0], name=str(label)))
    again = by and not chosen["systems"] and _size(files) < LARGE  # what is large is not read twice
    for column, slices in by.items():
        apart = chosen | {"by": (), "systems": (), "system": (column,), "independent": True}
        there = again and len(slices) > 1 and _read_and_compare(files, apart)
        fine = there and not (there.wrong or there.asks) and len(there.results.frame) == len(look.results.frame)
        yield Alone(column, tuple(slices), _line_to_type("report", files, apart, {}) if fine else "")


def _slice_lines(look):
    """A line for each slice of one system, and one about all."""
    from give_or_take.reports.sentences import systems

    look = look._replace(slices=[*look.slices])
    found = [f"{_whole(column)} {_whole(label)}: {systems(_in_quotes(one))}" for column, label, one in look.slices]
    alone = "slices, each by itself: the more there are, the sooner one differs by luck alone."
    instead = _options({"system": look.slices[0][0], "independent": True}) if found else ""
    return [*found, f"{len(found)} {alone} {instead} in place of --by compares them."] if found else []


def _each_metric(files, chosen, refused, outputs, short):
    """Print, or write, the report of several metrics; if it is short, print a line for each."""
    from give_or_take import report
    from give_or_take.reports.metrics import by_metric

    scores = chosen["score"]
    if refused:
        raise WrongUse(f"{refused[0]} is about one metric, and --score names {len(scores)}; name the one that counts")
    looks = dict(zip(scores, _look_at_each(files, chosen), strict=True))
    wrong = {score: [*look.wrong, *look.asks] for score, look in looks.items() if look.wrong or look.asks}
    if len(wrong) == len(scores):
        line, supposed = _next(files, chosen, [*looks.values()])
        line = line if line.startswith("give-or-take report") and not any(one.wrong for one in looks.values()) else ""
        said = dict.fromkeys(str(one) for reasons in wrong.values() for one in reasons)
        raise WrongUse(*said, line=line, supposed=supposed)
    fine = {score: look for score, look in looks.items() if score not in wrong}
    slices = {score: _slice_lines(look) for score, look in fine.items()}
    reasons = {score: [_of_metric(score, one) for one in of] for score, of in wrong.items()}
    for score, look in fine.items():
        if "better" in look.supposed:
            turn = _of_metric(score, "--better higher turns it round")
            _say(f"note: of {_whole(score)} lower is better, by its name; {turn}", err=True, fg="yellow")
    made = by_metric({score: look.comparison for score, look in fine.items()}, slices, reasons)
    if _written(made, outputs) is None:
        least = [f"{_whole(score)}: {report(look.comparison).minimum}" for score, look in fine.items() if short]
        least += [f"{_whole(score)}: not compared: {' '.join(of)}" for score, of in reasons.items() if short]
        _say("\n".join(least) or made.text)
    return BAD if wrong else FINE


def _of_metric(score, said):
    """A sentence whose --better is about this metric alone, and not about all that ask."""
    return re.sub("--better (?=lower|higher)", lambda _: f"--better {_quoted(score)}=", str(said))


def _each_pair(files, chosen, refused, short):
    """Print a paragraph on each pair of systems of which a table holds winners, and what the first place won."""
    from give_or_take import report
    from give_or_take.reports.forms import text
    from give_or_take.reports.preferred import over_pairs

    if refused:
        raise WrongUse(f"{refused[0]} is about one pair; name it with --systems, as in --systems A B")
    look = _read_and_compare(files, chosen)
    asks = [ask for ask in look.asks if ask.argument != "systems"]
    if look.wrong or asks:
        line, supposed = _next(files, chosen, [look])
        raise WrongUse(*look.wrong, *asks, line="" if look.wrong else line, supposed=supposed)
    pairs = [one for ask in look.asks for one in ask.choices]
    looks = [_read_and_compare(files, chosen | {"systems": tuple(one)}) for one in pairs] or [look]
    if wrong := [reason for one in looks for reason in (*one.wrong, *one.asks)]:
        raise WrongUse(*dict.fromkeys(map(str, wrong)))
    each = [one.comparison for one in looks]
    alone = f"{len(each)} pairs, each by itself: the more there are, the sooner one differs by luck alone."
    said = [made.minimum if short else made.headline for made in map(report, each)]
    _say("\n".join(text(one, []) for one in [*said, f"{over_pairs(each)} {alone}".strip()]).rstrip())
    return FINE


def _one_place_each(files, outputs, human=None):
    """Refuse to write two reports to one place, or over what is read."""
    real = os.path.realpath  # which takes links that lead to themselves
    read = [path for path, _ in _paths_with_names(files)] + [human] * (human is not None)
    taken = {real(one): checks.shown(str(one), 100) for path in read for one in _files_in(Path(path))}
    for form, path in outputs.items():
        place = path if path == "-" else real(path)
        if place in taken:
            raise WrongUse(f"--{form} must name a file of its own: {taken[place]} is named already")
        taken[place] = checks.shown(path, 100)


def _files_in(path):
    """A file, or all files of a folder."""
    with suppress(OSError, ValueError):
        return [path, *path.rglob("*")] if path.is_dir() else [path]
    return [path]


THE_REST = "What to disclose, and sentences to copy: --md - or --html FILE. What was read: give-or-take check."
VERDICTS = {  # from good to bad: the words, the colour, the exit status
    "no worse": ("passed: {0} {no_worse} {1} by {2} or more", "green", FINE),
    "open": ("undecided: cannot tell whether {0} {worse} {1} by {2} or more", "yellow", CANNOT_TELL),
    "worse": ("failed: {0} {worse} {1} by {2} or more", "red", WORSE),
}
THRESHOLD = {
    "above": ("passed: {} is at least {}", "green", FINE),
    "open": ("undecided: cannot tell whether {} is at least {}", "yellow", CANNOT_TELL),
    "below": ("failed: {} is below {}", "red", WORSE),
}


def _verdict(comparison, err):
    """Print the verdict on each system, with what is missing; return the exit status of the worst."""
    from give_or_take.reports.sentences import absent, always

    comparison, statuses = _in_quotes(comparison), []
    whole = [] if any(system.missing for system in comparison.systems) else ["no result is missing"]
    if (classes := comparison.classes) and classes.labels:
        whole.append(f"by accuracy: {always(replace(classes, most_frequent=checks.shown(classes.most_frequent)))}")
    whole += ["corrected by people's labels"] * (comparison.judge is not None)
    verdicts = [*_on_margin(comparison), *_on_threshold(comparison)]
    for words, color, status, seen, many, pair in verdicts:
        statuses.append(status)
        there = "; ".join([many, *absent(comparison, pair), *whole])
        _say(f"gate {words}: {seen}, on {there}", err=err, fg=color)
    return max(statuses, key=[FINE, CANNOT_TELL, WORSE].index)


def _on_margin(comparison):
    """Of each pair: the verdict, its colour and status, what was seen, on how many answers, and the pair."""
    from give_or_take import Interval
    from give_or_take.reports.sentences import all_lost, answers, losing
    from give_or_take.results import points

    if comparison.margin is None:
        return
    margin = points(comparison.margin) if comparison.rates else f"{comparison.margin:.6g}"
    unit, (worse, no_worse) = "points" if comparison.rates else "", losing(comparison)
    for pair in comparison.differences:
        words, color, status = VERDICTS["open" if all_lost(comparison) else pair.non_inferior or "open"]
        words += ", as nothing passed: check the run and the grader first" * all_lost(comparison)
        seen = pair.method
        if pair.low is not None:
            seen = Interval(pair.low, pair.high, pair.difference, comparison.level, pair.method, unit)
        elif pair.non_inferior != "open":  # the claim is about these items only
            seen = f"{100 * pair.difference:+.1f} points" if comparison.rates else f"{pair.difference:+.6g}"
            seen += ", these items alone"
        many = checks.number_of(pair.n, f"shared {answers(comparison)}")
        if comparison.independent:
            many = f"{pair.n_first:,} and {pair.n_second:,} {answers(comparison)}s"
        words = words.format(pair.first, pair.second, margin, worse=worse, no_worse=no_worse)
        yield words, color, status, seen, many, pair


def _on_threshold(comparison):
    """The same of each system, but for a baseline that all others are compared with; there is no pair."""
    from give_or_take import Interval
    from give_or_take.reports.sentences import answers, rate

    if comparison.at_least is None:
        return
    seconds = {pair.second for pair in comparison.differences}
    unit = "%" if comparison.rates else ""
    for system in comparison.systems:
        if seconds == {system.name}:
            continue
        words, color, status = THRESHOLD[system.threshold]
        seen = system.method
        if system.low is not None:
            seen = Interval(system.low, system.high, system.mean, comparison.level, system.method, unit)
        elif system.threshold != "open":
            seen = f"{rate(comparison, system.mean)}, these items alone"
        words = words.format(system.name, rate(comparison, comparison.at_least))
        yield words, color, status, seen, checks.number_of(system.n, answers(comparison)), None


def _in_quotes(comparison):
    """The comparison with its systems' names in quotes, for a terminal."""
    return replace(
        comparison,
        metric=comparison.metric and _whole(comparison.metric)[1:-1],
        systems=tuple(replace(system, name=_whole(system.name)) for system in comparison.systems),
        differences=tuple(
            replace(pair, first=_whole(pair.first), second=_whole(pair.second)) for pair in comparison.differences
        ),
    )


def _whole(name):
    """A name in quotes, where it may be copied."""
    return checks.shown(name, 400)


# What both look at


class Findings(NamedTuple):
    """What reading and comparing gave (or None), what must be named as an option, what is wrong, what was supposed."""

    results: Any
    comparison: Any
    asks: list[checks.NotNamed]
    wrong: list[str | checks.Refusal]
    supposed: dict[str, Any]
    slices: Any = ()  # (column, label, comparison) of one system, each computed when it is asked for


def _read_and_compare(files, chosen, gate=False):
    """Read the files and compare their systems. All that must be named is found in one go, supposing a first choice."""
    from give_or_take import compare, read_results
    from give_or_take.evalfile import read_ids, read_labels
    from give_or_take.evalfile.record import as_slice

    paths, better = _paths(files), chosen["better"]
    chosen = chosen | {"better": _better(better, chosen["score"])}
    until = time.monotonic() + PATIENCE
    reading, comparing = _arguments(READ, chosen), _arguments(COMPARE, chosen)
    if "by" in reading:
        reading["slices"] = comparing["by"] = reading.pop("by")
    if "values" in reading:
        reading["values"] = _values(reading["values"])
    if "where" in reading:
        reading["where"] = _where(reading["where"])
    if reading.get("systems") == [ALL]:
        every = reading.pop("systems")
        named = reading.keys() & {"winner", "prediction", "system", "score"}  # then these are all systems
        reading |= {} if named else {"score": every}
    for results in ("score", "prediction", "winner"):
        if len(reading.get(results, ())) == 1:
            [reading[results]] = reading[results]
    if comparing.get("runs"):
        reading["runs"] = True

    def read(paths=paths, **more):
        with _progress_bar(files) as progress:
            return read_results(paths, progress=progress, **more)

    results, _, asks, wrong, supposed, _ = look = _supposing(read, reading, until)
    if gate and not comparing.keys() & {"margin", "at_least"}:
        why = "--gate asks whether a loss is smaller; choose it beforehand (or --at-least, whether a score is larger)"
        asks = [*asks, checks.NotNamed("margin", why)]
    if results is None:
        return look._replace(asks=asks)
    own = chosen["systems"] or chosen["baseline"] or "paths" in supposed  # which are names of files
    if runs := None if own else _as_runs(files, results):
        named = tuple(_with_name(name, path) for name, of in runs.choices[0]["paths"].items() for path in of)
        look = _read_and_compare(named, chosen | {"better": better}, gate)
        return look._replace(asks=[runs, *look.asks], supposed=runs.choices[0] | look.supposed)
    if "by" in comparing:
        comparing["by"] = [as_slice(one, results.slices) for one in comparing["by"]]
    if results.judges is not None and supposed.get("runs"):  # else who compares asks
        comparing["runs"] = "mean"
    scores = results.frame["score"]
    rates = scores.isin((0, 1)).where(scores.notna(), True).all()
    if comparing.get("items") not in (None, "all"):
        try:
            comparing["items"] = read_ids(comparing["items"], results.frame["id"])
        except checks.WrongValue as error:
            return look._replace(asks=asks, wrong=[*wrong, error])
    if "human" in comparing:
        same = {name: reading[name] for name in ("id", "system") if name in reading}
        labels = _supposing(partial(read_labels, comparing["human"], results.systems), same, until)
        if labels.results is None:
            return look._replace(asks=asks + labels.asks, wrong=wrong + labels.wrong)
        comparing["human"] = labels.results
    if comparing.get("passing") is not None or rates or results.judges is not None:
        _to_fractions(comparing, len(results.frame) // len(results.systems))
    if gate and len(results.systems) < 2:
        if "at_least" not in comparing:
            wrong = [*wrong, "--gate needs a second system to compare with, or --at-least: the files hold one"]
    elif gate and "baseline" not in comparing:
        if [*results.systems] != [name or Path(path).stem for path, name in _paths_with_names(files)] or len(
            results.systems
        ) > 2:
            names = ", ".join(map(_whole, results.systems))
            why = f"--gate compares the others with it; there are {names}"
            asks = [*asks, checks.NotNamed("baseline", why)]
        comparing["baseline"] = results.systems[-1]
    one = len(results.systems) == 1 and "human" not in comparing  # labels correct the whole, not its slices
    alone = comparing.pop("by") if one and "by" in comparing else ()

    def compared_as(may_differ=None, systems=None, **named):  # which are about reading, and asked for by who compares
        also = {} if may_differ is None else {"may_differ": [*(reading | supposed).get("may_differ", ()), may_differ]}
        also |= {} if systems is None else {"systems": systems}
        return compare(read(**reading | supposed | also) if also else results, **named)

    compared = _supposing(compared_as, comparing, until)
    if "may_differ" in compared.supposed:
        compared.supposed["may_differ"] = [*(reading | supposed).get("may_differ", ()), compared.supposed["may_differ"]]
    slices = () if compared.asks or compared.wrong else _slices(results, alone, comparing)
    later = {ask.argument: ask.choices for ask in compared.asks}  # of what both ask, who compares says what is best
    asks = [checks.NotNamed(ask.argument, ask.why, later.get(ask.argument, ask.choices), ask.together) for ask in asks]
    return Findings(
        results,
        compared.results,
        asks + [ask for ask in compared.asks if ask.argument not in [one.argument for one in asks]],
        wrong + compared.wrong,
        supposed | compared.supposed,
        slices,
    )


def _better(given, scores):
    """Which scores are better, as METRIC=lower says of these metrics, and lower of all."""
    of = {one.rpartition("=")[0]: one.rpartition("=")[2] for one in given}
    if len(of) < len(given) or scores and (other := [x for x in of if x and x not in scores]):
        what = "names a metric twice" if len(of) < len(given) else f"names no metric of --score: {other[0]!r}"
        raise WrongUse(f"--better {what}; write --better lower, or --better METRIC=lower")
    return next((of[x] for x in (*scores, "") if x in of), None)


def _look_at_each(files, chosen):
    """What reading and comparing gave for each metric.

    --better lower is about those that ask for it, or about all. Of what surely is better lower, nobody is asked.
    """
    scores, given = chosen["score"], chosen["better"]
    _better(given, scores)
    own = {one.rpartition("=")[0]: (one,) for one in given if "=" in one}
    every = tuple(one for one in given if "=" not in one)
    each = [chosen | {"score": (score,), "better": own.get(score, () if scores[1:] else every)} for score in scores]
    looks = [_read_and_compare(files, one) for one in each]
    asking = [any(ask.argument == "better" for ask in look.asks) for look in looks]
    for i, (score, one) in enumerate(zip(scores, each, strict=True)):
        if every and scores[1:] and score not in own and (asking[i] or not any(asking)):
            looks[i] = _read_and_compare(files, one | {"better": every})
        elif asking[i] and scores[1:] and surely_lower(score):
            looks[i] = _read_and_compare(files, one | {"better": ("lower",)})
            looks[i].supposed["better"] = [f"{score}=lower"]
    return looks


def _slices(results, columns, comparing):
    """Each slice of one system, compared with nothing: what a report of two systems has in tables."""
    from give_or_take import compare

    for column in columns:
        for label, frame in results.frame.groupby(column, sort=False):
            with suppress(checks.Refusal):  # of which no answer has a result
                yield column, label, compare(replace(results, frame=frame), **comparing)


def _supposing(call, choices, until):
    """What a call gives; if it asks for a choice, what it would give with one, so that nothing is asked for later."""
    try:
        return Findings(call(**choices), None, [], [], {})
    except checks.Refusal as error:
        asks = [reason for reason in error.reasons if isinstance(reason, checks.NotNamed)]
        wrong = [reason for reason in error.reasons if reason not in asks]
    look = Findings(None, None, asks, wrong, {})
    if wrong:
        return look
    argument, failed = asks[0].argument, []
    for one in asks[0].choices:
        if time.monotonic() > until:
            break
        named = one if isinstance(one, dict) else {argument: one}  # one choice may name several arguments
        more = _supposing(call, choices | named, until)
        again = argument in [ask.argument for ask in more.asks]  # as two columns that together are ids
        if not more.wrong and (not again or argument in more.supposed):
            new = [ask for ask in more.asks if ask.why not in [one.why for one in asks]]
            return more._replace(asks=asks + new, supposed=named | more.supposed)
        failed.append({str(reason): reason for reason in more.wrong})
    always = set.intersection(*map(set, failed)) if len(failed) == len(asks[0].choices) > 0 else ()
    return look._replace(wrong=[reason for said, reason in (failed or [{}])[0].items() if said in always])


def _sentences(error):
    """What is wrong, a sentence each."""
    return [*map(str, error.args if isinstance(error, WrongUse) else error.reasons)]


def _paths_with_names(files):
    """(path, name or None) of each file: NAME=path, unless there is a file of just that name."""
    for file in files:
        name, equals, path = file.partition("=")
        yield (path, name) if equals and name and path and not _exists(file) else (file, None)


def _exists(file):
    with suppress(OSError, ValueError):  # a name that no system takes is no file's
        return Path(file).exists()
    return False


def _paths(files):
    """The files as `read_results` takes them."""
    found = [*_paths_with_names(files)]
    if not any(name for _, name in found):
        return [path for path, _ in found]
    if nameless := [path for path, name in found if not name]:
        raise WrongUse(f"NAME=FILE must name all systems or none: {checks.shown(nameless[0], 100)} has no name")
    paths = {}
    for path, name in found:
        paths.setdefault(name, []).append(path)
    return paths


def _where(given):
    """{column: its values that count} of COLUMN=VALUE."""
    found = {}
    for one in given:
        column, equals, value = one.partition("=")
        if not column or not equals:
            raise WrongUse(f"--where must be COLUMN=VALUE, as metric=f1: got {checks.shown(one)}")
        if value not in found.setdefault(column, []):
            found[column].append(value)
    return found


def _values(given):
    """{result: worth} of RESULT=WORTH."""
    found = {}
    for one in given:
        result, _, worth = one.rpartition("=")
        if result in found:
            raise WrongUse(f"--value names {checks.shown(result)} twice; say once what it is worth")
        try:
            found[result] = None if worth.strip().lower() == "none" else float(worth)
        except ValueError:
            result = ""
        if not result.strip():
            raise WrongUse(f"--value must be RESULT=WORTH, as P=0.5 or skipped=none: got {checks.shown(one)}")
    return found


def _arguments(table, chosen):
    """Options as arguments in Python, percentages as fractions; points stay, as their unit depends on the results."""
    found = {}
    for argument, option in table.items():
        value = chosen[argument]
        if value is None or value == ():
            continue
        if option.kind in ("percent", "level"):
            value = value / 100
        elif argument in CHOICES and isinstance(value, str):
            value = next(word for word in CHOICES[argument] if _hyphened(word) == value)
        found[argument] = list(value) if isinstance(value, tuple) else value
    return found


def _to_fractions(comparing, answers):
    """Turn points of pass or fail into fractions. A margin that looks like one is refused: no loss is so small."""
    margin = comparing.get("margin", 1)
    if margin < min(1, 100 / answers):
        raise WrongUse(
            f"--margin is in points: got {margin:.6g}, less than one of {answers:,} answers, which is "
            f"{100 / answers:.3g}; write {100 * margin:.6g} if you mean {100 * margin:.6g} points"
        )
    if "at_least" in comparing:
        if not 1 <= comparing["at_least"] < 100:
            raise WrongUse(
                f"--at-least is in percent, from 1 to below 100: got {comparing['at_least']:.6g}; write 80 for 80%"
            )
        comparing["at_least"] = comparing["at_least"] / 100
    for argument in ("margin", "matters"):
        if argument in comparing:
            given = comparing[argument]
            if max([given] if argument == "margin" else given) >= 100:
                raise WrongUse(f"{FLAGS[argument]} must lie below 100 points: got {given}")
            comparing[argument] = given / 100 if argument == "margin" else [one / 100 for one in given]


def _size(files):
    """How many bytes all files have; none of what cannot be looked at, which is refused where it is read."""
    with suppress(OSError, ValueError):
        paths = [Path(path) for path, _ in _paths_with_names(files)]
        return sum(one.stat().st_size for path in paths for one in _files_in(path) if one.is_file())
    return 0


@contextmanager
def _progress_bar(files):
    """Show a bar on a terminal while much is read; yields what to call with the number of bytes read, or None."""
    import click

    total = _size(files)
    if total < LARGE or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=total, label="reading", file=sys.stderr, update_min_steps=total // 100) as bar:
        yield bar.update


# plan


def _plan(**chosen):
    rates = {argument: chosen[argument] for argument in PLAN}
    for argument, option in PLAN.items():
        if option.kind in ("rate", "percent", "level", "points", "signed points") and rates[argument] is not None:
            rates[argument] = rates[argument] / 100
    given = [
        rates[argument] for argument in ("p1", "p2", "share_discordant", "difference", "margin") if rates[argument]
    ]
    if given and max(map(abs, given)) < 0.01:
        _say("note: these are percentages and points, all below 1; write 84 for 84%", err=True, fg="yellow")
    margin = rates["margin"] or 0.01
    _require(margin < 1, f"--margin must lie below 100 points: got {100 * margin:.6g}")
    _require(margin >= 0.001, f"--margin is in points: got {100 * margin:.6g}; write 2 for 2 points, or 0.1 at least")
    one_of = "--from (two independent runs) or --flips (the same items for both) must be named, and not both"
    _require((rates["p1"] is None) != (rates["share_discordant"] is None), one_of)
    each, correlation = rates["items_each"], rates["correlation"]
    _require((each is None) == (correlation is None), "--items-each and --correlation must be named together")
    clusters = {} if each is None else {"items_each": each, "correlation": correlation}
    plan = dict(power=rates["power"] or 0.8, level=rates["level"] or 0.95, clusters=clusters)
    independent = rates["p1"] is not None
    for argument in ("share_discordant", "difference") if independent else ("p1", "p2"):
        _require(rates[argument] is None, f"{FLAGS[argument]} belongs to another plan: leave it out")
    aim = rates["p2" if independent else "difference"]
    rest = rates["margin"], rates["have"]
    _require(not clusters or not rest[0], "--items-each has no answer for --margin: leave it out")
    _require(not clusters or aim or not independent, "--items-each needs --to")
    try:
        if independent:
            _say(_two_runs(rates["p1"], aim, *rest, **plan))
        else:
            _say(_same_items(rates["share_discordant"], aim, *rest, **plan))
    except checks.Refusal as error:
        note = " (in fractions: 0.01 is one point)" if " 0." in str(error) else ""
        raise WrongUse(f"{error}{note}") from None


def _require(good, sentence):
    if not good:
        raise WrongUse(sentence)


def _two_runs(p1, p2, margin, have, power, level, clusters):
    """How many items two independent runs need, or what they can see, in a sentence."""
    from give_or_take import detectable_change, items_for_non_inferiority, plan_two_runs
    from give_or_take.results import percent, points

    alpha = round(1 - level, 12)
    if margin:
        _require(have is None, "--have has no answer for --margin with --from: give --flips, or leave it out")
        p2 = p1 if p2 is None else p2
        items = items_for_non_inferiority(p1, p2, margin, power, level)
        return (
            f"To show that a system is worse by less than {points(margin)}, with {percent(power)} power, if the old "
            f"one is at {percent(p1)} and the new one at {percent(p2)} ({percent(level)} interval, two independent "
            f"runs) takes {items:,} items for each system, {2 * items:,} answers."
        )
    if p2 is not None:
        plan = plan_two_runs(p1, p2, power, alpha, have=have, **clusters)
        return f"{plan}" if clusters else f"{plan} {_or_the_same_items(p1, p2, plan.n1, power, alpha)}"
    _require(have, "--to, --margin or --have must be named")
    smallest = detectable_change(p1, have, power=power, alpha=alpha)
    return f"{checks.number_of(have, 'item')} for each system {'finds' if have == 1 else 'find'} {smallest}."


USUAL_FLIPS = 0.2  # of items that two systems share, on which they differ, if nobody says


def _or_the_same_items(p1, p2, each, power, alpha):
    """What it takes if both get the same items, and differ on fewer of them than unrelated systems, as real ones do.

    How many that is, the first page of the site supposes too (book/_static/doors.js).
    """
    from give_or_take import items_for_paired
    from give_or_take.results import percent

    gain = round(p2 - p1, 12)
    real = int(86 * (p1 + p2 - 2 * p1 * p2) + 1e-9) / 100
    flips = max(abs(gain), real if abs(gain) > USUAL_FLIPS else min(USUAL_FLIPS, real))
    items = items_for_paired((flips + gain) / 2, (flips - gain) / 2, power, alpha)
    fewer = ", somewhat fewer than two with nothing in common" * (flips == real != USUAL_FLIPS)
    on = f"{percent(flips)} of them{fewer}"
    if items >= each:
        return f"The same items for both save none if the two differ on {on}; for fewer, name these with --flips."
    line = f"--flips {100 * flips:.6g} --difference {100 * gain:.6g}"
    return f"On the same items it takes {items:,}, {2 * items:,} answers, if the two differ on {on} ({line})."


def _same_items(flips, difference, margin, have, power, level, clusters):
    """How many items two systems need if both get the same ones, or what those can see, in a sentence."""
    from give_or_take import (
        items_for_paired,
        items_for_paired_non_inferiority,
        mcnemar_power,
        paired_non_inferiority_power,
    )
    from give_or_take.paired import detectable_in_clusters
    from give_or_take.power import _one_decimal, _share
    from give_or_take.results import percent, points

    alpha, gain = round(1 - level, 12), difference or 0.0
    _require(abs(gain) <= flips, "--difference must not exceed --flips: each point of it is a flip")
    inferior = "a system that is worse by the margin is inferior, however many items there are"
    _require(not margin or gain > -margin, f"--difference must lie above minus the margin: {inferior}")
    shares, share = ((flips + gain) / 2, (flips - gain) / 2), percent(power)
    same = f"both systems on the same items, {percent(flips)} of which flip"
    if margin:
        items = items_for_paired_non_inferiority(*shares, margin, power, level)
        truth = f"{points(abs(gain))} {'better' if gain > 0 else 'worse'}" if gain else "just as good"
        text = (
            f"To show that the new system is worse by less than {points(margin)}, with {share} power, if it is "
            f"{truth} ({percent(level)} Tango interval, {same}) takes {items:,} items, {2 * items:,} answers."
        )
        if have:
            chance = paired_non_inferiority_power(have, *shares, margin, level)
            text += f" {have:,} would have {_share(100 * chance)} power."
        return text
    text = ""
    if difference:
        items = items_for_paired(*shares, power, alpha, **clusters)
        test = f"two-sided test at {alpha:.4g}"
        text = (
            f"To find a difference of {points(abs(gain))} with {share} power ({test}, {same}) takes {items:,} items"
            f"{_in_clusters(**clusters)}, {2 * items:,} answers."
        )
    _require(difference or have, "--difference, --margin or --have must be named")
    if have is None:
        return text
    if clusters:
        each = clusters["items_each"]
        _require(have >= 2 * each, f"--have must be at least {2 * each:,}, two clusters")
    worth, smallest = detectable_in_clusters(have, flips, power, alpha, **clusters)
    smallest = f"{_one_decimal(100 * smallest)} points"
    if not text:
        return f"{have:,} items{_in_clusters(**clusters)} find a difference of {smallest} with {share} power ({same})."
    chance = _share(100 * mcnemar_power(worth, *shares, alpha))
    return f"{text} {have:,} would have {chance} power for it; the smallest that they find with {share}: {smallest}."


def _in_clusters(items_each=1, correlation=0):
    return f" in clusters of {items_each:,} with correlation {correlation:.4g}" if items_each > 1 else ""


# Words


def _as_options(argument, value):
    """An argument with its value, as options; or files with their names."""
    if argument == "paths":
        each = [(name, path) for name, of in value.items() for path in (of if isinstance(of, list) else [of])]
        return " ".join(_quoted(_with_name(*one)) for one in each)
    if isinstance(value, dict):
        each = [(key, one) for key, of in value.items() for one in (of if isinstance(of, (list, tuple)) else [of])]
        return " ".join(f"{FLAGS[argument]} {_quoted(f'{key}={_worth(worth)}')}" for key, worth in each)
    if value is True:
        return FLAGS[argument]
    if argument == "systems" or argument in ALIKE and (isinstance(value, list) or value == ALL):
        return " ".join([READ["systems"].flag, *map(_quoted, value if isinstance(value, list) else [value])])
    listed = value if isinstance(value, list) else [value]
    return " ".join(f"{FLAGS[argument]} {_quoted(_option_word(argument, one))}" for one in listed)


def _with_name(name, path):
    return f"{name.replace('=', '-')}={path}"


def _option_word(argument, value):
    return _hyphened(value) if argument in CHOICES and isinstance(value, str) else str(value)


def _worth(worth):
    return "none" if worth is None else worth if isinstance(worth, str) else f"{worth:g}"


def _complain(sentences, line="", supposed=()):
    sentences = [re.sub(SENTENCE, "\n  ", one) for one in sentences]
    if len(sentences) > 1:
        sentences = ["\n- ".join([f"{len(sentences)} reasons:", *sentences])]
    _say(f"Error: {sentences[0]}", err=True, fg="red")
    if line:
        _print_section(SUPPOSED, supposed, err=True)
        _say(f"\nnext:\n  {line}", err=True)
    return BAD


def _say(text, err=False, plain=False, **style):
    """Print a text: in colour on terminals, unless NO_COLOR is set; a reader who has seen enough may leave."""
    import click

    if plain:  # in UTF-8 wherever it goes
        sys.stdout.flush()
        text = (text + "\n").encode("utf-8", "backslashreplace")
    try:
        click.echo(click.style(text, **style) if style else text, nl=not plain, err=err,
                   color=False if os.environ.get("NO_COLOR") else None)  # fmt: skip
    except OSError as error:
        if not err and not _nobody_reads(error):  # a complaint that cannot be shown: the status tells
            raise WrongUse(f"the standard output cannot be written: {error.strerror}") from None


def _nobody_reads(error):
    """Whether the standard output takes no more because its reader has left; in any case nothing more goes there."""
    _print_nowhere()
    return error.errno in (errno.EPIPE, errno.EINVAL)


def _print_nowhere():
    """Send what is still to be printed nowhere, so that Python's own last words do not fail either."""
    with suppress(OSError, ValueError, AttributeError):  # no real file, as in tests
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
