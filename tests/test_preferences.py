"""Winners of two systems, side by side: from the words of a file to who is preferred, ties, and the order."""

import json

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, binomtest, ttest_ind
from statsmodels.stats.proportion import proportion_confint

from give_or_take import checks, compare, read_results, report, tango_interval
from give_or_take.evalfile import Results

ARENA = "id,winner\n" + "".join(f"{i},{word}\n" for i, word in enumerate(30 * ["A"] + 15 * ["B"] + 5 * ["tie"]))


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def pairs(*winners, a="new", b="old", ids="abcdefgh"):
    """A line for each verdict, as Chatbot Arena writes it."""
    return lines(*({"question_id": i, "model_a": a, "model_b": b, "winner": one}
                   for i, one in zip(ids, winners, strict=False)))  # fmt: skip


def both(*winners, **more):
    """A line for both orders of each item, as FastChat writes it."""
    named = {"model_1": "new", "model_2": "old", "judge": ["gpt-4", "pair-v2"], **more}
    return lines(*({"question_id": i, "g1_winner": x, "g2_winner": y} | named for i, (x, y) in enumerate(winners)))


def test_wins_are_held_against_one_half(write):
    """As SciPy and statsmodels have it: the sign test is that of wins and losses, whatever the ties are."""
    found = compare(read_results(write({"arena.csv": ARENA}), winner="winner"))
    [gap], p = found.differences, found.preference
    assert (p.first, p.wins, p.losses, p.ties, p.decided, p.placed) == ("A", 30, 15, 5, 45, 0)
    assert (p.decided_low, p.decided_high) == pytest.approx(proportion_confint(30, 45, method="wilson"))
    exact = binomtest(30, 45).pvalue
    assert gap.p == pytest.approx(exact - binom.pmf(30, 45, 0.5)) and exact == pytest.approx(0.036, abs=5e-4)
    assert (p.rate, p.low, p.high) == pytest.approx((0.65, 0.5 + gap.low / 2, 0.5 + gap.high / 2))
    assert gap.method == "Tango" and found.differences[0].verdict == "first"


def test_a_file_of_winners_is_asked_for_and_the_line_to_type_runs(run, write):
    write({"arena.csv": ARENA})
    status, said, _ = run("check arena.csv")
    assert status == 2 and said.endswith("next:\n  give-or-take report arena.csv --winner winner\n")
    status, said, _ = run("report arena.csv --winner winner --short")
    assert status == 0 and "Of 45 decided verdicts, A won 30, 66.7% (95% Wilson 52.1%-78.6%)" in said
    assert "the judge prefers A to B: with ties as half, A's win rate is 65.0%" in said and "5 ties" in said
    assert "p = 0.026" in said and "better" not in said and "an effect of the order cannot be seen" in said
    gate = "report arena.csv --winner winner --gate --margin 5 --baseline"
    assert [run(f"{gate} {one}")[0] for one in "BA"] == [0, 3]
    assert "gate undecided: cannot tell whether 'B' loses to 'A' by 5 points or more" in run(f"{gate} A")[1]


def test_sides_may_be_called_anything_if_they_hold_the_same_few_names(run, write):
    trios = 4 * ["xy", "yz", "xz", "xy"]
    rows = [{"id": f"q{i}", "rag_a": a, "rag_b": b, "winner": a} for i, (a, b) in enumerate(trios)]
    write({"a.jsonl": lines(*rows)})
    said = run("report a.jsonl")[2]
    assert "give --winner winner" in said and "compares 3 pairs of systems, such as 'x', 'y' (8)" in said
    assert "x won 8" in run("report a.jsonl --winner winner --systems x y --short")[1]
    write({"b.jsonl": lines(*({"id": i, "option_a": f"{i}!", "option_b": "no", "correct": 1} for i in range(9)))})
    assert "winner" not in run("check b.jsonl")[1]


