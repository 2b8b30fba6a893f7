"""Print what an instructor carries: some pages of the site as PDF, in build/kit.

    make kit                        the plans, the chapters' pages, the mail and all that is handed out
    python -m tools.room.kit        the same

The site is built first, and printed by the Chromium, Chrome or Edge of this machine.
"""

import os
import shutil
import subprocess
import sys
import tempfile

from tools.notebook import ROOT
from tools.site import build
from tools.site.files import SITE

KIT = ROOT / "build" / "kit"
TEACH = "one-day evening 01 02 03 04 05 06 setup-mail files helpers questions feedback".split()
PAGES = "handout", "evening-handout", "take-home", *(f"teach/{name}" for name in TEACH)
BROWSERS = (
    *("chromium", "chromium-browser", "chromium-headless-shell"),
    *("google-chrome", "google-chrome-stable", "chrome", "msedge", "microsoft-edge"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
    "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
)


def browser():
    """The browser that prints, or None: the one that the variable CHROMIUM names, or the first that is here."""
    named = os.environ.get("CHROMIUM")
    return next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)


def print_pdf(program, page, pdf):
    """Print a page of the site."""
    with tempfile.TemporaryDirectory() as profile:
        options = ["--headless", "--disable-gpu", "--no-pdf-header-footer", "--allow-file-access-from-files"]
        options += [f"--user-data-dir={profile}", f"--print-to-pdf={pdf}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")
        subprocess.run([program, *options, page.resolve().as_uri()], check=True, capture_output=True, timeout=120)


def main(folder=KIT):
    if status := build.main([]):
        return status
    if not (program := browser()):
        return "No Chromium, Chrome or Edge was found. Open the pages of build/site in a browser, and print them there."
    folder.mkdir(parents=True, exist_ok=True)
    for page in PAGES:
        pdf = folder / f"{page.rpartition('/')[2]}.pdf"
        print_pdf(program, SITE / f"{page}.html", pdf)
        print(pdf.relative_to(ROOT) if pdf.is_relative_to(ROOT) else pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
