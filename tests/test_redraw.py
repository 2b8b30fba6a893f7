"""Pictures drawn anew: a narrow one has its letters, its words and its marks, or there is none."""

import numpy as np
import pytest
from matplotlib.text import Text

from give_or_take.classroom.figures import Picture, canvas
from tools.site import redraw

LONG = "A title that says in so many words what there is to be seen in the picture"


def drawn(*notes):
    """A picture of a line that rises, with `notes` as (x, y, text), drawn narrow."""
    figure, axes = canvas("A line", "items", "score, %")
    axes.plot([0, 100], [0, 60])
    axes.set(xlim=(0, 100), ylim=(0, 100))
    for x, y, text in notes:
        axes.text(x, y, text)
    return redraw.narrow(Picture(figure, "A line."))


def said(picture):
    return [text.get_text() for text in picture.figure.findobj(Text) if text.get_text().strip()]


def test_a_narrow_picture_is_the_same_in_two_thirds_of_the_width():
    figure, axes = canvas(LONG, "items", "score, %")
    axes.plot([1, 2], [3, 4])
    picture = Picture(figure, "A line.")
    narrow = redraw.narrow(picture)
    assert list(figure.get_size_inches()) == [7.2, 3.8] and axes.get_title(loc="left") == LONG, "the wide one stays"
    assert list(narrow.figure.get_size_inches()) == [redraw.NARROW, 3.8] and narrow.alt == "A line."
    (line,) = narrow.figure.axes[0].lines
    assert line.get_xydata().tolist() == [[1, 3], [2, 4]]
    title = narrow.figure.axes[0].get_title(loc="left")
    assert title.count("\n") == 1 and title.replace("\n", " ") == LONG
    sizes = [{text.get_fontsize() for text in one.findobj(Text) if text.get_text()} for one in (figure, narrow.figure)]
    assert sizes[0] == sizes[1]
    assert narrow.png() == redraw.narrow(picture).png()


def test_what_leaves_the_picture_is_moved_in_and_broken_into_lines():
    note = "what is written here takes much room"
    assert "what is written" in said(drawn((2, 75, "what is written")))
    broken = [text for text in said(drawn((50, 16, note))) if " ".join(text.split()) == note]
    assert broken and "\n" in broken[0]
    key = "dot: what was found in all of the tests\nbar: by chance alone"
    (lines,) = [text for text in said(drawn((50, 12, key))) if "dot" in text]
    assert lines.count("\n") == 2 and lines.endswith("\nbar: by chance alone"), "each explains something of its own"


@pytest.mark.parametrize(
    "notes",
    [
        [(2, 40, 3 * "wordofmany")],  # which cannot be broken, and would cross the line
        [(x, 75, "wordofmanyletters") for x in (32, 67)],
        [(52, 20, "w" * 40)],
    ],
    ids=["on the line", "on each other", "outside"],
)
def test_where_words_have_no_room_there_is_none(notes):
    assert drawn(*notes) is None


def test_names_below_an_axis_are_broken_not_run_together():
    figure, axes = canvas("Two kinds", "kind", "score, %")
    axes.plot([0, 1], [3, 4])
    axes.set_xticks([0, 0.35, 1], ["large stones found", "small stones found", "in total"])
    narrow = redraw.narrow(Picture(figure, "Two dots.")).figure.axes[0]
    narrow.figure.draw_without_rendering()
    labels = narrow.get_xticklabels()
    assert [label.get_text().replace("\n", " ") for label in labels] == [
        "large stones found", "small stones found", "in total"]  # fmt: skip
    boxes = [label.get_window_extent() for label in labels]
    assert all(one.x1 < other.x0 for one, other in zip(boxes, boxes[1:], strict=False))


def test_panels_keep_their_title_at_the_left_edge():
    figure, axes = canvas(LONG, "items", "score, %", columns=2, size=(8.4, 3.8))
    for one in axes:
        one.plot(np.arange(3))
    narrow = redraw.narrow(Picture(figure, "Two lines.")).figure
    assert narrow.get_suptitle().replace("\n", " ") == LONG
    (title,) = [text for text in narrow.findobj(Text) if text.get_text() == narrow.get_suptitle()]
    box = title.get_window_extent()
    assert box.x0 >= 0 and box.x1 <= redraw.NARROW * narrow.dpi and title.get_fontweight() == "bold"
