"""Fragility: whether the smallest sets are the smallest, and how robust a claim about nothing looks.

    python -m validation.fragility brute --tables 10000 --out docs/validity/fragility_brute.json
    python -m validation.fragility series
    python -m validation.fragility rates --out docs/validity/fragility.json

`brute` tries every part of random tables of up to 15 datasets, with tests by their definition: t from means and
spreads, the others by listing all signs. It saves its counts as it goes and goes on from them, and fails where one
table disagrees. `series` measures the error of the Edgeworth series that screens untied ranks. `rates` draws normal
differences with no true difference and counts how many datasets must go for the verdict to change: the source of
`bakeoff.procedures.fragility.robustness`.
"""

import argparse
import json
import sys
import time
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
from scipy import special

from bakeoff.core.results import Alternative
from bakeoff.procedures.base.distributions import edgeworth_tail
from bakeoff.procedures.base.quick_tests import QUICK_TESTS
from bakeoff.procedures.base.random_signs import lower_tail
from bakeoff.procedures.fragility.verdict_changes import smallest_flip

TESTS = ("paired-t", "wilcoxon", "sign", "sign-flip")
KINDS = 7
SIZES = {
    "paired-t": (5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 100),
    "wilcoxon": (6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 100),
    "sign-flip": (6, 7, 8, 9, 10, 12, 15, 20),  # beyond, those of the paired t-test serve
}
NEVER = 10**9
REMOVED = 10  # rates are tabulated for up to so many datasets left out


def random_table(rng: np.random.Generator, n: int, kind: int) -> np.ndarray:
    """Draw differences: normal, skewed, heavy-tailed, tied, with zeros, of few values or on a mixed scale."""
    shift = rng.choice([0.0, 0.3, 0.6, 1.0, 2.0]) * rng.choice([-1, 1])
    match kind:
        case 0:
            return np.round(rng.normal(size=n) + shift, 6)
        case 1:
            return np.round(rng.exponential(size=n) - 1 + shift, 6)
        case 2:
            return np.round(3 * rng.standard_t(2, size=n) + 2 * shift)
        case 3:
            return np.round(2 * rng.normal(size=n) + 2 * shift)
        case 4:
            return np.where(rng.random(n) < 0.3, 0.0, np.round(rng.normal(size=n) + shift, 6))
        case 5:
            return rng.choice([0.0, 0.0, 0.0, 1.0, 2.0, 5.0, -1.0], size=n)
        case _:
            sizes = np.abs(rng.normal(size=n)) * 10.0 ** rng.uniform(-1, 1, size=n)
            return np.round(sizes * rng.choice([1, 1, 1, 1, -1], size=n), 6)


def p_values(parts: np.ndarray, test: str, alternative: Alternative) -> tuple[np.ndarray, np.ndarray]:
    """Return statistics and p-values of the rows of `parts` by the definition of the test; NaN where it has none."""
    if test == "paired-t":
        m = parts.shape[1]
        if m < 2:
            return np.full(len(parts), np.nan), np.full(len(parts), np.nan)
        spread = parts.std(axis=1, ddof=1)
        flat = parts.min(axis=1) == parts.max(axis=1)
        t = np.where(flat, np.nan, parts.mean(axis=1) / np.where(flat, 1, spread / np.sqrt(m)))
        up, down = special.stdtr(m - 1, -t), special.stdtr(m - 1, t)
        return t, _sided(up, down, alternative)
    weights = _weights(parts, test)
    signed = np.sign(parts) * weights
    signs = 1.0 - 2.0 * (np.arange(2 ** parts.shape[1])[:, None] >> np.arange(parts.shape[1]) & 1)
    observed = signed.sum(axis=1)
    under_null = weights @ signs.T
    slack = 1e-7 * np.maximum(weights.sum(axis=1, keepdims=True), 1e-300)
    up = (under_null >= observed[:, None] - slack).mean(axis=1)
    down = (under_null <= observed[:, None] + slack).mean(axis=1)
    return observed, _sided(up, down, alternative)


def _weights(parts: np.ndarray, test: str) -> np.ndarray:
    sizes = np.abs(parts)
    if test == "sign":
        return (sizes > 0).astype(float)
    if test == "sign-flip":
        return sizes
    below = (sizes[:, None, :] < sizes[:, :, None]).sum(axis=2)
    equal = (sizes[:, None, :] == sizes[:, :, None]).sum(axis=2)
    return np.where(sizes > 0, below + (equal + 1) / 2, 0.0)


def _sided(up: np.ndarray, down: np.ndarray, alternative: Alternative) -> np.ndarray:
    if alternative is Alternative.TWO_SIDED:
        return np.minimum(1.0, 2 * np.minimum(up, down))
    return up if alternative is Alternative.GREATER else down


def smallest_by_brute_force(
    differences: np.ndarray, *, test: str, level: float, alternative: Alternative
) -> int | None:
    """Return how many datasets must go at least, by trying every part of the table."""

    def words(parts: np.ndarray) -> np.ndarray:
        statistic, p = p_values(parts, test, alternative)
        word = np.where(p < round(1 - level, 12), np.sign(statistic), 0)
        return np.where(np.isnan(p), np.nan, word)

    now = words(differences[None])[0]
    if np.isnan(now):
        return None
    n = differences.size
    for size in range(1, n):
        for chunk in _chunks(n, n - size):
            found = words(differences[chunk])
            if ((found != now) & ~np.isnan(found)).any():
                return size
    return None


