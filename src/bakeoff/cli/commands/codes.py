"""`bakeoff codes`: what a finding or an error means, and what to do about it."""

import sys

import click

from bakeoff.cli.output import columns, has_colour


@click.command("codes", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("code", required=False)
def codes_command(code: str | None) -> int:
    """List every code of findings and errors, or show the page of one CODE, such as BO101."""
    from bakeoff.core.codes import CODES
    from bakeoff.core.words import did_you_mean
    from bakeoff.render.handbook import code_lines, code_list_lines
    from bakeoff.render.lines import write_lines

    wanted = (code or "").upper()
    if wanted and wanted not in CODES:
        hint = did_you_mean(wanted, list(CODES)) or "; bakeoff codes lists all"
        raise click.BadParameter(f"there is no code {code!r}{hint}", param_hint="CODE")
    lines = code_lines(wanted, columns=columns()) if wanted else code_list_lines(columns=columns())
    write_lines(lines, sys.stdout, colour=has_colour())
    return 0
