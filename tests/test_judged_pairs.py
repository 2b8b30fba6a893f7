"""Two systems as people would compare them, from verdicts and some labels; and the stored study of its coverage."""

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.stats import beta

from give_or_take import clustered_tango_interval, corrected_difference, tango_interval
from give_or_take.judged_pairs import _corrected
from tools.notebook import ROOT
from tools.studies import judged_pairs_coverage as study

STORED, GROUPED = pd.read_csv(study.STORED), pd.read_csv(study.GROUPED)


def items(labels, unlabelled):
    """Verdicts and labels of A and B from counts: rows where the judge passed only B, both, only A; people alike."""
    verdict, people = [(0, 1), (1, 1), (1, 0), (None, 1)], [(0, 1), (0, 0), (1, 0)]
    rows = [
        (*verdict[row], *people[column])
        for row, counts in enumerate(labels)
        for column, many in enumerate(counts)
        for _ in range(many)
    ]
    rows += [(*verdict[row], None, None) for row, many in enumerate(unlabelled) for _ in range(many)]
    verdicts_a, verdicts_b, labels_a, labels_b = map(list, zip(*rows, strict=True))
    return verdicts_a, verdicts_b, labels_a, labels_b


@pytest.mark.parametrize(
    ("labels", "unlabelled", "estimate", "low"),
    [
        ([[2, 1, 0], [1, 22, 1], [0, 1, 2]], [60, 850, 60], 0, -0.141811),
        ([[0, 0, 0], [0, 30, 0], [0, 0, 0]], [10, 950, 10], 0, -0.084962),
    ],
)
def test_where_no_side_is_ahead_it_is_what_was_handed_to_the_project(labels, unlabelled, estimate, low):
    found = corrected_difference(*items(labels, unlabelled))
    assert (found.estimate, found.low, found.high) == pytest.approx((estimate, low, -low), abs=1e-6)


def test_the_formula_item_by_item():
    labels, unlabelled = [[8, 3, 1], [4, 60, 6], [1, 5, 12], [1, 2, 1]], [400, 3900, 600, 30]
    found, total = corrected_difference(*items(labels, unlabelled), level=0.9), 5034
    shares = [(sum(row) + more) / total for row, more in zip(labels, unlabelled, strict=True)]
    outcomes = [[-1] * (b + 1) + [0] * (same + 1) + [1] * (a + 1) for b, same, a in labels]
    gains, variances = [np.mean(x) for x in outcomes], [np.var(x) / len(x) for x in outcomes]
    mean = np.dot(shares, gains)
    variance = np.dot(np.square(shares), variances) + np.dot(shares, np.square(gains - mean)) / total
    coins = (1 - mean**2) / variance
    estimate = sum(q * (a - b) / (b + same + a) for q, (b, same, a) in zip(shares, labels, strict=True))
    ones = coins * (1 + estimate) / 2
    ends = beta.ppf(0.05, ones, coins - ones + 1), beta.ppf(0.95, ones + 1, coins - ones)
    assert tuple(found) == pytest.approx([2 * end - 1 for end in ends]) and found.estimate == pytest.approx(estimate)
    assert found.note == "The judge did not decide on an answer to 34 items."
    assert found.reported == pytest.approx((618 - 412) / 5000)
    assert tuple(found.labels_alone) == tuple(tango_interval(0, 20, 14, 70, level=0.9))


def test_no_label_that_turns_against_a_raises_an_end():
    for ns, unlabelled in [((1, 4, 1), (60, 850, 60)), ((3, 3, 3), (60, 850, 60)), ((0, 6, 0), (10, 90, 0))]:
        tables = [[t for t in itertools.product(range(n + 1), repeat=3) if sum(t) == n] for n in ns]
        before = np.array(list(itertools.product(*tables)), dtype=float)
        for row, outcome in itertools.product(np.flatnonzero(ns), (1, 2)):
            some = before[before[:, row, outcome] > 0]
            after = some.copy()
            after[:, row, outcome] -= 1
            after[:, row, outcome - 1] += 1
            ends = [np.array(_corrected(x, np.array(unlabelled, float), 0.95)) for x in (some, after)]
            assert (ends[1] <= ends[0] + 1e-12).all()


def test_a_difference_turns_round_with_the_systems():
    va, vb, la, lb = items([[8, 3, 1], [4, 60, 6], [1, 5, 12]], [40, 390, 60])
    one, other = corrected_difference(va, vb, la, lb), corrected_difference(vb, va, lb, la)
    assert (one.low, one.high, one.reported) == pytest.approx((-other.high, -other.low, -other.reported))


COUNTS = [[8, 3, 1], [4, 60, 6], [1, 5, 12]], [40, 390, 60]


def test_by_id_items_of_one_system_are_left_out_and_half_labels_do_not_count():
    ids = [f"q{i}" for i in range(590)]
    va, vb, la, lb = (dict(zip(ids, x, strict=True)) for x in items(*COUNTS))
    plain = corrected_difference(va, vb, la, lb)
    la, lb = ({k: x for k, x in one.items() if x is not None} for one in (la, lb))
    shuffled = dict(sorted(vb.items(), reverse=True))
    found = corrected_difference(va | {"only": 1}, shuffled | {"more": 0, "most": 0}, la | {"q589": 1}, lb)
    assert tuple(found) == tuple(plain) and not plain.note
    assert found.note == (
        "Left out: 3 items of one system only. Taken as not labelled: 1 item with a label of one answer only."
    )
    assert (found.items, found.labels) == (590, 100)


