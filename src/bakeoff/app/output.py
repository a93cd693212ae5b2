"""Where output goes: one JSON document, one sentence, or the screen, in colour only on a terminal."""

import json
import os
import shutil
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

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


def require_outputs(*, report: str | None, figures: str | None = None) -> None:
    """Refuse a report or a folder of figures that cannot be written, before anything is computed."""
    if report is None and figures is None:
        return
    from bakeoff.app.report import require_figures_folder, require_page

    if report is not None:
        require_page(report)
    if figures is not None:
        require_figures_folder(figures)


def write_outputs(
    comparison: "Comparison", *, report: str | None, figures: str | None = None, repeat: "Callable[[], str]"
) -> None:
    """Write the report and the figures that were asked for, and say so on standard error."""
    if report is None and figures is None:
        return
    from bakeoff.app.report import write_figures, write_report

    if report is not None:
        page = write_report(comparison, report, command=repeat())
        say(f"report: {page} ({-(-page.stat().st_size // 1000):,} kB)")
    if figures is not None:
        paths = write_figures(comparison, figures)
        from bakeoff.core.words import counted

        say(f"figures: {counted(len(paths), 'file')} in {figures}")


def say(message: str) -> None:
    """Say something on standard error, where it disturbs no output."""
    from bakeoff.render.names import shown
    from bakeoff.render.screen import encodable

    sys.stderr.write(encodable(shown(message), sys.stderr) + "\n")


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
