"""The answer desk: the simulated support assistant whose truth is known.

Everything here is made up, once and for all, and written out below: no random numbers are drawn when it is loaded.
The story is that an assistant with a true rate of `TRUE_RATE_OLD` was tried on 100 questions and got 84 right, and
that its successor, with a true rate of `TRUE_RATE_NEW`, got 92 of the same questions right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from give_or_take import checks

if TYPE_CHECKING:
    import pandas as pd

# The truth behind the desk, which only its makers know: the rate over all questions that it could ever be asked.
TRUE_RATE_OLD = 0.82
TRUE_RATE_NEW = 0.88

# topic, source, and how many items: both right, only old right, only new right, neither
_COUNTS = [
    ("billing", "public", 24, 0, 2, 0),
    ("billing", "fresh", 12, 0, 1, 1),
    ("delivery", "public", 15, 0, 2, 1),
    ("delivery", "fresh", 10, 1, 1, 0),
    ("refunds", "public", 6, 0, 2, 1),
    ("refunds", "fresh", 7, 0, 1, 3),
    ("account", "public", 5, 1, 1, 0),
    ("account", "fresh", 3, 0, 0, 0),
]
_OUTCOMES = [(1, 1), (1, 0), (0, 1), (0, 0)]  # (old, new), in the order of the counts


def answer_desk() -> pd.DataFrame:
    """The 100 items of the answer desk as a pandas DataFrame. Simulated: no such assistant exists.

    The old desk has 84 of 100 right and the new one 92: 82 both, 2 only the old, 10 only the new, 6 neither. The true
    rates are `give_or_take.data.desk.TRUE_RATE_OLD` and `TRUE_RATE_NEW`. Each call gives a fresh table.

    Returns
    -------
    DataFrame
        One row an item: `id` (desk-001 to desk-100), `topic` (billing, delivery, refunds or account), `source`
        ("public" or "fresh"), and `old` and `new`: whether that desk answered it right (1) or wrong (0). Its `.attrs`
        say that it is simulated.

    Examples
    --------
    >>> desk = answer_desk()
    >>> int(desk["old"].sum()), int(desk["new"].sum()), len(desk)
    (84, 92, 100)
    >>> desk.attrs["kind"]
    'simulated'
    """
    pd = checks.library("pandas", "answer_desk")

    rows = [
        (topic, source, old, new)
        for topic, source, *counts in _COUNTS
        for (old, new), count in zip(_OUTCOMES, counts, strict=True)
        for _ in range(count)
    ]
    order = [(40 * i * i + 37 * i + 37) % 100 for i in range(100)]  # visits each of the 100 rows once, well mixed
    desk = pd.DataFrame([rows[place] for place in order], columns=["topic", "source", "old", "new"])
    desk.insert(0, "id", [f"desk-{i:03d}" for i in range(1, 101)])
    desk.attrs = {
        "name": "answer_desk",
        "title": "The answer desk: 100 questions to a support assistant, old and new",
        "kind": "simulated",
        "source": "made up for this series",
        "licence": "as the series",
        "row": "one item",
        "note": "Simulated, with a known truth. Fresh items hold more refunds, the hardest topic, than public ones.",
    }
    return desk


def two_months() -> pd.DataFrame:
    """Two months of questions to one model, 2,000 each, row by row: 84% right, then 68%. Simulated.

    For chapter 6: look at the source only when told to. Each call gives a fresh table.

    Returns
    -------
    DataFrame
        One row a question: `month` ("last" or "this"), `kind` (easy or hard) and `right`: 1 or 0.

    Examples
    --------
    >>> rows = two_months()
    >>> rows.groupby("month")["right"].agg(["sum", "size"]).to_numpy().tolist()
    [[1680, 2000], [1360, 2000]]
    """
    pd = checks.library("pandas", "two_months")

    rows = [
        (month, kind, right)
        for month, kinds in _MONTHS.items()
        for kind, (k, n) in kinds.items()
        for right, count in ((1, k), (0, n - k))
        for _ in range(count)
    ]
    order = [(1640 * i * i + 37 * i + 37) % 4000 for i in range(4000)]
    table = pd.DataFrame([rows[place] for place in order], columns=["month", "kind", "right"])
    table = table.sort_values("month", kind="stable", ignore_index=True)
    table.attrs = {"name": "two_months", "kind": "simulated", "row": "one question"}
    return table


_MONTHS = {  # right answers, out of how many
    "last": {"easy": (1380, 1500), "hard": (300, 500)},
    "this": {"easy": (460, 500), "hard": (900, 1500)},
}


def leaderboard(week: int) -> str:
    """The leaderboard of a week, as text: five changes to the answer desk, tried on 50 questions each. Simulated.

    For chapter 1: look at the source only when told to.

    Parameters
    ----------
    week : int
        Which week's board.

    Returns
    -------
    str
        One line a change, best first.

    Examples
    --------
    >>> len(leaderboard(week=4).splitlines())
    5
    """
    return make_board(np.random.default_rng(checks.count(week, "week", least=0)))


def make_board(rng):
    changes = ["retrieval", "few-shot examples", "bigger model", "step by step", "new system prompt"]
    right = rng.binomial(50, 0.80, size=5)  # one and the same true rate, five times
    board = sorted(zip(right, changes, strict=True), reverse=True)
    return "\n".join(f"{change:<18} {k / 50:.0%}" for k, change in board)
