"""The test of equal calibration: how often it rejects a true null at 5 %, its power, and how often its interval covers.

    python -m validation.calibration --out docs/validity/calibration.json

What decides the class is a sum of normal parts, one that both classifiers know, one that each knows alone and one that
nobody knows; each gives the exact probability of class 1 by what it knows, so that it is calibrated. Miscalibration is
put in on the scale of log odds: a slope (2: overconfident) and a shift, and the null settings are chosen so that both
have the same miscalibration though not of the same kind. "Plain" leaves out what chance alone would show.
"""

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit, logit, ndtr

from bakeoff.procedures.predictions.calibration import (
    FEWEST_EVENTS,
    miscalibration_losses,
    paired_calibration,
)
from bakeoff.procedures.predictions.losses import paired_losses
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

SIZES = (50, 100, 200, 500, 1000, 2000)
ALIKE, SHARPER = (0.6, 0.35, 0.35), (0.45, 0.15, 0.75)  # parts that both, a alone and b alone know
RARE = -1.6  # the threshold at which a few in a hundred are positive
LARGE = 400_000  # examples of which true miscalibrations are computed
IN_CLUSTER = 5
FEWEST_TESTED = 200  # trials in which the test does not refuse, for a rate to be shown


class Setting(NamedTuple):
    """What both know, how rare the positive class is, and slope and shift of either classifier's log odds."""

    parts: tuple[float, float, float]
    threshold: float = 0.0
    a: tuple[float, float] = (1.0, 0.0)
    b: tuple[float, float] = (1.0, 0.0)
    of_confidence: bool = False  # the event is that the predicted class is right
    clustered: bool = False  # examples come in clusters that share what nobody knows


def draw(setting: Setting, n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities of the event by a and b, and whether it came about for either; examples × 2."""
    both, own_a, own_b = setting.parts
    known, at_a, at_b, rest = rng.standard_normal((4, n))
    if setting.clustered:
        rest = np.repeat(rest[: n // IN_CLUSTER], IN_CLUSTER)
    left = np.sqrt(1 - both**2 - own_a**2 - own_b**2)
    positive = both * known + own_a * at_a + own_b * at_b + left * rest + setting.threshold > 0
    columns = []
    for own, part, change in ((own_a, at_a, setting.a), (own_b, at_b, setting.b)):
        exact = ndtr((both * known + own * part + setting.threshold) / np.sqrt(1 - both**2 - own**2))
        columns.append(expit(change[0] * logit(np.clip(exact, 1e-12, 1 - 1e-12)) + change[1]))
    given, happened = np.column_stack(columns), np.column_stack([positive, positive])
    if not setting.of_confidence:
        return given, happened
    return np.maximum(given, 1 - given), (given >= 0.5) == happened


def _exact_gap(setting: Setting) -> float:
    """Return b's miscalibration less a's, without noise of outcomes: both know what they were changed from."""
    given, _ = draw(setting, LARGE, np.random.default_rng(0))
    before, _ = draw(setting._replace(a=(1.0, 0.0), b=(1.0, 0.0)), LARGE, np.random.default_rng(0))
    gaps = ((given - before) ** 2).mean(axis=0)
    return float(gaps[1] - gaps[0])


def settings() -> dict[str, Setting]:
    """Return the settings; those of the null have both miscalibrated alike."""
    over = (2.0, 0.0)
    under = {
        name: base._replace(
            b=(brentq(lambda s, base=base: _exact_gap(base._replace(b=(s, 0.0))), 0.02, 1.0), 0.0)
        )
        for name, base in {
            "over- and underconfident": Setting(ALIKE, a=over),
            "over- and underconfident, b sharper": Setting(SHARPER, a=over),
            "over- and underconfident, rare class": Setting(SHARPER, RARE, a=over),
        }.items()
    }
    shift = Setting(SHARPER, a=over)
    moved = brentq(lambda t: _exact_gap(shift._replace(b=(1.0, t))), 0.0, 5.0)
    return {
        "calibrated": Setting(ALIKE),
        "calibrated, b sharper": Setting(SHARPER),
        "calibrated, b sharper, rare class": Setting(SHARPER, RARE),
        "calibrated, b sharper, clusters": Setting(SHARPER, clustered=True),
        "calibrated confidences, b sharper": Setting(SHARPER, of_confidence=True),
        "both overconfident": Setting(ALIKE, a=over, b=over),
        "both overconfident, clusters": Setting(ALIKE, a=over, b=over, clustered=True),
        "both overconfident, of confidences": Setting(ALIKE, a=over, b=over, of_confidence=True),
        **under,
        "overconfident and shifted, b sharper": shift._replace(b=(1.0, moved)),
        "power: a overconfident": Setting(ALIKE, a=over),
        "power: a shifted": Setting(ALIKE, a=(1.0, 0.7)),
    }


def measure(setting: Setting, n: int, *, truth: float, trials: int) -> dict[str, Any]:
    """Return how often the test rejects, with and without the part of chance, and how often its interval covers."""
    rng = np.random.default_rng([n, len(str(setting))])
    clusters = np.repeat(np.arange(n // IN_CLUSTER), IN_CLUSTER) if setting.clustered else None
    rejected, plain, covered, tested = 0, 0, 0, 0
    for _ in range(trials):
        given, happened = draw(setting, n, rng)
        if min(happened.sum(axis=0).min(), (~happened).sum(axis=0).min()) < FEWEST_EVENTS:
            continue  # it refuses
        tested += 1
        result = paired_calibration(given, happened, rng=rng, clusters=clusters)
        losses = np.column_stack([miscalibration_losses(given[:, i], happened[:, i]) for i in range(2)])
        rejected += result.p_value < 0.05
        plain += paired_losses(losses, clusters=clusters).p_value < 0.05
        covered += result.estimate.interval.low <= truth <= result.estimate.interval.high
    counts = {"rejected": rejected, "plain": plain, "covered": covered}
    return {**{name: count / max(1, tested) for name, count in counts.items()}, "trials": tested}


def cells(*, trials: int) -> list[Work]:
    """Return every setting at every size."""
    found = []
    for name, setting in settings().items():
        truth = -_exact_gap(setting) if "power" in name else 0.0
        found += [
            Work(f"{name} | {n}", partial(measure, setting, n, truth=truth, trials=trials)) for n in SIZES
        ]
    return found


def report() -> str:
    """Return the table: rejections of every setting by the number of examples."""
    measured = read("calibration")
    names = list(dict.fromkeys(name.rpartition(" | ")[0] for name in measured))
    lines = [
        f"| how often it rejects (without the part of chance; covers) | {' | '.join(map(str, SIZES))} |",
        f"|---|{'---|' * len(SIZES)}",
    ]
    for name in names:
        row = [measured[f"{name} | {n}"] for n in SIZES]
        texts = [_cell_text(c) for c in row]
        lines.append(f"| {name} | {' | '.join(texts)} |")
    return "\n".join(lines)


def _cell_text(cell: dict[str, Any]) -> str:
    if cell["trials"] < FEWEST_TESTED:
        return "–"
    return f"{shown(cell['rejected'])} ({shown(cell['plain'])}; {shown(cell['covered'])})"


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/calibration.json", trials=1000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
