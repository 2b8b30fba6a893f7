"""What chapter 7 asks."""

from functools import cache

import numpy as np
from scipy.stats import binom

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.data import load
from give_or_take.metrics import f1_interval

prediction(
    "7A",
    options={
        "a": "That is 68.5% of them. But only 319 of all summaries are factual.",
        "b": "That is nearly all of the 319 factual ones. It finds fewer.",
        "c": "",
        "d": "That is 16% of them, the share in any 698 drawn blindly. The detector does better than that.",
    },
    right="c",
    because="195 of them are. Five times as many summaries are false as factual, and three in ten of the false ones "
    "get a yes.",
)
prediction(
    "7B",
    options={
        "a": "Even a good interval misses now and then: at 95%, about one time in twenty.",
        "b": "That is what 95% promises. The recipe does not keep it here.",
        "c": "The direction is right, but it is worse than that.",
        "d": "",
    },
    right="d",
    because="A resample holds no mistake that its test did not make, and nearly half of these tests made none.",
)


def _f1(tp, fp, fn):
    return 100 * 2 * tp / (2 * tp + fp + fn)


def _both(metric):
    return lambda: (metric(450, 50, 0), metric(8, 4, 2))


exercise(
    "7.1",
    answer=_both(_f1),
    mistakes=[
        (lambda: (90.0, 70.0), "These are the accuracies. F1 leaves out the right noes."),
        (_both(lambda tp, fp, fn: 100 * tp / (tp + fp + fn)), "In F1 the right yeses count twice, above and below."),
        (_both(lambda tp, fp, fn: 100 * tp / (tp + fp)), "That is the precision."),
        (_both(lambda tp, fp, fn: 100 * tp / (tp + fn)), "That is the recall."),
        (
            _both(lambda tp, fp, fn: 50 * (tp / (tp + fp) + tp / (tp + fn))),
            "That is the plain average of precision and recall. F1 is their harmonic mean.",
        ),
    ],
    hint="Twice the right yeses, divided by all yeses and all spam together.",
    why="B has learned nothing and has the best F1; A has learned nothing and has the best accuracy. Both have a "
    "balanced accuracy of 50%. C has 70%, and twenty messages are too few to show that it is more.",
    ends=("F1 of B", "F1 of C"),
    unit="percent",
    rounded=True,
    within=0.06,
)


def bar(factual, yes, rng, draws=2_000):
    """A solution of exercise 7.2."""
    return _bar(_balanced, factual, yes, rng, draws)


def _balanced(tp, fp, fn, tn):
    return 50 * (tp / (tp + fn) + tn / (tn + fp))


def _bar(metric, factual, yes, rng, draws=2_000, tail=0.025):
    drawn = rng.integers(0, len(factual), size=(draws, len(factual)))
    low, high = np.quantile(metric(*_counts(_packed(factual, yes)[drawn].sum(axis=1))), [tail, 1 - tail])
    return float(low), float(high)


PLACES = np.array([0, 16, 32, 48])  # four counts in one whole number, as the check makes many resamples


def _packed(factual, yes):
    """Of each article, its right and wrong yeses, wrong and right noes, in one number."""
    pairs = (factual & yes, ~factual & yes, factual & ~yes, ~factual & ~yes)
    return sum(pair.sum(axis=1) << place for pair, place in zip(pairs, PLACES, strict=True))


def _counts(packed):
    return [packed >> place & 0xFFFF for place in PLACES]


def _apart(factual, yes, rng):
    return bar(factual, yes[rng.permutation(len(yes))], rng)


def _single(factual, yes, rng):
    return bar(factual.reshape(-1, 1), yes.reshape(-1, 1), rng)


def _seen(factual, yes):
    return float(_balanced(*_counts(_packed(factual, yes).sum())))


def _error(factual, yes, rng):
    low, high = bar(factual, yes, rng)
    return (high - low) / 4


def by_article():
    """An array of what is factual and one of what gets a yes, with a row for each article."""
    table = load("xsum_summaries")
    return tuple((table[name] >= 0.5).to_numpy().reshape(-1, 4) for name in ("factual", "entailment"))


