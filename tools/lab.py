"""Open the chapters in JupyterLab, in a copy of your own.

The notebooks in notebooks/ are kept executed, for reading. You work in my/: a copy without outputs that no command
overwrites, with the files that chapters read. `make lab` calls this file; without make: `python tools/lab.py`.

    python tools/lab.py                     copy what is not there yet, and open chapter 0
    python tools/lab.py --fresh 03          a new chapter 3; your version is kept beside it
    python tools/lab.py --no-browser        whatever else you add goes to JupyterLab
"""

import argparse
import hashlib
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARKER, FILES = ".give-or-take", "files"
NEWER = "make lab FRESH={} takes it and keeps yours beside it"
MARKER_TEXT = """This folder is yours: your copy of Give or Take, and your guesses.
`make lab` adds chapters that are missing and never overwrites one. Delete the folder to start over.
"""
# A lesson asks nobody on the network. tools/jupyterlab/page_config.json turns off JupyterLab's news and its question
# about them; these turn off the extension manager's look at PyPI and the search for language servers through npm.
SETTINGS = ROOT / "tools" / "jupyterlab"
OFFLINE = [
    f"--LabApp.app_settings_dir={SETTINGS}",
    "--LabApp.extension_manager=readonly",
    "--LanguageServerManager.autodetect=False",
]
OURS = {"static_custom_path": [str(SETTINGS)]}  # where custom.css is, for which there is no option
LOOK = ["--LabApp.custom_css=True", f"--ServerApp.tornado_settings={OURS}"]


def chapters(folder):
    """The notebooks of `folder` that are chapters (NN-name.ipynb), as {"03": path}."""
    return {path.name[:2]: path for path in sorted(folder.glob("[0-9][0-9]-*.ipynb"))}


def source_hash(notebook):
    """A hash of what the author wrote: kind and source of each cell, no outputs."""
    cells = [[cell["cell_type"], "".join(cell["source"])] for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:16]


def cleared(notebook):
    """The notebook without outputs, folded where it gives results away, with a note of what it was copied from."""
    notebook = json.loads(json.dumps(notebook))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
        elif "after-reveal" in cell["metadata"].get("tags", []):
            # Shift+Enter opens both: the text of this cell, and what follows up to the next heading.
            cell["metadata"].update({"jupyter": {"source_hidden": True}, "jp-MarkdownHeadingCollapsed": True})
    notebook["metadata"].pop("widgets", None)
    notebook["metadata"].setdefault("give_or_take", {})["copied_from"] = source_hash(notebook)
    return notebook


def read(path):
    """The notebook in `path`."""
    return json.loads(path.read_text(encoding="utf-8"))


def copied_from(path):
    """The hash that the copy in `path` notes, or None if it has none or cannot be read."""
    try:
        return read(path)["metadata"]["give_or_take"]["copied_from"]
    except (ValueError, KeyError, TypeError):
        return None


def imports_old_package(path):
    """Whether the copy in `path` takes what it uses from `helpers`, as the package was once called."""
    try:
        code = "\n".join("".join(cell["source"]) for cell in read(path)["cells"] if cell["cell_type"] == "code")
    except (ValueError, KeyError, TypeError):
        return False
    imported = set(re.findall(r"^\s*(?:from|import) (helpers|give_or_take)\b", code, re.MULTILINE))
    return imported == {"helpers"}


def backup_name(path):
    """The first free name beside `path`: 03-name.mine-1.ipynb, then mine-2, ..."""
    number = 1
    while (name := path.with_name(f"{path.stem}.mine-{number}.ipynb")).exists():
        number += 1
    return name


