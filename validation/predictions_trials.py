"""Coverage and size of resampling procedures on predictions, by simulated test sets with known truth."""

from collections.abc import Callable

import numpy as np
from scipy import special

from bakeoff.core.results import Interval
from bakeoff.procedures.base.example_flips import four_counts
from bakeoff.procedures.base.scored_examples import ScoredExamples
from bakeoff.procedures.bootstrap.class_bootstrap import advantages, metric_interval, paired_bootstrap
from bakeoff.procedures.bootstrap.contingency import Contingency, tabulate, tally
from bakeoff.procedures.bootstrap.metrics import find_metric
from bakeoff.procedures.bootstrap.permutation import paired_permutation
from bakeoff.procedures.bootstrap.rank_bootstrap import paired_rank_bootstrap, rank_metric_interval
from bakeoff.procedures.predictions.all_pairs_flips import all_pairs_flips
from bakeoff.procedures.predictions.clustered_mcnemar import cluster_counts, mcnemar_clustered
from bakeoff.procedures.predictions.losses import paired_losses
from bakeoff.procedures.predictions.mcnemar import mcnemar_midp
from bakeoff.procedures.predictions.roc_area import auc_interval, delong

Trial = Callable[
    [np.random.Generator], dict[str, bool]
]  # whether the truth was covered, or the null rejected
METRICS = ("accuracy", "f1_macro", "mcc")
TRUTH, A, B = np.unravel_index(np.arange(8), (2, 2, 2))
EVERY = Contingency(truth=TRUTH, predictions=np.column_stack([A, B]), counts=np.ones(8, dtype=int), classes=2)

# Share of class 1; recall of class 1 and of class 0 for a and for b; chance that both see an example alike.
POPULATIONS = {
    "balanced, equal": (0.5, 0.8, 0.8, 0.8, 0.8, 0.5),
    "balanced, b better": (0.5, 0.8, 0.8, 0.9, 0.85, 0.5),
    "rare class, equal": (0.1, 0.6, 0.95, 0.6, 0.95, 0.5),
    "rare class, b better": (0.1, 0.5, 0.95, 0.8, 0.97, 0.5),
    "hardly an error, equal": (0.3, 0.97, 0.98, 0.97, 0.98, 0.6),
    "hardly an error, b better": (0.3, 0.9, 0.96, 0.97, 0.99, 0.6),
}


def chances(name: str) -> np.ndarray:
    """Return the chance of each cell (true class, a, b) of a population."""
    share, recall_a, other_a, recall_b, other_b, alike = POPULATIONS[name]
    found = np.empty(8)
    for cell, (y, a, b) in enumerate(zip(TRUTH, A, B, strict=True)):
        p, q = (recall_a, recall_b) if y else (other_a, other_b)
        right_a, right_b = a == y, b == y
        apart = (p if right_a else 1 - p) * (q if right_b else 1 - q)
        together = {
            (True, True): min(p, q),
            (True, False): max(0.0, p - q),
            (False, True): max(0.0, q - p),
            (False, False): 1 - max(p, q),
        }[bool(right_a), bool(right_b)]
        found[cell] = (share if y else 1 - share) * (alike * together + (1 - alike) * apart)
    return found


def paired_metrics(name: str, n: int) -> Trial:
    """Return a trial of the intervals of differences: the bootstrap's, and the permutation test's."""
    p = chances(name)
    truth = {m: float(advantages(EVERY, p[:, None], find_metric(m, classes=2))[0]) for m in METRICS}

    def trial(rng: np.random.Generator) -> dict[str, bool]:
        cells = present_cells(EVERY, rng.multinomial(n, p))
        covers = {}
        for m in METRICS:
            found = paired_bootstrap(cells, metric=m, rng=rng, resamples=1000)
            covers[f"bootstrap, {m}"] = _holds(found.estimate.interval, truth[m])
        return covers

    return trial


def permutation_sizes(name: str, n: int) -> Trial:
    """Return a trial of the permutation test: whether it claims a difference where there is none."""
    p = chances(name)

    def trial(rng: np.random.Generator) -> dict[str, bool]:
        cells = present_cells(EVERY, rng.multinomial(n, p))
        return {
            m: paired_permutation(cells, metric=m, rng=rng, flips=500).p_value < 0.05
            for m in ("accuracy", "f1_macro")
        }

    return trial


def single_metrics(name: str, n: int) -> Trial:
    """Return a trial of the interval of b's own metrics."""
    p = chances(name)
    truth = {
        m: float(find_metric(m, classes=2).of(tally(EVERY, p[:, None], classifier=1))[0]) for m in METRICS
    }

    def trial(rng: np.random.Generator) -> dict[str, bool]:
        cells = present_cells(EVERY, rng.multinomial(n, p))
        covers = {}
        for m in METRICS:
            estimate = metric_interval(cells, metric=m, classifier=1, rng=rng, resamples=1000)
            covers[m] = _holds(estimate.interval, truth[m])
        return covers

    return trial


def without_doubts(name: str, n: int) -> Trial:
    """Return a trial of what other bootstraps give: plain percentiles and BCa, with no example of doubt."""
    p, metric = chances(name), find_metric("f1_macro", classes=2)
    apart = float(advantages(EVERY, p[:, None], metric)[0])
    alone = float(metric.of(tally(EVERY, p[:, None], classifier=1))[0])

    def trial(rng: np.random.Generator) -> dict[str, bool]:
        counts = rng.multinomial(n, p)
        amounts = rng.multinomial(n, counts / n, size=1000).T.astype(float)
        left_out = np.maximum(counts[:, None] - np.eye(8)[:, counts > 0], 0.0)
        covers = {}
        for what, truth, score in (
            ("difference", apart, lambda some: advantages(EVERY, some, metric)),
            ("f1_macro of b", alone, lambda some: metric.of(tally(EVERY, some, classifier=1))),
        ):
            drawn, seen = score(amounts), float(score(counts[:, None].astype(float))[0])
            low, high = np.quantile(drawn, [0.025, 0.975])
            covers[f"percentile, {what}"] = low - 1e-12 <= truth <= high + 1e-12
            low, high = np.quantile(drawn, _bca_levels(drawn, seen, score(left_out), counts[counts > 0]))
            covers[f"BCa, {what}"] = low - 1e-12 <= truth <= high + 1e-12
        return covers

    return trial


