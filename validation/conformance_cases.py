"""The inputs of the conformance page, and our value of every case."""

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bakeoff.inputs.published import PUBLISHED
from bakeoff.procedures.base.adjust import adjust
from bakeoff.procedures.base.example_flips import ClusterCounts, FourCounts
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bayes.bayes_bradley_terry import bayes_bradley_terry
from bakeoff.procedures.bayes.bayes_correlated_t import bayes_correlated_t
from bakeoff.procedures.bayes.bayes_hierarchical import bayes_hierarchical
from bakeoff.procedures.bayes.bayes_sign import bayes_sign
from bakeoff.procedures.bayes.bayes_signed_rank import bayes_signed_rank
from bakeoff.procedures.bootstrap.contingency import Contingency, tabulate
from bakeoff.procedures.bootstrap.permutation import paired_permutation
from bakeoff.procedures.bootstrap.sample_bootstrap import sample_bootstrap
from bakeoff.procedures.items.many_models import all_pairs_items
from bakeoff.procedures.items.paired_means import items_clustered, items_stratified, items_t, tasks_t
from bakeoff.procedures.many.aligned_ranks import aligned_ranks
from bakeoff.procedures.many.anova import anova
from bakeoff.procedures.many.friedman import friedman, iman_davenport
from bakeoff.procedures.many.max_t import max_t
from bakeoff.procedures.many.mean_rank_z import aligned_z, friedman_z, quade_z
from bakeoff.procedures.many.nemenyi import bonferroni_dunn, critical_difference, nemenyi
from bakeoff.procedures.many.quade import quade
from bakeoff.procedures.many.skillings_mack import skillings_mack
from bakeoff.procedures.many.tukey import tukey
from bakeoff.procedures.paired.paired_t import paired_t
from bakeoff.procedures.paired.sign import sign
from bakeoff.procedures.paired.sign_flip import sign_flip
from bakeoff.procedures.paired.wilcoxon import wilcoxon
from bakeoff.procedures.predictions.all_pairs_flips import all_pairs_flips
from bakeoff.procedures.predictions.clustered_mcnemar import mcnemar_clustered
from bakeoff.procedures.predictions.cochran_q import cochran_q
from bakeoff.procedures.predictions.losses import paired_losses
from bakeoff.procedures.predictions.mcnemar import binomial, mcnemar, mcnemar_midp, mcnemar_uncorrected
from bakeoff.procedures.predictions.proportions import proportion_interval
from bakeoff.procedures.predictions.roc_area import delong
from bakeoff.procedures.predictions.two_proportions import TwoTestSets, two_proportions, two_proportions_wald
from bakeoff.procedures.resampled.corrected_t import corrected_t
from bakeoff.procedures.resampled.five_by_two import f_5x2cv, t_5x2cv
from bakeoff.procedures.resampled.guarded_t import guarded_t
from bakeoff.procedures.resampled.half_cv import half_cv, halves_t
from bakeoff.procedures.sequential.betting import betting, sign_betting

