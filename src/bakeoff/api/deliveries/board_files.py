"""A leaderboard as files: the form is that of the name's ending."""

import json
from collections.abc import Callable
from pathlib import Path

from bakeoff.api.deliveries.files import require_writable, write_whole
from bakeoff.core.answers.leaderboard import Leaderboard
from bakeoff.core.errors import UsageError

PICTURES = (".svg", ".png", ".pdf")


def write_board(board: Leaderboard, path: str | Path) -> Path:
    """Write the board as .md, .html, .tex, .csv or .json, or as a picture: .svg, .png or .pdf."""
    target = require_board_file(path)
    write_whole(target, _content(board, target.suffix.lower()))
    return target


def require_board_file(path: str | Path) -> Path:
    """Return the path of a file that a board can be written as, or refuse before anything is computed."""
    target = require_writable(path)
    known = (*_writers(), *PICTURES)
    if target.suffix.lower() not in known:
        raise UsageError(
            f"a leaderboard cannot be written as {target.suffix or 'a file without ending'}",
            where=str(target),
            fix=f"use one of: {', '.join(known)}",
            code="BO412",
        )
    if target.suffix.lower() in PICTURES:
        from bakeoff.api.extras import require_matplotlib

        require_matplotlib(where=str(target))
    return target


def _writers() -> dict[str, Callable[[Leaderboard], str]]:
    from bakeoff.render.answers.board_tables import board_csv, board_html, board_latex, board_markdown
    from bakeoff.render.answers.leaderboard import board_dict

    return {
        ".md": board_markdown,
        ".html": board_html,
        ".tex": board_latex,
        ".csv": board_csv,
        ".json": lambda board: (
            json.dumps(board_dict(board), ensure_ascii=True, allow_nan=False, indent=1) + "\n"
        ),
    }


def _content(board: Leaderboard, form: str) -> str | bytes:
    if form not in PICTURES:
        return _writers()[form](board)
    from bakeoff.api.deliveries.figures import figure_bytes
    from bakeoff.render.figures.rank_sets import RANK_SETS, rank_sets_data

    return figure_bytes(rank_sets_data(board), RANK_SETS, form.removeprefix("."))
