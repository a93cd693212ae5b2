"""`bakeoff calibrate`: the realised error rate of the chosen test on the user's own design."""

import sys
from typing import Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.options import Margin

SETTINGS = (
    "baseline", "margin", "level", "alternative", "test", "adjust", "missing", "test_train_ratio", "metric",
    "positive", "seed",
)  # fmt: skip


@click.command("calibrate", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence")
@click.option(
    "--test", metavar="KEY", help="The test (see: bakeoff tests); without it, the comparison's own."
)
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
@shared.level
@shared.alternative
@click.option("--adjust", metavar="METHOD", help="The adjustment over pairs.")
@shared.baseline
@click.option("--metric", metavar="NAME", help="Which score to compare by.")
@click.option("--margin", type=Margin(), default=0.0, metavar="X", help="Of Bayesian tests: what matters.")
@shared.positive
@shared.missing
@shared.test_train_ratio
@shared.group_column
@shared.cluster_column
@shared.study
@shared.seed
@shared.as_json
def command(evidence: str, **options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Say how often the test rejects on copies of EVIDENCE in which the classifiers have traded places.

    Within every dataset (of predictions: every example, or group) they are put in a random order, so that none can be
    better; the share of copies in which the test still calls a pair different is its realised error rate.
    """
    from bakeoff.api.calibrate import calibrate_evidence
    from bakeoff.api.settings import make_settings
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.inputs.options import ReadOptions
    from bakeoff.render.answers.calibration import calibration_lines
    from bakeoff.render.lines import write_lines

    reading = {name: options[name] for name in ("metric", "group_column", "cluster_column", "study")}
    calibration = calibrate_evidence(
        evidence,
        make_settings(**{name: options[name] for name in SETTINGS}),
        ReadOptions(**reading),
        trials=options["trials"],
        within=options["within"],
        seconds=options["seconds"],
    )
    if options["as_json"]:
        print_json(calibration.to_dict())
    else:
        write_lines(calibration_lines(calibration.answer, columns=columns()), sys.stdout, colour=has_colour())
    return 0
