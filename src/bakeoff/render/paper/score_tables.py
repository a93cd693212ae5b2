"""The scores by dataset for a paper: any number of datasets and classifiers, in the layout that fits the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from bakeoff.core.comparison import Comparison
from bakeoff.core.evidence import Scores
from bakeoff.render.items import noun_of
from bakeoff.render.mean_scores import shown_mean, uneven_counts
from bakeoff.render.paper.cells import (
    NO_VALUE,
    add_mark,
    decimals_of,
    direction_text,
    mark_best,
    mark_notes,
    measure_text,
    missing_note,
    names_column,
    number_texts,
    ranked_note,
)
from bakeoff.render.paper.latex import LatexTable, escape_latex, printed_width, table_environment
from bakeoff.render.paper.numbers import spell_number

GAP = 8.0  # points between two columns
ROW = 9.5  # points between two rows
CAPTION = 70.0  # points of a caption and its notes
WIDEST_NAME = 26  # letters of the column of names, which breaks its lines beyond it
MOST_IN_PAPER = 3_000  # scores that the paper kit prints; --export scores=FILE.tex prints any number


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table lies on its pages: how wide these are, how large a letter is, and how both are turned."""

    points: float  # of a line
    height: float  # points of a page
    letter: float  # points of a letter or digit on average
    size: str
    upright: bool = True  # the page
    level_heads: bool = True

    def pages(self, rows: int, widest_head: int, parts: int) -> int:
        """Return about how many pages the parts of a table take; upright ones of few rows stand below each other."""
        above = CAPTION + (ROW if self.level_heads else self.letter * widest_head)
        below = rows * ROW
        if self.upright and above + below < self.height:
            return ceil(parts / (self.height // (above + below)))
        return parts * ceil(below / max(ROW, self.height - above))


UPRIGHT = Layout(450, 640, 4.4, "footnotesize", level_heads=False)
TURNED = Layout(695, 450, 4.4, "footnotesize", upright=False, level_heads=False)
LAYOUTS = (
    Layout(450, 640, 4.9, "small"),
    Layout(450, 640, 4.9, "small", level_heads=False),
    UPRIGHT,
    TURNED,
)  # A4 with margins of 2.5 cm, Computer Modern


def dataset_score_tables(comparison: Comparison, *, beside_pairs: bool = True) -> str:
    """Return the table of scores by dataset, in as many parts as its columns need.

    `beside_pairs` says whether the table of pairs stands in the same document.
    """
    evidence = comparison.evidence
    if not isinstance(evidence, Scores):
        raise TypeError("only scores have a table by dataset")
    table = _ScoreCells(comparison, evidence, beside_pairs=beside_pairs)
    whole = next((each for each in LAYOUTS if table.width(each) <= each.points), None)
    return table_environment(*_parts_of(table, whole or _least_layout(table)))


def _least_layout(table: "_ScoreCells") -> Layout:
    """Return the layout that takes the fewest pages where the columns need several parts; fewer parts where alike."""
    rows = len(table.body) + len(table.last)
    widest = max(map(printed_width, table.evidence.classifiers))

    def count_pages(layout: Layout) -> int:
        return layout.pages(rows, widest, len(_spans_of(table, layout)))

    return min((TURNED, UPRIGHT), key=count_pages)


def fits_paper(evidence: Scores) -> bool:
    """Say whether the paper kit prints the scores by dataset."""
    return evidence.values.size <= MOST_IN_PAPER


class _ScoreCells:
    """The cells of the table, and how wide they are."""

    def __init__(self, comparison: Comparison, evidence: Scores, *, beside_pairs: bool) -> None:
        self.comparison, self.evidence = comparison, evidence
        self.mark_notes = mark_notes(comparison, beside_pairs=beside_pairs)
        digits, higher = decimals_of(evidence), evidence.measure.higher_is_better
        values = evidence.values.tolist()
        spreads = [None] * len(values) if evidence.spread is None else evidence.spread.tolist()
        texts = [number_texts(row, digits) for row in values]
        self.body = [
            _add_spreads(mark_best(cells, row, higher=higher, second=True), spread, digits)
            for cells, row, spread in zip(texts, values, spreads, strict=True)
        ]
        standings = {s.classifier: s for s in comparison.ranking}
        means = [shown_mean(standings[name]) for name in evidence.classifiers]
        ranks = [standings[name].mean_rank for name in evidence.classifiers]
        counts = uneven_counts(comparison)  # means over different datasets have no best
        mean_texts = number_texts(means, digits + 1)
        mean_texts = mean_texts if counts else mark_best(mean_texts, means, higher=higher)
        self.last = [
            (
                "Mean",
                [add_mark(t, n, comparison) for t, n in zip(mean_texts, evidence.classifiers, strict=True)],
            )
        ]
        if counts:
            self.last.append(("Datasets", [f"{counts.get(name, 0):,}" for name in evidence.classifiers]))
        if any(rank is not None for rank in ranks):
            self.last.append(("Mean rank", mark_best(number_texts(ranks, 2), ranks, higher=False)))
        spread_letters = 0 if evidence.spread is None else digits + 3
        score_letters = max(len(text) for row in texts for text in row) + spread_letters
        marked_mean = max(map(len, number_texts(means, digits + 1))) + 1
        self.most_letters = max(score_letters, marked_mean)

    def name_width(self, layout: Layout) -> float:
        widest = max(map(printed_width, (*self.evidence.datasets, "Mean rank")))
        return layout.letter * min(widest, WIDEST_NAME) + GAP

    def column_widths(self, layout: Layout) -> list[float]:
        heads = [printed_width(name) if layout.level_heads else 0 for name in self.evidence.classifiers]
        return [layout.letter * max(head, self.most_letters) + GAP for head in heads]

    def width(self, layout: Layout) -> float:
        return self.name_width(layout) + sum(self.column_widths(layout))


def _spans_of(table: _ScoreCells, layout: Layout) -> list[slice]:
    return list(_score_table_spans(table.column_widths(layout), layout.points - table.name_width(layout)))


def _parts_of(table: _ScoreCells, layout: Layout) -> list[LatexTable]:
    spans = _spans_of(table, layout)
    return [
        _score_table_part(table, layout, span, number, len(spans)) for number, span in enumerate(spans, 1)
    ]


def _score_table_spans(widths: Sequence[float], room: float) -> Iterator[slice]:
    """Yield the columns of each part: as equal in number as fits."""
    least = max(1, ceil(sum(widths) / max(room, 1)))
    each = -(-len(widths) // least)
    while each > 1 and any(sum(widths[i : i + each]) > room for i in range(0, len(widths), each)):
        each -= 1
    for start in range(0, len(widths), each):
        yield slice(start, start + each)


def _score_table_part(table: _ScoreCells, layout: Layout, span: slice, number: int, parts: int) -> LatexTable:
    evidence, comparison = table.evidence, table.comparison
    names, what = evidence.classifiers[span], measure_text(comparison)
    rows = [
        [escape_latex(name), *cells[span]] for name, cells in zip(evidence.datasets, table.body, strict=True)
    ]
    many = f"{spell_number(len(evidence.classifiers))} {noun_of(comparison.design)}s"
    caption = f"{what} of {many} on {spell_number(len(rows))} datasets ({direction_text(comparison)})."
    beside = f" Part {number} of {parts}." if parts > 1 else ""
    head = [escape_latex(name) for name in names]
    return LatexTable(
        label="tab:bakeoff-scores" if number == 1 else f"tab:bakeoff-scores-{number}",
        short=f"{what} by dataset",
        caption=caption + beside,
        notes=[*_best_note(table, parts), *_spread_note(evidence), *missing_note(evidence), *ranked_note(comparison),
               *table.mark_notes],
        alignment=names_column([*evidence.datasets, "Mean rank"], widest=WIDEST_NAME) + "r" * len(names),
        head=["Dataset", *(head if layout.level_heads else [rf"\rotatebox{{90}}{{{name}}}" for name in head])],
        blocks=[rows, [[name, *cells[span]] for name, cells in table.last]],
        size=layout.size,
        upright=layout.upright,
    )  # fmt: skip


def _best_note(table: _ScoreCells, parts: int) -> list[str]:
    second = any(r"\underline" in cell for row in table.body for cell in row)
    beside = ", the second best underlined" if second else ""
    over = "" if parts == 1 else " over both parts" if parts == 2 else " over all parts"
    return [f"The best of each row{over} is in bold, ties included{beside}."]


def _spread_note(evidence: Scores) -> list[str]:
    return [] if evidence.spread is None else [r"$\pm$: as it was given with the scores."]


def _add_spreads(cells: Sequence[str], spreads: Sequence[float] | None, digits: int) -> list[str]:
    if spreads is None:
        return list(cells)
    return [
        cell if cell == NO_VALUE or spread != spread else rf"{cell}{{\scriptsize$\pm${spread:.{digits}f}}}"
        for cell, spread in zip(cells, spreads, strict=True)
    ]
