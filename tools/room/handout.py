"""The numbers of two handouts, one page each: book/handout.md and book/evening-handout.md have them by PARTS."""

from give_or_take import (
    Pairs,
    items_for_paired,
    items_for_power,
    margin,
    mcnemar_test,
    newcombe_interval,
    tango_interval,
    wilson_interval,
)

SIZES, GAINS = (100, 400, 1_000, 10_000), (1, 2, 3, 5, 10)  # items; points
BASE, FLIPS = 0.80, 0.20  # where a gain begins; the share of the same items on which two systems differ


def carry_home(series):
    """The sentences that chapters 2 to 6 give to take home; the picture above them is chapter 1's and 2's."""
    chapters = [chapter for chapter in series.chapters.values() if 2 <= chapter.number <= 6]
    return "\n".join(f"- {chapter.take_away}" for chapter in chapters)


def table(*rows):
    """A Markdown table; its first row is the heading."""
    lines = [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join([lines[0], "|---" + "|--:" * (len(rows[0]) - 1) + "|", *lines[1:]])


def margins(series):
    """Items, and the 95% margin of a score near one half and near 90%."""
    half, high = ([f"± {100 * margin(round(rate * n), n):.1f}" for n in SIZES] for rate in (0.5, 0.9))
    rows = table(["items", *(f"{n:,}" for n in SIZES)], ["near 50%", *half], ["near 90%", *high])
    return f"{rows}\n\nPoints, at 95%, for independent items. By mental arithmetic: 100/√*n*."


def plans(series):
    """A gain, and the items that see it four times in five: the same for both systems, or others for each."""
    same = [items_for_paired((FLIPS + gain / 100) / 2, (FLIPS - gain / 100) / 2) for gain in GAINS]
    other = [items_for_power(BASE, BASE + gain / 100) for gain in GAINS]
    few, many = ([f"{n:,}" for n in items] for items in (same, other))
    rows = table(["gain, points", *GAINS], ["same items", *few], ["other items, each", *many])
    return f"{rows}\n\nFrom {BASE:.0%}, at 80% power and two-sided 0.05; {FLIPS:.0%} of the same items flip."


def signed(share):
    return f"{100 * share:+.1f}".replace("-", "−")


def gain(interval, name):
    """A difference with its interval."""
    low, high = signed(interval.low), signed(interval.high)
    return f"{signed(interval.estimate)} points (95% {name} {low} to {high})"


def evening_sentences(series):
    """The two sentences of an evening: one rate, the same items."""
    return "\n".join(sentences(series).splitlines()[:2])


def sentences(series):
    """Three sentences to copy: one rate, the same items, other items."""
    one, apart, pairs = wilson_interval(84, 100), newcombe_interval(42, 50, 40, 50), Pairs(82, 10, 2, 6)
    same, (both, only_new, only_old, _) = tango_interval(*pairs.table), pairs.table
    p = mcnemar_test(only_new, only_old).p_value
    for_what = "for items like these"
    return "\n".join([
        f"- **One rate.** 84/100 = {one.estimate:.1%} (95% Wilson {one.low:.1%} to {one.high:.1%}), {for_what}, "
        "one run; 0 missing.",
        f"- **Same items.** {both + only_new}/{pairs.n} against {both + only_old}/{pairs.n}: {gain(same, 'Tango')}, "
        f"{for_what}; {only_new} flips for, {only_old} against, mid-p {p:.3f}; 0 missing.",
        f"- **Other items.** 42/50 against 40/50: {gain(apart, 'Newcombe')}, {for_what}; 0 missing.",
    ])  # fmt: skip


PARTS = {part.__name__: part for part in (carry_home, margins, plans, evening_sentences, sentences)}
