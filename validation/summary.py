"""Every procedure with what was measured of it, and every error rate, in two dated tables."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from bakeoff.procedures.procedure import Kind, Procedure
from bakeoff.procedures.registry import REGISTRY
from validation.limits import is_above, shown, worst_cells
from validation.rates import COVERAGE, FOLDER, POWER, SIZE, Rate, rates

HEAD = """\
# Every procedure, every rate

Made by `python -m validation --summary` from what the simulations have left beside this page; `make validate` runs
what is not done and makes it anew.

## Every default: its worst cell

Tests that carry the verdict where none is named, each on the designs that it is for: the highest share of true nulls
that it rejected at 5 %, and the lowest share of 95 % intervals that held the truth, in all settings of the simulations
that the next table names. **Bold** is beyond the level by more than three standard errors, or by counting.
[What is still not valid](limits.md) has every setting beyond the level, what breaks a test's assumptions, and what was
not measured.

@WORST@
## Every procedure: what was measured of it

For each test of `bakeoff tests`: how often it rejected a null that is true (at 5 %), how often it found a difference
that is there, and how often its 95 % interval held the truth. Lowest and highest over the settings that were tried,
with one standard error (binomial; of a share of pairs at most that) and the number of settings; the simulations are
named last, and their pages say what the settings are. "By counting": exact, over all outcomes. Of posteriors "size" is
how often one side had a probability of .95 or more without a difference, nominally .10. Of families of pairs it is the
chance of any false claim. Power compares tests of one page only: the differences were chosen to be found in part.

![Rejections of a true null, and coverage, of every test in every setting](../made/validity_summary.svg)

"""
OBJECTED = """
## Against an objection

How often a true null is rejected in designs that a test objects to, and where `--test` computes it all the same.

"""
ALL = """
## Every error rate

How often each test rejected a null that is true, at 5 %: the lowest and the highest rate over the settings that were
tried, each with one standard error (binomial, from the number of trials). "above" means that the highest rate exceeds
.05 by more than three of the standard errors that a rate of .05 would have; where several settings were tried, the
highest of them is above .05 by chance too. Rates of `many_datasets` and `families` are family-wise.

"""
# Designs that the test objects to, by the variant that was measured.
MISUSED = {
    "paired-t": ("10 folds", "10×10", "30 splits, a third", "15 splits, a tenth"),
    "mcnemar-midp": ("groups ignored", "pooled folds"),
    "mcnemar": ("pooled folds",),
    "binomial": ("pooled folds",),
    "two-proportions": ("one split",),
}
BEYOND = "equal means, one skewed"


def write_summary(dates: Mapping[str, str]) -> Path:
    """Write the tables from what the simulations left, and return where."""
    place = FOLDER / "summary.md"
    place.write_text(summary(dates), encoding="utf-8")
    return place


def summary(dates: Mapping[str, str]) -> str:
    """Return the page."""
    found = rates()
    measured = "\n".join(f"- `{name}`: {date}" for name, date in dates.items())
    worst = worst_cells(rate for rate in found if at_home(rate))
    return (
        HEAD.replace("@WORST@", worst) + _matrix(found) + OBJECTED + _objected(found) + ALL + _every(found)
        + f"\n## Dates of the results\n\n{measured}\n"
    )  # fmt: skip


def at_home(rate: Rate) -> bool:
    """Say whether a rate is of a design that the test speaks on."""
    misused = rate.variant in MISUSED.get(rate.test, ()) or rate.setting.startswith(BEYOND)
    return not misused


def _matrix(found: Iterable[Rate]) -> str:
    lines = ["| test | size | power | coverage | simulations |", "|---|---|---|---|---|"]
    for procedure in REGISTRY:
        own = [r for r in found if r.test == procedure.key and at_home(r)]
        cells = [
            _span([r for r in own if r.what == what]) or _why_not(procedure, what)
            for what in (SIZE, POWER, COVERAGE)
        ]
        files = ", ".join(dict.fromkeys(f"`{r.file}`" for r in own)) or "none"
        lines.append(f"| [{procedure.key}](../tests/{procedure.key}.md) | {' | '.join(cells)} | {files} |")
    return "\n".join(lines) + "\n"


def _objected(found: Iterable[Rate]) -> str:
    lines = ["| test | on | rejects a true null | simulation |", "|---|---|---|---|"]
    groups: dict[tuple[str, str, str], list[Rate]] = {}
    for r in found:
        if r.what == SIZE and r.variant in MISUSED.get(r.test, ()):
            groups.setdefault((r.test, r.variant, r.file), []).append(r)
    lines += [f"| {test} | {on} | {_span(of)} | `{file}` |" for (test, on, file), of in groups.items()]
    return "\n".join(lines) + "\n"


def _why_not(procedure: Procedure, what: str) -> str:
    return "has no interval" if what == COVERAGE and procedure.kind is Kind.OMNIBUS else "**not measured**"


def _span(of: list[Rate]) -> str:
    if not of:
        return ""
    low, high = min(of, key=lambda r: r.share), max(of, key=lambda r: r.share)
    ends = shown(low) if low.share == high.share else f"{shown(low)} to {shown(high)}"
    return f"{ends} ({len(of)})"


def _every(found: Iterable[Rate]) -> str:
    groups: dict[tuple[str, str], list[Rate]] = {}
    for rate in found:
        if rate.what == SIZE and rate.file != "posteriors":
            groups.setdefault((rate.file, ", ".join(filter(None, (rate.test, rate.variant)))), []).append(
                rate
            )
    lines = ["| simulation | test | settings | lowest | highest | where | |", "|---|---|---|---|---|---|---|"]
    for (file, test), of in groups.items():
        low, high = min(of, key=lambda r: r.share), max(of, key=lambda r: r.share)
        mark = "above" if is_above(high.share, high.trials) else ""
        lines.append(
            f"| {file} | {test} | {len(of)} | {shown(low)} | {shown(high)} | {high.setting} | {mark} |"
        )
    return "\n".join(lines) + "\n"
