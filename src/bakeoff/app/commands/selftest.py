"""`bakeoff selftest`: is it right on this machine."""

import sys

import click

from bakeoff.app import options as shared


@click.command("selftest", context_settings={"help_option_names": ["-h", "--help"]})
@shared.seed
@click.option(
    "--all", "every", is_flag=True, help="List every reference with its digits, not only those that failed."
)
@shared.as_json
def command(seed: int, every: bool, as_json: bool) -> int:  # noqa: FBT001 - click's flags
    """Check this installation: digits of agreement with certified references, and evidence without a difference.

    The references are NIST's certified values, mpmath, exact enumeration and published figures. Then the defaults judge
    evidence in which nothing differs (A/A). Exit code 1 when anything falls below its floor.
    """
    from bakeoff.app.output import columns, in_colour, print_json
    from bakeoff.app.selftest.run import selftest
    from bakeoff.render.screen import write
    from bakeoff.render.selftest import selftest_lines

    made = selftest(seed=seed)
    if as_json:
        print_json(made.to_dict())
    else:
        write(selftest_lines(made.answer, columns=columns(), every=every), sys.stdout, colour=in_colour())
    return 0 if made.passed else 1
