"""Where the site is built, from what, and whether that has changed since."""

import hashlib
import os
import shutil
import subprocess
import sys
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

from give_or_take.classroom.figures import FONTS
from tools.notebook import ROOT

PAGES, SITE, DOCTREES = (ROOT / "build" / name for name in ("book", "site", "doctrees"))
MADE_OF = "book", "helpers", "notebooks", "tools", "tests/reference", "*.md", "*.cff", "LICENSE"
STAMP = SITE / ".made-of"  # what it holds is what made_of() gave


def mathjax():
    """MathJax, as {name: bytes}: the site and the slides fetch nothing."""
    folder = Path(find_spec("sphinx-mathjax-offline").origin).parent / "static" / "mathjax"
    return below(folder, "tex-chtml.js", "output/chtml/fonts/woff-v2")


def typeface():
    """The style sheet that names the house's typeface, and the files that it names, as {name: bytes}."""
    return {"fonts.css": (ROOT / "book/_static/fonts.css").read_bytes()} | below(FONTS, *FONTS.glob("*.ttf"), "OFL.txt")


def below(folder, *names):
    """Files of `folder`, and all that is in folders of it, as {name: bytes}; each name starts with that of `folder`."""
    paths = [path for name in names for path in (folder / name, *(folder / name).rglob("*")) if path.is_file()]
    return {path.relative_to(folder.parent).as_posix(): path.read_bytes() for path in paths}


def write(files, folder):
    """Make `folder` hold just these files; the names of those that had to be written, and of those that had to go."""
    stored = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    stale = set(stored) - set(files)
    new = {name for name, data in files.items() if name not in stored or stored[name].read_bytes() != data}
    for name in stale:
        stored[name].unlink()
    for name in new:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(files[name])
    return new, stale


def has_git(root):
    """Whether git can say what it holds."""
    return (root / ".git").exists() and shutil.which("git")


def made_of():
    """A hash of all that the site can be made of: files, what git holds, versions of what is installed, the address."""
    paths = [path for pattern in MADE_OF for top in ROOT.glob(pattern) for path in (top, *top.rglob("*"))]
    files = {path for path in paths if path.is_file() and not {"__pycache__", "node_modules"} & {*path.parts}}
    versions = sorted(f"{each.name} {each.version}" for each in metadata.distributions())
    head = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=ROOT, text=True) if has_git(ROOT) else ""
    whole = hashlib.sha256("\n".join((sys.version, *versions, head, os.environ.get("SITE_URL", ""))).encode())
    for path in sorted(files):
        whole.update(f"\n{path.relative_to(ROOT)} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()


def is_current():
    """Whether the site was built without a warning from what there is now."""
    return STAMP.exists() and STAMP.read_text() == made_of()
