"""Start a chapter: a skeleton that runs and is valid in form, with a TODO for each part that is still to be written.

    make chapter N=07 TITLE="Beyond accuracy"
    python -m tools.chapter 07 "Beyond accuracy"

The files of tools/skeleton/, where the chapter has the number 77, become the notebook, its figures and its exercises.
The neighbours' links and the maps are brought up to date. What tools/form.py then lists is left to write.
"""

import re
import sys

import jupytext
import nbformat

from tools import form, refresh
from tools.lab import chapters
from tools.notebook import ROOT
from tools.refresh import dumps, normalise

SKELETON = ROOT / "tools" / "skeleton"
MINUTES = {"reading": 40, "exercises": 25}
PREVIOUS, NEXT = "← {}", "{} →"
MAP = "[back to the map →](00-start-here.ipynb)"


def places(number, slug):
    """{file of the skeleton: where it goes}"""
    classroom, nn = ROOT / "helpers" / "give_or_take" / "classroom", f"{number:02}"
    return {
        "notebook.py": ROOT / "notebooks" / f"{nn}-{slug}.ipynb",
        "figures.py": classroom / "figures" / f"ch{nn}.py",
        "exercises.py": classroom / "exercises" / f"ch{nn}.py",
    }


def relative(path):
    return path.relative_to(ROOT).as_posix()


def problem(number, title):
    """Why this chapter cannot be started; empty if it can."""
    if not re.fullmatch("[0-9][0-9]?", number):
        return f"The chapter's number must be 00 to 99, got {number!r}. Write N=07, say."
    if not re.search("[a-z]", title.lower()) or re.search(r"[|\[\]\n]", title):
        return f'The title must be words, without | and square brackets, got {title!r}. Write TITLE="Odds", say.'
    there = [path for place in places(int(number), "*").values() for path in place.parent.glob(place.name)]
    if there:
        return f"Chapter {int(number)} is there already: {', '.join(map(relative, there))}. Take another number."
    return ""


def neighbours(number):
    """The nearest chapters before and after a number: two paths, or None where there is no chapter."""
    known = chapters(ROOT / "notebooks")
    before = [path for key, path in known.items() if int(key) < number]
    after = [path for key, path in known.items() if int(key) > number]
    return (before or [None])[-1], (after or [None])[0]


def link(path, arrow):
    """A link to a chapter; after the last one, to the map."""
    if path is None:
        return MAP
    title = nbformat.read(path, 4).cells[0].source.splitlines()[0].removeprefix("# ")
    return f"[{arrow.format(title)}]({path.name})"


def write(number, title):
    """Write the skeleton, filled in; the files that are new."""
    new = places(number, re.sub("[^a-z0-9]+", "-", title.lower()).strip("-"))
    before, after = neighbours(number)
    words = {"PREVIOUS": link(before, PREVIOUS), "NEXT": link(after, NEXT), "TITLE": title}
    words |= {"ch77": f"ch{number:02}", "77": str(number)}
    for name, path in new.items():
        text = (SKELETON / name).read_text(encoding="utf-8")
        text = re.sub("|".join(words), lambda match: words[match[0]], text)
        if path.suffix == ".ipynb":
            nb = jupytext.reads(text, "py:percent")
            nb.metadata["give_or_take"] = {"chapter": number, "minutes": MINUTES}
            text = dumps(normalise(nb)).decode()
        path.write_text(text, encoding="utf-8")
    return list(new.values())


def announce(number):
    """Link the chapter in the maps and in its neighbours; the files that are edited."""
    edited = refresh.write_map(ROOT)
    here = chapters(ROOT / "notebooks")[f"{number:02}"]
    before, after = neighbours(number)
    for path, arrow in ((before, NEXT), (after, PREVIOUS)):
        if path:
            nb = nbformat.read(path, 4)
            leads = rf"\[{arrow.format('[^]]*')}\]\([^)]*\.ipynb\)"
            for cell in nb.cells:
                cell.source = re.sub(leads, lambda _, arrow=arrow: link(here, arrow), cell.source)
            path.write_bytes(dumps(normalise(nb)))
            edited.append(path)
    return [*dict.fromkeys(edited)]


def main(arguments):
    number, title, *_ = (*map(str.strip, arguments), "", "")
    if words := problem(number, title):
        return words
    new = write(int(number), title)
    edited = announce(int(number))
    print(*(f"new     {relative(path)}" for path in new), *(f"edited  {relative(path)}" for path in edited), sep="\n")
    if refresh.main([str(new[0])]):
        return "The skeleton does not run; mend it as the message above says."
    print("What is left to write:")
    form.main(new[:1])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
