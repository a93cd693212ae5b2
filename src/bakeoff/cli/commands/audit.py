"""`bakeoff audit`: what could be wrong with the claim."""

import sys
from typing import Any

import click
from click.core import ParameterSource

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import command_line, commands_as_typed
from bakeoff.cli.commands.compare import evidence_from_options
from bakeoff.cli.output import columns, has_colour, print_json, require_outputs, say
from bakeoff.core.options.option import Door
from bakeoff.core.words import write_count

_SUFFIXES = (".tex", ".pdf", ".html", ".htm", ".xhtml", ".md", ".markdown")
_OF_PAPERS = ("is_paper", "author", "report", "level", "as_json")


@click.command("audit", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence", nargs=-1)
@shared.take_all(Door.AUDIT)
@click.option(
    "--tests",
    type=click.IntRange(min=1),
    metavar="N",
    help="The claim is one of so many tests; by default those of the ledger, if there is one.",
)
@click.option(
    "--tried", multiple=True, metavar="NAME=K", help="So many configurations of this classifier. Repeatable."
)
@click.option(
    "--groups", type=click.IntRange(min=1), metavar="K", help="So many groups work on the same public data."
)
@click.option(
    "--test-records", type=click.IntRange(min=1), metavar="N", help="Test records behind each score."
)
@click.option("--claim", metavar="P", help="A p-value as it was printed: which test it is of.")
@click.option(
    "--paper", "is_paper", is_flag=True, help="The file is a whole paper, though it looks like one table."
)
@click.option("--author", is_flag=True, help="Of a paper: word the review as a checklist before submission.")
@commands_as_typed()
def audit_command(as_json: bool, report: str | None, figures: str | None, **options: Any) -> int:  # noqa: ANN401, FBT001 - click's own
    """Say what could be wrong with a claim: how much it can bear, and what to do.

    EVIDENCE is what `bakeoff compare` takes; with --test-records also a leaderboard, one score for each entry. A whole
    paper, as a LaTeX folder or .tex, PDF, Markdown or HTML, is reviewed by its own tables.

    \b
      bakeoff audit scores.csv                        which datasets decide, what else to know
      bakeoff audit scores.csv --tests 154            the claim is one of 154 tests
      bakeoff audit scores.csv --tried B=50           B was the best of 50 configurations
      bakeoff audit leaderboard.csv --test-records 5000    how far the best is above chance
      bakeoff audit paper.tex --report review.html    which claims of a paper its tables carry
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.cli.startup import defer_unused_imports

    defer_unused_imports()
    if _names_paper(options["evidence"], forced=options.pop("is_paper")):
        return _audit_paper(options, as_json=as_json, report=report, figures=figures)
    if options.pop("author"):
        raise click.UsageError("--author is of a paper; this is a table")
    from bakeoff.api.audit import audit, with_audit_findings
    from bakeoff.render.answers.audit import audit_dict, audit_lines
    from bakeoff.render.lines import write_lines

    require_outputs(report=report, figures=figures)
    answer = audit(
        evidence_from_options(options),
        tests=options["tests"],
        tried=dict(map(_parse_name_and_count, options["tried"])),
        groups=options["groups"],
        test_records=options["test_records"],
        claim=options["claim"],
        **shared.keywords_from_options(options),
    )
    if figures is not None:
        from bakeoff.api.deliveries.missing_letters import note_missing_letters

        answer = note_missing_letters(answer)
    if as_json:
        print_json(audit_dict(answer))
    else:
        write_lines(audit_lines(answer, columns=columns()), sys.stdout, colour=has_colour())
    if report is not None:
        say(f"report: {answer.report(report, command=command_line(click.get_current_context()))}")
    if figures is not None:
        from bakeoff.api.deliveries.report import write_figures

        say(
            f"figures: {write_count(len(write_figures(with_audit_findings(answer), figures)), 'file')} in {figures}"
        )
    return 0


def _names_paper(words: tuple[str, ...], *, forced: bool) -> bool:
    """Say whether what was named is a whole paper."""
    if len(words) != 1:
        return False
    from pathlib import Path

    if not forced and not Path(words[0]).is_dir() and not words[0].lower().endswith(_SUFFIXES):
        return False
    from bakeoff.inputs.papers.registry import is_paper

    return forced or is_paper(Path(words[0]))


def _audit_paper(options: dict[str, Any], *, as_json: bool, report: str | None, figures: str | None) -> int:
    from bakeoff.api.deliveries.files import require_writable
    from bakeoff.api.paper_audit import audit_paper, require_pdf
    from bakeoff.render.answers.paper_audit import paper_audit_dict, paper_audit_lines
    from bakeoff.render.lines import write_lines

    _refuse_options_of_tables(figures)
    if report is not None:
        require_writable(report)
        require_pdf(options["evidence"][0], report)
    answer = audit_paper(options["evidence"][0], level=options["level"], author=options["author"])
    if as_json:
        print_json(paper_audit_dict(answer))
    else:
        write_lines(paper_audit_lines(answer, columns=columns()), sys.stdout, colour=has_colour())
    if report is not None:
        say(f"review: {answer.report(report)}")
    return 0


def _refuse_options_of_tables(figures: str | None) -> None:
    """Refuse what only a table of scores can be asked."""
    context = click.get_current_context()
    said = [
        option.opts[-1]
        for option in context.command.params
        if isinstance(option, click.Option)
        and option.name not in _OF_PAPERS
        and context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
    ]
    if said or figures is not None:
        from bakeoff.core.errors import UsageError

        raise UsageError(
            f"{said[0]} is of a table of scores, and this is a paper",
            where="the command line",
            fix="a paper takes --level, --author, --report and --json; for one of its tables, give that table alone",
            code="BO703",
        )


def _parse_name_and_count(text: str) -> tuple[str, int]:
    name, _, count = text.rpartition("=")
    if not name or not count.isdecimal() or len(count) > 9:
        raise click.BadParameter(f"{text!r} is not of the form NAME=K", param_hint="--tried")
    return name, int(count)
