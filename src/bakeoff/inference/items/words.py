"""Tests of right and wrong answers, in the words of items and models."""

from dataclasses import replace

from bakeoff.core.comparison import PairTest
from bakeoff.core.results import TestResult
from bakeoff.inference.items.bench import ItemBench
from bakeoff.procedures.items.paired_means import AVERAGED, INDEPENDENT_ITEMS, NOT_TRAINED_ON, NULL


def name_estimate(test: PairTest, bench: ItemBench) -> PairTest:
    """Return a test whose estimate is named by the metric of the items, and which speaks of items and models."""
    result = test.result
    if result.estimate.of == bench.estimate_name or not isinstance(result, TestResult):
        return test
    estimate = replace(result.estimate, of=bench.estimate_name)
    assumptions = (INDEPENDENT_ITEMS, AVERAGED, NOT_TRAINED_ON)
    return replace(test, result=replace(result, estimate=estimate, null=NULL, assumptions=assumptions))
