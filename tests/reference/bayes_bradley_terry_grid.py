"""Integrate the posterior of three Bradley–Terry strengths on a grid: what test_bayes_bradley_terry.py is held against.

    python tests/reference/bayes_bradley_terry_grid.py

Only differences of strengths enter: d1 = β1 − β0 and d2 = β2 − β0 are normal with covariance σ² [[2, 1], [1, 2]]. The
trapezoidal rule over d1, d2 and log σ converges geometrically, for the integrand dies out at all ends. What lies below
an edge has an error of the square of the step, which two steps extrapolate away. Nothing of bakeoff is used.
"""

import sys

import numpy as np
from scipy.special import expit, log_expit

TABLES = {
    "mixed": [[0, 3.5, 1], [4.5, 0, 2], [7, 6, 0]],  # row beat column on so many of 8 datasets, draws half
    "ordered": [[0, 30, 30], [0, 0, 30], [0, 0, 0]],
}
EDGE = np.log(0.55 / 0.45)


def integrate(wins, step):
    """Return of each pair (a, b) the mean chance that b wins, and P(chance < .45), P(between), P(> .55), P(> .5)."""
    wins = np.array(wins)
    reach = 12.0 if np.count_nonzero(wins) == 6 else 40.0
    d = np.arange(-np.ceil(reach / step), np.ceil(reach / step)) * step
    d1, d2 = d[:, None], d[None, :]
    apart = {(0, 1): -d1, (0, 2): -d2, (1, 2): d1 - d2}
    log_likelihood = sum(wins[i] * log_expit(x) + wins[i[::-1]] * log_expit(-x) for i, x in apart.items())
    square = (2 * d1**2 - 2 * d1 * d2 + 2 * d2**2) / 3  # the quadratic form of the inverse covariance
    density = np.zeros_like(log_likelihood)
    for tau in np.arange(-3, 4.5, 0.1):
        density += np.exp(
            log_likelihood - square / (2 * np.exp(2 * tau)) - 2 * tau - tau**2 / (2 * 0.25) + 40
        )
    density /= density.sum()
    found = {}
    for pair, x in (((0, 1), d1 + 0 * d2), ((0, 2), d2 + 0 * d1), ((1, 2), d2 - d1)):
        parts = [
            _below(density, x, step, -EDGE),
            _below(density, x, step, EDGE),
            _below(density, x, step, 0.0),
        ]
        found[pair] = [
            float((density * expit(x)).sum()), parts[0], parts[1] - parts[0], 1 - parts[1], 1 - parts[2],
        ]  # fmt: skip
    return found


def _below(density, x, step, edge):
    """Return P(x < edge), from the polynomial through the distribution function at the six nearest places."""
    places = np.round(x / step).astype(int)
    least = places.min()
    share = np.bincount((places - least).ravel(), weights=density.ravel())
    distribution, ends = np.cumsum(share), (np.arange(share.size) + least + 0.5) * step
    k = int(np.searchsorted(ends, edge))
    return float(np.polynomial.Polynomial.fit(ends[k - 3 : k + 3], distribution[k - 3 : k + 3], 5)(edge))


if __name__ == "__main__":
    for name, wins in TABLES.items():
        coarse, fine = integrate(wins, 0.08), integrate(wins, 0.04)
        for pair, values in fine.items():
            better = (4 * np.array(values) - np.array(coarse[pair])) / 3
            sys.stdout.write(f"{name} {pair} {better.round(5).tolist()}\n")
