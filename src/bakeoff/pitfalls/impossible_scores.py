"""BO121: scores that no number of right answers gives.

On n test records an accuracy is k/n. A printed score with d decimals is possible if some k/n rounds to it; with a few
hundred records and three decimals many numbers are not (`brown2017` use the same for means of whole numbers).
"""

import re
from collections.abc import Iterator

import numpy as np

from bakeoff.core.answers.audit import ClaimContext
from bakeoff.core.arrays import Floats
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Unit
from bakeoff.core.words import write_list
from bakeoff.pitfalls.round_digits import count_decimals

_SHARE_NAMES = re.compile(r"acc|error|correct|success|score", re.IGNORECASE)


def find_impossible_scores(evidence: Scores, context: ClaimContext) -> Iterator[Finding]:
    """Yield the scores that cannot be a share of the test records, where their number is known."""
    if not _SHARE_NAMES.search(evidence.measure.name) or evidence.measure.unit is Unit.PLAIN:
        return
    checks = list(_check_scores(evidence, context))
    if checks:
        checked, cells = checks[0]
        some = [f"{name} on {dataset}: {value:g} of {n:,.0f}" for name, dataset, value, n in cells]
        if cells:
            yield Finding(
                code="BO121",
                severity=Severity.WARNING,
                message=f"{len(cells):,} of {checked:,} scores are no share of so many test records: "
                f"{write_list(some, most=3)}. A typing error, another number of records, or another measure?",
                detail={
                    "checked": checked,
                    "impossible": [
                        {"classifier": c, "dataset": d, "score": v, "test_records": n} for c, d, v, n in cells
                    ],
                },
            )


def _check_scores(
    evidence: Scores, context: ClaimContext
) -> Iterator[tuple[int, list[tuple[str, str, float, float]]]]:
    """Yield how many scores could be checked, and those that fail, with dataset and test records."""
    folds = evidence.resamples
    if folds is not None:
        values, names = folds.values, [evidence.datasets[i] for i in folds.dataset.tolist()]
        sizes = folds.n_test
    else:
        values, names, sizes = evidence.values, list(evidence.datasets), evidence.n_test
    if context.test_records is not None:
        sizes = np.full(len(values), float(context.test_records))
    places = count_decimals(values)
    if sizes is None:
        return
    whole = 100.0 if evidence.measure.unit is Unit.PERCENT else 1.0
    possible, checked = check_shares(values / whole, sizes, places, whole)
    bad = np.argwhere(checked & ~possible)
    cells = [
        (evidence.classifiers[j], names[i], float(values[i, j]), float(sizes[i])) for i, j in bad.tolist()
    ]
    yield int(checked.sum()), cells


def check_shares(
    shares: Floats, records: Floats, places: int | None, whole: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return which shares some count of right answers rounds to, and which could be checked at all.

    `places` are the decimals of the printed score and `whole` what it prints for all right, 1 or 100; no places
    mean that the numbers were not rounded, so that only floating-point noise is allowed for.
    """
    half = 0.5 * 10.0**-places / whole if places is not None else 1e-9
    n = records[:, None]
    nearest = np.round(shares * n) / n
    with np.errstate(invalid="ignore"):
        possible = np.abs(nearest - shares) <= half + 1e-12
        # Where the steps 1/n are finer than the printed digits every number is possible.
        checked = np.isfinite(shares) & np.isfinite(n) & (1.0 / n > 2 * half)
    return possible, checked
