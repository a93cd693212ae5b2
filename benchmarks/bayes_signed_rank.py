"""The Bayesian signed-rank test against baycomp, at equal Monte Carlo error, and many pairs at once.

    python -m benchmarks.bayes_signed_rank /path/to/python

The interpreter named has baycomp installed. What is compared is CPU time times squared standard error, which does not
depend on the number of draws: so many times longer would the other have to run for the same error. Both run in turns,
in processes of their own, on the same differences.
"""

import json
import statistics
import subprocess
import sys
import time
from math import sqrt

import numpy as np

from bakeoff.procedures.bayes.bayes_hierarchical import bayes_hierarchical
from bakeoff.procedures.bayes.bayes_signed_rank import bayes_signed_rank, bayes_signed_rank_pairs

BARS = {30: 1 / 5, 500: 1 / 40}  # of their work, at the same error
PAIRS_BAR, HIERARCHICAL_BAR = 1.5, 1.5  # CPU seconds
PEER_DRAWS = {30: 20_000, 500: 1_000}
PEER = """
import json, sys, time
import numpy as np
from baycomp import SignedRankTest
d, margin, draws = json.loads(sys.argv[1])
d = np.array(d)
SignedRankTest.probs(0 * d, d, margin, nsamples=100)
start = time.process_time()
SignedRankTest.probs(0 * d, d, margin, nsamples=draws, random_state=1)
print(time.process_time() - start)
"""


def differences(n: int) -> np.ndarray:
    """Return differences that leave the answer open, whatever their number."""
    rng = np.random.default_rng(n)
    raw = rng.standard_normal(n)
    return np.round((raw - raw.mean()) / raw.std() + 0.7 / sqrt(n), 4)


def peer_seconds(interpreter: str, d: np.ndarray, margin: float, draws: int) -> float:
    """Return the CPU time of one call of baycomp."""
    task = json.dumps([d.tolist(), margin, draws])
    shown = subprocess.run([interpreter, "-c", PEER, task], check=True, capture_output=True, text=True)
    return float(shown.stdout)


def our_seconds(d: np.ndarray, margin: float) -> tuple[float, float, float]:
    """Return the CPU time of one call of ours, its error, and the largest variance of one draw."""
    start = time.process_time()
    found = bayes_signed_rank(d, margin=margin, rng=np.random.default_rng(1))
    seconds = time.process_time() - start
    return (
        seconds,
        found.monte_carlo_error,
        max(p * (1 - p) for p in (found.worse, found.equivalent, found.better)),
    )


def against_baycomp(interpreter: str, n: int, margin: float, rounds: int) -> float:
    """Return our work over theirs, for the same error."""
    d, draws, ratios = differences(n), PEER_DRAWS[n], []
    for _ in range(rounds):
        theirs = peer_seconds(interpreter, d, margin, draws)
        ours, error, variance = our_seconds(d, margin)
        ratios.append(ours * error**2 / (theirs * variance / draws))
    return statistics.median(ratios)


def pairs_seconds(margin: float) -> float:
    """Return the CPU time for 190 pairs over 100 datasets, errors below 0.005."""
    columns = np.random.default_rng(1).normal(0.1, 1.0, (100, 190))
    start = time.process_time()
    found = bayes_signed_rank_pairs(columns, margin=margin, rng=np.random.default_rng(2))
    seconds = time.process_time() - start
    if max(f.monte_carlo_error for f in found) > 0.005:
        raise RuntimeError("the errors are larger than promised")
    return seconds


def hierarchical_seconds() -> float:
    """Return the CPU time for 30 datasets of 100 resamples."""
    rng = np.random.default_rng(1)
    evidence = list(0.01 + 0.02 * rng.standard_t(3, (30, 1)) + rng.normal(0, 0.03, (30, 100)))
    start = time.process_time()
    bayes_hierarchical(evidence, test_train_ratio=1 / 9, margin=0.01, rng=rng)
    return time.process_time() - start


def measure(interpreter: str | None = None, *, rounds: int = 3) -> list[tuple[str, float, float]]:
    """Return (what, measured, bar) for every promise; those against baycomp need its interpreter."""
    found = [
        (
            f"190 pairs × 100 datasets, margin {m:g}: seconds",
            min(pairs_seconds(m) for _ in range(rounds)),
            PAIRS_BAR,
        )
        for m in (0.0, 0.1)
    ]
    seconds = min(hierarchical_seconds() for _ in range(rounds))
    found.append(("hierarchical, 30 datasets × 100: seconds", seconds, HIERARCHICAL_BAR))
    for n, bar in BARS.items() if interpreter else ():
        for margin in (0.0, 1.4 / sqrt(n)):
            ratio = against_baycomp(interpreter, n, margin, rounds)
            found.append((f"n = {n}, margin {margin:.2g}: work / baycomp's", ratio, bar))
    return found


if __name__ == "__main__":
    for what, ratio, bar in measure(*sys.argv[1:2]):
        print(f"{what:<50} {ratio:9.4f}   at most {bar:.4f}   (1/{1 / ratio:.0f})")
