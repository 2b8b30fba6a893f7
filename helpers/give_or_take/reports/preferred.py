"""What a report says where verdicts set two systems side by side: who is preferred, ties, and the order: chapter 12."""

from __future__ import annotations

from give_or_take.checks import number_of, shown
from give_or_take.comparison.record import Comparison, Difference
from give_or_take.results import Interval, _p, _value

MUCH = 0.05  # above one half: what the first place has where a judge may just prefer it


def prefer(c: Comparison) -> tuple[str, str]:
    """(who judges, with a verb): one judge by its name, several by their number."""
    judges = c.preference.judges
    if len(judges) == 1:
        return judges[0], "prefers"
    if judges:
        return f"the {len(judges):,} judges", "prefer"
    if c.labels == "people":
        return "people", "prefer"
    return "the judge model" if c.labels == "judge" else "the judge", "prefers"


def share(c: Comparison, value: float, low: float | None, high: float | None, method: str = "") -> str:
    """A share, with its interval if it has one."""
    return _value(value, 0, "%") if low is None else f"{Interval(low, high, value, c.level, method)}"


def verdict(c: Comparison, d: Difference, where: str, favoured: bool, doubt: str) -> str:
    """Which of the two is preferred, without a full stop."""
    p, (judge, verb) = c.preference, prefer(c)
    won = "" if p.wins is None else f", from {counts(c)}"
    found = f"with ties as half, {p.first}'s win rate is {share(c, p.rate, p.low, p.high)}{won}"
    if d.low is None:
        which = f"{judge} {verb} {p.first} to {p.second}" if d.difference else f"{p.first} and {p.second} win alike"
        return f"On these items, {which}: {found}; this says nothing about other items"
    if favoured:
        return f"{where.capitalize()}, {judge} {verb} {p.first} to {p.second}: {found}"
    return f"{where.capitalize()}, it is open which of {p.first} and {p.second} {judge} {verb}: {found}{doubt}"


def counts(c: Comparison) -> str:
    """Wins, losses and ties of the one that is ahead."""
    p = c.preference
    lost = f"{p.losses:,} {'loss' if p.losses == 1 else 'losses'}"
    of = f"{number_of(p.wins, 'win')}, {lost} and {number_of(p.ties, 'tie')}"
    return of if p.verdicts == p.items else f"{of} in {p.verdicts:,} verdicts on {number_of(p.items, 'item')}"


def decided(c: Comparison) -> str:
    """The share of wins among the verdicts that are no ties."""
    p = c.preference
    if p.wins is None:
        return f"The verdicts are shares between {p.first} and {p.second}, so none is a win or a loss."
    if p.decided_rate is None:
        return "Every verdict is a tie."
    found = share(c, p.decided_rate, p.decided_low, p.decided_high, p.decided_method)
    return f"Of {number_of(p.decided, 'decided verdict')}, {p.first} won {p.wins:,}, {found}."


def one_order(c: Comparison) -> str:
    """That one of the two always stood first, if it did, which makes a preference worth less."""
    p = c.preference
    if not p.placed and p.side:
        stands = f"{shown(p.side[0])} stands in {shown(p.side[1])} in all {number_of(p.verdicts, 'verdict')}"
        if_so = "if that one was shown first, a preference and an effect of the order cannot be told apart"
        return f"{stands}: {if_so}"
    if p.placed and p.first_place is None:
        always = p.first if p.shown_first else p.second
        return f"{always} was always shown first, so what the order does cannot be told from what is preferred"
    return ""


def order(c: Comparison) -> str:
    """What the order of the answers does, as far as that can be seen."""
    p = c.preference
    if one_order(c):
        return ""
    if not p.placed:
        return "No file says which answer was shown first, so an effect of the order cannot be seen."
    rates = [_value(x, 0, "%") for x in (p.rate_shown_first, p.rate_shown_second)]
    of = "On the items judged in both orders, shown" if p.both_orders and p.both_orders < p.items else "Shown"
    said = f"{of} first, {p.first} has a win rate of {rates[0]}; shown second, of {rates[1]}"
    if p.first_place_p is not None:
        shows = p.first_place_p < c.alpha and not p.first_place_low <= 0.5 <= p.first_place_high
        said += f": an effect of the order {'shows' if shows else 'does not show'} ({_p(p.first_place_p)})"
    return f"{said}. {agreed(c) if p.both_orders else ''}".strip()


def over_pairs(each: list[Comparison]) -> str:
    """What the first place won over several pairs, ties as half; nothing where nobody knows who stood there."""
    found = []
    for p in [c.preference for c in each]:
        first = p.shown_first if p.placed else p.side and p.side[0] == p.first
        share = p.first_place if p.first_place is not None else p.rate if first else 1 - p.rate
        found += [(p.placed or p.verdicts, share)] if p.placed or p.side else []
    if not found:
        return ""
    many = sum(n for n, _ in found)
    side = each[0].preference.side
    won = _value(sum(n * share for n, share in found) / many, 0, "%")
    who = f"stands in {shown(side[1])}" if side else "was shown first"
    said = f"Over these pairs, whoever {who} has a win rate of {won} in {many:,} verdicts"
    just = ", as it would if the judge just preferred what comes first"
    return f"{said}{just * (sum(n * (share - 0.5) for n, share in found) > MUCH * many)}."


def agreed(c: Comparison) -> str:
    """On how many items both orders agree."""
    p = c.preference
    each = f"{p.agree_first:,} for {p.first}, {p.agree_second:,} for {p.second}, {number_of(p.agree_tie, 'tie')}"
    rate = share(c, p.agree_rate, p.agree_low, p.agree_high)
    return (
        f"Of {number_of(p.both_orders, 'item')} judged in both orders, {p.agree:,} have one verdict in both ({each}): "
        f"if only these count as won or lost, {p.first}'s win rate is {rate}."
    )


def rows(c: Comparison) -> list[tuple[str, float, float | None, float | None, str, str]]:
    """(what, share, ends, method, of how many) for a table and a picture; all are held against one half."""
    p, [d] = c.preference, c.differences
    found = [(f"{p.first} wins, ties as half", p.rate, p.low, p.high, d.method, f"{p.verdicts:,} verdicts")]
    if p.decided_rate is not None:
        of = f"{p.wins:,}/{p.decided:,} decided"
        found.append(
            (f"{p.first} wins, without ties", p.decided_rate, p.decided_low, p.decided_high, p.decided_method, of)
        )
    if p.agree_rate is not None:
        method = "Tango" if c.estimand == "items like these" else d.method
        what, of = f"{p.first} wins in both orders, else half", f"{p.both_orders:,} items"
        found.append((what, p.agree_rate, p.agree_low, p.agree_high, method, of))
    if p.first_place is not None:
        ends, method = (p.first_place_low, p.first_place_high), "Tango" if c.looks else d.method  # it is for one look
        found.append(("first place wins, ties as half", p.first_place, *ends, method, f"{p.placed:,} verdicts"))
    return found


def margin() -> str:
    """What a margin on the difference is as a win rate."""
    return "As a win rate with ties as half, that is half of the margin below one half."


def hidden(c: Comparison, d: Difference, between: str) -> str:
    """What verdicts that are missing could hide."""
    many = number_of(c.systems[0].missing, "missing verdict")
    return f"Over all verdicts, {d.first} minus {d.second} lies between {between}, whatever the {many} would have been."
