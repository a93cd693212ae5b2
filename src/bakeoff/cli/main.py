"""The command line: parse, delegate, print. Heavy imports happen where they are used."""

import gc
import os
import sys
from collections.abc import Sequence
from errno import EDQUOT, EFBIG, EIO, ENOSPC
from importlib import import_module

import click

from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.core.version import __version__

# Each command lives in its own module and is imported when it is called; the words are for --help.
COMMANDS = {
    "compare": "Compare classifiers: recognise the evidence, test, judge, show.",
    "gate": "Every gate of bakeoff.toml in one run: one line each, one exit code.",
    "comment": "The summary of a run as one comment on the pull request, written over by later runs.",
    "read": "How the evidence is understood, without judging it.",
    "audit": "What could be wrong with the claim: which datasets decide, chance, tuning, slips.",
    "leaderboard": "Which ranks are real: rank confidence sets, ties for best, from scores, items or battles.",
    "label": "Which items people should label next, so that a judge's comparison can be corrected.",
    "estimate": "One classifier: its accuracy and other measures, with intervals.",
    "run": "The experiment: run, resume, distribute, record.",
    "verify": "A published study: checked, repeated cell by cell, put together with others.",
    "watch": "An evaluation under way: look at its logs until the question is decided, then stop it.",
    "plan": "Before running: what so many tests, datasets or examples can show.",
    "calibrate": "The realised error rate of the test on your own design, by swapping the classifiers.",
    "explain": "Where b beats a: which properties of the datasets go with the difference.",
    "ledger": "Every look at the data of this project, and whether the record is whole.",
    "serve": "The local page: drop results, see the verdict, try what changes it.",
    "datasets": "The catalogue of datasets: see, describe, add, draw a sample.",
    "simulate": "Data in which the truth is known: how often a test finds it, or is fooled.",
    "tests": "Every test: its null, assumptions, designs, measured error rates and source.",
    "codes": "What a finding or an error means, and what to do about it.",
    "selftest": "Is it right on this machine: certified references, and evidence without a difference.",
    "schema": "The JSON Schemas of what --json prints.",
    "completion": "Commands and options completed by bash, zsh or fish: printed, or installed.",
    "man": "Manual pages, made from the help.",
    "demo": "The main job on bundled published results.",
}

HOMES = {
    "serve": "bakeoff.web.command"
}  # the page has its command beside it: cli and web do not know each other

_OBJECTS = (
    200_000  # between two looks for garbage: every pair is some twenty that stay, and each look goes over all
)


class _LazyGroup(click.Group):
    """A group whose commands are imported only when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        home = HOMES.get(cmd_name, f"bakeoff.cli.commands.{cmd_name}")
        command: click.Command = getattr(import_module(home), f"{cmd_name}_command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from bakeoff.core.words import did_you_mean

            raise click.UsageError(f"No such command {args[0]!r}{did_you_mean(args[0], list(COMMANDS))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="bakeoff", message="%(prog)s %(version)s")
def bakeoff() -> None:
    """Compare classifiers with statistical rigour: who wins, by how much, and can you trust it.

    Start with: bakeoff compare scores.csv
    """


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code (`exit_codes.py`; 2 bad input, 130 interrupted)."""
    gc.set_threshold(_OBJECTS, 50, 50)
    if sys.stdout is None:  # closed by the caller: `bakeoff … >&-`
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open until we end
    try:
        code = bakeoff.main(args=argv, prog_name="bakeoff", standalone_mode=False)
        sys.stdout.flush()
    except (BakeoffError, click.ClickException, ModuleNotFoundError) as error:
        return _report_refusal(error)
    except (click.Abort, KeyboardInterrupt):
        sys.stderr.write("interrupted\n")
        return 130
    except OSError as error:
        return _report_system_error(error)
    return code if isinstance(code, int) else 0


def _report_refusal(error: BakeoffError | click.ClickException | ModuleNotFoundError) -> int:
    from bakeoff.render.lines import make_encodable

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        sys.stderr.write(f"{error.format_message()}\n")
        return 2
    if isinstance(error, click.ClickException):
        error = _usage_error(error)
    elif isinstance(error, ModuleNotFoundError):
        error = _missing_library(error)
    sys.stderr.write(make_encodable(f"error {error.code}: {error}", sys.stderr) + "\n")
    return 2


def _missing_library(error: ModuleNotFoundError) -> UsageError:
    from bakeoff.api.extras import missing_extra

    needed = missing_extra(error, where="this Python")
    if needed is None:
        raise error
    return needed


def _report_system_error(error: OSError) -> int:
    """Return the exit code where a file is refused or standard output takes no more; raise anything else."""
    if isinstance(error, BrokenPipeError):  # the reader of our output has gone, as `head` does
        _leave_output()
        return 0
    if error.filename is not None:
        return _report_refusal(
            UsageError(
                f"the system refuses a file: {error.strerror}",
                where=os.fsdecode(error.filename),
                fix="give another name, or mend the rights",
                code="BO413",
            )
        )
    if error.errno not in (ENOSPC, EDQUOT, EFBIG, EIO):
        raise error
    _leave_output()
    return _report_refusal(
        UsageError(
            f"the output cannot be written: {error.strerror}",
            where="standard output",
            fix="make room on the disk, or write to another one",
            code="BO410",
        )
    )


def _leave_output() -> None:
    """Let nothing more be written to standard output: what waits to be written would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage_error(error: click.ClickException) -> UsageError:
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "bakeoff"
    return UsageError(
        error.format_message(),
        where="the command line",
        fix=f"{command} --help shows what it takes",
        code="BO065",
    )
