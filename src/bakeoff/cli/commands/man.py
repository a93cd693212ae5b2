"""`bakeoff man`: manual pages, made from the help."""

import re
from pathlib import Path

import click

from bakeoff.cli.output import say
from bakeoff.core.version import __version__


@click.command("man", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def man_command(folder: Path) -> int:
    """Write a manual page for bakeoff and for every command into DIR: man -l DIR/bakeoff-compare.1."""
    from bakeoff.api.deliveries.files import require_folder
    from bakeoff.cli.main import COMMANDS, bakeoff

    require_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    root = click.Context(bakeoff, info_name="bakeoff")
    see = [f"bakeoff-{name}" for name in COMMANDS]
    (folder / "bakeoff.1").write_text(manual_page(bakeoff, root, see), encoding="utf-8")
    for name in COMMANDS:
        command = bakeoff.get_command(root, name)
        if command is not None:
            context = click.Context(command, info_name=name, parent=root)
            (folder / f"bakeoff-{name}.1").write_text(
                manual_page(command, context, ["bakeoff"]), encoding="utf-8"
            )
    say(f"written: {len(COMMANDS) + 1} pages in {folder}")
    return 0


def manual_page(command: click.Command, context: click.Context, see_also: list[str]) -> str:
    """Return the manual page of a command as roff: name, synopsis, and the help as it is shown."""
    name = context.command_path.replace(" ", "-")
    help_text = (command.help or "").split("\f")[0]
    brief = help_text.strip().partition("\n")[0]
    usage = " ".join(command.collect_usage_pieces(context))
    sections = [
        f'.TH "{name.upper()}" "1" "" "bakeoff {__version__}" "bakeoff"',
        f".SH NAME\n{escape_roff(name)} \\- {escape_roff(brief)}",
        f".SH SYNOPSIS\n.B {escape_roff(context.command_path)}\n{escape_roff(usage)}",
        f".SH DESCRIPTION\n.nf\n{escape_roff(_describe_command(command, context))}\n.fi",
        ".SH SEE ALSO\n"
        + ",\n".join(f".BR {escape_roff(page)} (1)" for page in see_also).replace("(1),", "(1) ,"),
    ]
    return "\n".join(sections) + "\n"


def _describe_command(command: click.Command, context: click.Context) -> str:
    """Return the help below its line of usage."""
    return re.sub(r"\AUsage:.*?\n\n", "", command.get_help(context), flags=re.DOTALL).rstrip()


def escape_roff(text: str) -> str:
    r"""Return text that roff shows as it is.

    >>> print(escape_roff(".x\n'y a-b \\z"))
    \&.x
    \&'y a\-b \ez
    """
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", plain, flags=re.MULTILINE)
