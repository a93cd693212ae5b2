"""The tables of a paper: scores with the best in bold and marks of the verdicts, and the pairs with their evidence."""

import re
from collections.abc import Sequence

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, Posterior, Verdict
from bakeoff.render.items import noun_of
from bakeoff.render.numbers import p_text
from bakeoff.render.paper.latex import LatexTable, escape_latex, printed_width, table_environment
from bakeoff.render.paper.numbers import (
    digits_of,
    excludes_printed_zero,
    spell_number,
    tex_brackets,
    tex_chance,
    tex_level,
    tex_region,
    tex_signed,
    unit_of,
)
from bakeoff.render.paper.phrases import PAIRS_LABEL, metric_name, quantity_name
from bakeoff.render.sentences import ranking_basis, verdict_text

MOST_DATASETS = 40  # rows of the table by dataset; beyond it only the summary by classifier fits a page
MOST_CLASSIFIERS = 10  # columns of the table by dataset
MOST_CHARACTERS = 80  # of the names of its columns together
MOST_PAIRS = 45  # rows of the table of pairs; beyond it only the pairs of one classifier are shown
WIDE_NAME = 28  # characters beyond which a column of names breaks its lines
MOST_DECIMALS = {Unit.PERCENT: 2, Unit.FRACTION: 4, Unit.PLAIN: 4}
NO_VALUE = "--"
CITATION = r" \\cite\{[^}]*\}"  # left out of notes, which the methods stand beside
MARKS = {
    Verdict.BETTER: r"$^{\ddagger}$",
    Verdict.WORSE: r"$^{\dagger}$",
    Verdict.EQUIVALENT: r"$^{\approx}$",
}


def score_table(comparison: Comparison) -> str:
    """Return the table of scores by dataset, or by classifier where datasets or classifiers are too many."""
    return "" if _has_no_scores(comparison) else table_environment(_choose_score_table(comparison))


def pair_table(comparison: Comparison) -> str:
    """Return the table of pairs: advantage, interval, p-value or probabilities, verdict."""
    return table_environment(_pair_latex_table(comparison))


def reference_of(comparison: Comparison) -> str:
    """Return the classifier that marks compare with: the baseline, else the one that ranks first."""
    return comparison.settings.baseline or comparison.ranking[0].classifier


def _has_no_scores(comparison: Comparison) -> bool:
    return all(s.mean_score is None for s in comparison.ranking)


def _choose_score_table(comparison: Comparison) -> LatexTable:
    evidence = comparison.evidence
    if isinstance(evidence, Scores) and len(evidence.datasets) > 1 and _fits_page(evidence):
        return _dataset_table(comparison, evidence)
    return _classifier_table(comparison)


def _fits_page(evidence: Scores) -> bool:
    """Say whether a table by dataset fits a page, in height and in width."""
    few = len(evidence.datasets) <= MOST_DATASETS and len(evidence.classifiers) <= MOST_CLASSIFIERS
    return few and sum(printed_width(name) + 2 for name in evidence.classifiers) <= MOST_CHARACTERS


def _dataset_table(comparison: Comparison, evidence: Scores) -> LatexTable:
    digits = _decimals(evidence)
    higher = evidence.measure.higher_is_better
    rows = [
        [escape_latex(name), *_bold_best(_texts(values, digits), values, higher=higher)]
        for name, values in zip(evidence.datasets, evidence.values.tolist(), strict=True)
    ]
    by_name = {s.classifier: s for s in comparison.ranking}
    standings = [by_name[name] for name in evidence.classifiers]
    means = [s.mean_score for s in standings]
    mean_cells = _bold_best(_texts(means, digits + 1), means, higher=higher)
    last = [
        [
            "Mean",
            *(_add_mark(c, n, comparison) for c, n in zip(mean_cells, evidence.classifiers, strict=True)),
        ]
    ]
    ranks = [s.mean_rank for s in standings]
    if any(rank is not None for rank in ranks):
        last.append(["Mean rank", *_bold_best(_texts(ranks, 2), ranks, higher=False)])
    what = _measure(comparison)
    return LatexTable(
        label="tab:bakeoff-scores",
        short=f"{what} by dataset",
        caption=f"{what} of {spell_number(len(evidence.classifiers))} classifiers on {spell_number(len(rows))} "
        "datasets "
        f"({_direction(comparison)}).",
        notes=[
            "The best of each row is in bold, ties included.",
            *_missing_note(evidence),
            *_ranked_note(comparison),
            *_mark_notes(comparison),
        ],
        alignment=_names_column([*evidence.datasets, "Mean rank"]) + "r" * len(evidence.classifiers),
        head=["Dataset", *(escape_latex(name) for name in evidence.classifiers)],
        blocks=[rows, last],
    )


