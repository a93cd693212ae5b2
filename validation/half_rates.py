"""What `validation.halves` has measured, as tables and as the few numbers that the program quotes."""

from math import sqrt
from typing import Any

from validation.quoted import shown
from validation.rates import read

FILE = "halves"
COLUMNS = {
    "corrected-t, 10×10": "10×10, corrected-t",
    "guarded-t, 10×10": "10×10, guarded-t",
    "corrected-t, 50×2": "50×2, corrected-t",
    "corrected-t, 50×2 evenly": "50×2, classes even",
    "corrected-t, 10×2": "10×2, corrected-t",
    "half-cv": "half-cv",
    "half-cv, half": "half-cv, half",
    "half-cv, strict": "half-cv, strict",
    "halves-t": "halves-t",
}
ADVERSARY, REAL, POWER = "adversary", " and ", "b worse"
FEWEST = 200  # trials of a cell that is told
RAREST = {"mammography": 0.0233, "ozone": 0.0288}  # share of the rarest class, where it is small
FEW = 10  # examples of the rarest class in a sample, on average: below, a cell is told as one of a rare class


def trained_share(test: str) -> float:
    """Return on which share of the examples the learners were trained that a test speaks of.

    >>> [trained_share(test) for test in ("halves-t", "half-cv, strict", "corrected-t, 10×2", "guarded-t, 10×10")]
    [0.4, 0.4, 0.5, 0.9]
    """
    return 0.4 if test.startswith(("half-cv", "halves-t")) else 0.5 if "×2" in test else 0.9


def cells(*, null: bool) -> dict[str, dict[str, Any]]:
    """Return the tallies of true nulls, or of those where b is worse."""
    return {
        name: tally
        for name, tally in read(FILE).items()
        if tally["trials"] >= FEWEST and REAL not in name and (POWER not in name) == null
    }


def rate(tally: dict[str, Any], test: str, *, place: int = 0) -> float:
    """Return the share of trials in which a test rejected: at 5 %, or at 1 %."""
    return float(tally["rejects"][test][place] / tally["trials"])


def report(*, null: bool, place: int = 0) -> str:
    """Return rejections as a table; in bold what is more than two standard errors above the level."""
    level = (0.05, 0.01)[place]
    lines = [
        f"| learner, data, examples | trials | {' | '.join(COLUMNS.values())} |",
        "|---" * (len(COLUMNS) + 2) + "|",
    ]
    for name, tally in cells(null=null).items():
        error = sqrt(level * (1 - level) / tally["trials"])
        shares = [rate(tally, test, place=place) for test in COLUMNS]
        told = [f"**{shown(s)}**" if null and s > level + 2 * error else shown(s) for s in shares]
        lines.append(f"| {name.removesuffix(', b worse')} | {tally['trials']:,} | {' | '.join(told)} |")
    return "\n".join(lines)


def extent() -> tuple[int, int]:
    """Return how many learners and how many kinds of data true nulls were tried with, adversaries apart."""
    named = [name.split(", ") for name in cells(null=True) if not name.startswith(ADVERSARY)]
    return len({parts[0] for parts in named}), len({parts[1] for parts in named})


def span(test: str, *, adversaries: bool = False) -> tuple[float, float]:
    """Return the least and the largest share of true nulls that a test rejected at 5 %."""
    shares = [
        rate(t, test) for name, t in cells(null=True).items() if name.startswith(ADVERSARY) == adversaries
    ]
    return min(shares), max(shares)


def relative_power(test: str, learner: str) -> float:
    """Return the power of a test for a learner, as a share of that of the corrected t-test over 10×10 folds."""
    tally = cells(null=False)[f"{learner}, all tell, 100, b worse"]
    return rate(tally, test) / rate(tally, "corrected-t, 10×10")


def real_cells() -> dict[str, dict[str, Any]]:
    """Return the tallies of samples of real data, where two different learners are compared."""
    return {name: tally for name, tally in read(FILE).items() if REAL in name and tally["trials"] >= FEWEST}


def is_of_rare_class(name: str) -> bool:
    """Say whether samples of a cell have few examples of their rarest class.

    >>> is_of_rare_class("stump and logistic regression, mammography, 200"), is_of_rare_class("a and b, adult, 200")
    (True, False)
    """
    _, data, n = name.split(", ")
    return RAREST.get(data, 1.0) * int(n) < FEW


def held(test: str, *, rare: bool) -> tuple[float, float]:
    """Return in how many samples of real data 95 % intervals held the truth: least and most over pairs and data."""
    shares = [coverage(t, test) for name, t in real_cells().items() if is_of_rare_class(name) == rare]
    return min(shares), max(shares)


def coverage(tally: dict[str, Any], test: str) -> float:
    """Return the share of trials whose 95 % interval held the truth."""
    return float(tally["covers"][test] / tally["trials"])


def real_report() -> str:
    """Return coverage on real data as a table; in bold what is more than two standard errors below the level."""
    lines = [
        f"| learners, data, examples | trials | {' | '.join(COLUMNS.values())} |",
        "|---" * (len(COLUMNS) + 2) + "|",
    ]
    for name, tally in real_cells().items():
        least = 0.95 - 2 * sqrt(0.95 * 0.05 / tally["trials"])
        shares = [coverage(tally, test) for test in COLUMNS]
        told = [f"**{shown(s)}**" if s < least else shown(s) for s in shares]
        lines.append(f"| {name} | {tally['trials']:,} | {' | '.join(told)} |")
    return "\n".join(lines)
