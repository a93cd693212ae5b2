"""A leaderboard as a page that stands alone, and as the content of the local page."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.core.answers.leaderboard import BoardKind, Entry, Leaderboard, Step
from bakeoff.core.findings import Finding
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_p_value
from bakeoff.render.answers.board_tables import board_headings
from bakeoff.render.answers.leaderboard import board_sentences, board_summary, rank_text, score_texts
from bakeoff.render.figures.rank_sets import MOST
from bakeoff.render.html.facts import Fact, explain_findings
from bakeoff.render.html.report import page_template, report_asset
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import decimals_for, level_text, number_text

MOST_ROWS = 2_000  # that a browser still lays out at once
MOST_STEPS = 500


def board_report(board: Leaderboard, *, drawing: str, command: str, libraries: Mapping[str, str]) -> str:
    """Return the board as one HTML page that needs no other file; `drawing` is the picture, or empty."""
    from markupsafe import Markup

    context = _board_page_content(board, drawing=drawing, command=command, libraries=libraries)
    return page_template("board.html").render(
        {
            **context,
            "body": "board_body.html",
            "part": "leaderboard",
            "style": Markup(report_asset("report.css")),
        }
    )


def board_body(board: Leaderboard, *, drawing: str, command: str) -> str:
    """Return the content of the page alone."""
    return page_template("board_body.html").render(
        _board_page_content(board, drawing=drawing, command=command, libraries={})
    )


def board_headline(board: Leaderboard) -> str:
    """Return the first sentence of the summary."""
    return _split_summary(board)[0]


def _split_summary(board: Leaderboard) -> tuple[str, str]:
    """Return who is first, and the rest: names may hold full stops, the second sentence begins with its number."""
    whole = board_summary(board)
    rest = f"{board.real_steps:,} of {write_count(len(board.ladder), 'step')} between neighbours"
    first, found, after = whole.partition(f" {rest}")
    return first, (rest + after if found else "")


def _board_page_content(
    board: Leaderboard, *, drawing: str, command: str, libraries: Mapping[str, str]
) -> dict[str, Any]:
    from markupsafe import Markup

    headline, support = _split_summary(board)
    real = board.real_steps
    return {
        "headline": headline,
        "support": support,
        "findings": list_findings(board.findings),
        "drawing": Markup(drawing),
        "caption": _board_page_caption(board),
        "headings": [*board_headings(board), *_more_headings(board)],
        "table_caption": _table_caption(board),
        "rows": _board_page_rows(board),
        "sentences": board_sentences(board),
        "ladder": [_board_page_step(board, step) for step in board.ladder[:MOST_STEPS]]
        if len(board.entries) > 2
        else [],
        "ladder_summary": f"{real:,} of {write_count(len(board.ladder), 'step')} {'is' if real == 1 else 'are'} real, "
        f"by {board.steps_by}, all steps together by Holm's method"
        + (f"; the first {MOST_STEPS:,}" if len(board.ladder) > MOST_STEPS else ""),
        "computed": _board_page_facts(board, command, libraries),
    }


def list_findings(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Return findings with what the handbook says of them; the first of each code can be linked to."""
    seen: set[str] = set()
    rows = []
    for row in explain_findings(findings):
        rows.append({**row._asdict(), "is_first": row.code not in seen})
        seen.add(row.code)
    return rows


def _board_page_caption(board: Leaderboard) -> str:
    hidden = len(board.entries) - MOST
    cut = f" The first {MOST:,} of {len(board.entries):,} entries." if hidden > 0 else ""
    return (
        f"Thin: all entries together at {level_text(board.level)}; thick: the entry by itself, if it was named "
        f"beforehand; the stroke: its rank by the {_score_noun(board)}; blue: nobody is proved better.{cut}"
    )


def _score_noun(board: Leaderboard) -> str:
    return "strength" if board.kind is BoardKind.BATTLES else "score"


def _table_caption(board: Leaderboard) -> str:
    hidden = len(board.entries) - MOST_ROWS
    cut = f"; {hidden:,} more entries are in the CSV" if hidden > 0 else ""
    direction = "higher" if board.higher_is_better else "lower"
    return (
        f"{direction} is better; intervals are of each entry by itself ({board.intervals_by}), sets of ranks of all "
        f"together{cut}"
    )


def _more_headings(board: Leaderboard) -> list[str]:
    heads = ["by itself"]
    if board.kind is BoardKind.BATTLES:
        heads += ["Elo", "wins"]
    if any(entry.chance_best is not None for entry in board.entries):
        heads.append("P(best)")
    return heads


def _board_page_rows(board: Leaderboard) -> list[dict[str, Any]]:
    rows, part = [], 1
    for entry in board.entries[:MOST_ROWS]:
        score, interval = score_texts(board, entry)
        rows.append(
            {
                "rank": entry.rank,
                "name": printable_name(entry.name),
                "score": score,
                "interval": interval,
                "ranks": rank_text(entry.rank_set),
                "first": entry.tied_for_best,
                "part": f"part {entry.part}, which never met the others" if entry.part != part else "",
                "more": _more_cells(board, entry),
            }
        )
        part = entry.part
    return rows


def _more_cells(board: Leaderboard, entry: Entry) -> list[str]:
    cells = [rank_text(entry.rank_set_marginal)]
    if board.kind is BoardKind.BATTLES:
        elo, wins = entry.elo, entry.win_chance
        cells += [
            "–" if elo is None else number_text(elo, 0),
            "–" if wins is None else f"{wins:.0%}".replace("%", " %"),
        ]
    if entry.chance_best is not None:
        cells.append(f"{entry.chance_best:.2f}")
    return cells


def _board_page_step(board: Leaderboard, step: Step) -> dict[str, str]:
    real = step.p_adjusted <= 1 - board.level + 1e-12
    return {
        "above": printable_name(step.above),
        "below": printable_name(step.below),
        "gap": number_text(step.gap, decimals_for(max(abs(step.gap), 1e-6) / 10)),
        "p": write_p_value(step.p_value),
        "adjusted": write_p_value(step.p_adjusted),
        "word": "real" if real else "not proved",
    }


def _board_page_facts(board: Leaderboard, command: str, libraries: Mapping[str, str]) -> list[Fact]:
    over = [Fact("units", write_count(board.units, board.unit))] if board.units else []
    groups = [] if board.groups is None else [Fact("groups", write_count(board.groups, board.group_noun))]
    return [
        Fact("source", printable_name(board.source)),
        Fact("entries", f"{len(board.entries):,}"),
        *over,
        *groups,
        Fact("ranks", board.method),
        Fact("intervals", board.intervals_by),
        Fact("neighbours", f"{board.steps_by}, Holm's method over all steps"),
        Fact("level", level_text(board.level)),
        Fact("repeat it", printable_name(command)),
        Fact("digest of the input", board.digest),
        Fact("bakeoff", __version__),
        *(Fact(name, version) for name, version in libraries.items()),
    ]