COUNTS = FourCounts(both_right=40, mends=35, breaks=15, both_wrong=10)
NO_FLIPS = FourCounts(both_right=90, mends=0, breaks=0, both_wrong=10)
TWO_SETS = TwoTestSets(right_a=80, total_a=100, right_b=178, total_b=200)
METHODS = ("wilson", "clopper-pearson", "jeffreys", "blaker", "mid-p", "wald")
# What baycomp and Stan said of the first table, recorded because Stan compiles its model.
STAN = json.loads(Path("tests/reference/bayes_baycomp.json").read_text(encoding="utf-8"))["over resamples"][0]
# Per patient: both right, b only, a only, neither. Obuchowski (1998), as in the R package clust.bin.pair.
THYROIDS = np.array(
    [
        [0, 2, 3, 1, 2, 4, 3, 2, 1, 1, 2, 2, 3, 2, 0, 2, 2, 2, 2, 1, 2],
        [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
    ]
)
# Brady (1969), in Hollander and Wolfe (1999): stuttering with and without a metronome, one value missing.
STUTTERING = np.array(
    [[3, 1, 5, 2, 0, 0, 0, 0], [5, 3, 4, np.nan, 2, 2, 3, 2], [15, 18, 21, 6, 17, 10, 8, 13]]
).T


class Inputs(NamedTuple):
    """What all are given."""

    bramer_a: np.ndarray
    bramer_b: np.ndarray
    bramer: np.ndarray
    untied: np.ndarray
    demsar: np.ndarray
    garcia_herrera: np.ndarray
    stuttering: np.ndarray
    right: np.ndarray
    few: np.ndarray  # fourteen rows of `right`: every flip can be counted
    p_values: np.ndarray
    folds: np.ndarray
    ten_by_ten: np.ndarray
    five_by_two: np.ndarray
    thyroids: np.ndarray
    ranking: np.ndarray  # true class, score of a, score of b
    classes: np.ndarray  # true class, prediction of a, prediction of b
    few_classes: np.ndarray  # sixteen rows of `classes`


def inputs() -> Inputs:
    """Return the published tables, and small examples."""
    names = ("figure-15.2", "demsar-2006", "garcia-herrera-2008")
    figure, demsar, garcia_herrera = (_scores(PUBLISHED[name].text) for name in names)
    rng, i = np.random.default_rng(4), np.arange(1, 101)
    right = (rng.random((40, 4)) < np.array([0.9, 0.7, 0.8, 0.6])).astype(float)
    truth = (rng.random(60) < 0.4).astype(float)
    scores = [np.round(0.5 + gain * (truth - 0.5) + rng.normal(0, 0.25, 60), 2) for gain in (0.2, 0.45)]
    classes = np.column_stack([truth, *(s > 0.5 for s in scores)]).astype(float)
    return Inputs(
        bramer_a=figure[:, 0],
        bramer_b=figure[:, 1],
        bramer=figure[:, 1] - figure[:, 0],
        untied=np.array([5.5, -3.25, 0.125, 6, -11.5, -10, 4, 9.75, 0.5, 7]),
        demsar=demsar,
        garcia_herrera=garcia_herrera,
        stuttering=STUTTERING,
        right=right,
        few=right[23:37],
        p_values=np.array([0.001, 0.04, 0.012, 0.03, 0.6]),
        folds=np.array([31, 12, 24, -8, 17, 29, 3, 21, 40, 11]) / 1000,
        ten_by_ten=3.0 + (37 * i * i + 11 * i) % 23 - 10,  # that of corrected_t_weka.sh
        five_by_two=np.array([31, 12, 24, -8, 17, 29, 3, 21, 40, 11]) / 1000,
        thyroids=THYROIDS,
        ranking=np.column_stack([truth, *scores]),
        classes=classes,
        few_classes=classes[29:45],
    )


def _scores(text: str) -> np.ndarray:
    return np.array([[float(c) for c in row.split(",")[1:]] for row in text.splitlines()[1:]])


def cells_of(classes: np.ndarray) -> Contingency:
    """Return rows of true class and two predictions as the table that our procedures take."""
    whole = classes.astype(np.int64)
    return tabulate(whole[:, 0], whole[:, 1:], classes=2)


Cases = dict[str, Callable[[], float]]


def ours(given: Inputs) -> dict[str, float]:
    """Return our value of every case."""
    groups = (_over_datasets, _over_resamples, _many, _adjusted, _predictions, _rankings, _items, _intervals)
    found: Cases = {case: act for group in groups for case, act in group(given).items()}
    return {case: float(value()) for case, value in found.items()}


def _over_datasets(given: Inputs) -> Cases:
    rng = np.random.default_rng(0)
    pair = np.round(given.demsar[:, 1] - given.demsar[:, 0], 9)
    return {
        "paired-t": lambda: paired_t(given.bramer).p_value,
        "wilcoxon-ties": lambda: wilcoxon(given.bramer).p_value,
        "wilcoxon": lambda: wilcoxon(given.untied).p_value,
        "sign": lambda: sign(given.bramer).p_value,
        "sign-flip": lambda: sign_flip(given.bramer, rng=rng).p_value,
        "bayes-signed-rank": lambda: bayes_signed_rank(pair, margin=0.01, rng=rng).better,
        "bayes-sign": lambda: bayes_sign(pair, margin=0.01).better,
    }


def _over_resamples(given: Inputs) -> Cases:
    halves = np.array(
        [np.roll(np.arange(12) * 5 % 12 < 6, shift * shift) for shift in range(20)], dtype=np.float64
    )
    waves = np.sin(np.arange(240)).reshape(20, 12) / 4 + np.cos(np.arange(12)) + 0.6
    by_half = np.array(
        [[row[side == half].mean() for half in (0, 1)] for row, side in zip(waves, halves, strict=True)]
    )
    tables = [np.array(row) for row in STAN["differences"]]
    return {
        "corrected-t": lambda: corrected_t(given.ten_by_ten, test_train_ratio=1 / 9).p_value,
        "half-cv": lambda: half_cv(waves, halves=halves, reach=0.0).p_value,
        "halves-t": lambda: halves_t(by_half).p_value,
        "guarded-t": lambda: guarded_t(given.ten_by_ten, repeats=10, test_train_ratio=1 / 9).p_value,
        "t-5x2cv": lambda: t_5x2cv(given.five_by_two).p_value,
        "f-5x2cv": lambda: f_5x2cv(given.five_by_two).p_value,
        "bayes-correlated-t": lambda: (
            bayes_correlated_t(given.folds, test_train_ratio=1 / 9, margin=0.01).better
        ),
        "bayes-hierarchical": lambda: (
            bayes_hierarchical(
                tables, test_train_ratio=1 / 9, margin=STAN["margin"], rng=np.random.default_rng(1)
            ).better
        ),
    }


def _many(given: Inputs) -> Cases:
    gh, pair = given.garcia_herrera, [(0, 1)]
    every = list(combinations(range(4), 2))
    return {
        "max-t": lambda: _adjusted_p(
            max_t(given.demsar, pairs=every, statistic="t", flips=2**14, rng=np.random.default_rng(0))
        ),
        "friedman": lambda: friedman(given.demsar).statistic,
        "friedman-p": lambda: friedman(given.demsar).p_value,
        "iman-davenport": lambda: iman_davenport(gh).statistic,
        "aligned-ranks": lambda: aligned_ranks(gh).statistic,
        "quade": lambda: quade(gh).statistic,
        "skillings-mack": lambda: skillings_mack(given.stuttering).statistic,
        "anova": lambda: anova(gh).statistic,
        "critical-difference": lambda: critical_difference(4, 14),
        "nemenyi": lambda: _adjusted_p(nemenyi(gh, pairs=pair)),
        "bonferroni-dunn": lambda: _adjusted_p(bonferroni_dunn(gh, pairs=[(0, 4), (0, 1), (0, 2), (0, 3)])),
        "friedman-z": lambda: friedman_z(gh, pairs=pair)[0].p_value,
        "aligned-z": lambda: aligned_z(gh, pairs=pair)[0].p_value,
        "quade-z": lambda: quade_z(gh, pairs=pair)[0].p_value,
        "tukey": lambda: _adjusted_p(tukey(gh, pairs=pair)),
        "bayes-bradley-terry": lambda: bayes_bradley_terry(gh, pairs=pair, rng=np.random.default_rng(0))[
            0
        ].steps["chance_of_winning"],
    }


def _adjusted_p(results: tuple[Any, ...]) -> float:
    return float(results[0].p_adjusted)


def _adjusted(given: Inputs) -> Cases:
    names = {"holm": "holm", "hochberg": "hochberg", "hommel": "hommel", "BH": "bh"}
    return {case: lambda method=method: adjust(given.p_values, method)[2] for case, method in names.items()}


def _predictions(given: Inputs) -> Cases:
    a_only, sizes = given.thyroids[2].astype(int), given.thyroids.sum(axis=0).astype(int)
    clusters = ClusterCounts(mends=given.thyroids[1].astype(int), breaks=a_only, sizes=sizes)
    every = [(2, 0), (1, 0), (3, 1), (3, 2), (2, 1)]
    cells, few, rng = cells_of(given.classes), cells_of(given.few_classes), np.random.default_rng
    return {
        "mcnemar-midp": lambda: mcnemar_midp(COUNTS).p_value,
        "binomial": lambda: binomial(COUNTS).p_value,
        "mcnemar": lambda: mcnemar(COUNTS).p_value,
        "mcnemar-uncorrected": lambda: mcnemar_uncorrected(COUNTS).p_value,
        "mcnemar-none": lambda: mcnemar(NO_FLIPS).p_value,
        "mcnemar-clustered": lambda: mcnemar_clustered(clusters).statistic,
        "max-t-predictions": lambda: _adjusted_p(
            all_pairs_flips(given.few.astype(bool), pairs=[(3, 0), *every], rng=rng(0), flips=100_000)
        ),
        "cochran-q": lambda: cochran_q(given.right.astype(bool)).statistic,
        "two-proportions": lambda: two_proportions(TWO_SETS).p_value,
        "two-proportions-wald": lambda: two_proportions_wald(TWO_SETS).p_value,
        "paired-permutation": lambda: paired_permutation(few, metric="accuracy", rng=rng(0)).p_value,
        "paired-permutation-f1": lambda: (
            paired_permutation(few, metric="f1_macro", rng=rng(0), flips=100_000).p_value
        ),
        "paired-bootstrap": lambda: (
            sample_bootstrap(cells, metric="f1_macro", rng=rng(0)).estimate.interval.low
        ),
    }


def _rankings(given: Inputs) -> Cases:
    truth, scores = given.ranking[:, 0].astype(np.int64), given.ranking[:, 1:]
    losses = (scores - truth[:, None]) ** 2
    return {
        "delong": lambda: delong(ScoredExamples(truth=truth, scores=scores)).p_value,
        "paired-losses": lambda: paired_losses(losses).p_value,
    }


def _items(_: Inputs) -> Cases:
    i = np.arange(1, 31)
    waves = np.sin(1.3 * i) + np.cos(0.7 * i**2) + 0.3
    right = np.array([[1, 1, 0]] * 12 + [[1, 0, 1]] * 3 + [[1, 1, 1]] * 30, dtype=np.float64)
    return {
        "items-t": lambda: items_t(waves).p_value,
        "items-clustered": lambda: items_clustered(waves, item_groups=(i - 1) // 5).p_value,
        "items-stratified": lambda: items_stratified(waves, item_tasks=(i > 10).astype(np.int64)).p_value,
        "tasks-t": lambda: tasks_t(waves, item_tasks=(i - 1) // 10).p_value,
        "max-t-items": lambda: (
            all_pairs_items(right, pairs=[(2, 0), (1, 0)], rng=np.random.default_rng(0))[0].p_value
        ),
        "betting": lambda: betting(np.repeat([1.0, -1.0, 0.0], [30, 10, 160])).statistic,
        "sign-betting": lambda: sign_betting(np.arange(-1, 9) / 100).statistic,
    }


def _intervals(_: Inputs) -> Cases:
    return {method: lambda m=method: proportion_interval(80, 100, method=m).low for method in METHODS}
