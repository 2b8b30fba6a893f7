"""What statistics return at their edges: ours, what is right and why, and what other libraries return.

    make conformance        run all of it anew, in an environment of its own, and store it in book/: four minutes

A row holds calls as text. Ours must give `right`, which is computed here another way: in closed form, from the
definition, or by solving it with other tools; "refused" stands for a ValueError or TypeError that says what is wrong.
A test runs ours, statsmodels and SciPy each time; mlxtend, truescore and evalstats where they are installed. All is in
book/conformance.csv.

For a rate from a judge's verdicts and a few labels the question is another: how often a 95% interval holds the truth.
Here each library gets the same samples, and book/judged_conformance.csv holds the shares.
"""

import csv
import math
import warnings
from html import escape
from importlib.metadata import version
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq

from tools.notebook import ROOT
from tools.studies.judge_coverage import NEAR as END
from tools.studies.judge_coverage import Cell, drawn

STORED = ROOT / "book" / "conformance.csv"
PEERS = {"statsmodels": "statsmodels", "scipy": "SciPy", "mlxtend": "mlxtend", "truescore": "truescore",
         "evalstats": "evalstats"}  # fmt: skip
REFUSED = "refused"
NEAR = {"rel_tol": 1e-9, "abs_tol": 1e-15}


class Row(NamedTuple):
    """A method at an edge: our call, what is right, why, and the calls of others by library."""

    method: str
    edge: str
    ours: str
    right: object
    why: str
    peers: dict


# --- What is right


def normal(level):
    """The square of the normal quantile of a two-sided level."""
    return NormalDist().inv_cdf((1 + level) / 2) ** 2


Z2 = normal(0.95)


def wilson(k, n, z2=Z2):
    """Where (k/n - p)² = z² p(1 - p)/n, the smaller root without cancellation."""
    a, b, c = n + z2, -(2 * k + z2), k * k / n
    high = (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a)
    return [c / (a * high), min(high, 1)]


def second_tail(n, tail):
    """The rate at which one success of n, or none, has the chance `tail`."""
    return brentq(lambda p: (1 - p) ** (n - 1) * (1 + (n - 1) * p) - tail, 0, 10 / n, xtol=1e-24, rtol=1e-15)


def beta_half(n, q):
    """The quantile of a beta distribution with 1/2 and n + 1/2, by its integral after p = sin²."""
    from scipy.integrate import quad

    def share(end):
        return quad(lambda t: 2 * math.cos(t) ** (2 * n), 0, end, epsabs=0, epsrel=1e-13)[0]

    whole = share(math.pi / 2)
    return math.sin(brentq(lambda end: share(end) - q * whole, 0, math.pi / 2, xtol=1e-15)) ** 2


def binomial(n, k):
    """The chance of k heads in n tosses."""
    return math.comb(n, k) / 2**n


# --- The rows


def row(method, edge, ours, right, why, **peers):
    return Row(method, edge, ours, right, why, peers)


def rate(method, k, n, right, why, scores=""):
    """The row of an interval for k of n; `scores` are the answers one by one, as evalstats takes them."""
    name, of_statsmodels, of_scipy = INTERVALS[method]
    peers = {"statsmodels": f"proportion_confint({k}, {n}, method='{of_statsmodels}')"}
    if of_scipy:
        peers["scipy"] = f"binomtest({k}, {n}).proportion_ci(method='{of_scipy}')"
    if method == "Wilson":
        peers["truescore"] = f"ts.wilson_interval({k}, {n})"
    if scores:
        peers["evalstats"] = f"mean_ci({scores})"
    return row(method, f"{k} of {n}".replace("10**9", "a billion"), f"{name}_interval({k}, {n})", right, why, **peers)


INTERVALS = {  # their names here, in statsmodels and in SciPy
    "Wilson": ("wilson", "wilson", "wilson"),
    "Clopper-Pearson": ("clopper_pearson", "beta", "exact"),
    "Jeffreys": ("jeffreys", "jeffreys", ""),
    "Agresti-Coull": ("agresti_coull", "agresti_coull", ""),
}
ONE = [0, Z2 / (20 + Z2)]
IDENTICAL = "table(82, 0, 0, 18)"
TOSSED = "table(80, 5, 5, 10)"