def test_one_system_in_the_first_column_throughout_is_said(run, write):
    verdicts = [("xy", "x"), ("xz", "z"), ("yz", "y"), ("xy", "y"), ("xz", "x"), ("xy", "tie")] * 4
    rows = [{"id": f"q{i}", "fw_a": a, "fw_b": b, "winner": one} for i, ((a, b), one) in enumerate(verdicts)]
    write({"a.jsonl": lines(*rows), "b.jsonl": lines(*(row | {"id": f"b{row['id']}"} for row in rows))})
    said = "'x' stands in 'fw_a' in all {} verdicts: if that one was shown first, a preference and an effect of"
    line = "report a.jsonl --winner winner --systems y x"
    assert all(said.format(12) in " ".join(run(f"{line} {more}")[1].split()) for more in ("", "--short", "--json -"))
    assert said.format(24) in run(f"{line.replace('a.jsonl', 'a.jsonl b.jsonl')} --short")[1]
    write({"b.jsonl": lines({"id": "q99", "model_a": "y", "model_b": "x", "winner": "x"})})  # not x
    assert "No file says which" in run(f"{line.replace('a.jsonl', 'a.jsonl b.jsonl')} --short")[1]
    write({"b.jsonl": lines({"id": "q99", "winner": "x"})})  # no columns of systems
    assert "No file says which" in run(f"{line.replace('a.jsonl', 'a.jsonl b.jsonl')} --short")[1]


def test_of_several_pairs_each_gets_a_paragraph_and_the_first_place_goes_across_them(run, write):
    won = [("xy", "x", 20), ("xy", "y", 10), ("xz", "x", 25), ("xz", "z", 5), ("zy", "z", 4), ("zy", "y", 2)]
    rows = [{"fw_a": a, "fw_b": b, "winner": one} for (a, b), one, n in won for _ in range(n)]
    write({"a.jsonl": lines(*({"id": f"q{i}"} | row for i, row in enumerate(rows)))})
    asked = run("report a.jsonl --winner winner")[2]
    assert "give --systems x y, or --systems all for a paragraph on each pair" in asked
    status, said, _ = run("report a.jsonl --winner winner --systems all")
    paragraphs = [" ".join(one.split()) for one in said.split("\n\n")]
    assert status == 0 and len(paragraphs) == 4 and "from 25 wins, 5 losses and 0 ties" in paragraphs[1]
    first = "Over these pairs, whoever stands in 'fw_a' has a win rate of 74.2% in 66 verdicts, as it would if"
    assert paragraphs[3].startswith(first) and "3 pairs, each by itself" in paragraphs[3]
    assert "95% Wilson" in run("report a.jsonl --winner winner --systems all --short")[1]
    assert run("check a.jsonl --winner winner --systems all")[1].endswith("a.jsonl --systems all --winner winner\n")
    assert "--html is about one pair" in run("report a.jsonl --winner winner --systems all --html a.html")[2]
    write({"a.jsonl": lines(*({"id": f"q{i}"} | row for i, row in enumerate(rows[:30])))})
    status, said, _ = run("report a.jsonl --winner winner --systems all")
    assert status == 0 and "from 20 wins, 10 losses and 0 ties" in " ".join(said.split())
    for column, about in [("nobody", "--winner"), ("fw_a", "--systems")]:  # not there; no column holds who met whom
        status, _, complaint = run(f"report a.jsonl --winner {column} --systems all")
        assert status == 2 and complaint.startswith(f"Error: {about}"), "refused in a sentence"


SWAPPED = "id,{},winner\n" + "".join(f"q{i},{{}},{a}\nq{i},{{}},{b}\n" for i, (a, b) in enumerate(["NN", "NO", "OO"]))
SWAPPED = SWAPPED.replace(",N\n", ",new\n").replace(",O\n", ",old\n")


