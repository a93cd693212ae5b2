"""What a paper says of a leaderboard: a table, a paragraph on methods, one on results."""

from collections.abc import Iterator

from bakeoff.core.answers.leaderboard import BattleFacts, BoardKind, Leaderboard
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list
from bakeoff.render.answers.board_tables import board_headings
from bakeoff.render.answers.leaderboard import rank_text, round_count, score_texts
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text
from bakeoff.render.paper.latex import (
    LatexTable,
    escape_latex,
    escape_sentence,
    printed_width,
    table_environment,
)
from bakeoff.render.paper.numbers import spell_number

MOST_ENTRIES = 400  # rows of a table in print
MOST_TIED = 8  # entries that are named beside the first
WIDEST = 40  # letters of a name that stands on one line


def board_table(board: Leaderboard) -> str:
    """Return the board as a table environment."""
    shown = board.entries[:MOST_ENTRIES]
    hidden = len(board.entries) - len(shown)
    notes = [f"The first {len(shown):,} of {len(board.entries):,} entries."] if hidden else []
    notes.append(f"Intervals ({escape_latex(board.intervals_by)}) are of each entry by itself.")
    rows = [
        [
            escape_latex(printable_name(entry.name)),
            str(entry.rank),
            *map(escape_latex, score_texts(board, entry)),
            escape_latex(rank_text(entry.rank_set)),
        ]
        for entry in shown
    ]
    rank, entry, *rest = (escape_sentence(text[:1].upper() + text[1:]) for text in board_headings(board))
    names = "l" if max(printed_width(e.name) for e in shown) <= WIDEST else r"p{0.42\linewidth}"
    parts = sorted({entry.part for entry in shown})
    return table_environment(
        LatexTable(
            label="tab:leaderboard",
            short="Leaderboard",
            caption="Leaderboard. The ranks that an entry may have hold for all entries together at "
            f"{escape_sentence(level_text(board.level))}.",
            notes=notes,
            alignment=f"{names}rrlr",
            head=[entry, rank, *rest],
            blocks=[[row for row, e in zip(rows, shown, strict=True) if e.part == part] for part in parts],
        )
    )


def board_methods(board: Leaderboard) -> str:
    """Return how ranks were decided, with its sources."""
    return " ".join([*_evidence_sentences(board), *_rank_sentences(board), _software_sentence(board)])


def board_results(board: Leaderboard) -> str:
    """Return what was found."""
    texts = [*_best_sentences(board), _separated_sentence(board)]
    if len(board.ladder) > 1:
        real = "None" if not board.real_steps else spell_number(board.real_steps).capitalize()
        is_shown = "is" if board.real_steps <= 1 else "are"
        texts.append(
            f"{real} of the {spell_number(len(board.ladder))} steps from one neighbour to the next {is_shown} shown to "
            "be real (adjusted by Holm's method)."
        )
    if board.more_units:
        texts.append(
            f"About {round_count(board.more_units):,} more {escape_latex(board.unit)}s like these would separate the "
            r"first two with a power of 80\%, if their difference is as seen here."
        )
    return " ".join(texts) + r" Table~\ref{tab:leaderboard} has the ranks that each entry may have."


def _best_sentences(board: Leaderboard) -> Iterator[str]:
    """Yield who stands first, with the score and its interval, and who is tied for best."""
    main = [entry for entry in board.entries if entry.part == 1]
    first, level = main[0], escape_sentence(level_text(board.level))
    name, (score, interval) = (
        escape_latex(printable_name(first.name)),
        map(escape_latex, score_texts(board, first)),
    )
    word = "strength" if board.kind is BoardKind.BATTLES else "score"
    over = f"{'in' if board.kind is BoardKind.BATTLES else 'on'} {write_count(board.units, board.unit)}"
    of = f"The best {word} of {spell_number(len(main))} entries{f' {escape_latex(over)}' if board.units else ''}"
    yield f"{of} was that of {name} ({score}, {level} interval {interval})."
    others = [escape_latex(printable_name(n)) for n in board.tied_for_best if n != first.name]
    if not others:
        yield f"At {level} no other entry may be first."
    else:
        tied = "is" if len(others) == 1 else "are"
        names, them = write_list(others, most=MOST_TIED), "either" if len(others) == 1 else "any of them"
        yield f"Tied with it for best {tied} {names}: no entry is shown to be better than {them}."


