"""Two classifiers on many datasets: error rates, power and coverage where the truth is known.

The differences are drawn symmetric about the true shift, so the mean, the median and the pseudo-median are all equal
to it and every test is about the same thing.

    python -m validation.two_classifiers --trials 4000 --out docs/validity/two_classifiers.json
"""

import argparse
import json
from collections.abc import Callable
from math import sqrt
from pathlib import Path

import numpy as np

from bakeoff.procedures.paired_t import paired_t
from bakeoff.procedures.sign import sign
from bakeoff.procedures.sign_flip import sign_flip
from bakeoff.procedures.signed_rank import wilcoxon

Draw = Callable[[np.random.Generator, int], np.ndarray]


def _contaminated(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.normal(size=n) * np.where(rng.random(n) < 0.1, 10.0, 1.0)


def _rounded(rng: np.random.Generator, n: int) -> np.ndarray:
    return np.round(rng.normal(size=n) * 2) / 2  # ties and zeros, as in scores printed with few digits


DRAWS: dict[str, Draw] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "t2 tails": lambda rng, n: rng.standard_t(2, size=n),
    "contaminated": _contaminated,
    "rounded": _rounded,
}
# The true shift at which power is measured, by size: large enough to see, small enough to differ.
SHIFTS = {10: 0.8, 20: 0.5, 50: 0.4}
TESTS = {
    "paired-t": lambda d, rng: paired_t(d),
    "wilcoxon": lambda d, rng: wilcoxon(d),
    "sign": lambda d, rng: sign(d),
    "sign-flip": lambda d, rng: sign_flip(d, rng=rng, flips=2_000),
}


def rates(draw: Draw, n: int, shift: float, *, trials: int, seed: int) -> dict[str, dict[str, float]]:
    """Return how often each test rejects at 5 %, and how often its 95 % interval holds the true shift."""
    rng = np.random.default_rng(seed)
    rejects = dict.fromkeys(TESTS, 0)
    covers = dict.fromkeys(TESTS, 0)
    for _ in range(trials):
        differences = np.round(draw(rng, n) + shift, 9)
        if not np.ptp(differences):
            continue
        for key, run in TESTS.items():
            result = run(differences, np.random.default_rng(0))
            rejects[key] += result.p_value < 0.05
            covers[key] += shift in result.estimate.interval
    return {
        key: {"rejects": rejects[key] / trials, "covers": covers[key] / trials, "trials": trials}
        for key in TESTS
    }


def table(*, trials: int, done: dict[str, dict[str, dict[str, float]]], out: Path) -> None:
    """Measure every setting that is not done yet, and save after each."""
    for name, draw in DRAWS.items():
        for n, shift in SHIFTS.items():
            for true_shift in (0.0, shift):
                setting = f"{name}, n = {n}, shift = {true_shift:g}"
                if setting not in done:
                    done[setting] = rates(draw, n, true_shift, trials=trials, seed=n)
                    out.write_text(json.dumps(done, indent=1) + "\n")
                    print(setting, {k: v["rejects"] for k, v in done[setting].items()}, flush=True)


def main() -> None:
    """Run every setting and write the rates, resuming where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=4000)
    parser.add_argument("--out", type=Path, default=Path("docs/validity/two_classifiers.json"))
    options = parser.parse_args()
    done = json.loads(options.out.read_text()) if options.out.exists() else {}
    table(trials=options.trials, done=done, out=options.out)
    error = sqrt(0.05 * 0.95 / options.trials)
    print(f"a rate of .05 has a standard error of {error:.4f}")


if __name__ == "__main__":
    main()
