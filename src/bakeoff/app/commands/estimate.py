"""`bakeoff estimate`: one classifier, how good it is and how surely."""

import sys

import click

from bakeoff.app.output import columns, in_colour, print_json
from bakeoff.app.values import Level


@click.command("estimate", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("counts", nargs=-1, required=True)
@click.option(
    "--next", "upcoming", type=click.IntRange(min=1), metavar="M", help="The rate in the next M records."
)
@click.option("--table", "with_sizes", is_flag=True, help="The same rate on test sets of other sizes.")
@click.option("--level", type=Level(), default=0.95, metavar="L", show_default=True, help="Confidence level.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(
    counts: tuple[str, ...],
    upcoming: int | None,
    with_sizes: bool,
    level: float,
    as_json: bool,  # noqa: FBT001
) -> int:
    """Estimate the accuracy behind counts of right answers.

    \b
      bakeoff estimate 80/100              80 of 100 records right
      bakeoff estimate 80/100 --next 50    what to expect in the next 50
      bakeoff estimate 80/100 --table      the same rate on 20 to 5,000 records
    """
    from bakeoff.app.counts import parse_counts
    from bakeoff.inference.estimate import estimate_counts
    from bakeoff.render.estimate import as_dict, lines
    from bakeoff.render.screen import write

    given = [(c.right, c.total) for c in parse_counts(counts)]
    made = estimate_counts(given, level=level, upcoming=upcoming, with_sizes=with_sizes)
    if as_json:
        print_json(as_dict(made))
    else:
        write(lines(made, columns=columns()), sys.stdout, colour=in_colour())
    return 0
