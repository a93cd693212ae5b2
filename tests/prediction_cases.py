"""Predictions made by formulas, so that the generators of reference values and the tests share them."""

import numpy as np


def _case(n, classes, digits):
    i = np.arange(1, n + 1)
    truth = (np.abs(np.round(np.sin(i * 1.7) * 2 * classes)).astype(int)) % classes
    raw = np.array([np.exp(np.sin(i * (j + 2)) + 1.2 * (truth == j)) for j in range(classes)]).T
    probabilities = np.round(raw / raw.sum(axis=1, keepdims=True), digits)
    probabilities[:, -1] = 1 - probabilities[:, :-1].sum(axis=1)
    return truth, probabilities.argmax(axis=1), probabilities, 0.5 + (i % 4)


CASES = {
    "two": _case(150, 2, 2),
    "two small": _case(12, 2, 6),
    "three": _case(200, 3, 3),
    "five": _case(60, 5, 2),
}


def ranked_case(n, digits):
    """Return truth and the scores of a and b, as predictions.R has them."""
    i = np.arange(1, n + 1, dtype=float)
    truth = (np.cos(7 * i) > 0.3).astype(int)
    a = np.round(np.sin(i**2) + 0.8 * truth, digits)
    b = np.round(np.sin(i**2) / 2 + np.sin(5 * i) / 2 + 1.1 * truth, digits)
    return truth, a, b
