"""Predictions: coverage of every interval and size of every test, computed exactly where that can be done.

    python -m validation.predictions --quick
    python -m validation.predictions --full --out docs/validity/predictions.json --report docs/validity/predictions.md

Counts have few outcomes: coverage and size of what rests on them alone are sums over all of them. The rest is
simulated, with seeds. A run that was stopped goes on where it stopped.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from zlib import crc32

import numpy as np

from bakeoff.procedures.predictions.proportions import ProportionMethod
from bakeoff.procedures.predictions.two_proportions import TwoSampleMethod
from validation import predictions_exact as exact
from validation import predictions_trials as trials
from validation.cells import Work, options_of, resumed, run_cells, written

Cell = dict[str, float]
Task = Callable[[], Cell]
AREAS = ((0.7, 0.7), (0.8, 0.9), (0.95, 0.95), (0.99, 0.99))
FAMILIES = {
    "5 equal": (0.7,) * 5,
    "8 equal": (0.9,) * 8,
    "2 equal, 3 better": (0.6, 0.6, 0.8, 0.9, 0.95),
    "two threes": (0.6, 0.6, 0.6, 0.8, 0.8, 0.8),
}


def tasks(*, full: bool) -> Iterator[tuple[str, str, Task]]:
    """Yield the section, the name and the work of every cell of the report."""
    for method in ProportionMethod:
        for n in (20, 50, 100) if full else (20,):
            yield "proportion", f"{method}, n = {n}", partial(exact.proportion_cell, method, n)
    for n, m in exact.NEXT if full else exact.NEXT[:2]:
        yield "next records", f"{n} seen, {m} to come", partial(exact.next_records_cell, n, m)
    for name in exact.PAIRED:
        yield "one test set, size", name, partial(exact.size_cell, name, step=1 if full else 4)
        for n in (20, 50, 100, 200) if full else (20,):
            yield "one test set, interval", f"{name}, n = {n}", partial(exact.paired_interval_cell, name, n)
    sizes = exact.SETS if full else exact.SETS[:1]
    for two, (n1, n2), (e1, e2) in product(TwoSampleMethod, sizes, exact.ACCURACIES):
        task = partial(exact.two_sets_cell, two, n1, n2, e1, e2)
        yield "two test sets", f"{two}, {n1} and {n2}, errors {e1} and {e2}", task
    for two, (n1, n2) in product((TwoSampleMethod.MIETTINEN_NURMINEN, TwoSampleMethod.WALD), sizes):
        task = partial(exact.two_sets_size_cell, two, n1, n2)
        yield "two test sets, size", f"{two}, {n1} and {n2}", task
    yield from _simulated(full=full)


def _simulated(*, full: bool) -> Iterator[tuple[str, str, Task]]:
    for name, n in product(trials.POPULATIONS, (50, 100, 300) if full else (50,)):
        label, size = f"{name}, n = {n}", 1000 if full else 50
        yield "bootstrap of a difference", label, _runs(trials.paired_metrics(name, n), label, size)
        yield "bootstrap of a metric", label, _runs(trials.single_metrics(name, n), label, size)
        yield "bootstrap without doubts", label, _runs(trials.without_doubts(name, n), label, size)
        if name.endswith("equal"):
            yield "permutation, size", label, _runs(trials.permutation_sizes(name, n), label, size)
    yield from _areas(full=full)
    for clusters in (6, 10, 20, 50) if full else (10,):
        label = f"{clusters} clusters of 5 on average"
        yield "clusters", label, _runs(trials.clustered(clusters, 5), label, 1000 if full else 50)
    for (label, accuracies), n in product(FAMILIES.items(), (50, 300) if full else (50,)):
        yield (
            "families",
            f"{label}, n = {n}",
            _runs(trials.families(accuracies, n), label, 500 if full else 20),
        )


def _areas(*, full: bool) -> Iterator[tuple[str, str, Task]]:
    sizes = ((15, 15), (20, 180), (50, 50), (100, 100)) if full else ((50, 50),)
    for kind, (a, b), (m, n) in product(("equal", "unequal"), AREAS, sizes):
        label = f"{kind} spreads, areas {a} and {b}, {m} and {n} examples"
        yield (
            "areas",
            label,
            _runs(trials.ranked(kind, a, b, m, n, resample=False), label, 1000 if full else 50),
        )
        if kind == "equal" and m in (20, 50):
            trial = trials.ranked(kind, a, b, m, n, resample=True)
            yield "areas, resampled", label, _runs(trial, label, 250 if full else 5)


def _runs(trial: trials.Trial, label: str, size: int) -> Task:
    def run() -> Cell:
        rng = np.random.default_rng([20261115, crc32(label.encode())])
        outcomes = [trial(rng) for _ in range(size)]
        shares = {what: float(np.mean([o[what] for o in outcomes])) for what in outcomes[0]}
        return {**shares, "trials": float(size)}

    return run


def table(section: str, cells: dict[str, Cell]) -> str:
    """Return one section as a Markdown table; simulated shares with their standard error."""
    if all(list(cell) == ["coverage"] for cell in cells.values()):
        cells = _by_method(cells)
    columns = list(dict.fromkeys(what for cell in cells.values() for what in cell if what != "trials"))
    lines = [
        f"## {section.capitalize()}",
        "",
        f"| | {' | '.join(columns)} |",
        "|---" * (len(columns) + 1) + "|",
    ]
    for name, cell in cells.items():
        lines.append(f"| {name} | {' | '.join(_shown(cell, what) for what in columns)} |")
    return "\n".join(lines) + "\n"


def _by_method(cells: dict[str, Cell]) -> dict[str, Cell]:
    """Return the cells with the method, which comes first in their names, for columns."""
    turned: dict[str, Cell] = {}
    for name, cell in cells.items():
        method, setting = name.split(", ", 1)
        turned.setdefault(setting, {})[method] = cell["coverage"]
    return turned


def _shown(cell: Cell, what: str) -> str:
    if what not in cell:
        return ""
    value = cell[what]
    if value > 1:
        return f"{value:.0f}"
    if "trials" not in cell:
        return f"{value:.4f}"
    return f"{value:.3f} ± {sqrt(value * (1 - value) / cell['trials']):.3f}"


def main() -> None:
    """Compute every cell that is not there yet, saving each, and write the report."""
    parser = options_of(__doc__, out=None)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="few settings and trials: does it run?")
    size.add_argument("--full", action="store_true", help="every setting of the report")
    parser.add_argument("--report", type=Path, help="tables, as Markdown")
    options = parser.parse_args()
    done: dict[str, dict[str, Cell]] = resumed(options.out)
    wanted = [(s, n, t) for s, n, t in tasks(full=options.full) if n not in done.setdefault(s, {})]

    def save(name: str, found: Cell) -> None:
        section, _, setting = name.partition(" | ")
        done[section][setting] = found
        print(name, "|", {k: round(v, 4) for k, v in found.items()}, flush=True)
        if options.out:
            written(done, options.out)

    lost = run_cells([Work(f"{s} | {n}", t) for s, n, t in wanted], processes=options.processes, save=save)
    if options.report:
        tables = "\n".join(table(section, cells) for section, cells in done.items())
        options.report.write_text(tables, encoding="utf-8")
    if lost:
        raise SystemExit(f"the workers of these cells died twice: {', '.join(lost)}; the others are done")


if __name__ == "__main__":
    main()
