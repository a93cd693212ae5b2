"""Calibration in a paper: how it was measured and tested, who is better calibrated, and the table of parts."""

from collections.abc import Iterator
from dataclasses import replace

from bakeoff.core.answers.reliability import CalibrationDifference, Reliability
from bakeoff.core.comparison import Comparison
from bakeoff.core.results import Verdict
from bakeoff.render.numbers import decimals_of
from bakeoff.render.paper.cells import names_column
from bakeoff.render.paper.latex import LatexTable, escape_latex, table_environment
from bakeoff.render.paper.numbers import spell_number, tex_level, tex_p, tex_signed
from bakeoff.render.reliability import MOST_PAIRS, row_texts

LABEL = "tab:bakeoff-calibration"
_TABLE = rf"(Table~\ref{{{LABEL}}})"
_WHAT = "difference in miscalibration beyond chance "


def calibration_method_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield how calibration was measured and tested, where there are probabilities."""
    found = comparison.reliability
    if found is None:
        return
    yield (
        r"The Brier score was decomposed by isotonic recalibration into miscalibration, discrimination and uncertainty "
        r"\cite{dimitriadis2021}; the expected calibration error is over "
        rf"{spell_number(found.bins)} bins with as many examples each \cite{{nixon2019}}."
    )
    if found.differences:
        adjusted = r", adjusted by Holm's method \cite{holm1979}" if len(found.differences) > 1 else ""
        yield (
            "Two classifiers' miscalibrations, each less what isotonic recalibration gains by chance on outcomes drawn "
            r"from a logistic recalibration of its probabilities \cite{cox1958}, were compared by a paired $t$-test "
            rf"over what recalibration gains on each example \cite{{student1908}}{adjusted}."
        )


def calibration_result_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield who is shown to be better calibrated than whom."""
    found = comparison.reliability
    if found is not None and found.differences:
        yield f"{_calibration_words(found)}."


def _calibration_words(found: Reliability) -> str:
    event, number = escape_latex(found.event), len(found.differences)
    decided = [d for d in found.differences if d.verdict is not Verdict.UNDECIDED]
    if number == 1 and not decided:
        only = found.differences[0]
        a, b = escape_latex(only.a), escape_latex(only.b)
        which = f"Which of {b} and {a} gives the better calibrated probability {event} is undecided {_TABLE}"
        return f"{which}: beyond chance the advantage of {b} was {_difference_numbers(only)}"
    lead = f"In the calibration of the probability {event}"
    if not decided:
        return f"{lead} none of the {spell_number(number)} pairs is decided {_TABLE}"
    texts: list[str] = []
    for found_better in map(_put_better_last, decided[:MOST_PAIRS]):
        a, b = escape_latex(found_better.a), escape_latex(found_better.b)
        numbers = _difference_numbers(found_better, number)
        texts.append(f"{b} was better than {a} ({'' if texts else _WHAT}{numbers})")
    more = len(decided) - len(texts)
    if more:
        texts.append(f"{spell_number(more)} more pairs differ" if more > 1 else "one more pair differs")
    left = number - len(decided)
    if left:
        are = "is" if left == 1 else "are"
        texts.append(f"{spell_number(left)} of the {spell_number(number)} pairs {are} undecided")
    return f"{lead}, {'; '.join(texts)} {_TABLE}"


def _put_better_last(difference: CalibrationDifference) -> CalibrationDifference:
    """Return a decided difference with the better calibrated classifier as b."""
    if difference.verdict is Verdict.BETTER:
        return difference
    estimate = difference.result.estimate
    ends = estimate.interval
    turned = replace(estimate, value=-estimate.value, interval=replace(ends, low=-ends.high, high=-ends.low))
    return replace(
        difference, a=difference.b, b=difference.a, result=replace(difference.result, estimate=turned)
    )


def _difference_numbers(difference: CalibrationDifference, pairs: int = 1) -> str:
    """Return the difference in miscalibration with its interval and p-value."""
    estimate = difference.result.estimate
    digits, ends = max(4, decimals_of(estimate)), estimate.interval
    low, high = (tex_signed(end, digits) for end in (ends.low, ends.high))
    return (
        f"{tex_signed(estimate.value, digits)}, {tex_level(ends.level)} interval {low} to {high}, "
        f"{'adjusted ' if pairs > 1 else ''}{tex_p(difference.p_adjusted)}"
    )


def calibration_table(comparison: Comparison) -> str:
    """Return a row for each classifier: Brier score, its parts, calibration error; empty without probabilities."""
    return "" if comparison.reliability is None else table_environment(_build_table(comparison.reliability))


def _build_table(found: Reliability) -> LatexTable:
    uncertainty = "" if found.uncertainty is None else f" ({found.uncertainty:.4f})"
    notes = [
        f"Brier score = miscalibration $-$ discrimination + uncertainty{uncertainty}; in parentheses: what a "
        "calibrated classifier with the same probabilities would show by chance.",
        f"ECE: expected calibration error over {spell_number(found.bins)} bins with as many examples each.",
    ]
    return LatexTable(
        label=LABEL,
        short="Calibration",
        caption=f"Calibration of the probability {escape_latex(found.event)}, on {found.examples:,} examples.",
        notes=notes,
        alignment=names_column([own.classifier for own in found.each]) + "rrrr",
        head=["Classifier", "Brier score", "Miscalibration", "Discrimination", "ECE"],
        blocks=[[[escape_latex(own.classifier), *row_texts(own)] for own in found.each]],
    )
