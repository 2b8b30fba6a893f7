"""The pictures of a chapter as figures of its page, and what moves there."""

import ast
import json
import re
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import nbformat

from tools.notebook import tags
from tools.site import redraw

UNESCAPED = re.compile(r"([\\`*_{}\[\]<>$#~])")
STILL = """{.in-lab}
The picture moves with JavaScript, or in JupyterLab: the sliders are """
SCRIPTS = "".join(f'<script src="_static/{name}.js" defer></script>' for name in ("chances", "statistics", "explore"))


def draw_figures(page):
    """Turn each stored picture into a figure with its description and a caption; {file: PNG bytes}."""
    files, scripts = {}, SCRIPTS
    for number, picture in enumerate(page.pictures, start=1):
        file, alt, output = figure_file(page, number), picture.alt, picture.output
        files[file] = picture.png
        text = figure(file, alt, f"**Figure {page.number}.{number}.** {escaped(caption(alt))}".strip())
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


def figure(file, alt, words):
    """A figure in MyST: its description for those who cannot see it, `words` for all; it leads to its full size."""
    said = json.dumps(" ".join(alt.split()), ensure_ascii=False)
    return f":::{{figure}} {file}\n:alt: {said}\n:target: _images/{Path(file).name}\n\n{words}\n:::"


def caption(alt):
    """How to read a picture, whose title says what it finds: the sentence of its description that begins with "Each"."""
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


def narrow_figures(series):
    """The pictures of the chapters as a phone shows them, as {file: PNG bytes}; conf.py offers those that there are."""
    chapters = series.chapters.values()
    with ProcessPoolExecutor(2) as pool:
        drawn = [*pool.map(redraw.narrow_pictures, [chapter.path for chapter in chapters])]
    return {
        f"extra/narrow/{Path(figure_file(chapter, number)).name}": narrow[picture.alt]
        for chapter, narrow in zip(chapters, drawn, strict=True)
        for number, picture in enumerate(chapter.pictures, start=1)
        if picture.alt in narrow
    }
