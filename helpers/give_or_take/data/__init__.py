"""Real results with their provenance: counts in CSV files beside this module, and one registry entry each."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from give_or_take import checks

if TYPE_CHECKING:
    import pandas as pd

Table = TypeVar("Table")

# What each table is. `counts` names the column that says how many items a row stands for (None: not a table of
# counts), `nullable` the columns in which an empty cell means "no result".
_REGISTRY: dict[str, dict[str, Any]] = {
    "gsm8k": {
        "title": "GSM8K: 1,319 test problems, four systems, by number of solution steps",
        "kind": "real",
        "source": "Counted from the graded example solutions published with OpenAI's grade-school-math; "
        "Cobbe et al. 2021, arXiv:2110.14168",
        "licence": "MIT",
        "row": "one pattern of right (1) and wrong (0) over the four systems, among problems whose reference solution "
        "has that many steps; `items` counts the problems with that pattern",
        "note": "The order of problems within a row is lost, and so are their texts. The publishers warn that a few "
        "solutions suffer from an old calculator's bugs.",
        "counts": "items",
        "nullable": [],
    },
    "swe_bench_pro": {
        "title": "SWE-bench Pro: 730 instances in 11 repositories, four runs of 2025-10-13",
        "kind": "real",
        "source": "Counted from the eval_results.json files in scaleapi/SWE-bench_Pro-os",
        "licence": "MIT",
        "row": "one pattern of resolved (1), not resolved (0) and no result (missing) over the four runs, within one "
        "repository; `instances` counts the instances with that pattern",
        "note": "The public set has 731 instances; one of element-hq is in none of the runs. Missing means that the "
        "run has no result for those instances: Claude Sonnet 4 has 562 of 730, GPT-5 and Kimi K2 have 729. Say what "
        "you do with them before you compare.",
        "counts": "instances",
        "nullable": ["claude_sonnet_4_5", "gpt_5", "kimi_k2", "claude_sonnet_4"],
    },
    "gsm_symbolic": {
        "title": "GSM8K and GSM-Symbolic accuracies of 25 models, as printed",
        "kind": "published",
        "source": "Mirzadeh et al. 2024, arXiv:2410.05229, Table 1",
        "licence": "numbers quoted from the paper",
        "row": "one model: accuracy in percent on GSM8K (all problems), on the 100 GSM8K problems that became "
        "templates, and on GSM-Symbolic: mean and standard deviation over 50 generated sets of 100 problems",
        "note": "Five pairs of base and instruct models share identical GSM-Symbolic cells (gemma-2b, gemma-7b, "
        "gemma-2-2b, gemma-2-9b, Llama-3-8B), probably copied by mistake. Accuracy on all of GSM8K is missing for "
        "the models that have none in the table.",
        "counts": None,
        "nullable": [],
    },
    "livecodebench": {
        "title": "LiveCodeBench: 880 programming problems, o1-mini and o1-preview, by month of the contest",
        "kind": "real",
        "source": "Counted from the graded submissions in LiveCodeBench/submissions (both models of 2024-09-12, one "
        "attempt a problem); Jain et al. 2024, arXiv:2403.07974",
        "licence": "MIT",
        "row": "one pattern of solved (1) and not solved (0) over the two models, among problems of one contest month, "
        "platform and difficulty; `problems` counts the problems with that pattern",
        "note": "The reported training cut-off of both models is October 2023; some listings say 1 October. Count that "
        "month as after the cut-off and as before it, and say which you did. Difficulty is the platform's own label, "
        "and the mix of difficulties changes from month to month.",
        "counts": "problems",
        "nullable": [],
    },
    "gsm1k": {
        "title": "GSM8K and GSM1k accuracies of 63 models, as printed",
        "kind": "published",
        "source": "Zhang et al. 2024, arXiv:2405.00332v4, Appendix F",
        "licence": "numbers quoted from the paper",
        "row": "one model: accuracy on GSM8K and on GSM1k (fractions, three decimals), the printed difference and z",
        "note": "The text gives GSM1k 1205 problems and calls the test two-tailed. All 63 printed differences come out "
        "of counts of 1319 and 1205. The printed z do not: they are those of a pooled z-test with 1319 and 1250 "
        "problems, in all 63 rows with the fresh score as a share of 1205, carried to a count of 1250. The printed "
        "p-values, which are not in this table, are one-sided: z = 1.913 is printed with .028.",
        "counts": None,
        "nullable": [],
    },
    "berkeley": {
        "title": "Berkeley: 4,526 applicants to six departments in 1973, by gender",
        "kind": "published",
        "source": "Bickel, Hammel and O'Connell 1975, Science 187, 398-404; the counts as in R's UCBAdmissions",
        "licence": "numbers quoted from the paper",
        "row": "one department, gender and decision (admitted 1, rejected 0); `applicants` counts the applicants",
        "note": "The six largest departments only, their names replaced by letters. Applicants chose their department, "
        "and nothing else about them is known.",
        "counts": "applicants",
        "nullable": [],
    },
    "kidney_stones": {
        "title": "Kidney stones: 700 patients, open surgery and percutaneous nephrolithotomy, by size of the stone",
        "kind": "published",
        "source": "Charig, Webb, Payne and Wickham 1986, British Medical Journal 292, 879-882; by size of the stone in "
        "Julious and Mullee 1994, British Medical Journal 309, 1480-1481",
        "licence": "numbers quoted from the paper",
        "row": "one treatment, size of the stone (small: below 2 cm) and outcome (success 1: no stone of 2 mm or more "
        "after three months); `patients` counts the patients",
        "note": "Nobody drew lots: the treatments come from different years (1972-80 and 1980-85), and surgeons chose. "
        "Two further treatments of the paper are left out.",
        "counts": "patients",
        "nullable": [],
    },
    "xsum_summaries": {
        "title": "XSum: 498 news documents, summarised by four systems, judged by raters and by an entailment model",
        "kind": "real",
        "source": "Scores and annotations in google-research-datasets/xsum_hallucination_annotations, commit 4abdbb2; "
        "Maynez et al. 2020, arXiv:2005.00661",
        "licence": "CC BY 4.0",
        "row": "one summary of a document by a system: how many raters were asked whether it is factual, the share of "
        "them who say so, the share of its words that raters marked as faithful to the document, the probability that "
        "the document entails it by a model of 2020, and ROUGE-L",
        "note": "134 summaries have no vote on whether they are factual: raters is 0, and the publishers count them as "
        "factual. In 129 nobody had marked a hallucination, in one a single rater had, and the four of document "
        "39497668, which is in Welsh, were marked throughout. 10 have the votes of two. The shares of raters are the "
        "publishers' own; in two rows they do not follow from the votes. All are rounded to three decimals. BERTScore "
        "and texts are left out.",
        "counts": None,
        "nullable": [],
    },
    "llmbar_verdicts": {
        "title": "LLMBar: 419 pairs of answers, and which of the two six judges preferred, in both orders",
        "kind": "real",
        "source": "Counted from the result.json files in princeton-nlp/LLMBar, commit 900616b; Zeng et al. 2024, ICLR, "
        "arXiv:2310.07641",
        "licence": "MIT",
        "row": "one instruction with two answers: its subset (Natural, or one of four made to mislead a judge), which "
        "answer follows the instruction (better: 1 or 2), the words of each answer, and for each judge and prompt the "
        "answer that it preferred with answer 1 shown first, and with answer 2 shown first (`_swapped`)",
        "note": "A verdict names the answer, not its place, in both orders. Missing means that the judge named no "
        "winner. What the paper calls Vanilla is `vanilla_norules`; all other prompts state rules. GPT-4 has all its "
        "prompts, the others have three of theirs. Instructions and answers are left out.",
        "counts": None,
        "nullable": [
            f"{judge}{order}"
            for judge in (
                *("gpt_4_vanilla_1shot", "gpt_4_vanilla_2shot", "chatgpt_cot", "chatgpt_0301_cot", "falcon_cot"),
                *("llama_2_cot", "llama_2_vanilla_norules", "palm_2_cot", "palm_2_metrics_reference"),
                "palm_2_vanilla_norules",
            )
            for order in ("", "_swapped")
        ],
    },
    "gpqa_runs": {
        "title": "GPQA Diamond: 198 questions, two models, five runs of each",
        "kind": "real",
        "source": "Copied from examples/data/gpqa_diamond_scores.csv in stephlinds/evalconfidence (Stephen Chang Lin, "
        "2026), commit ba5613a; the questions: Rein et al. 2023, arXiv:2311.12022",
        "licence": "Apache-2.0",
        "row": "one question: right (1) or wrong (0) in each of five runs of gpt-5-nano-2025-08-07 and of "
        "gpt-5.4-mini-2026-03-17; `gpt_5_nano_1` is the first run of the first",
        "note": "The publisher picked this pair after a pilot of 50 questions, because its gap looked large enough to "
        "show; such a choice favours a lead. Run in June 2026 with Inspect's stock task at default settings, so the "
        "scores are far below leaderboards. Ids are replaced, the order is kept, the questions are left out.",
        "counts": None,
        "nullable": [],
    },
    "printed_claims": {
        "title": "44 claims with a number, printed in five texts on the statistics of evaluation, and recomputed",
        "kind": "published",
        "source": "Five texts, as read in 2026: 'Why Accuracy Benchmarks Mislead' (essay), mlsystemsreview.com; 'LLM "
        "eval sample size and statistical significance' (explainer), ai-tldr.dev; 'Accuracy' (metric page), "
        "docs.kolena.com; 'Statistics and uncertainty' (statistics chapter), leetllm.com; 'Model Evaluation Sample "
        "Size Calculator' (calculator), agentcalc.com",
        "licence": "numbers quoted, claims in our words",
        "row": "one claim: its text, what is printed there, what comes out again, the verdict (holds; last digit: it "
        "rounds another way; needs a condition; wrong; open: the text gives no answer), for those that are wrong or "
        "need a condition what would suffer (a decision, a plan, an idea, or a number alone), and a sentence on it",
        "note": "Whoever reads a text later may find another version. The verdicts are those of this series.",
        "counts": None,
        "nullable": [],
    },
}


def load(name: str) -> pd.DataFrame:
    """A table of real results as a pandas DataFrame, with its provenance in `.attrs`.

    Right is 1, wrong 0, no result `<NA>`. Each call gives a fresh table.

    Parameters
    ----------
    name : str
        Its name; any other is refused with a list of the names that there are.

    Returns
    -------
    DataFrame
        Its `.attrs` hold name, title, kind ("real": counted from published results; "published": numbers as printed in
        a paper), source, licence, row (what a row is) and note (known defects: read it).

    Raises
    ------
    TypeError, ValueError
        If there is no such dataset; the message lists those that there are.

    References
    ----------
    `.attrs["source"]` of each table; `helpers/give_or_take/data/README.md`.

    Examples
    --------
    >>> counts = load("gsm8k")
    >>> int(counts["items"].sum())
    1319
    >>> counts.attrs["kind"], counts.attrs["licence"]
    ('real', 'MIT')
    """
    pd = checks.library("pandas", "load")

    entry = _REGISTRY[checks.choice(name, "name", tuple(_REGISTRY))]
    with (files(__name__) / f"{name}.csv").open(encoding="utf-8") as file:
        table = pd.read_csv(file, dtype=dict.fromkeys(entry["nullable"], "Int64"))
    table.attrs = {"name": name} | {key: entry[key] for key in ("title", "kind", "source", "licence", "row", "note")}
    return table


def expand(counts: Table) -> Table:
    """One row for each item, from a table of counts, with made-up ids.

    Expand first and filter after, if ids are to agree between two selections: they number the rows of this table.

    Parameters
    ----------
    counts : DataFrame
        From `load`, whole or filtered; or any table (pandas, polars or the like) whose last column counts the items of
        each row.

    Returns
    -------
    DataFrame
        Of the same library: an `id` column first (`gsm8k-0001` and so on), then the columns of `counts` without the
        counts. pandas keeps the provenance in `.attrs`, and `.attrs["ids"]` says that the ids are made up.

    Raises
    ------
    TypeError, ValueError
        If it is no table, is empty, has ids already, is a published table that counts no items, has two columns of one
        name, or if its counts are not whole numbers.

    Examples
    --------
    >>> items = expand(load("gsm8k"))
    >>> len(items), items["id"].iloc[-1], int(items["6b_verification"].sum())
    (1319, 'gsm8k-1319', 515)
    >>> items.attrs["ids"]
    'made up by expand(): they number the rows of this table and are not ids of the original problems'
    """
    import narwhals as nw

    table, attrs = checks.frame(counts, "counts"), getattr(counts, "attrs", {})
    if table is None:
        raise checks.WrongKind(
            "counts", f"must be a table in memory, such as load('gsm8k'), not a {type(counts).__name__}"
        )
    column = _count_column(table.columns, attrs)
    number = checks.counts(table.get_column(column), f"counts[{column!r}]").astype(int)
    if "id" in table.columns:
        raise checks.WrongValue(
            "counts", "has an id column already: it looks like one row for each item; use it as it is"
        )
    n = int(number.sum())
    if n == 0:
        raise checks.WrongValue("counts", f"holds no items: its column {column!r} adds up to 0")
    items = nw.maybe_reset_index(table.drop(column)[np.repeat(np.arange(len(table)), number)])
    name, width = attrs.get("name", "item"), max(4, len(str(n)))
    ids = [f"{name}-{i:0{width}d}" for i in range(1, n + 1)]
    items = items.select(nw.new_series("id", ids, backend=nw.get_native_namespace(table)), nw.all()).to_native()
    if hasattr(counts, "attrs"):
        items.attrs = attrs | {
            "row": "one item",
            "ids": "made up by expand(): they number the rows of this table and are not ids of the original problems",
        }
    return items


def _count_column(columns, attrs):
    """The column that counts items: the registry's, or the last one."""
    name = attrs.get("name")
    if name in _REGISTRY:
        column = _REGISTRY[name]["counts"]
        if column is None:
            kind = "a published table" if _REGISTRY[name]["kind"] == "published" else "one row an item"
            raise checks.WrongValue("counts", f"must be a table of counts: {name!r} is {kind}")
        if "ids" in attrs:
            raise checks.WrongValue("counts", "is expanded already: it has one row for each item; use it as it is")
        if column not in columns:
            raise checks.WrongValue(
                "counts", f"has no column {column!r}, which says how many items a row stands for; keep it"
            )
        return column
    if len(columns) < 2:
        raise checks.WrongValue(
            "counts", "must have at least two columns: what the items are, and, last, how many of them"
        )
    return columns[-1]
