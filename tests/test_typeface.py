"""One typeface for pictures, site and slides: it has each letter that they use, and none of the machine replaces it."""

import re

import pytest
from fontTools.ttLib import TTFont
from matplotlib.font_manager import FontProperties, findfont, fontManager
from matplotlib.text import Text

from give_or_take.classroom.figures import FAMILY, FONTS, STYLE, Picture, add_typeface, canvas
from tools.notebook import ROOT
from tools.typeface import KEPT, STYLES

FILES = sorted(FONTS.glob("*.ttf"))
MONOSPACED = "∓☐☑"  # these stand in code and in a report alone


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_font_is_small_and_has_what_numbers_need(path):
    font = TTFont(path)
    assert path.stat().st_size < 60_000 and not {"fpgm", "prep", "fvar"} & {*font.keys()}
    features = {record.FeatureTag for name in ("GSUB", "GPOS") for record in font[name].table.FeatureList.FeatureRecord}
    assert features == {*KEPT}
    assert font["name"].getDebugName(1) == FAMILY and "Open Font License" in font["name"].getDebugName(13)


def test_each_font_has_every_letter_that_is_used():
    assert [path.stem for path in FILES] == sorted(f"Inter-{style}" for style in STYLES)
    has = set.intersection(*({*TTFont(path).getBestCmap()} for path in FILES))
    kinds = "notebooks/*.ipynb", "book/**/*.md", "book/_static/*.js", "helpers/give_or_take/**/*.py"
    paths = [path for kind in kinds for path in ROOT.glob(kind) if path.name != "statistics.js"]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert {letter for text in texts for letter in text if ord(letter) not in has} - {*"\n\t", *MONOSPACED} == set()


def test_every_word_of_a_picture_is_in_it():
    figure, axes = canvas("Finding", "items", "score, %")
    axes.plot([1, 2], [3, 4], label="line")
    axes.legend()
    axes.text(1, 3, "beside")
    other = axes.text(1, 4, "code", family="monospace")
    words = Picture(figure, "A line.").figure.findobj(Text)
    assert {tuple(text.get_fontfamily()) for text in words} == {tuple(STYLE["font.family"]), ("monospace",)}
    assert other.get_fontfamily() == ["monospace"]


def test_each_style_of_it_comes_from_the_package():
    add_typeface()
    for style, how in {"Regular": {}, "Bold": {"weight": "bold"}, "Italic": {"style": "italic"}}.items():
        assert findfont(FontProperties(family=FAMILY, **how)) == str(FONTS / f"Inter-{style}.ttf")
    assert len([entry for entry in fontManager.ttflist if entry.name == FAMILY]) == len(FILES)


def test_the_style_sheet_names_the_files():
    sheet = (ROOT / "book" / "_static" / "fonts.css").read_text(encoding="utf-8")
    assert sorted(re.findall(r"url\(fonts/(.*?)\)", sheet)) == [path.name for path in FILES]
