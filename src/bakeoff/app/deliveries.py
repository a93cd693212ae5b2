"""The paper kit and the exports of the command line: refused before the work begins, written after it."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bakeoff.core.comparison import Comparison


def require_deliveries(*, latex: str | None, exports: Sequence[str], evidence: Sequence[str] = ()) -> None:
    """Refuse a paper kit or an export that cannot be written, or that would take the place of the evidence."""
    outputs: list[str | Path] = []
    if latex is not None:
        from bakeoff.app.paper import require_tex

        outputs.append(require_tex(latex))
    if exports:
        from bakeoff.app.exports import exports_of, require_study

        asked = exports_of(exports)
        require_study(asked, evidence)
        outputs += [export.path for export in asked]
    if outputs:
        from bakeoff.app.files import require_apart

        require_apart(outputs, evidence)


def deliver(comparison: "Comparison", *, latex: str | None, exports: Sequence[str]) -> None:
    """Write the paper kit and the exports, and say on standard error what was written."""
    written: list[str] = []
    without = ""
    if latex is not None:
        from bakeoff.app.paper import paper

        made = paper(comparison).write(latex)
        written += map(str, made)
        if not any(path.suffix == ".pdf" for path in made) and find_spec("matplotlib") is None:
            without = " (no figure: it needs matplotlib, pip install 'bakeoff[plots]')"
    if exports:
        from bakeoff.app.exports import exports_of, write_exports

        asked = exports_of(exports)
        write_exports(comparison, asked)
        written += [str(export.path) for export in asked]
    if written:
        from bakeoff.app.output import say

        say(f"written: {', '.join(written)}{without}")
