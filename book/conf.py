"""Settings of Sphinx. tools/site/build.py puts this file beside the pages that it assembles and starts the build."""

import os
import re
import tomllib
from html import escape, unescape
from pathlib import Path
from textwrap import shorten

from docutils import nodes
from docutils.utils.math import MathError
from docutils.utils.math.latex2mathml import tex2mathml
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.util import logging

from give_or_take.classroom import figures as drawn
from tools.notebook import ROOT, Series
from tools.site import figures, glossary, home
from tools.site.fold import CODE, REST, SET_UP

project = "Give or Take"
author = "The Give or Take authors"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
# The day of the last release, never that of the build: the same files give the same bytes.
changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
last, day = re.search(r"^## (\S+) \((\d{4}-\d\d-\d\d)\)$", changes, re.MULTILINE).groups()
since = f"of {day}" if last == version else f"after {last} of {day}"
copyright = f"{author}. Text and figures CC BY 4.0, code MIT. Version {version}, {since}"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.mathjax"]

# The notebooks: their stored outputs, nothing executed, no script for widgets.
nb_execution_mode = "off"
nb_ipywidgets_js = {}
nb_render_markdown_format = "myst"
myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "dollarmath", "deflist"]
myst_heading_anchors = 3

# Docstrings.
default_role = "code"
autodoc_typehints = "none"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False
add_function_parentheses = False
add_module_names = False
python_display_short_literal_types = True
toc_object_entries_show_parents = "hide"

# Formulas: MathJax from our own files; tools/site/build.py puts them there. Its menu would fetch more. Without
# JavaScript there is MathML, which `add_mathml` writes.
mathjax_path = "mathjax/tex-chtml.js"
mathjax3_config = {"options": {"enableMenu": False}}

# The look.
html_theme = "furo"
html_title = project
# Where the site will stand, if it is known.
html_baseurl = os.environ.get("SITE_URL", "")
html_static_path = ["_static"]
html_extra_path = ["extra"]  # as it is, beside the pages
html_css_files = ["fonts.css", "house.css", "answers.css"]
html_js_files = ["house.js", "answers.js", "suggest.js"]
html_favicon = "_static/mark.svg"
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_copy_source = False
html_show_sourcelink = False
html_domain_indices = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "github-dark-high-contrast"
# The blue and the orange of the pictures; each pair of text and ground has a contrast of 4.5 or more.
LIGHT = {
    "color-brand-primary": "#005f99",
    "color-brand-content": "#005f99",
    "color-brand-visited": "var(--color-brand-content)",
    "color-link-underline": "#b9d6e8",
    "color-foreground-primary": "#222",
    "color-foreground-secondary": "#4d5358",
    "color-foreground-muted": "#5c6369",
    "color-background-primary": "#fff",
    "color-background-secondary": "#f7f8fa",
    "color-background-border": "#e3e7eb",
    "color-code-background": "#f4f6f8",
    "color-inline-code-background": "#f1f3f6",
    "color-sidebar-link-text--top-level": "var(--color-foreground-primary)",
    "color-api-name": "var(--color-brand-content)",
    "color-api-pre-name": "var(--color-foreground-muted)",
    "house-pale": "#eef5fa",
    "house-line": "#acd3ec",
    "house-orange": "#c25e00",
    "house-button": "#005f99",
    "house-right": "#1f7a48",
    "house-picture": "none",
    "house-card": "#fff",
}
DARK = {
    "color-brand-primary": "#6cb8e6",
    "color-brand-content": "#7cc0ea",
    "color-link-underline": "#35536a",
    "color-foreground-primary": "#dfe3e7",
    "color-foreground-secondary": "#aeb6bd",
    "color-foreground-muted": "#a3abb2",
    "color-background-primary": "#15191d",
    "color-background-secondary": "#1b2025",
    "color-background-border": "#2d343b",
    "color-code-background": "#1b2025",
    "color-inline-code-background": "#242a31",
    "house-pale": "#18262f",
    "house-line": "#2f5068",
    "house-orange": "#f0a04b",
    "house-button": "#0b6aa6",
    "house-right": "#5cc48c",
    "house-picture": "url(#darken)",
    "house-card": "#1b2025",
}
# The colours of pictures that move: those of the others, in both themes.
for colour in ("BLUE", "GREY", "ORANGE", "PALE_BLUE", "INK", "SHADE"):
    LIGHT[f"picture-{colour.lower()}"] = getattr(drawn, colour)
    DARK[f"picture-{colour.lower()}"] = figures.darkened(getattr(drawn, colour))
html_theme_options = {
    "light_logo": "mark.svg",
    "dark_logo": "mark.svg",
    "light_css_variables": LIGHT,
    "dark_css_variables": DARK,
    "navigation_with_keys": True,
}


def open_fold(translator, node):
    """Write a fold of MyST-NB as a plain one, whose visible line is also its name for screen readers."""
    words = node["prompt_show"]
    kind = "set-up" if words in (SET_UP, CODE, REST) else "fold"
    translator.body.append(f'<details class="{kind}"><summary>{escape(words)}</summary>\n')


def close_fold(translator, node):
    translator.body.append("</details>\n")


