"""Simulations to learn from: data in which nothing is true but chance, and how often one is fooled by it.

Every number is simulated when it is asked for, from the seed that is given; none is stored. A rate comes with its
binomial standard error, so that what lies beside the level can be told from chance.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats
from bakeoff.procedures.paired.paired_t import critical_t
from bakeoff.procedures.predictions.proportions import proportion_interval

LEVEL = 0.95
Hits = NDArray[np.bool_]


class Slider(NamedTuple):
    """A quantity that the reader sets."""

    name: str
    label: str
    low: float
    high: float
    step: float
    start: float


TRIALS = Slider("trials", "trials", 200, 2000, 100, 1000)
SEED = Slider("seed", "seed", 0, 999, 1, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """One simulation: what it asks, what can be set, what is to be learnt, and the function that runs it."""

    key: str
    title: str
    question: str
    lesson: str
    axis: str  # what the rates are shown against
    rate: str  # what is counted
    sliders: tuple[Slider, ...]
    simulate: Callable[..., dict[str, Any]]

    def run(self, **parameters: float) -> dict[str, Any]:
        """Return the measured rates; what is not given starts where its slider does."""
        arguments = {s.name: _round_to_step(parameters.get(s.name, s.start), s.step) for s in self.sliders}
        return {"key": self.key, "parameters": arguments, **self.simulate(**arguments)}


def _round_to_step(value: float, step: float) -> float:
    return int(value) if float(step).is_integer() else float(value)


def simulate_naive_t(*, examples: int, resamples: int, trials: int, seed: int) -> dict[str, Any]:
    """Count how often the t-test over overlapping resamples finds a difference between two equal learners.

    Both learners put a threshold half way between the class means of one feature; the features are drawn alike, so that
    neither learner is better. Nadeau & Bengio (2003) give the corrected error.
    """
    rng = np.random.default_rng(seed)
    test_size = max(2, examples // 10)
    masks = np.array([rng.permutation(examples) < test_size for _ in range(resamples)])
    differences = np.concatenate(
        [_draw_learners(rng, masks, min(100, trials - done)) for done in range(0, trials, 100)]
    )
    steps = _steps_to_show(resamples, first=2)
    ratio = test_size / (examples - test_size)
    lines = {
        "naive t": [_t_hits(differences[:, :j], extra=0.0) for j in steps],
        "corrected t": [_t_hits(differences[:, :j], extra=ratio) for j in steps],
    }
    return _build_result(lines, steps, nominal=1 - LEVEL)


def _draw_learners(rng: np.random.Generator, masks: Hits, trials: int) -> Floats:
    """Return trials × resamples differences in accuracy of two learners that are equally good."""
    resamples, examples = masks.shape
    classes = rng.random((trials, examples)) < 0.5
    right = [
        _count_right(rng.standard_normal((trials, examples)) + classes, classes, masks) for _ in range(2)
    ]
    difference: Floats = (right[1] - right[0]) / masks[0].sum()
    return difference.reshape(trials, resamples)


def _count_right(values: Floats, classes: Hits, masks: Hits) -> Floats:
    trained = (~masks).T.astype(float)
    means = [
        (values * of) @ trained / np.maximum(of @ trained, 1)
        for of in (classes.astype(float), (~classes).astype(float))
    ]
    threshold = (means[0] + means[1]) / 2
    correct = (values[:, None, :] > threshold[:, :, None]) == classes[:, None, :]
    counts: Floats = (correct & masks[None]).sum(axis=2).astype(float)
    return counts


def _t_hits(differences: Floats, *, extra: float) -> Hits:
    """Return which rows a t-test at 95 % calls different; `extra` stands for the correlation of resamples."""
    n = differences.shape[1]
    error = differences.std(axis=1, ddof=1) * sqrt(1 / n + extra)
    hits: Hits = np.abs(differences.mean(axis=1)) > critical_t(n - 1, level=LEVEL) * error
    return hits


def simulate_null(*, datasets: int, trials: int, seed: int) -> dict[str, Any]:
    """Count how often one t-test calls two equal classifiers different, whatever the shape of the differences."""
    rng = np.random.default_rng(seed)
    shape = (trials, datasets)
    skewed = rng.exponential(size=shape) - 1.0
    tables = {"normal differences": rng.standard_normal(shape), "skewed differences": skewed}
    steps = _steps_to_show(datasets, first=5)
    lines = {name: [_t_hits(table[:, :n], extra=0.0) for n in steps] for name, table in tables.items()}
    return _build_result(lines, steps, nominal=1 - LEVEL)


def simulate_power(*, effect: float, datasets: int, trials: int, seed: int) -> dict[str, Any]:
    """Count how often one t-test finds a true difference of so many standard deviations, and a third of it."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((trials, datasets))
    steps = _steps_to_show(datasets, first=5)
    lines = {
        f"a true difference of {size:.3g} standard deviations": [
            _t_hits(noise[:, :n] + size, extra=0.0) for n in steps
        ]
        for size in (effect, effect / 3)
    }
    return _build_result(lines, steps, nominal=0.8)


