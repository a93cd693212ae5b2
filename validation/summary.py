"""The error rates of all simulations in one dated table, each with its binomial standard error."""

import csv
import json
from collections.abc import Iterator, Mapping
from math import sqrt
from pathlib import Path
from typing import NamedTuple

FOLDER = Path("docs/validity")
ALPHA = 0.05
HEAD = """\
# Every error rate in one table

How often each test rejected a null that is true, at 5 %: the lowest and the highest rate over the settings that were
tried, each with one standard error (binomial, from the number of trials). "above" means that the highest rate exceeds
.05 by more than three of the standard errors that a rate of .05 would have; where several settings were tried, the
highest of them is above .05 by chance too. Of `many_datasets` the rates are family-wise, and a setting in which every
pair differs counts as 0. `make validate` makes the table anew.

"""


class Rate(NamedTuple):
    """How often a test rejected in one setting without a difference."""

    file: str
    test: str
    setting: str
    share: float
    trials: int


def write_summary(dates: Mapping[str, str]) -> Path:
    """Write the table from what the simulations left, and return where."""
    found: dict[tuple[str, str], list[Rate]] = {}
    for rate in rates():
        found.setdefault((rate.file, rate.test), []).append(rate)
    lines = ["| simulation | test | settings | lowest | highest | where | |", "|---|---|---|---|---|---|---|"]
    lines += [_row(file, test, of) for (file, test), of in found.items()]
    measured = [f"- `{name}`: {date}" for name, date in dates.items()]
    text = HEAD + "\n".join(lines) + "\n\n## Dates of the results\n\n" + "\n".join(measured) + "\n"
    place = FOLDER / "summary.md"
    place.write_text(text, encoding="utf-8")
    return place


def rates() -> Iterator[Rate]:
    """Yield every rate under a true null that the result files hold."""
    yield from _two_classifiers()
    yield from _many_datasets()
    yield from _one_dataset()
    yield from _pooled()
    yield from _plain("omnibus", trials=1500)
    yield from _plain("cochran", trials=None)


def error(share: float, trials: int) -> float:
    """Return the standard error of a share."""
    return sqrt(share * (1 - share) / trials)


def is_above(share: float, trials: int) -> bool:
    """Say whether a share is farther above the level than chance would take it."""
    return share > ALPHA + 3 * error(ALPHA, trials)


def _row(file: str, test: str, of: list[Rate]) -> str:
    low, high = min(of, key=lambda r: r.share), max(of, key=lambda r: r.share)
    mark = "above" if is_above(high.share, high.trials) else ""
    shown = " | ".join(f"{r.share:.3f} ± {error(r.share, r.trials):.3f}" for r in (low, high))
    return f"| {file} | {test} | {len(of)} | {shown} | {high.setting} | {mark} |"


def _read(file: str) -> dict[str, dict[str, dict[str, float]]]:
    place = FOLDER / f"{file}.json"
    found: dict[str, dict[str, dict[str, float]]] = (
        json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    )
    return found


def _two_classifiers() -> Iterator[Rate]:
    for setting, tests in _read("two_classifiers").items():
        if setting.endswith("shift = 0"):
            for test, of in tests.items():
                yield Rate("two_classifiers", test, setting[:-11], of["rejects"], int(of["trials"]))


def _many_datasets() -> Iterator[Rate]:
    place = FOLDER / "many_datasets.csv"
    if not place.exists():
        return
    with place.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            size = f"{row['setting']}, {row['classifiers']} × {row['datasets']}"
            if row["error"] != "nan":
                yield Rate("many_datasets", row["procedure"], size, float(row["error"]), int(row["trials"]))


def _one_dataset() -> Iterator[Rate]:
    for setting, tally in _read("one_dataset").items():
        if not setting.endswith("b worse"):
            trials = int(tally["trials"])  # type: ignore[call-overload]
            for test, count in tally["rejects"].items():
                yield Rate("one_dataset", test, setting, count / trials, trials)


def _pooled() -> Iterator[Rate]:
    for setting, tally in _read("predictions_pooled").items():
        trials = int(tally["trials"])  # type: ignore[call-overload]
        for test, count in tally["rejects"].items():
            yield Rate("predictions_pooled", test, setting, count / trials, trials)


def _plain(file: str, *, trials: int | None) -> Iterator[Rate]:
    """Yield the rates of a file {setting: {test: rate}} or {"test, setting": rate, "trials": n}."""
    found = _read(file)
    known = trials if trials is not None else int(found.pop("trials", 0))  # type: ignore[call-overload]
    for setting, of in found.items():
        if isinstance(of, dict):
            for test, share in of.items():
                yield Rate(file, test, setting, share, known)
        else:
            test, _, where = setting.partition(", ")
            yield Rate(file, test, where, of, known)
