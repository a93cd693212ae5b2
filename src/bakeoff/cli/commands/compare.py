"""`bakeoff compare`: the main job."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import command_line
from bakeoff.cli.options import Margin
from bakeoff.cli.output import (
    deliver,
    require_deliveries,
    require_outputs,
    say,
    show_comparison,
    write_outputs,
)

if TYPE_CHECKING:
    from bakeoff.core.comparison import Comparison, Settings
    from bakeoff.inputs.options import ReadOptions


@click.command("compare", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence", nargs=-1)
@shared.baseline
@click.option(
    "--metric",
    metavar="NAME",
    help="Which score to compare by: a column, or a metric of predictions (f1_macro, …).",
)
@shared.direction
@click.option(
    "--margin", type=Margin(), default=0.0, metavar="X", help="The smallest difference that matters."
)
@shared.level
@shared.alternative
@click.option("--test", metavar="KEY", help="The test that carries the verdict (see: bakeoff tests).")
@click.option("--only-if", metavar="KEY", help="Call no pair different unless this omnibus test rejects.")
@click.option(
    "--adjust", metavar="METHOD", help="The adjustment over pairs: holm, shaffer, max-t, bh, none, …"
)
@shared.missing
@shared.test_train_ratio
@shared.seed
@click.option(
    "--mends", type=click.IntRange(min=0), metavar="N", help="Instead of a file: examples only b gets right."
)
@click.option("--breaks", type=click.IntRange(min=0), metavar="N", help="… and those only a gets right.")
@click.option("--total", type=click.IntRange(min=1), metavar="N", help="… of so many test examples.")
@click.option(
    "--sum-z", type=float, metavar="Σz", help="Instead of a file: the sum of the differences b − a."
)
@click.option("--sum-z2", type=float, metavar="Σz²", help="… and the sum of their squares; with --n or --k.")
@click.option("--mean", type=float, metavar="X", help="Instead of a file: the mean of the differences b − a.")
@click.option("--sd", type=float, metavar="S", help="… and their standard deviation; with --n or --k.")
@click.option("--se", type=float, metavar="S", help="… or the standard error of their mean; with --n or --k.")
@click.option("--n", type=int, metavar="N", help="… over so many datasets.")
@click.option("--k", type=int, metavar="K", help="… over so many folds of one dataset.")
@click.option(
    "--df-rule",
    type=click.Choice(["n-1", "k-2"]),
    help="Of such a summary: the paired t-test's degrees of freedom; k-2 is a lecture's rule, and wrong.",
)
@shared.positive
@click.option("--costs", metavar="FILE", help="Compare by expected cost: a TOML file with a cost matrix.")
@click.option(
    "--threshold",
    metavar="T",
    help="With costs: decide as-predicted, by a threshold chosen elsewhere (chosen), by bayes, or from T on.",
)
@click.option("--explain", is_flag=True, help="Show every step of the calculation and every test.")
@shared.as_json
@click.option("-q", "--quiet", is_flag=True, help="Print only the sentence that answers.")
@click.option("--report", metavar="FILE.html", help="Write everything as one page that stands alone.")
@click.option("--figures", metavar="DIR", help="Write the figures as PNG, SVG and PDF.")
@click.option("--latex", metavar="FILE.tex", help="Write tables, methods, results and sources for a paper.")
@click.option(
    "--export",
    "exports",
    multiple=True,
    metavar="FILE",
    help="Write the pairs as .csv or .md, all as .json or .xlsx; scores=FILE.csv: another table. Repeatable.",
)
@click.option(
    "--gate", type=click.Choice(["better", "not-worse"]), help="Exit with 1 unless the verdict is this."
)
@click.option(
    "--bound",
    type=click.Choice(["mean", "mean-in-range", "share", "test"]),
    help="What --gate not-worse holds against the margin; over datasets by default their mean.",
)
@click.option(
    "--share",
    type=float,
    metavar="S",
    help="With --bound share: so many datasets may lose more than the margin.",
)
@click.option("--ignore-subgroups", is_flag=True, help="Let the gate pass although b is worse in a subgroup.")
@click.option("--dataset-column", metavar="NAME", help="The column that names the dataset ('a+b' joins two).")
@click.option("--classifier-column", metavar="NAME", help="The column that names the classifier.")
@click.option("--score-column", metavar="NAME", help="The column that holds the score.")
@click.option(
    "--gold-column", metavar="NAME", help="Of a judge's scores: the column with people's, of some items."
)
@click.option("--gold", metavar="FILE", help="… or a second file with id, model and people's score.")
@click.option("--weigh-back", is_flag=True, help="… which were drawn at random within the judge's verdicts.")
@shared.id_column
@shared.truth_column
@shared.group_column
@click.option("--subgroup-column", metavar="NAME", help="Of predictions: a verdict for each value of it.")
@shared.weight_column
@click.option("--only", multiple=True, metavar="COLUMN=VALUE", help="Keep these rows only. Repeatable.")
@click.option(
    "--leave-out", multiple=True, metavar="NAME", help="Leave this classifier out, or dataset. Repeatable."
)
@click.option("--without", multiple=True, metavar="DATASET", help="Leave this dataset out. Repeatable.")
@click.option("--transpose", is_flag=True, help="The table has classifiers in rows.")
@click.option(
    "--rows-are",
    type=click.Choice(["datasets", "resamples"]),
    help="What rows called 'glass run 3' or 'iris (3)' are.",
)
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
@shared.study
@click.option(
    "--properties",
    metavar="FILE",
    help="CSV: dataset, rows, attributes, …, of these datasets and of others: where these lie among them.",
)
@click.option(
    "--mute", multiple=True, metavar="CODE", help="List this finding as muted, without its words. Repeatable."
)
def command(**options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Compare the classifiers of EVIDENCE: a file of scores or of predictions, or - for standard input.

    Reads CSV, TSV, Parquet, JSON, JSON Lines, Excel, ARFF, and a table pasted from a paper in LaTeX or
    Markdown. Scores: wide (first column the dataset, one column for each classifier) or long (dataset,
    classifier, score, perhaps repeat and fold). Predictions: id, y_true, one column for each classifier.
    Counts: 25.5/30 3750/5000 (right of how many, each on a test set of its own), or --mends and --breaks.
    What a text prints: --sum-z, --sum-z2 and --n, or --mean, --se and --k; two intervals, 70±10 60±10.
    """
    from bakeoff.api.printed_summaries import are_intervals, is_summary, require_summary
    from bakeoff.cli.startup import defer_unused_imports

    if is_summary(options) or are_intervals(options["evidence"]):
        return _judge_printed_summary(options)
    require_summary(options)
    if options["gold_column"] is not None or options["gold"] is not None:
        from bakeoff.cli.judged_output import compare_by_judge

        return compare_by_judge(options, reading_from_options(options))
    defer_unused_imports()
    from bakeoff.api.compare import compare_evidence
    from bakeoff.api.gate import gate_request, with_gate

    gate = gate_request(
        options["gate"],
        bound=options["bound"],
        share=options["share"],
        subgroups=not options["ignore_subgroups"],
    )
    require_outputs(report=options["report"], figures=options["figures"])
    require_deliveries(latex=options["latex"], exports=options["exports"], evidence=options["evidence"])
    comparison = compare_evidence(
        evidence_from_options(options),
        settings_from_options(options),
        reading_from_options(options),
        costs=options["costs"],
        threshold=options["threshold"],
        mute=options["mute"],
    )
    if gate is not None:
        comparison = with_gate(comparison, gate)
    if options["properties"] is not None:
        from bakeoff.api.catalogue_space import locate_in_catalogue

        comparison = locate_in_catalogue(comparison, properties=options["properties"])
    _require_one_table(comparison, options["evidence"])
    if options["figures"] is not None or options["latex"] is not None:
        from bakeoff.api.deliveries.missing_letters import note_missing_letters

        comparison = note_missing_letters(comparison)
    show_comparison(
        comparison, explain=options["explain"], as_json=options["as_json"], quiet=options["quiet"]
    )
    write_outputs(
        comparison,
        report=options["report"],
        figures=options["figures"],
        repeat=partial(command_line, click.get_current_context()),
    )
    deliver(comparison, latex=options["latex"], exports=options["exports"])
    if comparison.gate is None:
        return 0
    from bakeoff.render.gate import gate_text

    say(gate_text(comparison.gate, comparison))
    return 0 if comparison.gate.passed else 1


