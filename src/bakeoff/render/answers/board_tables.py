"""A leaderboard for other places: Markdown, a table of HTML, CSV, and a badge."""

import csv
import re
from html import escape
from io import StringIO

from bakeoff.core.answers.leaderboard import BoardKind, Entry, Leaderboard
from bakeoff.core.spreadsheets import guard_cell
from bakeoff.render.answers.leaderboard import board_summary, rank_text, score_texts
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text

_MARKDOWN = re.compile(r"([\\`*_\[\]|<>~&])")
_BAR = 160  # pixels


def board_headings(board: Leaderboard) -> tuple[str, ...]:
    """Return the headings of the five columns that every form of the table has."""
    score = "strength" if board.kind is BoardKind.BATTLES else board.metric
    return ("rank", "entry", score, f"{level_text(board.level)} interval", "ranks it may have")


def _board_table_rows(board: Leaderboard) -> list[tuple[str, str, str, str, str]]:
    return [
        (str(entry.rank), printable_name(entry.name), *score_texts(board, entry), rank_text(entry.rank_set))
        for entry in board.entries
    ]


def _board_table_note(board: Leaderboard) -> str:
    level = level_text(board.level)
    return f"{board_summary(board)} The ranks hold for all entries together at {level} ({board.method})."


def board_markdown(board: Leaderboard) -> str:
    """Return the board as a table for a README, and what it rests on below."""
    head = board_headings(board)
    lines = [f"| {' | '.join(map(_escape_markdown, head))} |", "|--:|---|--:|---|--:|"]
    lines += [f"| {' | '.join(map(_escape_markdown, row))} |" for row in _board_table_rows(board)]
    return "\n".join([*lines, "", _escape_markdown(_board_table_note(board)), ""])


def _escape_markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", text)


def board_html_table(board: Leaderboard) -> str:
    """Return the board as a table of HTML, the ranks as bars."""
    head = "".join(f"<th scope='col'>{escape(text)}</th>" for text in (*board_headings(board), ""))
    body = "".join(
        "<tr>"
        + "".join(f"<td>{escape(cell)}</td>" for cell in row)
        + f"<td>{_bar_svg(entry, len(board.entries))}</td></tr>"
        for entry, row in zip(board.entries, _board_table_rows(board), strict=True)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _bar_svg(entry: Entry, count: int) -> str:
    step = _BAR / count
    left, wide = (entry.rank_set[0] - 1) * step, (entry.rank_set[1] - entry.rank_set[0] + 1) * step
    colour = "#0072b2" if entry.tied_for_best else "#8a8a8a"
    return (
        f"<svg width='{_BAR}' height='10' role='img' aria-label='ranks {rank_text(entry.rank_set)} of {count}'>"
        f"<rect width='{_BAR}' height='10' fill='#eee'/>"
        f"<rect x='{left:.1f}' width='{max(wide, 1.5):.1f}' height='10' fill='{colour}'/></svg>"
    )


def board_csv(board: Leaderboard) -> str:
    """Return the entries in full precision; text that a spreadsheet would take for a formula gets an apostrophe."""
    columns = [
        "rank",
        "name",
        "score",
        "low",
        "high",
        "rank_best",
        "rank_worst",
        "marginal_best",
        "marginal_worst",
        "tied_for_best",
        "n",
    ]
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for e in board.entries:
        ends = ["" if abs(end) == float("inf") else repr(end) for end in (e.low, e.high)]
        writer.writerow(
            [
                e.rank,
                guard_cell(e.name),
                repr(e.score),
                *ends,
                *e.rank_set,
                *e.rank_set_marginal,
                e.tied_for_best,
                e.n,
            ]
        )
    return out.getvalue()


def badge_svg(entry: Entry, count: int) -> str:
    """Return a badge: the ranks that an entry may have among so many."""
    value = f"{rank_text(entry.rank_set)} of {count}"
    colour = "#0072b2" if entry.tied_for_best else "#6b6b6b"
    left, right = 44, 14 + 7 * len(value)
    whole = left + right
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="20" role="img" aria-label="rank: {value}">'
        f"<title>{escape(printable_name(entry.name))}: rank {value}</title>"
        f'<rect width="{left}" height="20" fill="#444"/><rect x="{left}" width="{right}" height="20" fill="{colour}"/>'
        f'<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{left / 2:g}" y="14">rank</text><text x="{left + right / 2:g}" y="14">{value}</text></g></svg>\n'
    )