def visit_image(translator, node):
    """Write a picture; where it was drawn for a phone too, or finer, with these to choose from."""
    kinds = {"narrow": "(max-width: 40em)", "fine": "(min-width: 40.01em) and (min-resolution: 1.2dppx)"}
    name = Path(node["uri"]).name
    drawn = [kind for kind in kinds if (Path(__file__).parent / "extra" / kind / name).exists()]
    if drawn:
        translator.body.append(f'<picture class="{drawn[0]}">')
    for kind in drawn:
        translator.body.append(f'<source media="screen and {kinds[kind]}" srcset="{kind}/{name}">')
    type(translator).visit_image(translator, node)
    translator.body.append("</picture>" * bool(drawn))


def depart_image(translator, node):
    pass


def escape_bars(app, what, name, thing, options, lines):
    """|x| in a docstring is an absolute value, not a substitution."""
    lines[:] = [line if line.startswith((">>>", "...")) else re.sub(r"\|(?=\S)", r"\\|", line) for line in lines]


def leave_out_kinds(app, doctree, docname):
    """Search does not read the titles of exercises: many are called "judge", and are about no judge."""
    for title in doctree.findall(nodes.title):
        if title.astext().startswith("Exercise "):
            title["classes"].append("no-search")


def add_meanings(app, doctree, docname):
    """Give each link to the glossary a tooltip with the term's meaning."""
    for link in doctree.findall(nodes.reference):
        if meaning := MEANINGS.get(link.get("refuri", "").rpartition("#term-")[2].lower()):
            link["reftitle"] = meaning


def add_mathml(app, doctree, docname):
    """Beside each formula the same in MathML, for browsers without JavaScript: house.css says how it looks."""
    for formula in [*doctree.findall(nodes.math), *doctree.findall(nodes.math_block)]:
        tex = re.sub(r"\\tfrac(\d)(\d)", r"\\tfrac{\1}{\2}", formula.astext())  # docutils reads \tfrac12 as 12
        try:
            mathml = tex2mathml(tex, as_block=isinstance(formula, nodes.math_block))
        except MathError as error:
            logging.getLogger(__name__).warning("no MathML for %s: %s", tex, error, location=formula)
            continue
        beside = nodes.raw("", f"<noscript>{mathml}</noscript>", format="html")
        formula.parent.insert(formula.parent.index(formula) + 1, beside)


def describe(app, pagename, templatename, context, doctree):
    """What a shared link and a list of search results show: the title and the first sentences."""
    if doctree is None:
        return
    paragraphs = [" ".join(p.astext().split()) for p in doctree.findall(nodes.paragraph) if p["classes"] != ["minutes"]]
    words = shorten(next((text for text in paragraphs if len(text) > 20), project), 200, placeholder=" …")
    title = re.sub(r"<[^>]*>", "", context["title"])
    said = {"name=\"description\"": words, "property=\"og:title\"": title, "property=\"og:description\"": words}
    context["metatags"] += "\n<noscript><style>.math { display: none }</style></noscript>"
    context["metatags"] += "".join(f'\n<meta {name} content="{escape(unescape(text))}">' for name, text in said.items())


def add_filter(app, pagename, templatename, context, doctree):
    """Where there are pictures: what shows them in the dark."""
    if "<figure" in context.get("body", ""):
        context["body"] += figures.dark_filter()


def ask_what_comes_next(app, pagename, templatename, context, doctree):
    """At the end of a page the link to the next chapter asks its question."""
    following = context.get("next")
    if following and (question := QUESTIONS.get(following["link"].removesuffix(".html"))):
        following["title"] += f'<span class="asks">{escape(question)}</span>'


def arrange_side_bar(app, pagename, templatename, context, doctree):
    """What is used stands first, then the chapters, each with what it is about; captions are headings of a level."""
    tree = context.get("furo_navigation_tree", "").replace('role="heading"', 'role="heading" aria-level="2"')
    begin, *groups = re.split('(?=<p class="caption")', tree)
    tree = begin + "".join(sorted(groups, key=lambda group: ">Use it<" not in group))
    chapter = r'(<li class="toctree-l1[^>]*><a [^>]*>(\d+) · [^<]*)'

    def about(found):
        return f'{found[1]}<span class="about">{home.ABOUT.get(int(found[2]), "")}</span>'

    context["furo_navigation_tree"] = re.sub(chapter, about, tree)


QUESTIONS = {chapter.path.stem: chapter.question for chapter in Series.open(ROOT).chapters.values()}
MEANINGS = {
    nodes.make_id(term.name): re.sub(r"[*`$]|\[([^\]]*)\]\([^)]*\)", r"\1", term.meaning)
    for term in glossary.read((ROOT / "book" / "glossary.md").read_text(encoding="utf-8"))
}


def setup(app):
    app.add_node(HideCodeCellNode, override=True, html=(open_fold, close_fold))
    app.add_node(nodes.image, override=True, html=(visit_image, depart_image))
    app.connect("autodoc-process-docstring", escape_bars)
    app.connect("doctree-resolved", leave_out_kinds)
    app.connect("doctree-resolved", add_meanings)
    app.connect("doctree-resolved", add_mathml)
    app.connect("html-page-context", describe)
    app.connect("html-page-context", add_filter)
    app.connect("html-page-context", ask_what_comes_next)
    app.connect("html-page-context", arrange_side_bar, priority=900)  # after Furo's own
