"""Tests over datasets whose answer is followed as datasets are left out, and the level that they are asked at."""

from bakeoff.core.comparison import Pair
from bakeoff.core.results import TestResult, significance
from bakeoff.procedures.quick_tests import DatasetTest

TESTS: dict[str, DatasetTest] = {t: t for t in ("paired-t", "wilcoxon", "sign", "sign-flip")}


def level_of(pair: Pair, result: TestResult) -> float:
    """Return the level at which a pair is tested: in a family of pairs, what the adjustment leaves it."""
    level = result.estimate.interval.level
    if pair.p_adjusted is None or not 0 < result.p_value < pair.p_adjusted:
        return level
    return 1 - significance(level) * result.p_value / pair.p_adjusted
