"""What a pair's predictions add to its verdict: flips and agreement."""

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.comparison import AgreementMatrix, Flips
from bakeoff.inference.analysis import Analysis
from bakeoff.inference.bench import Bench, PairIndex
from bakeoff.inference.counted import CountBench
from bakeoff.inference.example_equivalence import equivalence
from bakeoff.inference.examples import ExampleBench
from bakeoff.procedures.agreement import agreement, agreement_matrix, kappa_matrix
from bakeoff.procedures.procedure import Procedure


def facts_on_test_set(bench: Bench, index: PairIndex, carrying: Procedure) -> dict[str, Any]:
    """Return what the examples or counts of a pair say of it, as fields of `Pair`."""
    flips, draws = None, 0
    if isinstance(bench, ExampleBench):
        flips, draws = _flips_on_examples(bench, index)
    elif isinstance(bench, CountBench):
        flips, draws = _flips_on_counts(bench)
    return {
        "wins": 0 if flips is None else flips.mends,
        "draws": draws,
        "losses": 0 if flips is None else flips.breaks,
        "flips": flips,
        "equivalence_p": equivalence(bench, index, carrying),
    }


def _flips_on_examples(bench: ExampleBench, index: PairIndex) -> tuple[Flips, int]:
    """Return how two classifiers differ on the examples, and on how many they do not."""
    counts, (share, kappa) = bench.counts(index), _agreement(bench, index)
    flips = Flips(
        mends=counts.mends,
        breaks=counts.breaks,
        both_right=counts.both_right,
        both_wrong=counts.both_wrong,
        agreement=share,
        kappa=kappa,
    )
    return flips, counts.both_right + counts.both_wrong


def _flips_on_counts(bench: CountBench) -> tuple[Flips | None, int]:
    """Return the flips, where they are known, and how many other examples there are."""
    given = bench.evidence
    if given.mends is None or given.breaks is None:
        return None, 0
    flips = Flips(mends=given.mends, breaks=given.breaks, both_right=None, both_wrong=None)
    return flips, round(given.total[0]) - given.mends - given.breaks


def _agreement(bench: ExampleBench, index: PairIndex) -> tuple[float | None, float | None]:
    given = bench.evidence
    if given.truth is None or given.labels is None:
        return None, None
    found = agreement(given.truth, given.labels[:, index[0]], given.labels[:, index[1]])
    return found.share, found.kappa


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
