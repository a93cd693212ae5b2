"""`bakeoff audit`: what could be wrong with the claim."""

import sys
from typing import Any

import click

from bakeoff.app import options as shared
from bakeoff.app.commands.compare import command as compare_command
from bakeoff.app.commands.compare import evidence_of, read_options, settings_of
from bakeoff.app.difference_summary import OPTIONS as SUMMARY
from bakeoff.app.output import columns, in_colour, print_json, require_outputs, say
from bakeoff.app.repeating import command_line
from bakeoff.core.words import counted

# Evidence is read and judged as `compare` does it, so the audit takes the same options, but for these.
OF_THE_GATE = {"gate", "bound", "share", "ignore_subgroups"}
NOT_HERE = {"costs", "threshold", "explain", "quiet", "latex", "exports", *OF_THE_GATE, *SUMMARY}


@click.command("audit", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
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
def command(as_json: bool, report: str | None, figures: str | None, **options: Any) -> int:  # noqa: ANN401, FBT001 - click's own
    """Say what could be wrong with a claim: how much it can bear, and what to do.

    EVIDENCE is what `bakeoff compare` takes; with --test-records also a leaderboard, one score for each entry.

    \b
      bakeoff audit scores.csv                        which datasets decide, what else to know
      bakeoff audit scores.csv --tests 154            the claim is one of 154 tests
      bakeoff audit scores.csv --tried B=50           B was the best of 50 configurations
      bakeoff audit leaderboard.csv --test-records 5000    how far the best is above chance
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.app.quick_start import defer_unasked

    defer_unasked()
    from bakeoff.app.auditing import audit_evidence, audited, told_by_user
    from bakeoff.render.audit import screen, to_dict
    from bakeoff.render.screen import write

    require_outputs(report=report, figures=figures)
    told = told_by_user(
        tests=options["tests"],
        tried=dict(map(_name_and_count, options["tried"])),
        groups=options["groups"],
        test_records=options["test_records"],
        claim=options["claim"],
    )
    made = audit_evidence(
        evidence_of(options),
        settings_of(options),
        read_options(options),
        told,
        properties=options["properties"],
    )
    if figures is not None:
        from bakeoff.app.lettering import with_lettering

        made = with_lettering(made)
    if as_json:
        print_json(to_dict(made))
    else:
        write(screen(made, columns=columns()), sys.stdout, colour=in_colour())
    if report is not None:
        say(f"report: {made.report(report, command=command_line(click.get_current_context()))}")
    if figures is not None:
        from bakeoff.app.report import write_figures

        say(f"figures: {counted(len(write_figures(audited(made), figures)), 'file')} in {figures}")
    return 0


def _name_and_count(text: str) -> tuple[str, int]:
    name, _, count = text.rpartition("=")
    if not name or not count.isdigit():
        raise click.BadParameter(f"{text!r} is not of the form NAME=K", param_hint="--tried")
    return name, int(count)


command.params = [*(p for p in compare_command.params if p.name not in NOT_HERE), *command.params]