@cache
def articles_cases():
    """The chapter's articles; and others whose four summaries are alike, where drawing single ones is too short."""
    alike = np.random.default_rng(5)
    factual = np.repeat(alike.random((120, 1)) < 0.4, 4, axis=1)
    yes = np.repeat(alike.random((120, 1)) < 0.5, 4, axis=1)
    return [
        Case((*table, np.random.default_rng(7)), bar(*table, np.random.default_rng(70), 10_000), within, words)
        for table, within, words in (
            (by_article(), 0.3, "the summaries of the chapter"),
            ((factual, yes), 0.95, "120 articles whose four summaries are alike"),
        )
    ]


exercise(
    "7.2",
    cases=articles_cases,
    mistakes=[
        (_single, "That draws single summaries. Draw whole rows, with everything in them."),
        (
            lambda factual, yes, rng: _bar(
                lambda tp, fp, fn, tn: 100 * (tp + tn) / (tp + fp + fn + tn), factual, yes, rng
            ),
            "That is plain accuracy. Balanced accuracy averages two shares, of the factual and of the others.",
        ),
        (
            lambda factual, yes, rng: _bar(lambda tp, fp, fn, tn: 100 * tp / (tp + fn), factual, yes, rng),
            "That is the recall, the first of the two shares. Average it with that of the others.",
        ),
        (
            lambda factual, yes, rng: _bar(
                lambda tp, fp, fn, tn: _f1(tp, fp, fn), factual, yes, rng
            ),
            "That is F1. Balanced accuracy averages two shares.",
        ),
        (
            _apart,
            "The two arrays are drawn separately, so the answers no longer belong to their summaries. Take the same "
            "rows of both.",
        ),
        (
            lambda factual, yes, rng: _bar(_balanced, factual, yes, rng, tail=0.05),
            "That leaves 5% at each end, a 90% interval.",
        ),
        (
            lambda factual, yes, rng: tuple(end / 100 for end in bar(factual, yes, rng)),
            "These are fractions; the question asks for percent.",
        ),
        (lambda factual, yes, rng: bar(factual, yes, rng)[::-1], "Both ends are right. The lower one comes first."),
        (
            lambda factual, yes, rng: (_seen(factual, yes),) * 2,
            "The two ends are the same: are new articles drawn each time?",
        ),
        (
            lambda factual, yes, rng: (
                _seen(factual, yes) - _error(factual, yes, rng),
                _seen(factual, yes) + _error(factual, yes, rng),
            ),
            "That is one standard error to each side. The 95% interval leaves 2.5% at each end.",
        ),
    ],
    hint="Draw row numbers with rng.integers, take both arrays at these rows, and average two shares: how many of the "
    "factual get a yes, how many of the others a no.",
    why="It is the same loop with another line in it. If few articles held a mistake, the interval would be too short.",
)
exercise(
    "7.3",
    choices={
        "a": "It weights each queue by its tickets, so the legal ones hardly count.",
        "b": "",
        "c": "The accuracy counts tickets, and only two in a hundred are legal ones.",
        "d": "One of them counts every queue the same, however few its tickets are.",
    },
    right="b",
    hint="In which average does a queue with twenty tickets weigh as much as one with nine hundred?",
    why="It is 60%, far below the 93% and 94%, so some small queue does badly. Which one, only its own line says.",
)


def _invoices():
    amount = np.array([10, 50, 100, 500, 1000])
    return amount, abs(np.array([12, 51, 99, 498, 1014]) - amount)


def _errors(rmse, mape):
    def answer():
        amount, error = _invoices()
        return float(rmse(error, amount)), float(mape(error, amount))

    return answer


def _rmse(error, amount):
    return 100 * np.sqrt(np.mean(error**2)) / np.mean(amount)


def _mape(error, amount):
    return 100 * np.mean(error / amount)


