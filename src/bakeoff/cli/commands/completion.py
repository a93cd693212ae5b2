"""`bakeoff completion`: commands and options completed by the shell, printed or installed."""

import os
import sys
from pathlib import Path

import click

from bakeoff.cli.output import say
from bakeoff.core.errors import UsageError

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("shell", required=False, type=click.Choice(SHELLS))
@click.option("--install", is_flag=True, help="Write it where the shell looks for it, and say where.")
def completion_command(shell: str | None, install: bool) -> int:  # noqa: FBT001 - click's flag
    """Print what completes bakeoff in a SHELL (bash, zsh or fish; without a name the one in $SHELL), or install it."""
    name = shell or _own_shell()
    text = _completion_script(name)
    if not install:
        sys.stdout.write(text)
        return 0
    path = _completion_file(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    hint = "; have its folder in fpath before compinit runs" if name == "zsh" else ""
    say(f"written: {path} (for new shells{hint})")
    return 0


def _own_shell() -> str:
    name = Path(os.environ.get("SHELL", "")).name
    if name in SHELLS:
        return name
    raise UsageError(
        f"the shell {name!r} is not one that can be completed here"
        if name
        else "$SHELL does not say which shell is used",
        where="the command line",
        fix=f"name it: bakeoff completion {' | '.join(SHELLS)}",
        code="BO683",
    )


def _completion_script(shell: str) -> str:
    from click.shell_completion import get_completion_class

    from bakeoff.cli.main import bakeoff

    kind = get_completion_class(shell)
    if kind is None:
        raise TypeError(shell)
    return kind(bakeoff, {}, "bakeoff", "_BAKEOFF_COMPLETE").source() + "\n"


def _completion_file(shell: str) -> Path:
    """Return where a shell looks for completions of one user."""
    home = Path.home()
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    config = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    return {
        "bash": data / "bash-completion" / "completions" / "bakeoff",
        "zsh": data / "zsh" / "site-functions" / "_bakeoff",
        "fish": config / "fish" / "completions" / "bakeoff.fish",
    }[shell]
