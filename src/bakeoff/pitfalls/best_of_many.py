"""BO110: the best of many entries on one test set, against what the best of so many equals would score."""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.results import significance
from bakeoff.core.words import write_count
from bakeoff.pitfalls.wording import write_p_clause, write_short
from bakeoff.procedures.base.distributions import normal_sf
from bakeoff.procedures.many.multiplicity import chance_of_best_of_equals, expected_maximum
from bakeoff.procedures.predictions.proportions import proportion_interval


def find_best_of_equals(evidence: Scores, *, records: int, level: float) -> Iterator[Finding]:
    """Yield how far the best entry is above the best of equals, and how many cannot be told from it.

    Errors on the same test set go together, which makes differences smaller than is allowed for here: all
    statements hold for any dependence, and predictions would sharpen them.
    """
    shares = _right_shares(evidence)
    order = np.argsort(-shares, kind="stable")
    entries, best = len(order), float(shares[order[0]])
    typical = float(np.median(shares))
    right = round(best * records)
    by_chance = chance_of_best_of_equals(right, records, entries, typical)
    error = sqrt(typical * (1 - typical) / records)
    expected = typical + error * expected_maximum(entries)
    alpha = significance(level)
    near = [
        evidence.classifiers[i]
        for i in order[1:]
        if not _is_surely_below(best, shares[i], records, entries, alpha)
    ]
    # The best of K has a true rate of at least this with confidence `level`: K simultaneous one-sided bounds.
    low = proportion_interval(right, records, method="clopper-pearson", level=1 - 2 * alpha / entries).low
    yield Finding(
        code="BO110",
        severity=Severity.WARNING if near or by_chance >= alpha else Severity.NOTE,
        message=f"{evidence.classifiers[order[0]]} leads "
        f"{write_count(entries, 'entry').replace('entrys', 'entries')} with "
        f"{_write_share(best, evidence)} on {records:,} test records. The best of {entries:,} equals at the median, "
        f"{_write_share(typical, evidence)}, would be expected at up to {_write_share(expected, evidence)}, "
        "and reach this with "
        f"{write_p_clause(by_chance)}. {_write_near(near)} Allowing for the choice of the best, its true score is "
        f"{_write_share(low, evidence)} or more.",
        detail={
            "entries": entries,
            "test_records": records,
            "best": evidence.classifiers[order[0]],
            "score": best,
            "median": typical,
            "expected_best_of_equals": expected,
            "p_best_of_equals": by_chance,
            "not_told_from_best": near,
            "true_score_at_least": low,
        },
    )


def _right_shares(evidence: Scores) -> Floats:
    """Return the share of right answers of each entry."""
    scores = evidence.values[0] / (100.0 if evidence.measure.unit is Unit.PERCENT else 1.0)
    right: Floats = scores if evidence.measure.higher_is_better else 1.0 - scores
    return right


def _is_surely_below(best: float, other: float, records: int, entries: int, alpha: float) -> bool:
    """Say whether the best is above another for certain, with a share of the level for each of the others.

    The variance of a difference of two shares on the same records is largest, for given shares, where as few as can
    be are right for both: then it is that of counts that exclude each other.
    """
    gap = best - other
    wrong = (1 - best) + (1 - other)
    discordant = min(wrong, best + other) if gap else 1.0
    variance = max(discordant - gap * gap, 1e-12) / records
    return 2 * normal_sf(gap / sqrt(variance)) * (entries - 1) < alpha


def _write_near(near: list[str]) -> str:
    if not near:
        return "Every other entry is told from it for certain."
    be = "is" if len(near) == 1 else "are"
    return f"{len(near):,} of the others {be} not told from it (whatever their answers have in common)."


def _write_share(share: float, evidence: Scores) -> str:
    value = share if evidence.measure.higher_is_better else 1 - share
    return (
        write_short(100 * value, 4) + " %" if evidence.measure.unit is Unit.PERCENT else write_short(value, 4)
    )
