"""`bakeoff plan`: before running, what could be seen, and what it takes to see it."""

import sys
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.output import columns, print_json
from bakeoff.core.errors import UsageError
from bakeoff.core.options.table import OPTIONS, READINGS
from bakeoff.core.words import write_count

if TYPE_CHECKING:
    from bakeoff.core.answers.power import Plan


@click.command("plan", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("pilot", required=False)
@click.option(
    "--tests", type=click.IntRange(min=1), metavar="N", help="So many tests: what to expect by chance."
)
@click.option("--difference", type=float, metavar="X", help="The true difference to be found.")
@click.option(
    "--sd",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Standard deviation of the differences over datasets.",
)
@click.option("--datasets", type=click.IntRange(min=2), metavar="N", help="With --sd: what N datasets show.")
@click.option(
    "--discordance",
    type=click.FloatRange(0, 1, min_open=True),
    metavar="SHARE",
    help="Share of examples that one alone gets right.",
)
@click.option(
    "--examples", type=click.IntRange(min=1), metavar="N", help="With --discordance: what N examples show."
)
@click.option("--items", type=click.IntRange(min=2), metavar="N", help="Of items: so many; see --attempts.")
@click.option(
    "--attempts",
    type=click.IntRange(min=1),
    metavar="E",
    help="… with so many attempts of each model at every item.",
)
@click.option(
    "--item-sd",
    type=click.FloatRange(min=0),
    metavar="S",
    help="… standard deviation of the items' true differences.",
)
@click.option(
    "--attempt-sd",
    type=click.FloatRange(min=0),
    metavar="S",
    help="… and that of one attempt of each model at an item.",
)
@click.option(
    "--item-cost",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="C",
    help="… what an item costs beyond its attempts.",
)
@click.option(
    "--attempt-cost",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    metavar="C",
    help="… and what an attempt costs.",
)
@click.option(
    "--step",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="X",
    help="With --sd: scores are rounded to X, such as 1 for whole points.",
)
@click.option(
    "--power",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.8,
    metavar="P",
    show_default=True,
    help="The chance of finding the difference.",
)
@shared.take("level")
@click.option("--pair", nargs=2, metavar="A B", help="Of a pilot: which two classifiers.")
@shared.take("metric", help="Of a pilot: which score.")
@shared.take(
    "sequential", help="Of test examples: also what a verdict takes that may be looked at at any time."
)
@shared.take("as_json")
@shared.take("figures", help="Write the power curves into a folder: PNG, SVG and PDF.")
@shared.take_reading
def plan_command(as_json: bool, figures: str | None, **options: Any) -> int:  # noqa: ANN401, FBT001 - click's own
    """Say what a number of tests, datasets or examples can show, or how many a difference needs.

    \b
      bakeoff plan --tests 154                        false positives to expect, level for each
      bakeoff plan --difference 0.7 --sd 6.9          datasets needed to find 0.7 points
      bakeoff plan --datasets 20 --sd 6.9             the difference that 20 datasets show
      bakeoff plan --difference 0.01 --discordance 0.1    test examples needed
      bakeoff plan --examples 1000 --discordance 0.1      the difference that 1000 examples show
      bakeoff plan --difference 0.05 --discordance 0.2 --sequential    … and what looking at any time costs
      bakeoff plan pilot.csv --difference 0.5         what the study to come needs, from a PILOT
      bakeoff plan log.csv --difference 0.05 --item-cost 5    items and attempts at least cost
      bakeoff plan --items 500 --attempts 2 --item-sd 0.2 --attempt-sd 0.6    what they show
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.api.plan import plan
    from bakeoff.cli.output import require_outputs
    from bakeoff.render.answers.power import plan_dict, plan_lines
    from bakeoff.render.lines import write_lines

    require_outputs(report=None, figures=figures)
    plan_record = plan(_read_pilot(options), **options).answer
    if figures is not None:
        _save_figures(plan_record, figures)
    if as_json:
        print_json(plan_dict(plan_record))
    else:
        write_lines(plan_lines(plan_record, columns=columns()), sys.stdout, colour=False)
    return 0


def _read_pilot(options: dict[str, Any]) -> object:
    """Take the pilot and all options of its reading out of the options, and read it as they say."""
    pilot, metric = options.pop("pilot"), options["metric"]
    words = shared.keywords_from_options(options)
    reading = {name: words[name] for name in READINGS if name in words and name != "metric"}
    given = [name for name in reading if options.pop(shared.click_name(OPTIONS[name]))]
    if not given:
        return pilot
    if pilot is None:
        raise UsageError(
            f"{OPTIONS[given[0]].spellings[-1]} says how a pilot is read, and none was given",
            where="plan",
            fix="give the file of the pilot, or leave it out",
            code="BO580",
        )
    from bakeoff.api.plan import read_pilot

    return read_pilot(pilot, metric=metric, **reading)


def _save_figures(made: "Plan", directory: str) -> None:
    from bakeoff.api.plan import Plan, save_plan_figures
    from bakeoff.cli.output import say

    count = save_plan_figures(Plan(made), directory)
    say(f"figures: {write_count(count, 'file')} in {directory}")
