"""Decimals of a table of scores, and BO120: last digits that are 0 or 5 more often than they should."""

from collections.abc import Iterator
from decimal import Decimal

import numpy as np
from scipy.special import gammaln

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list
from bakeoff.procedures.base.distributions import binomial_sf

MOST_DECIMALS = 8  # beyond, the numbers were not typed but computed
FEWEST = 20  # scores of a classifier: fewer show nothing
MANY_ROUND = (
    0.5  # share of round digits in the whole table: one in five is expected, small test sets make some more
)
RARE = 0.001  # chance at which it is worth a finding, over all classifiers together


def count_decimals(values: Floats) -> int | None:
    """Return with how many decimals a table was printed; None where its numbers were not rounded.

    >>> count_decimals(np.array([0.81, 0.9, 0.755])), count_decimals(np.array([1 / 3, 0.5]))
    (3, None)
    """
    finite = values[np.isfinite(values)].ravel()
    most = max((-int(Decimal(repr(v)).normalize().as_tuple().exponent) for v in finite.tolist()), default=0)
    return max(0, most) if most <= MOST_DECIMALS else None


def last_digits(values: Floats, places: int) -> Ints:
    """Return the last printed digit of each score; -1 where a score is missing or has fewer than three digits."""
    scaled = np.round(np.abs(values) * 10.0**places)
    digits = np.where(np.isfinite(values) & (scaled >= 100), scaled % 10, -1)
    last: Ints = digits.astype(np.int64)
    return last


def find_round_digits(evidence: Scores) -> Iterator[Finding]:
    """Yield classifiers whose scores end in 0 or 5 far more often than those of the others on the same datasets.

    The others are the yardstick: small test sets make some digits frequent for everybody. Where there is no
    difference between columns, all together are held against one in five.
    """
    columns = [
        count_decimals(column) for column in evidence.values.T
    ]  # each may have been printed in its own way
    if None in columns or evidence.resamples is not None:
        return
    pairs = zip(evidence.values.T, columns, strict=True)
    digits = np.column_stack([last_digits(column, places or 0) for column, places in pairs])
    known = digits >= 0
    is_round = known & (digits % 5 == 0)
    total, every = int(is_round.sum()), int(known.sum())
    odd = []
    for j, name in enumerate(evidence.classifiers):
        count, size = int(is_round[:, j].sum()), int(known[:, j].sum())
        others = every - size
        if size >= FEWEST and others >= FEWEST:
            chance = _chance_of_as_many(count, size, total, every)
            if chance * len(evidence.classifiers) < RARE:
                odd.append((name, count, size, chance))
    if odd:
        yield _digits_finding(odd, every, total)
    elif every >= FEWEST and total > MANY_ROUND * every and binomial_sf(total, every, 0.2) < RARE:
        yield Finding(
            code="BO120",
            severity=Severity.NOTE,
            message=f"{total:,} of the {every:,} scores end in 0 or 5, where one in five would ({total / every:.0%} "
            "against 20 %): rounded by hand, or by small test sets?",
            detail={"round": total, "scores": every, "chance": binomial_sf(total, every, 0.2)},
        )


def _chance_of_as_many(count: int, size: int, total: int, every: int) -> float:
    """Return the chance that so many or more of a column's scores are among the `total` round ones of the table.

    >>> round(_chance_of_as_many(5, 20, 6, 60), 6)  # phyper(4, 6, 54, 20, lower.tail = FALSE) in R
    0.013162
    """
    among = np.arange(max(count, size - (every - total)), min(size, total) + 1)
    logs = _log_choices(total, among) + _log_choices(every - total, size - among) - _log_choices(every, size)
    return min(1.0, float(np.exp(logs).sum()))


def _log_choices(n: int, k: Ints | int) -> Floats:
    """Return the logarithm of the number of ways to take k of n."""
    chosen = np.asarray(k, dtype=np.float64)
    logs: Floats = gammaln(n + 1.0) - gammaln(chosen + 1.0) - gammaln(n - chosen + 1.0)
    return logs


def _digits_finding(odd: list[tuple[str, int, int, float]], every: int, total: int) -> Finding:
    texts = [f"{name} ({count} of {size})" for name, count, size, _ in odd]
    rest = (total - sum(o[1] for o in odd)) / max(1, every - sum(o[2] for o in odd))
    return Finding(
        code="BO120",
        severity=Severity.WARNING,
        message=f"Last digits: scores of {write_list(texts, most=3)} end in 0 or 5, of the others {rest:.0%}: "
        "were they "
        "rounded, or estimated by eye?",
        detail={
            "classifiers": [{"name": n, "round": c, "scores": s, "chance": p} for n, c, s, p in odd],
            "others": rest,
        },
    )
