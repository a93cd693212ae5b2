"""How well probabilities are calibrated: in words, as rows of a table, and as JSON."""

from dataclasses import replace
from typing import Any

from bakeoff.core.answers.reliability import CalibrationDifference, ClassifierReliability, Reliability
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count
from bakeoff.render.findings import json_number
from bakeoff.render.json.values import estimate_dict
from bakeoff.render.lines import Line, Span, align_rows, line, quiet_lines, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name
from bakeoff.render.numbers import decimals_of, interval_text, level_text, number_text, p_text, signed_text

MOST_ROWS = 12  # classifiers on the screen
MOST_PAIRS = 6
LABEL = 24
HEAD = ("", "Brier score", "miscalibration (by chance)", "discrimination", "ECE (by chance)")


def reliability_lines(found: Reliability, columns: int) -> list[Line]:
    """Return who is better calibrated, and a row for each classifier."""
    rows = [(fit_name(own.classifier, LABEL).rstrip(), *row_texts(own)) for own in found.each[:MOST_ROWS]]
    more = len(found.each) - len(rows)
    return [
        [],
        *wrap_paragraph(Span("  "), calibration_sentence(found), width=columns, indent=2),
        *(line(f"  {text}") for text in align_rows([HEAD, *rows])),
        *([line(Span(f"  … {more:,} more (--json has them all)", "dim"))] if more > 0 else []),
        *quiet_lines(reading_note(found), columns),
    ]


def row_texts(own: ClassifierReliability) -> tuple[str, str, str, str]:
    """Return Brier score, miscalibration, discrimination and calibration error of one classifier, rounded."""
    return (
        f"{own.brier:.4f}",
        f"{own.miscalibration:.4f} ({own.miscalibration_by_chance:.4f})",
        f"{own.discrimination:.4f}",
        f"{own.error:.3f} ({own.error_by_chance:.3f})",
    )


def calibration_sentence(found: Reliability) -> str:
    """Return who is shown to be better calibrated than whom."""
    what = f"Calibration of the probability {printable_name(found.event)}"
    if not found.differences:
        return f"{what}: not tested."
    if len(found.differences) == 1:
        return f"{what}: {pair_clause(found.differences[0])}."
    decided = [d for d in found.differences if d.verdict is not Verdict.UNDECIDED]
    count = write_count(len(found.differences), "pair")
    if not decided:
        return f"{what}: none of the {count} is shown to differ (adjusted by Holm's method)."
    texts = [pair_clause(d) for d in decided[:MOST_PAIRS]]
    rest = len(decided) - len(texts)
    more = f"; and {rest:,} more" if rest else ""
    differ = "differs" if len(decided) == 1 else "differ"
    return (
        f"{what}: {len(decided):,} of {count} {differ} (adjusted by Holm's method): {'; '.join(texts)}{more}."
    )


def calibration_count(found: Reliability) -> str:
    """Return what is shown of one pair, or of how many pairs something is shown, in one short sentence."""
    if len(found.differences) <= 1:
        return calibration_sentence(found)
    decided = sum(d.verdict is not Verdict.UNDECIDED for d in found.differences)
    is_shown = "is shown" if decided <= 1 else "are shown"
    return (
        f"Calibration of the probability {printable_name(found.event)}: {decided or 'none'} of "
        f"{write_count(len(found.differences), 'pair')} {is_shown} to differ (adjusted by Holm's method)."
    )


def pair_clause(difference: CalibrationDifference) -> str:
    """Return what is shown of one pair, with the difference in miscalibration, its interval and p."""
    a, b = printable_name(difference.a), printable_name(difference.b)
    estimate = difference.result.estimate
    level, digits = level_text(estimate.interval.level), max(4, decimals_of(estimate))
    if difference.verdict is Verdict.UNDECIDED:
        return (
            f"not decided between {a} and {b} (advantage of {b} beyond chance {signed_text(estimate.value, digits)}, "
            f"{level} interval {interval_text(estimate.interval, digits)}, {p_text(difference.p_adjusted)})"
        )
    sign, better, other = (1.0, b, a) if difference.verdict is Verdict.BETTER else (-1.0, a, b)
    low, high = sorted((sign * estimate.interval.low, sign * estimate.interval.high))
    interval = interval_text(replace(estimate.interval, low=low, high=high), digits).replace("+", "")
    return (
        f"{better} is better calibrated than {other}: miscalibration beyond chance lower by "
        f"{number_text(sign * estimate.value, digits)} ({level} interval {interval}, {p_text(difference.p_adjusted)})"
    )


def reading_note(found: Reliability) -> str:
    """Return how the table is to be read."""
    uncertainty = "" if found.uncertainty is None else f" (here {found.uncertainty:.4f})"
    pairs = (
        f"pairs are not tested: {found.why_untested}"
        if found.why_untested
        else "pairs are tested beyond what recalibration gains by chance at the frequencies that were met"
    )
    return (
        f"Brier score = miscalibration − discrimination + uncertainty{uncertainty}, by isotonic recalibration; "
        f"ECE: expected calibration error over {write_count(found.bins, 'bin')} with as many examples each; by chance: "
        f"what a calibrated classifier would show on {write_count(found.examples, 'example')}; {pairs}"
    )


def reliability_dict(found: Reliability | None) -> dict[str, Any] | None:
    """Return calibration as JSON."""
    if found is None:
        return None
    return {
        "of": found.event,
        "positive": found.positive,
        "examples": found.examples,
        "bins": found.bins,
        "uncertainty": json_number(found.uncertainty),
        "level": found.level,
        "why_untested": found.why_untested or None,
        "classifiers": [
            {
                "classifier": own.classifier,
                "brier": json_number(own.brier),
                "miscalibration": json_number(own.miscalibration),
                "miscalibration_by_chance": json_number(own.miscalibration_by_chance),
                "discrimination": json_number(own.discrimination),
                "ece": json_number(own.error),
                "ece_by_chance": json_number(own.error_by_chance),
            }
            for own in found.each
        ],
        "pairs": [_difference_dict(d) for d in found.differences],
    }


def _difference_dict(difference: CalibrationDifference) -> dict[str, Any]:
    return {
        "a": difference.a,
        "b": difference.b,
        "test": difference.result.procedure,
        "statistic": json_number(difference.result.statistic),
        "df": json_number(difference.result.df),
        "p_value": json_number(difference.result.p_value),
        "p_adjusted": json_number(difference.p_adjusted),
        "estimate": estimate_dict(difference.result.estimate),
        "verdict": str(difference.verdict),
    }
