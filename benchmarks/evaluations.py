"""Items and battles against tools for the same question: truescore from a cold start, evalica from names to intervals.

    python -m benchmarks --peers PYTHON evaluations

evalica's intervals are a bootstrap of 1,000 refits by default. A few are timed, with and without, and the others are
taken to cost the same.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.special import expit

from benchmarks.processes import bakeoff, in_turns

COLD_BAR, BATTLES_BAR = 0.7, 1 / 30
BATTLES, ENTRIES, REFITS, DEFAULT_REFITS = 1_000_000, 100, 8, 1_000
EVALICA = """
import sys, time
import pandas
from evalica import Winner, bootstrap, bradley_terry
table = pandas.read_csv(sys.argv[1])
winners = {"left": Winner.X, "right": Winner.Y, "tie": Winner.Draw}
start = time.process_time()
said = [winners[word] for word in table["winner"]]
few = dict(n_resamples=int(sys.argv[2]), bootstrap_method="percentile", random_state=0)
bootstrap(bradley_terry, table["left"], table["right"], said, **few)
print(time.process_time() - start)
"""
OURS = """
import sys, time
import pandas
import bakeoff
table = pandas.read_csv(sys.argv[1])
bakeoff.leaderboard({"left": list("ab") * 9, "right": list("ba") * 9, "winner": ["left"] * 18})
start = time.process_time()
bakeoff.leaderboard(table)
print(time.process_time() - start)
"""


def measure(peers: str) -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, the ratio, and the bar that it has to keep."""
    with tempfile.TemporaryDirectory() as folder:
        items = write_items(Path(folder) / "items.csv")
        theirs = [str(Path(peers).parent / "truescore"), "compare", items, *TRUESCORE]
        times = in_turns({"ours": bakeoff("compare", items), "truescore": theirs}, rounds=9)
        yield "2 × 1,000 items from a cold start / truescore", times["ours"] / times["truescore"], COLD_BAR
        battles = write_battles(Path(folder) / "battles.csv")
        few, more = (_say(peers, EVALICA, battles, str(n)) for n in (REFITS, 2 * REFITS))
        whole = few + (more - few) / REFITS * (DEFAULT_REFITS - REFITS)
        ours = _say(sys.executable, OURS, battles)
        yield "1,000,000 battles from names to intervals and ranks / evalica", ours / whole, BATTLES_BAR


TRUESCORE = ("--judge-a", "A", "--judge-b", "B", "--id-column", "id")


def write_items(path: Path) -> str:
    """Write right and wrong answers of two models to a thousand items."""
    rng = np.random.default_rng(3)
    right = rng.random((1000, 2)) < (0.72, 0.72)  # truescore ends with 2 where it finds a difference
    rows = (f"q{i},{int(a)},{int(b)}\n" for i, (a, b) in enumerate(right))
    path.write_text("id,A,B\n" + "".join(rows), encoding="utf-8")
    return str(path)


def write_battles(path: Path) -> str:
    """Write battles of random pairs, one in eight a tie, by the names of the entries."""
    rng = np.random.default_rng(0)
    strengths, names = np.linspace(1.5, -1.5, ENTRIES), np.array([f"model {i:02}" for i in range(ENTRIES)])
    left = rng.integers(0, ENTRIES, BATTLES)
    right = (left + rng.integers(1, ENTRIES, BATTLES)) % ENTRIES
    won = rng.random(BATTLES) < expit(strengths[left] - strengths[right])
    winner = np.where(rng.random(BATTLES) < 0.12, "tie", np.where(won, "left", "right"))
    rows = (f"{a},{b},{w}\n" for a, b, w in zip(names[left], names[right], winner, strict=True))
    path.write_text("left,right,winner\n" + "".join(rows), encoding="utf-8")
    return str(path)


def _say(python: str, code: str, *arguments: str) -> float:
    return float(subprocess.check_output([python, "-c", code, *arguments], text=True))