@pytest.mark.parametrize(
    ("name", "words", "winner", "wins"),
    [
        ("a.jsonl", pairs("model_a", "model_b", "tie", "tie (bothbad)", "model_a"), "winner", (2, 1, 2)),
        ("a.jsonl", pairs("model_a", "model_b") + pairs("model_a", a="old", b="new", ids="x"), "winner", (1, 2, 0)),
        ("names.jsonl", pairs("new", "OLD", "both_bad", "new"), "winner", (2, 1, 1)),
        ("signs.jsonl", pairs("A>B", "B>>A", "A=B", "[[A]]"), "winner", (2, 1, 1)),
        ("none.jsonl", pairs("model_a", "error", None, "model_a", "model_b"), "winner", (2, 1, 0)),
        ("marked.csv", "id,model_a,model_b,winner_model_a,winner_model_b,winner_tie\n1,new,old,1,0,0\n2,new,old,0,0,1\n"
         "3,old,new,0,1,0\n4,old,new,1,0,0\n", "marked", (2, 1, 1)),
        ("alone.csv", "id,winner\n1,A\n2,A\n3,tie\n", "winner", (2, 0, 1)),
        ("two.jsonl", both(("model_1", "model_1"), ("model_1", "model_2"), ("tie", "error")), "both", (3, 1, 1)),
        ("order.csv", SWAPPED.format("order", *3 * ("AB", "BA")), "winner", (3, 3, 0)),
        ("swapped.csv", SWAPPED.format("swapped", *3 * ("false", "true")), "winner", (3, 3, 0)),
        ("first.csv", SWAPPED.format("first", *3 * ("new", "old")), "winner", (3, 3, 0)),
        ("alpaca.json", json.dumps([
            {"instruction": f"say {i}", "generator_1": "new", "generator_2": "old", "preference": x}
            for i, x in enumerate((1.0, 2.0, 1.5, 1.0))]), "preference", (2, 1, 1)),
    ],
)  # fmt: skip
def test_words_of_all_kinds(write, name, words, winner, wins):
    several = {"both": ["g1_winner", "g2_winner"], "marked": ["winner_model_a", "winner_model_b", "winner_tie"]}
    results = read_results(write({name: words}), winner=several.get(winner, winner))
    found = compare(results, missing="leave out")
    p, names = found.preference, {"new": wins, "A": wins, "old": (wins[1], wins[0], wins[2])}
    assert (p.wins, p.losses, p.ties) == names[p.first]
    if name in ("order.csv", "swapped.csv", "first.csv"):  # the first place won twice in the second item
        assert (p.both_orders, p.agree, p.first_place, p.shown_first) == (3, 2, pytest.approx(0.5 + 1 / 6), 3)
        assert found.runs == "together" and found.differences[0].groups == 3


PLACED = [  # in both orders: new wins six items and old one, one is a tie, and of two the first place wins
    ((first, second), {"tie": "tie", first: "A", second: "B"}[won or first])
    for won in (*6 * ["new"], None, None, "tie", "old") for first, second in (("new", "old"), ("old", "new"))
]  # fmt: skip


def placed(*columns, words="AB"):
    """These rows with columns for who stood first and second, or for whether the two changed places."""
    return lines(*(
        {"id": i // 2, "winner": dict(zip("AB", words, strict=True)).get(won, won)}
        | (dict(zip(columns, two, strict=True)) if columns[1:] else dict.fromkeys(columns, i % 2 > 0))
        for i, (two, won) in enumerate(PLACED)
    ))  # fmt: skip


PAIRED = [(x, y) for (_, x), (_, y) in zip(PLACED[::2], PLACED[1::2], strict=True)]
G = "--winner g1_winner --winner g2_winner"


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (placed("model_a", "model_b"), "--winner winner"),
        (placed("first_model", "second_model", words="12"), "--winner winner"),
        (placed("first", "second", words=("first", "second")), "--winner winner"),
        (placed("x", "y"), "--winner winner --system x --system y"),
        (placed("swapped"), "--winner winner --systems new old"),
        (both(*PAIRED), f"{G} --ignore model_1 --ignore model_2 --systems new old"),
    ],
)
def test_letters_that_are_places_in_both_orders(run, write, words, line):
    write({"a.jsonl": words})
    status, out, _ = run(f"report a.jsonl {line} --json -")
    p = json.loads(out)["comparison"]["preference"]
    assert status == 0 and (p["first"], p["wins"], p["losses"], p["ties"]) == ("new", 14, 4, 2)
    assert (p["both_orders"], p["agree"], p["agree_first"], p["first_place"]) == (10, 8, 6, pytest.approx(0.6))


@pytest.mark.parametrize(
    ("words", "line", "says"),
    [
        (placed("swapped"), "--winner winner", "at first that of 'new', give --systems new old, with their names"),
        (placed("swapped"), "--winner winner", "If 'A' is one system in either order, give --systems A B"),
        (both(*PAIRED), G, "give --ignore model_1 --ignore model_2 --systems new old, with their names"),
        (
            placed("x", "y"),
            "--winner winner",
            "next:\n  give-or-take report a.jsonl --winner winner --system x --system y",
        ),
        (placed("x", "y"), "--winner winner --systems new old", "give --system x --system y, or --ignore x --ignore y"),
        (
            placed("x", "y"),
            "--winner winner --system x",
            "--system must be two columns, of who stood first and second, beside --winner: got 'x'",
        ),
        (placed(), "--winner winner", "or add a column 'swapped' that is true where the two answers changed places"),
    ],
)
def test_letters_that_may_be_places_are_asked_about(run, write, words, line, says):
    write({"a.jsonl": words})
    status, _, complained = run(f"report a.jsonl {line}")
    assert status == 2 and says in complained


