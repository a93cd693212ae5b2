"""`bakeoff demo`: the main job on bundled published results."""

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from bakeoff.api.comparison import Comparison
    from bakeoff.inputs.published import Published

DEFAULT = ("figure-15.2", "demsar-2006")
PAGE = "bakeoff-demo.html"


@click.command("demo", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1)
@click.option("--list", "only_list", is_flag=True, help="List the published tables that come with bakeoff.")
@click.option(
    "--csv", "as_csv", is_flag=True, help="Print the tables themselves, ready for bakeoff compare -."
)
@click.option(
    "--report",
    metavar="FILE.html",
    default=PAGE,
    show_default=True,
    help="Where the report on the last goes.",
)
def demo_command(names: tuple[str, ...], only_list: bool, as_csv: bool, report: str) -> int:  # noqa: FBT001 - click's flags
    """Compare the classifiers of published tables by NAME; without one, of two of them. Writes a report on the last."""
    from bakeoff.cli.output import require_outputs
    from bakeoff.inputs.published import PUBLISHED

    if only_list:
        sys.stdout.writelines(
            f"{name:<22}{table.what} ({table.source})\n" for name, table in PUBLISHED.items()
        )
        return 0
    tables = names or DEFAULT
    if as_csv:
        sys.stdout.writelines(_find_table(name).text for name in tables)
        return 0
    require_outputs(report=report)
    for name in tables:
        _show_table(name, report=report if name == tables[-1] else None)
    return 0


def _show_table(name: str, *, report: str | None) -> None:
    from bakeoff.cli.output import show_comparison, write_outputs

    table = _find_table(name)
    repeat = f"bakeoff demo --csv {name} | bakeoff compare --metric {table.metric}"
    sys.stdout.write(f"\n  ({table.what}; {table.source})\n")
    if table.as_printed:
        sys.stdout.write(f"\n$ {repeat} {' '.join(table.as_printed)} --quiet -\n")
        show_comparison(_compare_table(table, table.as_printed), explain=False, as_json=False, quiet=True)
    sys.stdout.write(f"\n$ {repeat} -\n")
    comparison = _compare_table(table, ())
    show_comparison(comparison, explain=False, as_json=False, quiet=False)
    write_outputs(comparison, report=report, repeat=lambda: f"{repeat} -")


def _compare_table(table: "Published", words: tuple[str, ...]) -> "Comparison":
    """Return the comparison of a published table, by default or as the options `words` of its source have it."""
    from bakeoff.api.compare import compare_evidence
    from bakeoff.api.settings import make_settings
    from bakeoff.inputs.options import ReadOptions

    values = dict(zip(words[::2], words[1::2], strict=True))
    settings = make_settings(
        metric=table.metric, test=values.get("--test"), level=float(values.get("--level", 0.95))
    )
    return compare_evidence(table.text, settings, ReadOptions(metric=table.metric), recorded=None)


def _find_table(name: str) -> "Published":
    from bakeoff.core.errors import UsageError
    from bakeoff.core.words import did_you_mean
    from bakeoff.inputs.published import PUBLISHED

    if name not in PUBLISHED:
        raise UsageError(
            f"there is no published table called {name!r}{did_you_mean(name, list(PUBLISHED))}",
            where="bakeoff demo",
            fix=f"use one of: {', '.join(PUBLISHED)}",
            code="BO069",
        )
    return PUBLISHED[name]
