"""What the site takes from the tools of the room: the pages for instructors, the cheat sheet, the kit, the slides."""

from tools import cheat_sheet, score, slides, teach
from tools.site.files import SITE

KIT = "For paper: each plan has its file, `kit.pdf` is for reading, `keys.pdf` has the answers; the rest are handouts."
NO_KIT = """This site was built without the PDFs that the table names. In a copy of the folder `make kit` writes them
into `build/kit/`; it needs Chromium, Chrome or Edge. `make book` then links them here."""
SLIDES = '<a class="button" href="../slides/index.html">Slides</a>'
PARTS = {"cheat_sheet": cheat_sheet.page}


def files(series):
    """The pages and files of the room, as {name: bytes}; the kit's PDFs, if `make kit` has made them."""
    printed = sorted((series.root / "build" / "kit").glob("*.pdf"))
    found = {name: text.encode() for name, text in teach.pages(series).items()}
    found["teach/index.md"] += kit_line([path.name for path in printed]).encode()
    found |= {f"extra/teach/{path.name}": path.read_bytes() for path in printed}
    return cheat_sheet.files(series) | found | {"extra/teach/score.html": score.page(series.root).encode()}


def kit_line(names):
    """The end of the first teaching page: what can be downloaded for a room."""
    links = "".join(f'<a class="button" href="{name}" download>{name}</a>\n' for name in names)
    return f'\n## To download\n\n{KIT if links else NO_KIT}\n\n<p class="take-along">\n{links}{SLIDES}\n</p>\n'


def build_slides():
    """The slides, beside the pages."""
    slides.build(SITE / "slides")
