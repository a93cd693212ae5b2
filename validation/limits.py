"""What is still not valid, not measured or not fast, from what simulations and benchmarks have left.

The worst cell of every default stands in the summary; docs/validity/limits.md has the settings beyond the level, runs
that are not finished, and promises of speed that are not kept.
"""

import json
from collections.abc import Iterable
from importlib import import_module
from math import sqrt
from pathlib import Path

from bakeoff.inference.choose import DEFAULTS
from validation.rates import COVERAGE, FOLDER, SIZE, Rate, read

ALPHA = 0.05
RECORD = Path("benchmarks/last.json")
# Simulations whose settings are saved before all of their trials are done.
IN_CHUNKS = ("fold_designs", "halves")


def is_above(share: float, trials: int | None) -> bool:
    """Say whether a share is farther above the level than chance would take it."""
    return share > ALPHA + (3 * sqrt(ALPHA * (1 - ALPHA) / trials) if trials else 0.0)


def is_beyond(rate: Rate) -> bool:
    """Say whether a test rejects, or an interval misses, more often than 1 in 20 and than chance would take it."""
    missed = rate.share if rate.what == SIZE else 1 - rate.share
    return rate.what in (SIZE, COVERAGE) and is_above(missed, rate.trials)


def shown(rate: Rate) -> str:
    """Return a rate with its standard error."""
    return f"{rate.share:.3f} by counting" if rate.trials is None else f"{rate.share:.3f} ± {rate.error:.3f}"


def defaults() -> dict[str, list[str]]:
    """Return every test that carries a verdict where none is named, with the designs it is for."""
    designs: dict[str, list[str]] = {}
    for design, tests in DEFAULTS.items():
        for test in tests:
            designs.setdefault(test, []).append(str(design))
    return designs


def worst_cells(found: Iterable[Rate]) -> str:
    """Return the table of the defaults with their worst cells; bold is beyond the level."""
    lines = [
        "| default | of the designs | rejects a true null at most | in | its interval holds at least | in |",
        "|---|---|---|---|---|---|",
    ]
    every = list(found)
    for test, designs in defaults().items():
        own = [r for r in every if r.test == test]
        size = max((r for r in own if r.what == SIZE), key=lambda r: r.share, default=None)
        held = min((r for r in own if r.what == COVERAGE), key=lambda r: r.share, default=None)
        names = ", ".join(name.replace("-", " ") for name in designs)
        lines.append(f"| [{test}](../tests/{test}.md) | {names} | {_cell(size)} | {_cell(held)} |")
    return "\n".join(lines) + "\n"


def _cell(rate: Rate | None) -> str:
    if rate is None:
        return "**not measured** | "
    mark = "**" if is_beyond(rate) else ""
    return f"{mark}{shown(rate)}{mark} | {_place(rate)}"


def _place(rate: Rate) -> str:
    setting = rate.setting.replace(" | ", ", ")
    return ", ".join(filter(None, (f"`{rate.file}`", rate.variant.replace(" | ", ", "), setting)))


def beyond_the_level(found: Iterable[Rate]) -> str:
    """Return the table of simulations in which a default rejects, or its interval misses, more often than 1 in 20."""
    of_defaults = [rate for rate in found if rate.test in defaults() and rate.what in (SIZE, COVERAGE)]
    rejected = {(*_cell_of(rate), round(1 - rate.share, 9)) for rate in of_defaults if rate.what == SIZE}
    groups: dict[tuple[str, str, str, str], list[Rate]] = {}
    for rate in of_defaults:
        # An interval that holds zero where the test does not reject says the same once more.
        if rate.what == SIZE or (*_cell_of(rate), round(rate.share, 9)) not in rejected:
            groups.setdefault((rate.test, rate.what, rate.file, rate.variant), []).append(rate)
    lines = ["| default | what | simulation | beyond | worst | in |", "|---|---|---|---|---|---|"]
    for (test, what, file, variant), rates in groups.items():
        beyond = [r for r in rates if is_beyond(r)]
        if beyond:
            worst = (max if what == SIZE else min)(beyond, key=lambda r: r.share)
            said = "rejects a true null" if what == SIZE else "interval holds the truth"
            name = ", ".join(filter(None, (f"`{file}`", variant.replace(" | ", ", "))))
            lines.append(
                f"| {test} | {said} | {name} | {len(beyond)} of {len(rates)} settings | {shown(worst)} "
                f"| {worst.setting.replace(' | ', ', ')} |"
            )
    return "\n".join(lines)


def _cell_of(rate: Rate) -> tuple[str, str, str, str]:
    return rate.test, rate.file, rate.variant, rate.setting


def describe_lack(name: str) -> str:
    """Return what a run lacks that is not noted as finished."""
    module = name.partition(" ")[0]
    if module not in IN_CHUNKS or not (FOLDER / f"{module}.json").exists():
        return "not finished"
    done = {setting: int(tally["trials"]) for setting, tally in read(module).items()}
    wanted = {setting: trials for setting, trials in _planned_trials(module).items()}
    short = {setting: done.get(setting, 0) for setting in wanted if done.get(setting, 0) < wanted[setting]}
    if not short:
        return "finished"
    low, high = min(short.values()), max(short.values())
    have = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    most = max(wanted[setting] for setting in short)
    settings = f"{len(short)} of {len(wanted)} settings {'has' if len(short) == 1 else 'have'}"
    return f"not finished: {settings} {have} of up to {most:,} trials"


def _planned_trials(module: str) -> dict[str, int]:
    simulation = import_module(f"validation.{module}")
    if module == "halves":
        return {cell.name: cell.trials for cell in simulation.CELLS}
    return dict.fromkeys(simulation.ALL, simulation.TRIALS)


def unfinished() -> str:
    """Return a list of the runs that lack trials."""
    from validation.runs import dates

    lines = [f"- `{name}`: {date}." for name, date in dates().items() if date.startswith("not")]
    return "\n".join(lines) if lines else "All are finished."


def broken_promises() -> str:
    """Return the table of what is slower than promised."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    ratios, bars = record["ratios"], record["bars"]
    late = {what: ratio for what, ratio in ratios.items() if what in bars and ratio > bars[what]}
    head = f"Of {len(ratios)} ratios and times of {record['date']} ({record['machine']}) "
    if not late:
        return f"{head}none is above what is promised."
    lines = [
        f"{head}{len(late)} are above what is promised:",
        "",
        "| what | measured | at most |",
        "|---|---|---|",
    ]
    return "\n".join(
        [*lines, *(f"| {what} | {ratio:.4g} | {bars[what]:.4g} |" for what, ratio in late.items())]
    )
