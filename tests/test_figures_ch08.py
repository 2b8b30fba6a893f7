"""What the pictures of chapter 8 show is what the statistics say."""

import math

from test_figures import patches, points, reads, same, says, texts, title, words

from give_or_take.classroom.figures import ch08


@reads(
    ch08.net_gains,
    (["a", "b", "c", "d"], [3, -12, 0, 5]),
    (["x", "y"], [-1, -7]),
    (["one", "two", "three"], [4, 4, 1]),
    x="issues",
)
def test_net_gains(picture, names, net):
    (axes,) = picture.figure.axes
    left, beside = axes.get_xlim()[0], [*texts(axes)]
    name, value = ({round(y): text for x, y, text in beside if (x < left) == out} for out in (True, False))
    rows = [(round((y0 + y1) / 2), colour, *sorted((x0, x1))) for colour, _, x0, x1, y0, y1 in patches(axes)]
    bars = [(colour, name[y], *ends) for y, colour, *ends in rows]
    expected = [("ORANGE" if x < 0 else "BLUE", name, min(x, 0), max(x, 0)) for name, x in zip(names, net, strict=True)]
    same(bars, expected)
    assert {name[y]: int(value[y].replace("\N{MINUS SIGN}", "-")) for y in value} == dict(zip(names, net, strict=True))
    says(title(picture), sum(x > 0 for x in net), len(net), sum(x < 0 for x in net), sum(net))
    says(picture.alt, len(net), *sorted(net), sum(net))


@reads(ch08.budget, (40, 10, 1000), (5, 50, 300), (95, 0, 100), (10, 50, 5000), x="runs", y="points")
def test_budget(picture, rho, item_price, budget):
    (axes,) = picture.figure.axes
    designs = [(runs, budget // (item_price + runs)) for runs in range(1, 1001) if budget // (item_price + runs) >= 2]
    error = {runs: 100 * math.sqrt(0.25 * (rho / n + (100 - rho) / (n * runs)) / 100) for runs, n in designs}
    best = min(error, key=error.get)
    shown = {runs: se for runs, se in error.items() if runs <= 20}
    marked = [("ORANGE", "o", best, error[best])] if best in shown else []
    same(points(axes), [("PALE_BLUE", "o", *dot) for dot in shown.items()] + marked)
    says(title(picture), dict(designs)[best], best)
    if marked:
        says(words(axes, ".")[2], error[best])
    says(picture.alt, 1, max(shown), budget, dict(designs)[best], best, error[best])