def test_letters_are_systems_where_they_are_named_so(run, write):
    write({"a.jsonl": placed("swapped")})
    status, out, _ = run("report a.jsonl --winner winner --systems A B --json -")
    p = json.loads(out)["comparison"]["preference"]
    assert status == 0 and (p["first"], p["wins"], p["losses"], p["first_place"]) == ("A", 11, 7, pytest.approx(0.75))
    write({"a.jsonl": placed("swapped").replace("false", "null", 1)})
    status, _, complained = run("report a.jsonl --winner winner --systems new old")
    assert status == 2 and "does not say who was shown first in line 1; write a system's name, or true" in complained


def test_shares_are_scores(write):
    sides = {"generator_1": "a", "generator_2": "b"}
    rows = [{"id": i, "preference": 1 + x} | sides for i, x in enumerate((0.9, 0.7, 0.2))]
    found = compare(read_results(write({"a.json": json.dumps(rows)}), winner="preference"))
    assert (found.preference.first, found.preference.wins) == ("b", None)
    assert found.preference.rate == pytest.approx(0.6) and "b minus a: +20.0 points" in report(found).minimum


def test_verdicts_on_one_item_are_one_group(write):
    """A judge who says the same in both orders says no more than in one; who always takes the first says nothing."""
    words = {1: 24 * ["model_1"] + 12 * ["model_2"] + 4 * ["tie"]}
    once = compare(read_results(write({"one.jsonl": pairs(*words[1], ids=range(40))}), winner="winner"))
    twice = both(*((x, x) for x in words[1]))
    found = compare(read_results(write({"two.jsonl": twice}), winner=["g1_winner", "g2_winner"]))
    assert found.differences[0].p == pytest.approx(once.differences[0].p)
    assert found.preference.low <= once.preference.low and found.preference.high >= once.preference.high
    assert (found.preference.agree, found.preference.first_place, found.preference.judges) == (40, 0.5, ("gpt-4",))
    words = both(*12 * [("model_1", "model_2")])
    found = compare(read_results(write({"first.jsonl": words}), winner=["g1_winner", "g2_winner"]))
    assert (found.preference.rate, found.preference.first_place, found.preference.agree) == (0.5, 1, 0)
    assert found.preference.first_place_p == pytest.approx(0.5**12)  # of twelve items, not of 24 verdicts
    assert "an effect of the order shows (p < 0.001)" in report(found).minimum


def test_the_order_is_told_only_where_it_varies(write):
    words = pairs(*30 * ["model_a"], *20 * ["model_b"], ids=range(50))
    found = compare(read_results(write({"a.jsonl": words}), winner="winner"))
    assert (found.preference.placed, found.preference.first_place) == (50, None)
    assert "new was always shown first" in report(found).minimum
    words += pairs(*10 * ["model_a"], *10 * ["model_b"], a="old", b="new", ids=range(50, 70))
    read = read_results(write({"a.jsonl": words}), winner="winner")
    found, looked = compare(read), report(compare(read, any_time=True))
    assert "intervals: 95% any-time, Wilson and Tango." in looked.text, "the order's is for one look"
    p = found.preference
    assert (p.shown_first, p.placed) == (50, 70)
    assert (p.rate_shown_first, p.rate_shown_second, p.first_place) == pytest.approx((0.6, 0.5, 0.55))
    told = "Shown first, new has a win rate of 60.0%; shown second, of 50.0%: an effect of the order does not show"
    assert told in report(found).minimum
    some = pairs(*5 * ["model_b"], a="old", b="new", ids=range(5))  # in both orders, new wins either way
    words = pairs(*50 * ["model_a"], ids=range(50)) + some
    p = compare(read_results(write({"a.jsonl": words}), winner="winner")).preference
    assert (p.shown_first, p.placed, p.rate_shown_first, p.first_place, p.first_place_p) == (50, 55, 1, 0.5, 1)
    told = "On the items judged in both orders, shown first, new has a win rate of 100.0%"
    assert told in report(compare(read_results(write({"a.jsonl": words}), winner="winner"))).minimum


