"""Cells and notes that the tables of a paper share: numbers, the best in bold, marks of the verdicts."""

from collections.abc import Sequence

from bakeoff.core.answers.pair_order import find_focus
from bakeoff.core.comparison import Comparison
from bakeoff.core.evidence import Scores
from bakeoff.core.measures import Unit
from bakeoff.core.results import Alternative, Verdict
from bakeoff.core.words import write_count
from bakeoff.render.items import noun_of
from bakeoff.render.mean_scores import ranking_basis
from bakeoff.render.paper.latex import escape_latex, printed_width
from bakeoff.render.paper.numbers import tex_level, tex_region
from bakeoff.render.paper.phrases import PAIRS_LABEL, metric_name
from bakeoff.render.sentences import procedure_name

MOST_DECIMALS = {Unit.PERCENT: 2, Unit.FRACTION: 4, Unit.PLAIN: 4}
NO_VALUE = "--"
WIDE_NAME = 28  # characters beyond which a column of names breaks its lines
MARKS = {
    Verdict.BETTER: r"$^{\ddagger}$",
    Verdict.WORSE: r"$^{\dagger}$",
    Verdict.EQUIVALENT: r"$^{\approx}$",
}


def mark_notes(comparison: Comparison, *, beside_pairs: bool = True) -> list[str]:
    """Return what the marks that occur mean, and what no mark means; where the verdicts stand, or what they are by.

    They are about the classifier that the table is about, whose pairs the table of pairs always has.
    """
    first = find_focus(comparison)
    kinds = {_verdict_on(name, first, comparison) for name in comparison.evidence.classifiers}
    whom = f"{escape_latex(first)}{_role_words(first, comparison)}"
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
    by = f"by {escape_latex(procedure_name(comparison.pairs[0].result))}"
    level = f"at the {tex_level(comparison.settings.level)} level"
    whose = rf"those of Table~\ref{{{PAIRS_LABEL}}}" if beside_pairs else f"{by}, {level}"
    notes[0] = notes[0][:1].upper() + notes[0][1:]
    sided = "" if comparison.settings.alternative is Alternative.TWO_SIDED else ", one-sided"
    return [f"{'; '.join(notes)}. The verdicts are {whose}{sided}."]


def _role_words(name: str, comparison: Comparison) -> str:
    if comparison.settings.baseline is not None:
        return " (the baseline)"
    return " (ranked first)" if name == comparison.ranking[0].classifier else ""


def add_mark(cell: str, name: str, comparison: Comparison) -> str:
    """Return a cell with the mark of a verdict; it stands in the gap behind the number, whose column stays aligned."""
    verdict = _verdict_on(name, find_focus(comparison), comparison)
    mark = "" if verdict is None else MARKS.get(verdict, "")
    return rf"{cell}\rlap{{{mark}}}" if mark else cell


def _verdict_on(name: str, reference: str, comparison: Comparison) -> Verdict | None:
    """Return the verdict on a classifier against the reference; None for the reference itself."""
    turned = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
    for pair in comparison.pairs:
        if (pair.a, pair.b) == (reference, name):
            return pair.verdict
        if (pair.a, pair.b) == (name, reference):
            return turned.get(pair.verdict, pair.verdict)
    return None


def measure_text(comparison: Comparison) -> str:
    """Return the name of the measure, as a caption begins with it."""
    name = metric_name(comparison.evidence.measure.name)
    return name[:1].upper() + name[1:]


def direction_text(comparison: Comparison) -> str:
    """Return in which unit and direction the scores are."""
    measure = comparison.evidence.measure
    unit = "in percent; " if measure.unit is Unit.PERCENT else ""
    return f"{unit}{'higher' if measure.higher_is_better else 'lower'} is better"


def missing_note(evidence: Scores) -> list[str]:
    """Return what a dash means, where there is one."""
    if not bool((evidence.values != evidence.values).any()):
        return []
    return [f"{NO_VALUE}: no score."]


def ranked_note(comparison: Comparison) -> list[str]:
    """Return on how many datasets means and mean ranks are, where scores are missing."""
    ranked = comparison.ranking[0].ranked_on
    if not ranking_basis(comparison) or ranked is None:
        return []
    return [
        f"Means and mean ranks are over the {write_count(ranked, 'dataset')} with a score of every "
        f"{noun_of(comparison.design)}."
    ]


def decimals_of(evidence: Scores) -> int:
    """Return how many decimals show the scores as they were given, within what a table bears."""
    most = MOST_DECIMALS[evidence.measure.unit]
    scores = [v for row in evidence.values.tolist() for v in row if v == v]
    return next((d for d in range(most) if all(round(v, d) == round(v, 10) for v in scores)), most)


def number_texts(values: Sequence[float | None], digits: int) -> list[str]:
    """Return numbers as cells, a dash where there is none."""
    return [NO_VALUE if v is None or v != v else f"{v:.{digits}f}".replace("-", "$-$") for v in values]


def mark_best(
    texts: Sequence[str], values: Sequence[float | None], *, higher: bool, second: bool = False
) -> list[str]:
    """Return the cells with the best in bold, and those that read the same as the best.

    With `second` the next best is underlined, where there are three and one is the best alone.
    """
    known = sorted({v for v in values if v is not None and v == v}, reverse=higher)
    if not known:
        return list(texts)
    ordered = list(dict.fromkeys(texts[list(values).index(v)] for v in known))
    looks = {ordered[0]: r"\textbf"}
    if second and len(texts) > 2 and len(ordered) > 1 and texts.count(ordered[0]) == 1:
        looks[ordered[1]] = r"\underline"
    return [f"{looks[text]}{{{text}}}" if text in looks else text for text in texts]


def names_column(names: Sequence[str], *, widest: int = WIDE_NAME) -> str:
    """Return the column of names: one that breaks its lines where they are long."""
    return r"p{0.3\linewidth}" if max(map(printed_width, names)) > widest else "l"
