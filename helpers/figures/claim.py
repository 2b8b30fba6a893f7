"""The picture of the claim: one layer a chapter, on one axis that never changes."""

from helpers.figures import BLUE, GREY, INK, NOTE, Picture, canvas

LOW, HIGH = 60, 100


def claim_picture(claim):
    """The claim so far: the score, and a labelled bar for each result that has one."""
    bars = [bar for result in claim.results if (bar := _bar(result))]
    last = f", {claim.results[-1].clause}" if claim.results else ": no bar yet"
    figure, axes = canvas(
        f"{claim.successes:,} of {claim.n:,}{last}", "score, % right", "", size=(7.2, 1.7 + 0.55 * len(bars))
    )
    score = 100 * claim.rate
    axes.axvline(score, color=GREY, linewidth=1, linestyle=":")
    axes.plot(score, 0, "o", color=BLUE, markersize=11)
    axes.annotate(claim.percent, (score, 0), xytext=(0, 10), textcoords="offset points", ha="center")
    for i, (label, low, high) in enumerate(bars, start=1):
        axes.plot([100 * low, 100 * high], [-i, -i], color=BLUE, linewidth=6, solid_capstyle="butt")
        axes.text(LOW, -i, label, va="center", color=INK, fontsize=NOTE)
    axes.set(xlim=(LOW, HIGH), ylim=(-len(bars) - 0.7, 1))
    words = "".join(f" Bar: {label}, {100 * low:.1f}% to {100 * high:.1f}%." for label, low, high in bars)
    return Picture(figure, f"One dot on a line from {LOW}% to {HIGH}%. {claim}.{words}")


def _bar(result):
    """What a result draws, and what the bar is: an interval, or the 95% margin of an estimate."""
    if hasattr(result, "low"):
        return result.clause, result.low, result.high
    if hasattr(result, "interval"):
        return "95% margin", *result.interval()
    return None