def _bca_levels(drawn: np.ndarray, seen: float, jackknifed: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the levels of Efron's bias-corrected and accelerated percentiles."""
    share = np.clip((np.mean(drawn < seen) + np.mean(drawn <= seen)) / 2, 1e-3, 1 - 1e-3)
    apart = np.average(jackknifed, weights=counts) - jackknifed
    squares = float(counts @ apart**2)
    acceleration = float(counts @ apart**3) / (6 * squares**1.5) if squares > 1e-12 else 0.0
    bias, z = special.ndtri(share), special.ndtri([0.025, 0.975])
    return special.ndtr(bias + (bias + z) / (1 - acceleration * (bias + z)))


def ranked(
    kind: str, area_a: float, area_b: float, positives: int, negatives: int, *, resample: bool
) -> Trial:
    """Return a trial of intervals of areas: of one, of a difference, by formula and, if asked, by resampling."""

    def trial(rng: np.random.Generator) -> dict[str, bool]:
        labels = np.repeat([1, 0], [positives, negatives])
        shared = 0.5 * rng.normal(size=labels.size)  # how hard the example is, for a and b alike
        spread = np.where(labels == 1, 2.0 if kind == "unequal" else 1.0, 1.0)
        scores = [
            labels * special.ndtri(area) * np.sqrt(spread.max() ** 2 + 1)
            + spread * (np.sqrt(0.75) * rng.normal(size=labels.size) + shared)
            for area in (area_a, area_b)
        ]
        scored = ScoredExamples(truth=labels, scores=np.column_stack(scores))
        covers = {
            "one area": _holds(auc_interval(scored, classifier=1).interval, area_b),
            "delong": _holds(delong(scored).estimate.interval, area_b - area_a),
        }
        if resample:
            pair = paired_rank_bootstrap(scored, rng=rng, resamples=300)
            covers["bootstrap of the difference"] = _holds(pair.estimate.interval, area_b - area_a)
            one = rank_metric_interval(scored, classifier=1, rng=rng, resamples=300)
            covers["bootstrap of one area"] = _holds(one.interval, area_b)
        return covers

    return trial


def clustered(clusters: int, size: int) -> Trial:
    """Return a trial of claims where none is due: accuracies are equal, but vary from cluster to cluster."""

    def trial(rng: np.random.Generator) -> dict[str, bool]:
        lean = rng.normal(scale=1.0, size=clusters)  # in some clusters a is better, in others b
        code = np.repeat(np.arange(clusters), rng.integers(1, 2 * size, clusters))
        right_a = rng.random(code.size) < special.expit(1 + lean[code])
        right_b = rng.random(code.size) < special.expit(1 - lean[code])
        truth = np.zeros(code.size, dtype=int)
        cells = tabulate(truth, np.column_stack([~right_a, ~right_b]).astype(int), classes=2, clusters=code)
        counts = cluster_counts(right_a, right_b, clusters=code)
        losses = np.column_stack([~right_a, ~right_b]).astype(float)
        return {
            "mcnemar-midp, clusters ignored": mcnemar_midp(four_counts(right_a, right_b)).p_value < 0.05,
            "mcnemar-clustered": mcnemar_clustered(counts).p_value < 0.05,
            "permutation of clusters": paired_permutation(cells, metric="accuracy", rng=rng).p_value < 0.05,
            "bootstrap of clusters": paired_bootstrap(
                cells, metric="accuracy", rng=rng, resamples=1000
            ).p_value
            < 0.05,
            "paired losses, clusters": paired_losses(losses, clusters=code).p_value < 0.05,
        }

    return trial


def families(accuracies: tuple[float, ...], n: int) -> Trial:
    """Return a trial of all pairs: whether any two equally good classifiers are told apart."""
    pairs = [(i, j) for j in range(len(accuracies)) for i in range(j)]

    def trial(rng: np.random.Generator) -> dict[str, bool]:
        ease = rng.normal(size=(n, 1))
        own = rng.normal(size=(n, len(accuracies)))
        correct = (ease + own) / np.sqrt(2) < special.ndtri(accuracies)
        found = all_pairs_flips(correct, pairs=pairs, rng=rng, flips=1000)
        claims = {
            pair: r.p_adjusted is not None and r.p_adjusted < 0.05
            for pair, r in zip(pairs, found, strict=True)
        }
        plain = {pair: r.p_value < 0.05 for pair, r in zip(pairs, found, strict=True)}
        null = [pair for pair in pairs if accuracies[pair[0]] == accuracies[pair[1]]]
        return {
            "max-t, any false claim": any(claims[pair] for pair in null),
            "unadjusted, any false claim": any(plain[pair] for pair in null),
        }

    return trial


def present_cells(cells: Contingency, counts: np.ndarray) -> Contingency:
    """Return the cells with new counts, without those that have none."""
    present = counts > 0
    return Contingency(
        truth=cells.truth[present],
        predictions=cells.predictions[present],
        counts=counts[present],
        classes=cells.classes,
    )


def _holds(interval: Interval, truth: float) -> bool:
    return interval.low - 1e-12 <= truth <= interval.high + 1e-12
