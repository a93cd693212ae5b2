"""Inside and beyond the datasets: what the resamples of each say, and what to expect on the next dataset."""

import numpy as np

from bakeoff.core.comparison import DatasetVerdict, Flips, FoldSpread
from bakeoff.core.errors import ProcedureError
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import TestResult
from bakeoff.core.summaries import PartialConjunction, RandomEffects
from bakeoff.inference.bench import PairIndex, ScoreBench
from bakeoff.inference.verdict import judge
from bakeoff.procedures.adjust import adjust
from bakeoff.procedures.corrected_t import corrected_standard_error, corrected_t
from bakeoff.procedures.partial_conjunction import partial_conjunction
from bakeoff.procedures.prediction_registry import ACCURACIES
from bakeoff.procedures.random_effects import random_effects
from bakeoff.procedures.subset_sums import FEW_GROUPS

MOST_CELLS = 2_000  # pairs × datasets that are judged one by one


def by_dataset(bench: ScoreBench, index: PairIndex) -> tuple[DatasetVerdict, ...]:
    """Judge the pair on each dataset by its resamples or its examples, adjusted over datasets."""
    if bench.design.datasets < 2 or len(bench.pairs) * bench.design.datasets > MOST_CELLS:
        return ()
    if bench.each is not None and bench.predictions is not None:
        return _each_by_flips(bench, index, bench.predictions, bench.each)
    found = _over_resamples(bench, index) if bench.design.resamples > 1 else _over_examples(bench, index)
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


def _each_by_flips(
    bench: ScoreBench, index: PairIndex, given: Predictions, test: str
) -> tuple[DatasetVerdict, ...]:
    """Judge the pair on each dataset by the test of flips that was named: Bonferroni over all such tests."""
    from bakeoff.procedures.paired_score import four_counts  # tables of scores do not wait for these
    from bakeoff.procedures.registry import named

    run, asked = named(test).run, bench.settings
    tests = len(bench.pairs) * bench.design.datasets
    found = []
    for name in bench.evidence.datasets:
        here = given.of(given.dataset == given.datasets.index(name))
        counts = four_counts(here.correct[:, index[0]], here.correct[:, index[1]])
        result = run(counts, level=asked.level, alternative=asked.alternative)
        if not isinstance(result, TestResult):
            continue
        p = min(1.0, tests * result.p_value)
        found.append(
            DatasetVerdict(
                dataset=name,
                result=result,
                p_adjusted=p,
                verdict=judge(result.estimate.interval, p_value=p, margin=0.0),
                adjusted_by="bonferroni",
                flips=Flips(
                    mends=counts.mends,
                    breaks=counts.breaks,
                    both_right=counts.both_right,
                    both_wrong=counts.both_wrong,
                ),
                spread=(fold_spread(here, index[0]), fold_spread(here, index[1])),
            )
        )
    return tuple(found)


def fold_spread(given: Predictions, classifier: int) -> FoldSpread:
    """Return the mean and the standard deviation of a classifier's accuracy over the folds of one dataset."""
    folds = np.zeros(given.examples, dtype=np.int64) if given.fold is None else given.fold
    shares = np.array([given.correct[folds == k, classifier].mean() for k in np.unique(folds)])
    sd = float(shares.std(ddof=1)) if shares.size > 1 else float("nan")
    return FoldSpread(folds=int(shares.size), mean=float(shares.mean()), sd=sd)


def _over_resamples(bench: ScoreBench, index: PairIndex) -> list[tuple[str, TestResult]]:
    """Return the corrected t-test over the resamples of each dataset that varies."""
    ratio, found = bench.design.test_train_ratio, []
    for name, differences in zip(bench.evidence.datasets, bench.resampled_differences(index), strict=True):
        if ratio is None:
            continue
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
    return found


def _over_examples(bench: ScoreBench, index: PairIndex) -> list[tuple[str, TestResult]]:
    """Return McNemar's test over the examples of each dataset, where the scores are accuracies of predictions."""
    given, asked = bench.predictions, bench.settings
    if given is None or given.measure.name not in ACCURACIES or given.weight is not None:
        return []
    from bakeoff.inference.examples import cells_of
    from bakeoff.procedures.cell_permutation import paired_permutation
    from bakeoff.procedures.clustered_mcnemar import cluster_counts, mcnemar_clustered
    from bakeoff.procedures.mcnemar import mcnemar_midp
    from bakeoff.procedures.paired_score import four_counts  # tables of scores do not wait for these

    found = []
    for name in bench.evidence.datasets:
        here = given.dataset == given.datasets.index(name)
        a, b = (given.correct[here, i] for i in index)
        if given.group is None:
            result = mcnemar_midp(four_counts(a, b), level=asked.level, alternative=asked.alternative)
        elif (groups := np.unique(given.group[here]).size) >= FEW_GROUPS:
            counts = cluster_counts(a, b, clusters=given.group[here])
            result = mcnemar_clustered(counts, level=asked.level, alternative=asked.alternative)
        elif groups > 1:
            result = paired_permutation(
                cells_of(given.of(here), list(index)),
                metric=given.measure.name,
                rng=np.random.default_rng(asked.seed),
                level=asked.level,
                alternative=asked.alternative,
            )
        else:
            continue
        found.append((name, result))
    return found


def differing(within: tuple[DatasetVerdict, ...], *, level: float) -> PartialConjunction | None:
    """Return on how many datasets, at least, the pair differs."""
    if not within:
        return None
    return partial_conjunction(np.array([d.result.p_value for d in within]), level=level)


def population(bench: ScoreBench, index: PairIndex) -> RandomEffects | None:
    """Return the mean advantage over datasets, and what to expect on the next one."""
    if bench.design.datasets < 3:
        return None
    differences = bench.differences(index)
    errors = standard_errors(bench, index)
    if len(differences) < 3 or not np.ptp(differences):
        return None
    if errors is not None and len(errors) == len(differences) and (errors > 0).all():
        return random_effects(differences, standard_errors=errors, level=bench.settings.level)
    return random_effects(differences, level=bench.settings.level)


def standard_errors(
    bench: ScoreBench, index: PairIndex
) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    """Return the standard error of each dataset's advantage, from its resamples; None where they do not tell."""
    ratio = bench.design.test_train_ratio
    resampled = bench.resampled_differences(index)
    if ratio is None or not resampled or min(len(d) for d in resampled) < 2:
        return None
    return np.array([corrected_standard_error(d, test_train_ratio=ratio) for d in resampled])
