"""A leaderboard as a screen and as the JSON of the contract."""

from math import isinf
from typing import Any

from bakeoff.core.answers.leaderboard import BattleFacts, BoardKind, Drift, Entry, Leaderboard, Step
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list, write_p_value
from bakeoff.render.findings import finding_dicts, finding_lines, json_number
from bakeoff.render.json.values import estimate_dict
from bakeoff.render.lines import Line, Span, hint_lines, line, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width
from bakeoff.render.numbers import decimals_for, level_text, number_text, p_text, signed_text

SCHEMA = "bakeoff/leaderboard/1"
MOST_ROWS = 40
MOST_STEPS = 10
MOST_GROUPS = 8
SURE = 0.05
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
        "tie_groups": [list(group) for group in board.tie_groups],
        "addition": None
        if board.addition is None
        else {
            "added": list(board.addition.names),
            "no_longer_separated": [list(pair) for pair in board.addition.tied],
            "newly_separated": [list(pair) for pair in board.addition.separated],
            "more_pairs": board.addition.more_pairs,
        },
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
        "gain_of_left": None if facts.position is None else estimate_dict(facts.position),
        "tie": facts.tie,
        "design_effect": facts.design_effect,
        "slopes": {name: estimate_dict(slope) for name, slope in facts.slopes},
        "intransitive_triples": None
        if facts.cycles is None
        else {"found": facts.cycles[0], "expected": facts.cycles[1], "p_value": facts.cycles[2]},
        "contrary_annotators": list(facts.contrary_annotators),
        "drift": None
        if facts.drift is None
        else {
            "p_value": facts.drift.p_value,
            "entry": facts.drift.entry,
            "change": facts.drift.change,
            "from": facts.drift.split,
        },
    }


def board_summary(board: Leaderboard) -> str:
    """Return the answer in two or three sentences."""
    main = [entry for entry in board.entries if entry.part == 1]
    tied = board.tied_for_best
    first = printable_name(main[0].name)
    names = write_list([printable_name(name) for name in tied if name != main[0].name], most=4)
    over = f" on {write_count(board.units, board.unit)}" if board.units else ""
    lead = (
        f"{first} is best of {len(main):,} entries{over}: nobody else may be first at {level_text(board.level)}."
        if len(tied) == 1
        else f"{first} has the best {_value_word(board)} of {len(main):,} entries{over}, tied for best with {names}."
    )
    real = board.real_steps
    steps = (
        f" {real:,} of {write_count(len(board.ladder), 'step')} between neighbours {'is' if real == 1 else 'are'} real "
        "(Holm)."
    )
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
            [
                "--report board.html a page",
                "--export board.md a table for a README",
                "--export board.svg the ranks as bars",
                "--json data",
            ],
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


def round_count(number: int) -> int:
    """Return an estimated count with two digits: no estimate is surer.

    >>> round_count(479_706), round_count(1_321), round_count(36)
    (480000, 1300, 36)
    """
    step = int(10 ** max(0, len(str(number)) - 2))
    return step * max(1, round(number / step))


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
                    _leaderboard_bar(entry, len(board.entries)) if with_bar else "",
                    "cyan" if entry.tied_for_best else "dim",
                ),
            )
        )
    hidden = len(board.entries) - len(shown)
    return [*lines, line(Span(f"  … {hidden:,} more; --json has all", "dim"))] if hidden > 0 else lines


