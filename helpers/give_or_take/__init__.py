"""The statistics of model evaluation: intervals, comparisons, plans and slices, as *Give or Take* derives them.

Importing it loads nothing heavy: a name is fetched from its module on first use. Which names there are, and where each
lives, stands in `__init__.pyi` beside this file and nowhere else. `give_or_take.classroom` has what the notebooks add.

>>> from give_or_take import wilson_interval
>>> print(wilson_interval(84, 100))
84.0% (95% Wilson 75.6%-89.9%)
"""

import lazy_loader

_fetch, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)


def __getattr__(name):
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version("give-or-take")
        except PackageNotFoundError:
            raise AttributeError("__version__ is known once give-or-take is installed") from None
    return _fetch(name)