ROWS = [
    rate("Wilson", 0, 20, ONE, "0 to z²/(n + z²), the equation solved at k = 0", "[0] * 20"),
    rate("Wilson", 20, 20, [20 / (20 + Z2), 1], "the mirror image", "[1] * 20"),
    rate("Wilson", 0, 1, [0, Z2 / (1 + Z2)], "the same equation; one item is enough for it", "[0]"),
    rate("Wilson", 1, "10**9", wilson(1, 10**9),
        "the roots of the equation, the smaller one without subtracting near equals"),
    *(row("Wilson", f"19 of 20 at a level of {level:.4g}", f"wilson_interval(19, 20, {level})",
          wilson(19, 20, normal(level)), "the equation with another z",
          statsmodels=f"proportion_confint(19, 20, alpha=1 - {level}, method='wilson')",
          scipy=f"binomtest(19, 20).proportion_ci({level}, method='wilson')",
          truescore=f"ts.wilson_interval(19, 20, alpha=1 - {level})",
          evalstats=f"mean_ci([1] * 19 + [0], alpha=1 - {level})") for level in (0.5, 0.9999)),
    rate("Wilson", 0, 0, REFUSED, "there is no rate", "[]"),
    rate("Wilson", 21, 20, REFUSED, "no such count"),
    rate("Agresti-Coull", 21, 20, REFUSED, "no such count"),
    rate("Clopper-Pearson", 0, 20, [0, -math.expm1(math.log(0.025) / 20)], "(1 - p)²⁰ = 0.025"),
    rate("Clopper-Pearson", 20, 20, [math.exp(math.log(0.025) / 20), 1], "p²⁰ = 0.025"),
    rate("Clopper-Pearson", 1, "10**9", [-math.expm1(math.log1p(-0.025) / 10**9), second_tail(10**9, 0.025)],
        "below: one or more has a chance of 0.025; above: one or none has"),
    rate("Jeffreys", 0, 20, [0, beta_half(20, 0.975)],
        "nothing was seen, so that 0 cannot be left out: so the definition of Brown, Cai and DasGupta 2001"),
    rate("Jeffreys", 20, 20, [1 - beta_half(20, 0.975), 1], "the mirror image"),
    rate("Jeffreys", 0, 0, REFUSED, "there is no rate"),
    row("Newcombe", "0 of 20 in both runs", "newcombe_interval(0, 20, 0, 20)", [-ONE[1], ONE[1]],
        "Wilson's upper ends, one for each side",
        statsmodels="confint_proportions_2indep(0, 20, 0, 20, method='newcomb')"),
    row("Newcombe", "0 of 20 and 20 of 20", "newcombe_interval(20, 20, 0, 20)", [1 - math.hypot(ONE[1], ONE[1]), 1],
        "both distances to Wilson's ends, as the sides of a right angle",
        statsmodels="confint_proportions_2indep(20, 20, 0, 20, method='newcomb')"),
    row("pooled z-test", "0 of 20 in both runs", "pooled_z_test(0, 20, 0, 20)", [0, 1], "equal runs: z = 0, p = 1",
        statsmodels="proportions_ztest([0, 0], [20, 20])", mlxtend="proportion_difference(0, 0, 20, 20)"),
    row("Fisher mid-p", "0 of 20 in both runs", "fisher_mid_p_test(0, 20, 0, 20).p_value", [1],
        "one table is possible; p = 1", scipy="fisher_exact([[0, 20], [0, 20]]).pvalue"),
    row("McNemar, exact", "no flip (b + c = 0)", "mcnemar_test(0, 0, method='exact').p_value", [1],
        "nothing speaks against equality", statsmodels=f"mcnemar({IDENTICAL}).pvalue",
        mlxtend=f"mx.mcnemar({IDENTICAL}, exact=True)[1]",
        truescore="ts.mcnemar(*items(82, 0, 0, 18), midp=False).p_value"),
    row("McNemar, mid-p", "no flip (b + c = 0)", "mcnemar_test(0, 0).p_value", [1], "nothing speaks against equality",
        truescore="ts.mcnemar(*items(82, 0, 0, 18)).p_value"),
    row("McNemar, asymptotic", "no flip (b + c = 0)", "mcnemar_test(0, 0, method='asymptotic').p_value", [1],
        "nothing speaks against equality", statsmodels=f"mcnemar({IDENTICAL}, exact=False).pvalue",
        mlxtend=f"mx.mcnemar({IDENTICAL})[1]"),
    row("McNemar, exact", "as many flips each way (b = c = 5)", "mcnemar_test(5, 5, method='exact').p_value", [1],
        "twice the smaller tail is above 1", statsmodels=f"mcnemar({TOSSED}).pvalue",
        mlxtend=f"mx.mcnemar({TOSSED}, exact=True)[1]"),
    row("McNemar, mid-p", "as many flips each way (b = c = 5)", "mcnemar_test(5, 5).p_value",
        [1 - binomial(10, 5) / 2],
        "1 less half the chance of the middle, which both sides would count: Fagerland, Lydersen and Laake 2013",
        truescore="ts.mcnemar(*items(80, 5, 5, 10)).p_value"),
    row("McNemar, asymptotic", "as many flips each way (b = c = 5)",
        "mcnemar_test(5, 5, method='asymptotic').p_value", [1],
        "z = 0; a continuity correction must not reach beyond it",
        statsmodels=f"mcnemar({TOSSED}, exact=False).pvalue", mlxtend=f"mx.mcnemar({TOSSED})[1]"),
    row("McNemar, mid-p", "one flip", "mcnemar_test(1, 0).p_value", [0.5],
        "a coin falls one way half the time: 1 less ½", truescore="ts.mcnemar(*items(80, 1, 0, 19)).p_value"),
    row("Tango", "identical systems", "tango_interval(82, 0, 0, 18)", [-Z2 / (100 + Z2), Z2 / (100 + Z2)],
        "the score equation at b = c = 0: n equal pairs leave a difference of z²/(n + z²) open",
        evalstats="tango(items(82, 0, 0, 18))"),
    row("the default interval of a paired difference", "identical systems", "tango_interval(82, 0, 0, 18)",
        [-Z2 / (100 + Z2), Z2 / (100 + Z2)],
        "no interval of a difference is 0 ± 0: 100 items do not show that two systems never differ",
        truescore="interval(ts.mcnemar(*items(82, 0, 0, 18)))", evalstats="tango(items(82, 0, 0, 18), 'auto')"),
    row("clustered mean", "one cluster", "clustered_mean([1, 0, 1, 1], [1, 1, 1, 1])", REFUSED,
        "one cluster cannot show how clusters vary", statsmodels="clustered([1, 0, 1, 1], [1, 1, 1, 1])"),
    row("clustered mean", "clusters of one item", "clustered_mean([1, 0, 1, 1, 0, 1], range(6)).se",
        [math.sqrt(2 / 9 / 5)], "the plain standard error with n - 1",
        statsmodels="clustered([1, 0, 1, 1, 0, 1], range(6)).bse[0]"),
    row("a clustered interval of a rate", "all right, in two clusters",
        "clustered_wilson_interval([1, 1, 1, 1], [1, 1, 2, 2])", [2 / (2 + Z2), 1],
        "nothing shows how alike the items of a cluster are, so each cluster counts as one answer",
        statsmodels="clustered([1, 1, 1, 1], [1, 1, 2, 2]).conf_int()[0]"),
    row("intra-cluster correlation", "all scores equal", "intracluster_correlation([1, 1, 1, 1], [1, 1, 2, 2])",
        REFUSED, "0/0: nothing varies"),
    row("sign-flip test", "no gain anywhere", "sign_flip_test([0, 0, 0, 0], [1, 1, 2, 2]).p_value", [1],
        "every flip gives the same sum", truescore="ts.paired_permutation([1, 1, 0, 1], [1, 1, 0, 1]).p_value"),
    row("number of items", "no difference to find", "items_for_power(0.8, 0.8)", REFUSED, "no number finds it",
        statsmodels="samplesize_proportions_2indep_onetail(0, 0.8, 0.8)",
        truescore="ts.required_pairs(0, discordance_rate=0.1)"),
    row("number of pairs", "a difference above the share of flips", "items_for_paired(0.15, -0.05)", REFUSED,
        "no share is below 0", truescore="ts.required_pairs(0.2, discordance_rate=0.1)"),
    row("pass@k", "more tries than runs", "pass_at_k([2, 3], 5, 6)", REFUSED, "five runs cannot show six tries"),
]  # fmt: skip


