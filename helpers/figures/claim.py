"""The picture of the claim: one layer a chapter, on one axis that never changes."""

from helpers.figures import BLUE, GREY, INK, NOTE, Picture, canvas

LOW, HIGH = 50, 100


def claim_picture(claim):
    """The claim so far: the score, and a labelled bar for each result that has one."""
    bars = [bar for result in claim.results if (bar := _bar(result, claim.rate))]
    figure, axes = canvas(
        f"{claim.successes:,} of {claim.n:,}{_last(claim)}", "score, % right", "", size=(7.2, 1.7 + 0.55 * len(bars))
    )
    score = 100 * claim.rate
    axes.axvline(score, color=GREY, linewidth=1, linestyle=":")
    axes.plot(score, 0, "o", color=BLUE, markersize=11)
    axes.annotate(claim.percent, (score, 0), xytext=(0, 10), textcoords="offset points", ha="center")
    for i, (label, low, high) in enumerate(bars, start=1):
        colour = GREY if label == "easily missed" else BLUE
        axes.plot([100 * low, 100 * high], [-i, -i], color=colour, linewidth=6, solid_capstyle="butt")
        axes.text(LOW, -i, label, va="center", color=INK, fontsize=NOTE)
    axes.set(xlim=(LOW, HIGH), ylim=(-len(bars) - 0.7, 1))
    words = "".join(f" Bar: {label}, {100 * low:.1f}% to {100 * high:.1f}%." for label, low, high in bars)
    return Picture(figure, f"One dot on a line from {LOW}% to {HIGH}%. {claim}.{words}")


def _bar(result, rate):
    """What a result draws, and what the bar is: an interval, a 95% margin, the changes that are easily missed."""
    if hasattr(result, "rise"):
        ends = (rate - (result.fall or rate), rate + (result.rise or 1 - rate))
        return "easily missed", *ends
    if getattr(result, "unit", "") == "points" and hasattr(result, "low"):
        return f"old + difference ({result.clause.split(' interval')[0]})", rate + result.low, rate + result.high
    if hasattr(result, "low"):
        return result.clause.split(" interval")[0], result.low, result.high
    if hasattr(result, "interval"):
        return "95% margin", *result.interval()
    return None


def _last(claim):
    """What the title adds to the score: the last result, short enough for one line."""
    if not claim.results:
        return ": no bar yet"
    if rise := getattr(claim.results[-1], "rise", None):
        return f": a rise under {100 * rise:.0f} points is easily missed"
    differences = [r for r in claim.results if getattr(r, "unit", "") == "points" and hasattr(r, "low")]
    if differences:
        return f": the difference, {differences[-1].clause}"
    return f", {claim.results[-1].clause}"
