"""`bakeoff selftest`: is it right on this machine."""

import sys
from pathlib import Path

import click

from bakeoff.cli import options as shared


@click.command("selftest", context_settings={"help_option_names": ["-h", "--help"]})
@shared.take("seed")
@click.option(
    "--all", "every", is_flag=True, help="List every reference with its digits, not only those that failed."
)
@shared.take("as_json")
@click.option(
    "--report", metavar="FILE.md", help="Write a record of everything that was checked, to be kept."
)
def selftest_command(seed: int, every: bool, as_json: bool, report: str | None) -> int:  # noqa: FBT001 - click's flags
    """Check this installation: digits of agreement with certified references, and evidence without a difference.

    The references are NIST's certified values, mpmath, exact enumeration and published figures. Then the defaults judge
    evidence in which nothing differs (A/A). Exit code 1 when anything falls below its floor.
    """
    from bakeoff.api.selftest.run import selftest
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.render.answers.selftest import selftest_lines
    from bakeoff.render.lines import write_lines

    if report is not None:
        from bakeoff.api.deliveries.files import require_writable

        require_writable(report)
    record = selftest(seed=seed)
    if report is not None:
        from bakeoff.api.deliveries.files import write_whole
        from bakeoff.cli.output import say
        from bakeoff.render.answers.selftest_record import selftest_record

        write_whole(Path(report), selftest_record(record.answer, system=describe_system()))
        say(f"written: {report}")
    if as_json:
        print_json(record.to_dict())
    else:
        write_lines(
            selftest_lines(record.answer, columns=columns(), every=every), sys.stdout, colour=has_colour()
        )
    return 0 if record.passed else 1


def describe_system() -> dict[str, str]:
    """Return what a record of qualification names beside the versions: the system, and the moment in universal time."""
    import platform
    from datetime import UTC, datetime

    return {
        "system": platform.platform(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }
