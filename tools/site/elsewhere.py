"""The chapters where nothing has to be installed: on Binder and in Colab.

The address of the repository stands in the README's `git clone`, and nowhere else. While that is not an address yet,
there is no link and no copy. Binder makes a machine of environment.yml and opens the copies that postBuild makes.
Colab has a machine, and opens notebooks from a branch: those of colab/ here, which install the series themselves.
"""

import re
import subprocess

from nbformat.v4 import new_code_cell

from tools.notebook import tags
from tools.site.files import has_git

PLACEHOLDER, BRANCH = "OWNER/" + "REPOSITORY", "gh-pages"  # the branch holds the built site; release.yml writes it
CLONE = re.compile(r"^git clone https://github\.com/([\w.-]+/[\w.-]+)", re.MULTILINE)
LINE = re.compile(r"^Without installing anything, .*\n", re.MULTILINE)
TO_CHAPTER = re.compile(r"\]\((\d\d-[\w-]+\.ipynb)\b")


def address(readme):
    """The repository on GitHub as owner/name, by the README; empty while it is not known."""
    found = CLONE.search(readme)
    return found[1] if found and found[1] != PLACEHOLDER else ""


def site(readme):
    """The address of the site, which GitHub serves from the branch; empty while the repository's is not known."""
    owner, _, name = address(readme).partition("/")
    return f"{owner.lower()}.github.io/{name}" if name else ""


def links(repository, notebook):
    """{where a chapter runs: the link that opens it there}"""
    return {
        "Binder": f"https://mybinder.org/v2/gh/{repository}/HEAD?labpath=my%2F{notebook}",
        "Colab": f"https://colab.research.google.com/github/{repository}/blob/{BRANCH}/colab/{notebook}",
    }


def with_links(readme, first):
    """The README with the line that says where its chapters run, if its address is known; `first` is their first."""
    readme = LINE.sub("", readme)
    if repository := address(readme):
        binder, colab = links(repository, first).values()
        line = f"Without installing anything, run them [on Binder]({binder}) or [in Colab]({colab})."
        readme = readme.replace("\n\n## For instructors\n", f"\n{line}\n\n## For instructors\n")
    return readme


def source(repository, root):
    """What pip installs a copy's package from: the repository as it was when the copy was made."""
    head = ["git", "rev-parse", "HEAD"]
    commit = f"@{subprocess.check_output(head, cwd=root, text=True).strip()}" if has_git(root) else ""
    return f"git+https://github.com/{repository}{commit}"


def install(page, origin):
    """The cell that a copy begins with. `ipywidgets` stays the one that Colab has, where there is one."""
    lines = [
        "# Run this first: it installs the series, which takes half a minute.",
        f'%pip install -q ipywidgets "give-or-take[report] @ {origin}"',
    ]
    if any(re.search(r"[\"']files/", cell.source) for cell in page.cells if cell.cell_type == "code"):
        clone = re.sub(r"^git\+(.*?)(@[0-9a-f]{40})?$", r"git clone -q --depth 1 \1", origin)
        lines.append(f"![ -d files ] || ({clone} series && cp -r series/notebooks/files .)")
    return new_code_cell("\n".join(lines), id="install")


def colab_copy(page, repository, origin):
    """A chapter without outputs as a copy for Colab: it installs the series, and its chapters lead to such copies."""
    folded = []
    for cell in page.cells:
        if cell.cell_type == "markdown":
            cell.source = TO_CHAPTER.sub(lambda found: f"]({links(repository, found[1])['Colab']}", cell.source)
            if "after-reveal" in tags(cell):  # a heading: Colab folds what stands below it
                cell.metadata["id"] = cell.id
                folded.append(cell.id)
    page.cells.insert(0, install(page, origin))
    page.metadata["colab"] = {"collapsed_sections": folded}
    return page
