"""Two classifiers on one test set: the four counts, the flips, and how far they agree."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.arrays import Floats, Ints
from bakeoff.procedures.base.arguments import check_arguments
from bakeoff.procedures.base.example_flips import check_same_examples


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far the predictions of two classifiers agree, whether right or wrong."""

    share: float  # of the examples on which both predict the same class
    kappa: float | None  # Cohen's; None where both always predict one and the same class
    both_wrong_alike: int  # wrong, and the same wrong class
    both_wrong_apart: int


@check_arguments
def agreement(truth: Ints, a: Ints, b: Ints) -> Agreement:
    """Return how far two classifiers' predictions agree.

    Agreement is about predictions, not about being right: two classifiers can be wrong together in
    different ways. Kappa is 1 for agreement everywhere and 0 for as much as two classifiers with these
    frequencies of classes would show by chance.

    Parameters
    ----------
    truth, a, b
        The true class and both predictions of each example, as class numbers.

    References
    ----------
    cohen1960

    Examples
    --------
    >>> agreement(np.array([0, 0, 1, 2]), np.array([0, 1, 1, 1]), np.array([0, 1, 0, 0])).share
    0.5
    """
    check_same_examples(truth, a, b)
    same = a == b
    wrong = (a != truth) & (b != truth)
    alike = int(np.count_nonzero(same & wrong))
    return Agreement(
        share=float(same.mean()),
        kappa=_prediction_kappa(a, b),
        both_wrong_alike=alike,
        both_wrong_apart=int(np.count_nonzero(wrong)) - alike,
    )


def agreement_matrix(predictions: Ints) -> Floats:
    """Return the share of examples on which each two classifiers predict the same class.

    >>> agreement_matrix(np.array([[0, 0, 1], [1, 1, 1]])).tolist()
    [[1.0, 1.0, 0.5], [1.0, 1.0, 0.5], [0.5, 0.5, 1.0]]
    """
    shares: Floats = _count_same(predictions) / predictions.shape[0]
    return shares


def kappa_matrix(predictions: Ints) -> Floats:
    """Return Cohen's kappa between each two classifiers; NaN where both always predict one and the same class.

    References
    ----------
    cohen1960

    Examples
    --------
    >>> kappa_matrix(np.array([[0, 0, 1], [1, 1, 1], [0, 1, 1]])).round(2).tolist()
    [[1.0, 0.4, 0.0], [0.4, 1.0, 0.0], [0.0, 0.0, nan]]
    """
    n, classes = predictions.shape[0], int(predictions.max()) + 1
    # Whole numbers up to the last division, as for one pair.
    often = np.array([np.bincount(column, minlength=classes) for column in predictions.T])
    by_chance = often @ often.T
    rest = n * n - by_chance
    kappas: Floats = np.full(rest.shape, np.nan)
    np.divide(n * _count_same(predictions) - by_chance, rest, out=kappas, where=rest > 0)
    return kappas


def _count_same(predictions: Ints) -> Ints:
    """Return on how many examples each two classifiers predict the same class."""
    n, k = predictions.shape
    # Columns that lie together, of numbers no wider than need be: comparing them is what takes the time.
    columns = np.ascontiguousarray(predictions.T, dtype=np.min_scalar_type(int(predictions.max())))
    counts = np.full((k, k), n, dtype=np.int64)
    for i in range(k):
        for j in range(i):
            counts[i, j] = counts[j, i] = np.count_nonzero(columns[i] == columns[j])
    return counts


def _prediction_kappa(a: Ints, b: Ints) -> float | None:
    n, classes = a.size, int(max(a.max(), b.max())) + 1
    # Whole numbers up to the last division: n² chance agreements against n times the observed ones.
    by_chance = int(np.bincount(a, minlength=classes) @ np.bincount(b, minlength=classes))
    observed = int(np.count_nonzero(a == b))
    return None if by_chance == n * n else (n * observed - by_chance) / (n * n - by_chance)
