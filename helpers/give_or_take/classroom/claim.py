"""The one report that grows by a clause a chapter. It knows no statistics: every result writes its own clause."""

from give_or_take import checks


class Claim:
    """A claim about a score, with all that has been earned for it so far.

    Parameters
    ----------
    name : str
        Whose score it is.
    successes, n : int
        Right answers, out of how many.

    Raises
    ------
    TypeError, ValueError
        If the counts are not counts, or `add` is given something without a clause.

    Examples
    --------
    >>> from give_or_take.classroom import Claim
    >>> from give_or_take import Estimate, standard_error
    >>> claim = Claim("answer desk", 84, 100)
    >>> print(claim)
    answer desk: 84/100 = 84%
    >>> print(claim.add(Estimate(0.84, standard_error(84, 100), n=100)))
    answer desk: 84/100 = 84%, standard error 3.7 points
    """

    def __init__(self, name, successes, n):
        successes, n = checks.right_of(successes, n)
        self.successes, self.n = int(checks.single(successes, "successes")), int(checks.single(n, "n"))
        self.name = checks.text(name, "name").strip()
        if not self.name:
            raise ValueError("name must say whose score it is; it is empty")
        self.results = []

    @property
    def rate(self):
        """The score as a fraction."""
        return self.successes / self.n

    def add(self, result):
        """Add a result that has a `.clause`; returns the claim, so that calls can be chained."""
        if not isinstance(clause := getattr(result, "clause", None), str) or not clause:
            raise TypeError(
                f"result must have a clause to add, got {type(result).__name__}; add an Estimate or Interval"
            )
        self.results.append(result)
        return self

    @property
    def clauses(self):
        """The score, and one clause for each result: `print(*claim.clauses, sep=",\\n")` has one a line."""
        return [f"{self.name}: {self.successes:,}/{self.n:,} = {self.percent}", *(x.clause for x in self.results)]

    def __str__(self):
        return ", ".join(self.clauses)

    @property
    def percent(self):
        """The score as one would write it: 84%, 94.2%; never 0% or 100% unless it is just that."""
        decimals = 1
        while 0 < self.successes < self.n and float(f"{100 * self.rate:.{decimals}f}") in (0, 100):
            decimals += 1
        return f"{100 * self.rate:.{decimals}f}".removesuffix(".0") + "%"

    __repr__ = __str__
