"""A reader's function is called on cases of our own: right, wrong, endless, loud, or anything else."""

import time
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from give_or_take.classroom import exercises
from give_or_take.classroom.exercises.trial import Case, agrees, call, fault


def right(k, n):
    return (k / n * (1 - k / n) / n) ** 0.5


CASES = [Case(arguments, right(*arguments)) for arguments in ((84, 100), (1, 4))]


def simulate(rng, n):
    return rng.binomial(n, 0.5, 10_000).std()


def endless(k, n):
    while True:
        pass


def stubborn(k, n):
    while True:
        try:
            time.sleep(0.001)
        except:  # noqa: E722  as a reader might write it
            pass


def loud(k, n):
    while True:
        print("round and round")


def quiet_failure(k, n):
    right(k, n)


def boom(k, n):
    raise ZeroDivisionError("division by zero")


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda k, n: k / n, "Called with (84, 100), your function gives 0.84; right is 0.03666."),
        (lambda k, n: right(84, 100) if n == 100 else 0, "Called with (1, 4), your function gives 0; right is 0.2165."),
        (endless, "Called with (84, 100), your function takes longer than 1 second: a loop that never ends, or"),
        (loud, "Called with (84, 100), your function prints without end."),
        (quiet_failure, "Called with (84, 100), your function gives nothing back; does it end in return?"),
        (boom, "Called with (84, 100), your function raises ZeroDivisionError: division by zero."),
        (lambda k: k, "Called with (84, 100), your function raises TypeError: "),
        (lambda k, n: "0.04", "Called with (84, 100), your function gives '0.04', which is not a number."),
        (lambda k, n: [right(k, n)], "Called with (84, 100), your function gives an array of 1 where one number is"),
        (lambda k, n: float("nan"), "Called with (84, 100), your function gives nan, which is not finite."),
        (lambda k, n: {}, "Called with (84, 100), your function gives {}, which is not a number."),
    ],
)
def test_what_goes_wrong_is_said(function, words):
    assert fault(function, CASES).startswith(words), fault(function, CASES)


def test_a_right_function_is_right_whatever_it_prints(capsys):
    def chatty(k, n):
        print("half way")
        return np.float64(right(k, n))

    assert fault(right, CASES) == fault(chatty, CASES) == "" and capsys.readouterr().out == ""


def test_where_no_answer_is_right_an_error_is():
    cases = [Case((84, 100), right(84, 100)), Case((84, 0), Exception)]
    assert fault(right, cases) == "" and agrees(right, right, cases)
    for instead, words in ((7, "gives 7,"), (None, "gives nothing back")):

        def other(k, n, instead=instead):
            return right(k, n) if n else instead

        assert fault(other, cases[:1]) == "" and not agrees(right, other, cases)
        said = fault(other, cases)
        assert said.startswith(f"Called with (84, 0), your function {words}") and "it should raise an error" in said
    assert "takes longer than 1 second" in fault(lambda k, n: right(k, n) if n else endless(k, n), cases)
    table = pd.DataFrame({"right": [1, 0]})
    assert str(Case((table, 3), 0.5)) == "(a table of 2 rows, 3)"


def test_a_loop_that_swallows_everything_does_not_keep_the_reader_waiting():
    began = time.perf_counter()
    assert "runn" in call(stubborn, (1, 2), seconds=0.2).wrong or "longer" in call(stubborn, (1, 2), seconds=0.2).wrong
    assert time.perf_counter() - began < 5


def test_time_without_a_processor_does_not_count_for_a_while():
    """As on a busy machine: a function that waits has used none of its time; but nobody waits for ever."""
    assert call(lambda: time.sleep(0.4) or 7, (), seconds=0.2).value == 7
    began, naps = time.perf_counter(), lambda: [time.sleep(0.01) for _ in range(3000)]
    assert "takes longer than 0.2 second" in call(naps, (), seconds=0.2).wrong
    assert time.perf_counter() - began < 5


def test_a_changed_argument_is_noticed():
    def greedy(scores):
        scores.sort()
        return float(np.mean(scores))

    case = Case((np.array([3.0, 1.0]),), 2.0)
    assert fault(greedy, [case]) == "Called with ([3.0, 1.0]), your function changes what it was given; work on a copy."


def test_an_honest_simulation_is_right_within_its_own_error():
    case = Case((np.random.default_rng(1), 100), 5.0, within=5 * 5 / (2 * 10_000) ** 0.5)
    assert fault(simulate, [case]) == ""
    assert "right is about 5" in fault(lambda rng, n: simulate(rng, 4 * n), [case])
    kept = replace(case, told=False)
    assert fault(lambda rng, n: simulate(rng, 4 * n), [kept]).endswith("which is too high.")
    assert fault(lambda rng, n: 1.5, [kept]).endswith("your function gives 1.5, which is too low.")


def test_of_several_numbers_the_first_wrong_one_is_named():
    kept = Case((), [58.4, 6039.0, 37.7], within=0.06, told=False)
    assert fault(lambda: [58.4, 6039, 37.7], [kept]) == ""
    assert fault(lambda: [58.4, 5772, 0.377], [kept]).endswith(
        "your function gives (58.4, 5772, 0.377), of which number 2 is too low."
    )
    assert "gives (1, 2), an array of 2 where an array of 3" in fault(lambda: [1, 2], [kept])


def test_a_common_mistake_is_recognised():
    assert agrees(lambda k, n: k / n, lambda k, n: k / n, CASES) and not agrees(right, lambda k, n: k / n, CASES)


@pytest.fixture
def asked():
    """An exercise that asks for a function, registered for one test."""
    exercises.exercise(
        "9.9",
        cases=lambda: CASES,
        mistakes=[(lambda k, n: k / n, "That is the score itself.")],
        hint="What is the spread of one answer?",
        why="It shrinks with the root of n.",
    )
    yield "9.9"
    del exercises.REGISTRY["9.9"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (..., "Blank so far. Put the body of the function in place of the dots"),
        (right, "Right. It shrinks with the root of n."),
        (lambda k, n: k / n, "Not yet. That is the score itself."),
        (lambda k, n: 1, "Not yet. Called with (84, 100), your function gives 1; right is 0.03666. What is the spread"),
        (0.0367, "This asks for a function: give its name, without brackets or quotes. What is the spread"),
        ("right", "This asks for a function: "),
        (print, "Not yet. Called with (84, 100), your function gives nothing back"),
        (endless, "Not yet. Called with (84, 100), your function takes longer than 1 second"),
    ],
)
def test_an_exercise_may_ask_for_a_function(asked, answer, words, capsys):
    exercises.check(asked, answer)
    assert " ".join(capsys.readouterr().out.split()).startswith(words)
