"""A leaderboard as a screen and as the JSON of the contract."""

from math import isinf
from typing import Any

from bakeoff.core.answers.leaderboard import BattleFacts, BoardKind, Entry, Leaderboard
from bakeoff.core.results import Estimate
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list, write_p_value
from bakeoff.render.findings import finding_dicts, finding_lines, json_number
from bakeoff.render.lines import Line, Span, hint_lines, line, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import decimals_for, level_text, number_text, p_text

SCHEMA = "bakeoff/leaderboard/1"
MOST_ROWS = 40
MOST_STEPS = 10
BAR = 24  # columns of a terminal


def board_dict(board: Leaderboard) -> dict[str, Any]:
    """Return a leaderboard as plain dicts, lists, strings and numbers."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": {
            "kind": str(board.kind),
            "source": board.source,
            "entries": len(board.entries),
            "unit": board.unit,
            "units": board.units,
            "groups": board.groups,
            "metric": board.metric,
            "higher_is_better": board.higher_is_better,
            "digest": board.digest,
        },
        "level": board.level,
        "method": board.method,
        "entries": [_entry_dict(entry, board) for entry in board.entries],
        "ladder": [
            {
                "above": s.above,
                "below": s.below,
                "gap": s.gap,
                "p_value": s.p_value,
                "p_adjusted": s.p_adjusted,
            }
            for s in board.ladder
        ],
        "tied_for_best": list(board.tied_for_best),
        "real_steps": board.real_steps,
        "pairs": board.pairs,
        "separated_pairs": board.separated_pairs,
        "separate_nobody": {"units": board.silent_units[0], "some": list(board.silent_units[1])},
        "more_units_to_separate_first_two": board.more_units,
        "halves": None
        if board.stability is None
        else {
            "splits": board.stability.halves,
            "rank_correlation": board.stability.correlation,
            "same_first": board.stability.same_first,
        },
        "battles": None if board.battle_facts is None else _facts_dict(board.battle_facts),
        "findings": finding_dicts(board.findings),
        "summary": board_summary(board),
    }


def _entry_dict(entry: Entry, board: Leaderboard) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": entry.name,
        "score": entry.score,
        "low": json_number(entry.low),
        "high": json_number(entry.high),
        "rank": entry.rank,
        "rank_set": list(entry.rank_set),
        "rank_set_marginal": list(entry.rank_set_marginal),
        "tied_for_best": entry.tied_for_best,
        "n": entry.n,
    }
    if entry.chance_best is not None:
        made["chance_best"] = entry.chance_best
    if board.kind is BoardKind.BATTLES:
        made |= {"elo": entry.elo, "win_chance": entry.win_chance, "part": entry.part}
    return made


def _facts_dict(facts: BattleFacts) -> dict[str, Any]:
    return {
        "battles": facts.battles,
        "prompts": facts.prompts,
        "annotators": facts.annotators,
        "gain_of_left": None if facts.position is None else _estimate_dict(facts.position),
        "tie": facts.tie,
        "design_effect": facts.design_effect,
        "slopes": {name: _estimate_dict(slope) for name, slope in facts.slopes},
        "intransitive_triples": None
        if facts.cycles is None
        else {"found": facts.cycles[0], "expected": facts.cycles[1], "p_value": facts.cycles[2]},
        "contrary_annotators": list(facts.contrary_annotators),
    }


def _estimate_dict(estimate: Estimate) -> dict[str, Any]:
    return {
        "of": estimate.of,
        "value": estimate.value,
        "low": json_number(estimate.interval.low),
        "high": json_number(estimate.interval.high),
        "level": estimate.interval.level,
    }


def board_summary(board: Leaderboard) -> str:
    """Return the answer in two or three sentences."""
    main = [entry for entry in board.entries if entry.part == 1]
    tied = board.tied_for_best
    first = printable_name(main[0].name)
    names = write_list([printable_name(name) for name in tied if name != main[0].name], most=4)
    over = write_count(board.units, board.unit)
    lead = (
        f"{first} is best of {len(main):,} entries on {over}: nobody else may be first at {level_text(board.level)}."
        if len(tied) == 1
        else f"{first} has the best {_value_word(board)} of {len(main):,} entries on {over}, "
        f"tied for best with {names}."
    )
    steps = f" {board.real_steps:,} of {write_count(len(board.ladder), 'step')} between neighbours are real (Holm)."
    return lead + (steps if len(board.ladder) > 1 else "")


def _value_word(board: Leaderboard) -> str:
    return "strength" if board.kind is BoardKind.BATTLES else "score"


def board_lines(board: Leaderboard, *, columns: int = 100) -> list[Line]:
    """Return what a person sees of a leaderboard."""
    return [
        [],
        *wrap_paragraph(Span("  "), board_summary(board), width=columns, indent=2),
        [],
        *_table_lines(board, columns),
        [],
        *_further_lines(board, columns),
        *finding_lines(board.findings, columns),
        *hint_lines(
            ["--export board.md a table for a README", "--export board.svg the ranks as bars", "--json data"],
            columns,
        ),
        [],
    ]


def score_texts(board: Leaderboard, entry: Entry) -> tuple[str, str]:
    """Return the score of an entry and its interval, with the digits that its width deserves."""
    finite = [abs(end - entry.score) for end in (entry.low, entry.high) if not isinf(end)]
    decimals = decimals_for(max(finite, default=0.0) or 0.01)
    score = number_text(entry.score, decimals)
    if isinf(entry.high):
        return score, f"above {number_text(entry.low, decimals)}"
    if isinf(entry.low):
        return score, f"below {number_text(entry.high, decimals)}"
    return score, f"{number_text(entry.low, decimals)} to {number_text(entry.high, decimals)}"


def rank_text(span: tuple[int, int]) -> str:
    """Return a set of ranks.

    >>> rank_text((1, 7)), rank_text((3, 3))
    ('1–7', '3')
    """
    return str(span[0]) if span[0] == span[1] else f"{span[0]}–{span[1]}"


def _table_lines(board: Leaderboard, columns: int) -> list[Line]:
    """Return the rows: rank, name, score, interval, ranks, and the ranks as a bar."""
    shown = board.entries[:MOST_ROWS]
    label = min(34, max(width(printable_name(e.name)) for e in shown))
    texts = [score_texts(board, entry) for entry in shown]
    one, two = (max(width(t[i]) for t in texts) for i in (0, 1))
    three = max(5, *(len(rank_text(e.rank_set)) for e in shown))
    with_bar = columns >= 2 + 5 + label + one + two + three + BAR + 10
    head = f"  {'rank':>4} {'':<{label}} {_value_word(board):>{one}}  {level_text(board.level) + ' interval':<{two}}"
    lines: list[Line] = [line(Span(f"{head}  {'ranks':>{three}}", "dim"))]
    part = 1
    for entry, (score, ends) in zip(shown, texts, strict=True):
        if entry.part != part:
            part = entry.part
            lines.append(line(Span(f"  part {part}, which never met the others:", "dim")))
        lines.append(
            line(
                f"  {entry.rank:>4} {fit_name(entry.name, label)} {score:>{max(one, len(_value_word(board)))}}  "
                f"{ends:<{max(two, 13)}}  {rank_text(entry.rank_set):>{three}}  ",
                Span(
                    _bar(entry, len(board.entries)) if with_bar else "",
                    "cyan" if entry.tied_for_best else "dim",
                ),
            )
        )
    hidden = len(board.entries) - len(shown)
    return [*lines, line(Span(f"  … {hidden:,} more; --json has all", "dim"))] if hidden > 0 else lines


def _bar(entry: Entry, count: int) -> str:
    """Return the ranks of an entry as a bar among all ranks."""
    size = min(BAR, count)
    start = (entry.rank_set[0] - 1) * size // count
    end = max(start + 1, -(-entry.rank_set[1] * size // count))
    return "·" * start + "━" * (end - start) + "·" * (size - end)


def _further_lines(board: Leaderboard, columns: int) -> list[Line]:
    texts = [
        f"Ranks hold for all entries together at {level_text(board.level)}: {board.separated_pairs:,} of "
        f"{write_count(board.pairs, 'pair')} are separated ({board.method})."
    ]
    real = [s for s in board.ladder if s.p_adjusted <= 1 - board.level + 1e-12]
    if real:
        some = [
            f"{printable_name(s.above)} over {printable_name(s.below)} ({p_text(s.p_adjusted)})"
            for s in real[:MOST_STEPS]
        ]
        texts.append(f"Real steps between neighbours: {write_list(some, most=MOST_STEPS)}.")
    texts += _unit_texts(board)
    if board.battle_facts is not None:
        texts += _battle_texts(board.battle_facts)
    lines: list[Line] = []
    for text in texts:
        lines += wrap_paragraph(Span("  "), text, width=columns, indent=2)
    return [*lines, []]


def _unit_texts(board: Leaderboard) -> list[str]:
    texts = []
    if board.more_units:
        texts.append(
            f"About {board.more_units:,} more {board.unit}s like these would separate the first two in four cases "
            "of five, if their difference is as seen here."
        )
    if (halves := board.stability) is not None:
        noun = board.unit if board.groups is None else board.group_noun
        same = f"{halves.same_first:.0%}".replace("%", " %")
        texts.append(
            f"Random halves of the {noun}s put the same entry first in {same} of {halves.halves} splits; their orders "
            f"correlate by {halves.correlation:.2f}."
        )
    best = [e for e in board.entries if e.chance_best is not None and e.chance_best >= 0.05]
    if best:
        some = [f"{printable_name(e.name)} {e.chance_best:.2f}" for e in best]
        texts.append(f"Posterior probability of being best: {write_list(some, most=6)}.")
    return texts


def _battle_texts(facts: BattleFacts) -> list[str]:
    texts = []
    if facts.design_effect > 1.05:
        texts.append(
            f"Prompts and annotators repeat: variances are {facts.design_effect:.1f} times those of "
            "independent battles."
        )
    if facts.cycles is not None and facts.cycles[0]:
        found, expected, p = facts.cycles
        texts.append(
            f"{write_count(found, 'triple')} of entries go round in a circle; chance alone makes {expected:.1f} "
            f"(p {'' if write_p_value(p).startswith('<') else '= '}{write_p_value(p)})."
        )
    if facts.contrary_annotators:
        names = write_list([printable_name(name) for name in facts.contrary_annotators])
        texts.append(f"Votes against what the others agree on: {names}.")
    return texts
