"""What the notebooks add to the statistics: pictures, explorers, guesses and exercises that answer back, and the claim.

The names stand in `__init__.pyi` beside this file. The statistics never import anything from here.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def _dress():
    """In a notebook: pictures in the house style, numbers to four digits."""
    import sys

    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if hasattr(shell, "kernel"):
        from give_or_take.classroom.look import dress

        dress(shell)


_dress()
