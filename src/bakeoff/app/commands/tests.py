"""`bakeoff tests`: every procedure, when it may speak, what its error rate was measured to be; tables of t and z."""

import sys
from inspect import cleandoc
from math import inf
from typing import TYPE_CHECKING

import click

from bakeoff.app.output import columns, in_colour, print_json
from bakeoff.app.values import DegreesOfFreedom, Level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bakeoff.procedures.procedure import Procedure
    from bakeoff.render.catalogue import Entry
    from bakeoff.render.critical_values import CriticalRow, TailArea
    from bakeoff.render.screen import Line

LEVELS = (
    0.5,
    0.6,
    0.7,
    0.8,
    0.9,
    0.95,
    0.98,
    0.99,
    0.995,
    0.998,
    0.999,
)  # two-tailed, of the textbooks' tables
WHOLE = (*(float(df) for df in range(1, 31)), 40.0, 60.0, 80.0, 100.0, 120.0, inf)


@click.command("tests", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("key", required=False)
@click.option(
    "--table",
    "letter",
    type=click.Choice(["t", "z"]),
    help="The whole table of critical values of Student's t, or of the normal distribution.",
)
@click.option(
    "--df",
    "ranges",
    type=DegreesOfFreedom(),
    multiple=True,
    metavar="DF",
    help="Of t: these degrees of freedom, such as 9, 1-19 or inf. Repeatable.",
)
@click.option(
    "--level", "levels", type=Level(), multiple=True, metavar="L", help="Of a table: this level. Repeatable."
)
@click.option(
    "--tails",
    type=click.Choice(["2", "1"]),
    default="2",
    show_default=True,
    help="Whether --level speaks of two tails or of one.",
)
@click.option(
    "--value",
    "values",
    type=float,
    multiple=True,
    metavar="X",
    help="The area beyond X, of t with --df, or of z. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Of a table: print one JSON document and nothing else.")
def command(
    key: str | None,
    letter: str | None,
    ranges: tuple[tuple[float, ...], ...],
    levels: tuple[float, ...],
    tails: str,
    values: tuple[float, ...],
    as_json: bool,  # noqa: FBT001
) -> int:
    """List every test, or show one by its KEY: null, assumptions, measured error rates, conditions, sources.

    \b
    bakeoff tests wilcoxon                  one test
    bakeoff tests --table t                 critical values of t, whole
    bakeoff tests --table t --df 1-19 --level 0.9 --level 0.95 --level 0.99
    bakeoff tests --table z                 critical values of z
    bakeoff tests --df 9 --value 1.83       the area beyond a value of t
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.render.screen import write

    asks_table = letter is not None or ranges or levels or values
    if asks_table and key is None:
        if tails == "1" and 0.5 in levels:
            raise click.UsageError("one tail of half the distribution begins at 0: give a --level above 0.5")
        two_tailed = tuple(level if tails == "2" else 2 * level - 1 for level in levels)
        found = letter or "t"
        rows, areas = _numbers(found, [df for each in ranges for df in each], two_tailed or LEVELS, values)
        if as_json:
            from bakeoff.render.critical_values import critical_dict

            print_json(critical_dict(found, two_tailed or LEVELS, rows, areas))
            return 0
        from bakeoff.render.critical_values import critical_table

        lines = critical_table(found, two_tailed or LEVELS, rows, areas)
    elif asks_table or as_json:
        raise click.UsageError(
            f"{key} is a test and --table, --df, --level, --value ask for tables: give one of the two"
            if asks_table
            else "--json goes with a table: --table t, --table z or --df 9"
        )
    else:
        lines = _tests(key)
    write(lines, sys.stdout, colour=in_colour())
    return 0


def _numbers(
    letter: str, ranges: "Sequence[float]", levels: "Sequence[float]", values: "Sequence[float]"
) -> "tuple[list[CriticalRow], list[TailArea]]":
    """Return the critical values and the areas that were asked for."""
    from bakeoff.core.results import Alternative
    from bakeoff.procedures.distributions import t_p_value
    from bakeoff.procedures.paired_t import critical_t
    from bakeoff.render.critical_values import CriticalRow, TailArea

    if letter == "z" and ranges:
        raise click.UsageError("z has no degrees of freedom: leave --df out, or ask for --table t")
    if letter == "t" and values and not ranges:
        raise click.UsageError(
            "the area beyond a value of t needs --df; for the normal distribution add --table z"
        )
    freedoms = [inf] if letter == "z" else list(dict.fromkeys(ranges)) or list(WHOLE)
    rows = [
        CriticalRow(
            df,
            tuple(critical_t(df, level=level, tails=2) for level in levels),
            tuple(critical_t(df, level=level, tails=1) for level in levels),
        )
        for df in freedoms
    ]
    areas = [
        TailArea(
            df,
            value,
            t_p_value(value, df, Alternative.TWO_SIDED),
            t_p_value(abs(value), df, Alternative.GREATER),
        )
        for df in freedoms
        for value in values
    ]
    return rows, areas


def _tests(key: str | None) -> "list[Line]":
    from bakeoff.procedures.procedure import Kind
    from bakeoff.procedures.registry import REGISTRY, named
    from bakeoff.render.catalogue import every_test, one_test

    if key is not None:
        return one_test(_entry(named(key)), columns=columns())
    in_order = sorted(REGISTRY, key=lambda p: list(Kind).index(p.kind))
    return every_test([_entry(p) for p in in_order], columns=columns())


def _entry(procedure: "Procedure") -> "Entry":
    from bakeoff.render.catalogue import Entry

    documentation = cleandoc(procedure.run.__doc__ or "")
    return Entry(
        key=procedure.key,
        name=procedure.name,
        answers=procedure.kind.value,
        summary=documentation.splitlines()[0],
        documentation=documentation,
        needs=[c.says for c in procedure.requires if not c.forcible],
        objects=[c.says for c in procedure.requires if c.forcible],
        measured=procedure.measured,
    )
