"""What a pair's predictions add to its verdict: flips, agreement and equivalence."""

from math import isnan
from typing import Any

import numpy as np

from bakeoff.core.comparison import AgreementMatrix, Flips
from bakeoff.core.results import Interval, TestResult
from bakeoff.inference.bench.bench import Bench, PairIndex
from bakeoff.inference.bench.examples import CountBench, ExampleBench
from bakeoff.procedures.base.equivalence import equivalence_by_interval
from bakeoff.procedures.bootstrap.sample_bootstrap import bootstrap_equivalence
from bakeoff.procedures.predictions.agreement import agreement_matrix, kappa_matrix
from bakeoff.procedures.procedure import Kind, Procedure


def collect_test_set_facts(bench: Bench, index: PairIndex, carrying: Procedure) -> dict[str, Any]:
    """Return what the examples or counts of a pair say of it, as fields of `Pair`."""
    flips, draws = None, 0
    if isinstance(bench, ExampleBench):
        flips, draws = _count_flips_on_examples(bench, index)
    elif isinstance(bench, CountBench):
        flips, draws = _read_flips_of_counts(bench)
    return {
        "wins": 0 if flips is None else flips.mends,
        "draws": draws,
        "losses": 0 if flips is None else flips.breaks,
        "flips": flips,
        "equivalence_p": equivalence_p_value(bench, index, carrying),
    }


def _count_flips_on_examples(bench: ExampleBench, index: PairIndex) -> tuple[Flips, int]:
    """Return how two classifiers differ on the examples, and on how many they do not."""
    counts, (share, kappa) = bench.counts(index), _measure_agreement(bench, index)
    flips = Flips(
        mends=counts.mends,
        breaks=counts.breaks,
        both_right=counts.both_right,
        both_wrong=counts.both_wrong,
        agreement=share,
        kappa=kappa,
    )
    return flips, counts.both_right + counts.both_wrong


def _read_flips_of_counts(bench: CountBench) -> tuple[Flips | None, int]:
    """Return the flips, where they are known, and how many other examples there are."""
    counts = bench.evidence
    if counts.mends is None or counts.breaks is None:
        return None, 0
    flips = Flips(mends=counts.mends, breaks=counts.breaks, both_right=None, both_wrong=None)
    return flips, round(counts.total[0]) - counts.mends - counts.breaks


def _measure_agreement(bench: ExampleBench, index: PairIndex) -> tuple[float | None, float | None]:
    if bench.agreements is None:
        return None, None
    share, kappa = (float(table[index]) for table in bench.agreements)
    return share, None if isnan(kappa) else kappa


def measure_agreements(bench: Bench) -> AgreementMatrix | None:
    """Return how far each two of three classifiers or more agree on their test set."""
    if not isinstance(bench, ExampleBench) or bench.design.classifiers < 3:
        return None
    predictions = bench.evidence
    labels = predictions.correct.astype(np.int64) if predictions.labels is None else predictions.labels
    return AgreementMatrix(
        of="right or wrong" if predictions.labels is None else "predicted class",
        classifiers=predictions.classifiers,
        share=agreement_matrix(labels),
        kappa=kappa_matrix(labels),
    )


def equivalence_p_value(bench: Bench, index: PairIndex, carrying: Procedure) -> float | None:
    """Return the p-value of two one-sided tests against the margin, by the test that carries the verdict.

    None without a margin, for tests that judge all pairs at once, and for random flips: they ask whether answers could
    be exchanged, which says nothing of a margin.
    """
    if bench.settings.margin == 0 or carrying.kind is not Kind.PAIR:
        return None
    if carrying.key == "paired-bootstrap":
        return bootstrap_equivalence(**bench.arguments(bootstrap_equivalence, index))  # type: ignore[arg-type]
    arguments = bench.arguments(carrying.run, index)
    arguments.pop("alternative")
    arguments.pop("level")

    def result_at(level: float) -> TestResult:
        result = carrying.run(**arguments, level=level)
        if not isinstance(result, TestResult):
            raise TypeError(f"{carrying.key} judges a pair, and returned {result!r}")
        return result

    def interval_at(level: float) -> Interval:
        return result_at(level).estimate.interval

    if result_at(bench.settings.level).monte_carlo_error is not None:
        return None
    return equivalence_by_interval(interval_at, margin=bench.settings.margin)
