"""A/A: evidence in which nothing differs, judged by the defaults; and one classifier under two names."""

from collections.abc import Callable, Iterator
from typing import NamedTuple
from zlib import crc32

import numpy as np

from bakeoff.api.compare import as_evidence
from bakeoff.api.settings import make_settings
from bakeoff.core.answers.selftest import NullRate
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import ProcedureError
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import Posterior, significance
from bakeoff.inference.analyse import run_on_pairs
from bakeoff.inference.choose import choose_adjustment, choose_procedure
from bakeoff.inference.recognise.benches import build_bench
from bakeoff.inputs.options import ReadOptions
from bakeoff.procedures.predictions.proportions import proportion_interval

# A true rate of .05 has its interval above .05 in one run of two thousand; the seed makes a run repeatable.
LEVEL = 0.999
Draw = Callable[[np.random.Generator], dict[str, object]]


class Null(NamedTuple):
    """A kind of evidence without a difference."""

    of: str
    draw: Draw
    trials: int
    ratio: float | None = None
    allowed: float = 0.05


def null_rates(*, seed: int, share: float = 1.0) -> Iterator[NullRate]:
    """Yield the realised error rate of the default on each kind of evidence; `share` of the trials are enough."""
    for null in NULLS:
        yield measure_null_rate(null, seed=seed, trials=max(20, round(null.trials * share)))


def measure_null_rate(null: Null, *, seed: int, trials: int, settings: Settings | None = None) -> NullRate:
    """Return how often a pair is called different, by the default or by what `settings` name."""
    chosen_settings = make_settings(test_train_ratio=null.ratio) if settings is None else settings
    claims, design, test = 0, "", ""
    for trial in range(trials):
        rng = np.random.default_rng([seed, crc32(null.of.encode()), trial])
        design, test, claimed = _judge_by_default(as_evidence(null.draw(rng), ReadOptions()), chosen_settings)
        claims += claimed
    interval = proportion_interval(claims, trials, method="clopper-pearson", level=LEVEL)
    return NullRate(
        of=null.of,
        design=design,
        test=test,
        trials=trials,
        claims=claims,
        nominal=null.allowed,
        interval=interval,
    )


def _judge_by_default(evidence: Evidence, settings: Settings) -> tuple[str, str, bool]:
    """Return the design, the default test, and whether it calls any pair different."""
    bench = build_bench(evidence, settings)
    carrying = choose_procedure(bench.design, settings)
    adjustment = choose_adjustment(bench.design, settings, carrying)
    try:
        tests = run_on_pairs(carrying, bench, adjustment=adjustment)
    except ProcedureError:  # differences that do not vary
        tests = ()
    alpha = significance(settings.level)
    results = [(t.result, t.p_adjusted) for t in tests if not isinstance(t.result, Posterior)]
    claimed = any((result.p_value if p is None else p) < alpha for result, p in results)
    return str(bench.design.name), carrying.key, claimed


def _draw_over_datasets(classifiers: int, datasets: int) -> Draw:
    def draw(rng: np.random.Generator) -> dict[str, object]:
        difficulty = rng.uniform(0.6, 0.9, size=datasets)
        names = (f"classifier {j + 1}" for j in range(classifiers))
        noise = {name: (difficulty + rng.normal(0, 0.03, size=datasets)).round(4).tolist() for name in names}
        return {"dataset": [f"dataset {i + 1}" for i in range(datasets)], **noise}

    return draw


def _draw_over_folds(rng: np.random.Generator) -> dict[str, object]:
    # The correlation between folds is the one that the correction stands for: n_test / (n_test + n_train).
    shared, noise = np.sqrt(0.1) * rng.normal(), np.sqrt(0.9) * rng.normal(size=10)
    a = 0.8 + rng.normal(0, 0.02, size=10)
    b = a + 0.02 * (shared + noise)
    return {"fold": list(range(1, 11)), "a": a.round(6).tolist(), "b": b.round(6).tolist()}


def _draw_on_examples(classifiers: int) -> Draw:
    def draw(rng: np.random.Generator) -> dict[str, object]:
        truth = rng.integers(2, size=100)
        right = rng.random((100, classifiers)) < rng.beta(4, 1, size=(100, 1))
        answers = np.where(right, truth[:, None], 1 - truth[:, None])
        return {
            "y_true": _class_names(truth),
            **{f"c{j + 1}": _class_names(answers[:, j]) for j in range(classifiers)},
        }

    return draw


def _class_names(classes: np.ndarray) -> list[str]:
    return ["sick" if c else "well" for c in classes]


def _duplicate_classifier(draw: Draw, a: str, b: str) -> Draw:
    """Return the same evidence with the answers of a under the name of b as well."""

    def twice(rng: np.random.Generator) -> dict[str, object]:
        drawn = draw(rng)
        return {**drawn, b: drawn[a]}

    return twice


NULLS = (
    Null("two classifiers, 20 datasets", _draw_over_datasets(2, 20), 500),
    Null("five classifiers, 15 datasets", _draw_over_datasets(5, 15), 80),
    Null("two classifiers, 10 folds", _draw_over_folds, 500, ratio=1 / 9),
    Null("two classifiers, 100 examples", _draw_on_examples(2), 300),
    Null("four classifiers, 100 examples", _draw_on_examples(4), 40),
    Null(
        "one twice, 20 datasets",
        _duplicate_classifier(_draw_over_datasets(2, 20), "classifier 1", "classifier 2"),
        20,
        allowed=0.0,
    ),
    Null(
        "one twice, 10 folds", _duplicate_classifier(_draw_over_folds, "a", "b"), 20, ratio=1 / 9, allowed=0.0
    ),
    Null("one twice, 100 examples", _duplicate_classifier(_draw_on_examples(2), "c1", "c2"), 20, allowed=0.0),
)