def _classifier_table(comparison: Comparison) -> LatexTable:
    evidence, standings = comparison.evidence, comparison.ranking
    digits = (_decimals(evidence) if isinstance(evidence, Scores) else 3) + 1
    means = [s.mean_score for s in standings]
    columns = [
        [escape_latex(s.classifier) for s in standings],
        [
            _add_mark(cell, s.classifier, comparison)
            for s, cell in zip(
                standings,
                _bold_best(_texts(means, digits), means, higher=evidence.measure.higher_is_better),
                strict=True,
            )
        ],
    ]
    several = len(evidence.datasets) > 1 and not comparison.design.of_items
    noun = noun_of(comparison.design)
    head = [noun.capitalize(), "Mean" if several or comparison.design.resamples > 1 else _measure(comparison)]
    for title, cells in (
        (
            f"{tex_level(comparison.settings.level)} interval",
            [_range(s.score_interval, digits) for s in standings],
        ),
        ("Mean rank", _texts([s.mean_rank for s in standings], 2)),
        (
            f"{tex_level(comparison.settings.level)} interval of rank",
            [_range(s.rank_interval, 2) for s in standings],
        ),
    ):
        if any(cell != NO_VALUE for cell in cells):
            head, columns = [*head, title], [*columns, cells]
    why = [] if not several else ["The scores by dataset do not fit a page.", *_ranked_note(comparison)]
    return LatexTable(
        label="tab:bakeoff-scores",
        short=f"{_measure(comparison)} by {noun}",
        caption=f"{_measure(comparison)} by {noun}, best first ({_direction(comparison)}).",
        notes=[*why, "The best is in bold, ties included.", *_mark_notes(comparison)],
        alignment=_names_column([s.classifier for s in standings]) + "r" * (len(head) - 1),
        head=head,
        blocks=[list(map(list, zip(*columns, strict=True)))],
    )


def _pair_latex_table(comparison: Comparison) -> LatexTable:
    pairs, why = _pairs_that_fit(comparison)
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
        *_open_note(pairs),
        *_counts_note(comparison),
        *why,
    ]
    return LatexTable(
        label=PAIRS_LABEL,
        short=f"Pairs of {noun_of(comparison.design)}s",
        caption=f"Pairs of {noun_of(comparison.design)}s: advantage with its {level} {kind} interval, and verdict.",
        notes=notes,
        alignment=_names_column([f"{p.b} vs. {p.a}" for p in pairs]) + "rr" + "r" * len(evidence) + "rl",
        head=["Comparison", "Advantage", f"{level} interval", *evidence, "W/D/L", "Verdict"],
        blocks=[[_pair_row(pair, comparison) for pair in pairs]],
    )


def _pairs_that_fit(comparison: Comparison) -> tuple[Sequence[Pair], Sequence[str]]:
    """Return the pairs that fit, and what is said of those that do not."""
    pairs = comparison.pairs
    if len(pairs) <= MOST_PAIRS:
        return pairs, ()
    first = reference_of(comparison)
    own = [p for p in pairs if first in (p.a, p.b)]
    if len(own) == len(pairs):
        return pairs, ()
    return own, (
        f"Only the pairs with {escape_latex(first)}, which ranks first, are shown: {len(own)} of {len(pairs):,}.",
    )


def _pair_row(pair: Pair, comparison: Comparison) -> list[str]:
    result, digits = pair.result, digits_of(pair.result.estimate)
    if isinstance(result, Posterior):
        strength = [tex_chance(chance) for chance in (result.better, result.equivalent, result.worse)]
    else:
        strength = [f"${p_text(pair.p_value).removeprefix('p ').removeprefix('= ')}$"]
    counts = f"{pair.wins:,}/{pair.draws:,}/{pair.losses:,}" if comparison.design.paired else NO_VALUE
    return [
        f"{escape_latex(pair.b)} vs.\\ {escape_latex(pair.a)}",
        tex_signed(result.estimate.value, digits),
        tex_brackets(pair),
        *strength,
        counts,
        verdict_text(pair),
    ]


