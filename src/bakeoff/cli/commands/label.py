"""`bakeoff label`: which items people should label next."""

import sys
from typing import Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import commands_as_typed
from bakeoff.cli.output import columns, has_colour, print_json, say


@click.command("label", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence")
@click.option(
    "--budget", type=click.IntRange(min=1), required=True, metavar="N", help="How many items to label."
)
@click.option("--gold-column", metavar="NAME", help="The column with the labels so far.")
@click.option("--score-column", metavar="NAME", help="The column with the judge's score.")
@click.option("--export", "target", metavar="FILE.csv", help="Write the table that people fill in.")
@shared.take("seed")
@shared.take("as_json")
@commands_as_typed()
def label_command(evidence: str, as_json: bool, target: str | None, **options: Any) -> int:  # noqa: ANN401, FBT001 - click's own
    """Say which items to have labelled by people next, so that two models are told apart soonest.

    EVIDENCE has a row for each answer: id, model, and the judge's score; perhaps labels so far. Items are drawn at
    random within the judge's verdicts, and the chance of each is kept, so that the corrected difference stays unbiased.

    \b
      bakeoff label judged.csv --budget 100 --export labels.csv
      bakeoff compare judged.csv --gold labels.csv          when people have filled it in
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.api.deliveries.files import require_apart, require_writable, write_whole
    from bakeoff.api.judged import plan_judged_labels
    from bakeoff.inputs.options import ReadOptions
    from bakeoff.render.answers.judged import plan_csv, plan_dict, plan_lines
    from bakeoff.render.lines import write_lines

    path = None if target is None else require_writable(target)
    if path is not None:
        require_apart([path], [evidence])
    reading = ReadOptions(score_column=options.pop("score_column"))
    plan = plan_judged_labels(evidence, options=reading, **options)
    if as_json:
        print_json(plan_dict(plan))
    else:
        write_lines(plan_lines(plan, columns=columns()), sys.stdout, colour=has_colour())
    if path is not None:
        write_whole(path, plan_csv(plan))
        say(f"written: {path}")
    return 0
