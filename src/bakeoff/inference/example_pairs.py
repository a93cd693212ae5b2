"""What a pair's predictions add to its verdict: flips and agreement."""

from dataclasses import replace

import numpy as np

from bakeoff.core.comparison import AgreementMatrix, Flips, Pair
from bakeoff.inference.analysis import Analysis
from bakeoff.inference.bench import Bench, PairIndex
from bakeoff.inference.counted import CountBench
from bakeoff.inference.example_equivalence import equivalence
from bakeoff.inference.examples import ExampleBench
from bakeoff.procedures.agreement import agreement, agreement_matrix, kappa_matrix
from bakeoff.procedures.procedure import Procedure


def on_examples(pair: Pair, bench: ExampleBench, index: PairIndex) -> Pair:
    """Return the pair with everything that the examples of its test set show."""
    counts, agreed = bench.counts(index), _agreement(bench, index)
    return replace(
        pair,
        wins=counts.mends,
        draws=counts.both_right + counts.both_wrong,
        losses=counts.breaks,
        flips=Flips(
            mends=counts.mends,
            breaks=counts.breaks,
            both_right=counts.both_right,
            both_wrong=counts.both_wrong,
            agreement=agreed[0],
            kappa=agreed[1],
        ),
    )


def on_counts(pair: Pair, bench: CountBench) -> Pair:
    """Return the pair with its flips, where they are known."""
    given = bench.evidence
    if given.mends is None or given.breaks is None:
        return pair
    others = round(given.total[0]) - given.mends - given.breaks
    flips = Flips(mends=given.mends, breaks=given.breaks, both_right=None, both_wrong=None)
    return replace(pair, wins=given.mends, draws=others, losses=given.breaks, flips=flips)


def _agreement(bench: ExampleBench, index: PairIndex) -> tuple[float | None, float | None]:
    given = bench.evidence
    if given.truth is None or given.labels is None:
        return None, None
    found = agreement(given.truth, given.labels[:, index[0]], given.labels[:, index[1]])
    return found.share, found.kappa


def on_test_set(pair: Pair, bench: Bench, index: PairIndex, carrying: Procedure) -> Pair:
    """Return the pair with what its examples or counts say of it."""
    pair = replace(pair, equivalence_p=equivalence(bench, index, carrying))
    if isinstance(bench, ExampleBench):
        return on_examples(pair, bench, index)
    return on_counts(pair, bench) if isinstance(bench, CountBench) else pair


def agreements(bench: Bench) -> AgreementMatrix | None:
    """Return how far each two of three classifiers or more agree on their test set."""
    if not isinstance(bench, ExampleBench) or bench.design.classifiers < 3:
        return None
    given = bench.evidence
    said = given.correct.astype(np.int64) if given.labels is None else given.labels
    return AgreementMatrix(
        of="right or wrong" if given.labels is None else "predicted class",
        classifiers=given.classifiers,
        share=agreement_matrix(said),
        kappa=kappa_matrix(said),
    )


def rightly_named(analysis: Analysis, bench: Bench) -> Analysis:
    """Return the tests with the advantage named for what it is: of flips alone, or of costs."""
    name = None
    if isinstance(bench, CountBench) and not bench.evidence.total_known:
        name = "advantage as a share of the flips"
    elif isinstance(bench, ExampleBench) and bench.costs is not None:
        kind = "mean" if bench.design.metric == "mean score" else "expected"
        name = f"difference in {kind} {bench.evidence.measure.name}"
    if name is None:
        return analysis
    tests = (
        replace(t, result=replace(t.result, estimate=replace(t.result.estimate, of=name)))
        for t in analysis.tests
    )
    return replace(analysis, tests=tuple(tests))