def _judge_printed_summary(options: dict[str, Any]) -> int:
    """Judge what a text prints in place of scores: a mean, a spread and a number, or two intervals."""
    from click.core import ParameterSource

    from bakeoff.api.printed_summaries import (
        is_summary,
        judge_summary,
        read_intervals,
        read_summary,
        require_answerable,
    )
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.render.answers.printed_summaries import (
        intervals_dict,
        intervals_lines,
        intervals_sentence,
        summary_dict,
        summary_lines,
        summary_sentence,
    )
    from bakeoff.render.lines import line, write_lines

    context = click.get_current_context()
    named_options = {
        name for name in options if context.get_parameter_source(name) is ParameterSource.COMMANDLINE
    }
    require_answerable(options, named_options)
    wide = columns()
    if is_summary(options):
        test = judge_summary(
            read_summary(options), settings_from_options(options), df_rule=options["df_rule"] or "n-1"
        )
        document, sentence = summary_dict(test), summary_sentence(test)
        lines = summary_lines(test, explain=options["explain"], columns=wide)
    else:
        both = read_intervals(options["evidence"], level=options["level"])
        document, sentence, lines = (
            intervals_dict(both),
            intervals_sentence(both),
            intervals_lines(both, columns=wide),
        )
    if options["as_json"]:
        print_json(document)
    else:
        write_lines(
            [line(sentence)] if options["quiet"] else lines,
            sys.stdout,
            colour=has_colour() and not options["quiet"],
        )
    return 0


