"""Studies that were run by hand: what intervals cover, what a gate lets through, what other libraries return.

`make slow` runs all but the last, about 45 minutes on two cores; `python -m tools.studies.gate_figures` one of them.
"""

import math


def share(good):
    """A share of samples and its error."""
    return good.mean(), math.sqrt(good.mean() * (1 - good.mean()) / len(good))


def worst(cells, *columns):
    """For each method and value of these columns: the cell that is covered least, the average, and the median width."""
    groups = cells.groupby([cells[name] for name in ("method", *columns)], sort=False)
    found = cells.loc[groups["coverage"].idxmin()].drop(columns="width")
    found["average"], found["width"] = groups["coverage"].mean().to_numpy(), groups["width"].median().to_numpy()
    return found.round(dict.fromkeys(("coverage", "error", "average", "width"), 4))