def _separated_sentence(board: Leaderboard) -> str:
    number, are = spell_number(board.separated_pairs), "is" if board.separated_pairs == 1 else "are"
    if board.pairs == 1:
        return f"The two entries are {'' if board.separated_pairs else 'not '}separated."
    if not board.separated_pairs:
        return f"{'Neither' if board.pairs == 2 else 'None'} of the {spell_number(board.pairs)} pairs is separated."
    return f"Of the {spell_number(board.pairs)} pairs, {number} {are} separated."


def _evidence_sentences(board: Leaderboard) -> Iterator[str]:
    count = f"{spell_number(len(board.entries))} entries"
    if board.kind is BoardKind.BATTLES:
        yield f"We ranked {count} that met in {write_count(board.units, 'battle')}."
        yield from _battle_sentences(board)
    elif board.kind is BoardKind.COUNTS:
        over = (
            f" over {write_count(board.units, 'item')} or more" if board.units else " with its standard error"
        )
        yield f"We ranked {count}, of each of which one score{over} is known; entries are taken as independent."
    else:
        groups = (
            "" if board.groups is None else escape_latex(f" in {write_count(board.groups, board.group_noun)}")
        )
        yield f"We ranked {count} that were scored on the same {write_count(board.units, board.unit)}{groups}."


def _battle_sentences(board: Leaderboard) -> Iterator[str]:
    facts = board.battle_facts
    if facts is None:
        return
    model = (
        r"Davidson's model for battles with ties~\cite{davidson1970}"
        if facts.tie is not None
        else r"the model of Bradley and Terry~\cite{bradley1952}, a tie being half a win"
    )
    beside = "" if facts.position is None else ", with a gain of the left side estimated beside them"
    yield f"Strengths are those of {model}{beside}."
    if _is_clustered(facts, board):
        yield (
            f"Their errors are robust, summed over shared prompts or annotators~\\cite{{cameron2011}} "
            f"({escape_latex(board.method)})."
        )
    for name, _ in facts.slopes:
        yield f"They are those at equal {escape_latex(printable_name(name))}."
    if any(abs(end) == float("inf") for entry in board.entries for end in (entry.low, entry.high)):
        yield (
            r"Entries that never lost or never won have a bound in place of an interval, and a strength by Firth's "
            r"penalty~\cite{firth1993}."
        )


def _is_clustered(facts: BattleFacts, board: Leaderboard) -> bool:
    return "errors over battles" not in board.method and (facts.prompts > 1 or facts.annotators > 1)


def _rank_sentences(board: Leaderboard) -> Iterator[str]:
    level = escape_sentence(level_text(board.level))
    draws = "" if board.kind in (BoardKind.BATTLES, BoardKind.COUNTS) else f" ({escape_latex(board.method)})"
    yield (
        "All pairs of entries were compared at once, by one critical value for the largest of their statistics, step "
        rf"by step~\cite{{westfall1993}}{draws}. The set of ranks of an entry runs from one more than the number of "
        "entries shown to be better to the number of entries less those shown to be worse; the sets hold for all "
        rf"entries together at {level}~\cite{{mogstad2024}}."
    )
    if len(board.entries) > 2:
        yield (
            f"Neighbours on the board were compared by {escape_latex(board.steps_by)}, all steps together by Holm's "
            r"method~\cite{holm1979}."
        )


def _software_sentence(board: Leaderboard) -> str:
    digest = board.digest.partition(":")[2][:12]
    return (
        f"All computations were made with the Python package bakeoff {escape_latex(__version__)} (the data have the "
        rf"SHA-256 digest {digest}\,\dots)."
    )
