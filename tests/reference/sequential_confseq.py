"""Write sequential_confseq.json: capital and bounds by confseq 0.0.11 (Howard; Waudby-Smith and Ramdas).

python sequential_confseq.py > sequential_confseq.json, with confseq importable (its C++ part built with Boost).
"""

import json
import sys
from math import log

import numpy as np
from confseq.betting import diversified_betting_mart
from confseq.boundaries import beta_binomial_log_mixture
from scipy import optimize

SHARES = np.geomspace(1e-5, 0.9999, 128)
WEIGHTS = (1 - SHARES**2) ** 4 * SHARES
WEIGHTS /= WEIGHTS.sum()
# For differences of ±1, its mixture is Beta(r/2, r/2) on the side bet on; r = rho - 1 = 10 by this choice of v_opt.
ALPHA = 0.05
BITS = log(1 / (2 * ALPHA))
V_OPT = 11 * (2 * BITS + log(1 + 2 * BITS))


def one_sided_mixture(surplus, flips):
    return beta_binomial_log_mixture(surplus, flips, V_OPT, 1, 1, ALPHA, True)  # noqa: FBT003 - by place only


def capital(differences, mean):
    x, m = (np.asarray(differences) + 1) / 2, (mean + 1) / 2
    bets = [lambda x, m, f=f: np.full(len(x), f / m) for f in SHARES]
    return float(diversified_betting_mart(x, m, bets, lambdas_weights=WEIGHTS, theta=1, trunc_scale=1)[-1])


def lower(differences, tail):
    found = optimize.brentq(
        lambda m: log(capital(differences, m) * tail), -0.999, np.mean(differences), xtol=1e-13
    )
    return float(found)


def main():
    rng = np.random.default_rng(11)
    flips = [(30, 10), (5, 5), (0, 7), (12, 1), (100, 140), (0, 0)]
    mixture = [
        {"wins": w, "losses": lost, "log_e": one_sided_mixture(w - lost, w + lost)}
        for w, lost in flips
        if w + lost
    ]
    graded = [
        np.round(rng.beta(2, 3, n) - rng.beta(3, 3, n) + shift, 3).clip(-1, 1).tolist()
        for n, shift in ((20, 0.2), (60, 0.25), (150, 0.12))
    ]
    binary = rng.choice([-1.0, 0.0, 1.0], 200, p=[0.05, 0.8, 0.15]).tolist()
    bounded = [
        {
            "differences": d,
            "capital": {str(m): capital(d, m) for m in (-0.3, -0.03, 0.0, 0.05)},
            "lower": lower(d, 0.025),
            "upper": -lower([-x for x in d], 0.025),
        }
        for d in (*graded, binary)
    ]
    json.dump({"mixture": mixture, "bounded": bounded}, sys.stdout, indent=1)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