exercise(
    "7.4",
    answer=_errors(_rmse, _mape),
    mistakes=[
        (_errors(lambda e, a: np.sqrt(np.mean(e**2)), _mape), "The first is in dollars. How much of the mean is it?"),
        (_errors(lambda e, a: 100 * e.mean() / a.mean(), _mape), "The first is the mean absolute error, the vendor's."),
        (_errors(_rmse, lambda e, a: 100 * e.mean() / a.mean()), "The second divides by the mean amount, as the vendor "
         "did. Divide each error by its own amount first."),
        (lambda: (_errors(_rmse, _mape)()[0], 4.4), "In the second, errors up and down cancel: take their size first."),
        (_errors(_rmse, lambda e, a: 100 * np.sum(e / a)), "The second is a sum; divide it by five."),
        (_errors(_rmse, lambda e, a: np.mean(e / a)), "The second is a fraction; the question asks for percent."),
    ],
    hint="Errors are 2, 1, 1, 2 and 14 dollars. Square, average and take the root; or divide each by its amount, then "
    "average.",
    why="1.2%, 1.9% or 5.0%, from the same five invoices: an error rate means nothing until its formula is named. And "
    "\"±\" promises a range, which none of them gives: one of the five is off by 20%.",
    ends=("RMSE", "MAPE"),
    unit="percent",
    within=0.045,
)  # fmt: skip
exercise(
    "7.5",
    choices={
        "a": "It shares more wording with the authors. Is that what the app wants?",
        "b": "More of its words are supported. But a sentence is false if a single word is, and the votes on whole "
        "sentences are the third bar.",
        "c": "The third bar holds zero, and it also holds a lead of three points for TConvS2S.",
        "d": "",
    },
    right="d",
    hint="Which of the three asks what the app wants to know? And where does its bar lie?",
    why="No bar is wrong: each answers another question. So choose the ruler by your decision, and before you look. "
    "Whoever looks first can report either system as the winner. These two were picked because here the rulers "
    "disagree; of the six pairs of systems it is the only one where they do so this clearly.",
)


def shown(n, rng):
    """A solution of exercise 7.6."""
    return float(np.mean(_ends(n, rng).low > 0.7))


def _ends(n, rng, level=0.95):
    tests = rng.multinomial(n, [0.08, 0.02, 0.02, 0.88], size=4_000)
    return f1_interval(*tests[:, :3].T, level=level)


def _exactly(n):
    """The share itself: the sum over how many items count, and how many of these are right yeses."""
    total = 0.0
    for counted in range(1, n + 1):
        if (chance := binom.pmf(counted, n, 0.12)) > 1e-9:
            hits = np.arange(counted + 1)
            ahead = f1_interval(hits, counted - hits, np.zeros_like(hits)).low > 0.7
            total += chance * binom.pmf(hits, counted, 2 / 3)[ahead].sum()
    return float(total)


exercise(
    "7.6",
    cases=lambda: [Case((n, np.random.default_rng(n)), _exactly(n), within=0.04) for n in (400, 1_000)],
    mistakes=[
        (
            lambda n, rng: float(np.mean(_f1(*rng.multinomial(n, [0.08, 0.02, 0.02, 0.88], size=4_000).T[:3]) > 70)),
            "That counts the tests whose F1, or whose upper end, is above 0.7. The lower end must be.",
        ),
        (
            lambda n, rng: 0.0,
            "The ends are fractions, so above 70% is above 0.7; and there are four chances, one of them that of a "
            "right no.",
        ),
        (lambda n, rng: 1 - shown(n, rng), "That is the share of tests that do not show it."),
        (lambda n, rng: 100 * shown(n, rng), "That is in percent; the question asks for a share from 0 to 1."),
        (lambda n, rng: 4_000 * shown(n, rng), "That is a number of tests. Give the share of the 4,000."),
        (
            lambda n, rng: float(np.mean(_ends(n, rng, level=0.9).low > 0.7)),
            "That is at a level of 90%.",
        ),
    ],
    hint="rng.multinomial draws the four counts of all tests at once; f1_interval takes arrays.",
    why="With 500 items, half of the tests show it. It takes about 960 before four in five do.",
)
