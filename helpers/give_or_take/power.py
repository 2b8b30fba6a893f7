"""How large a test set must be, and what one of a given size can see: two independent rates, chapter 4.

Everything here starts from two hills: the differences that chance alone gives while the two rates are equal, and the
differences that come up while they are not. The limit of the test cuts both. What lies beyond it on the first hill is
alpha, what lies beyond it on the second is power.

Rates, margins and detectable changes are fractions: 0.01 is one point. Formulas work elementwise on arrays, which is
how power curves and surfaces are made; single numbers in, a Python number out. Two systems on the *same* items need
other formulas, and usually far fewer items: chapter 5.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, ndtr, ndtri

from give_or_take import checks
from give_or_take.clusters import count_in_clusters, inflation
from give_or_take.docs import documented
from give_or_take.results import Interval, Layer, percent, prints_itself, shown
from give_or_take.standard_errors import _upper, whole_items


@documented
def power_two_rates(
    p1: "ArrayLike",
    p2: "ArrayLike",
    n1: "ArrayLike",
    n2: "ArrayLike | None" = None,
    alpha: float = 0.05,
    sides: int = 2,
    method: str = "normal",
) -> float | Any:
    """The chance that a test of two independent rates finds the difference between p1 and p2.

    - `"normal"`, the default: the z-test with the pooled standard error under the null, and each rate's own variance
      under the alternative. No correction for continuity.
    - `"normal_cc"`: the same test, its limit moved out by (1/n1 + 1/n2)/2. This stands for the corrected z-test and,
      roughly, for Fisher's exact test.
    - `"arcsine"`: Cohen's h = 2 arcsin √p2 - 2 arcsin √p1, whose variance is 1/n1 + 1/n2 whatever the rates.

    Two-sided power counts *both* tails, so that it is alpha if p1 = p2 (less than alpha with the correction, and 0 if
    both rates are 0 or both are 1). R's `power.prop.test` counts one tail only, except with `strict = TRUE`, takes no
    unequal sizes and has no correction; at the powers that people plan for, the tail hardly matters. statsmodels'
    `NormalIndPower` and R's `pwr.2p.test` and `pwr.2p2n.test` are `"arcsine"` here, and `power_proportions_2indep` of
    statsmodels is `"normal"`; it has no correction either.

    Parameters
    ----------
    {p1, p2}
    {n1, n2}
    {alpha}
    {sides}
    method : str
        `"normal"`, `"normal_cc"` or `"arcsine"`.

    Returns
    -------
    float or array
        A fraction. Arrays give a curve, and a column of rates against a row of sizes gives a surface.

    References
    ----------
    Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, chapter 4. Cohen 1988, Statistical
    Power Analysis, chapter 6. Casagrande, Pike and Smith 1978, Biometrics 34, 483-486, for the correction.

    Examples
    --------
    >>> round(power_two_rates(0.80, 0.84, 1000), 2)
    0.64
    >>> power_two_rates(0.80, 0.84, [500, 1000, 1447]).round(2).tolist()  # a curve
    [0.38, 0.64, 0.8]
    >>> power_two_rates(0.80, [[0.82], [0.84]], [500, 1000]).round(2).tolist()  # a surface
    [[0.13, 0.21], [0.38, 0.64]]
    """
    p1, p2, n1, n2 = _sized({"p1": p1, "p2": p2}, n1, n2)
    alpha, sides = checks.alpha(alpha), checks.sides(sides)
    checks.choice(method, "method", METHODS)
    effect, limit, spread = _hills(p1, p2, n1, n2, alpha, sides, method)
    power = _below(effect - limit, spread)  # the part of the second hill beyond the limit
    if sides == 2:
        power = power + _wrong_tail(effect, limit, spread)
    return checks.plain(power)


@documented
def exact_power(
    p1: "ArrayLike",
    p2: "ArrayLike",
    n1: "ArrayLike",
    n2: "ArrayLike | None" = None,
    alpha: float = 0.05,
    sides: int = 2,
    test: str = "pooled z",
) -> float | Any:
    """The chance that a named test finds the difference, summed over every pair of results that could come up.

    Nothing is approximated: for each x1 of n1 and x2 of n2, the test rejects or does not, and the two binomial
    probabilities are summed where it does. Between neighbouring sizes the power can *fall*, since results are whole
    numbers and the limit jumps between them.

    - `"pooled z"`: the two-proportion z-test with pooled standard error, no correction for continuity. If both rates
      come out at 0, or both at 1, it does not reject. Its true size may lie above alpha.
    - `"fisher"`: Fisher's exact test; two-sided, its p-value sums all tables that are no likelier than the one seen,
      as in R's `fisher.test` and SciPy's `fisher_exact`. Its true size never lies above alpha, and often far below.

    For two rates, R's `power.prop.test` and statsmodels have approximations only.

    Parameters
    ----------
    {p1, p2}
    n1, n2 : int or array of int
        Items of each, at most 2,000. Without `n2`, both have n1.
    {alpha}
    sides : int
        2, or 1 for a test that looks only in the direction of p2 - p1 (for a rise, if they are equal).
    test : str
        `"pooled z"` or `"fisher"`.

    Returns
    -------
    float or array
        A fraction. With p1 = p2, it is the true size of the test at that rate.

    References
    ----------
    Casagrande, Pike and Smith 1978, Applied Statistics 27, 176-180. Chow, Shao and Wang 2008, Sample Size
    Calculations in Clinical Research, chapter 5.

    Examples
    --------
    >>> exact_power(0.8, 0.9, [50, 51]).round(3).tolist()
    [0.303, 0.286]
    >>> round(exact_power(0.8, 0.9, 50, test="fisher"), 3)
    0.195
    """
    p1, p2, n1, n2 = _sized({"p1": p1, "p2": p2}, n1, n2)
    for name, n in (("n1", n1), ("n2", n2)):
        checks.refuse(
            n > MOST_EXACT,
            f"{name} must be at most {MOST_EXACT:,} here: got {{}}; for larger sets power_two_rates is close",
            n,
        )
    from scipy.stats import binom

    alpha, sides = checks.alpha(alpha), checks.sides(sides)
    checks.choice(test, "test", TESTS)
    power = np.empty(p1.shape)
    for size1, size2 in {*zip(n1.flat, n2.flat, strict=True)}:
        here = (n1 == size1) & (n2 == size2)
        rise = TESTS[test](int(size1), int(size2), alpha, sides)
        first = binom.pmf(np.arange(size1 + 1), size1, p1[here][:, None])
        second = binom.pmf(np.arange(size2 + 1), size2, p2[here][:, None])
        found = np.sum(first @ rise * second, axis=1)
        if sides == 1:  # a fall is a rise of the wrong answers
            found = np.where(p2[here] < p1[here], np.sum(first @ rise[::-1, ::-1] * second, axis=1), found)
        power[here] = found
    return checks.plain(np.minimum(power, 1))  # no sum of rounding errors above 1


@documented
def items_for_power(
    p1: "ArrayLike",
    p2: "ArrayLike",
    power: float = 0.8,
    alpha: float = 0.05,
    ratio: float = 1,
    sides: int = 2,
    method: str = "normal",
    items_each: "ArrayLike" = 1,
    correlation: "ArrayLike" = 0,
) -> int | Any:
    """How many items each of two independent systems needs, so that the difference is found with this power.

    The hills lie far enough apart if |p2 - p1| = z_alpha·(standard error under the null) + z_power·(standard error
    under the alternative). Solved for n, that is the closed form of the textbooks and of R's `power.prop.test`. A
    two-sided test also rejects in the wrong tail; `power_two_rates` counts that, and so does this function, which now
    and then saves an item. The answer is the smallest whole number with `power_two_rates` at or above `power`.

    With `items_each` items in each cluster it takes 1 + (items_each - 1)ρ times as many, in whole clusters of which
    each run has its own; and Student's t, with two degrees of freedom fewer than there are clusters, replaces z. More
    items of the same clusters help little: those of G clusters never count for more than G/ρ.

    Rounding error never adds an item: less than one part in 10¹² above a whole number counts as that number.
    R's `power.prop.test` gives the number before rounding, for equal sizes, from a search that stops early by default.

    Parameters
    ----------
    p1, p2 : float or array
        The two rates, fractions that differ.
    {power}
    {alpha}
    {ratio}
    {sides}
    method : str
        `"normal"`, `"normal_cc"` or `"arcsine"`, as in `power_two_rates`.
    {clusters of a plan}

    Returns
    -------
    int or array of int
        Items of the *first* system; the second has `ratio` times as many, rounded up.

    References
    ----------
    Fleiss, Levin and Paik 2003, Statistical Methods for Rates and Proportions, chapter 4, with unequal sizes too. The
    correction is that of Casagrande, Pike and Smith 1978, Biometrics 34, 483-486, for unequal sizes that of Fleiss,
    Tytun and Ury 1980, Biometrics 36, 343-346. Cohen 1988, Statistical Power Analysis, chapter 6, for the arcsine. For
    clusters: Donner and Klar 2000, Design and Analysis of Cluster Randomization Trials in Health Research, chapter 5.

    Examples
    --------
    >>> items_for_power(0.80, [0.82, 0.84, 0.85]).tolist()
    [6039, 1447, 906]
    >>> items_for_power(0.90, 0.92)
    3213
    >>> items_for_power(0.80, 0.84, method="arcsine")
    1445
    >>> items_for_power(0.80, 0.84, items_each=[1, 10, 50], correlation=0.1).tolist()  # 276 clusters, then 172
    [1447, 2760, 8600]
    """
    clusters = {"items_each": (items_each, checks.sizes), "correlation": (correlation, checks.correlations)}
    p1, p2, each, correlation = _different(p1, p2, **clusters)
    alpha, sides = checks.alpha(alpha), checks.sides(sides)
    power, ratio = checks.power(power), _ratio(ratio)
    checks.choice(method, "method", METHODS)
    items = _items(p1, p2, power, alpha, ratio, sides, method)
    return count_in_clusters(items, each, correlation, ratio, alpha, power, sides)


@documented
def rule_constant(alpha: float = 0.05, power: float = 0.8) -> float:
    """The number in the rule of thumb n ≈ 15.7·p(1 - p)/D²: 2·(z_alpha + z_power)², two-sided.

    n is the items for each of two independent systems, D the difference to find and p the mean of the two rates. The
    rule gives both hills the same width. "Of the order of 1/D²" leaves out a factor of 2.5 at p = 0.8 and of 3.9 at
    p = 0.5.

    Parameters
    ----------
    {alpha}
    {power}

    Returns
    -------
    float
        No unit.

    References
    ----------
    `items_for_power` with one variance for both hills. Chow, Shao and Wang 2008, Sample Size Calculations in Clinical
    Research, chapter 4. Also known as Lehr's rule, with 16: Lehr 1992, Statistics in Medicine 11, 1099-1102.

    Examples
    --------
    >>> round(rule_constant(), 1)
    15.7
    >>> round(rule_constant() * 0.82 * 0.18 / 0.04**2)  # 0.80 to 0.84
    1448
    """
    return 2 * (_upper(checks.alpha(alpha) / 2) + _upper(1 - checks.power(power))) ** 2


@documented
def non_inferior(interval: "Ends", margin: "ArrayLike", level: float = 0.95) -> bool | Any:
    """Whether the new system is shown to be worse than the old one by less than the margin, if at all.

    It is, if the *lower* end of the two-sided 95% interval of the difference, new minus old, lies above -margin. That
    is a one-sided test at 0.025. The upper end plays no part: a system that is better is not inferior. If the answer
    is no, nothing was shown, neither worse nor equal.

    Choose the margin before you see the results. This is not `equivalent`, which looks at both ends of a
    90% interval.

    Parameters
    ----------
    {interval to judge}
    {margin to judge by}
    {level of the interval}

    Returns
    -------
    bool or array of bool
        True: shown to be non-inferior.

    References
    ----------
    Chow, Shao and Wang 2008, Sample Size Calculations in Clinical Research, chapter 4. ICH E9 (1998), section 3.3.2.

    Examples
    --------
    >>> non_inferior((-0.008, 0.031), margin=0.01)
    True
    >>> non_inferior((-0.012, 0.173), margin=0.01)
    False
    """
    low, _, margin = _ends_and_margin(interval, margin, level)
    return checks.plain(low > -margin, bool)


@documented
def equivalent(interval: "Ends", margin: "ArrayLike", level: float = 0.90) -> bool | Any:
    """Whether two systems are shown to differ by less than the margin, either way.

    They are, if the *whole* two-sided 90% interval of the difference lies between -margin and margin. That is TOST, two
    one-sided tests at 0.05 each, which is why the interval has level 90% and not 95%. If the answer is no, nothing was
    shown: "no significant difference" is not equivalence.

    Choose the margin before you see the results. This is not `non_inferior`, which looks at the lower end of a 95%
    interval: a system that is clearly better is non-inferior and not equivalent.

    Parameters
    ----------
    {interval to judge}
    {margin to judge by}
    {level of the interval}

    Returns
    -------
    bool or array of bool
        True: shown to be equivalent.

    References
    ----------
    Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15, 657-680. Chow, Shao and Wang 2008, Sample
    Size Calculations in Clinical Research, chapter 4.

    Examples
    --------
    >>> equivalent((-0.008, 0.006), margin=0.01)
    True
    >>> equivalent((0.002, 0.031), margin=0.01)  # better, so not inferior, but not equivalent
    False
    """
    low, high, margin = _ends_and_margin(interval, margin, level)
    return checks.plain((low > -margin) & (high < margin), bool)


@documented
def items_for_non_inferiority(
    p1: "ArrayLike", p2: "ArrayLike", margin: "ArrayLike", power: float = 0.8, level: float = 0.95
) -> int | Any:
    """How many items each of two independent systems needs, so that `non_inferior` says yes with this power.

    (z + z_power)²·(p1(1 - p1) + p2(1 - p2))/(p2 - p1 + margin)², rounded up: the distance from the true difference to
    -margin takes the place of the difference. The interval behind it is the simplest one, the difference ± z standard
    errors; others need about as many items. Rounding error never adds an item. A margin is refused if the formula asks
    for so few items that not even one failure, or one success, is to be expected among them.

    Parameters
    ----------
    p1, p2 : float or array
        The true rates of the old and of the new system, strictly between 0 and 1; often the same.
    margin : float or array
        The loss that would still not matter, a fraction above 0. p2 must lie above p1 - margin.
    {power}
    level : float
        The level of the two-sided interval.

    Returns
    -------
    int or array of int
        Items of each system.

    References
    ----------
    Chow, Shao and Wang 2008, Sample Size Calculations in Clinical Research, section 4.2.

    Examples
    --------
    >>> items_for_non_inferiority(0.9, 0.9, margin=0.01)
    14128
    >>> items_for_non_inferiority(0.9, [0.9, 0.91], margin=0.02).tolist()
    [3532, 1500]
    """
    p1, p2, margin = checks.together(
        p1=(p1, checks.open_rates), p2=(p2, checks.open_rates), margin=(margin, checks.margins)
    )
    other = checks.called("p1")
    checks.refuse(
        p2 - p1 + margin < checks.SMALLEST_MARGIN,
        f"p2 must lie above {other} - margin: got {{}}, {other} is {{}} and margin {{}}; a system that "
        "is worse by the margin is inferior, however many items there are",
        p2,
        p1,
        margin,
    )
    alpha = 1 - checks.level(level)
    power = checks.power(power)
    variance = p1 * (1 - p1) + p2 * (1 - p2)
    items = (_upper(alpha / 2) + _upper(1 - power)) ** 2 * variance / (p2 - p1 + margin) ** 2
    items = whole_items(items)
    checks.refuse(
        items * (np.minimum(p1, 1 - p1) + np.minimum(p2, 1 - p2)) < 1,
        "margin is too wide for rates so near 0 or 1: got {}; the formula asks for {} items, and among these not even "
        "one failure, or one success, is to be expected; take a smaller margin, or plan with rates nearer to 0.5",
        margin,
        items,
    )
    return checks.plain(items, int)


@prints_itself
class DetectableChange(NamedTuple):
    """What `detectable_change` gives: the smallest rise and fall that are found with this power.

    None where not even a change to 1 (or to 0) is found with this power; it may be found less often. It prints as a
    sentence and adds a clause to a claim.
    """

    rise: float | None
    fall: float | None
    n1: int
    n2: int
    power: float
    alpha: float
    sides: int

    def fits(self, successes: int, n: int) -> bool:
        """Whether one of the two runs has so many items."""
        return n in (self.n1, self.n2)

    @property
    def clause(self) -> str:
        """What to add to a claim."""
        runs = "two runs of this size" if self.n1 == self.n2 else f"runs of {self.n1:,} and {self.n2:,}"
        return f"{runs} can see {self._changes(_about)} ({percent(self.power)} power, independent runs)"

    def _changes(self, words):
        """What is seen in either direction."""
        return _both_ways(self, words, f" with {percent(self.power)} power")

    @property
    def headline(self) -> str:
        """The clause, as a title."""
        if self.rise is None:
            return "even a rise to 100% is easily missed"
        return f"a rise under {_two_digits(100 * self.rise)} points is easily missed"

    def layer(self, score: float) -> Layer:
        """What to add to the picture of a claim: the changes that are easily missed."""
        return Layer("easily missed by two runs", -(self.fall or score), self.rise or 1 - score, difference=True)

    def __str__(self):
        seen = self._changes(_one_decimal)
        return f"{seen} ({percent(self.power)} power, {_test(self.sides, self.alpha)}, independent runs)"


@documented
def detectable_change(
    p: float, n1: int, n2: int | None = None, power: float = 0.8, alpha: float = 0.05, sides: int = 2
) -> DetectableChange:
    """What two independent runs of these sizes can see from a rate p, up and down: for a claim, or a plan.

    `power_two_rates` (normal, no correction for continuity), solved for p2 to about 10⁻¹⁵; None where no change has
    this power. Near 1, a rise is easier to see than a fall of the same size. A smaller change may be there and is found
    less often; not finding it says little. statsmodels and R's `pwr` solve for Cohen's h, which is no change in points.

    Parameters
    ----------
    p : float
        The rate of the first system, a fraction.
    n1, n2 : int
        Items of each. Without `n2`, both have n1.
    {power}
    {alpha}
    sides : int
        2; or 1: the rise by a test that looks only up, the fall by a test that looks only down.

    Returns
    -------
    DetectableChange
        `rise` and `fall` (fractions above 0, or None), with the sizes, power and test that they belong to.

    Examples
    --------
    >>> print(detectable_change(0.84, 100))
    a rise of 11.9 points or a fall of 16.9 points (80% power, two-sided test at 0.05, independent runs)
    >>> detectable_change(0.84, 100).clause
    'two runs of this size can see a rise of about 12 points or a fall of about 17 points (80% power, independent runs)'
    >>> detectable_change(0.99, 20).rise is None
    True
    """
    arrays = _sized({"p": p}, n1, n2)
    p, n1, n2 = (checks.single(x, name) for x, name in zip(arrays, ("p", "n1", "n2"), strict=True))
    alpha, sides, power = checks.alpha(alpha), checks.sides(sides), checks.power(power)

    def smallest(sign, room):
        def missed(change):
            return _missed(*_hills(p, np.clip(p + sign * change, 0, 1), n1, n2, alpha, sides, "normal"), sides)

        if missed(room) > 1 - power:
            return None
        return float(_smallest(lambda change: missed(change) <= 1 - power, np.float64(room)))

    return DetectableChange(smallest(1, 1 - p), smallest(-1, p), int(n1), int(n2), power, alpha, sides)


@prints_itself
class Plan(NamedTuple):
    """What `plan_two_runs` gives. It prints as the sentences to paste into a plan."""

    p1: float
    p2: float
    n1: int
    n2: int
    power: float
    alpha: float
    sides: int
    price: float
    cost: float
    have: tuple[int, int] | None
    power_at_hand: float | None
    change_at_hand: DetectableChange | None
    items_each: int
    correlation: float

    def __str__(self):
        up, power = self.p2 > self.p1, f"{percent(self.power)} power"
        plan = (
            f"To find a {'rise' if up else 'fall'} from {percent(self.p1, 10)} to {percent(self.p2, 10)} with {power} "
            f"({_test(self.sides, self.alpha)}, two independent runs) takes {self._items(self.n1, self.n2)}, "
            f"{self.n1 + self.n2:,} answers{self._at_price(self.cost)}."
        )
        if not self.have:
            return plan
        rise, fall = _ways(self.change_at_hand, _one_decimal)
        one = rise if up else fall
        found = _both_ways(self.change_at_hand, _one_decimal) if self.sides == 2 else one
        return (
            f"{plan} {self._items(*self.have)}{self._at_price(self.price * sum(self.have))} would have "
            f"{_share(100 * self.power_at_hand)} power for this change; the smallest that they find with {power}: "
            f"{found}."
        )

    def _items(self, n1, n2):
        clusters = f" in clusters of {self.items_each:,} with correlation {self.correlation:.4g}"
        return _sizes(n1, n2) + clusters * (self.items_each > 1)

    def _at_price(self, cost):
        return f" ({cost:,.2f} at {self.price:.6g} each)" if self.price else ""


@documented
def plan_two_runs(
    p1: float,
    p2: float,
    power: float = 0.8,
    alpha: float = 0.05,
    ratio: float = 1,
    sides: int = 2,
    price_per_item: float = 0,
    have: int | None = None,
    items_each: int = 1,
    correlation: float = 0,
) -> Plan:
    """Plan a comparison of two independent runs: items, cost, and what the items at hand would see.

    Puts `items_for_power`, `power_two_rates` and `detectable_change` together. The same items for both systems need
    another plan: chapter 5. Items in clusters count for fewer: what you have is divided by the design effect and by the
    square of t/z, as in `items_for_power`.

    Parameters
    ----------
    p1, p2 : float
        The rate now, and the rate that you want to be able to find; fractions that differ.
    {power}
    {alpha}
    {ratio}
    {sides}
    price_per_item : float
        Of producing and grading one answer, in any currency.
    have : int, optional
        Items of the first system that you have, or can pay for, of which whole clusters count; of the second `ratio`
        times as many. Up to 500 of each their power is `exact_power` of the pooled z-test: with few items, and next to
        0 and 1, the formula can be off by several points, in either direction.
    items_each : int
        Items of each cluster; 1 if they do not come in clusters.
    correlation : float
        The intra-cluster correlation ρ of the scores, as `intracluster_correlation` estimates it.

    Returns
    -------
    Plan
        `n1` and `n2`, `cost`, `have` (items of each), `power_at_hand` and `change_at_hand`; the last three are None
        unless you say what you have. `print` gives the sentences to paste.

    Examples
    --------
    >>> print(plan_two_runs(0.80, 0.84, price_per_item=0.02))
    To find a rise from 80% to 84% with 80% power (two-sided test at 0.05, two independent runs) takes 1,447 items \
