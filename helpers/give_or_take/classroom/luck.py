"""Which sentences survive another seed?

A sentence that claims to be general must hold for every seed; a sentence about one draw may fail with the next one.
`survives` says which is which, in the notebook and to the test that re-runs the seeded cells with other seeds.
"""

from textwrap import fill

from give_or_take.results import COLUMNS

RECORD: list[tuple[str, bool, bool]] = []
"""What `survives` was asked since the module was loaded: (sentence, did it hold, is it claimed to be general)."""


def survives(sentence, condition, general=False):
    """Print whether `sentence` holds in this run, and whether it is claimed for every seed.

    Parameters
    ----------
    sentence : str
        The sentence, as a reader would say it.
    condition : bool
        Whether it is true of the numbers at hand.
    general : bool
        True if the sentence is meant to hold whatever the seed. A test holds it to that.

    Raises
    ------
    TypeError
        If `sentence` is not text, or `condition` is not a single true or false.

    Examples
    --------
    >>> survives("More items, less wobble.", 1.6 < 3.7, general=True)
    holds  | any seed  | More items, less wobble.
    >>> survives("The first score was above 84%.", False)
    fails  | this seed | The first score was above 84%.
    """
    if not isinstance(sentence, str) or not sentence.strip():
        raise TypeError(f"sentence must be text, got {sentence!r}; write the sentence that is being tested")
    if not isinstance(condition, bool) and type(condition).__name__ not in ("bool", "bool_"):  # NumPy's, not imported
        raise TypeError("condition must be one true or false; reduce an array with .all() or .any()")
    if not isinstance(general, bool):
        raise TypeError(f"general must be True or False, got {general!r}")
    held = bool(condition)
    RECORD.append((sentence, held, general))
    words = f"{'holds' if held else 'fails'}  | {'any seed ' if general else 'this seed'} | "
    how = {"subsequent_indent": " " * len(words), "break_long_words": False, "break_on_hyphens": False}
    print(fill(words + sentence, COLUMNS, **how))