def simulate_community(*, groups: int, datasets: int, trials: int, seed: int) -> dict[str, Any]:
    """Count in how many communities at least one group finds that a useless idea makes a difference."""
    rng = np.random.default_rng(seed)
    tables = [
        rng.standard_normal((min(100, trials - done), groups, datasets)) for done in range(0, trials, 100)
    ]
    better, worse = (
        np.concatenate([_find_improvements(sign * table) for table in tables]) for sign in (1.0, -1.0)
    )
    steps = _steps_to_show(groups)
    lines = {
        # What `bakeoff plan --tests` counts: better or worse.
        "somebody claims a difference": [np.any(better[:, :g] | worse[:, :g], axis=1) for g in steps],
        "somebody claims that it is better": [np.any(better[:, :g], axis=1) for g in steps],
    }
    return _build_result(lines, steps, nominal=1 - LEVEL)


def _find_improvements(differences: Floats) -> Hits:
    n = differences.shape[-1]
    error = differences.std(axis=-1, ddof=1) / sqrt(n)
    hits: Hits = differences.mean(axis=-1) > critical_t(n - 1, level=LEVEL) * error
    return hits


def simulate_best_of_k(*, variants: int, datasets: int, trials: int, seed: int) -> dict[str, Any]:
    """Count how often the best of several equal variants is called better than the baseline that it equals."""
    rng = np.random.default_rng(seed)
    parts = [
        _draw_variants(rng, variants, datasets, min(100, trials - done)) for done in range(0, trials, 100)
    ]
    means, hits = (np.concatenate(every) for every in zip(*parts, strict=True))
    steps, rows = _steps_to_show(variants), np.arange(trials)
    lines = {
        "best variant": [hits[rows, means[:, :k].argmax(axis=1)] for k in steps],
        "one named before": [hits[:, 0] for _ in steps],
    }
    return _build_result(lines, steps, nominal=(1 - LEVEL) / 2)


def _draw_variants(
    rng: np.random.Generator, variants: int, datasets: int, trials: int
) -> tuple[Floats, Hits]:
    baseline = rng.standard_normal((trials, 1, datasets))
    differences = rng.standard_normal((trials, variants, datasets)) - baseline
    return differences.mean(axis=2), _find_improvements(differences)


def simulate_coverage(*, accuracy: float, examples: int, trials: int, seed: int) -> dict[str, Any]:
    """Count how often the interval of an accuracy contains the accuracy that the answers were drawn with."""
    rng = np.random.default_rng(seed)
    steps = _steps_to_show(examples, first=10)
    counts = [rng.binomial(n, accuracy, size=trials) for n in steps]
    lines = {
        method: [_check_coverage(x, n, accuracy, method) for x, n in zip(counts, steps, strict=True)]
        for method in ("wald", "wilson", "clopper-pearson")
    }
    return _build_result(lines, steps, nominal=LEVEL)


def _check_coverage(right: NDArray[np.int64], n: int, accuracy: float, method: str) -> Hits:
    counts, place = np.unique(right, return_inverse=True)
    intervals = [proportion_interval(int(x), n, method=method, level=LEVEL) for x in counts]
    inside = np.array([i.low <= accuracy <= i.high for i in intervals])
    hits: Hits = inside[place]
    return hits


def simulate_dropping(*, datasets: int, dropped: int, trials: int, seed: int) -> dict[str, Any]:
    """Count how often two equal classifiers are called different once the most inconvenient datasets are left out."""
    rng = np.random.default_rng(seed)
    differences = rng.standard_normal((trials, datasets))
    steps = list(range(dropped + 1))
    rates = [_largest_t(differences, d) > critical_t(datasets - d - 1, level=LEVEL) for d in steps]
    hits = [np.logical_or.reduce(rates[: d + 1]) for d in steps]  # nobody is bound to drop as many as allowed
    return _build_result({"after dropping": hits}, steps, nominal=1 - LEVEL)


def _largest_t(differences: Floats, dropped: int) -> Floats:
    """Return the largest |t| of each row without any so many of its values."""
    n = differences.shape[1] - dropped
    total, squares = differences.sum(axis=1), (differences**2).sum(axis=1)
    largest = np.zeros(len(differences))
    for gone in combinations(range(differences.shape[1]), dropped):
        out = differences[:, gone]
        mean = (total - out.sum(axis=1)) / n
        variance = (squares - (out**2).sum(axis=1) - n * mean**2) / (n - 1)
        largest = np.maximum(largest, np.abs(mean) / np.sqrt(np.maximum(variance, 1e-12) / n))
    return largest


def _steps_to_show(most: int, *, first: int = 1) -> list[int]:
    """Return the values at which a rate is shown, up to the one that was chosen.

    >>> _steps_to_show(30), _steps_to_show(2, first=2)
    ([1, 2, 5, 10, 20, 30], [2])
    """
    usual = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    return [*(x for x in usual if first <= x < most), most]


