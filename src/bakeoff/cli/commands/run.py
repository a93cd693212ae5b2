"""`bakeoff run`: the experiment."""

import sys
from collections.abc import Sequence
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.exit_codes import FAILED_CELLS, INTERRUPTED
from bakeoff.core.words import write_count

if TYPE_CHECKING:
    from bakeoff.api.study.study import Results, Study

import re

from bakeoff.core.errors import StoreError, UsageError
from bakeoff.core.words import quote_text

_UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}


@click.command("run", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", required=False, metavar="STUDY.toml", type=click.Path(path_type=Path))
@click.option("--new", is_flag=True, help="Write a commented study file to start from, and stop.")
@click.option(
    "--recommended",
    is_flag=True,
    help="Follow the approach of Salzberg (1997) step by step; with the next options, write the study first.",
)
@click.option("--algorithm", metavar="NAME", help="… the new algorithm: an estimator, or NAME=ESTIMATOR.")
@click.option("--similar", metavar="NAME", help="… the known algorithm most like it.")
@click.option("--also", multiple=True, metavar="NAME", help="… another algorithm to compare. Repeatable.")
@click.option(
    "--on", multiple=True, metavar="DATASET", help="… a dataset, or a folder; with --new, too. Repeatable."
)
@click.option("--meant-for", metavar="TEXT", help="… what the new algorithm is for.")
@click.option("--why", metavar="TEXT", help="… why these datasets.")
@click.option(
    "--plan",
    "only_plan",
    is_flag=True,
    help="Show the cells, the time and what can be detected; run nothing.",
)
@click.option(
    "--store", metavar="URL", help="Where results go: a file, or postgresql://…  [default: STUDY.db]"
)
@click.option(
    "-j", "--jobs", type=int, default=1, show_default=True, help="Processes; -1: one for each core."
)
@click.option("--engine", metavar="WHERE", help="Run elsewhere: dask://HOST:PORT, ray, ray://HOST:PORT.")
@click.option(
    "--scheduler", metavar="HOST:PORT", help="With --engine dask or ray: the address of the scheduler."
)
@click.option(
    "--worker",
    is_flag=True,
    help="Be one of several on one store: take cells until none is left, and show nothing.",
)
@click.option(
    "--time-budget", metavar="TIME", help="End the run after 90s, 45m, 8h or 2d; what is done is kept."
)
@click.option(
    "--trust", is_flag=True, help="Let the file name estimators of any package; importing runs its code."
)
@click.option(
    "--stop-early",
    is_flag=True,
    help="Run dataset by dataset, and end when every pair is decided; the verdict holds at every look.",
)
@click.option("--retry-failed", is_flag=True, help="Run the cells again that failed before.")
@click.option(
    "--verify-determinism",
    is_flag=True,
    help="Then run five finished cells of each classifier again: do they give the same?",
)
@shared.take("mute")
@click.option(
    "--replicate",
    multiple=True,
    metavar="NEW_DATASETS",
    help="Run the locked study on datasets it has not seen, and judge both. Repeatable.",
)
@click.option("--failures", is_flag=True, help="List the cells that failed, with their reasons; run nothing.")
@click.option(
    "--export",
    metavar="FILE",
    help="Write the scores of every cell to .csv or .parquet; predictions=FILE.csv: every prediction.",
)
@click.option(
    "--publish", metavar="FOLDER", help="Write the finished study into a new folder, for bakeoff verify."
)
@click.option("--by", metavar="NAME", default="", help="With --publish: who ran it.")
@click.option("--license", "license_name", metavar="NAME", default="", help="With --publish: the licence.")
@shared.take("report", help="Write a page with the verdict, figures and findings.")
@shared.take("explain")
@shared.take("as_json")
@shared.take("quiet")
def run_command(file: Path | None, **options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Run the experiment that STUDY.toml describes, or resume it; then compare the classifiers.

    The specification is frozen before the first cell; each finished cell is recorded at once, so that the run may be
    stopped at any moment and the same command resumes it. A cell that fails is recorded with its reason.
    """
    if options["new"]:
        return _write_starter(file or Path("study.toml"), options["on"])
    if options["recommended"]:
        file = _write_recommended(file or Path("recommended.toml"), options)
    if file is None:
        raise click.UsageError("Missing argument 'STUDY.toml'; `bakeoff run --new` writes one to start from.")
    from bakeoff.api.study.study import Results, Study

    study = Study.load(file, trust=options["trust"])
    store = options["store"] or str(file.with_suffix(".db"))
    if options["only_plan"]:
        from bakeoff.cli.study_forecast import show_forecast

        return show_forecast(study, store, as_json=options["as_json"])
    if options["failures"]:
        return _list_failures(Results(store, name=study.specification.name))
    if options["replicate"]:
        from bakeoff.cli.study_output import show_replication

        return show_replication(study, options["replicate"], store, options=options)
    _check_options(study, options)
    return _run_study(study, store, file, options)


def _check_options(study: "Study", options: dict[str, Any]) -> None:
    """Refuse, before anything is run, what could not be followed after it; put words into numbers."""
    from bakeoff.cli.commands.run import name_engine, read_duration
    from bakeoff.cli.output import require_outputs
    from bakeoff.project.muting import require_codes

    require_codes(options["mute"])
    options["seconds"] = None if options["time_budget"] is None else read_duration(options["time_budget"])
    options["engine"] = name_engine(options["engine"], options["scheduler"])
    _require_comparison(study, options["report"])
    require_outputs(report=options["report"])
    if options["export"]:
        _require_export(options["export"])
    if options["publish"]:
        from bakeoff.api.study.publication.writing import require_new_folder

        require_new_folder(options["publish"])


def _require_comparison(study: "Study", report: str | None) -> None:
    """Refuse a report, before anything is run, where there will be no comparison to report."""
    from bakeoff.core.errors import UsageError

    spec = study.specification
    why = (
        "classifiers with samples of their own are judged by an analysis of variance"
        if spec.splitting.distinct
        else "one classifier is compared with nothing"
    )
    if report is not None and (spec.splitting.distinct or len(spec.classifiers) == 1):
        raise UsageError(
            f"a report is about a comparison, and this study has none: {why}",
            where="--report",
            fix="leave --report away: the screen and --json have the whole analysis",
            code="BO257",
        )


def _run_study(study: "Study", store: str, file: Path, options: dict[str, Any]) -> int:
    from bakeoff.cli.output import say
    from bakeoff.cli.study_progress import run_with_progress
    from bakeoff.study.patience import LEFT_AWAY

    try:
        results = run_with_progress(
            study,
            store,
            jobs=options["jobs"],
            engine=options["engine"],
            retry_failed=options["retry_failed"],
            verify_determinism=options["verify_determinism"],
            stop_early=options["stop_early"],
            time_budget=options["seconds"],
        )
    except StoreError as error:
        if error.code != LEFT_AWAY:
            raise
        return _end_interrupted(error.what, kept="recorded")
    results.mute += options["mute"]
    if results.tally is not None and results.tally.interrupted:
        why = f"the {options['time_budget']} are used up" if results.tally.out_of_time else "stopped"
        return _end_interrupted(why, kept="done")
    if options["worker"]:
        say(f"no cell is left to take; the results: {_repeat_command(file, options)}")
        return FAILED_CELLS if results.failed else 0
    if options["export"]:
        _export_predictions(results, options["export"])
        say(f"written: {options['export']}")
    if options["publish"]:
        study.publish(results, options["publish"], by=options["by"], license_name=options["license_name"])
        say(
            f"published: {options['publish']}; to check it: {join(['bakeoff', 'verify', options['publish']])}"
        )
    return _show_results(results, file, options)


def _end_interrupted(why: str, *, kept: str) -> int:
    """Say how to go on with a run that was ended before its end."""
    from bakeoff.cli.command_line import command_to_go_on

    command = command_to_go_on(click.get_current_context())
    sys.stderr.write(f"{why}; what is {kept} is kept, and the same command goes on: {command}\n")
    return INTERRUPTED


def _require_export(text: str) -> None:
    if text.startswith("predictions="):
        from bakeoff.api.deliveries.exports import parse_exports

        parse_exports([text])
        return
    from bakeoff.api.deliveries.files import require_writable
    from bakeoff.store.exports import require_form

    require_form(require_writable(text))


def _export_predictions(results: "Results", text: str) -> None:
    if not text.startswith("predictions="):
        results.to_csv(text)
        return
    from bakeoff.api.deliveries.exports import study_predictions
    from bakeoff.api.deliveries.files import write_whole
    from bakeoff.render.exports import csv_text

    write_whole(Path(text.partition("=")[2]), csv_text(study_predictions(results.store, results.name)))


def _show_results(results: "Results", file: Path, options: dict[str, Any]) -> int:
    from bakeoff.cli.output import write_outputs
    from bakeoff.cli.study_output import show_distinct, show_study

    results = results.snapshot()
    failed = results.failed
    if failed:
        sys.stderr.write(
            f"{write_count(failed, 'cell')} failed; the reasons: {_failures_command(file, options)}\n"
        )
    output = {"as_json": options["as_json"], "quiet": options["quiet"], "explain": options["explain"]}
    if results.facts.distinct:
        show_distinct(results, **output)
        return FAILED_CELLS if failed else 0
    if options["stop_early"]:
        return _show_early_end(results, file, options)
    test = "binomial" if options["recommended"] else None
    evidence = results.evidence(test=test)
    if len(evidence.classifiers) == 1:
        from bakeoff.cli.study_output import show_alone

        show_alone(results, results.scores(), **output)
        return FAILED_CELLS if failed else 0
    comparison = results.judge(evidence, test=test)
    show_study(results, comparison, **output)
    write_outputs(comparison, report=options["report"], repeat=lambda: _repeat_command(file, options))
    return FAILED_CELLS if failed else 0


def _show_early_end(results: "Results", file: Path, options: dict[str, Any]) -> int:
    """Show the comparison that holds at every look, and say how much was saved."""
    from bakeoff.api.study.early_stopping import judge_so_far
    from bakeoff.cli.output import say, write_outputs
    from bakeoff.cli.study_output import show_study

    comparison = judge_so_far(results, recorded=True)
    show_study(
        results, comparison, as_json=options["as_json"], quiet=options["quiet"], explain=options["explain"]
    )
    write_outputs(comparison, report=options["report"], repeat=lambda: _repeat_command(file, options))
    spared = 0 if results.tally is None else results.tally.spared
    done = len(comparison.evidence.datasets)
    command = _repeat_command(file, options)
    say(
        f"decided after {write_count(done, 'dataset')}: {write_count(spared, 'cell')} not run; {command} runs them"
        if spared
        else f"{write_count(done, 'dataset')}: nothing was left to save"
    )
    return FAILED_CELLS if results.failed else 0


def _repeat_command(file: Path, options: dict[str, Any]) -> str:
    """Return the command that shows the same results: with what says where they are and how they are judged."""
    words = ["bakeoff", "run", str(file)]
    words += [f"--{flag}" for flag in ("recommended", "trust") if options[flag]]
    words += ["--store", options["store"]] if options["store"] else []
    from bakeoff.cli.command_line import hide_passwords

    return hide_passwords(join([*words, *(word for code in options["mute"] for word in ("--mute", code))]))


def _failures_command(file: Path, options: dict[str, Any]) -> str:
    return f"{_repeat_command(file, options | {'recommended': False, 'mute': ()})} --failures"


def _write_recommended(file: Path, options: dict[str, Any]) -> Path:
    """Return the study file of the recommended approach: the one that is there, or one made of a few words."""
    from bakeoff.api.deliveries.files import require_writable, write_whole
    from bakeoff.core.errors import UsageError
    from bakeoff.study.specification.starter_files import recommended_text

    new, similar, datasets = options["algorithm"], options["similar"], options["on"]
    is_described = bool(new or similar or datasets)
    if file.exists() and not is_described:
        return file
    if file.exists():
        raise _exists_error(file, "bakeoff run other.toml --recommended …")
    if not (new and similar and datasets):
        raise UsageError(
            "the recommended approach needs the new algorithm, the known one most like it, and a dataset",
            where="--recommended",
            fix="say them, such as: bakeoff run study.toml --recommended --algorithm RandomForestClassifier --similar "
            'DecisionTreeClassifier --on breast_cancer --meant-for "many attributes" --why "it has 30 attributes"',
            code="BO250",
        )
    words = {"name": file.stem, "also": ",".join(options["also"])}
    words |= {"meant_for": options["meant_for"] or "", "why": options["why"] or ""}
    text = recommended_text(words, file=str(file), new=new, similar=similar, datasets=datasets)
    write_whole(require_writable(file), text)
    sys.stderr.write(f"wrote {file}\n")
    return file


def _exists_error(file: Path, other: str) -> Exception:
    from bakeoff.core.errors import UsageError

    return UsageError(
        f"{file} is there already, and is not overwritten",
        where=str(file),
        fix=f"give another name: {other}",
        code="BO487",
    )


def _write_starter(file: Path, datasets: Sequence[str]) -> int:
    from bakeoff.api.deliveries.files import require_writable, write_whole
    from bakeoff.study.specification.starter_files import starter_text

    if file.exists():
        raise _exists_error(file, "bakeoff run --new other.toml")
    write_whole(require_writable(file), starter_text(file.stem, datasets))
    sys.stderr.write(f"wrote {file}; look at it, then: bakeoff run {file} --plan\n")
    return 0


def _list_failures(results: "Results") -> int:
    from bakeoff.render.names import printable_name

    failures = results.failures
    for failed in failures:
        cell = failed.cell
        where = f"{cell.classifier} on {cell.dataset}, repeat {cell.repeat}, fold {cell.fold}"
        condition = f", {cell.condition}" if cell.condition else ""
        sys.stdout.write(
            f"{printable_name(where + condition)}: {failed.reason}: {printable_name(failed.message)}\n"
        )
    sys.stderr.write(f"{write_count(len(failures), 'cell')} failed\n")
    return 0


def read_duration(text: str) -> float:
    """Return a time with its unit in seconds.

    >>> read_duration("90s"), read_duration("1.5h")
    (90.0, 5400.0)
    """
    parts = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smhd])", text.strip().lower())
    if parts is None or float(parts[1]) == 0:
        raise UsageError(
            f"{quote_text(text)} is no time",
            where="--time-budget",
            fix="write a number with its unit: 90s, 45m, 8h or 2d",
            code="BO853",
        )
    return float(parts[1]) * _UNITS[parts[2]]


def name_engine(engine: str | None, scheduler: str | None) -> str | None:
    """Return the engine with the address of its scheduler.

    >>> name_engine("dask", "10.0.0.1:8786"), name_engine("ray", None)
    ('dask://10.0.0.1:8786', 'ray')
    """
    if scheduler is None:
        return engine
    if engine not in ("dask", "ray"):
        raise UsageError(
            "a scheduler is that of an engine",
            where="--scheduler",
            fix=f"say which: --engine dask --scheduler {scheduler}",
            code="BO476",
        )
    return f"{engine}://{scheduler.removeprefix('tcp://')}"
