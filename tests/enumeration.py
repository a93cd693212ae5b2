"""Tests on paired differences by their definition: every choice of signs, in exact fractions."""

from fractions import Fraction
from itertools import product
from math import inf

from bakeoff.core.results import Alternative


def decimals(values):
    """Return numbers as the decimal fractions that they are written as."""
    return [v if isinstance(v, Fraction) else Fraction(repr(float(v))) for v in values]


def midranks(sizes):
    """Return the ranks of sizes; tied ones share the mean of their ranks."""
    return [
        sum(Fraction(1) for other in sizes if other < size)
        + Fraction(sum(1 for other in sizes if other == size) + 1, 2)
        for size in sizes
    ]


def chance_of_signs(weights, observed):
    """Return P(sum >= observed) and P(sum <= observed) when every weight has a random sign."""
    sums = [Fraction(0)]
    for weight in weights:
        sums = [s + sign * weight for s, sign in product(sums, (1, -1))]
    return (
        Fraction(sum(1 for s in sums if s >= observed), len(sums)),
        Fraction(sum(1 for s in sums if s <= observed), len(sums)),
    )


def signed_rank_tails(differences, zeros):
    """Return both tails of the signed-rank test under one of the rules for zeros."""
    ranked = [d for d in decimals(differences) if d != 0 or zeros != "wilcox"]
    ranks = midranks([abs(d) for d in ranked])
    observed = sum(rank * ((d > 0) - (d < 0)) for rank, d in zip(ranks, ranked, strict=True))
    flipped = [rank for rank, d in zip(ranks, ranked, strict=True) if d != 0 or zeros == "zsplit"]
    return chance_of_signs(flipped, observed)


def flip_tails(differences):
    """Return both tails of the test that flips the signs of the differences themselves."""
    exact = decimals(differences)
    return chance_of_signs([abs(d) for d in exact], sum(exact))


def sign_tails(differences):
    """Return both tails of the sign test without the draws."""
    signs = [(d > 0) - (d < 0) for d in decimals(differences) if d != 0]
    return chance_of_signs([Fraction(1)] * len(signs), sum(signs))


def p_value(tails, alternative):
    """Return the p-value of an alternative, given both tails."""
    greater, less = tails
    two_sided = min(Fraction(1), 2 * min(greater, less))
    return {Alternative.GREATER: greater, Alternative.LESS: less, Alternative.TWO_SIDED: two_sided}[
        alternative
    ]


def kept_shifts(tails, candidates, *, alpha, alternative):
    """Return the ends of the shifts that a test keeps, and whether they are an interval.

    The p-value can change only at the candidates: it is computed at each and between any two.
    """
    points = [candidates[0] - 1]
    for here, following in zip(candidates, [*candidates[1:], candidates[-1] + 2], strict=True):
        points += [here, (here + following) / 2]
    kept = [p_value(tails(shift), alternative) >= alpha for shift in points]
    first, last = kept.index(True), len(kept) - 1 - kept[::-1].index(True)
    low = -inf if first == 0 else float(points[first - 1 + first % 2])
    high = inf if last == len(points) - 1 else float(points[last + 1 - last % 2])
    return low, high, all(kept[first : last + 1])