def test_what_is_preferred_is_no_effect_of_the_order(write):
    """One that wins nine of ten in either place, and is shown first more often, says nothing about the place."""
    first, second = 1635, 1365  # of 3,000
    words, won = pairs(*1471 * ["model_a"], *164 * ["model_b"], ids=range(first)), second * 9 // 10
    words += pairs(*won * ["model_b"], *(second - won) * ["model_a"], a="old", b="new", ids=range(first, 3000))
    found = compare(read_results(write({"a.jsonl": words}), winner="winner"))
    p = found.preference
    assert p.first_place == pytest.approx(0.5, abs=0.001) and p.first_place_low < 0.5 < p.first_place_high
    one, other = np.repeat([1, 0], [1471, 164]), np.repeat([1, 0], [won, second - won])
    assert p.first_place_p == pytest.approx(ttest_ind(one, other, equal_var=False).pvalue)
    assert "an effect of the order does not show" in report(found).minimum


def test_an_effect_of_the_order_is_seen_beside_a_preference(write):
    """Shown first, 75% against 45%: half of 30 points is what the first place is worth."""
    words = pairs(*75 * ["model_a"], *25 * ["model_b"], ids=range(100))
    words += pairs(*45 * ["model_b"], *55 * ["model_a"], a="old", b="new", ids=range(100, 200))
    p = compare(read_results(write({"a.jsonl": words}), winner="winner")).preference
    assert (p.rate_shown_first, p.rate_shown_second, p.first_place) == pytest.approx((0.75, 0.45, 0.65))
    assert p.first_place_p < 0.001 and p.first_place_low > 0.5


def test_a_question_judged_twice_is_one_item(write):
    rows = "".join(f"Q{i},new,old,model_a\nQ{i},old,new,model_b\n" for i in range(10))
    path = write({"a.csv": f"question,model_a,model_b,winner\n{rows}"})
    with pytest.raises(checks.NotNamed, match="^id must be named: no column of 'a.csv' says which item"):
        read_results(path, winner="winner")
    found = compare(read_results(path, winner="winner", id="question")).preference
    assert (found.verdicts, found.items, found.both_orders) == (20, 10, 10)


def test_groups_count_and_what_is_missing_is_said():
    rng = np.random.default_rng(1)
    group = np.repeat(np.arange(20), 5)
    won = np.repeat(rng.random(20) < 0.6, 5).astype(float)
    won[:3] = np.nan
    items = pd.DataFrame({"id": [f"q{i}" for i in range(100)]})
    frame = pd.concat(
        [items.assign(system=x, score=s, group=group.astype(str)) for x, s in (("a", won), ("b", 1 - won))]
    )
    alone, grouped = (compare(Results(x, ("rows",), judges=()), missing="leave out")
                      for x in (frame.drop(columns="group"), frame))  # fmt: skip
    assert grouped.preference.high - grouped.preference.low > 1.8 * (alone.preference.high - alone.preference.low)
    assert grouped.preference.decided_method == "clustered Wilson"
    assert "3 of 100 verdicts are missing, left out" in report(grouped).headline
    with pytest.raises(checks.NotNamed, match="3 verdicts of 100 say nothing; give missing='leave out'"):
        compare(Results(frame, ("rows",), judges=()))


