"""BO581: a verdict that rests on symmetry, on differences that have a long tail against it.

Tests by signed ranks or sign flips suppose differences that are symmetric about zero if nothing differs. Where one
classifier fails rarely and badly, most differences lie on one side of a mean of zero, and such tests reject too often
(measured in docs/validity/skewed.md).
"""

from collections.abc import Iterator
from itertools import compress

import numpy as np

from bakeoff.core.arrays import Floats, rounding_step
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.results import Alternative, TestResult, Verdict, significance
from bakeoff.core.words import write_count, write_list, write_signed
from bakeoff.inference.findings.ceiling import REACH, SYMMETRY_TESTS, is_near_bound
from bakeoff.procedures.paired.mean_bounds import are_bounds_positive, skew_adjusted_bound
from bakeoff.procedures.paired.skew import left_tail_p_value

FEWEST = 10  # datasets among which a tail can be seen
SUSPICIOUS = 0.05
MOST = 3  # pairs that are told
AT_ONCE = 2**20  # differences that are looked at at once


def skew_findings(comparison: Comparison) -> Iterator[Finding]:
    """Yield the claims whose differences have a long tail against them, and whose mean is not decided."""
    if comparison.settings.test not in SYMMETRY_TESTS or not isinstance(comparison.evidence, Scores):
        return
    reach = REACH.get(comparison.evidence.measure.unit)
    order = {(pair.a, pair.b): place for place, pair in enumerate(comparison.pairs)}
    told = [
        pair
        for pair, unit in sorted(_with_open_mean(comparison), key=lambda told: order[told[0].a, told[0].b])
        if not _is_near(pair, reach) and _is_in_doubt(pair, unit, comparison)
    ]
    if not told:
        return
    pairs = [_pair_words(pair) for pair in told]
    yield Finding(
        code="BO581",
        severity=Severity.WARNING,
        message=f"Decided, with a long tail against it, and not for the mean: {write_list(pairs, most=MOST)}. "
        f"{comparison.settings.test} supposes differences that are symmetric about zero if nothing differs; where one "
        "of the two fails rarely and badly it calls equal means different too often. Say on how many datasets it is "
        "better, and look at the tail; the mean is not shown to differ.",
        detail={
            "pairs": [
                {
                    "a": p.a,
                    "b": p.b,
                    "verdict": str(p.verdict),
                    "mean": float(p.advantages.mean()),
                    "tail": p.units[_tail_place(p)],
                }
                for p in told
            ],
            "measured": "docs/validity/skewed.md",
        },
    )


def is_doubtful(advantages: np.ndarray, *, tail: float, unit: float = 0.0, rng: np.random.Generator) -> bool:
    """Say whether advantages on the side of a claim have a long tail against it and a mean that may be zero."""
    if advantages.size < FEWEST or skew_adjusted_bound(advantages, tail=tail, unit=unit) > 0:
        return False
    return left_tail_p_value(advantages, rng=rng) <= SUSPICIOUS


def _is_claim_over_datasets(pair: Pair) -> bool:
    return pair.is_claim and isinstance(pair.result, TestResult) and len(pair.units) >= FEWEST


def _with_open_mean(comparison: Comparison) -> Iterator[tuple[Pair, float]]:
    """Yield the claims over datasets whose mean may be zero, all but a few by one look at many; and their steps."""
    steps = _PairSteps(comparison)
    by_size: dict[int, list[Pair]] = {}
    for pair in filter(_is_claim_over_datasets, comparison.pairs):
        by_size.setdefault(len(pair.units), []).append(pair)
    for size, pairs in by_size.items():
        width = max(1, AT_ONCE // size)
        for block in (pairs[i : i + width] for i in range(0, len(pairs), width)):
            units = np.array([steps.of(pair) for pair in block])
            rows = np.stack([_verdict_sign(pair) * pair.advantages for pair in block])
            closed = are_bounds_positive(rows, tail=_tail_of(comparison), units=units)
            yield from compress(zip(block, units.tolist(), strict=True), (~closed).tolist())


class _PairSteps:
    """The steps in which the scores of pairs were written; zero where they were not rounded."""

    def __init__(self, comparison: Comparison) -> None:
        self._datasets = comparison.design.datasets
        self._known: dict[str, float] = {}

    def of(self, pair: Pair) -> float:
        """Return the step of a pair: the finer of two columns; of the shared datasets, where it has not all."""
        if len(pair.units) != self._datasets:
            return rounding_step(pair.a_scores, pair.b_scores) or 0.0
        return min(self._of_column(pair.a, pair.a_scores), self._of_column(pair.b, pair.b_scores))

    def _of_column(self, name: str, scores: Floats) -> float:
        if name not in self._known:
            self._known[name] = rounding_step(scores) or 0.0
        return self._known[name]


def _tail_of(comparison: Comparison) -> float:
    sides = 2 if comparison.settings.alternative is Alternative.TWO_SIDED else 1
    return significance(comparison.settings.level) / sides


def _is_near(pair: Pair, reach: float | None) -> bool:
    """Say whether BO191 speaks of the pair, which asks for no tail where a bound explains it."""
    return reach is not None and is_near_bound(pair.a_scores, pair.b_scores, reach=reach)


def _is_in_doubt(pair: Pair, unit: float, comparison: Comparison) -> bool:
    return is_doubtful(
        _verdict_sign(pair) * pair.advantages,
        tail=_tail_of(comparison),
        unit=unit,
        rng=np.random.default_rng(comparison.settings.seed),
    )


def _verdict_sign(pair: Pair) -> float:
    return 1.0 if pair.verdict is Verdict.BETTER else -1.0


def _tail_place(pair: Pair) -> int:
    return int(np.argmin(_verdict_sign(pair) * pair.advantages))


def _pair_words(pair: Pair) -> str:
    place = _tail_place(pair)
    against = int(np.count_nonzero(_verdict_sign(pair) * pair.advantages < 0))
    mean, most = (write_signed(x, digits=2) for x in (pair.advantages.mean(), pair.advantages[place]))
    return (
        f"{pair.b} {pair.verdict} than {pair.a} (mean advantage {mean}; against it on "
        f"{write_count(against, 'dataset')}, most of all {pair.units[place]}, {most})"
    )
