"""`bakeoff.calibrate`: how often the test in use rejects where nothing differs."""

from dataclasses import dataclass
from typing import Any, Unpack

from bakeoff.api.settings import SettingsAndReading, settings_and_reading
from bakeoff.core.answers import calibration as core
from bakeoff.core.answers.calibration import SwapBlock
from bakeoff.core.errors import UsageError
from bakeoff.core.reprs import describe_fields


@dataclass(frozen=True, slots=True)
class Calibration:
    """A finished calibration, with the faces it shows: words and JSON."""

    answer: core.Calibration

    @property
    def rate(self) -> float:
        """The share of swapped copies in which any pair was called different."""
        return self.answer.rate.value

    def to_dict(self) -> dict[str, Any]:
        """Return the calibration as JSON."""
        from bakeoff.render.answers.calibration import calibration_dict

        return calibration_dict(self.answer)

    def __repr__(self) -> str:
        return describe_fields(
            self.answer, ("test", "adjust", "level", "rate", "kept", "trials", "within", "source")
        )

    def __str__(self) -> str:
        from bakeoff.render.answers.calibration import calibration_lines
        from bakeoff.render.lines import plain_text

        return plain_text(calibration_lines(self.answer, columns=100))


def calibrate(
    evidence: object,
    *,
    trials: int = 2000,
    within: str | None = None,
    seconds: float = 60.0,
    **settings: Unpack[SettingsAndReading],
) -> Calibration:
    """Return how often the chosen test rejects on copies of the evidence in which no classifier can be better.

    Within every dataset (of predictions: every example or group) the classifiers are put in a random order.

    Parameters
    ----------
    evidence : path, text, dataframe, dict, array
        As for `bakeoff.compare`.
    trials : int
        How many swapped copies are judged; two classifiers in few blocks are swapped in every possible way.
    within : {"dataset", "repeat", "resample", "group", "example"}, optional
        What is swapped as a whole; by default the largest unit that the design takes as independent.
    seconds : float
        After so long it stops with what it has.
    **settings
        As for `bakeoff.compare`: `test`, `level`, `alternative`, `adjust`, `baseline`, `metric`, `seed`, …

    See Also
    --------
    compare : The comparison whose test is calibrated.
    selftest : The same for the program: references, and tables without a difference.

    Examples
    --------
    >>> import bakeoff
    >>> scores = {"dataset": ["v", "w", "x", "y", "z"], "A": [80, 73, 85, 68, 70], "B": [85, 70, 84, 74, 77]}
    >>> bakeoff.calibrate(scores, test="wilcoxon", level=0.9).answer.exact
    True
    """
    from bakeoff.api.compare import as_evidence
    from bakeoff.inference.reanalysis.calibration import calibrate as infer

    comparison_settings, options = settings_and_reading(settings)
    if comparison_settings.only_if is not None:
        raise UsageError(
            "a calibration is of the test of the pairs, and leaves the test that gates it aside",
            where="only_if",
            fix="leave only_if out: with it, fewer copies would be rejected",
            code="BO582",
        )
    swapping = _read_swapping(within, trials=trials, seconds=seconds)
    read = as_evidence(evidence, options)
    return Calibration(infer(read, comparison_settings, trials=trials, within=swapping, seconds=seconds))


def _read_swapping(within: str | None, *, trials: int, seconds: float) -> SwapBlock | None:
    """Return what is swapped as a whole, or refuse what cannot be meant."""
    if trials < 1 or not seconds > 0:
        raise UsageError(
            f"trials = {trials}, seconds = {seconds} is not possible",
            where="trials, seconds",
            fix="use one trial or more, and a time above 0",
            code="BO067",
        )
    if within is not None and within not in list(SwapBlock):
        raise UsageError(
            f"within = {within!r} is not one of the choices",
            where="within",
            fix=f"use one of: {', '.join(SwapBlock)}",
            code="BO067",
        )
    return None if within is None else SwapBlock(within)
