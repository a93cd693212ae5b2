"""Inside and beyond the datasets: what the resamples of each say, and what to expect on the next dataset."""

import numpy as np

from bakeoff.core.comparison import DatasetVerdict
from bakeoff.core.errors import ProcedureError
from bakeoff.core.results import TestResult
from bakeoff.core.summaries import PartialConjunction, RandomEffects
from bakeoff.inference.bench import Bench, PairIndex
from bakeoff.inference.verdict import judge
from bakeoff.procedures.adjust import adjust
from bakeoff.procedures.corrected_t import corrected_standard_error, corrected_t
from bakeoff.procedures.partial_conjunction import partial_conjunction
from bakeoff.procedures.random_effects import random_effects

MOST_CELLS = 2_000  # pairs × datasets that are judged one by one


def by_dataset(bench: Bench, index: PairIndex) -> tuple[DatasetVerdict, ...]:
    """Judge the pair on each dataset by the corrected t-test over its resamples, adjusted over datasets."""
    ratio = bench.design.test_train_ratio
    many = len(bench.pairs) * bench.design.datasets > MOST_CELLS
    if bench.design.datasets < 2 or bench.design.resamples < 2 or ratio is None or many:
        return ()
    found: list[tuple[str, TestResult]] = []
    for name, differences in zip(bench.evidence.datasets, bench.resampled_differences(index), strict=True):
        try:
            result = corrected_t(
                differences,
                test_train_ratio=ratio,
                level=bench.settings.level,
                alternative=bench.settings.alternative,
            )
        except ProcedureError:  # one resample, or differences that do not vary: this dataset says nothing
            continue
        found.append((name, result))
    if not found:
        return ()
    adjusted = adjust(np.array([r.p_value for _, r in found]), "holm").tolist()
    return tuple(
        DatasetVerdict(
            dataset=name,
            result=result,
            p_adjusted=p,
            verdict=judge(result.estimate.interval, p_value=p, margin=0.0),
        )
        for (name, result), p in zip(found, adjusted, strict=True)
    )


def differing(within: tuple[DatasetVerdict, ...], *, level: float) -> PartialConjunction | None:
    """Return on how many datasets, at least, the pair differs."""
    if not within:
        return None
    return partial_conjunction(np.array([d.result.p_value for d in within]), level=level)


def population(bench: Bench, index: PairIndex) -> RandomEffects | None:
    """Return the mean advantage over datasets, and what to expect on the next one."""
    if bench.design.datasets < 3:
        return None
    differences = bench.differences(index)
    errors = _standard_errors(bench, index)
    if len(differences) < 3 or not np.ptp(differences):
        return None
    if errors is not None and len(errors) == len(differences) and (errors > 0).all():
        return random_effects(differences, standard_errors=errors, level=bench.settings.level)
    return random_effects(differences, level=bench.settings.level)


def _standard_errors(bench: Bench, index: PairIndex) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    ratio = bench.design.test_train_ratio
    resampled = bench.resampled_differences(index)
    if ratio is None or not resampled or min(len(d) for d in resampled) < 2:
        return None
    return np.array([corrected_standard_error(d, test_train_ratio=ratio) for d in resampled])
