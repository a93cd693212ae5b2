"""The tables of docs/validity/many_datasets.md, from its rows and those of the package's own tests of families."""

import csv
from collections.abc import Callable
from math import sqrt
from typing import Any

from validation.many_settings import BEYOND
from validation.rates import FOLDER, read

Row = dict[str, str]
SIZES = tuple((k, n) for k in ("5", "10", "20") for n in ("10", "20", "50"))
OTHER = (
    "half better, t3 tails",
    "half better, families",
    "half better, unequal datasets",
    "half better, exponential",
    "half better, contaminated",
    "half better, rounded",
    "half better, two noisy",
    "better family",
)
DEFAULT = "max-t"


def _rows(name: str = "many_datasets") -> list[Row]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _short(share: float, digits: int) -> str:
    return f"{share:.{digits}f}".removeprefix("0")


def _head(*columns: str) -> list[str]:
    return [f"| {' | '.join(columns)} |".replace("|  |", "| |"), "|---" * len(columns) + "|"]


def _at(rows: list[Row]) -> dict[tuple[str, str, str], Row]:
    return {(r["setting"], r["classifiers"], r["datasets"]): r for r in rows}


def _by_setting(what: str) -> str:
    own = [r for r in _rows() if r["procedure"] == DEFAULT]
    found, settings = _at(own), list(dict.fromkeys(r["setting"] for r in own))
    last = ["all right, worst"] if what == "coverage" else []
    lines = _head("setting", *(f"{k} × {n}" for k, n in SIZES), *last)
    for setting in settings:
        cells = [_short(float(found[setting, k, n][what]), 3) for k, n in SIZES]
        if last:
            cells.append(_short(min(float(found[setting, k, n]["all_right"]) for k, n in SIZES), 3))
        lines.append(f"| {setting} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _bold(name: str) -> str:
    return f"**{name}**" if name == DEFAULT else name


def _worst() -> str:
    rows = [r for r in _rows() if r["setting"] not in BEYOND]
    lines = _head("", "worst error", "over", "5 classifiers", "10", "20")
    for name in dict.fromkeys(r["procedure"] for r in rows):
        own = [r for r in rows if r["procedure"] == name]
        worst = max(own, key=lambda r: float(r["error"]))
        over = sum(float(r["error"]) > 0.05 + 2 * sqrt(0.05 * 0.95 / int(r["trials"])) for r in own)
        found = _at(own)
        powers = [
            "/".join(_power(found, "half better, normal", k, n) for n in ("10", "20", "50"))
            for k in ("5", "10", "20")
        ]
        where = f"{worst['setting']}, {worst['classifiers']} × {worst['datasets']}"
        error = _short(float(worst["error"]), 3)
        lines.append(f"| {_bold(name)} | {error} ({where}) | {over} of {len(own)} | {' | '.join(powers)} |")
    return "\n".join(lines)


def _power(found: dict[tuple[str, str, str], Row], setting: str, k: str, n: str) -> str:
    return _short(float(found[setting, k, n]["power"]), 2)


def _elsewhere() -> str:
    rows = _rows()
    lines = _head("", *(name.removeprefix("half better, ") for name in OTHER), "one better, 5 × 10")
    for name in dict.fromkeys(r["procedure"] for r in rows):
        found = _at([r for r in rows if r["procedure"] == name])
        sizes = (("5", "10"), ("10", "20"), ("20", "20"))
        cells = ["/".join(_power(found, setting, k, n) for k, n in sizes) for setting in OTHER]
        lines.append(
            f"| {_bold(name)} | {' | '.join(cells)} | {_power(found, 'one better, normal', '5', '10')} |"
        )
    return "\n".join(lines)


def _again() -> str:
    first = _at([r for r in _rows() if r["procedure"] == DEFAULT])
    lines = _head("cell", "first run", "again", "trials")
    for at, r in _at(_rows("many_datasets_again")).items():
        rate = f"{_short(float(r['error']), 3)} ± {_short(float(r['error_se']), 3)}"
        cell = f"{at[0]}, {at[1]} × {at[2]}"
        lines.append(f"| {cell} | {_short(float(first[at]['error']), 3)} | {rate} | {int(r['trials']):,} |")
    return "\n".join(lines)


def _families() -> str:
    found = read("families")
    if not found:
        return "Not run yet."
    tests = list(next(iter(found.values())))
    columns = [(test, what) for test in tests for what in ("error", "power", "covers")]
    lines = _head("setting", *(f"{test} {what}" for test, what in columns))
    for setting, of in found.items():
        lines.append(f"| {setting} | {' | '.join(_of(of[test], what) for test, what in columns)} |")
    return "\n".join(lines)


def _rank_z() -> str:
    found = read("rank_z")
    if not found:
        return "Not run yet."
    names = list(next(iter(found.values())))
    lines = _head("setting", *names)
    for setting, of in found.items():
        cells = (
            "/".join(filter(None, (_of(of[name], what) for what in ("error", "power")))) for name in names
        )
        lines.append(f"| {setting} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _of(measured: dict[str, Any], what: str) -> str:
    return _short(measured[what], 3) if what in measured else ""


MANY: dict[str, Callable[[], str]] = {
    "many_datasets error": lambda: _by_setting("error"),
    "many_datasets worst": _worst,
    "many_datasets power": _elsewhere,
    "many_datasets coverage": lambda: _by_setting("coverage"),
    "many_datasets again": _again,
    "families": _families,
    "rank_z": _rank_z,
}
