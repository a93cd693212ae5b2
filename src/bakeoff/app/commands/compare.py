"""`bakeoff compare`: the main job."""

import sys
from typing import TYPE_CHECKING, Any

import click

from bakeoff.app.output import show
from bakeoff.app.values import Level, Margin

if TYPE_CHECKING:
    from bakeoff.core.comparison import Settings
    from bakeoff.inputs.options import ReadOptions


@click.command("compare", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence", nargs=-1, required=True)
@click.option("--baseline", metavar="NAME", help="Compare every other classifier with this one.")
@click.option("--metric", metavar="NAME", help="Which score to compare by, where the evidence has several.")
@click.option(
    "--lower-is-better/--higher-is-better", "lower", default=None, help="The direction of the score."
)
@click.option(
    "--margin", type=Margin(), default=0.0, metavar="X", help="The smallest difference that matters."
)
@click.option("--level", type=Level(), default=0.95, metavar="L", show_default=True, help="Confidence level.")
@click.option(
    "--alternative",
    type=click.Choice(["two-sided", "greater", "less"]),
    default="two-sided",
    show_default=True,
    help="Which advantages of b over a count; say it before looking.",
)
@click.option("--test", metavar="KEY", help="The test that carries the verdict (see: bakeoff tests).")
@click.option(
    "--adjust", metavar="METHOD", help="The adjustment over pairs: holm, shaffer, max-t, bh, none, …"
)
@click.option(
    "--missing",
    type=click.Choice(["pairwise", "drop-dataset", "refuse"]),
    default="pairwise",
    show_default=True,
    help="What to do with datasets that lack a score.",
)
@click.option(
    "--test-train-ratio", type=float, metavar="R", help="Test size over training size of the resampling."
)
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all simulation."
)
@click.option("--explain", is_flag=True, help="Show every step of the calculation and every test.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("-q", "--quiet", is_flag=True, help="Print only the sentence that answers.")
@click.option(
    "--gate", type=click.Choice(["better", "not-worse"]), help="Exit with 1 unless the verdict is this."
)
@click.option("--dataset-column", metavar="NAME", help="The column that names the dataset ('a+b' joins two).")
@click.option("--classifier-column", metavar="NAME", help="The column that names the classifier.")
@click.option("--score-column", metavar="NAME", help="The column that holds the score.")
@click.option("--only", multiple=True, metavar="COLUMN=VALUE", help="Keep these rows only. Repeatable.")
@click.option("--leave-out", multiple=True, metavar="NAME", help="Leave this classifier out. Repeatable.")
@click.option("--transpose", is_flag=True, help="The table has classifiers in rows.")
@click.option(
    "--missing-marks", multiple=True, metavar="TEXT", help="Further marks of a missing score. Repeatable."
)
@click.option("--encoding", metavar="NAME", help="The file's encoding, where it cannot be found out.")
@click.option("--separator", metavar="CHAR", help="The separator of columns.")
@click.option("--decimal", metavar="CHAR", help="The decimal mark: '.' or ','.")
@click.option("--sheet", metavar="NAME", help="The sheet of a workbook.")
@click.option(
    "--allow-mixed-scale", is_flag=True, help="Take percent and fractions in one table as they are."
)
@click.option(
    "--drop-incomplete", is_flag=True, help="Leave a resample out for all where one classifier lacks it."
)
def command(**options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Compare the classifiers of EVIDENCE: a file of scores, or - for standard input.

    Reads CSV, TSV, Parquet, JSON, JSON Lines, Excel, ARFF, and a table pasted from a paper in LaTeX or
    Markdown; wide (first column the dataset, one column for each classifier) or long (dataset, classifier,
    score, perhaps repeat and fold).
    """
    from bakeoff.app.door import compare_evidence
    from bakeoff.app.gate import passes

    comparison = compare_evidence(_single(options["evidence"]), _settings(options), _read_options(options))
    show(comparison, explain=options["explain"], as_json=options["as_json"], quiet=options["quiet"])
    if options["gate"] is None:
        return 0
    passed, why = passes(comparison, options["gate"])
    sys.stderr.write(f"gate {options['gate']}: {'passed' if passed else 'not passed'}: {why}\n")
    return 0 if passed else 1


def _single(evidence: tuple[str, ...]) -> str:
    from bakeoff.core.errors import UsageError

    if len(evidence) > 1:
        raise UsageError(
            f"{len(evidence)} files were given, and a table of scores is one",
            where=" ".join(evidence[:3]),
            fix="put the scores of all classifiers into one file",
            code="BO068",
        )
    return evidence[0]


SETTINGS = (
    "baseline",
    "margin",
    "level",
    "alternative",
    "test",
    "adjust",
    "missing",
    "test_train_ratio",
    "seed",
)
READING = (
    "metric", "dataset_column", "classifier_column", "score_column", "transpose", "missing_marks", "encoding",
    "separator", "decimal", "sheet", "leave_out", "allow_mixed_scale", "drop_incomplete",
)  # fmt: skip


def _settings(options: dict[str, Any]) -> "Settings":
    from bakeoff.app.settings import make_settings

    return make_settings(**{name: options[name] for name in SETTINGS})


def _read_options(options: dict[str, Any]) -> "ReadOptions":
    from bakeoff.inputs.options import ReadOptions

    told = None if options["lower"] is None else not options["lower"]
    only = tuple(_column_and_value(text) for text in options["only"])
    return ReadOptions(higher_is_better=told, only=only, **{name: options[name] for name in READING})


def _column_and_value(text: str) -> tuple[str, str]:
    column, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is not of the form COLUMN=VALUE", param_hint="--only")
    return column, value
