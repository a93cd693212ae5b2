"""`bakeoff compare`: the main job."""

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import command_line, commands_as_typed
from bakeoff.cli.exit_codes import GATE_CODES
from bakeoff.cli.output import (
    deliver,
    drawing,
    require_deliveries,
    require_drawable,
    require_figure_kinds,
    require_outputs,
    say,
    show_comparison,
    write_outputs,
)
from bakeoff.cli.pipeline_output import announce_comparison
from bakeoff.core.options.option import Door
from bakeoff.core.options.table import SETTINGS, select_values

if TYPE_CHECKING:
    from bakeoff.core.comparison import Comparison


@click.command("compare", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence", nargs=-1)
@shared.take_all(Door.COMPARE)
def compare_command(**options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Compare the classifiers of EVIDENCE: a file of scores or of predictions, or - for standard input.

    Reads CSV, TSV, Parquet, JSON, JSON Lines, Excel, ARFF, and a table pasted from a paper in LaTeX or
    Markdown. Scores: wide (first column the dataset, one column for each classifier) or long (dataset,
    classifier, score, perhaps repeat and fold). Predictions: id, y_true, one column for each classifier.
    Counts: 25.5/30 3750/5000 (right of how many, each on a test set of its own), or --mends and --breaks.
    What a text prints: --sum-z, --sum-z2 and --n, or --mean, --se and --k; two intervals, 70±10 60±10.
    """
    from bakeoff.cli.startup import defer_unused_imports
    from bakeoff.inputs.printed_summaries import are_intervals, is_summary, require_summary

    if is_summary(options) or are_intervals(options["evidence"]):
        return _judge_printed_summary(options)
    require_summary(options)
    if options["gold_column"] is not None or options["gold"] is not None:
        from bakeoff.cli.judged_output import compare_by_judge

        return compare_by_judge(options)
    defer_unused_imports()
    from bakeoff.api.compare import compare

    _require_experiment(options)
    require_figure_kinds(options)
    require_outputs(report=options["report"], figures=options["figures"])
    require_deliveries(latex=options["latex"], exports=options["exports"], evidence=options["evidence"])
    with commands_as_typed():
        comparison: Comparison = compare(
            evidence_from_options(options), **shared.keywords_from_options(options)
        )
    if options["figures"] is not None or options["latex"] is not None:
        from bakeoff.api.deliveries.missing_letters import note_missing_letters

        comparison = note_missing_letters(comparison)
    require_drawable(comparison, options["figure_kinds"])
    show_comparison(
        comparison, explain=options["explain"], as_json=options["as_json"], quiet=options["quiet"]
    )
    with drawing(figures=options["figures"], latex=options["latex"]):
        write_outputs(
            comparison,
            report=options["report"],
            figures=options["figures"],
            kinds=options["figure_kinds"],
            size=options["figure_size"],
            repeat=partial(command_line, click.get_current_context()),
        )
        deliver(comparison, latex=options["latex"], exports=options["exports"])
    if options["log_back"]:
        _log_back(comparison, options["evidence"])
    announce_comparison(comparison, options["evidence"])
    if comparison.gate is None:
        return 0
    from bakeoff.render.gate import gate_text

    say(gate_text(comparison.gate, comparison))
    return GATE_CODES[comparison.gate.outcome]


def _require_experiment(options: dict[str, Any]) -> None:
    """Refuse to log back to anything but one experiment, before anything is computed."""
    named = options["evidence"]
    if not options["log_back"]:
        return
    if len(named) == 1 and named[0].startswith("mlflow:"):
        from bakeoff.api.pipelines.mlflow import require_writable_runs

        require_writable_runs(named[0])
    else:
        from bakeoff.core.errors import UsageError

        raise UsageError(
            "a verdict is logged back to the runs of one experiment of MLflow",
            where="--log-back",
            fix="give mlflow:EXPERIMENT, or leave it out",
            code="BO682",
        )


def _log_back(comparison: "Comparison", evidence: tuple[str, ...]) -> None:
    from bakeoff.api.pipelines.mlflow import log_back
    from bakeoff.core.words import write_count

    runs = log_back(comparison, evidence[0])
    say(f"logged back: {write_count(len(runs), 'run')} of {evidence[0]}")


def _judge_printed_summary(options: dict[str, Any]) -> int:
    """Judge what a text prints in place of scores: a mean, a spread and a number, or two intervals."""
    from click.core import ParameterSource

    from bakeoff.api.settings import make_settings
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.inference.printed_summaries import judge_intervals, judge_summary
    from bakeoff.inputs.printed_summaries import (
        is_summary,
        read_intervals,
        read_summary,
        require_answerable,
    )
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
        settings = make_settings(**select_values(shared.keywords_from_options(options), SETTINGS))
        test = judge_summary(read_summary(options), settings, df_rule=options["df_rule"] or "n-1")
        document, sentence = summary_dict(test), summary_sentence(test)
        lines = summary_lines(test, explain=options["explain"], columns=wide)
    else:
        both = judge_intervals(*read_intervals(options["evidence"]), level=options["level"])
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
