"""Execute the notebooks and store them in one stable form, so that a second run changes no byte.

    make refresh                                    all of notebooks/
    python -m tools.refresh notebooks/02-*.ipynb    the ones you name

Each runs in a fresh kernel, two at a time. A cell that fails stops its notebook and leaves its file as it was.
The map of the chapters in the README is then written from what the notebooks say, and where they run from its address.
`normalise` is the stable form and `dumps` its bytes; tools/form.py asks whether a stored notebook is in it.
"""

import argparse
import copy
import hashlib
import os
import re
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import nbformat

from give_or_take.classroom.figures import LIVE
from tools.lab import chapters
from tools.notebook import COLOUR, ROOT, Chapter, Series, tags
from tools.notebook import pictures as stored_pictures
from tools.site.elsewhere import with_links

PROCESSES = 2
CELL_TIMEOUT = 120  # seconds

KERNELSPEC = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
KEPT_CELL_METADATA = {"tags", "jp-MarkdownHeadingCollapsed", "jupyter", "mystnb"}
# What differs from machine to machine in an output. tests/nbval-sanitize.cfg replaces the same when tests compare.
REPLACED = (
    (re.compile(r"\S*ipykernel_\d+[/\\]\d+\.py"), "cell.py"),
    (re.compile(r"\S*[/\\]site-packages[/\\]"), "site-packages/"),
)


# --- The stable form


def cell_id(cell_type, source, taken=()):
    """An id that follows from the content: 8 hex digits, then -2, -3, ... if that is in `taken`."""
    first = hashlib.sha1(f"{cell_type}\n{source}".encode(), usedforsecurity=False).hexdigest()[:8]
    name, number = first, 1
    while name in taken:
        number += 1
        name = f"{first}-{number}"
    return name


def anonymous(value):
    """`value` with the paths of this machine replaced in every text, PNGs and other data left alone."""
    if isinstance(value, str):
        for pattern, replacement in REPLACED:
            value = pattern.sub(replacement, value)
        return value
    if isinstance(value, list):
        return [anonymous(item) for item in value]
    if isinstance(value, dict):
        return {key: item if key.startswith("image/") else anonymous(item) for key, item in value.items()}
    return value


def normalise_outputs(outputs, count):
    """The outputs of one cell: streams in one piece, no widget views, no paths of this machine."""
    merged = []
    for output in outputs:
        if "data" in output:
            output["data"].pop("application/vnd.jupyter.widget-view+json", None)
            if not output["data"]:
                continue
        if output["output_type"] == "execute_result":
            output["execution_count"] = count
        if output["output_type"] == "stream" and merged and merged[-1].get("name") == output["name"]:
            merged[-1]["text"] += output["text"]
        else:
            merged.append(output)
    return [nbformat.from_dict(anonymous(output)) for output in merged]


def normalise(notebook):
    """A copy of `notebook` in the stable form. Twice is the same as once."""
    notebook = copy.deepcopy(notebook)
    count, taken = 0, set()
    for cell in notebook.cells:
        cell.id = cell_id(cell.cell_type, cell.source, taken)
        taken.add(cell.id)
        for key in set(cell.metadata) - KEPT_CELL_METADATA:
            del cell.metadata[key]
        if cell.cell_type == "code":
            ran = bool(cell.source.strip())
            count += ran
            cell.execution_count = count if ran else None
            cell.outputs = normalise_outputs(cell.outputs, cell.execution_count)
    metadata = {"kernelspec": dict(KERNELSPEC), "language_info": {"name": "python"}}
    if "give_or_take" in notebook.metadata:
        metadata["give_or_take"] = notebook.metadata["give_or_take"]
    notebook.metadata = nbformat.from_dict(metadata)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return notebook


def pictures(notebook):
    """(name, PNG bytes) for each cell tagged `picture-NAME`: what the README and the site show of a chapter."""
    for picture in stored_pictures(notebook.cells):
        names = (tag.removeprefix("picture-") for tag in tags(picture.cell) if tag.startswith("picture-"))
        yield from ((name, picture.png) for name in names)


def dumps(notebook):
    """The bytes under which `notebook` is stored: indent 1, keys sorted, no escapes, one newline at the end."""
    return (nbformat.writes(notebook, version=4).rstrip("\n") + "\n").encode("utf-8")


def write_map(root):
    """Write the map of the chapters where it stands, in the README and in notebooks, from what the notebooks say."""
    if not (readme := root / "README.md").exists():
        return []
    paths = chapters(root / "notebooks")
    series = Series(root, {n: Chapter(nbformat.read(path, 4), path) for n, path in paths.items()})
    written = []
    text = readme.read_text(encoding="utf-8")
    if (now := with_links(series.with_map(text, "notebooks/"), min(paths.values()).name)) != text:
        readme.write_text(now, encoding="utf-8")
        written.append(readme)
    for number, chapter in series.chapters.items():
        for cell in chapter.nb.cells:
            if (now := series.with_map(cell.source, without=number)) != cell.source:
                cell.source = now
                chapter.path.write_bytes(dumps(normalise(chapter.nb)))
                written.append(chapter.path)
    for path in written:
        print(f"The map in {path.name} is written anew.")
    return written


# --- Execution


def refresh(path):
    """Execute the notebook in `path` and store it; return (True if that went well, a line to print)."""
    from nbclient import NotebookClient

    began = time.perf_counter()
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=CELL_TIMEOUT,
        record_timing=False,
        store_widget_state=False,
        extra_arguments=["--log-level=ERROR"],  # newer kernels warn that they talk to us unencrypted
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute()
    except Exception as error:  # a failing cell, a timeout, a dead kernel: all end this notebook, and say where
        return False, f"{path.name} stopped and is left as it was. {COLOUR.sub('', str(error))}"
    stored, now = path.read_bytes(), dumps(normalise(notebook))
    if now != stored:
        path.write_bytes(now)
    for name, png in pictures(notebook):
        target = path.parent.parent / "book" / "images" / f"{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(png)
    return True, f"{time.perf_counter() - began:5.1f} s  {path.name}  {'unchanged' if now == stored else 'changed'}"


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", type=Path, help="default: all of notebooks/")
    paths = parser.parse_args(arguments).notebooks or sorted((ROOT / "notebooks").glob("*.ipynb"))
    missing = [str(path) for path in paths if not path.is_file()]
    if missing:
        parser.error("no such notebook: " + ", ".join(missing))

    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        # This environment's kernel, and none of the user's start-up files.
        os.environ.update(JUPYTER_PREFER_ENV_PATH="1", IPYTHONDIR=folder)
        os.environ.pop(LIVE, None)  # if called from a notebook: a picture is stored as a PNG
        with ProcessPoolExecutor(PROCESSES) as pool:
            for went_well, line in pool.map(refresh, [path.resolve() for path in paths]):
                failed += not went_well
                print(line, flush=True)
    write_map(paths[0].resolve().parent.parent)
    print(f"{len(paths) - failed} of {len(paths)} notebooks refreshed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
