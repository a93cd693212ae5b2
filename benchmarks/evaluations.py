"""Items and battles against tools for the same question: truescore from a cold start, evalstats on all pairs of fifty
models, evalica from names to intervals.

    python -m benchmarks --peers PYTHON evaluations

evalica's intervals are a bootstrap of 1,000 refits by default. A few are timed, with and without, and the others are
taken to cost the same. evalstats is stopped after 100 seconds of processor time: where it has not ended by then, the
ratio is at most the one that is given.
"""

import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.special import expit

from benchmarks.items import least, written
from benchmarks.processes import bakeoff, in_turns

COLD_BAR, FIFTY_BAR, BATTLES_BAR = 0.7, 0.05, 1 / 30
MOST_SECONDS = 100  # of processor time, of evalstats
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
        fifty = written(Path(folder) / "fifty.csv", 50, 500)
        stopped = _seconds_until_stopped([str(Path(peers).parent / "evalstats"), "analyze", fifty])
        yield "50 × 500 items, all pairs / evalstats", least(fifty) / stopped, FIFTY_BAR
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


def _seconds_until_stopped(command: list[str]) -> float:
    """Return the processor time of a command that ends by itself or is stopped."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS)),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _say(python: str, code: str, *arguments: str) -> float:
    return float(subprocess.check_output([python, "-c", code, *arguments], text=True))
