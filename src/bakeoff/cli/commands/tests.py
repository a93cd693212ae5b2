"""`bakeoff tests`: every procedure, when it may speak, what its error rate was measured to be; textbooks' tables."""

import sys
from inspect import cleandoc
from typing import TYPE_CHECKING

import click

from bakeoff.cli.options import DegreesOfFreedom, Level, Several
from bakeoff.cli.output import columns, has_colour, print_json

if TYPE_CHECKING:
    from bakeoff.api.critical_values import TableRequest
    from bakeoff.procedures.procedure import Procedure
    from bakeoff.render.lines import Line
    from bakeoff.render.text.procedure_list import ProcedureEntry


@click.command("tests", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("key", required=False)
@click.option(
    "--table",
    "letter",
    type=click.Choice(["t", "z", "binomial", "bootstrap"]),
    help="The whole table of a textbook: critical values of t or z, a binomial distribution, how many records a "
    "bootstrap sample holds.",
)
@click.option(
    "--df",
    "ranges",
    type=Several(DegreesOfFreedom()),
    multiple=True,
    metavar="DF",
    help="Of t: these degrees of freedom, such as 9, 1-19, 9,19 or inf. Repeatable.",
)
@click.option(
    "--level",
    "levels",
    type=Several(Level()),
    multiple=True,
    metavar="L",
    help="Of t and z: this level, or several such as 0.9,0.95. Repeatable.",
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
    type=Several(click.FLOAT),
    multiple=True,
    metavar="X",
    help="The area beyond X of t (with --df) or of z; the chance of X successes. Repeatable.",
)
@click.option(
    "--n",
    "sizes",
    type=Several(click.IntRange(min=1)),
    multiple=True,
    metavar="N",
    help="Trials, or records. Repeatable.",
)
@click.option(
    "--p",
    "chance",
    type=click.FloatRange(0, 1),
    default=0.5,
    metavar="P",
    show_default=True,
    help="Of a success.",
)
@click.option("--json", "as_json", is_flag=True, help="Of a table: print one JSON document and nothing else.")
@click.option("--figures", metavar="DIR", help="Of t and z: draw the densities as PNG, SVG and PDF.")
def tests_command(  # noqa: PLR0913 - click's own
    key: str | None,
    letter: str | None,
    ranges: tuple[tuple[tuple[float, ...], ...], ...],
    levels: tuple[tuple[float, ...], ...],
    tails: str,
    values: tuple[tuple[float, ...], ...],
    sizes: tuple[tuple[int, ...], ...],
    chance: float,
    as_json: bool,  # noqa: FBT001
    figures: str | None,
) -> int:
    """List every test, or show one by its KEY: null, assumptions, measured error rates, conditions, sources.

    \b
    bakeoff tests wilcoxon                  one test
    bakeoff tests --table t                 critical values of t, whole
    bakeoff tests --table t --df 1-19 --level 0.9,0.95,0.99
    bakeoff tests --table z                 critical values of z
    bakeoff tests --df 9 --value 1.83       the area beyond a value of t
    bakeoff tests --table binomial --n 50 --value 20
    bakeoff tests --table bootstrap         how many of N records a bootstrap sample holds
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.render.lines import write_lines

    asks_table = bool(letter or ranges or levels or values or sizes)
    if key is not None and asks_table:
        raise click.UsageError(f"{key} is a test, and the options ask for a table: give one of the two")
    if not asks_table:
        if as_json or figures is not None:
            raise click.UsageError("--json and --figures go with a table: --table t, --table z or --df 9")
        write_lines(_list_procedures(key), sys.stdout, colour=has_colour())
        return 0
    from bakeoff.api.critical_values import TableRequest, find_table

    request = TableRequest(
        letter=letter or "t",
        freedoms=tuple(df for several in ranges for each in several for df in each),
        levels=tuple(level if tails == "2" else 2 * level - 1 for several in levels for level in several),
        values=tuple(value for several in values for value in several),
        sizes=tuple(size for several in sizes for size in several),
        chance=chance,
    )
    table = find_table(request)
    if figures is not None:
        _draw_densities(request, figures)
    if as_json:
        print_json(table.document)
    else:
        write_lines(table.lines, sys.stdout, colour=has_colour())
    return 0


def _draw_densities(asked: "TableRequest", directory: str) -> None:
    from bakeoff.api.critical_values import save_densities
    from bakeoff.cli.output import require_outputs, say

    require_outputs(report=None, figures=directory)
    say(f"figures: {save_densities(asked, directory)} files in {directory}")


def _list_procedures(key: str | None) -> "list[Line]":
    from bakeoff.procedures.procedure import Kind
    from bakeoff.procedures.registry import REGISTRY, find_procedure
    from bakeoff.render.text.procedure_list import procedure_lines, procedure_list_lines

    if key is not None:
        return procedure_lines(_procedure_entry(find_procedure(key)), columns=columns())
    in_order = sorted(REGISTRY, key=lambda p: list(Kind).index(p.kind))
    return procedure_list_lines([_procedure_entry(p) for p in in_order], columns=columns())


def _procedure_entry(procedure: "Procedure") -> "ProcedureEntry":
    from bakeoff.render.text.procedure_list import ProcedureEntry

    documentation = cleandoc(procedure.run.__doc__ or "")
    return ProcedureEntry(
        key=procedure.key,
        name=procedure.name,
        answers=procedure.kind.value,
        summary=documentation.splitlines()[0],
        documentation=documentation,
        needs=[c.says for c in procedure.requires if not c.forcible],
        objects=[c.says for c in procedure.requires if c.forcible],
        measured=procedure.measured,
    )
