"""Verdicts by subgroup: each pair judged anew in each, two-sided, adjusted over all subgroups of all pairs."""

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import FEWEST_IN_SUBGROUP, PairTest, SubgroupInteraction, SubgroupVerdict
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import Alternative, OmnibusResult, TestResult, significance
from bakeoff.inference.adjust import with_family_level
from bakeoff.inference.bench.bench import Bench, PairIndex
from bakeoff.inference.bench.examples import ExampleBench
from bakeoff.inference.judge import judge
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.base.random_signs import FEW_GROUPS
from bakeoff.procedures.predictions.interaction import (
    SubgroupMean,
    mean_of_counts,
    mean_of_losses,
    welch_interaction,
)
from bakeoff.procedures.procedure import Kind, Procedure
from bakeoff.procedures.registry import find_procedure

_OF_CLASSES = ("accuracy", "error_rate")
_MEANS = (*_OF_CLASSES, "log_loss", "brier", "mean score")  # metrics that are means over examples


def judge_subgroups(bench: Bench, carrying: Procedure) -> list[tuple[SubgroupVerdict, ...]]:
    """Return of each pair a verdict for each subgroup, by the test that carries the verdict.

    Whichever alternative was asked for, a subgroup may be better or worse. p-values are adjusted by Holm's method over
    all subgroups of all pairs; the intervals hold together at the level of the comparison.
    """
    if not isinstance(bench, ExampleBench) or bench.evidence.subgroup is None:
        return [()] * len(bench.pairs)
    test = _single_pair_test(bench, carrying)
    first = [_run_in_subgroups(test, bench, index, bench.settings.level) for index in bench.pairs]
    count = sum(map(len, first))
    if not count:
        return [()] * len(bench.pairs)
    level = bench.settings.level
    each = 1 - significance(level) / count
    wide = [_run_in_subgroups(test, bench, index, each) for index in bench.pairs] if count > 1 else first
    p_values = np.array([result.p_value for tests in wide for result in tests.values()])
    p_adjusted = iter(adjust(p_values, "holm").tolist())
    sizes = {name: bench.evidence.subgroup.count(name) for name in dict.fromkeys(bench.evidence.subgroup)}
    names = bench.evidence.classifiers
    return [
        tuple(
            _judge_subgroup(
                PairTest(a=names[i], b=names[j], result=result, p_adjusted=next(p_adjusted)),
                name,
                sizes,
                bench,
            )
            for name, result in tests.items()
        )
        for (i, j), tests in zip(bench.pairs, wide, strict=True)
    ]


def find_interactions(
    bench: Bench, subgroups: list[tuple[SubgroupVerdict, ...]]
) -> list[SubgroupInteraction | None]:
    """Return of each pair whether its advantage is the same in all subgroups judged, adjusted by Holm's method.

    Only of metrics that are means over examples; None where there is no test.
    """
    if not isinstance(bench, ExampleBench) or bench.evidence.subgroup is None:
        return [None] * len(bench.pairs)
    if bench.costs is None and bench.design.metric not in _MEANS:
        return [None] * len(bench.pairs)
    results = [
        _find_interaction(bench, index, [part.subgroup for part in parts])
        for index, parts in zip(bench.pairs, subgroups, strict=True)
    ]
    p_values = np.array([result.p_value for result in results if result is not None])
    adjusted = iter(adjust(p_values, "holm").tolist() if p_values.size else [])
    alpha = significance(bench.settings.level)
    found: list[SubgroupInteraction | None] = []
    for result in results:
        p = None if result is None else next(adjusted)
        found.append(
            None
            if result is None or p is None
            else SubgroupInteraction(result=result, p_adjusted=p, differs=p < alpha)
        )
    return found


def _find_interaction(bench: ExampleBench, index: PairIndex, names: list[str]) -> OmnibusResult | None:
    labels = np.array(bench.evidence.subgroup)
    parts = [bench.within(labels == name) for name in names]
    try:
        means = [_subgroup_mean(part, index) for part in parts]
        return welch_interaction(means, n=sum(part.evidence.examples for part in parts))
    except ProcedureError:  # a single subgroup, or one in which nothing varies
        return None


def _subgroup_mean(part: ExampleBench, index: PairIndex) -> SubgroupMean:
    evidence = part.evidence
    of_classes = part.costs is None and part.design.metric in _OF_CLASSES
    if of_classes and evidence.group is None and evidence.weight is None:
        return mean_of_counts(part.counts(index))
    both = list(index)
    losses: Floats = (~evidence.correct[:, both]).astype(np.float64) if of_classes else part.losses[:, both]
    return mean_of_losses(losses, clusters=evidence.group, weights=evidence.weight)


def _single_pair_test(bench: ExampleBench, carrying: Procedure) -> Procedure:
    if carrying.kind is Kind.PAIR:
        return carrying
    return find_procedure("mcnemar-clustered" if bench.design.clustered else "mcnemar-midp")


def _run_in_subgroups(
    test: Procedure, bench: ExampleBench, index: PairIndex, level: float
) -> dict[str, TestResult]:
    """Return what the test says of one pair in each subgroup that it can judge."""
    names = np.array(bench.evidence.subgroup)
    results: dict[str, TestResult] = {}
    for name in dict.fromkeys(bench.evidence.subgroup or ()):
        in_subgroup = names == name
        if np.count_nonzero(in_subgroup) < FEWEST_IN_SUBGROUP:
            continue
        part = bench.within(in_subgroup)
        here = _exact_test_if_few_groups(test, part)
        changes = {"level": level, "alternative": Alternative.TWO_SIDED}
        try:
            result = here.run(**part.arguments(here.run, index, changes))
        except ProcedureError:  # one class only, or nothing varies: this subgroup says nothing
            continue
        if isinstance(result, TestResult):
            results[name] = result
    return results


def _exact_test_if_few_groups(test: Procedure, part: ExampleBench) -> Procedure:
    """Return the exact test of whole groups where a subgroup has too few of them for the approximation."""
    group = part.evidence.group
    few = test.key == "mcnemar-clustered" and group is not None and np.unique(group).size < FEW_GROUPS
    return find_procedure("paired-permutation") if few else test


def _judge_subgroup(test: PairTest, name: str, sizes: dict[str, int], bench: ExampleBench) -> SubgroupVerdict:
    result = with_family_level(test, bench.settings.level).result
    if not isinstance(result, TestResult) or test.p_adjusted is None:
        raise TypeError("a subgroup is judged by a test")
    return SubgroupVerdict(
        subgroup=name,
        examples=sizes[name],
        result=result,
        p_adjusted=test.p_adjusted,
        verdict=judge(result.estimate.interval, p_value=test.p_adjusted, margin=bench.settings.margin),
    )
