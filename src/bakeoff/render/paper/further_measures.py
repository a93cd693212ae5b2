"""Further measures in a paper, such as latency and price: how they were compared, who is on the front, the tables."""

from collections.abc import Iterator

from bakeoff.core.answers.further_measures import FurtherMeasure
from bakeoff.core.comparison import Comparison
from bakeoff.core.words import write_list
from bakeoff.render.further_measures import pairs_sentence, row_texts, sort_points
from bakeoff.render.items import noun_of
from bakeoff.render.paper.cells import names_column
from bakeoff.render.paper.latex import LatexTable, escape_latex, table_environment
from bakeoff.render.paper.numbers import spell_number, tex_level
from bakeoff.render.paper.phrases import metric_name

LABEL = "tab:bakeoff-beside"


def further_method_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield that further measures were compared, and how they are not mixed with the score."""
    names = [escape_latex(found.measure.name) for found in comparison.beside]
    if names:
        each = "each by itself, " if len(names) > 1 else ""
        yield (
            f"Beside the score we compared {write_list(names)}, {each}without a common adjustment; a "
            f"{noun_of(comparison.design)} is on the Pareto front if no other is better by one of the two measures and "
            "at least as good by the other."
        )


def further_result_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield who is on the front, and which pairs differ by the further measure."""
    for place, found in enumerate(comparison.beside):
        judged = escape_latex(pairs_sentence(found).partition(";")[0])
        yield f"{_front_words(found)} (Table~\\ref{{{_label_of(place)}}}); {judged}."


def _front_words(found: FurtherMeasure) -> str:
    """Return who is on the front of the score and the further measure."""
    points = sort_points(found)
    by = f"By {metric_name(found.trade_off.score.name)} and {escape_latex(found.measure.name)}"
    names = [escape_latex(p.name) for p in points if p.on_front]
    if len(names) == len(points):
        which = "both" if len(names) == 2 else f"all {spell_number(len(names))}"
        return f"{by}, {which} are on the Pareto front"
    return f"{by}, {write_list(names, most=6)} {'is' if len(names) == 1 else 'are'} on the Pareto front"


def further_tables(comparison: Comparison) -> str:
    """Return a table for each further measure; empty without any."""
    tables = [_build_table(comparison, found, place) for place, found in enumerate(comparison.beside)]
    return table_environment(*tables) if tables else ""


def _build_table(comparison: Comparison, found: FurtherMeasure, place: int) -> LatexTable:
    score, cost = metric_name(found.trade_off.score.name), escape_latex(found.measure.name)
    rows = [
        [escape_latex(p.name), *texts] for p, texts in zip(sort_points(found), row_texts(found), strict=True)
    ]
    level = tex_level(comparison.settings.level)
    return LatexTable(
        label=_label_of(place),
        short=f"{score[:1].upper()}{score[1:]} and {cost}",
        caption=f"{score[:1].upper()}{score[1:]} and {cost} by {noun_of(comparison.design)}, each with its {level} "
        "confidence interval.",
        notes=[
            f"Lower {cost} is better. On the front: no other is better by one and at least as good by the other."
        ],
        alignment=names_column([p.name for p in found.trade_off.points]) + "rrl",
        head=[
            noun_of(comparison.design).capitalize(),
            *(f"{n[:1].upper()}{n[1:]}" for n in (score, cost)),
            "",
        ],
        blocks=[rows],
    )


def _label_of(place: int) -> str:
    return LABEL if place == 0 else f"{LABEL}-{place + 1}"
