"""The numbers behind the fragility curve: what a test says as datasets are left out, from either side."""

from collections.abc import Iterator

import numpy as np

from bakeoff.core.comparison import Pair
from bakeoff.core.pictures import FragilityPicture, Removal
from bakeoff.core.results import TestResult
from bakeoff.inference.removable import TESTS, level_of
from bakeoff.procedures.fragility import Flip, HandPicked, Reading, hand_picked, smallest_flip
from bakeoff.procedures.power import DatasetTest

FEWEST_STEPS = 8  # datasets that are left out even where fewer change the verdict
MOST_STEPS = 40  # points of a curve


def fragility_picture(pair: Pair, *, test: DatasetTest | None = None) -> FragilityPicture | None:
    """Return how a test moves as datasets are left out, the most telling first; None where it has no answer.

    Parameters
    ----------
    pair : Pair
        One pair of a comparison over datasets.
    test : {"paired-t", "wilcoxon", "sign", "sign-flip"}, optional
        Which test is asked; by default the one that carries the verdict.
    """
    result = pair.result
    if not isinstance(result, TestResult) or (test is None and result.procedure not in TESTS):
        return None
    asked = test or TESTS[result.procedure]
    level, sides = level_of(pair, result), result.alternative
    flip = smallest_flip(pair.advantages, test=asked, level=level, alternative=sides)
    steps = _steps(pair.advantages.size, flip)
    picked = {
        k: hand_picked(pair.advantages, pair.advantages.size - k, test=asked, level=level, alternative=sides)
        for k in steps
    }
    best, worst = tuple(_removals(picked, best=True)), tuple(_removals(picked, best=False))
    if not best or best[0].removed != 0:
        return None
    return FragilityPicture(
        test=asked,
        level=level,
        alternative=sides,
        datasets=pair.advantages.size,
        without_losses=best,
        without_wins=worst,
        flip=() if flip is None else tuple(pair.units[i] for i in flip.removed),
        after=None if flip is None else _removal(len(flip.removed), flip.after),
        exact=flip is not None and flip.exact,
    )


def _steps(datasets: int, flip: Flip | None) -> list[int]:
    turning = 0 if flip is None else len(flip.removed)
    last = min(datasets - 2, max(FEWEST_STEPS, 2 * turning))
    spaced = np.linspace(0, max(last, 0), min(MOST_STEPS, max(last, 0) + 1)).round().astype(int).tolist()
    return sorted({*spaced, min(turning, max(last, 0))})


def _removals(picked: dict[int, HandPicked | None], *, best: bool) -> Iterator[Removal]:
    for k, choice in picked.items():
        if choice is not None:
            yield _removal(k, choice.best_reading if best else choice.worst_reading)


def _removal(removed: int, reading: Reading) -> Removal:
    return Removal(
        removed=removed, statistic=reading.statistic, p_value=reading.p_value, verdict=reading.verdict
    )
