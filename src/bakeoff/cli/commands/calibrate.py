"""`bakeoff calibrate`: the realised error rate of the chosen test on the user's own design."""

import sys
from typing import Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import commands_as_typed


@click.command("calibrate", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence")
@shared.take("test", help="The test (see: bakeoff tests); without it, the comparison's own.")
@click.option(
    "--trials",
    type=click.IntRange(min=1),
    default=2000,
    metavar="N",
    show_default=True,
    help="Swapped copies.",
)
@click.option(
    "--within",
    type=click.Choice(["dataset", "repeat", "resample", "group", "example"]),
    help="What is swapped as a whole.  [default: the largest unit taken as independent]",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    metavar="S",
    show_default=True,
    help="Stop then with what there is.",
)
@shared.take("level")
@shared.take("alternative")
@shared.take("adjust", help="The adjustment over pairs.")
@shared.take("baseline")
@shared.take("metric", help="Which score to compare by.")
@shared.take("higher_is_better")
@shared.take("margin", help="Of Bayesian tests: what matters.")
@shared.take("positive")
@shared.take("over")
@shared.take("average")
@shared.take("missing")
@shared.take("test_train_ratio")
@shared.take("seed")
@shared.take("as_json")
@shared.take_reading
@commands_as_typed()
def calibrate_command(evidence: str, **options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Say how often the test rejects on copies of EVIDENCE in which the classifiers have traded places.

    Within every dataset (of predictions: every example, or group) they are put in a random order, so that none can be
    better; the share of copies in which the test still calls a pair different is its realised error rate.
    """
    from bakeoff.api.calibrate import calibrate
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.render.answers.calibration import calibration_lines
    from bakeoff.render.lines import write_lines

    calibration = calibrate(
        evidence,
        trials=options["trials"],
        within=options["within"],
        seconds=options["seconds"],
        **shared.keywords_from_options(options),
    )
    if options["as_json"]:
        print_json(calibration.to_dict())
    else:
        write_lines(calibration_lines(calibration.answer, columns=columns()), sys.stdout, colour=has_colour())
    return 0
