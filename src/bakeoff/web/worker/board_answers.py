"""What is seen first of a leaderboard: the word, the sentence, and the ranks that each entry may have."""

from typing import Any

from bakeoff.api.leaderboard import Leaderboard
from bakeoff.render.answers.leaderboard import board_summary, score_texts
from bakeoff.render.html.board import board_headline
from bakeoff.render.numbers import level_text

MOST_ROWS = 300  # entries that the picture has; the table below has more


def board_answer(board: Leaderboard) -> dict[str, Any]:
    """Return the verdict on a board as the page shows it first."""
    word, tone = _board_word(board)
    title = board_headline(board)
    return {
        "word": word,
        "tone": tone,
        "title": title,
        "support": [line for line in (board_summary(board).removeprefix(title).strip(),) if line],
        "fine": f"Ranks that hold for all {len(board.entries):,} entries together at {level_text(board.level)}.",
        "gate": "",
        "chips": [],
        "picture": _ranks_picture(board),
    }


def _board_word(board: Leaderboard) -> tuple[str, str]:
    first, met = len(board.tied_for_best), sum(entry.part == 1 for entry in board.entries)
    if first == met and met > 1:
        return "Not decided", "open"
    return ("Best" if first == 1 else "Tied for best"), "better"


def _ranks_picture(board: Leaderboard) -> dict[str, Any] | None:
    """Return the ranks of the first entries; nothing where some never met, and each part has ranks of its own."""
    if any(entry.part != 1 for entry in board.entries):
        return None
    return {
        "kind": "ranks",
        "entries": len(board.entries),
        "rows": [
            {
                "name": entry.name,
                "value": entry.rank,
                "low": entry.rank_set[0],
                "high": entry.rank_set[1],
                "own": list(entry.rank_set_marginal),
                "verdict": "better" if entry.tied_for_best else "undecided",
                "leads": entry.tied_for_best,
                "mean": score_texts(board, entry)[0],
            }
            for entry in board.entries[:MOST_ROWS]
        ],
    }