def _build_result(lines: dict[str, list[Hits]], steps: Sequence[int], *, nominal: float) -> dict[str, Any]:
    series = [
        {"name": name, "points": [_rate_point(x, hits) for x, hits in zip(steps, every, strict=True)]}
        for name, every in lines.items()
    ]
    last: Any = series[0]["points"]
    return {"nominal": nominal, "level": LEVEL, "measured": last[-1], "series": series}


def _rate_point(x: int, hits: Hits) -> dict[str, float]:
    rate, n = float(hits.mean()), hits.size
    # Agresti & Coull (1998): with two hits and two misses added, the error of a rate of 0 or 1 is not 0.
    near = (hits.sum() + 2) / (n + 4)
    return {"x": x, "rate": rate, "error": sqrt(near * (1 - near) / (n + 4)), "trials": n}


SIMULATIONS: dict[str, Simulation] = {
    s.key: s
    for s in (
        Simulation(
            key="naive-t",
            title="The t-test over folds that share training data",
            question="Two learners are exactly equally good. How often does the t-test over resamples call one better?",
            lesson="Resamples of one dataset overlap, so that their differences are not independent: the more of them, "
            "the surer the naive test becomes of nothing. The corrected test widens the error by the share tested.",
            axis="resamples",
            rate="equal learners called different",
            sliders=(
                Slider("examples", "examples in the dataset", 40, 400, 20, 100),
                Slider("resamples", "resamples", 2, 100, 1, 30),
                TRIALS,
                SEED,
            ),
            simulate=simulate_naive_t,
        ),
        Simulation(
            key="community",
            title="A hundred groups and one useless idea",
            question="Every group tests the same useless idea on its own datasets. Does anybody publish a difference?",
            lesson="Each group keeps its error rate; the community does not. What is published is what was found, and "
            "with enough groups somebody finds it.",
            axis="groups",
            rate="communities with a false claim",
            sliders=(
                Slider("groups", "groups", 1, 200, 1, 100),
                Slider("datasets", "datasets of each group", 4, 40, 1, 15),
                TRIALS,
                SEED,
            ),
            simulate=simulate_community,
        ),
        Simulation(
            key="best-of-k",
            title="The best of K variants",
            question="K variants equal the baseline. The best on the test data is tested on them too. Is it better?",
            lesson="The best of many is best by luck. Choosing and testing on the same datasets tests the luck; "
            "a variant that was named before keeps its error rate.",
            axis="variants tried",
            rate="equal variants called better",
            sliders=(
                Slider("variants", "variants tried", 1, 100, 1, 20),
                Slider("datasets", "datasets", 4, 40, 1, 20),
                TRIALS,
                SEED,
            ),
            simulate=simulate_best_of_k,
        ),
        Simulation(
            key="coverage",
            title="Does the interval contain the accuracy?",
            question="A classifier has a known accuracy. How often does its 95 % interval contain it?",
            lesson="The textbook interval (wald) misses too often when the accuracy is high and N is small; wilson's "
            "stays near its level, clopper-pearson's never falls below it.",
            axis="test examples",
            rate="intervals that contain the accuracy",
            sliders=(
                Slider("accuracy", "true accuracy", 0.5, 0.99, 0.01, 0.95),
                Slider("examples", "test examples", 10, 1000, 10, 100),
                TRIALS,
                SEED,
            ),
            simulate=simulate_coverage,
        ),
        Simulation(
            key="dropping",
            title="Leaving two datasets out",
            question="Two classifiers are equal. How often are they called different once a few may be dropped?",
            lesson="The freedom to drop even two datasets after seeing the results multiplies the error rate. This is "
            "what clicking datasets away on the page does.",
            axis="datasets that may be dropped",
            rate="equal classifiers called different",
            sliders=(
                Slider("datasets", "datasets", 6, 24, 1, 10),
                Slider("dropped", "datasets that may be dropped", 0, 3, 1, 2),
                TRIALS,
                SEED,
            ),
            simulate=simulate_dropping,
        ),
        Simulation(
            key="null",
            title="One honest test of nothing",
            question="Two classifiers are exactly equally good. How often does one test call them different?",
            lesson="A level of 5 % is a promise about this: one true null in twenty is rejected by chance alone. Where "
            "differences are skewed the t-test does not keep it with few datasets; more of them mend that.",
            axis="datasets",
            rate="equal classifiers called different",
            sliders=(Slider("datasets", "datasets", 5, 200, 5, 50), TRIALS, SEED),
            simulate=simulate_null,
        ),
        Simulation(
            key="power",
            title="How many datasets find a difference",
            question="One classifier is truly better. How often does the t-test find that?",
            lesson="A test that finds nothing has shown little where it would seldom have found what there is. A third "
            "of the difference takes nine times as many datasets. A chance of .8 is what is usually asked for.",
            axis="datasets",
            rate="true differences found",
            sliders=(
                Slider("effect", "true difference, in standard deviations", 0.1, 2.0, 0.05, 0.5),
                Slider("datasets", "datasets", 5, 500, 5, 100),
                TRIALS,
                SEED,
            ),
            simulate=simulate_power,
        ),
    )
}
