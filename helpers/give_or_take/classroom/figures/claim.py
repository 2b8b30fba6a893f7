"""The picture of the claim: one bar for each result, on axes that only a low score or a large difference widens."""

from give_or_take.classroom.figures import BLUE, GREY, INK, NOTE, ORANGE, Picture, canvas
from give_or_take.results import EDGES, shown

LOW, HIGH = 50, 100
ENDS = (-46, 26)
ROW = 0.4  # inches


def claim_picture(claim):
    """The claim so far: the score with a labelled bar for each result; differences below, on an axis of their own.

    Its title is the headline of the last result.

    >>> from give_or_take import wilson_interval
    >>> from give_or_take.classroom import Claim
    >>> Claim("answer desk", 84, 100).add(wilson_interval(84, 100)).picture().alt[:54]
    '84 of 100: 95% Wilson interval 75.6%-89.9%. One dot on'
    """
    results = [result for result in claim.results if hasattr(result, "layer")]
    layers = [result.layer(claim.rate) for result in results]
    scores = [layer for layer in layers if not layer.difference]
    differences = [layer for layer in layers if layer.difference]
    headline = getattr(results[-1], "headline", results[-1].clause) if results else "no give-or-take yet"
    compares = bool(layers) and layers[-1].difference and layers[-1].estimate is not None
    title = headline[:1].upper() + headline[1:] if compares else f"{claim.successes:,} of {claim.n:,}: {headline}"

    rows = [len(scores) + 1.7] + ([len(differences) + 0.8] if differences else [])
    gap = 0.7 * (len(rows) - 1)
    figure, axes = canvas(
        title, "score, % right", "", size=(7.2, 1.1 + gap + ROW * sum(rows)), rows=len(rows), height_ratios=rows
    )
    figure.subplots_adjust(hspace=gap * len(rows) / (ROW * sum(rows)))
    upper, lower = axes if differences else (axes, None)
    score = 100 * claim.rate
    left = 0 if min([claim.rate, *(layer.low for layer in scores)]) < LOW / 100 else LOW
    dot = (len(scores) + 0.7) / (len(scores) + 1.7)  # its height: the line ends there, below the number
    upper.axvline(score, ymax=dot, color=GREY, linewidth=1, linestyle=":")
    upper.plot(score, 0, "o", color=BLUE, markersize=11)
    upper.annotate(claim.percent, (score, 0), xytext=(0, 9), textcoords="offset points", ha="center", fontsize=NOTE)
    _bars(upper, scores, left, HIGH, BLUE)
    if differences:
        known = [100 * end for layer in differences if layer.estimate is not None for end in (layer.low, layer.high)]
        ends = min([ENDS[0], *known]), max([ENDS[1], *known])
        lower.set_xlabel("difference, points")
        if ends == ENDS:
            lower.set_xticks(range(-20, 21, 10))
        lower.axvline(0, color=INK, linewidth=1.2, linestyle="--")
        _bars(lower, differences, *ends, ORANGE)
        lower.set_ylim(top=-0.4)
    words = "".join(f" Bar: {x.label}, {_end(x.low)}% to {_end(x.high)}%." for x in scores)
    words += "".join(f" Difference: {x.label}, {_end(x.low, '+')} to {_end(x.high, '+')} points." for x in differences)
    seen = f"One dot on a line from {left}% to {HIGH}%"
    if differences:
        seen = f"The score and its bars above, from {left}% to {HIGH}%, the difference below, zero dashed"
    return Picture(figure, f"{title}. {seen}. {claim}.{words}")


def _end(value, style=""):
    return shown(100 * value, 1, EDGES, style)


def _bars(axes, layers, low, high, colour):
    for i, layer in enumerate(layers, start=1):
        ends = [min(max(100 * end, low), high) for end in (layer.low, layer.high)]  # what leaves the axis is cut off
        shade = colour if layer.estimate is not None or not layer.difference else GREY
        axes.plot(ends, [-i, -i], color=shade, linewidth=6, solid_capstyle="butt")
        if layer.estimate is not None:
            axes.plot(100 * layer.estimate, -i, "o", color=INK, markersize=7)
        axes.text(low, -i, layer.label, va="center", color=INK, fontsize=NOTE)
    axes.set(xlim=(low, high), ylim=(-len(layers) - 0.7, 1))