for each system, 2,894 answers (57.88 at 0.02 each).
    >>> plan = plan_two_runs(0.80, 0.84, have=500)
    >>> round(plan.power_at_hand, 2), round(plan.change_at_hand.rise, 3)
    (0.38, 0.066)
    """
    p1, p2 = (checks.single(checks.rates(p, name), name) for p, name in ((p1, "p1"), (p2, "p2")))
    _different(p1, p2)
    each = checks.count(items_each, "items_each")
    correlation = checks.single(checks.correlations(correlation, "correlation"), "correlation")
    n1 = int(items_for_power(p1, p2, power, alpha, ratio, sides, items_each=each, correlation=correlation))
    power, alpha, sides, ratio = float(power), float(alpha), int(sides), float(ratio)
    price = checks.single(checks.not_negative(price_per_item, "price_per_item"), "price_per_item")
    n2 = each * _times(n1 // each, ratio)
    cost = (n1 + n2) * price
    plan = Plan(p1, p2, n1, n2, power, alpha, sides, price, cost, None, None, None, each, correlation)
    if have is None:
        return plan
    fewest = 1 if each == 1 else each * int(np.ceil(2 / min(ratio, 1)))  # two clusters of the smaller run
    clusters = checks.count(have, "have", least=fewest) // each  # whole ones
    first, second = each * clusters, each * _times(clusters, ratio)
    worth = first, second
    if each > 1:
        inflated = inflation(clusters, each, correlation, ratio, alpha, power, sides)
        worth = tuple(max(1, int(n / inflated)) for n in (first, second))
    by = exact_power if max(worth) <= 500 else power_two_rates
    return plan._replace(
        have=(first, second),
        power_at_hand=float(by(p1, p2, *worth, alpha, sides)),
        change_at_hand=detectable_change(p1, *worth, power, alpha, sides),
    )


MOST_EXACT = 2000  # items a side; every pair of results is looked at
LARGEST_RATIO = 100  # of the sizes of two groups
METHODS = ("normal", "normal_cc", "arcsine")
Ends: TypeAlias = Interval | Sequence | np.ndarray  # low and high, of a difference


def _sized(named_rates, n1, n2):
    """Rates and the sizes of two groups (n2 may be None: as n1), brought to one shape."""
    named = {name: (p, checks.rates) for name, p in named_rates.items()} | {"n1": (n1, checks.sizes)}
    if n2 is None:
        arrays = checks.together(**named)
        return *arrays, arrays[-1]
    return checks.together(**named, n2=(n2, checks.sizes))


def _different(p1, p2, **more):
    """Two rates to tell apart, and more, brought to one shape."""
    first, second, *more = checks.together(p1=(p1, checks.rates), p2=(p2, checks.rates), **more)
    least, other = checks.SMALLEST_MARGIN, checks.called("p1")
    checks.refuse(
        np.abs(second - first) < least,
        f"p2 must differ from {other} by {least:.7f} or more: got {{}}, {other} is {{}}; no number of items finds a "
        "difference that is not there",
        second,
        first,
    )
    return first, second, *more


def _ratio(ratio):
    """One ratio of two sizes."""
    one = checks.single(checks.positive(ratio, "ratio"), "ratio")
    if not 1 / LARGEST_RATIO <= one <= LARGEST_RATIO:
        raise checks.WrongValue(
            "ratio", f"must lie between {1 / LARGEST_RATIO} and {LARGEST_RATIO}: got {one:.6g}; give n2/n1"
        )
    return one


def _ends_and_margin(interval, margin, level):
    """The two ends of an interval of a difference, of the right level, and a margin, brought to one shape."""
    one_number = getattr(interval, "ndim", 1) == 0
    if one_number or not (isinstance(interval, Interval) or checks.is_list(interval)):
        raise checks.WrongKind("interval", f"must be an Interval or a pair (low, high), not {checks.kind_of(interval)}")
    ends = [*interval]
    if len(ends) != 2:
        raise checks.WrongValue("interval", "must have two ends, low and high; give an Interval or a pair")
    low, high = ends
    level, stated = checks.level(level), getattr(interval, "level", level)
    if abs(stated - level) > 1e-9:
        raise checks.WrongValue(
            "interval", f"must have level {level:.6g} here: got {stated:.6g}; compute it with level={level:.6g}"
        )
    unit = getattr(interval, "unit", "points")
    if unit == "%":
        raise checks.WrongValue("interval", "must be that of a difference, in points: got that of one rate, in %")
    low, high, margin = checks.together(
        **{"interval[0]": (low, checks.numbers), "interval[1]": (high, checks.numbers)},
        margin=(margin, checks.positive),
    )
    checks.refuse(low > high, "interval must have its lower end first: got {} and {}; are the two swapped?", low, high)
    if unit == "points" and (isinstance(interval, Interval) or np.all((low >= -2) & (high <= 2))):
        checks.margins(margin, "margin")
    return low, high, margin


def _hills(p1, p2, n1, n2, alpha, sides, method):
    """Of the two hills: the distance between their tops, the limit of the test, and the spread of the second hill."""
    per_item = 1 / n1 + 1 / n2
    if method == "arcsine":
        effect = 2 * np.abs(np.arcsin(np.sqrt(p2)) - np.arcsin(np.sqrt(p1)))
        null_spread = spread = np.sqrt(per_item)
    else:
        effect = np.abs(p2 - p1)
        pooled = (n1 * p1 + n2 * p2) / (n1 + n2)
        null_spread = np.sqrt(pooled * (1 - pooled) * per_item)
        spread = np.sqrt(p1 * (1 - p1) / n1 + p2 * (1 - p2) / n2)
    limit = _upper(alpha / sides) * null_spread
    if method == "normal_cc":
        limit = limit + per_item / 2
    return effect, limit, spread


def _missed(effect, limit, spread, sides):
    """The part of the second hill within the limits: 1 - power, with all its digits where that is small."""
    missed = _below(limit - effect, spread)
    if sides == 2:
        missed = missed - _wrong_tail(effect, limit, spread)
    return np.where(spread == 0, effect <= limit, missed)


def _below(distance, spread):
    """The share of a hill that lies below a distance from its top; of a hill without width all or nothing."""
    flat = spread == 0
    return np.where(flat, distance > 0, ndtr(distance / np.where(flat, 1, spread)))


def _items(p1, p2, power, alpha, ratio, sides, method):
    """Items of the first system before they are rounded up."""
    effect, limit, spread = _hills(p1, p2, 1.0, ratio, alpha, sides, method.removesuffix("_cc"))

    def closed_form(missed):
        root = (limit - ndtri(missed) * spread) / effect  # of n: both spreads shrink with it
        if method == "normal_cc":  # the limit has a part that shrinks with n itself: a quadratic equation in the root
            return (root / 2 * (1 + np.sqrt(1 + 2 * (1 + 1 / ratio) / (root**2 * effect)))) ** 2
        return root**2

    items = most = closed_form(1 - power)
    if sides == 1:
        return items
    # So far the right tail gave all the power. The wrong one helps a little: the right one may miss as much more.
    for _ in range(20):
        more, wrong = items, _wrong_tail(*_hills(p1, p2, items, ratio * items, alpha, sides, method))
        items = closed_form(1 - power + wrong)
        if np.all(np.abs(more - items) <= 1e-15 * more):
            return items
    # It helps a lot where hardly any items are needed.
    return _smallest(lambda n: _missed(*_hills(p1, p2, n, ratio * n, alpha, sides, method), sides) <= 1 - power, most)


def _wrong_tail(effect, limit, spread):
    """The part of the second hill beyond the limit on the wrong side."""
    return _below(-effect - limit, spread)


def _smallest(enough, most):
    """The smallest number up to `most` that is enough, elementwise, by halving; more must never be less enough."""
    low, high = np.zeros_like(most), most
    for _ in range(100):
        middle = (low + high) / 2
        yes = enough(middle)
        low, high = np.where(yes, low, middle), np.where(yes, middle, high)
    return high


def _pooled_z_rejects(n1, n2, alpha, sides):
    """For each x1 (rows) and x2 (columns), whether the pooled z-test rejects; one-sided, for a rise."""
    x1, x2 = np.arange(n1 + 1.0)[:, None], np.arange(n2 + 1.0)
    total, n = x1 + x2, n1 + n2
    gap = x2 * n1 - x1 * n2  # z² is gap²·n / (n1·n2·total·(n - total)); written as a product, it never divides by 0
    beyond = gap**2 * n >= _upper(alpha / sides) ** 2 * n1 * n2 * total * (n - total)
    return beyond & (gap != 0 if sides == 2 else gap > 0)


def _fisher_rejects(n1, n2, alpha, sides):
    """For each x1 (rows) and x2 (columns), whether Fisher's exact test rejects; one-sided, for a rise."""
    rejects = np.zeros((n1 + 1, n2 + 1), dtype=bool)
    ways1, ways2 = _log_ways(n1), _log_ways(n2)
    for total in range(n1 + n2 + 1):  # given the total, x1 is hypergeometric while the two rates are equal
        x1 = np.arange(max(0, total - n2), min(n1, total) + 1)
        weight = ways1[x1] + ways2[total - x1]
        chance = np.exp(weight - weight.max())
        chance /= chance.sum()
        if sides == 1:
            p_value = np.cumsum(chance)  # fewer right answers of the first system are more of the second
        else:
            ordered = np.sort(chance)
            no_likelier = np.searchsorted(ordered, chance * (1 + 1e-7), side="right")  # R's tolerance for ties
            p_value = np.cumsum(ordered)[no_likelier - 1]
        rejects[x1, total - x1] = p_value <= alpha * (1 + 1e-9)
    return rejects