def test_with_every_label_the_judge_adds_nothing():
    found = corrected_difference(*items(COUNTS[0], [0, 0, 0]))
    assert tuple(found) == tuple(tango_interval(0, 19, 13, 68)) and found.method == "Tango"
    assert found.note == "Every item has both labels: the judge adds nothing."


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda v, w, x, y: (v, w, x[:60] + [None] * 530, [None] * 45 + y[45:]),
            "labels_a and labels_b must hold both labels of at least",
        ),
        (
            lambda v, w, x, y: (v, w, x[:19] + [None] * 571, y),
            "labels_a must hold at least 20 labels to correct by: got",
        ),
        (lambda v, w, x, y: (v, w[:-1], x, y[:-1]), "verdicts_a and verdicts_b must have the same length"),
        (lambda v, w, x, y: (dict(enumerate(v)), w, dict(enumerate(x)), y), "verdicts_b must have ids, as verdicts_a"),
        (lambda v, w, x, y: ({"a": 1}, {"b": 1}, {"a": 1}, {"b": 1}), "verdicts_b shares no id with verdicts_a"),
        (lambda v, w, x, y: (v, [0.3, *w[1:]], x, y), "verdicts_b must hold 0 or 1"),
        (
            lambda v, w, x, y: items([[0, 0, 0], [0, 0, 0], [3, 20, 20]], [100, 800, 100]),
            "labels_a and labels_b hardly",
        ),
    ],
)
def test_what_is_refused(call, words):
    with pytest.raises((TypeError, ValueError)) as caught:
        corrected_difference(*call(*items(*COUNTS)))
    assert str(caught.value).startswith(words)


# Groups


def in_groups(alike):
    """Sixty groups of five, half of them labelled; people's outcome on an item may be that of its whole group."""
    rng = np.random.default_rng(5)
    person = rng.choice([0, 1, 2], (60, 1), p=[0.1, 0.7, 0.2]) * np.ones((1, 5), int)
    person = np.where(alike, person, rng.permuted(person.ravel()).reshape(60, 5))
    judge = np.where(rng.random((60, 5)) < 0.85, person, rng.integers(0, 3, (60, 5))).ravel()
    person, looked = person.ravel(), np.arange(300) // 5 % 2 == 0
    verdicts = [np.array([0, 1, 1])[judge], np.array([1, 1, 0])[judge]]
    labels = [np.where(looked, (person == side).astype(float), np.nan) for side in (2, 0)]
    return *verdicts, *labels, np.repeat(np.arange(60), 5)


def test_groups_that_are_alike_widen_it_and_groups_of_one_do_not():
    *data, groups = in_groups(alike=True)
    plain, grouped = corrected_difference(*data), corrected_difference(*data, groups=groups)
    assert grouped.estimate == plain.estimate and grouped.method == "clustered Korn-Graubard"
    assert grouped.width > plain.width
    *mixed, groups = in_groups(alike=False)
    assert 1 <= corrected_difference(*mixed, groups=groups).width / corrected_difference(*mixed).width < 1.2
    assert tuple(corrected_difference(*data, groups=range(300))) == tuple(plain)


def test_errors_in_few_groups_leave_the_labels_alone():
    *data, groups = in_groups(alike=True)
    same = np.where(np.isnan(data[2]), np.nan, data[0]), np.where(np.isnan(data[3]), np.nan, data[1])
    found = corrected_difference(*data[:2], *same, groups=groups)
    looked = ~np.isnan(same[0])
    alone = clustered_tango_interval((same[0] - same[1])[looked], groups[looked])
    assert tuple(found) == tuple(alone) and found.note.endswith("the interval is that of the labels alone.")


# The stored study


@pytest.mark.parametrize("number", [3, 42, 152, 216])
def test_the_cells_that_are_stored_come_out_again(number):
    cell = [*study.GRID, *study.between()][number]
    samples = study.SAMPLES if number < len(study.GRID) else study.BETWEEN
    assert study.row(cell, number, samples) == pytest.approx(STORED.iloc[number, 1:].tolist(), abs=6e-5)


def test_every_cell_is_stored_and_no_coverage_is_below_the_mark():
    cells = [*study.GRID, *study.between()]
    assert np.allclose(STORED[list(study.Cell._fields)], cells, atol=6e-5)
    assert np.allclose(GROUPED[list(study.Grouped._fields)].astype(float), study.IN_GROUPS_GRID)
    assert min(STORED["coverage"].min(), GROUPED["coverage"].min()) >= 0.93


def test_a_cell_in_groups_comes_out_again():
    again = study.grouped_row(study.IN_GROUPS_GRID[47], 47)
    assert again == pytest.approx(GROUPED[["coverage", "alone"]].iloc[47].tolist(), abs=6e-5)


def test_the_docstring_says_what_is_stored():
    text = " ".join(corrected_difference.__doc__.split())
    lowest = 100 * STORED[["coverage", "tango"]].min()
    assert f"in {lowest['coverage']:.1f}% of all samples or more" in text
    assert f"of the labels alone in {lowest['tango']:.1f}%" in text
    grouped, page = 100 * GROUPED["coverage"].min(), (ROOT / "book/coverage.md").read_text()
    assert f"it covers the truth in {grouped:.1f}% or more" in text and f"it is {grouped:.1f}%" in page
    assert f"{lowest['coverage']:.1f}%, against {lowest['tango']:.1f}% for Tango's interval of the labels alone" in page