def write(path, content):
    """Write a file whole or not at all, so that half a chapter is never kept for the learner's own."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(content)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def find_chapter(wanted, available):
    """The key of the chapter that `wanted` ("3", "03" or a file name) names; SystemExit, kindly, if there is none."""
    for number, path in available.items():
        if wanted.strip() in (number, str(int(number)), path.stem, path.name):
            return number
    lines = [f"There is no chapter {wanted!r} to restore. These are the chapters:"]
    lines += [f"  {key}  {path.stem[3:].replace('-', ' ')}" for key, path in available.items()]
    raise SystemExit("\n".join([*lines, "For example: make lab FRESH=" + next(iter(available))]))


def make_copy(source, target, fresh=None):
    """Copy the chapters of `source` into `target`, one printed line for each; return the one to open.

    A copy that is there is kept. Taken anew, the old copy moved aside first, are the chapter that `fresh` names and
    those that could not run, since they import the package by its old name.
    """
    available = chapters(source)
    if not available:
        raise SystemExit(f"No chapters in {source}. Is this the whole repository?")
    if fresh is not None:
        fresh = find_chapter(fresh, available)
    target.mkdir(parents=True, exist_ok=True)
    if not (target / MARKER).exists():
        (target / MARKER).write_text(MARKER_TEXT, encoding="utf-8")

    for number, path in available.items():
        copy, notebook = target / path.name, read(path)
        note = ""
        old = copy.exists() and imports_old_package(copy)
        if copy.exists() and number != fresh and not old:
            if copied_from(copy) not in (None, source_hash(notebook)):
                note = f"; chapter {number} has a newer version: {NEWER.format(number)}"
            print(f"kept    {target.name}/{copy.name}{note}")
            continue
        if copy.exists():
            backup = copy.rename(backup_name(copy))
            reason = ", which imports helpers (now give_or_take)," if old else ""
            note = f"; your version{reason} is now {target.name}/{backup.name}"
        write(copy, (json.dumps(cleared(notebook), indent=1, ensure_ascii=False) + "\n").encode())
        print(f"copied  {target.name}/{copy.name}{note}")
    for path in sorted((source / FILES).glob("*")):  # what chapters read; a file of the reader's own name is kept
        if not (copy := target / FILES / path.name).exists():
            copy.parent.mkdir(exist_ok=True)
            write(copy, path.read_bytes())
            print(f"copied  {target.name}/{FILES}/{copy.name}")
    return target / available[fresh or min(available)].name


def start_lab(target, opening, arguments):
    """Start JupyterLab in `target` with the notebook `opening`; does not return before JupyterLab ends."""
    for package in ("jupyterlab", "give_or_take"):
        if importlib.util.find_spec(package) is None:
            raise SystemExit(
                f"The package {package} is not installed for {sys.executable}.\n"
                "Run `make lab`, or: python -m pip install -r requirements.lock.txt, then: python -m pip install -e ."
            )
    os.environ["JUPYTER_PREFER_ENV_PATH"] = "1"  # this environment's kernel, not another one of the same name
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={target}", *OFFLINE, *LOOK]
    command += [f"--LabApp.default_url=/lab/tree/{opening.name}"]
    if getattr(os, "geteuid", lambda: None)() == 0 and "--allow-root" not in arguments:
        print("You are root, as in most containers: JupyterLab is told so (--allow-root).")
        command += ["--allow-root"]
    command += arguments
    print(f"Opening {target.name}/{opening.name} in JupyterLab. To stop: Ctrl-C in this window.", flush=True)
    if os.name == "nt":  # there, exec would give the prompt back while JupyterLab runs
        return subprocess.call(command)
    os.execv(command[0], command)


def main(arguments=None):
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--fresh", metavar="NN", help="take chapter NN anew; your version is kept beside it")
    parser.add_argument("--copy-only", action="store_true", help="copy the chapters, open nothing")
    options, rest = parser.parse_known_args(arguments)
    target = ROOT / "my"
    try:
        opening = make_copy(ROOT / "notebooks", target, options.fresh)
    except OSError as error:
        raise SystemExit(
            f"Your copy in {target.name}/ could not be written: {error.strerror} ({error.filename}). Make it a "
            "folder that you may write to, or move it away, and run this again."
        ) from None
    if options.copy_only:
        return 0
    return start_lab(target, opening, rest)


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # a pipe that closes ends this as it ends any command, without a word
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main())
