"""A calibration in words and as JSON."""

from typing import Any

from bakeoff.core.answers.calibration import Calibration, RateAgainstLevel
from bakeoff.core.results import significance
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count
from bakeoff.render.findings import finding_dicts, finding_lines
from bakeoff.render.lines import Line, Span, line, quiet_lines, wrap_paragraph
from bakeoff.render.numbers import level_text

SCHEMA = "bakeoff/calibration/1"
WORD = {
    RateAgainstLevel.ABOVE: "more often than it says",
    RateAgainstLevel.ABOUT: "as often as it says, within chance",
    RateAgainstLevel.BELOW: "less often than it may: it is cautious here",
}
COLOUR = {
    RateAgainstLevel.ABOVE: "bold red",
    RateAgainstLevel.ABOUT: "bold green",
    RateAgainstLevel.BELOW: "bold",
}


def calibration_dict(made: Calibration) -> dict[str, Any]:
    """Return a calibration as JSON."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": {"source": made.source, "digest": made.digest, "classifiers": made.classifiers},
        "design": made.design,
        "test": made.test,
        "adjust": made.adjust,
        "level": made.level,
        "alternative": str(made.alternative),
        "within": str(made.within),
        "blocks": made.blocks,
        "pairs": made.pairs,
        "trials": made.trials,
        "asked": made.asked,
        "exact": made.exact,
        "rejections": made.rejections,
        "declined": made.declined,
        "rate": {
            "of": made.rate.of,
            "value": made.rate.value,
            "low": made.rate.interval.low,
            "high": made.rate.interval.high,
            "level": made.rate.interval.level,
            "family_wise": made.pairs > 1,
        },
        "nominal": significance(made.level),
        "pair_rate": made.pair_rate,
        "kept": str(made.kept),
        "seed": made.seed,
        "findings": finding_dicts(made.findings),
        "summary": calibration_sentence(made),
    }


def calibration_sentence(made: Calibration) -> str:
    """Return what was found, in one sentence."""
    low, high = made.rate.interval.low, made.rate.interval.high
    spread = "exactly" if made.exact else f"95 % interval {low:.3f} to {high:.3f}"
    what = "calls some pair different" if made.pairs > 1 else "rejects"
    copies = f"all {made.trials:,} swapped copies" if made.exact else f"{made.trials:,} swapped copies"
    return (
        f"{made.test} at {level_text(made.level)} {what} in {made.rate.value:.3f} of {copies} ({spread}), where "
        f"{significance(made.level):g} is allowed: {WORD[made.kept]}."
    )


def calibration_lines(made: Calibration, *, columns: int) -> list[Line]:
    """Return a calibration as a screen: the rate, what it shows and what it does not."""
    family = [line(f"  of single pairs: {made.pair_rate:.4f}")] if made.pairs > 1 else []
    declined = (
        [line(f"  {write_count(made.declined, 'copy')} without any variation: not rejected")]
        if made.declined
        else []
    )
    return [
        [],
        *wrap_paragraph(Span("  "), calibration_sentence(made), width=columns, indent=2),
        *family,
        *declined,
        [],
        *quiet_lines(
            f"In each of {write_count(made.blocks, str(made.within))} the classifiers were put in a random "
            "order: if they "
            "are exchangeable there, every copy was as likely as the evidence. So this is the error rate on data with "
            "these sizes, ties and outliers, and no difference. It says nothing about power, nor about dependence "
            f"between one {made.within} and another.",
            columns,
        ),
        [],
        *finding_lines(made.findings, columns),
    ]
