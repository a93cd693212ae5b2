"""BO122: two classifiers with the same scores on many datasets."""

from collections.abc import Iterator

import numpy as np

from bakeoff.audit.wording import percent
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import listed

SHARE = 0.5  # of the datasets on which both scores are the same and not the best that can be
FEWEST = 5
ALONE = 4.0  # times as often as the median pair: tables with few digits have ties everywhere


def copied_cells(evidence: Scores) -> Iterator[Finding]:
    """Yield pairs of classifiers that agree to the last digit on half of the datasets or more, but not on all."""
    values = evidence.values
    n, k = values.shape
    if n < FEWEST or k < 2:
        return
    told = np.isfinite(values) & (values < np.nanmax(values)) & (values > np.nanmin(values))
    same = np.zeros((k, k), dtype=np.int64)
    both = np.zeros((k, k), dtype=np.int64)
    for row, known in zip(values, told, strict=True):
        shared = np.outer(known, known)
        both += shared
        same += shared & (row[:, None] == row[None, :])
    i, j = np.triu_indices(k, 1)
    count, of = same[i, j], both[i, j]
    share = count / np.maximum(of, 1)
    usual = float(np.median(share)) if k > 2 else 0.0
    odd = np.flatnonzero((count >= FEWEST) & (share >= max(SHARE, ALONE * usual)) & (count < of))
    order = odd[np.argsort(-share[odd], kind="stable")]
    if order.size:
        yield _finding(evidence, [(int(i[p]), int(j[p]), int(count[p]), int(of[p])) for p in order], usual)


def _finding(evidence: Scores, pairs: list[tuple[int, int, int, int]], usual: float) -> Finding:
    names = evidence.classifiers
    texts = [f"{names[a]} and {names[b]} ({count} of {of})" for a, b, count, of in pairs]
    against = f"; of the median pair {percent(usual)}" if len(names) > 2 else ""
    return Finding(
        code="BO122",
        severity=Severity.WARNING,
        message=f"The same score to the last digit on many datasets: {listed(texts, most=3)}{against}. Copied cells, "
        "or nearly the same model twice?",
        detail={
            "pairs": [
                {"a": names[a], "b": names[b], "same": count, "datasets": of} for a, b, count, of in pairs
            ],
            "median_share": usual,
        },
    )
