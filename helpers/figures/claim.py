"""The picture of the claim: one layer a chapter, on one axis that never changes. Every result brings its own."""

from helpers.figures import BLUE, GREY, INK, NOTE, Picture, canvas

LOW, HIGH = 50, 100


def claim_picture(claim):
    """The claim so far: the score, and a labelled bar for each result that has one; grey if not about the score."""
    layers = [result.layer(claim.rate) for result in claim.results if hasattr(result, "layer")]
    titled = [getattr(result, "headline", result.clause) for result in claim.results if hasattr(result, "layer")]
    figure, axes = canvas(
        f"{claim.successes:,} of {claim.n:,}: {titled[-1] if titled else 'no bar yet'}",
        "score, % right",
        "",
        size=(7.2, 1.7 + 0.55 * len(layers)),
    )
    score = 100 * claim.rate
    axes.axvline(score, color=GREY, linewidth=1, linestyle=":")
    axes.plot(score, 0, "o", color=BLUE, markersize=11)
    axes.annotate(claim.percent, (score, 0), xytext=(0, 10), textcoords="offset points", ha="center")
    for i, layer in enumerate(layers, start=1):
        colour = BLUE if layer.of_score else GREY
        axes.plot([100 * layer.low, 100 * layer.high], [-i, -i], color=colour, linewidth=6, solid_capstyle="butt")
        axes.text(LOW, -i, layer.label, va="center", color=INK, fontsize=NOTE)
    axes.set(xlim=(LOW, HIGH), ylim=(-len(layers) - 0.7, 1))
    words = "".join(f" Bar: {x.label}, {100 * x.low:.1f}% to {100 * x.high:.1f}%." for x in layers)
    return Picture(figure, f"One dot on a line from {LOW}% to {HIGH}%. {claim}.{words}")
