"""Where output goes: JSON, a sentence or the screen; report, figures, paper kit, exports, refused before work."""

import atexit
import gc
import json
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bakeoff.core.comparison import Comparison
    from bakeoff.render.lines import Line


def show_comparison(comparison: "Comparison", *, explain: bool, as_json: bool, quiet: bool) -> None:
    """Print a comparison in the form that was asked for."""
    if as_json:
        from bakeoff.render.json.comparison import comparison_dict

        print_json(comparison_dict(comparison))
        return
    from bakeoff.render.lines import line, write_lines

    if quiet:
        from bakeoff.render.sentences import summary

        write_lines([line(summary(comparison))], sys.stdout, colour=False)
        return
    write_lines(_screen_lines(comparison, explain=explain), sys.stdout, colour=has_colour())


def require_outputs(*, report: str | None, figures: str | None = None) -> None:
    """Refuse a report or a folder of figures that cannot be written, before anything is computed."""
    if report is None and figures is None:
        return
    from bakeoff.api.deliveries.report import require_figures_folder, require_page

    if report is not None:
        require_page(report)
    if figures is not None:
        require_figures_folder(figures)


def require_figure_kinds(options: "dict[str, Any]") -> None:
    """Refuse a kind of figure that nobody knows, or one without a folder, before anything is computed."""
    kinds = options["figure_kinds"]
    if options["figures"] is None and (kinds or options["figure_size"] is not None):
        from bakeoff.core.errors import UsageError

        raise UsageError(
            "no folder says where figures go",
            where="--figure" if kinds else "--figure-size",
            fix="add --figures DIR",
            code="BO780",
        )
    if kinds:
        from bakeoff.api.deliveries.figures import require_known_kinds

        require_known_kinds(kinds)


def require_drawable(comparison: "Comparison", kinds: "Sequence[str]") -> None:
    """Refuse a kind of figure that this comparison has not, before anything is printed."""
    if kinds:
        from bakeoff.api.deliveries.report import chosen_figures

        chosen_figures(comparison, kinds)


@contextmanager
def drawing(*, figures: str | None, latex: str | None) -> "Iterator[None]":
    """Draw a figure of the folder and of the paper kit once, and spare the garbage collector what stays.

    It would go through all modules and results for every few figures, and again when the process ends.
    """
    gc.freeze()
    atexit.unregister(gc.freeze)  # once is enough for many commands in one process
    atexit.register(gc.freeze)
    try:
        if figures is None or latex is None:
            yield
            return
        from bakeoff.api.deliveries.figures import drawn_once

        with drawn_once():
            yield
    finally:
        gc.unfreeze()


def write_outputs(
    comparison: "Comparison",
    *,
    report: str | None,
    figures: str | None = None,
    kinds: "Sequence[str]" = (),
    size: str | None = None,
    repeat: "Callable[[], str]",
) -> None:
    """Write the report and the figures that were asked for, and say so on standard error."""
    if report is None and figures is None:
        return
    from bakeoff.api.deliveries.report import write_figures, write_report

    if report is not None:
        page = write_report(comparison, report, command=repeat())
        say(f"report: {page} ({-(-page.stat().st_size // 1000):,} kB)")
    if figures is not None:
        paths = write_figures(comparison, figures, kinds=kinds, size=size)
        from bakeoff.core.words import write_count

        say(f"figures: {write_count(len(paths), 'file')} in {figures}")


def say(message: str) -> None:
    """Say something on standard error, where it disturbs no output."""
    from bakeoff.render.lines import make_encodable
    from bakeoff.render.names import printable_name

    sys.stderr.write(make_encodable(printable_name(message), sys.stderr) + "\n")


def print_json(document: dict[str, Any]) -> None:
    """Print one strict JSON document: no NaN, no infinity, nothing else."""
    sys.stdout.write(json.dumps(document, ensure_ascii=True, allow_nan=False, indent=1) + "\n")


def has_colour() -> bool:
    """Say whether standard output takes colour: a terminal, unless NO_COLOR says otherwise."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def columns() -> int:
    """Return the width to write for: the terminal's, within what reads well."""
    return max(60, min(110, shutil.get_terminal_size((100, 24)).columns))


def _screen_lines(comparison: "Comparison", *, explain: bool) -> "list[Line]":
    from bakeoff.render.text.comparison import comparison_lines

    lines = comparison_lines(comparison, columns=columns())
    if explain:
        from bakeoff.render.text.calculation import full_calculation_lines

        lines = [*lines, *full_calculation_lines(comparison, columns=columns()), []]
    return lines


def require_deliveries(*, latex: str | None, exports: Sequence[str], evidence: Sequence[str] = ()) -> None:
    """Refuse a paper kit or an export that cannot be written, or that would take the place of the evidence."""
    outputs: list[str | Path] = []
    if latex is not None:
        from bakeoff.api.deliveries.paper import require_tex

        outputs.append(require_tex(latex))
    if exports:
        from bakeoff.api.deliveries.exports import parse_exports, require_study

        export_files = parse_exports(exports)
        require_study(export_files, evidence)
        outputs += [export.path for export in export_files]
    if outputs:
        from bakeoff.api.deliveries.files import require_apart

        require_apart(outputs, evidence)


def deliver(comparison: "Comparison", *, latex: str | None, exports: Sequence[str]) -> None:
    """Write the paper kit and the exports, and say on standard error what was written."""
    written: list[str] = []
    without = ""
    if latex is not None:
        from bakeoff.api.deliveries.paper import make_paper

        paths = make_paper(comparison).write(latex)
        written += map(str, paths)
        if not any(path.suffix == ".pdf" for path in paths) and find_spec("matplotlib") is None:
            without = " (no figure: it needs matplotlib, pip install '.[plots]' in the folder of bakeoff)"
    if exports:
        from bakeoff.api.deliveries.exports import parse_exports, write_exports

        export_files = parse_exports(exports)
        write_exports(comparison, export_files)
        written += [str(export.path) for export in export_files]
    if written:
        say(f"written: {', '.join(written)}{without}")
