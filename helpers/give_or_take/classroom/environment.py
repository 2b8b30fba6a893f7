"""Is this machine ready for the series, and if not, what mends it."""

import sys
from importlib import metadata
from importlib.util import find_spec

GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
MEND = "close JupyterLab, delete the folder .venv (my/ stays), run `make lab` again, and reopen this notebook"


def check_environment():
    """Print one green line if all is well, else a red line for each thing that is not, with what mends it.

    Returns nothing and raises nothing: a broken machine is what it is there to describe.

    Examples
    --------
    >>> check_environment()
    \x1b[32m✓\x1b[0m This machine is ready: Python, packages, data, pictures and sliders.
    """
    checks = [_python(), *_packages(), _try("the real results can be read", _read_data),
              _try("a picture can be drawn", _draw), _try("sliders can be made", _slide)]  # fmt: skip
    broken = [(name, mend) for well, name, mend in checks if not well]
    for name, mend in broken:
        print(f"{RED}✗ {name}{PLAIN}\n    to mend it: {mend}")
    if broken:
        print(f"To mend: {len(broken)}. The chapters need all of it.")
    else:
        print(f"{GREEN}✓{PLAIN} This machine is ready: Python, packages, data, pictures and sliders.")


def _python():
    return (
        sys.version_info >= (3, 11),
        "Python 3.11 or newer",
        "install Python 3.11 or newer, then run `make lab` again",
    )


def _packages():
    """The packages that are missing or too old. `pyproject.toml` is the only list of them.

    Without JupyterLab this is another front end, such as Colab, whose kernel and sliders are its own.
    """
    from packaging.requirements import Requirement

    try:
        declared = [Requirement(text) for text in metadata.requires("give-or-take") or ()]
    except metadata.PackageNotFoundError:
        return [(False, "the project is installed", MEND)]
    rows, extras = {}, ("lab", "report") if find_spec("jupyterlab") else ("report",)
    for need in declared:
        wanted = not need.marker or any(need.marker.evaluate({"extra": extra}) for extra in extras)
        if not wanted or need.name == "give-or-take":
            continue
        floor = next((s.version for s in need.specifier if s.operator == ">="), "any version")
        try:
            well = need.specifier.contains(metadata.version(need.name), prereleases=True)
        except metadata.PackageNotFoundError:
            well = False
        if not well:
            rows[need.name] = (False, f"{need.name} {floor} or newer", MEND)
    return [*rows.values()]


def _try(name, action):
    try:
        action()
    except Exception as error:  # noqa: BLE001  whatever went wrong is what has to be reported
        return False, name, f"{MEND}; it said: {type(error).__name__}: {error}"
    return True, name, ""


def _read_data():
    from give_or_take.data import load

    load("gsm8k")


def _draw():
    from give_or_take.classroom.figures import Picture, canvas

    Picture(canvas("A test", "items", "score, %")[0], "A test.").png()


def _slide():
    import ipywidgets

    ipywidgets.IntSlider(description="items").close()
