"""What chapter 10 asks."""

import numpy as np

from give_or_take.classroom.exercises import exercise, prediction
from give_or_take.classroom.exercises.trial import Case
from give_or_take.paired import mcnemar_test

prediction(
    "10A",
    options={
        "a": "It is good, but it was also lucky, and it does not take the luck with it.",
        "b": "That would be so if you had picked the prompt before you saw a score.",
        "c": "",
        "d": "That is too much of a drop: the prompts share their pairs, and so they share most of the luck.",
    },
    right="c",
    because="On pairs that did not choose it, the winner loses about four points.",
)
prediction(
    "10B",
    options={
        "a": "Each look has 5%, and there are ten of them.",
        "b": "They do share their items, but not so many that ten looks are worth two.",
        "c": "That would be so if the ten looks had no items in common.",
        "d": "",
    },
    right="d",
    because="With ten looks, it is almost one night out of five.",
)

exercise(
    "10.1",
    answer=lambda: 100 * (1 - 0.95**20),
    mistakes=[
        (lambda: 100.0, "Twenty times 5% would be so if two tests could never be significant together."),
        (lambda: 5.0, "That is one test alone."),
        (lambda: 100 * 0.95**20, "That is the chance that none of them does."),
        (lambda: 100 * 20 * 0.05 * 0.95**19, "That is the chance of exactly one. Two or more count, too."),
        (lambda: 1 - 0.95**20, "Give it in percent, please."),
    ],
    hint="How likely is it that one test stays silent, and that all twenty do?",
    why="So a single p = 0.03 among twenty variants is no surprise if nothing works. Bonferroni's answer is "
    "to ask each of twenty tests for p < 0.0025, a twentieth of 0.05. Tests that share the old prompt's answers are "
    "not independent, which makes a false alarm rarer, but not rare.",
    unit="percent",
    within=0.06,
)
exercise(
    "10.2",
    choices={
        "a": "The interval knows nothing of the two weeks. The 200 items chose this version: its luck is in the 81%.",
        "b": "",
        "c": "A correction needs to know how much the versions share, and how many there might have been. Nobody does.",
        "d": "The items chose all ten of these versions, so all of them are flattered. And you do not ship an average.",
    },
    right="b",
    hint="Which of the four numbers comes from items that had no say in the choice?",
    why="Two weeks of tuning are a choice among many, even if there were never two versions side by side. Keep some "
    "items away from all of it, and use them once.",
)


def add_items(rng):
    """A solution of exercise 10.3."""
    return float((_p(_so_far(rng)) < 0.05).any(axis=1).mean())


def _so_far(rng):
    return rng.multinomial(100, [0.06, 0.06, 0.88], size=(2_000, 5)).cumsum(axis=1)


def _p(counts):
    return mcnemar_test(counts[..., 0], counts[..., 1]).p_value


def _cases():
    from give_or_take.looks import planned_looks

    exact = planned_looks(500, 5, 0.06, 0.06, rule="fixed").size
    return [Case((np.random.default_rng(seed),), exact, within=0.03) for seed in (3, 4)]


exercise(
    "10.3",
    cases=_cases,
    mistakes=[
        (
            lambda rng: float((_p(_so_far(rng)[:, -1]) < 0.05).mean()),
            "That is one look in twenty. Ask of each comparison whether any of its five looks has p below 0.05.",
        ),
        (
            lambda rng: float((_p(np.diff(_so_far(rng), axis=1, prepend=0)) < 0.05).any(axis=1).mean()),
            "That tests each hundred items by themselves. Add them to the ones before.",
        ),
        (lambda rng: 100 * add_items(rng), "That is in percent; the question asks for a share from 0 to 1."),
        (lambda rng: 2_000 * add_items(rng), "That is a number of comparisons. Give their share, from 0 to 1."),
        (lambda rng: 1 - add_items(rng), "That is the share of comparisons that never have p below 0.05."),
    ],
    hint="`rng.multinomial` draws how many of 100 items flip each way. Add up what has come so far, test at each "
    "of the five looks, and ask of each comparison whether any p-value is below 0.05.",
    why="That is nearly three times what a test at 0.05 promises, and all that anybody did was add some items.",
)


def stubborn(n_new, n_old):
    """A solution of exercise 10.4."""
    return 1.5**n_new * 0.5**n_old


exercise(
    "10.4",
    cases=lambda: [Case(counts, stubborn(*counts)) for counts in ((3, 1), (48, 22), (0, 4), (22, 48))],
    mistakes=[
        (lambda n_new, n_old: 0.75**n_new * 0.25**n_old, "What lies on the right side is paid back double."),
        (lambda n_new, n_old: 1.75**n_new * 0.25**n_old, "What lies on the right side is paid back double, and the "
         "rest is lost: after a flip for new you have twice three quarters."),
        (lambda n_new, n_old: 1.75**n_new * 0.75**n_old, "Before every flip all the money is divided: three quarters "
         "on new, one quarter on old."),
        (lambda n_new, n_old: 1.5**n_old * 0.5**n_new, "Three quarters are bet on new, and one quarter on old."),
        (lambda n_new, n_old: 1 + 0.5 * (n_new - n_old), "Each flip multiplies the money that you have at that point."),
    ],
    hint="A flip for new multiplies the money by twice the share that lay on new.",
    why="With 48 for new and 22 for old, the stubborn colleague owns 68 euros, and our bet 19. The other way round, "
    "the colleague has lost everything, and our bet still owns 19. Dividing as the flips suggest costs something, but "
    "it works whichever prompt is better.",
)  # fmt: skip
exercise(
    "10.5",
    answer=lambda: _mean_items("obrien-fleming", "pocock"),
    mistakes=[
        (lambda: _mean_items("pocock", "obrien-fleming"), "O'Brien and Fleming's rule comes first."),
        (lambda: _mean_items("obrien-fleming", "pocock", looks=5), "Those are five looks."),
        (lambda: _mean_items("obrien-fleming", "pocock", shares=(0.04, 0.04)), "That is with no difference at all."),
        (lambda: _mean_items("obrien-fleming", "pocock", n=1_000), "Those are plans for 1,000 items."),
    ],
    hint="planned_looks has both rules, and its result has mean_items.",
    why="Pocock's rule stops sooner, and it pays for that with power: 91% instead of 94%.",
    ends=("O'Brien-Fleming", "Pocock"),
    unit="count",
    within=0.6,
)


def _mean_items(*rules, n=1_500, looks=3, shares=(0.07, 0.04)):
    from give_or_take.looks import planned_looks

    return tuple(round(planned_looks(n, looks, *shares, rule=rule).mean_items) for rule in rules)
