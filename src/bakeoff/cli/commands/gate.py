"""`bakeoff gate`: every gate of the project in one run."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.exit_codes import GATE_CODES
from bakeoff.cli.output import print_json, say
from bakeoff.cli.pipeline_output import announce

if TYPE_CHECKING:
    from bakeoff.core.answers.gates import GateAnswers


@click.command("gate", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--config",
    "config",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="The project file; else bakeoff.toml here or above.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
@click.option("--report", metavar="DIR", help="Write a page for each gate into this folder.")
def gate_command(names: tuple[str, ...], config: Path | None, as_json: bool, report: str | None) -> int:  # noqa: FBT001
    r"""Judge the gates of bakeoff.toml, all or those that are named: one line each, one exit code for all.

    \b
    [gate.accuracy]
    evidence = "predictions.csv"
    baseline = "current"
    kind = "not-worse"
    margin = 0.01

    Gates that ask for proof share the error of 5 % by Holm's method. Exit code 0: all passed. 1: one is refuted.
    3: one is undecided, none refuted. 2: a question cannot be asked.
    """
    from bakeoff.api.pipelines.gates import judge_gates
    from bakeoff.render.answers.gates import gates_dict, gates_lines, gates_sentence
    from bakeoff.render.lines import write_lines
    from bakeoff.render.pull_request import GateEntry

    if report is not None:
        from bakeoff.api.deliveries.files import require_folder

        require_folder(report)
    answers = judge_gates(config, names=names)
    code = GATE_CODES[answers.outcome]
    if as_json:
        print_json(gates_dict(answers, exit_code=code))
    else:
        write_lines(gates_lines(answers), sys.stdout, colour=False)
    if report is not None:
        _write_pages(answers, Path(report))
    entries = [
        GateEntry(a.question.name, a.comparison, _only_file(a.question.evidence)) for a in answers.answers
    ]
    announce(entries, closing=gates_sentence(answers) if len(entries) > 1 else "")
    return code


def _only_file(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 and Path(names[0]).is_file() else ""


def _write_pages(answers: "GateAnswers", folder: Path) -> None:
    from bakeoff.api.deliveries.report import write_report

    folder.mkdir(parents=True, exist_ok=True)
    for answer in answers.answers:
        name = "".join(c if c.isalnum() or c in "-_." else "-" for c in answer.question.name)
        page = write_report(
            answer.comparison, folder / f"{name}.html", command=f"bakeoff gate {answer.question.name}"
        )
        say(f"report: {page}")
