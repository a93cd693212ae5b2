"""`bakeoff ledger`: every look at the data of this project, and whether the record is whole."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli import options as shared

if TYPE_CHECKING:
    from bakeoff.core.answers.sequential import QuestionPath


@click.command("ledger", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("action", type=click.Choice(["list", "check"]), default="list")
@click.option("--figure", metavar="FILE", help="Draw the evidence over looks: .svg, .png or .pdf.")
@shared.take("as_json")
def ledger_command(action: str, figure: str | None, as_json: bool) -> int:  # noqa: FBT001 - click's flag
    """List what this project has looked at, or check that nothing was changed, removed, moved or cut off.

    A project has a ledger where its folder, or one above it, has a file bakeoff.toml with

    \b
      [ledger]
      store = "ledger.db"              or postgresql://…, which a team shares
      spending = "alpha-spending"      the default; "holm" for a family that is judged once, at its end

    Every comparison is then written down; nothing leaves the machine. Look k at the same data is judged at
    alpha·6/(π²k²), so that all claims made on the way hold together; comparisons with --sequential may be looked at
    at any time, and the list shows their evidence over looks. `check` exits with 1 if the record is not whole.
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.core.ledger import chain_problems
    from bakeoff.project.configuration import require_ledger
    from bakeoff.project.ledger import look_numbers, standing_pairs_by_entry
    from bakeoff.project.question_ledger import question_paths
    from bakeoff.render.answers.ledger import check_lines, ledger_dict, ledger_lines
    from bakeoff.render.lines import write_lines
    from bakeoff.store.open import open_store

    ledger = require_ledger()
    if figure is not None:
        _require_figure(figure)
    with open_store(ledger.store) as store:
        entries = store.ledger()
    problems, looks = chain_problems(entries, ledger.anchor()), look_numbers(entries)
    pairs = standing_pairs_by_entry(entries, ledger.spending)
    questions = question_paths(entries, alpha=ledger.alpha or 0.05)
    if figure is not None:
        _write_figure(questions, figure)
    if as_json:
        print_json(ledger_dict(entries, looks, pairs, problems, questions))
    elif action == "check":
        write_lines(check_lines(entries, problems, columns=columns()), sys.stdout, colour=has_colour())
    else:
        lines = ledger_lines(entries, looks, pairs, columns=columns(), questions=questions)
        write_lines(lines, sys.stdout, colour=has_colour())
    return 1 if action == "check" and problems else 0


def _require_figure(path: str) -> None:
    """Refuse a picture that cannot be written, before anything is read."""
    from bakeoff.api.deliveries.board_files import PICTURES
    from bakeoff.api.deliveries.files import require_writable
    from bakeoff.api.extras import require_matplotlib
    from bakeoff.core.errors import UsageError

    if require_writable(path).suffix.lower() not in PICTURES:
        raise UsageError(
            "a picture is written by the ending of its name",
            where=f"--figure {path}",
            fix=f"use one of: {', '.join(PICTURES)}",
            code="BO412",
        )
    require_matplotlib(where=f"--figure {path}")


def _write_figure(questions: "tuple[QuestionPath, ...]", path: str) -> None:
    """Draw the evidence over looks, or say that there is none."""
    from bakeoff.api.deliveries.figures import figure_bytes
    from bakeoff.api.deliveries.files import write_whole
    from bakeoff.cli.output import say
    from bakeoff.core.errors import UsageError
    from bakeoff.render.figures.evidence import EVIDENCE, evidence_data

    if not questions:
        raise UsageError(
            "the ledger has no question that may be looked at at any time, so that there is nothing to draw",
            where=f"--figure {path}",
            fix="compare with --sequential first",
            code="BO412",
        )
    target = Path(path)
    write_whole(
        target, figure_bytes(evidence_data(questions), EVIDENCE, target.suffix.lower().removeprefix("."))
    )
    say(f"figure: {path}")
