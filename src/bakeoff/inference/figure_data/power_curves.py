"""The numbers behind power curves: of a plan, and of what the datasets or examples at hand can show."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import fsum, sqrt

import numpy as np

from bakeoff.core.answers.figure_data import PowerAxis, PowerFigureData
from bakeoff.core.answers.power import DatasetPlan, ExamplePlan, PilotExamplePlan, PilotPlan, write_test_name
from bakeoff.core.arrays import Floats
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.predictions import TestSetCounts
from bakeoff.core.results import Alternative, TestResult
from bakeoff.inference.choose import default_test_over_datasets
from bakeoff.inference.planning.power import fewest_datasets
from bakeoff.procedures.planning.dataset_power import (
    Question,
    count_datasets_needed,
    dataset_power,
    find_detectable_difference,
    has_power,
    rounding_step,
)
from bakeoff.procedures.planning.mcnemar_power import examples_needed, mcnemar_power, resolvable_difference

POWER = 0.8  # that is aimed at where nobody said otherwise
POINTS = 80
CURVE_DRAWS = 4_000  # where power is counted: no eye tells a curve of so many from one of more
MOST_TIMES = 150  # how far beyond the number at hand the axis goes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """One design, and how likely it is to find a difference."""

    units: str
    test: str
    level: float
    alternative: Alternative
    spread: float
    number: int
    difference: float
    wanted: float
    fewest: int
    largest: float | None  # no difference can be larger
    power: Callable[[int, float], float]
    needed: Callable[[float], int]
    shown: Callable[[int], float | None]  # the difference that so many show


def plan_figure_data(
    plan: DatasetPlan | ExamplePlan | PilotPlan | PilotExamplePlan, against: PowerAxis
) -> PowerFigureData:
    """Return the power curve of a plan."""
    if isinstance(plan, DatasetPlan | PilotPlan):
        power_question = Question(level=plan.level, power=plan.power, step=plan.step)
        question = _ask_over_datasets(plan.sd, plan.datasets, abs(plan.difference or 0.0), power_question)
    else:
        question = _ask_over_examples(
            plan.discordance,
            plan.examples,
            plan.discordance if plan.difference is None else abs(plan.difference),
            level=plan.level,
            wanted=plan.power,
        )
    return _power_curve(question, against)


def pair_power_figure_data(comparison: Comparison, pair: Pair, against: PowerAxis) -> PowerFigureData | None:
    """Return the power of datasets or examples like these, for the margin, else for what they find with chance .8.

    The difference that was seen is not asked about: its power is the p-value in another dress.
    None where `pair_power_objection` says why they do not tell.
    """
    level, margin = comparison.settings.level, comparison.settings.margin
    if pair_power_objection(comparison, pair) is not None:
        return None
    if pair.flips is not None:
        examples = pair.wins + pair.draws + pair.losses
        discordance = (pair.wins + pair.losses) / examples
        size = min(margin, discordance)
        return _power_curve(
            _ask_over_examples(discordance, examples, size, level=level, wanted=POWER), against
        )
    values = pair.advantages
    mean = fsum(values) / values.size
    sd = sqrt(fsum((values - mean) ** 2) / (values.size - 1))
    result = pair.result
    sides = result.alternative if isinstance(result, TestResult) else Alternative.TWO_SIDED
    upwards = Alternative.TWO_SIDED if sides is Alternative.TWO_SIDED else Alternative.GREATER
    test = result.procedure if has_power(result.procedure) else None
    asked_of = Question(level=level, power=POWER, alternative=upwards, step=rounding_step(values))
    question = _ask_over_datasets(sd, values.size, margin, asked_of, test=test)
    alone = (
        replace(question, test=f"{question.test}, this pair alone") if len(comparison.pairs) > 1 else question
    )
    return _power_curve(replace(alone, alternative=sides), against)


def pair_power_objection(comparison: Comparison, pair: Pair) -> str | None:
    """Say why power has nothing to go by for a pair, or None."""
    design, evidence = comparison.design, comparison.evidence
    if design.of_items:
        return "of items, bakeoff plan says how many and how many attempts show a difference"
    if pair.flips is not None:
        if design.metric != "accuracy" or design.clustered or design.weighted or design.one_sided:
            return "over examples power is known for the two-sided test of accuracy, independent examples, no weights"
        if isinstance(evidence, TestSetCounts) and not evidence.total_known:
            return "how many examples there were is not known"
        return None if pair.wins + pair.losses > 0 else "the two are right on the same examples"
    if design.datasets < 2:
        return "there is one dataset"
    values = pair.advantages
    return None if values.size > 1 and values.min() != values.max() else "its differences do not vary"


def _ask_over_datasets(
    sd: float, number: int, difference: float, power_question: Question, *, test: str | None = None
) -> _Question:
    """Return the question of power over datasets, of the test named or of that which would judge so many."""
    level, fewest = power_question.level, fewest_datasets(power_question.level)

    def test_for(n: int) -> str:
        return test or default_test_over_datasets(n, level=level)

    def find_detectable(n: int) -> float | None:
        return find_detectable_difference(test_for(n), sd, n, question=power_question, draws=CURVE_DRAWS)

    return _Question(
        units="datasets",
        test=write_test_name(test_for(max(number, fewest))),
        level=level,
        alternative=power_question.alternative,
        spread=sd,
        number=number,
        # Without any difference to ask about: the one that so many would just show, or enough of them.
        difference=difference or find_detectable(number) or find_detectable(max(number, fewest)) or sd,
        wanted=power_question.power,
        fewest=2,
        largest=None,
        power=lambda n, d: dataset_power(test_for(n), d, sd, n, question=power_question, draws=CURVE_DRAWS),
        needed=lambda d: count_datasets_needed(test_for, d, sd, question=power_question),
        shown=find_detectable,
    )


def _ask_over_examples(
    discordance: float, number: int, difference: float, *, level: float, wanted: float
) -> _Question:
    return _Question(
        units="examples",
        test="McNemar's mid-p test",
        level=level,
        alternative=Alternative.TWO_SIDED,
        spread=discordance,
        number=number,
        difference=difference
        or resolvable_difference(number, discordance, level=level, power=wanted)
        or discordance,
        wanted=wanted,
        fewest=10,
        largest=discordance,
        power=lambda n, d: mcnemar_power(n, d, discordance, level=level),
        needed=lambda d: examples_needed(d, discordance, level=level, power=wanted),
        shown=lambda n: resolvable_difference(n, discordance, level=level, power=wanted),
    )


def _power_curve(question: _Question, against: PowerAxis) -> PowerFigureData:
    by_number = against is PowerAxis.NUMBER
    reached = question.needed(question.difference) if by_number else question.shown(question.number)
    at = _numbers_to_draw(question, reached or 0) if by_number else _differences_to_draw(question, reached)
    power = (
        [question.power(int(n), question.difference) for n in at]
        if by_number
        else [question.power(question.number, float(d)) for d in at]
    )
    return PowerFigureData(
        against=against,
        units=question.units,
        test=question.test,
        level=question.level,
        alternative=question.alternative,
        spread=question.spread,
        number=question.number,
        difference=question.difference,
        power_here=question.power(question.number, question.difference),
        wanted=question.wanted,
        reached_at=None if reached is None else float(reached),
        at=at,
        power=np.array(power),
    )


def _numbers_to_draw(question: _Question, needed: float) -> Floats:
    """Return the numbers to draw: beyond the one at hand and the one that is needed, within reason."""
    least = max(question.number, 12)
    last = min(1.6 * max(needed, least), MOST_TIMES * least)
    first = min(question.fewest, question.number)
    numbers: Floats = np.unique(np.append(np.geomspace(first, last, POINTS), [question.number]).round())
    return numbers


def _differences_to_draw(question: _Question, shown: float | None) -> Floats:
    """Return the differences to draw, from none to where the power is nearly one."""
    last = 1.8 * max(shown or question.difference, question.difference)
    # McNemar's test has no power for a difference of exactly zero to speak of: its level, or less.
    least = last * 1e-6
    return np.linspace(least, last if question.largest is None else min(last, question.largest), POINTS)