def _chunks(n: int, m: int, at_once: int = 4_000_000) -> list[np.ndarray]:
    every = np.array(list(combinations(range(n), m)))
    return np.array_split(every, max(1, comb(n, m) * 2**m // at_once))


def brute(*, tables: int, seed: int, out: Path | None) -> Counter[str]:
    """Compare smallest_flip with brute force on random tables; print and count the mismatches."""
    seen: Counter[str] = Counter()
    if out and out.exists():
        seen.update(json.loads(out.read_text(encoding="utf-8")))
    for number in range(seen["tables"], tables):
        seen.update(_brute_one(number, seed))
        if out and (number % 100 == 99 or number == tables - 1):
            out.write_text(json.dumps(dict(seen), indent=1) + "\n", encoding="utf-8")
    return seen


def _brute_one(number: int, seed: int) -> Counter[str]:
    """Draw one table, which its number decides, and say what of it is to be counted."""
    rng = np.random.default_rng([seed, number])
    differences = random_table(rng, int(rng.integers(3, 16)), number % KINDS)
    test, level = TESTS[number // KINDS % len(TESTS)], float(rng.choice([0.8, 0.9, 0.95, 0.99]))
    alternative = list(Alternative)[int(rng.integers(3))]
    want = smallest_by_brute_force(differences, test=test, level=level, alternative=alternative)
    flip = smallest_flip(differences, test=test, level=level, alternative=alternative)  # type: ignore[arg-type]
    agrees = want == (None if flip is None else len(flip.removed))
    if not agrees:
        _say(test, level, alternative, differences.tolist(), "brute force", want, "found", flip)
    how = "exact" if flip is None or flip.exact else "upper bound"
    return Counter(
        {"tables": 1, test: 1, how: 1, f"n = {differences.size}": 1, "mismatches": int(not agrees)}
    )


def series_errors() -> dict[str, float]:
    """Return the largest relative error of the series, times m³, for m untied ranks and by how far the tail is."""
    worst: dict[str, float] = {}
    for m in (16, 20, 30, 50, 100, 200, 400):
        for zeros in (0, m // 4, m):
            ranks = np.arange(zeros + 1, zeros + m + 1)
            total = int(ranks.sum())
            moments = [np.array((ranks.astype(float) ** power).sum()) for power in (2, 4, 6)]
            for chance in (1e-6, 1e-5, 1e-4, 0.001, 0.0025, 0.005, 0.0125, 0.025, 0.05, 0.1, 0.2):
                bound = int((total + special.ndtri(chance) * np.sqrt(moments[0])) / 2)
                if bound < 0:
                    continue
                exact = lower_tail(ranks, bound)
                about = float(edgeworth_tail(np.array(total - 2.0 * bound - 1), *moments))
                key = f"m = {m}, tail {min(chance, 0.001):g}{' or more' if chance >= 0.001 else ''}"
                worst[key] = max(worst.get(key, 0.0), round(abs(about / exact - 1) * m**3, 1))
    return worst


def rates(test: str, n: int, *, wanted: int, seed: int) -> dict[str, object]:
    """Return how many datasets must go, without a true difference: of decided verdicts, and of undecided ones."""
    rng = np.random.default_rng(seed + 1000 * n + TESTS.index(test))
    sizes: dict[bool, list[int]] = {True: [], False: []}
    drawn = 0
    while len(sizes[True]) < wanted:
        differences = rng.normal(size=n)
        drawn += 1
        answer = QUICK_TESTS[test](differences, Alternative.TWO_SIDED)
        decided = answer is not None and answer[1] < 0.05
        if len(sizes[decided]) < wanted:
            flip = smallest_flip(differences, test=test)  # type: ignore[arg-type]
            sizes[decided].append(NEVER if flip is None else len(flip.removed))
    count = range(1, REMOVED + 1)
    return {
        "drawn": drawn,
        "each": wanted,
        "decided_survive": [round(float(np.mean(np.array(sizes[True]) > k)), 4) for k in count],
        "undecided_flip": [round(float(np.mean(np.array(sizes[False]) <= k)), 4) for k in count],
    }


def favourable(n: int, *, trials: int, seed: int) -> list[float]:
    """Return the share of significant t-tests, with no true difference, that survive losing their best 1, 2, 3."""
    x = np.random.default_rng(seed).normal(size=(trials, n))
    x = np.sort(x * np.sign(x.sum(axis=1, keepdims=True)), axis=1)
    x = x[p_values(x, "paired-t", Alternative.TWO_SIDED)[1] < 0.05]
    kept = [x[:, : n - k] for k in (1, 2, 3)]
    return [round(float((p_values(k, "paired-t", Alternative.TWO_SIDED)[1] < 0.05).mean()), 3) for k in kept]


def _say(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Run one of the three parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("brute", "series", "rates"))
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument(
        "--wanted", type=int, default=4000, help="decided and undecided verdicts for each rate"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    start = time.perf_counter()
    if given.part == "brute":
        seen = brute(tables=given.tables, seed=given.seed, out=given.out)
        _say(dict(seen))
        if seen["mismatches"]:
            sys.exit(1)
    elif given.part == "series":
        _say(json.dumps(series_errors(), indent=1))
    else:
        found: dict[str, object] = {
            f"favourable, n = {n}": favourable(n, trials=200_000, seed=given.seed) for n in (10, 20, 30)
        }
        for test, sizes in SIZES.items():
            for n in sizes:
                found[f"{test}, n = {n}"] = rates(test, n, wanted=given.wanted, seed=given.seed)
                _say(test, n, found[f"{test}, n = {n}"])
        if given.out:
            given.out.write_text(json.dumps(found, indent=1) + "\n")
        _say({key: value for key, value in found.items() if key.startswith("favourable")})
    _say(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
