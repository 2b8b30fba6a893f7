"""Cut the house's typeface: Inter in three styles, with the letters that the series needs, into the package.

    python -m tools.typeface FOLDER     of Inter's variable fonts, Inter-roman.var.ttf and Inter-italic.var.ttf

What they were is in helpers/give_or_take/classroom/fonts/README.md. The family gets a name of its own, so that in a
picture no Inter of the machine takes its place.
"""

import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from give_or_take.classroom.figures import FAMILY, FONTS

STYLES = {"Regular": ("roman", 400), "Bold": ("roman", 650), "Italic": ("italic", 400)}
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3CA)]
SIGNS = "‐‑‒–—―‘’‚“”„†‡•…‰′″‹›\u2009\u200a\u202f€™←↑→↓↔⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎∂∆∏∑−√∞∫≈≠≤≥■□▲△▶▷▼▽◀◁◆◇●○◦✓✗"
KEPT = ["kern", "tnum", "case"]
UNKERNED = "0123456789 "  # a dot between digits, and the space after a comma, would be all but lost


def cut(path, style, weight):
    """The font of one style, as a `TTFont`."""
    font = instantiateVariableFont(TTFont(path, recalcTimestamp=False), {"wght": weight})
    options = Options(layout_features=KEPT, hinting=False, name_IDs=[0, 1, 2, 4, 5, 6, 13, 14], glyph_names=False)
    options.drop_tables += ["STAT", "DSIG", "GDEF"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[*LETTERS, *map(ord, SIGNS)])
    subsetter.subset(font)
    unkern(font, {font.getBestCmap()[ord(letter)] for letter in UNKERNED})
    bold, italic = style == "Bold", style == "Italic"
    font["OS/2"].usWeightClass = 700 if bold else 400
    font["OS/2"].fsSelection = 1 << 7 | (style == "Regular") << 6 | bold << 5 | italic
    font["head"].macStyle = bold | italic << 1
    plain = FAMILY.replace(" ", "")
    for number, words in {1: FAMILY, 2: style, 4: f"{FAMILY} {style}", 6: f"{plain}-{style}"}.items():
        font["name"].setName(words, number, 3, 1, 0x409)
    return font


def unkern(font, glyphs):
    """Let no pair of a font be kerned in which one of `glyphs` stands."""
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for pairs in (getattr(table, "ExtSubTable", table) for table in lookup.SubTable):
            first = pairs.Coverage.glyphs
            if pairs.Format == 1:
                pairs.PairSet = [rest for glyph, rest in zip(first, pairs.PairSet, strict=True) if glyph not in glyphs]
                for rest in pairs.PairSet:
                    rest.PairValueRecord = [pair for pair in rest.PairValueRecord if pair.SecondGlyph not in glyphs]
            else:
                for classes in (pairs.ClassDef1.classDefs, pairs.ClassDef2.classDefs):
                    for glyph in glyphs:
                        classes.pop(glyph, None)
            pairs.Coverage.glyphs = [glyph for glyph in first if glyph not in glyphs]


def main(folder):
    for style, (kind, weight) in STYLES.items():
        target = FONTS / f"Inter-{style}.ttf"
        cut(Path(folder) / f"Inter-{kind}.var.ttf", style, weight).save(target)
        print(f"{target.stat().st_size / 1000:.0f} kB  {target.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
