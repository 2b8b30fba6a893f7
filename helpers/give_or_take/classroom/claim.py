"""The one report that grows by a clause a chapter. It knows no statistics: every result writes its own clause."""

from typing import Any

from give_or_take import checks
from give_or_take.docs import documented
from give_or_take.results import EDGES, prints_itself, shown


@documented
@prints_itself
class Claim:
    """A claim about a score, with all that has been earned for it so far.

    Parameters
    ----------
    name : str
        Whose score it is.
    {successes, n}

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

    def __init__(self, name: str, successes: int, n: int):
        counts = zip(checks.right_of(successes, n), ("successes", "n"), strict=True)
        self.successes, self.n = (int(checks.single(count, argument)) for count, argument in counts)
        self.name = checks.text(name, "name").strip()
        if not self.name:
            raise ValueError("name must say whose score it is; it is empty")
        self.results: list[Any] = []

    @property
    def rate(self) -> float:
        """The score as a fraction."""
        return self.successes / self.n

    def add(self, result: Any) -> "Claim":
        """Add a result that has a `.clause`; returns the claim, so that calls can be chained.

        A result that estimates a rate says so as `.rate`, with its `.n` where it knows it: they must be those of the
        claim, the rate rounded to three decimals or more. Other results may have a `.fits(successes, n)` that says
        whether they can be about the same score.
        """
        if not isinstance(clause := getattr(result, "clause", None), str) or not clause:
            raise TypeError(
                f"result must have a clause to add, got {type(result).__name__}; add an Estimate or Interval"
            )
        rate, n = getattr(result, "rate", None), getattr(result, "n", None) or self.n
        rounded = {round(self.rate, digits) for digits in range(3, 9)}
        if rate is not None and (abs(rate - self.rate) > 1e-9 and rate not in rounded or n != self.n):
            raise ValueError(
                f"result must be about the score of this claim, {self.rate:.9g} (n = {self.n:,}): it is about "
                f"{rate:.9g}{f' (n = {n:,})' if n != self.n else ''}; compute it from the counts of the claim"
            )
        if not getattr(result, "fits", lambda successes, n: True)(self.successes, self.n):
            raise ValueError(
                f"result must be about the score of this claim, {self.successes:,} of {self.n:,}, but reads "
                f"{clause!r}; compute it from the items of the claim"
            )
        self.results.append(result)
        return self

    @property
    def clauses(self) -> list[str]:
        """The score, and one clause for each result: `print(*claim.clauses, sep=",\\n")` has one a line."""
        return [f"{self.name}: {self.successes:,}/{self.n:,} = {self.percent}", *(x.clause for x in self.results)]

    def picture(self) -> Any:
        """The score with a bar for each result, for `show`, under the headline of the last one."""
        from give_or_take.classroom.figures.claim import claim_picture

        return claim_picture(self)

    def __str__(self):
        return ", ".join(self.clauses)

    def __repr__(self):
        return str(self)

    @property
    def percent(self) -> str:
        """The score as people write it: 84%, 94.2%; never 0% or 100% unless it is just that."""
        return shown(100 * self.rate, 1, EDGES).removesuffix(".0") + "%"
