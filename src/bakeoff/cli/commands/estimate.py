"""`bakeoff estimate`: one classifier, how good it is and how surely."""

import sys
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import commands_as_typed
from bakeoff.cli.output import columns, has_colour, print_json
from bakeoff.core.errors import UsageError
from bakeoff.core.options.table import OPTIONS, READINGS, select_values
from bakeoff.core.words import write_count

if TYPE_CHECKING:
    from bakeoff.core.answers.estimates import Estimates
    from bakeoff.core.predictions import Predictions


@click.command("estimate", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence", nargs=-1, required=True)
@click.option(
    "--next", "upcoming", type=click.IntRange(min=1), metavar="M", help="The rate in the next M records."
)
@click.option("--table", "with_sizes", is_flag=True, help="The same rate on test sets of other sizes.")
@shared.take("level")
@shared.take("seed")
@shared.take("positive")
@shared.take("costs", help="Of predictions: what they are expected to cost; a TOML file.")
@shared.take("explain", help="Show every step of the interval, and of the costs.")
@shared.take("as_json")
@shared.take("figures", help="Write the interval by size into a folder: PNG, SVG and PDF.")
@shared.take_reading
@commands_as_typed()
def estimate_command(
    evidence: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click's own
    figures: str | None,
    explain: bool,  # noqa: FBT001 - click's own
    **options: Any,  # noqa: ANN401
) -> int:
    """Estimate the accuracy behind counts of right answers, or every measure of predictions.

    \b
      bakeoff estimate 80/100              80 of 100 records right
      bakeoff estimate 80/100 --next 50    what to expect in the next 50
      bakeoff estimate 80/100 --table      the same rate on 20 to 5,000 records
      bakeoff estimate 80/100 --explain    the interval, step by step
      bakeoff estimate predictions.csv     accuracy, F1, MCC, AUC, … of each classifier
      bakeoff estimate predictions.csv --costs costs.toml     … and what its errors cost
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.api.counts import are_counts
    from bakeoff.api.estimate import explain_estimates
    from bakeoff.cli.output import require_outputs
    from bakeoff.render.answers.estimates import estimates_dict, estimates_lines
    from bakeoff.render.lines import write_lines

    require_outputs(report=None, figures=figures)
    settings = {name: options[name] for name in ("upcoming", "with_sizes", "level")}
    if options["costs"] is not None and are_counts(evidence):
        raise click.UsageError("--costs needs predictions: counts do not say which errors were made")
    _require_readable(options, counts=are_counts(evidence))
    costs = options["costs"]
    estimates, given = (
        (_of_counts(evidence, **settings), None)
        if are_counts(evidence)
        else _estimate_files(evidence, options, **settings)
    )
    if figures is not None:
        _save_figures(estimates, figures)
    if as_json:
        print_json(estimates_dict(estimates))
    else:
        steps = explain_estimates(estimates, given, costs) if explain else []
        write_lines(
            [*estimates_lines(estimates, columns=columns()), *steps[1:]], sys.stdout, colour=has_colour()
        )
    return 0


def _require_readable(options: dict[str, Any], *, counts: bool) -> None:
    """Refuse options of reading that an estimate would not follow."""
    if options["subgroup_column"] is not None:
        raise UsageError(
            "an estimate is of all examples, and judges no subgroups",
            where="--subgroup-column",
            fix=f"estimate one subgroup after the other: --only {options['subgroup_column']}=VALUE",
            code="BO582",
        )
    given = [OPTIONS[name] for name in READINGS if options.get(shared.click_name(OPTIONS[name]))]
    if counts and given:
        raise UsageError(
            f"{given[0].spellings[-1]} says how a file is read, and counts were given",
            where="estimate",
            fix="leave it out, or give a file of predictions",
            code="BO582",
        )


def _of_counts(words: tuple[str, ...], **asked: Any) -> "Estimates":  # noqa: ANN401
    from bakeoff.api.counts import parse_counts
    from bakeoff.inference.estimates.accuracy import estimate_counts

    return estimate_counts([(c.right, c.total) for c in parse_counts(words)], **asked)


def _estimate_files(
    words: tuple[str, ...],
    options: dict[str, Any],
    **settings: Any,  # noqa: ANN401
) -> "tuple[Estimates, Predictions]":
    from bakeoff.api.estimate import estimate_given, read_given
    from bakeoff.inputs.options import ReadOptions

    settings |= {name: options[name] for name in ("seed", "positive", "costs")}
    reading = ReadOptions(**select_values(shared.keywords_from_options(options), READINGS))
    given = read_given(words[0] if len(words) == 1 else list(words), reading)
    return estimate_given(given, **settings), given


def _save_figures(made: "Estimates", directory: str) -> None:
    from bakeoff.api.deliveries.missing_letters import missing_letter_findings
    from bakeoff.api.estimate import save_estimate_figures
    from bakeoff.cli.output import say

    count = save_estimate_figures(made, directory)
    say(f"figures: {write_count(count, 'file')} in {directory}")
    for finding in missing_letter_findings(one.classifier or "" for one in made.each):
        say(finding.message)
