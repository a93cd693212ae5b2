"""`bakeoff tests`: every procedure, when it may speak, what its error rate was measured to be."""

import sys
from inspect import cleandoc
from typing import TYPE_CHECKING

import click

from bakeoff.app.output import columns, in_colour, print_json
from bakeoff.app.values import Level

if TYPE_CHECKING:
    from bakeoff.procedures.procedure import Procedure
    from bakeoff.render.catalogue import Entry

LEVELS = (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.999, 0.9995)


@click.command("tests", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("key", required=False)
@click.option(
    "--df",
    type=click.FloatRange(min=0, min_open=True),
    metavar="DF",
    help="Critical values of t for these degrees of freedom.",
)
@click.option(
    "--level",
    "levels",
    type=Level(),
    multiple=True,
    metavar="L",
    help="With --df: for this level. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="With --df: print one JSON document and nothing else.")
def command(key: str | None, df: float | None, levels: tuple[float, ...], as_json: bool) -> int:  # noqa: FBT001
    """List every test, or show one by its KEY: null, assumptions, measured error rates, conditions, sources."""
    from bakeoff.procedures.paired_t import critical_t
    from bakeoff.procedures.procedure import Kind
    from bakeoff.procedures.registry import REGISTRY, named
    from bakeoff.render.catalogue import critical_values, every_test, one_test
    from bakeoff.render.screen import write

    if df is not None:
        values = {(x, n): critical_t(df, level=x, tails=n) for x in levels or LEVELS for n in (2, 1)}
        if as_json:
            print_json({"schema": "bakeoff/critical-values/1", "df": df, "values": [
                {"level": x, "tails": n, "critical": value} for (x, n), value in values.items()
            ]})  # fmt: skip
            return 0
        lines = critical_values(df, values)
    elif key is None:
        in_order = sorted(REGISTRY, key=lambda p: list(Kind).index(p.kind))
        lines = every_test([_entry(p) for p in in_order], columns=columns())
    else:
        lines = one_test(_entry(named(key)), columns=columns())
    write(lines, sys.stdout, colour=in_colour())
    return 0


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
