"""Subgroups in a paper: how they were judged, whether they differ, and the table."""

from collections.abc import Iterator

from bakeoff.core.answers.pair_order import order_oriented_pairs
from bakeoff.core.comparison import Comparison, Pair, SubgroupVerdict
from bakeoff.core.results import Verdict
from bakeoff.render.cautions import interaction_text
from bakeoff.render.numbers import column_decimals, p_text
from bakeoff.render.paper.cells import names_column
from bakeoff.render.paper.latex import LatexTable, escape_latex, escape_sentence, table_environment
from bakeoff.render.paper.numbers import spell_number, tex_brackets, tex_level, tex_p, tex_signed

LABEL = "tab:bakeoff-subgroups"
MOST_ROWS = 120  # of the table
MOST_TOLD = 6  # decided verdicts that the paragraph names


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
    yield _decided_sentence(comparison)
    for pair in comparison.pairs:
        if pair.interaction is not None and (len(comparison.pairs) == 1 or pair.interaction.differs):
            yield escape_sentence(interaction_text(pair))


def _decided_sentence(comparison: Comparison) -> str:
    """Return which verdicts by subgroup are decided, each with its evidence, and how many are not."""
    judged = [(pair, part) for pair in order_oriented_pairs(comparison) for part in pair.by_subgroup]
    decided = [each for each in judged if each[1].verdict is not Verdict.UNDECIDED]
    where = rf"(Table~\ref{{{LABEL}}})"
    # Over the looks of a ledger the verdict over all is judged more strictly, and those on subgroups are not.
    lead = "By subgroup" if comparison.look is None else "By subgroup, by this look alone"
    if not decided:
        return f"{lead}, none of the {spell_number(len(judged))} verdicts is decided {where}."
    digits = _subgroup_digits(comparison)
    texts = [_decided_clause(pair, part, digits) for pair, part in decided[:MOST_TOLD]]
    more = len(decided) - len(texts)
    rest = (
        f"; {spell_number(more)} more of these verdicts {'is' if more == 1 else 'are'} decided"
        if more
        else ""
    )
    left = len(judged) - len(decided)
    are = "is" if left == 1 else "are"
    open_text = (
        f"; {spell_number(left)} of the {spell_number(len(judged))} verdicts {are} undecided" if left else ""
    )
    return f"{lead}, {'; '.join(texts)}{rest}{open_text} {where}."


def _decided_clause(pair: Pair, part: SubgroupVerdict, digits: int) -> str:
    a, b, name = map(escape_latex, (pair.a, pair.b, part.subgroup))
    words = {Verdict.BETTER: "better than", Verdict.WORSE: "worse than"}.get(
        part.verdict, "equivalent in practice to"
    )
    estimate = part.result.estimate
    interval = f"simultaneous {tex_level(estimate.interval.level)} interval {tex_brackets(part, digits)}"
    evidence = f"{tex_signed(estimate.value, digits)}, {interval}, adjusted {tex_p(part.p_adjusted)}"
    return f"{b} was {words} {a} in {name} ({evidence})"


def _subgroup_digits(comparison: Comparison) -> int:
    """Return how many decimals the advantages in all subgroups have, in the table and in the text."""
    return column_decimals([part.result.estimate for pair in comparison.pairs for part in pair.by_subgroup])


def subgroup_table(comparison: Comparison) -> str:
    """Return a row for each pair and subgroup; empty where there are none."""
    rows = [(pair, part) for pair in order_oriented_pairs(comparison) for part in pair.by_subgroup][
        :MOST_ROWS
    ]
    return table_environment(_build_table(comparison, rows)) if rows else ""


def _build_table(comparison: Comparison, rows: list[tuple[Pair, SubgroupVerdict]]) -> LatexTable:
    level, several = tex_level(comparison.settings.level), len(comparison.pairs) > 1
    judged = sum(len(pair.by_subgroup) for pair in comparison.pairs)
    first = rows[0][0]
    of = "" if several else f" of {escape_latex(first.b)} over {escape_latex(first.a)}"
    cut = f" The first {len(rows)} of {judged:,} are shown." if len(rows) < judged else ""
    pairs = ["Comparison"] if several else []
    digits = _subgroup_digits(comparison)
    widths = names_column([f"{p.b} vs. {p.a}" for p, _ in rows]) if several else ""
    return LatexTable(
        label=LABEL,
        short="Subgroups",
        caption=f"Subgroups: advantage{of} with its simultaneous {level} interval, and verdict.{cut}",
        notes=[f"$p$ is adjusted by Holm's method over {judged:,} verdicts by subgroup."],
        alignment=widths + names_column([part.subgroup for _, part in rows]) + "rrrrl",
        head=[*pairs, "Subgroup", "Examples", "Advantage", f"{level} interval", "Adjusted $p$", "Verdict"],
        blocks=[[_subgroup_row(pair, part, digits, several=several) for pair, part in rows]],
    )


def _subgroup_row(pair: Pair, part: SubgroupVerdict, digits: int, *, several: bool) -> list[str]:
    names = [f"{escape_latex(pair.b)} vs.\\ {escape_latex(pair.a)}"] if several else []
    return [
        *names,
        escape_latex(part.subgroup),
        f"{part.examples:,}",
        tex_signed(part.result.estimate.value, digits),
        tex_brackets(part, digits),
        f"${p_text(part.p_adjusted).removeprefix('p ').removeprefix('= ')}$",
        str(part.verdict),
    ]
