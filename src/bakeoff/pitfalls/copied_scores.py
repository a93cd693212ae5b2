"""BO122: two classifiers with the same scores on many datasets."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.arrays import Bools, Floats
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list
from bakeoff.pitfalls.wording import write_percent

SHARE = 0.5  # of the datasets on which both scores are the same and not the best that can be
FEWEST = 5
UNUSUAL = 4.0  # times as often as the median pair: tables with few digits have ties everywhere
RARE = 0.001  # chance of as many ties, over all pairs, if each dataset had ties as often as among the other pairs


def find_copied_scores(evidence: Scores) -> Iterator[Finding]:
    """Yield pairs of classifiers that agree to the last digit on half of the datasets or more, but not on all."""
    values = evidence.values
    n, k = values.shape
    if n < FEWEST or k < 2:
        return
    is_inside = np.isfinite(values) & (values < np.nanmax(values)) & (values > np.nanmin(values))
    same = np.zeros((k, k), dtype=np.int64)
    both = np.zeros((k, k), dtype=np.int64)
    tied, pairs = np.zeros(n), np.ones(n)
    for at, (row, known) in enumerate(zip(values, is_inside, strict=True)):
        shared = np.outer(known, known)
        ties = shared & (row[:, None] == row[None, :])
        both += shared
        same += ties
        m = int(known.sum())
        tied[at], pairs[at] = (ties.sum() - m) / 2, max(1, m * (m - 1) / 2)
    i, j = np.triu_indices(k, 1)
    count, of = same[i, j], both[i, j]
    share = count / np.maximum(of, 1)
    usual = float(np.median(share)) if k > 2 else 0.0
    odd = np.flatnonzero((count >= FEWEST) & (share >= max(SHARE, UNUSUAL * usual)) & (count < of))
    order = odd[np.argsort(-share[odd], kind="stable")]
    if k > 2:
        columns = [
            (is_inside[:, i[p]] & is_inside[:, j[p]], values[:, i[p]] == values[:, j[p]]) for p in order
        ]
        rare = [_is_rare(known, ties, tied, pairs, of=i.size) for known, ties in columns]
        order = order[np.array(rare, dtype=np.bool_)]
    if order.size:
        yield _copy_finding(
            evidence, [(int(i[p]), int(j[p]), int(count[p]), int(of[p])) for p in order], usual
        )


def _is_rare(known: Bools, ties: Bools, tied: Floats, pairs: Floats, *, of: int) -> bool:
    """Say whether two columns tie more often than the ties of all other pairs, dataset by dataset, make likely."""
    own = ties[known]
    usual = (tied[known] - own + 0.5) / pairs[known]  # among the others, and half a tie more: never quite 0
    count = np.ones(1)  # chances of 0, 1, … ties
    for q in np.clip(usual, 0.0, 1.0).tolist():
        count = np.append(count, 0.0) * (1 - q) + np.insert(count, 0, 0.0) * q
    return float(count[int(own.sum()) :].sum()) * of < RARE


def _copy_finding(evidence: Scores, pairs: list[tuple[int, int, int, int]], usual: float) -> Finding:
    names = evidence.classifiers
    texts = [f"{names[a]} and {names[b]} ({count} of {of})" for a, b, count, of in pairs]
    against = f"; of the median pair {write_percent(usual)}" if len(names) > 2 else ""
    return Finding(
        code="BO122",
        severity=Severity.WARNING,
        message=f"The same score to the last digit on many datasets: {write_list(texts, most=3)}{against}. "
        "Copied cells, "
        "or nearly the same model twice?",
        detail={
            "pairs": [
                {"a": names[a], "b": names[b], "same": count, "datasets": of} for a, b, count, of in pairs
            ],
            "median_share": usual,
        },
    )
