"""The tables of a paper: scores with the best in bold and marks of the verdicts, and the pairs with their evidence."""

import re
from collections.abc import Sequence

from bakeoff.core.answers.pair_order import find_focus, order_oriented_pairs, turn_pair, winner_of
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Posterior
from bakeoff.render.items import noun_of
from bakeoff.render.mean_scores import order_words, shown_mean, uneven_counts
from bakeoff.render.numbers import p_text
from bakeoff.render.paper.cells import (
    NO_VALUE,
    add_mark,
    decimals_of,
    direction_text,
    mark_best,
    mark_notes,
    measure_text,
    names_column,
    number_texts,
    ranked_note,
)
from bakeoff.render.paper.latex import LatexTable, escape_latex, table_environment
from bakeoff.render.paper.numbers import (
    digits_in_paper,
    excludes_printed_zero,
    tex_brackets,
    tex_chance,
    tex_level,
    tex_signed,
    unit_of,
)
from bakeoff.render.paper.phrases import PAIRS_LABEL, quantity_name
from bakeoff.render.paper.score_tables import dataset_score_tables, fits_paper
from bakeoff.render.sentences import verdict_text

MOST_PAIRS = 45  # rows of the table of pairs; beyond it only the pairs of one classifier are shown
CITATION = r" \\cite\{[^}]*\}"  # left out of notes, which the methods stand beside


def score_table(comparison: Comparison) -> str:
    """Return the table of scores by dataset, or by classifier where there is no such table or it would be a book."""
    if all(s.mean_score is None for s in comparison.ranking):
        return ""
    evidence = comparison.evidence
    if isinstance(evidence, Scores) and len(evidence.datasets) > 1 and fits_paper(evidence):
        return dataset_score_tables(comparison)
    return table_environment(_classifier_table(comparison))


def _latex_counts(counts: dict[str, int], comparison: Comparison) -> list[str]:
    return [f"{counts[s.classifier]:,}" if s.classifier in counts else NO_VALUE for s in comparison.ranking]


def pair_table(comparison: Comparison) -> str:
    """Return the table of pairs: advantage, interval, p-value or probabilities, verdict."""
    return table_environment(_pair_latex_table(comparison))


def _classifier_table(comparison: Comparison) -> LatexTable:
    evidence, standings = comparison.evidence, comparison.ranking
    digits = decimals_of(evidence) + 1 if isinstance(evidence, Scores) else 3
    means = [shown_mean(s) for s in standings]
    counts, texts = uneven_counts(comparison), number_texts(means, digits)
    if not counts:  # means over different datasets have no best
        texts = mark_best(texts, means, higher=evidence.measure.higher_is_better)
    columns = [
        [escape_latex(s.classifier) for s in standings],
        [add_mark(cell, s.classifier, comparison) for s, cell in zip(standings, texts, strict=True)],
    ]
    several = len(evidence.datasets) > 1 and not comparison.design.of_items
    noun = noun_of(comparison.design)
    head = [
        noun.capitalize(),
        "Mean" if several or comparison.design.resamples > 1 else measure_text(comparison),
    ]
    for title, cells in (
        ("Items" if comparison.design.of_items else "Datasets", _latex_counts(counts, comparison)),
        (
            f"{tex_level(comparison.settings.level)} interval",
            [_latex_table_range(s.score_interval, digits) for s in standings],
        ),
        ("Mean rank", number_texts([s.mean_rank for s in standings], 2)),
        (
            f"{tex_level(comparison.settings.level)} interval of rank",
            [_latex_table_range(s.rank_interval, 2) for s in standings],
        ),
    ):
        if any(cell != NO_VALUE for cell in cells):
            head, columns = [*head, title], [*columns, cells]
    why = (
        []
        if not several
        else ["There are too many scores to print them by dataset here.", *ranked_note(comparison)]
    )
    return LatexTable(
        label="tab:bakeoff-scores",
        short=f"{measure_text(comparison)} by {noun}",
        caption=f"{measure_text(comparison)} by {noun}, {order_words(comparison)} ({direction_text(comparison)}).",
        notes=[*why, *([] if counts else ["The best is in bold, ties included."]), *mark_notes(comparison)],
        alignment=names_column([s.classifier for s in standings]) + "r" * (len(head) - 1),
        head=head,
        blocks=[list(map(list, zip(*columns, strict=True)))],
    )