def _open_note(shown: Sequence[Pair]) -> list[str]:
    """Return what a round bracket at zero means, where one stands."""
    if not any(excludes_printed_zero(pair) for pair in shown):
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


def _mark_notes(comparison: Comparison) -> list[str]:
    """Return what the marks that occur mean, and what no mark means."""
    first = reference_of(comparison)
    kinds = {_verdict_on(name, first, comparison) for name in comparison.evidence.classifiers}
    whom = escape_latex(first) + (" (the baseline)" if comparison.settings.baseline else " (ranked first)")
    words = {
        Verdict.WORSE: f"worse than {whom}",
        Verdict.BETTER: f"better than {whom}",
        Verdict.EQUIVALENT: f"equivalent to {whom} {tex_region(comparison)}",
    }
    notes = [f"{MARKS[v]} {words[v]}" for v in MARKS if v in kinds]
    if Verdict.UNDECIDED in kinds:
        notes.append(f"no mark: undecided against {escape_latex(first)}")
    if not notes:
        return []
    where = rf"Table~\ref{{{PAIRS_LABEL}}}"
    notes[0] = notes[0][:1].upper() + notes[0][1:]
    sided = "" if comparison.settings.alternative is Alternative.TWO_SIDED else ", one-sided"
    return [f"{'; '.join(notes)}. The verdicts are those of {where}{sided}."]


def _add_mark(cell: str, name: str, comparison: Comparison) -> str:
    verdict = _verdict_on(name, reference_of(comparison), comparison)
    return cell + ("" if verdict is None else MARKS.get(verdict, ""))


def _verdict_on(name: str, reference: str, comparison: Comparison) -> Verdict | None:
    """Return the verdict on a classifier against the reference; None for the reference itself."""
    turned = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
    for pair in comparison.pairs:
        if (pair.a, pair.b) == (reference, name):
            return pair.verdict
        if (pair.a, pair.b) == (name, reference):
            return turned.get(pair.verdict, pair.verdict)
    return None


def _measure(comparison: Comparison) -> str:
    name = metric_name(comparison.evidence.measure.name)
    return name[:1].upper() + name[1:]


def _direction(comparison: Comparison) -> str:
    measure = comparison.evidence.measure
    unit = "in percent; " if measure.unit is Unit.PERCENT else ""
    return f"{unit}{'higher' if measure.higher_is_better else 'lower'} is better"


def _missing_note(evidence: Scores) -> list[str]:
    if not bool((evidence.values != evidence.values).any()):
        return []
    return [f"{NO_VALUE}: no score."]


def _ranked_note(comparison: Comparison) -> list[str]:
    """Return on how many datasets means and mean ranks are, where these are not the same."""
    basis = ranking_basis(comparison)
    return [f"{basis[0].upper()}{basis[1:]}."] if basis else []


def _decimals(evidence: Scores) -> int:
    """Return how many decimals show the scores as they were given, within what a table bears."""
    most = MOST_DECIMALS[evidence.measure.unit]
    scores = [v for row in evidence.values.tolist() for v in row if v == v]
    return next((d for d in range(most) if all(round(v, d) == round(v, 10) for v in scores)), most)


def _texts(values: Sequence[float | None], digits: int) -> list[str]:
    return [NO_VALUE if v is None or v != v else f"{v:.{digits}f}".replace("-", "$-$") for v in values]


def _range(interval: object, digits: int) -> str:
    low, high = getattr(interval, "low", None), getattr(interval, "high", None)
    return (
        NO_VALUE
        if low is None or high is None
        else f"{low:.{digits}f} to {high:.{digits}f}".replace("-", "$-$")
    )


def _bold_best(texts: Sequence[str], values: Sequence[float | None], *, higher: bool) -> list[str]:
    """Return the cells with the best in bold, and those that read the same as the best."""
    known = [v for v in values if v is not None and v == v]
    if not known:
        return list(texts)
    best = texts[list(values).index(max(known) if higher else min(known))]
    return [rf"\textbf{{{text}}}" if text == best else text for text in texts]


def _names_column(names: Sequence[str]) -> str:
    return r"p{0.3\linewidth}" if max(map(printed_width, names)) > WIDE_NAME else "l"
