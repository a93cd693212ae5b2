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
    write_whole(target, board_content(board, target.suffix.lower()))
    return target


def board_page(board: Leaderboard, *, command: str | None = None) -> str:
    """Return the report on a leaderboard as one HTML page; `command` repeats it, by default a call in Python."""
    from bakeoff.api.deliveries.report import library_versions
    from bakeoff.render.html.board import board_report

    return board_report(
        board,
        drawing=board_drawing(board),
        command=command or board.repeat,
        libraries=library_versions(),
    )


def board_drawing(board: Leaderboard) -> str:
    """Return the ranks as bars as an element of a page; empty where there is nothing to draw them with."""
    from bakeoff.api.deliveries.board_paper import board_figure
    from bakeoff.render.html.svg import inline_svg

    drawn = board_figure(board, "svg")
    return (
        "" if drawn is None else inline_svg(drawn, prefix="board", label="The ranks that each entry may have")
    )


def require_board_file(path: str | Path) -> Path:
    """Return the path of a file that a board can be written as, or refuse before anything is computed."""
    target = require_writable(path)
    known = (*_board_writers(), *PICTURES)
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


def _board_writers() -> dict[str, Callable[[Leaderboard], str]]:
    from bakeoff.render.answers.board_tables import board_csv, board_markdown
    from bakeoff.render.answers.leaderboard import board_dict
    from bakeoff.render.paper.board import board_table

    return {
        ".md": board_markdown,
        ".html": board_page,
        ".tex": board_table,
        ".csv": board_csv,
        ".json": lambda board: (
            json.dumps(board_dict(board), ensure_ascii=True, allow_nan=False, indent=1) + "\n"
        ),
    }


def board_content(board: Leaderboard, form: str) -> str | bytes:
    """Return the board in the form of an ending such as .md."""
    if form not in PICTURES:
        return _board_writers()[form](board)
    from bakeoff.api.deliveries.figures import figure_bytes
    from bakeoff.render.figures.rank_sets import RANK_SETS, rank_sets_data

    return figure_bytes(rank_sets_data(board), RANK_SETS, form.removeprefix("."))