@pytest.mark.parametrize(
    ("words", "line", "said"),
    [
        (pairs("model_a") + pairs("model_b", b="base", ids="z"), "--winner winner",
         "--systems must be named: 'a.jsonl' compares 2 pairs of systems, such as 'new', 'old' (1), 'base', 'new' (1); "
         "give --systems new old"),
        (pairs("model_a"), "--winner winner --systems new base", "its systems are 'new', 'old'"),
        (pairs("model_a", "unsure"), "--winner winner", "verdicts that cannot be read: 'unsure' (1, first in line 2)"),
        (pairs(1, 0), "--winner winner", "verdicts that cannot be read: 0 (1, first in line 2)"),
        (pairs("model_a"), "--winner winner --passing 1", "--passing must be left out beside winners"),
        (pairs("model_a", "error"), "--winner winner --missing fail", "--missing must be leave-out for winners"),
        (pairs("model_a"), "--winner winner --score winner", "--winner must stand without --score"),
        (pairs("model_a", b="new"), "--winner winner", "compares a system with itself in line 1"),
        (both(("A", "B"), ("A", "A")), "--winner g1_winner --winner g2_winner", "'A', 'B' may be places or systems"),
        (lines(*({"id": i // 2, "swapped": i % 2 > 0, "winner": "AB"[i % 3 > 0]} for i in range(8))), "--winner winner",
         "'A', 'B' may be places or systems where 'swapped' changes the order"),
        (lines({"id": 1, "winner": "x"}, {"id": 2, "winner": "y"}, {"id": 3, "winner": "z"}), "--winner winner",
         "put the two that each row compares into columns such as model_a and model_b"),
        (pairs("model_a", "model_b", ids="aa"), "--winner winner", "has more than one verdict for 1 id, such as 'a'"),
        (pairs("model_a"), "--systems new old", "--winner must be named: 'a.jsonl' seems to hold which of two"),
    ],
)  # fmt: skip
def test_what_may_mean_two_things_is_asked(run, write, words, line, said):
    write({"a.jsonl": words})
    status, _, complained = run(f"report a.jsonl {line}")
    assert status == 2 and said in complained


def test_a_pair_of_many_is_chosen(run, write):
    write({"a.jsonl": pairs("model_a", "model_b", "model_a") + pairs("model_a", b="base", ids="z")})
    status, said, _ = run("report a.jsonl --winner winner --systems old new --short")
    assert status == 0 and "new won 2" in said and "new's wins minus losses: +33.3 points" in said
    results = read_results(write({"b.jsonl": pairs("x", "model_b", ids="ab")}), winner="winner", values={"x": None})
    assert compare(results, missing="leave out").preference.verdicts == 1


def test_a_win_in_both_orders_has_an_interval_of_its_own():
    """An item counts as 1, 0 or -1: Tango's interval of wins and losses, and half of it around one half."""
    rows = [(f"q{i}", ["a", "b", "tie"][min(i // 12, 2)], ["a", "b", "tie"][i % 3 if i >= 20 else min(i // 12, 2)])
            for i in range(48)]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["id", "one", "two"])
    long = [(i, "ab"[s], run, float(word == "ab"[s]), 1.0 + (s != run)) for i, *words in frame.itertuples(index=False)
            for run, word in enumerate(words) for s in (0, 1)]  # fmt: skip
    frame = pd.DataFrame(long, columns=["id", "system", "run", "score", "place"])
    p = compare(Results(frame, (), judges=())).preference
    low, high = tango_interval(0, p.agree_first, p.agree_second, p.both_orders - p.agree_first - p.agree_second)
    assert p.both_orders == 48 and p.agree_first + p.agree_second + p.agree_tie == p.agree < 48
    assert p.agree_rate == 0.5 + (p.agree_first - p.agree_second) / 96
    assert (p.agree_low, p.agree_high) == pytest.approx((0.5 + low / 2, 0.5 + high / 2))
    text = report(compare(Results(frame, (), judges=()))).text
    assert "wins in both orders, else half" in text and "if only these count as won or lost" in " ".join(text.split())
    groups = frame.assign(group=frame["id"].str[-1])
    wide = compare(Results(groups, (), judges=()), estimand="groups like these").preference
    assert wide.agree_rate == p.agree_rate and (wide.agree_low, wide.agree_high) != (p.agree_low, p.agree_high)


def people(*rows, names=("winner1", "winner2", "winner3"), **more):
    """A row for each of two turns of a question, with the verdicts of several people."""
    return "".join([
        f"question_id,model_1,model_2,turn,{','.join(names)}\n",
        *(f"q{i // 2},new,old,{i % 2 + 1},{','.join(one)}\n" for i, one in enumerate(rows)),
    ])  # fmt: skip


NEW, OLD = "model_1", "model_2"
PEOPLE = people(*8 * [(NEW, NEW, OLD)], *6 * [(OLD, NEW, "tie")], *6 * [(NEW, OLD, OLD)])


def test_columns_of_several_people_are_runs_of_an_item_and_no_orders(run, write):
    write({"a.csv": PEOPLE})
    said = run("check a.csv")[1]
    every = "--winner winner1 --winner winner2 --winner winner3"
    assert f"give {every}\n" in said and "--score" not in said, "no turn is offered as a result"
    assert said.endswith(f"next:\n  give-or-take report a.csv {every} --runs mean\n")
    for line, many in ((every, 3), ("--winner winner1 --winner winner3", 2)):
        refused = run(f"report a.csv {line}")[2]
        assert f"of 'a.csv' are verdicts on the same two answers, as of {many} people" in refused
        assert "--runs must be named" in refused and ("call them g1_winner and g2_winner" in refused) == (many == 2)
    status, out, _ = run(f"report a.csv {every} --runs mean --json -")
    found = json.loads(out)["comparison"]
    p, nets = found["preference"], np.repeat([1 / 3, 0, -1 / 3], [4, 3, 3])  # of the ten questions
    assert status == 0 and (p["wins"], p["losses"], p["ties"], p["both_orders"]) == (28, 26, 6, None)
    assert p["judges"] == ["winner1", "winner2", "winner3"] and found["differences"][0]["n"] == 10
    assert found["differences"][0]["difference"] == pytest.approx(nets.mean())
    out = run(f"report a.csv {every} --runs together --json -")[1]
    assert json.loads(out)["comparison"]["differences"][0]["groups"] == 10
    turned = run(f"report a.csv {every} --runs mean --id question_id --id turn")[1]
    assert "'question_id' alone repeats 10 values" in " ".join(turned.split()), "not silently independent"
    pair = "--id question_id --id turn --cluster question_id"
    assert f"{pair} makes each an item of its own" in run(f"check a.csv {every} --runs mean")[1]
    out = run(f"report a.csv {every} --runs mean {pair} --json -")[1]
    assert json.loads(out)["comparison"]["differences"][0]["groups"] == 10


@pytest.mark.parametrize("names", [
    "winner_ab winner_ba", "winner winner_swapped", "order1_w order2_w", "winner_forward winner_reverse",
])  # fmt: skip
def test_two_columns_are_both_orders_where_their_names_say_so(write, names):
    names = names.split()
    path = write({"a.csv": people(*6 * [(NEW, OLD)], names=names).replace(",turn,", ",part,")})
    p = compare(read_results(path, winner=[*names], id=["question_id", "part"])).preference
    assert (p.both_orders, p.first_place) == (6, 1)


def test_a_column_that_tells_verdicts_on_an_id_apart_is_offered(run, write):
    write({"a.csv": PEOPLE.replace(",turn,", ",leg,")})
    said = run("report a.csv --winner winner1")[2]
    pair = "--id question_id --id leg --cluster question_id"
    assert f"and 'leg' tells them apart.\n  Give {pair} if each is an item of its own" in said
    assert said.endswith(f"next:\n  give-or-take report a.csv --winner winner1 {pair}\n")
    assert run(f"report a.csv --winner winner1 {pair}")[0] == 0


def test_a_column_of_results_that_is_empty_is_named(run, write):
    rows = "".join(f"{i},a text,another,{'' if i else ' '}\n" for i in range(12))
    write({"a.csv": f"id,one,two,choice\n{rows}", "b.csv": "id,score\n" + "".join(f"{i},\n" for i in range(12))})
    empty = "'choice' of 'a.csv' is empty in all 12 rows"
    for line in ("", "--winner choice", "--winner choice --systems one two", "--score choice"):
        for said in (run(f"check a.csv {line}")[1], run(f"report a.csv {line}")[2]):
            assert empty in said and "graded first" not in said and "name the two systems" not in said
    assert "'score' of 'b.csv' is empty in all 12 rows" in run("report b.csv")[2]
    write({"a.csv": f"id,one,two,choice\n{rows.replace(', ', ',B')}"})
    assert "is empty" not in run("check a.csv")[1]
    write({"a.csv": f"id,score,rating\n{''.join(f'{i},{i % 2},' + chr(10) for i in range(12))}"})
    assert "'rating' of 'a.csv' is empty in all 12 rows" in run("check a.csv")[1] and run("report a.csv")[0] == 0
    write({"a.csv": f"id,label,size\n{''.join(f'{i},,{i % 5}' + chr(10) for i in range(12))}"})
    said = run("check a.csv")[1]
    assert "--score: 'label' of 'a.csv' is empty in all 12 rows; no column of 'a.csv' is known to say" in said