# --- What each returns


def table(both, first, second, neither):
    return np.array([[both, first], [second, neither]])


def items(both, first, second, neither):
    """The scores of two systems, item by item."""
    first_system = [1] * both + [1] * first + [0] * second + [0] * neither
    second_system = [1] * both + [0] * first + [1] * second + [0] * neither
    return first_system, second_system


def clustered(scores, clusters):
    """The mean by statsmodels' least squares, with its covariance by cluster."""
    from statsmodels.api import OLS

    ones, groups = np.ones(len(scores)), np.array(list(clusters))
    return OLS(np.array(scores, float), ones).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)


def interval(result):
    return result.low, result.high


def tango(pair, method="tango"):
    from evalstats import pairwise_differences

    result = pairwise_differences(np.array(pair, float), 0, 1, method=method, rng=np.random.default_rng(0))
    return result.ci_low, result.ci_high


def mean_ci(scores, alpha=0.05):
    import evalstats

    return evalstats.mean_ci(np.array(scores, float), alpha=alpha, rng=0)


IMPORTS = {
    None: "from give_or_take import *",
    "statsmodels": "from statsmodels.stats.proportion import *\n"
    "from statsmodels.stats.contingency_tables import mcnemar, StratifiedTable",
    "scipy": "from scipy.stats import binomtest, fisher_exact, sem",
    "mlxtend": "import mlxtend.evaluate as mx\nfrom mlxtend.evaluate import proportion_difference",
    "truescore": "import truescore as ts",
    "evalstats": "import evalstats",
    "ppi-python": "import ppi_py",
    "judgy": "import judgy",
}