def _pair_latex_table(comparison: Comparison) -> LatexTable:
    (pairs, why), digits = fitting_pairs(comparison), digits_in_paper(comparison)
    first = comparison.pairs[0].result
    unit = unit_of(first.estimate, comparison)
    posterior = isinstance(first, Posterior)
    kind = "credible" if posterior else "confidence"
    level = tex_level(first.estimate.interval.level)
    adjusted = len(comparison.pairs) > 1 and comparison.settings.adjust != "none"
    p_head = "Adjusted $p$" if adjusted else "$p$"
    evidence = ["Better", "Equivalent", "Worse"] if posterior else [p_head]
    about = f"{re.sub(CITATION, '', quantity_name(first.estimate.of))}{', in' + unit if unit else ''}"
    notes = [
        f"Advantage: {about}; positive values favour the {noun_of(comparison.design)} named first.",
        *(["Better, equivalent, worse: posterior probabilities."] if posterior else []),
        *_open_note(pairs, digits),
        *_counts_note(comparison),
        *why,
    ]
    return LatexTable(
        label=PAIRS_LABEL,
        short=f"Pairs of {noun_of(comparison.design)}s",
        caption=f"Pairs of {noun_of(comparison.design)}s: advantage with its {level} {kind} interval, and verdict.",
        notes=notes,
        alignment=names_column([f"{p.b} vs. {p.a}" for p in pairs]) + "rr" + "r" * len(evidence) + "rl",
        head=["Comparison", "Advantage", f"{level} interval", *evidence, "W/D/L", "Verdict"],
        blocks=[[_pair_row(pair, comparison, digits, _most_p_decimals(pairs)) for pair in pairs]],
    )


def fitting_pairs(comparison: Comparison) -> tuple[Sequence[Pair], Sequence[str]]:
    """Return the pairs that fit, and what is said of those that do not."""
    pairs = order_oriented_pairs(comparison)
    if len(pairs) <= MOST_PAIRS:
        return pairs, ()
    first = find_focus(comparison)
    own = [p for p in pairs if first in (p.a, p.b)]
    if len(own) == len(pairs):
        return pairs, ()
    decided = [p for p in pairs if p.is_claim and first not in (p.a, p.b)]
    shown = [turn_pair(pair, b=first) for pair in own]
    of = f"{{}} of {len(pairs):,}"
    if len(own) + len(decided) > MOST_PAIRS or not decided:
        number = of.format(len(own))
        return shown, (f"Only the pairs with {escape_latex(first)} are shown: {number}.",)
    shown += [turn_pair(pair, b=winner_of(pair)) for pair in decided]
    number = of.format(len(shown))
    return shown, (
        f"Only the pairs with {escape_latex(first)} and the others that were found to differ are shown: {number}.",
    )


def _p_figures(pair: Pair) -> str:
    return p_text(pair.p_value).removeprefix("p ").removeprefix("= ")


def _p_decimals(pair: Pair) -> int:
    return len(_p_figures(pair).partition(".")[2])


def _most_p_decimals(pairs: Sequence[Pair]) -> int:
    return max(map(_p_decimals, pairs), default=0)


def _p_cell(pair: Pair, most: int) -> str:
    """Return a p-value with room for the decimals that it lacks, so that their points stand below each other."""
    room = most - _p_decimals(pair)
    figures = _p_figures(pair)
    missing = (
        rf"\phantom{{{'' if '.' in figures else '.'}{'0' * room}}}"
        if room and pair.p_value is not None
        else ""
    )
    return f"${figures}{missing}$"


def _pair_row(pair: Pair, comparison: Comparison, digits: int, p_decimals: int) -> list[str]:
    result = pair.result
    if isinstance(result, Posterior):
        strength = [tex_chance(chance) for chance in (result.better, result.equivalent, result.worse)]
    else:
        strength = [_p_cell(pair, p_decimals)]
    counts = f"{pair.wins:,}/{pair.draws:,}/{pair.losses:,}" if comparison.design.paired else NO_VALUE
    return [
        f"{escape_latex(pair.b)} vs.\\ {escape_latex(pair.a)}",
        tex_signed(result.estimate.value, digits),
        tex_brackets(pair, digits),
        *strength,
        counts,
        verdict_text(pair),
    ]


def _open_note(shown: Sequence[Pair], digits: int) -> list[str]:
    """Return what a round bracket at zero means, where one stands."""
    if not any(excludes_printed_zero(pair, digits) for pair in shown):
        return []
    return ["A round bracket excludes the end of an interval, a square one includes it."]


def _counts_note(comparison: Comparison) -> list[str]:
    design = comparison.design
    if not design.paired:
        return []
    unit = (
        "items"
        if design.of_items
        else "examples"
        if design.on_examples
        else "datasets"
        if design.datasets > 1
        else "resamples"
    )
    return [f"W/D/L: {unit} on which the {noun_of(design)} named first wins, draws and loses."]


def _latex_table_range(interval: object, digits: int) -> str:
    low, high = getattr(interval, "low", None), getattr(interval, "high", None)
    return (
        NO_VALUE
        if low is None or high is None
        else f"{low:.{digits}f} to {high:.{digits}f}".replace("-", "$-$")
    )
