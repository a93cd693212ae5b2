"""Rank sets of large boards, and strengths from a million battles: CPU seconds, and against the bare work."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from bakeoff.procedures.many.rank_sets import rank_sets
from bakeoff.procedures.preferences.battles import Battles
from bakeoff.procedures.preferences.strengths import battle_strengths


def measure() -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, the CPU time, and the bar that it has to keep."""
    rng = np.random.default_rng(0)
    for entries, items, bar in ((134, 500, 0.5), (1000, 5000, 60.0)):
        z = (
            rng.normal(0, 1.5, (items, 1))
            + rng.normal(0, 0.7, (items, entries))
            + np.linspace(1.5, -1.5, entries)
        )
        right = (rng.random(z.shape) < expit(z)) / items
        yield (
            f"rank sets, {entries:,} entries × {items:,} items: seconds",
            _seconds(lambda r=right: rank_sets(r, rng=rng)),
            bar,
        )
    battles = draw_battles(rng, 1_000_000, 100)
    codes = (battles.left * 100 + battles.right) * 3 + (2 * battles.won).astype(np.intp)
    bare, ours = zip(
        *(
            (_seconds(lambda: fit_barely(codes, 100)), _seconds(lambda: battle_strengths(replace(battles))))
            for _ in range(7)
        ),
        strict=True,
    )
    yield "strengths of 100 entries, 1,000,000 battles: seconds", min(ours), 0.2
    yield "… against counting the codes and six Newton steps", min(ours) / min(bare), 10.0
    prompts = Battles(
        left=battles.left,
        right=battles.right,
        won=battles.won,
        entries=100,
        prompt=np.arange(1_000_000) // 10,
        annotator=rng.integers(0, 5000, 1_000_000),
    )
    yield (
        "… with errors over 100,000 prompts and 5,000 annotators: seconds",
        _seconds(lambda: battle_strengths(prompts)),
        3.0,
    )


def fit_barely(codes: NDArray[np.intp], entries: int) -> NDArray[np.float64]:
    """Return strengths with ties as half wins, and nothing else: the least that anybody has to do."""
    table = np.bincount(codes, minlength=3 * entries**2).reshape(entries, entries, 3)
    wins = table[:, :, 2] + table[:, :, 0].T + (table[:, :, 1] + table[:, :, 1].T) / 2
    games, theta = wins + wins.T, np.zeros(entries)
    for _ in range(6):
        chance = expit(np.subtract.outer(theta, theta))
        curve = games * chance * (1 - chance)
        theta = theta + np.linalg.solve(
            np.diag(curve.sum(axis=1)) - curve + 1.0, (wins - games * chance).sum(axis=1)
        )
    return theta


def draw_battles(rng: np.random.Generator, size: int, entries: int) -> Battles:
    """Return battles of random pairs, one in eight a tie."""
    strengths = np.linspace(1.5, -1.5, entries)
    left = rng.integers(0, entries, size)
    right = (left + rng.integers(1, entries, size)) % entries
    won = (rng.random(size) < expit(strengths[left] - strengths[right])).astype(np.float64)
    won[rng.random(size) < 0.12] = 0.5
    return Battles(left=left, right=right, won=won, entries=entries)


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start
