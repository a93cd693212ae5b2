"""Plan from a pilot: where the variance of a first comparison lies, and what the next one needs."""

from math import sqrt

import numpy as np

from bakeoff.core.answers.power import PilotExamplePlan, PilotFoldPlan, PilotPlan
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.core.words import write_count
from bakeoff.inference.bench.bench import PairIndex, ScoreBench, find_pair_index
from bakeoff.inference.choose import default_test_over_datasets
from bakeoff.inference.pairs.by_dataset import standard_errors
from bakeoff.inference.planning.power import fewest_datasets
from bakeoff.inference.recognise.benches import build_bench
from bakeoff.procedures.across.random_effects import random_effects
from bakeoff.procedures.base.bisection import first_count
from bakeoff.procedures.planning.dataset_power import (
    Question,
    count_datasets_needed,
    find_detectable_difference,
    rounding_step,
)
from bakeoff.procedures.planning.mcnemar_power import examples_needed, resolvable_difference
from bakeoff.procedures.planning.paired_t_power import datasets_needed, detectable_difference, sd_interval

MOST_RESAMPLES = 100_000


def plan_from_pilot(
    evidence: Evidence,
    settings: Settings,
    *,
    difference: float,
    power: float = 0.8,
    pair: tuple[str, str] | None = None,
) -> PilotPlan | PilotFoldPlan | PilotExamplePlan:
    """Return what a pilot tells of the datasets, resamples or test examples that would show a difference."""
    if not difference:
        raise UsageError(
            "no number of datasets shows a difference of 0",
            where="--difference",
            fix="give the difference to be found, in units of the score",
            code="BO072",
        )
    bench = build_bench(evidence, settings)
    index = find_pair_index(bench.evidence.classifiers, *(pair or (None, None)))
    size = abs(difference)
    if not isinstance(bench, ScoreBench):
        return _plan_examples(bench.evidence, settings, index, size, power=power)
    if bench.design.datasets < 2:
        return _plan_resamples(bench, index, size, power=power)
    return _plan_datasets(bench, index, size, power=power)


def _plan_datasets(bench: ScoreBench, index: PairIndex, size: float, *, power: float) -> PilotPlan:
    advantages, level = bench.differences(index), bench.settings.level
    _require_variation(advantages, bench)
    sd = float(np.std(advantages, ddof=1))
    low, high = sd_interval(sd, advantages.size)
    parts = _variance_components(bench, index, advantages, sd)
    question = Question(level=level, power=power, step=rounding_step(advantages))

    def test_for(count: int) -> str:
        return default_test_over_datasets(count, level=level)

    def count_needed(spread: float) -> int:
        return count_datasets_needed(test_for, size, spread, question=question)

    def find_detectable(spread: float) -> float | None:
        return find_detectable_difference(
            test_for(advantages.size), spread, advantages.size, question=question
        )

    count = count_needed(sd)

    a, b = (bench.evidence.classifiers[i] for i in index)
    return PilotPlan(
        a=a,
        b=b,
        metric=bench.evidence.measure.name,
        source=bench.evidence.source,
        level=level,
        power=power,
        difference=size,
        datasets_at_hand=advantages.size,
        sd=sd,
        sd_low=low,
        sd_high=high,
        step=question.step,
        test=test_for(count),
        test_now=test_for(advantages.size),
        shown_now=find_detectable(sd),
        shown_high=find_detectable(high),
        datasets=count,
        datasets_low=count_needed(low),
        datasets_high=count_needed(high),
        datasets_by_paired_t=datasets_needed(size, sd, level=level, power=power),
        resamples=bench.design.resamples,
        members=bench.design.members,
        between_sd=None if parts is None else parts[0],
        within_sd=None if parts is None else parts[1],
        endless_sd=None if parts is None else parts[2],
        datasets_endless=None
        if parts is None
        else fewest_datasets(level)
        if parts[2] == 0
        else count_needed(parts[2]),
    )


