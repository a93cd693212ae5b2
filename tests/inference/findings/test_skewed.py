"""BO581: a claim by a test that rests on symmetry, with a long tail of differences against it."""

import numpy as np
import pytest

import bakeoff


def table(first: np.ndarray, *, seed: int = 1, k: int = 3) -> dict[str, list]:
    """Return scores about 60 of k classifiers that differ by noise, the first with its own on top."""
    rng = np.random.default_rng(seed)
    n = first.size
    scores = 60 + rng.normal(0, 3, (n, 1)) + rng.normal(0, 0.5, (n, k))
    scores[:, 0] += first
    names = [f"{'abcdefghij'[i // 10]}{'klmnopqrst'[i % 10]}" for i in range(n)]
    return {"dataset": names} | {f"c{j}": scores[:, j].tolist() for j in range(k)}


def told(made: bakeoff.Comparison):
    return next((f for f in made.findings if f.code == "BO581"), None)


RARE = np.where(
    np.arange(40) % 10 == 3, -6.0, 0.8
)  # better on nine datasets in ten, and hardly so on average


@pytest.mark.parametrize(("test", "k"), [(None, 3), ("wilcoxon", 3), (None, 2)])
def test_rare_failures_are_told_with_the_dataset_that_fails_most(test, k):
    made = bakeoff.compare(table(RARE, k=k), metric="score", test=test)
    assert any(pair.is_claim for pair in made.pairs)
    finding = told(made)
    assert finding is not None
    pair = finding.detail["pairs"][0]
    own = next(p for p in made.pairs if (p.a, p.b) == (pair["a"], pair["b"]))
    side = 1 if own.verdict == "better" else -1
    assert pair["tail"] == own.units[int(np.argmin(side * own.advantages))]
    assert pair["tail"] in finding.message
    assert pair["mean"] == pytest.approx(float(own.advantages.mean()))


@pytest.mark.parametrize("seed", range(3))
def test_a_shift_that_is_the_same_everywhere_is_no_doubt(seed):
    made = bakeoff.compare(table(np.full(40, 0.8), seed=seed), metric="score")
    assert any(pair.is_claim for pair in made.pairs)
    assert told(made) is None


def test_a_tail_on_the_side_of_the_verdict_is_no_doubt():
    assert told(bakeoff.compare(table(np.where(np.arange(40) % 10 == 3, 8.0, 0.8)), metric="score")) is None


def test_a_test_of_the_mean_is_not_held_against_the_mean():
    assert told(bakeoff.compare(table(RARE), metric="score", test="paired-t")) is None
