"""Build the site: assemble the pages from what the repository holds, then hand them to Sphinx.

    make book                    build/site, with the slides; to be opened in a browser, `make serve` serves it
    python -m tools.site         the same

No sentence is written twice, and nothing is executed but to draw pictures anew, for slides and phones. A chapter is
on the site because its notebook is in notebooks/: nothing here lists chapters. What a chapter lacks is left out; the
tests say that it is missing.
"""

import shutil
import subprocess
import sys

import nbformat

from tools.notebook import ROOT, Series
from tools.room import slides
from tools.site import elsewhere, glossary, pages, policy
from tools.site.chapter import COPY, chapter_page, downloads
from tools.site.figures import more_figures
from tools.site.files import DOCTREES, PAGES, SITE, STAMP, has_git, is_current, made_of, mathjax, typeface, write

ZIP = "downloads/give-or-take.zip"


def assemble(root):
    """Every file that Sphinx gets, as {name: bytes}."""
    series = Series.open(root)
    terms = glossary.read(series.read("book/glossary.md"))
    files, repository = {}, elsewhere.address(series.read("README.md"))
    for chapter in series.chapters.values():
        page, drawn = chapter_page(chapter, terms, repository)
        page.cells[0].source = pages.indexed(page.cells[0].source, chapter.path.name)
        files |= {chapter.path.name: nbformat.writes(page).encode(), **drawn}
    files |= {name: text.encode() for name, text in pages.pages(series).items()}
    files |= {f"teach/{path.name}": path.read_bytes() for path in sorted((root / "book" / "teach").glob("*.md"))}
    for name in [name for name in files if name.endswith(".md")]:
        files[name] = pages.indexed(files[name].decode(), name).encode()
    files |= downloads(series)
    beside = (root / "book" / "conf.py", *(root / "book").glob("_static/*"), *(root / "book").glob("images/*"))
    for path in sorted(beside):
        files[path.relative_to(root / "book").as_posix()] = path.read_bytes()
    return with_course(files, root) | {f"_static/{name}": data for name, data in (mathjax() | typeface()).items()}


def with_course(files, root):
    """`files` with all that git holds, as a zip, linked wherever they speak of a copy; without git, as they are."""
    if has_git(root):
        archive = ["git", "archive", "--format=zip", "--prefix=give-or-take/", "HEAD"]
        files[f"extra/{ZIP}"] = course = subprocess.check_output(archive, cwd=root)
        link = f"<a href={ZIP} download>{COPY}</a> (zip, {len(course) / 1e6:.0f} MB)".encode()
        for name in [name for name in files if "/" not in name]:
            files[name] = files[name].replace(COPY.encode(), link)
    return files


def main(arguments):
    """Assemble and build, unless nothing has changed; what is added goes to Sphinx, and builds in any case."""
    if not arguments and is_current():
        print(f"The site in {SITE.relative_to(ROOT)} is up to date; `make serve` shows it.")
        return 0
    STAMP.unlink(missing_ok=True)
    now = made_of()
    say("1 of 4: the pages, from the notebooks and book/ …")
    files = assemble(ROOT)
    say("2 of 4: the pictures once more, narrow for phones, and finer …")
    new, stale = write(files | more_figures(Series.open()), PAGES)
    if stale:
        shutil.rmtree(SITE, ignore_errors=True)  # so that no page outlives its source
    say("3 of 4: Sphinx …")
    # A title in the side bar stands on every page, which Sphinx alone would overlook: -a.
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "--quiet", *(["-a"] if new else [])]
    # From ROOT, so that conf.py can import tools.
    status = subprocess.call([*command, "-b", "html", "-d", DOCTREES, *arguments, PAGES, SITE], cwd=ROOT)
    if status:
        shutil.rmtree(DOCTREES, ignore_errors=True)  # else the next build would pass over the page that was warned of
    else:
        for path in SITE.rglob("*.html"):
            path.write_text(policy.guarded(path.read_text(encoding="utf-8")), encoding="utf-8", newline="")
        say("4 of 4: the slides …")
        slides.build(SITE / "slides")
        STAMP.write_text(now)
        say(f"The site is in {SITE.relative_to(ROOT)}; `make serve` shows it.")
    return status


def say(words):
    print(words, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