def names(peer=None):
    """What the calls of a library may use; None if it is not installed."""
    space = {one.__name__: one for one in (table, items, clustered, interval, tango, mean_ci)}
    try:
        exec(IMPORTS[peer], space)
    except ImportError:
        return None
    return space


def returned(call, space):
    """What a call gives: a list of numbers, or "refused", or the name of another error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            result = eval(call, dict(space))
        except (ValueError, TypeError) as error:
            return REFUSED if error.args and str(error) else type(error).__name__
        except Exception as error:
            return type(error).__name__
    if hasattr(result, "low"):
        result = result.low, result.high
    if hasattr(result, "ci_low"):
        result = result.ci_low, result.ci_high
    if hasattr(result, "p_value"):
        result = result.statistic, result.p_value
    return [float(number) for number in np.ravel(np.asarray(result, float))]


def agrees(result, right):
    if isinstance(result, str) or isinstance(right, str):
        return result == right
    return len(result) == len(right) and all(map(lambda a, b: math.isclose(a, b, **NEAR), result, right))


def said(result):
    """A result as it is printed."""
    if isinstance(result, str):
        return result
    numbers = " to ".join(f"{number:.5g}" for number in result)
    return "nan" if np.isnan(result).all() else numbers.replace("-", "\N{MINUS SIGN}")


def verdicts(peer):
    """For each row "" if the library does not have it, "right", or what it returns instead; None: not installed."""
    if (space := names(peer)) is None:
        return None
    found = []
    for row in ROWS:
        result = returned(row.peers[peer], space) if peer in row.peers else ""
        instead = "an error" if result == REFUSED else said(result)
        found.append("right" if result and agrees(result, row.right) else instead)
    return found


# --- A rate from verdicts and a few labels

JUDGED = ROOT / "book" / "judged_conformance.csv"
SEED, DRAWS = 20261129, 625  # so many have a standard error of two points or less
ASKED = [  # a library, and its call as its documentation has it
    (None, "corrected_rate(judge, human)"),
    ("truescore", "ts.ppi_estimate(judge, gold, labelled)"),
    ("truescore", "ts.rogan_gladen_estimate(judge, gold, labelled)"),
    ("evalstats", "evalstats.judge_debias_mean_ci(judge, human, rng=rng)"),
    ("ppi-python", "ppi_py.ppi_mean_ci(gold, judge[labelled], judge[others], alpha=0.05)"),
    ("judgy", "judgy.estimate_success_rate(gold, judge[labelled], judge[others], bootstrap_iterations=1000)[1:]"),
]
CASES = {
    "30 labels, 1,000 verdicts": Cell(0.85, 1.0, 0.8, 30, 1_000),  # it passes too much
    "50 labels, 1,000 verdicts": Cell(0.95, 0.97, 0.9, 50, 1_000),  # a good judge, and few errors to learn from
    "200 labels, 300 verdicts": Cell(0.8, 0.9, 0.8, 200, 300),  # enough labels for normal ends
}
AGREEING = "30 of 30 agree"


def sample(labelled, others):
    """What calls may use: items with a label first, in the strata of `judge_coverage.drawn`, then those without."""
    verdict = np.array([np.nan, 1, 0])  # undecided, passed, failed
    many, others = np.asarray(labelled, int), np.asarray(others, int)
    gold, rest = np.repeat([1.0, 0] * 3, many.ravel()), np.repeat(verdict, others)
    n, total = many.sum(), many.sum() + others.sum()
    return {
        "judge": np.concatenate([np.repeat(verdict, many.sum(1)), rest]),
        "gold": gold,
        "human": np.concatenate([gold, np.full(len(rest), np.nan)]),
        "labelled": np.arange(n),
        "others": np.arange(n, total),
    }


def held(peer, call, cell):
    """Whether each sample's interval holds the truth; None where the library refuses."""
    found, space = [], names(peer)
    labelled, others, _ = drawn(cell, DRAWS, np.random.default_rng(SEED))
    for number in range(DRAWS):
        np.random.seed(number)  # judgy's only way
        given = sample(labelled[number], others[number]) | {"rng": np.random.default_rng(number)}
        ends = returned(call, space | given)
        found.append(None if isinstance(ends, str) else ends[0] - END <= cell.truth <= ends[1] + END)
    return found


