"""What the user named, and the names that are known anyway: chapter 12."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from give_or_take import checks
from give_or_take.checks import listing, typed

# Columns that are recognised by name, in lower case and with _ for space and hyphen. What else there is must be named.
KNOWN = {
    "id": "id item item_id instance_id question_id sample_id example_id problem_id case_id doc_id".split(),
    "score": "score correct is_correct right pass passed success resolved result outcome grade acc accuracy".split()
    + "exact_match rating ratings stars".split(),
    "system": "system model model_name model_id".split(),
    "run": "run epoch attempt trial repeat repetition seed".split(),
    "group": "group group_id cluster cluster_id".split(),
    "date": ["date"],
}
# And these, where none of those is there.
ALSO_KNOWN = {
    "id": "task_id test_id prompt_id query_id qid uid uuid idx scenario scenario_id key user_input".split(),
    "score": "reward is_right is_passed is_resolved success_rate final_score overall_score judgment judgement".split()
    + "verdict valid is_valid".split(),
    "system": "model_version".split(),
    "run": "run_index run_idx run_number sample_index sample_idx trial_index trial_idx iteration".split()
    + "run_id trial_id".split(),
}
ROW = "row"  # as the name of a column of ids: the number of the row
# Columns that say what was asked and how it was graded: for one id they are to hold the same for every system.
SAME = {
    "question": "question question_text input inputs input_text user_input prompt prompt_text query problem".split()
    + "problem_statement instruction instructions".split(),
    "target": "target expected expected_output expected_answer ground_truth reference reference_answer".split()
    + "reference_output references gold gold_answer gold_label ideal correct_answer answer_key".split(),
    "scorer": "scorer metric metric_name grader evaluator judge_model grading_model rubric".split(),
    "filter": ["filter"],
    "prompt": "prompt_name prompt_id prompt_version prompt_label prompt_template".split(),
}
MAY_DIFFER = (*SAME, "task", "spelling")
LABELS = "label labels human human_label people annotation gold gold_label".split()  # columns of what people say
ALL = "all"  # as the name of a score: all columns that are left and hold results, a system each
MEAN = "each item counts once, whatever its number of runs"  # --runs
TOGETHER = "each run counts once, so an item with more runs weighs more"
NORMALISE = ("nothing", "case", "case and punctuation")
# Words of a metric of which less may be better; words before one of them, or after it, that take that back.
LESS = """aborted aborts attack bias biased bits bpb brier calories cer co2 cost costs crash crashed crashes delay
deviation distance divergence duration ece edits elapsed err error errors fail failed fails failure failures false fnr
fpr hallucinated hallucination hallucinations harm harmful harmfulness harms incorrect invalid jailbreak jailbroken kl
latencies latency leak leakage logloss loss losses mae mape memory miss misses mistake mistakes mse nll penalties
penalty perplexity ppl price refusal refusals refused regressions regret regrets repetition retries retry rmse runtime
seconds smape stereotype stereotypes ter time timeout timeouts tokens toxic toxicity ttft unfaithful unsafe violates
violation violations vulnerabilities vulnerability wer wrong""".split()
NOT_BEFORE = "anti inverse inverted low lower neg negated negative no non not per win without".split()
NOT_AFTER = """accuracy auc avoidance avoided aware awareness controlled corrected correction detected detection
detector effectiveness efficiency f fix fixed free handled handling mitigation pass passed precision recall reduced
reduction resistance resolved robustness saved saving savings""".split()
SURELY_LESS = set("""cer cost costs delay duration elapsed latencies latency logloss mae mape mse nll perplexity ppl
rmse runtime seconds smape time ttft wer""".split())  # of LESS, which nobody wants more of
SLICES = "slice category subject topic domain difficulty language task".split()
ROW_NUMBERS = ("", "index", "unnamed:_0")  # columns that pandas writes by itself


@dataclass
class Want:
    """What the user named, checked as far as that goes without the files."""

    id: Any = None
    score: Any = None
    system: Any = None
    run: Any = None
    group: Any = None
    slices: Any = None
    task: Any = None
    filter: Any = None
    values: Any = None
    date: Any = None
    may_differ: Any = None
    truth: Any = None
    prediction: Any = None
    normalise: Any = None
    winner: Any = None
    rows: Any = None
    where: Any = None
    systems: Any = None
    ignore: Any = None
    runs: bool = False
    per: Any = None
    renamed: dict = field(default_factory=dict)  # {task: what it is called in other files}
    people: tuple = ()  # systems, if it is people's labels of their answers that are read

    @property
    def results(self):
        """The columns of the results, of the winners, or of the predictions, which are held against the truth."""
        return getattr(self, self.results_from)

    @property
    def results_from(self):
        """The argument that names them."""
        return next((name for name in ("prediction", "winner") if getattr(self, name) is not None), "score")

    def __post_init__(self):
        columns = ("run", "group", "date", "truth")
        for name in (*columns, "filter", "rows", "per"):
            if getattr(self, name) is not None:
                checks.text(getattr(self, name), name)
        for name in ("slices", "systems", "ignore", "task", "id", "system"):
            setattr(self, name, _texts(getattr(self, name), name))
        self.renamed = dict(one.split("=", 1) for one in self.task if "=" in one)
        self.task = tuple(dict.fromkeys(one.partition("=")[2] or one for one in self.task))
        self.where, self.runs = _where(self.where), checks.flag(self.runs, "runs")
        self.may_differ = _texts(self.may_differ, "may_differ")
        for one in self.may_differ:
            checks.choice(one, "may_differ", MAY_DIFFER)
        for name in ("score", "prediction", "winner"):
            if not isinstance(getattr(self, name), (str, type(None))):
                setattr(self, name, list(_texts(getattr(self, name), name)))
        self._of_predictions()
        self._of_winners()
        if self.per is not None and (self.truth or self.winner or isinstance(self.score, list)):
            raise checks.WrongValue("per", f"divides one score: name one alone with {typed('score')}")
        own = [*(self.id if len(self.id) == 1 else ()), *(self.system if len(self.system) == 1 else ())]
        named = [*own, *(getattr(self, name) for name in (*columns, "per") if getattr(self, name) is not None)]
        scores = self.results if isinstance(self.results, list) else [self.results] * (self.results is not None)
        if twice := [x for x, times in Counter(named + scores).items() if times > 1]:
            of = {"id": self.id, "system": self.system} | {role: (getattr(self, role),) for role in (*columns, "per")}
            which = self.results_from if twice[0] in scores else next(role for role in of if twice[0] in of[role])
            raise checks.WrongValue(which, f"must be a column of its own: {checks.shown(twice[0])} is named twice")
        if self.values is not None and not isinstance(self.values, Mapping):
            raise checks.WrongKind("values", f"must be a dict, such as {{'P': 0.5}}, not {checks.kind_of(self.values)}")
        for word, number in (self.values or {}).items():
            if not isinstance(word, str):
                got = checks.kind_of(word)
                raise checks.WrongKind("values", f"must have texts as keys, not {got}; give results as spelled")
            if number is not None:
                checks.single(checks.numbers(number, "values", bools="give 1 or 0"), "values")
        self.values = {word.strip(): number for word, number in (self.values or {}).items()}

    def _of_winners(self):
        """What winners of two systems need, and what has no meaning beside them or without them."""
        if self.winner is None:
            return
        for name in ("score", "truth", "prediction"):
            if getattr(self, name) is not None:
                said = f"must stand without {typed(name)}: it says itself which of two systems won"
                raise checks.WrongValue("winner", said)
        for name, what in (("systems", ""), ("system", " columns, of who stood first and second,")):
            if len(named := getattr(self, name)) not in (0, 2):
                raise checks.WrongValue(name, f"must be two{what} beside {typed('winner')}: got {listing(named)}")

    def _of_predictions(self):
        """What predictions need, and what has no meaning beside them or without them."""
        if self.normalise is not None:
            checks.choice(self.normalise, "normalise", NORMALISE)
        if self.truth is None and self.prediction is None:
            if self.normalise is not None:
                raise checks.WrongValue("normalise", f"is for predictions beside their truth: give {typed('truth')}")
            return
        for name, other in (("truth", "prediction"), ("prediction", "truth")):
            if getattr(self, name) is None:
                raise checks.WrongValue(other, f"needs {typed(name)} beside it, the column that it is held against")
        for name in ("score", "values"):
            if getattr(self, name):
                said = f"must be left out beside {typed('prediction')}: the truth says what is right"
                raise checks.WrongValue(name, said)


def _where(where):
    """{column: the values that count}."""
    if where is None:
        return {}
    if not isinstance(where, Mapping):
        raise checks.WrongKind("where", f"must be a dict, such as {{'metric': 'F1'}}, not {checks.kind_of(where)}")
    return {checks.text(column, "where"): _texts(values, "where") for column, values in where.items()}


def how_to_label(systems):
    """The forms in which people's labels of these systems may stand."""
    if len(systems) == 1:
        return f"write a row for each label (id,{LABELS[0]})"
    wide = repr(",".join(["id", *systems]))[1:-1]
    return f"write a row for each label (id,system,{LABELS[0]}) or a column for each system ({wide})"


def lower_is_better(name):
    """Whether the name of a metric has a word such as latency or loss, and none beside it that takes that back."""
    words = re.findall("[a-z]+|[0-9]+|[.:]", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower())
    if words[-2:-1] in ([":"], ["."]) and words[-1] in ("success", "pass", "passed"):
        return False
    around = zip(["", *words], words, [*words[1:], ""], strict=False)
    return any(x in LESS and before not in NOT_BEFORE and after not in NOT_AFTER for before, x, after in around)


def surely_lower(name):
    """Whether it has one of the words of which nobody wants more."""
    words = re.findall("[a-z]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower())
    return lower_is_better(name) and not SURELY_LESS.isdisjoint(words)


def _texts(value, name):
    """A text or a list of texts, as a tuple; empty for None."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise checks.WrongKind(name, f"must be a text or a list of texts, not {checks.kind_of(value)}")
    if not value or len(set(value)) < len(value):
        raise checks.WrongValue(name, f"must hold at least one name, each of them once: got {checks.shown(value)}")
    return tuple(value)