def _variance_components(
    bench: ScoreBench, index: PairIndex, advantages: Floats, sd: float
) -> tuple[float, float, float] | None:
    """Return the sd between datasets, the error within, and the sd that endless resamples would leave."""
    errors, ratio = standard_errors(bench, index), bench.design.test_train_ratio
    if errors is None or ratio is None or len(errors) != advantages.size or not (errors > 0).all():
        return None
    between = random_effects(advantages, standard_errors=errors).steps["tau2"]
    counts = np.array([d.size for d in bench.resampled_differences(index)])
    # Of an error s²(1/k + ratio) only the part s²/k goes away with more resamples (Nadeau and Bengio).
    goes = errors**2 * (1 / counts) / (1 / counts + ratio)
    variance_left = max(0.0, sd**2 - float(goes.mean()))
    return sqrt(between), sqrt(float((errors**2).mean())), sqrt(variance_left)


def _plan_resamples(bench: ScoreBench, index: PairIndex, size: float, *, power: float) -> PilotFoldPlan:
    advantages, ratio, level = bench.differences(index), bench.design.test_train_ratio, bench.settings.level
    _require_variation(advantages, bench)
    if ratio is None:
        raise DesignError(
            "the ratio of test to training examples is not known, so more resamples cannot be planned",
            where=bench.evidence.source,
            fix="give columns n_train and n_test, or folds",
            code="BO083",
        )
    sd, k = float(np.std(advantages, ddof=1)), advantages.size

    def find_detectable(count: int) -> float:
        return detectable_difference(sd, count, level=level, power=power) * sqrt(1 + count * ratio)

    a, b = (bench.evidence.classifiers[i] for i in index)
    enough = find_detectable(MOST_RESAMPLES) <= size
    return PilotFoldPlan(
        a=a,
        b=b,
        metric=bench.evidence.measure.name,
        source=bench.evidence.source,
        level=level,
        power=power,
        difference=size,
        resamples=k,
        sd=sd,
        test_train_ratio=ratio,
        shown_now=find_detectable(k),
        shown_endless=find_detectable(MOST_RESAMPLES),
        resamples_needed=first_count(lambda n: find_detectable(n) <= size, 2, MOST_RESAMPLES)
        if enough
        else None,
    )


def _plan_examples(
    evidence: Evidence, settings: Settings, index: PairIndex, wanted: float, *, power: float
) -> PilotExamplePlan:
    if not isinstance(evidence, Predictions):
        raise DesignError(
            "counts of right answers do not tell on how many examples the classifiers differ",
            where=evidence.source,
            fix="give the predictions, or say it: bakeoff plan --difference X --discordance D",
            code="BO083",
        )
    if evidence.group is not None:
        many = write_count(2, evidence.group_noun).removeprefix("2 ")
        raise DesignError(
            f"the {evidence.examples:,} examples of the pilot come from {np.unique(evidence.group).size:,} {many} and "
            f"depend on each other within them: {many} are what has to be planned, not examples",
            where=evidence.source,
            fix=f"give the mean score of each classifier on each {evidence.group_noun}, as a table with a row for each",
            code="BO083",
        )
    right = evidence.correct[:, list(index)]
    n, discordance = evidence.examples, float((right[:, 0] != right[:, 1]).mean())
    if discordance == 0 or wanted > discordance:
        raise DesignError(
            f"the classifiers differ on a share of {discordance:.3g} of the examples: the difference in accuracy "
            f"cannot be {wanted:g}",
            where=evidence.source,
            fix="give a smaller difference, as a fraction of 1",
            code="BO083",
        )
    return PilotExamplePlan(
        a=evidence.classifiers[index[0]],
        b=evidence.classifiers[index[1]],
        source=evidence.source,
        level=settings.level,
        power=power,
        difference=wanted,
        examples_at_hand=n,
        discordance=discordance,
        shown_now=resolvable_difference(n, discordance, level=settings.level, power=power),
        examples=examples_needed(wanted, discordance, level=settings.level, power=power),
    )


def _require_variation(advantages: Floats, bench: ScoreBench) -> None:
    if advantages.size < 2 or not np.ptp(advantages):
        raise DesignError(
            "a pilot tells how much differences vary, and these do not",
            where=bench.evidence.source,
            fix="give a pilot of three datasets or more, with scores that were not rounded away",
            code="BO083",
        )
