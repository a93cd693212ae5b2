"""Inside and beyond the datasets: what the resamples of each say, and what to expect on the next dataset."""

import numpy as np

from bakeoff.core.comparison import DatasetVerdict, Flips, FoldSpread
from bakeoff.core.errors import ProcedureError
from bakeoff.core.predictions import Predictions
from bakeoff.core.results import TestResult
from bakeoff.core.summaries import PartialConjunction, RandomEffects
from bakeoff.inference.bench.bench import PairIndex, ScoreBench
from bakeoff.inference.judge import judge
from bakeoff.procedures.across.partial_conjunction import partial_conjunction
from bakeoff.procedures.across.random_effects import random_effects
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.base.random_signs import FEW_GROUPS
from bakeoff.procedures.prediction_registry import ACCURACIES
from bakeoff.procedures.resampled.corrected_t import corrected_standard_error, corrected_t

MOST_JUDGED_DATASETS = 2_000  # pairs × datasets that are judged one by one


def judge_by_dataset(bench: ScoreBench, index: PairIndex) -> tuple[DatasetVerdict, ...]:
    """Judge the pair on each dataset by its resamples or its examples, adjusted over datasets."""
    if bench.design.datasets < 2 or len(bench.pairs) * bench.design.datasets > MOST_JUDGED_DATASETS:
        return ()
    if bench.each is not None and bench.predictions is not None:
        return _judge_by_flips(bench, index, bench.predictions, bench.each)
    results = (
        _run_on_resamples(bench, index) if bench.design.resamples > 1 else _run_on_examples(bench, index)
    )
    if not results:
        return ()
    p_adjusted = adjust(np.array([r.p_value for _, r in results]), "holm").tolist()
    return tuple(
        DatasetVerdict(
            dataset=name,
            result=result,
            p_adjusted=p,
            verdict=judge(result.estimate.interval, p_value=p, margin=0.0),
        )
        for (name, result), p in zip(results, p_adjusted, strict=True)
    )


def _judge_by_flips(
    bench: ScoreBench, index: PairIndex, predictions: Predictions, test: str
) -> tuple[DatasetVerdict, ...]:
    """Judge the pair on each dataset by the test of flips that was named: Bonferroni over all such tests."""
    from bakeoff.procedures.base.example_flips import four_counts  # tables of scores do not wait for these
    from bakeoff.procedures.registry import find_procedure

    run, settings = find_procedure(test).run, bench.settings
    tests = len(bench.pairs) * bench.design.datasets
    verdicts = []
    for name in bench.evidence.datasets:
        here = predictions.of(predictions.dataset == predictions.datasets.index(name))
        counts = four_counts(here.correct[:, index[0]], here.correct[:, index[1]])
        result = run(counts, level=settings.level, alternative=settings.alternative)
        if not isinstance(result, TestResult):
            continue
        p = min(1.0, tests * result.p_value)
        verdicts.append(
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
                spread=(measure_fold_spread(here, index[0]), measure_fold_spread(here, index[1])),
            )
        )
    return tuple(verdicts)


def measure_fold_spread(predictions: Predictions, classifier: int) -> FoldSpread:
    """Return the mean and the standard deviation of a classifier's accuracy over the folds of one dataset."""
    folds = np.zeros(predictions.examples, dtype=np.int64) if predictions.fold is None else predictions.fold
    shares = np.array([predictions.correct[folds == k, classifier].mean() for k in np.unique(folds)])
    sd = float(shares.std(ddof=1)) if shares.size > 1 else float("nan")
    return FoldSpread(folds=int(shares.size), mean=float(shares.mean()), sd=sd)


def _run_on_resamples(bench: ScoreBench, index: PairIndex) -> list[tuple[str, TestResult]]:
    """Return the corrected t-test over the resamples of each dataset that varies."""
    ratio, results = bench.design.test_train_ratio, []
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
        results.append((name, result))
    return results


def _run_on_examples(bench: ScoreBench, index: PairIndex) -> list[tuple[str, TestResult]]:
    """Return McNemar's test over the examples of each dataset, where the scores are accuracies of predictions."""
    predictions, settings = bench.predictions, bench.settings
    if predictions is None or predictions.measure.name not in ACCURACIES or predictions.weight is not None:
        return []
    from bakeoff.inference.bench.examples import cells_of
    from bakeoff.procedures.base.example_flips import four_counts  # tables of scores do not wait for these
    from bakeoff.procedures.bootstrap.permutation import paired_permutation
    from bakeoff.procedures.predictions.clustered_mcnemar import cluster_counts, mcnemar_clustered
    from bakeoff.procedures.predictions.mcnemar import mcnemar_midp

    results = []
    for name in bench.evidence.datasets:
        here = predictions.dataset == predictions.datasets.index(name)
        a, b = (predictions.correct[here, i] for i in index)
        if predictions.group is None:
            result = mcnemar_midp(four_counts(a, b), level=settings.level, alternative=settings.alternative)
        elif (groups := np.unique(predictions.group[here]).size) >= FEW_GROUPS:
            counts = cluster_counts(a, b, clusters=predictions.group[here])
            result = mcnemar_clustered(counts, level=settings.level, alternative=settings.alternative)
        elif groups > 1:
            result = paired_permutation(
                cells_of(predictions.of(here), list(index)),
                metric=predictions.measure.name,
                rng=np.random.default_rng(settings.seed),
                level=settings.level,
                alternative=settings.alternative,
            )
        else:
            continue
        results.append((name, result))
    return results


def count_differing_datasets(
    within: tuple[DatasetVerdict, ...], *, level: float
) -> PartialConjunction | None:
    """Return on how many datasets, at least, the pair differs."""
    if not within:
        return None
    return partial_conjunction(np.array([d.result.p_value for d in within]), level=level)


def estimate_population(bench: ScoreBench, index: PairIndex) -> RandomEffects | None:
    """Return the mean advantage over datasets, and what to expect on the next one."""
    if bench.design.datasets < 3:
        return None
    differences = bench.differences(index)
    errors = standard_errors(bench, index)
    if len(differences) < 3 or (differences == differences[0]).all():
        return None
    if errors is not None and len(errors) == len(differences) and (errors > 0).all():
        return random_effects(differences, standard_errors=errors, level=bench.settings.level)
    return random_effects(differences, level=bench.settings.level)


def standard_errors(
    bench: ScoreBench, index: PairIndex
) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    """Return the standard error of each dataset's advantage, from its resamples; None where they do not tell."""
    if index in bench.resample_errors:
        return bench.resample_errors[index]
    ratio = bench.design.test_train_ratio
    resampled = bench.resampled_differences(index)
    if ratio is None or not resampled or min(len(d) for d in resampled) < 2:
        return None
    return np.array([corrected_standard_error(d, test_train_ratio=ratio) for d in resampled])