def _leaderboard_bar(entry: Entry, count: int) -> str:
    """Return the ranks of an entry as a bar among all ranks."""
    size = min(BAR, count)
    start = (entry.rank_set[0] - 1) * size // count
    end = max(start + 1, -(-entry.rank_set[1] * size // count))
    return "·" * start + "━" * (end - start) + "·" * (size - end)


def _further_lines(board: Leaderboard, columns: int) -> list[Line]:
    lines: list[Line] = []
    for text in board_sentences(board):
        lines += wrap_paragraph(Span("  "), text, width=columns, indent=2)
    return [*lines, []]


def board_sentences(board: Leaderboard) -> list[str]:
    """Return what is said below the table, sentence by sentence."""
    separated = board.separated_pairs
    texts = [
        f"Ranks hold for all entries together at {level_text(board.level)}: {separated:,} of "
        f"{write_count(board.pairs, 'pair')} {'is' if separated == 1 else 'are'} separated ({board.method})."
    ]
    real = [s for s in board.ladder if s.p_adjusted <= 1 - board.level + 1e-12]
    if real:
        some = [
            f"{printable_name(s.above)} over {printable_name(s.below)} ({p_text(s.p_adjusted)})"
            for s in real[:MOST_STEPS]
        ]
        more = [f"{len(real) - MOST_STEPS:,} more"] if len(real) > MOST_STEPS else []
        texts.append(f"Real steps between neighbours: {write_list([*some, *more], most=MOST_STEPS + 1)}.")
    texts += _only_among_steps(board, real)
    texts += _group_texts(board)
    texts += _addition_texts(board)
    texts += _unit_texts(board)
    if board.battle_facts is not None:
        texts += _battle_texts(board.battle_facts)
    return texts


def _only_among_steps(board: Leaderboard, real: list[Step]) -> list[str]:
    """Return which steps are real among the steps, and are not separated among all pairs, which ranks rest on."""
    place = {entry.name: i for i, entry in enumerate(board.entries)}
    some = [
        f"{printable_name(s.above)} over {printable_name(s.below)}"
        for s in real
        if not board.better[place[s.above], place[s.below]]
    ]
    if not some:
        return []
    which = "That step" if len(real) == 1 else write_list(some, most=6)
    return [
        f"{which} {'is' if len(some) == 1 else 'are'} real among the steps alone, and not separated among all pairs, "
        "which the ranks rest on."
    ]


def _group_texts(board: Leaderboard) -> list[str]:
    """Return the groups of tied entries, where there is more than one and fewer than all are tied."""
    groups = board.tie_groups
    if len(board.entries) < 3 or not groups or len(groups[0]) == len(board.entries):
        return []
    some = [_group_text(group) for group in groups[:MOST_GROUPS]]
    rest = f"; {len(groups) - MOST_GROUPS:,} more" if len(groups) > MOST_GROUPS else ""
    return [f"Groups of which no two are separated: {'; '.join(some)}{rest}."]


def _group_text(group: tuple[str, ...]) -> str:
    names = [printable_name(name) for name in group]
    return write_list(names, most=4)


def _addition_texts(board: Leaderboard) -> list[str]:
    found = board.addition
    if found is None:
        return []
    who = write_list([printable_name(name) for name in found.names])
    lead = f"With {who} added, {write_count(found.more_pairs, 'more pair')} are judged together"
    if not found.tied and not found.separated:
        return [f"{lead}; who of the others is separated from whom does not change."]
    parts = []
    if found.tied:
        parts.append(f"no longer separated, which is the price of more pairs: {_pair_texts(found.tied)}")
    if found.separated:
        parts.append(f"newly separated: {_pair_texts(found.separated)}")
    return [f"{lead}; of the others {'; '.join(parts)}."]


def _pair_texts(pairs: tuple[tuple[str, str], ...]) -> str:
    return write_list([f"{printable_name(a)} and {printable_name(b)}" for a, b in pairs], most=6)


def _unit_texts(board: Leaderboard) -> list[str]:
    texts = []
    if board.more_units:
        texts.append(
            f"About {round_count(board.more_units):,} more {board.unit}s like these would separate the first two in "
            "four cases of five, if their difference is as seen here."
        )
    if (halves := board.stability) is not None:
        noun = board.unit if board.groups is None else board.group_noun
        same = f"{halves.same_first:.0%}".replace("%", " %")
        texts.append(
            f"Random halves of the {noun}s put the same entry first in {same} of {halves.halves} splits; their orders "
            f"correlate by {number_text(halves.correlation, 2)}."
        )
    best = [e for e in board.entries if e.chance_best is not None and e.chance_best >= 0.05]
    if best:
        some = [f"{printable_name(e.name)} {e.chance_best:.2f}" for e in best]
        texts.append(f"Posterior probability of being best: {write_list(some, most=6)}.")
    return texts


def _drift_text(drift: Drift) -> str:
    p = p_text(drift.p_value)
    if drift.p_value >= SURE:
        return f"Strengths before and from {drift.split} do not differ beyond chance ({p}, all together)."
    return (
        f"Strengths changed: before and from {drift.split} they differ ({p}, all together), most that of "
        f"{printable_name(drift.entry)}, by {signed_text(drift.change, 2)} in logits."
    )


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
            f"{write_count(found, 'triple')} of entries {'goes' if found == 1 else 'go'} round in a circle; chance "
            f"alone makes {expected:.1f} "
            f"(p {'' if write_p_value(p).startswith('<') else '= '}{write_p_value(p)})."
        )
    for name, slope in facts.slopes:
        decimals = decimals_for(slope.interval.high - slope.value)
        ends = " to ".join(number_text(end, decimals) for end in (slope.interval.low, slope.interval.high))
        texts.append(
            f"Strengths are those at equal {printable_name(name)}: one standard deviation more of it changes the "
            f"chances by {signed_text(slope.value, decimals)} in logits ({level_text(slope.interval.level)} interval "
            f"{ends})."
        )
    if facts.drift is not None:
        texts.append(_drift_text(facts.drift))
    if facts.contrary_annotators:
        names = write_list([printable_name(name) for name in facts.contrary_annotators])
        texts.append(f"Votes against what the others agree on: {names}.")
    return texts
