"""Subgroups in a paper: how they were judged, whether they differ, and the table."""

from collections.abc import Iterator

from bakeoff.core.answers.pair_order import order_pairs
from bakeoff.core.comparison import Comparison, Pair, SubgroupVerdict
from bakeoff.render.cautions import interaction_text
from bakeoff.render.numbers import p_text
from bakeoff.render.paper.cells import names_column
from bakeoff.render.paper.latex import LatexTable, escape_latex, escape_sentence, table_environment
from bakeoff.render.paper.numbers import digits_of, tex_brackets, tex_level, tex_signed

LABEL = "tab:bakeoff-subgroups"
MOST_ROWS = 120  # of the table


def subgroup_method_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield how subgroups were judged, where any were."""
    judged = sum(len(pair.by_subgroup) for pair in comparison.pairs)
    if not judged:
        return
    interaction = (
        r" Whether an advantage is the same in all subgroups was tested by Welch's test \cite{welch1951}"
        f"{', adjusted over the pairs' if len(comparison.pairs) > 1 else ''}."
        if any(pair.interaction for pair in comparison.pairs)
        else ""
    )
    yield (
        rf"Each subgroup was judged by itself, two-sided, with Holm's adjustment \cite{{holm1979}} over the {judged:,} "
        rf"verdicts by subgroup and simultaneous intervals.{interaction}"
    )


def subgroup_result_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield where the subgroups stand, and whether an advantage is shown to differ between them."""
    if not any(pair.by_subgroup for pair in comparison.pairs):
        return
    shown = [pair for pair in comparison.pairs if pair.interaction is not None]
    if len(shown) == 1:
        yield escape_sentence(interaction_text(shown[0]))
    yield rf"Table~\ref{{{LABEL}}} has the subgroups."


def subgroup_table(comparison: Comparison) -> str:
    """Return a row for each pair and subgroup; empty where there are none."""
    rows = [(pair, part) for pair in order_pairs(comparison) for part in pair.by_subgroup][:MOST_ROWS]
    return table_environment(_build_table(comparison, rows)) if rows else ""


def _build_table(comparison: Comparison, rows: list[tuple[Pair, SubgroupVerdict]]) -> LatexTable:
    level, several = tex_level(comparison.settings.level), len(comparison.pairs) > 1
    judged = sum(len(pair.by_subgroup) for pair in comparison.pairs)
    first = rows[0][0]
    of = "" if several else f" of {escape_latex(first.b)} over {escape_latex(first.a)}"
    cut = f" The first {len(rows)} of {judged:,} are shown." if len(rows) < judged else ""
    pairs = ["Comparison"] if several else []
    widths = names_column([f"{p.b} vs. {p.a}" for p, _ in rows]) if several else ""
    return LatexTable(
        label=LABEL,
        short="Subgroups",
        caption=f"Subgroups: advantage{of} with its simultaneous {level} interval, and verdict.{cut}",
        notes=[f"$p$ is adjusted by Holm's method over {judged:,} verdicts by subgroup."],
        alignment=widths + names_column([part.subgroup for _, part in rows]) + "rrrrl",
        head=[*pairs, "Subgroup", "Examples", "Advantage", f"{level} interval", "Adjusted $p$", "Verdict"],
        blocks=[[_subgroup_row(pair, part, several=several) for pair, part in rows]],
    )


def _subgroup_row(pair: Pair, part: SubgroupVerdict, *, several: bool) -> list[str]:
    estimate = part.result.estimate
    names = [f"{escape_latex(pair.b)} vs.\\ {escape_latex(pair.a)}"] if several else []
    return [
        *names,
        escape_latex(part.subgroup),
        f"{part.examples:,}",
        tex_signed(estimate.value, digits_of(estimate)),
        tex_brackets(part, digits_of(estimate)),
        f"${p_text(part.p_adjusted).removeprefix('p ').removeprefix('= ')}$",
        str(part.verdict),
    ]
