"""Thresholds that are chosen on the other folds of a cross-validation: how often alike learners are called different.

Data and null are those of `validation.one_dataset`: both classifiers are the same learner, each on its own half of the
features. What is measured is a part of `validation.curves`.
"""

import numpy as np

from bakeoff.procedures.curves.cross_fitting import choose_threshold, cross_fit_decisions
from bakeoff.procedures.resampled.corrected_t import corrected_t
from validation import one_dataset

FOLDS = 10
RATIO = 1 / (FOLDS - 1)  # of test to training examples; 0 makes the corrected t-test the plain one


def on_other_folds(name: str, examples: int, miss: float, *, trials: int) -> dict[str, float]:
    """Return how often two alike learners are called different, at thresholds chosen on the other folds of ten."""
    wrong = {"corrected t, chosen on other folds": 0, "plain t, chosen on other folds": 0}
    wrong["corrected t, chosen on all folds"] = 0
    for i in range(trials):
        rng = np.random.default_rng([examples, i])
        a, b, labels = one_dataset.draw(one_dataset.SETTINGS[name], rng, examples=examples)
        held = one_dataset.held_out(examples, repeats=1, folds=FOLDS, rng=rng)
        costs = [_fold_costs(SCORED[name](x, labels, held), labels, held, miss) for x in (a, b)]
        elsewhere, here = (costs[0][k] - costs[1][k] for k in (0, 1))
        p_values = (_p_value(elsewhere, RATIO), _p_value(elsewhere, 0.0), _p_value(here, RATIO))
        for key, p in zip(wrong, p_values, strict=True):
            wrong[key] += p < 0.05
    return {key: count / trials for key, count in wrong.items()} | {"trials": trials}


def _fold_costs(scores: np.ndarray, labels: np.ndarray, held: np.ndarray, miss: float) -> np.ndarray:
    """Return the mean cost in every fold: by thresholds chosen on the other folds, and on all."""
    positive, fold = labels == 1, held.argmax(axis=0)
    gains = np.where(positive, miss, -1.0)
    said = np.stack(
        [
            cross_fit_decisions(scores, gains, parts=fold[None])[0],
            scores >= choose_threshold(scores, gains),
        ]
    )
    return np.where(positive, miss * ~said, said) @ held.T / held.sum(axis=1)


def _p_value(differences: np.ndarray, ratio: float) -> float:
    if not differences.any():  # the same decisions for every example
        return 1.0
    return corrected_t(differences, test_train_ratio=ratio).p_value


def log_odds(features: np.ndarray, labels: np.ndarray, held: np.ndarray) -> np.ndarray:
    """Return the log odds of class 1 by naive Bayes, of each example when its fold was held out."""
    odds = np.zeros(held.shape)
    for sign, label in ((-1, 0), (1, 1)):
        training = (~held & (labels == label)).astype(np.float64)
        count = training.sum(axis=1, keepdims=True)
        mean = training @ features / count
        variance = training @ features**2 / count - mean**2 + 1e-9
        squares = (features[None] - mean[:, None]) ** 2 / variance[:, None]
        odds += sign * (
            np.log(count) - 0.5 * (squares.sum(axis=2) + np.log(variance).sum(axis=1, keepdims=True))
        )
    return (odds * held).sum(axis=0)


def neighbours(features: np.ndarray, labels: np.ndarray, held: np.ndarray) -> np.ndarray:
    """Return the share of class 1 among the five nearest examples of the other folds."""
    distances = ((features[:, None] - features[None]) ** 2).sum(axis=2)
    fold = held.argmax(axis=0)
    distances[fold[:, None] == fold] = np.inf
    return labels[np.argpartition(distances, 5, axis=1)[:, :5]].mean(axis=1)


SCORED = {"naive Bayes": log_odds, "nearest neighbour": neighbours}
