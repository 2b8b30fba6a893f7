"""What is stored is what comes out: text, pictures and all. nbval compares the text; here every byte is compared."""

import re
import sys
from importlib.metadata import version
from pathlib import Path
from shutil import copytree

import pytest
from test_pixels import alike

from tools.refresh import refresh

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "requirements.lock.txt").read_text(encoding="utf-8")
DRAWN_BY = ("numpy", "scipy", "matplotlib", "pandas", "contourpy", "pillow")


def locked():
    """Whether what draws the pictures is what the lock names."""
    return all(re.search(rf"^{name}==(\S+)", LOCK, re.MULTILINE)[1] == version(name) for name in DRAWN_BY)


@pytest.mark.slow
@pytest.mark.skipif(not locked(), reason="pictures are promised to the byte on the locked versions only")
@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_every_byte_comes_out_again(path, tmp_path):
    copy = tmp_path / "notebooks" / path.name
    copytree(path.parent / "files", copy.parent / "files")
    copy.write_bytes(path.read_bytes())
    went_well, said = refresh(copy)
    assert went_well, said
    if sys.platform != "linux":  # nbval compares the text there as it does here
        assert alike(copy, path), "a picture looks different"
        return
    assert copy.read_bytes() == path.read_bytes(), "run `make refresh`, and look at what changed"
    for picture in (tmp_path / "book" / "images").glob("*.png"):
        assert picture.read_bytes() == (ROOT / "book" / "images" / picture.name).read_bytes()
