"""The pictures of a chapter as figures of its page, and what moves there."""

import ast
import json
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import nbformat
import numpy as np

from give_or_take.classroom.figures import BLUE, DPI, INK, ORANGE
from tools.notebook import tags
from tools.site import redraw

# What these are in the dark theme. What is mixed of them, as the edge of a letter is, or grey, is mixed alike there.
DARK = {"#FFFFFF": "#15191D", INK: "#DFE3E7", BLUE: "#5AAEE0", ORANGE: "#EB9640"}
INCH, WIDE = 36.67 / 7.2, 8  # em: with it 7.2 inches fill a column; inches: what is wider goes beyond it, with room
UNESCAPED = re.compile(r"([\\`*_{}\[\]<>$#~])")
STILL = """{.in-lab}
The picture moves with JavaScript, or in JupyterLab: the sliders are """
SCRIPTS = "".join(f'<script src="_static/{name}.js" defer></script>' for name in ("chances", "statistics", "explore"))


def _shares(colours):
    """Red, green and blue of each `#RRGGBB`, from 0 to 1."""
    return np.array([[int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)] for colour in colours])


# For red, green and blue in the dark a row each: what is taken of red, green, blue, and of 1.
DARKENED = np.linalg.solve(np.c_[_shares(DARK), np.ones(4)], _shares(DARK.values())).T


def darkened(colour):
    """What a colour of a picture, `#RRGGBB`, is in the dark theme."""
    mixed = DARKENED @ [*_shares([colour])[0], 1]
    return "#" + "".join(f"{round(255 * min(max(share, 0), 1)):02X}" for share in mixed)


def dark_filter():
    """An SVG, without a size, whose filter `darken` does the same to a picture."""
    rows = " ".join(f"{red:.4f} {green:.4f} {blue:.4f} 0 {one:.4f}" for red, green, blue, one in DARKENED)
    return (
        '<svg width="0" height="0" style="position: absolute" aria-hidden="true"><filter id="darken" '
        f'color-interpolation-filters="sRGB"><feColorMatrix values="{rows} 0 0 0 1 0"/></filter></svg>'
    )


def draw_figures(page):
    """Turn each stored picture into a figure with its description and a caption; {file: PNG bytes}."""
    files, scripts = {}, SCRIPTS
    for number, picture in enumerate(page.pictures, start=1):
        file, alt, output = figure_file(page, number), picture.alt, picture.output
        files[file] = picture.png
        words = f"**Figure {page.number}.{number}** {escaped(caption(alt))}".strip()
        text = figure(file, alt, width(picture.png), words)
        moves = [{"draw": tag.removeprefix("moves-")} for tag in tags(picture.cell) if tag.startswith("moves-")]
        if explorer := explored(picture.cell):
            drawn, sliders = explorer
            if paste := "\n".join(output.data.get("text/plain", "").removeprefix(alt).splitlines()[:-1]).strip():
                text += f"\n\n**To paste:** {escaped(paste)}"
            text += f"\n\n{STILL}{', '.join(f'*{escaped(label)}*' for label, *_ in sliders.values())}."
            moves += [{"draw": drawn, "sliders": sliders}] if drawn else []
        for data in moves:
            text += f'\n\n<script type="application/json" class="explore">{json.dumps(data)}</script>\n{scripts}'
            scripts = ""  # once on a page
        output.data, output.metadata = nbformat.from_dict({"text/markdown": text}), nbformat.from_dict({})
    return files


def figure(file, alt, inches, words):
    """A figure in MyST: its description for those who cannot see it, `words` for all; it leads to its full size."""
    said = json.dumps(" ".join(alt.split()), ensure_ascii=False)
    wide = ":figclass: beyond\n" * (inches > WIDE)
    size = f":width: {INCH * inches:.2f}em\n"
    return f":::{{figure}} {file}\n:alt: {said}\n{size}{wide}:target: _images/{Path(file).name}\n\n{words}\n:::"


def width(png):
    """The width of a stored picture, in inches."""
    return int.from_bytes(png[16:20], "big") / DPI


def caption(alt):
    """How to read a picture, whose title says what it finds: the sentence of its description that begins "Each"."""
    found = re.search(r"(?:^|[.] )(Each .*?[.;])(?= |$)", " ".join(alt.split()))
    return found[1].rstrip(".;") + "." if found else ""


def escaped(text):
    """Plain text that Markdown leaves alone."""
    return UNESCAPED.sub(r"\\\1", " ".join(text.split()))


def explored(cell):
    """Of a cell that explores: its drawing function, "" if it is none of the chapter's, and its sliders. Else None."""
    calls = [node for node in ast.walk(ast.parse(cell.source)) if isinstance(node, ast.Call)]
    call = next((node for node in calls if getattr(node.func, "id", "") == "explore"), None)
    if call is None:
        return None
    sliders = {one.arg: [*ast.literal_eval(one.value), 1][:5] for one in call.keywords}  # the step last, by default 1
    return getattr(call.args[0], "attr", ""), sliders


def figure_file(chapter, number):
    """The name of the site's file for a picture of a chapter, counted from 1."""
    return f"figures/{chapter.path.stem}-{number}.png"


def more_figures(series):
    """The pictures of the chapters for phones and for fine screens, as {file: PNG}; conf.py offers those there are."""
    chapters = series.chapters.values()
    with ProcessPoolExecutor(2) as pool:
        drawn = [*pool.map(redraw.pictures, [chapter.path for chapter in chapters])]
    return {
        f"extra/{kind}/{Path(figure_file(chapter, number)).name}": pictures[picture.alt]
        for chapter, kinds in zip(chapters, drawn, strict=True)
        for kind, pictures in kinds.items()
        for number, picture in enumerate(chapter.pictures, start=1)
        if picture.alt in pictures
    }
