"""What a notebook looks like once it has imported the classroom: the house style, numbers to four digits, and in
place of a traceback one sentence for bad input.
"""

from pathlib import Path
from traceback import extract_tb

import numpy as np

from give_or_take.classroom.figures import GRID, STYLE, add_typeface
from give_or_take.results import COLUMNS, in_lines

OURS = Path(__file__).resolve().parents[1]
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


def _usual(kind):
    """Python's own name for a kind of error: that of a refusal is the one it stands for."""
    return next(known.__name__ for known in kind.__mro__ if known.__module__ == "builtins")


def refused(shell, kind, error, trace, tb_offset=None):
    """Shows what a function of ours refuses as its sentence and the line of the cell; else the usual traceback."""
    steps = extract_tb(trace)
    ours = [Path(step.filename).is_relative_to(OURS) for step in steps]
    if ours[-1]:
        line = steps[ours.index(True) - 1].line
        lines = [in_lines(f"{_usual(kind)}: {error}"), "", f"in the line: {line}"]
    else:
        lines = shell.InteractiveTB.structured_traceback(kind, error, trace, tb_offset=tb_offset)
    shell._showtraceback(kind, error, lines)
    return lines


def dress(shell=None):
    """The house style for new axes of pyplot; in a notebook's `shell`, also how numbers and bad input are shown."""
    import matplotlib

    wide, high = SIZE
    add_typeface()
    kinds = "axes.", "font.", "xtick.", "ytick."
    made_with_axes = {name: value for name, value in STYLE.items() if name.startswith(kinds)}
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

    shell.set_custom_exc((TypeError, ValueError), refused)
    np.set_printoptions(formatter={"float_kind": four_digits}, linewidth=COLUMNS)
    pd.set_option("display.float_format", four_digits)
    plain = shell.display_formatter.formatters["text/plain"]
    for kind in (float, np.float64, np.float32):
        plain.for_type(kind, lambda number, printer, cycle: printer.text(four_digits(number)))
    for kind in (np.int64, np.int32, np.bool_):
        plain.for_type(kind, lambda value, printer, cycle: printer.text(str(value)))