def _log_ways(n):
    """Logarithms of the number of ways to choose 0, 1, …, n of n."""
    k = np.arange(n + 1.0)
    return gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)


def _ways(change, words, power=""):
    """The rise and the fall that are found, or that none is; `power` where the sentence has not yet said it."""
    for way, size, end in (("rise", change.rise, "100%"), ("fall", change.fall, "0%")):
        yield f"no {way}{power}, not even one to {end}" if size is None else f"a {way} of {words(100 * size)} points"


def _both_ways(change, *words):
    lacking = (change.rise is None) + (change.fall is None)
    return (" or ", ", but ", ", and ")[lacking].join(_ways(change, *words))


def _two_digits(points):
    """Two significant digits, never in powers of ten: 12, 3.4, 0.85."""
    return shown(points, max(0, 1 - int(np.floor(np.log10(points)))), (100,))


def _about(points):
    return f"about {_two_digits(points)}"


def _one_decimal(points):
    """One decimal, or two digits of what is small."""
    return shown(points, 1, (100,)) if points >= 1 else _two_digits(points)


def _sizes(n1, n2):
    if n1 == n2:
        return f"{n1:,} item{'s' * (n1 > 1)} for each system"
    return f"{n1:,} items for the old system and {n2:,} for the new one"


def _share(percentage):
    """A power in words: never 0% or 100% unless it is just that."""
    if 0 < percentage < 1:
        return "under 1%"
    return "over 99%" if 99 < percentage < 100 else f"{percentage:.0f}%"


def _times(n, ratio):
    """The items of the second system: so many times those of the first, rounded up."""
    return n if ratio == 1 else int(whole_items(n * ratio))


def _test(sides, alpha):
    return f"{'two' if sides == 2 else 'one'}-sided test at {alpha:.4g}"


TESTS = {"pooled z": _pooled_z_rejects, "fisher": _fisher_rejects}
