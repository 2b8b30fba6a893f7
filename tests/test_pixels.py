"""Outside Linux a stored picture is held to its pixels: another system may round the edge of a line differently."""

from base64 import b64decode
from io import BytesIO

import nbformat
import numpy as np
import pytest
from PIL import Image

from give_or_take.classroom.figures import Picture, canvas

VISIBLE = 40  # of 255: less is the shading of an edge
ALIKE = 0.001  # the share of pixels that may differ visibly


def difference(first, second):
    """The share of pixels of two PNGs that differ visibly; 1 if the sizes differ."""
    one, other = (np.asarray(Image.open(BytesIO(png)).convert("RGB"), dtype=int) for png in (first, second))
    return float(np.mean(abs(one - other).max(axis=-1) > VISIBLE)) if one.shape == other.shape else 1.0


def pictures(path):
    """The PNGs that the notebook in `path` stores."""
    outputs = [out for cell in nbformat.read(path, as_version=4).cells for out in cell.get("outputs", [])]
    return [b64decode(out.data["image/png"]) for out in outputs if "image/png" in out.get("data", {})]


def alike(first, second):
    """Whether two notebooks store the same pictures, as far as the eye can tell."""
    pairs = zip(pictures(first), pictures(second), strict=True)
    return all(difference(*pair) <= ALIKE for pair in pairs)


def bars(*heights):
    figure, axes = canvas("Three scores", "system", "score, %")
    axes.bar(range(len(heights)), heights)
    return Picture(figure, "Bars.").png()


@pytest.mark.parametrize(
    ("other", "same"), [((84, 80, 76), True), ((84, 80, 77), False), ((84, 76, 80), False), ((84, 80), False)]
)
def test_a_bar_that_moved_by_a_point_is_seen(other, same):
    assert (difference(bars(84, 80, 76), bars(*other)) <= ALIKE) is same


def test_the_shading_of_an_edge_is_not_seen_and_another_size_is():
    image = np.asarray(Image.open(BytesIO(bars(84, 80, 76))).convert("RGB"), dtype=int)
    shade = np.random.default_rng(10).integers(-VISIBLE, VISIBLE + 1, image.shape)
    noisy, cut = (BytesIO() for _ in range(2))
    Image.fromarray(np.clip(image + shade, 0, 255).astype("uint8")).save(noisy, "PNG")
    Image.fromarray(image[1:].astype("uint8")).save(cut, "PNG")
    assert difference(bars(84, 80, 76), noisy.getvalue()) == 0
    assert difference(bars(84, 80, 76), cut.getvalue()) == 1
