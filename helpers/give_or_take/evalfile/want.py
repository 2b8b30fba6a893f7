"""What the user named, and the names that are known anyway: chapter 12."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from give_or_take import checks

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
# Columns that say what was asked and how it was graded: for one id they are to hold the same for every system.
SAME = {
    "question": "question question_text input input_text user_input prompt prompt_text query problem".split()
    + ["instruction"],
    "target": "target expected expected_output expected_answer ground_truth reference reference_answer gold".split()
    + "gold_answer correct_answer answer_key".split(),
    "scorer": "scorer metric metric_name grader judge".split(),
    "filter": ["filter"],
    "prompt": "prompt_name prompt_id prompt_version prompt_label prompt_template".split(),
}
MAY_DIFFER = (*SAME, "task")
# Words of a metric of which less may be better, and words that say that it is not, or no longer, so.
LESS = """bias biased bits bpb brier calories cer co2 cost costs crashes delay deviation distance divergence duration
ece error errors fail failed fails failure failures false hallucinated hallucination hallucinations harm harmful
harmfulness harms incorrect jailbreak kl latencies latency leak leakage logloss loss losses mae mape memory mistake
mistakes mse nll perplexity ppl penalties penalty price regret regrets repetition rmse runtime seconds stereotype
stereotypes ter time timeout timeouts tokens toxic toxicity unfaithful unsafe violation violations vulnerability
vulnerabilities wer wrong""".split()
NOT_LESS = """accuracy adjusted anti auc avoidance avoided aware awareness controlled correct corrected correctness
debiased detected detection effectiveness efficiency f1 free handled handling inverse inverted lossless mitigation neg
negated negative no non not ok pass passed precision quality recall recovery reduced reduction resistance robustness
safe saved savings success successes within without""".split()
SLICES = "slice category subject topic domain difficulty language task".split()
ROW_NUMBERS = ("", "index", "unnamed:_0")  # columns that pandas writes by itself


@dataclass
class Want:
    """What the user named, checked as far as that goes without the files."""

    id: Any
    score: Any
    system: Any
    run: Any
    group: Any
    slices: Any
    task: Any
    filter: Any
    values: Any
    date: Any
    may_differ: Any = None

    def __post_init__(self):
        columns = ("id", "system", "run", "group", "date")
        for name in (*columns, "filter"):
            if getattr(self, name) is not None:
                checks.text(getattr(self, name), name)
        for name in ("slices", "task"):
            setattr(self, name, _texts(getattr(self, name), name))
        self.may_differ = _texts(self.may_differ, "may_differ")
        for one in self.may_differ:
            checks.choice(one, "may_differ", MAY_DIFFER)
        if not isinstance(self.score, (str, type(None))):
            self.score = list(_texts(self.score, "score"))
        named = [getattr(self, name) for name in columns if getattr(self, name) is not None]
        scores = self.score if isinstance(self.score, list) else [self.score] * (self.score is not None)
        if twice := [x for x, times in Counter(named + scores).items() if times > 1]:
            which = "score" if twice[0] in scores else next(r for r in columns if getattr(self, r) == twice[0])
            raise ValueError(f"{which} must be a column of its own: {checks.shown(twice[0])} is named twice")
        if self.values is not None and not isinstance(self.values, Mapping):
            raise TypeError(f"values must be a dict, such as {{'P': 0.5}}, not {checks.kind_of(self.values)}")
        for word, number in (self.values or {}).items():
            if not isinstance(word, str):
                raise TypeError(f"values must have texts as keys, not {checks.kind_of(word)}; give results as spelled")
            if number is not None:
                checks.single(checks.numbers(number, "values", bools="give 1 or 0"), "values")
        self.values = {word.strip(): number for word, number in (self.values or {}).items()}


def lower_is_better(name):
    """Whether the name of a metric has a word such as latency or loss, and none that takes it back."""
    words = re.findall("[a-z0-9]+", re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower())
    return any(word in LESS for word in words) and not any(word in NOT_LESS for word in words)


def _texts(value, name):
    """A text or a list of texts, as a tuple; empty for None."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise TypeError(f"{name} must be a text or a list of texts, not {checks.kind_of(value)}")
    if not value or len(set(value)) < len(value):
        raise ValueError(f"{name} must hold at least one name, each of them once: got {checks.shown(value)}")
    return tuple(value)
