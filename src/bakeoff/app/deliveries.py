"""The paper kit and the exports of the command line: refused before the work begins, written after it."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bakeoff.core.comparison import Comparison


def require_deliveries(*, latex: str | None, exports: Sequence[str]) -> None:
    """Refuse a paper kit or an export that cannot be written."""
    if latex is not None:
        from bakeoff.app.paper import require_tex

        require_tex(latex)
    if exports:
        from bakeoff.app.exports import exports_of

        exports_of(exports)


def deliver(comparison: "Comparison", *, latex: str | None, exports: Sequence[str]) -> None:
    """Write the paper kit and the exports, and say on standard error what was written."""
    written: list[str] = []
    if latex is not None:
        from bakeoff.app.paper import paper

        written += map(str, paper(comparison).write(latex))
    if exports:
        from bakeoff.app.exports import exports_of, write_exports

        asked = exports_of(exports)
        write_exports(comparison, asked)
        written += [str(export.path) for export in asked]
    if written:
        from bakeoff.render.names import shown
        from bakeoff.render.screen import encodable

        sys.stderr.write(encodable(shown(f"written: {', '.join(written)}"), sys.stderr) + "\n")
