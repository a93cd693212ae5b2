"""Calibration in a paper: how it was measured and tested, who is better calibrated, and the table of parts."""

from collections.abc import Iterator

from bakeoff.core.answers.reliability import Reliability
from bakeoff.core.comparison import Comparison
from bakeoff.render.paper.cells import names_column
from bakeoff.render.paper.latex import LatexTable, escape_latex, escape_sentence, table_environment
from bakeoff.render.paper.numbers import spell_number
from bakeoff.render.reliability import calibration_sentence, row_texts

LABEL = "tab:bakeoff-calibration"


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
        text = escape_sentence(calibration_sentence(found))
        yield f"{text.removesuffix('.')} (Table~\\ref{{{LABEL}}})."


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
