"""`bakeoff estimate`: one classifier, how good it is and how surely."""

import sys
from typing import TYPE_CHECKING, Any

import click

from bakeoff.app import options as shared
from bakeoff.app.output import columns, in_colour, print_json
from bakeoff.core.words import counted

if TYPE_CHECKING:
    from bakeoff.core.estimates import Estimates


@click.command("estimate", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence", nargs=-1, required=True)
@click.option(
    "--next", "upcoming", type=click.IntRange(min=1), metavar="M", help="The rate in the next M records."
)
@click.option("--table", "with_sizes", is_flag=True, help="The same rate on test sets of other sizes.")
@shared.level
@shared.seed
@shared.positive
@click.option("--costs", metavar="FILE", help="Of predictions: what they are expected to cost; a TOML file.")
@shared.id_column
@shared.truth_column
@shared.group_column
@shared.weight_column
@shared.as_json
@click.option("--figures", metavar="DIR", help="Write the interval by size into a folder: PNG, SVG and PDF.")
def command(
    evidence: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click's own
    figures: str | None,
    **options: Any,  # noqa: ANN401
) -> int:
    """Estimate the accuracy behind counts of right answers, or every measure of predictions.

    \b
      bakeoff estimate 80/100              80 of 100 records right
      bakeoff estimate 80/100 --next 50    what to expect in the next 50
      bakeoff estimate 80/100 --table      the same rate on 20 to 5,000 records
      bakeoff estimate predictions.csv     accuracy, F1, MCC, AUC, … of each classifier
      bakeoff estimate predictions.csv --costs costs.toml     … and what its errors cost
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.app.counts import are_counts, parse_counts
    from bakeoff.app.output import require_outputs
    from bakeoff.inference.estimate import estimate_counts
    from bakeoff.render.estimate import as_dict, lines
    from bakeoff.render.screen import write

    require_outputs(report=None, figures=figures)
    asked = {name: options.pop(name) for name in ("upcoming", "with_sizes", "level")}
    if options["costs"] is not None and are_counts(evidence):
        raise click.UsageError("--costs needs predictions: counts do not say which errors were made")
    made = (
        estimate_counts([(c.right, c.total) for c in parse_counts(evidence)], **asked)
        if are_counts(evidence)
        else _of_files(evidence, options, **asked)
    )
    if figures is not None:
        _save(made, figures)
    if as_json:
        print_json(as_dict(made))
    else:
        write(lines(made, columns=columns()), sys.stdout, colour=in_colour())
    return 0


def _of_files(words: tuple[str, ...], options: dict[str, Any], **asked: Any) -> "Estimates":  # noqa: ANN401
    from bakeoff.app.estimating import estimate_evidence
    from bakeoff.inputs.options import ReadOptions

    asked |= {name: options.pop(name) for name in ("seed", "positive", "costs")}
    return estimate_evidence(words[0] if len(words) == 1 else list(words), ReadOptions(**options), **asked)


def _save(made: "Estimates", directory: str) -> None:
    from bakeoff.app.estimating import save_estimate_figures
    from bakeoff.app.lettering import lettering_findings
    from bakeoff.app.output import say

    count = save_estimate_figures(made, directory)
    say(f"figures: {counted(count, 'file')} in {directory}")
    for finding in lettering_findings(one.classifier or "" for one in made.each):
        say(finding.message)
