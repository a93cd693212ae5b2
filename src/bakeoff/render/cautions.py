"""What must stand beside a verdict: that it may not matter, or that scores are too coarse for it."""

from collections.abc import Iterator, Sequence

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.words import counted, listed
from bakeoff.render.names import shown
from bakeoff.render.numbers import unit_text

MOST = 3  # pairs that are named


def caution_words(comparison: Comparison) -> Iterator[str]:
    """Yield the sentences that a headline needs so as not to say more than was shown."""
    unit = unit_text(comparison.evidence.measure.unit)
    slight = [pair for pair in comparison.pairs if pair.slight is not None]
    if slight and len(comparison.pairs) == 1:
        lead = _ahead(slight[0], comparison)
        yield f"{lead} at most {slight[0].slight:.2g}{unit}, which may not matter: give a margin."
    elif slight:
        told = [f"{shown(p.b)} and {shown(p.a)} (at most {p.slight:.2g}{unit})" for p in slight]
        yield f"By so little that it may not matter: {listed(told, most=MOST)}; give a margin."
    coarse = [
        p for p in comparison.pairs if p.coarse is not None and (p.coarse.shakes_verdict or p.coarse.narrow)
    ]
    if coarse:
        yield _too_coarse(coarse, comparison, unit)


def _ahead(pair: Pair, comparison: Comparison) -> str:
    """Return how the sentence begins: where one is ahead everywhere, that it is."""
    units = "dataset" if comparison.design.datasets > 1 else "resample"
    if len(pair.units) and len(pair.units) in (pair.wins, pair.losses):
        ahead = pair.b if pair.wins else pair.a
        return f"{shown(ahead)} is ahead on all {counted(len(pair.units), units)}, but its advantage is"
    return "The advantage is"


def _too_coarse(coarse: Sequence[Pair], comparison: Comparison, unit: str) -> str:
    steps = [pair.coarse.step for pair in coarse if pair.coarse is not None]
    step = f"{steps[0]:g}{' point' if unit and steps[0] == 1 else unit}"
    shaken = [p for p in coarse if p.coarse is not None and p.coarse.shakes_verdict]
    names = listed([f"{shown(p.b)} and {shown(p.a)}" for p in shaken or coarse], most=MOST)
    what = "verdict" if shaken else "interval"
    which = f"this {what}" if len(comparison.pairs) == 1 else f"the {what} on {names}"
    return f"The scores come in steps of {step}; if they were rounded, that is too coarse for {which}."
