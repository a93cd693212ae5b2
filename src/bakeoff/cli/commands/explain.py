"""`bakeoff explain`: where b beats a."""

import sys
from typing import Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import commands_as_typed


@click.command("explain", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence")
@shared.take("properties", help="CSV: dataset, then a column of numbers for each property.")
@click.option(
    "--property",
    "named_properties",
    multiple=True,
    metavar="COLUMN",
    help="A column of EVIDENCE that is a property, not a classifier. Repeatable.",
)
@click.option("--pair", nargs=2, metavar="A B", help="Which two classifiers, where there are more.")
@click.option(
    "--permutations",
    type=click.IntRange(min=99),
    default=1999,
    metavar="N",
    show_default=True,
    help="How often advantages are shuffled over datasets to find what chance does.",
)
@click.option("--landmarks", is_flag=True, help="Of a store: measure how difficult each dataset is, too.")
@shared.take("metric", help="Which score to compare by.")
@shared.take("higher_is_better")
@shared.take("level")
@shared.take("missing")
@shared.take("seed")
@shared.take("as_json")
@shared.take_reading
@commands_as_typed()
def explain_command(evidence: str, **options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Say which properties of the datasets go with the advantage of b over a, if any do.

    \b
      bakeoff explain scores.csv --properties properties.csv
      bakeoff explain scores.csv --property rows --property missing
      bakeoff explain study.db                   measured of the datasets of the study

    Nothing is called that holds by chance: p-values count all properties, as lines and as splits.
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.api.explain import explain
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.render.answers.explanation import explanation_lines
    from bakeoff.render.lines import write_lines

    keywords = shared.keywords_from_options(options)
    explanation = explain(
        evidence,
        keywords.pop("properties") or options["named_properties"] or None,
        pair=options["pair"],
        permutations=options["permutations"],
        landmarks=options["landmarks"],
        **keywords,
    )
    if options["as_json"]:
        print_json(explanation.to_dict())
    else:
        write_lines(explanation_lines(explanation.answer, columns=columns()), sys.stdout, colour=has_colour())
    return 0