def evidence_from_options(options: dict[str, Any]) -> object:
    """Return the files that were named, or the counts that were given in their place."""
    from bakeoff.api.counts import are_counts, flips_on_test_set, two_test_sets

    words: tuple[str, ...] = options["evidence"]
    flip_options = [name for name in ("mends", "breaks", "total") if options[name] is not None]
    if flip_options and not words:
        return flips_on_test_set(options["mends"], options["breaks"], options["total"])
    if flip_options or not words:
        raise click.UsageError(
            f"--{flip_options[0]} takes the place of a file"
            if flip_options
            else "Missing argument 'EVIDENCE...'."
        )
    if are_counts(words):
        return two_test_sets(words)
    return words[0] if len(words) == 1 else list(words)


def _require_one_table(comparison: "Comparison", files: tuple[str, ...]) -> None:
    """Refuse several files of scores: whether their rows belong together cannot be known."""
    from bakeoff.core.design import EvidenceKind
    from bakeoff.core.errors import UsageError

    if len(files) > 1 and comparison.design.kind is EvidenceKind.SCORES:
        raise UsageError(
            f"{len(files)} files were given, and a table of scores is one",
            where=" ".join(files[:3]),
            fix="put the scores of all classifiers into one file",
            code="BO068",
        )


SETTINGS = (
    "baseline",
    "margin",
    "level",
    "alternative",
    "test",
    "adjust",
    "only_if",
    "missing",
    "test_train_ratio",
    "metric",
    "positive",
    "seed",
)
READING = (
    "metric", "dataset_column", "classifier_column", "score_column", "id_column", "truth_column", "group_column",
    "subgroup_column", "weight_column", "transpose", "rows_are", "missing_marks", "encoding",
    "separator", "decimal", "sheet", "leave_out", "without", "allow_mixed_scale", "drop_incomplete", "study",
)  # fmt: skip


def settings_from_options(options: dict[str, Any]) -> "Settings":
    """Return the settings among the options, or refuse what cannot be meant."""
    from bakeoff.api.settings import make_settings

    return make_settings(**{name: options[name] for name in SETTINGS})


def reading_from_options(options: dict[str, Any]) -> "ReadOptions":
    """Return how the evidence is to be read."""
    from bakeoff.inputs.options import ReadOptions

    higher = None if options["lower"] is None else not options["lower"]
    only = tuple(_parse_column_and_value(text) for text in options["only"])
    return ReadOptions(higher_is_better=higher, only=only, **{name: options[name] for name in READING})


def _parse_column_and_value(text: str) -> tuple[str, str]:
    column, equals, value = text.partition("=")
    if not equals:
        raise click.BadParameter(f"{text!r} is not of the form COLUMN=VALUE", param_hint="--only")
    return column, value
