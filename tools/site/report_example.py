"""Write the worked example of a report, the four runs of SWE-bench Pro, as HTML and Markdown.

    python -m tools.site.report_example

The site shows both; tests/test_reports.py says when they are out of date.
"""

from give_or_take import compare, expand, load, report, tally
from tools.notebook import ROOT

FILES = [ROOT / "book" / "_static" / f"report-example{suffix}" for suffix in (".html", ".md")]
RUNS = ["claude_sonnet_4_5", "gpt_5", "kimi_k2", "claude_sonnet_4"]


def written():
    """{file: what it holds}"""
    counts = tally(expand(load("swe_bench_pro")), systems=RUNS, group="repository")
    example = report(compare(counts, estimand="groups like these", missing="leave out", items="all", labels="tests"))
    return dict(zip(FILES, (example.html, example.markdown), strict=True))


if __name__ == "__main__":
    for path, text in written().items():
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))
