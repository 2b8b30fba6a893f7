"""What a notebook looks like once it has imported the classroom: the house style, and numbers to four digits."""

import numpy as np

from give_or_take.classroom.figures import GRID, STYLE

SIZE = (7.2, 3.8)  # inches
LEFT, RIGHT, BOTTOM, TOP = 0.95, 0.2, 0.6, 0.5  # margins in inches


def four_digits(number):
    """A number in four digits, whole from ten thousand on: 0.3847, 84, 12,346."""
    number = float(number)
    if not np.isfinite(number) or number == 0:
        return f"{number:g}"
    if abs(number) >= 9_999.5:  # what rounds to ten thousand is written as such, not as 1e+04
        return f"{number:,.0f}"
    return f"{number:.4g}"


def dress(shell=None):
    """The house style for new axes of pyplot; in a notebook's `shell`, four digits for floats of all kinds."""
    import matplotlib

    wide, high = SIZE
    made_with_axes = {name: value for name, value in STYLE.items() if name.startswith("axes.")}
    matplotlib.rcParams.update(
        made_with_axes
        | {
            "figure.figsize": SIZE,
            "figure.subplot.left": LEFT / wide,
            "figure.subplot.right": 1 - RIGHT / wide,
            "figure.subplot.bottom": BOTTOM / high,
            "figure.subplot.top": 1 - TOP / high,
            "axes.grid": True,
            "axes.grid.axis": "y",
            "grid.color": GRID,
        }
    )
    if shell is None:
        return
    import pandas as pd

    np.set_printoptions(formatter={"float_kind": four_digits})
    pd.set_option("display.float_format", four_digits)
    plain = shell.display_formatter.formatters["text/plain"]
    for kind in (float, np.float64, np.float32):
        plain.for_type(kind, lambda number, printer, cycle: printer.text(four_digits(number)))
    for kind in (np.int64, np.int32, np.bool_):
        plain.for_type(kind, lambda value, printer, cycle: printer.text(str(value)))
