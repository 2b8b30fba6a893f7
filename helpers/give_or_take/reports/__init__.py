"""A comparison as a report: in one sentence, in three, in a paragraph, as text, Markdown, HTML and JSON: chapter 12."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from pathlib import Path

from give_or_take import checks
from give_or_take.comparison.record import Comparison
from give_or_take.docs import documented
from give_or_take.reports import document, forms, names, sentences
from give_or_take.saving import write_whole

FORMS = {".txt": "text", ".md": "markdown", ".html": "html", ".json": "json"}  # suffix of a file: what is saved there


@dataclass(frozen=True, eq=False)
class Section:
    """A part of a report. It prints as text, and Jupyter shows it as Markdown."""

    text: str
    markdown: str

    def __str__(self):
        return self.text.rstrip("\n")

    __repr__ = __str__

    def _repr_markdown_(self):
        return self.markdown


@dataclass(frozen=True, eq=False)
class Report:
    """What `report` gives. It prints as text, and Jupyter shows it as Markdown.

    `headline` is one sentence, or two if something makes the result worth less, `minimum` two or three, `publishable` a
    paragraph with all that another team needs to check the result. `text`, `markdown`, `html` and `json` are the whole
    report, and `brief` is what the command prints of it. Names that came out of files can do nothing in any of them:
    what cannot be seen is written out, names of more than 40 characters are cut in the middle; in what is to be copied,
    those of more than 400. Only the JSON has them as they came.
    """

    comparison: Comparison

    @cached_property
    def _whole(self):
        return names.safe(self.comparison, names.LONGEST_SENTENCE)

    @cached_property
    def _content(self):
        return sentences.headline(self._whole), document.sections(names.safe(self.comparison), self._whole)

    @cached_property
    def headline(self) -> str:
        """The result in a sentence, and in another what makes it worth less."""
        return names.in_text(self._content[0])

    @cached_property
    def minimum(self) -> str:
        """The least that a claim should say, in two or three sentences."""
        return names.in_text(sentences.minimum(self._whole))

    @cached_property
    def publishable(self) -> str:
        """A paragraph with all that another team needs to check it."""
        return names.in_text(sentences.publishable(self._whole))

    @cached_property
    def text(self) -> str:
        """The whole report for a terminal."""
        return forms.text(*self._content)

    @cached_property
    def brief(self) -> str:
        """The answer, what was compared and what is to be doubted, for a terminal."""
        headline, sections = self._content
        return forms.text(headline, document.brief(names.safe(self.comparison), sections), brief=True)

    @cached_property
    def markdown(self) -> str:
        """The whole report in Markdown, with GitHub's tables."""
        return forms.markdown(*self._content)

    @cached_property
    def html(self) -> str:
        """The whole report as one page with its pictures, which loads nothing and runs nothing."""
        return forms.html(*self._content)

    @cached_property
    def json(self) -> str:
        """Every number, as `reports/schema.json` describes it."""
        said = {"headline": self.headline, "minimum": self.minimum, "publishable": self.publishable}
        return forms.json(self.comparison, said)

    def section(self, key: str) -> Section:
        """A part of the report alone.

        `key` is "about", "systems", "best", "pairs", "judge", "classes", "tied", "sees", "margin", "missing", "slices",
        "disclosures", "copy" or "files". A part with nothing to say, such as the slices where there are none, says
        that.
        """
        checks.choice(key, "key", tuple(document.KEYS))
        if found := [one for one in self._content[1] if one.key == key]:
            return Section(forms.text("", found), forms.markdown("", found))
        nothing = f"This report has nothing to say about {key}."
        return Section(nothing, nothing)

    def save(self, path: str | PathLike) -> Path:
        """Write the report to a file, in the form that its suffix names: .txt, .md, .html or .json.

        It is written beside the file and then moved into its place, so nobody ever finds half a report: if anything
        goes wrong, what was there before stays. Returns the path. A file that cannot be written is an OSError.
        """
        if not isinstance(path, str | PathLike):
            raise checks.WrongKind("path", f"must be the name of a file, not {checks.kind_of(path)}")
        file = Path(path)
        if file.suffix.lower() not in FORMS:
            raise checks.WrongValue("path", f"must end in .txt, .md, .html or .json: got {checks.shown(str(path))}")
        if "\0" in str(path):
            raise checks.WrongValue(
                "path", f"must not hold a null character: got {checks.shown(str(path))}; leave it out"
            )
        write_whole(file, getattr(self, FORMS[file.suffix.lower()]))
        return file

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<Report: {self.headline}>"

    def _repr_markdown_(self):
        return self.markdown


@documented
def report(comparison: Comparison, notes: Mapping[str, str] | None = None) -> Report:
    """The report of a comparison, ready to print, show and save.

    It says, in this order: the result; what the numbers are about; each system; of more than two, which may be
    the best; each pair, or of more than two systems those with the top one; the judge whom people's labels correct;
    predictions class by class; if all pairs were asked for, which systems cannot be told apart; what such a test can
    see; whether a system is not worse, if a margin was named; what is missing; the slices; the five disclosures;
    sentences to copy; how the files were read. Beyond eight systems it is one table, and short. It computes nothing:
    every number stands in the comparison.

    Parameters
    ----------
    comparison : Comparison
        What `compare` gives.
    notes : dict, optional
        What only you know, by the disclosure that it completes: `"test set"`, `"sample size"`, `"metric"`,
        `"intervals"` or `"seeds"`. It goes into the checklist and the publishable paragraph.

    Returns
    -------
    Report
        With `headline`, `minimum` and `publishable`, the sentences to quote; `text`, `markdown`, `html` and `json`, the
        whole report; and `save(path)`, which writes it in the form that the suffix of the path names.

    Examples
    --------
    >>> from give_or_take.comparison.record import Comparison, System
    >>> desk = System("answer desk", 84, 100, 100, 0, 0.84, 0.7558, 0.8990, "Wilson")
    >>> about = dict(estimand="items like these", estimand_named=True, outcome="pass or fail", items=100)
    >>> rules = dict(higher_is_better=True, level=0.95, power=0.8)
    >>> unused = dict.fromkeys(("margin", "missing", "runs", "grouped_by", "labels"))
    >>> empty = ("differences", "slices", "tied", "disclosures", "found", "assumed", "left_out")
    >>> alone = Comparison(systems=(desk,), **about, **rules, **unused, **dict.fromkeys(empty, ()))
    >>> print(report(alone).headline)
    On items like these, answer desk got 84 of 100 right, 84.0% (95% interval 75.6%-89.9%).
    """
    if not isinstance(comparison, Comparison):
        raise checks.WrongKind("comparison", f"must be what compare gives, not {checks.kind_of(comparison)}")
    return Report(replace(comparison, disclosures=_noted(comparison.disclosures, notes)))


def _noted(disclosures, notes):
    """The disclosures with what somebody added to them."""
    if notes is None:
        return disclosures
    if not isinstance(notes, Mapping):
        raise checks.WrongKind(
            "notes", f"must be a dict, such as {{'seeds': 'temperature 0'}}, not {checks.kind_of(notes)}"
        )
    known = [one.name for one in disclosures]
    for name, note in notes.items():
        if name not in known:
            raise checks.WrongValue("notes", f"must be about {', '.join(map(repr, known))}: got {checks.shown(name)}")
        if not checks.text(note, "notes").strip():
            raise checks.WrongValue(
                "notes", f"must not be empty: got nothing for {name!r}; leave it out, or say what you know"
            )
    return tuple(replace(one, note=notes[one.name], ask="") if one.name in notes else one for one in disclosures)