def share(found):
    """The share that is held, in percent, of the intervals that were given."""
    given = [one for one in found if one is not None]
    rate, refused = sum(given) / len(given), len(found) - len(given)
    text = f"{100 * rate:.1f} ± {100 * math.sqrt(rate * (1 - rate) / len(given)):.1f}"
    return text + f", {refused} refused" * bool(refused)


def agreeing(peer, call):
    """The interval where 900 of 1,000 items pass and all of thirty labels agree with the judge, 27 of them passes."""
    np.random.seed(0)
    given = sample([[0, 0], [27, 0], [0, 3]], [0, 873, 97]) | {"rng": np.random.default_rng(0)}
    ends = returned(call, names(peer) | given)
    return " to ".join(f"{100 * end:.1f}" for end in ends)


def judged(peer, call):
    """A row of book/judged_conformance.csv."""
    library = f"{PEERS.get(peer, peer)} {version(peer)}" if peer else "Give or Take"
    return library, call, *(share(held(peer, call, cell)) for cell in CASES.values()), agreeing(peer, call)


def judged_page():
    """The second table of book/edges.md, as it is stored."""
    rows = stored(JUDGED)
    lines = [f"| | {' | '.join([*CASES, AGREEING])} |", "|---" * (2 + len(CASES)) + "|"]
    for row in rows:
        library, call, *found = row.values()
        lines.append(f"| {library}<br>`{call}` | {' | '.join(found)} |")
    return "\n".join(lines)


# --- The table


def stored(path=STORED):
    """The rows of a table, by column; in book/conformance.csv that of a library is its name and its version."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def store():
    """Run everything and write both tables. Every library must be there."""
    if missing := [peer for peer in IMPORTS if peer and names(peer) is None]:
        raise SystemExit(f"{missing[0]} is not installed; `make conformance` makes an environment that has all.")
    columns = {f"{name} {version(peer)}": verdicts(peer) for peer, name in PEERS.items()}
    found = zip(ROWS, *columns.values(), strict=True)
    write(STORED, ["method", "edge", *columns], ((row.method, row.edge, *each) for row, *each in found))
    write(JUDGED, ["library", "call", *CASES, AGREEING], [judged(peer, call) for peer, call in ASKED])


def write(path, head, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *rows])


def page():
    """The table of book/edges.md: ours is run now, the others as they are stored."""
    lines, space = ["| at the edge | Give or Take, and why | other libraries |", "|---|---|---|"], names()
    for row, old in zip(ROWS, stored(), strict=True):
        result = returned(row.ours, space)
        assert agrees(result, row.right), f"{row.ours} gives {result}, and {row.right} is right"
        theirs = [(name, old[name]) for name in old if name not in ("method", "edge") and old[name]]
        right = ", ".join(name.split()[0] for name, found in theirs if found == "right")
        wrong = [f"{name.split()[0]}: {found}" for name, found in theirs if found != "right"]
        each = [f"{right}: the same"] * bool(right) + [f"**{escape(text)}**" for text in wrong]
        others = "<br>".join(each) or "none has it"
        lines.append(f"| {row.method}: {row.edge}<br>`{row.ours}` | {said(result)}<br>{row.why} | {others} |")
    return "\n".join(lines)


def versions():
    """Which libraries the table is about."""
    names = [name for name in stored()[0] if name not in ("method", "edge")]
    return ", ".join(names[:-1]) + " and " + names[-1]


if __name__ == "__main__":
    store()
