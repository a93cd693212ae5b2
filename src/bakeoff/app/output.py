"""Where output goes: one JSON document, one sentence, or the screen, in colour only on a terminal."""

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bakeoff.core.comparison import Comparison
    from bakeoff.render.screen import Line


def show(comparison: "Comparison", *, explain: bool, as_json: bool, quiet: bool) -> None:
    """Print a comparison in the form that was asked for."""
    if as_json:
        from bakeoff.render.json import to_dict

        print_json(to_dict(comparison))
        return
    from bakeoff.render.screen import line, write

    if quiet:
        from bakeoff.render.words import summary

        write([line(summary(comparison))], sys.stdout, colour=False)
        return
    write(_lines(comparison, explain=explain), sys.stdout, colour=in_colour())


def print_json(document: dict[str, Any]) -> None:
    """Print one strict JSON document: no NaN, no infinity, nothing else."""
    sys.stdout.write(json.dumps(document, ensure_ascii=True, allow_nan=False, indent=1) + "\n")


def in_colour() -> bool:
    """Say whether standard output takes colour: a terminal, unless NO_COLOR says otherwise."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """Return the width to write for: the terminal's, within what reads well."""
    return max(60, min(110, shutil.get_terminal_size((100, 24)).columns))


def _lines(comparison: "Comparison", *, explain: bool) -> "list[Line]":
    from bakeoff.render.text import screen

    lines = screen(comparison, columns=columns())
    if explain:
        from bakeoff.render.explain import explanation

        lines = [*lines, *explanation(comparison, columns=columns()), []]
    return lines
