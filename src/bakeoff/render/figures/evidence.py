"""Evidence over looks: the e-value of every question after each look, and what it needs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bakeoff.core.answers.sequential import QuestionPath
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, draw_title, key_height
from bakeoff.render.figures.style import BETTER, INK, QUIET, WORSE
from bakeoff.render.names import fit_name, printable_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 8  # questions that are drawn: those with the most looks
LINES = ("-", (0, (4, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
_HIGHEST = 12.0  # powers of ten that are drawn
_LOWEST = -3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceCurve:
    """One question: units and powers of ten after each look."""

    label: str
    units: tuple[int, ...]
    powers: tuple[float, ...]
    is_better: bool
    is_claimed: bool
    decided: int | None  # after how many units


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceData:
    """What the figure shows."""

    curves: tuple[EvidenceCurve, ...]
    needed: float  # the most that any of them needs
    noun: str
    note: str


def evidence_data(questions: tuple[QuestionPath, ...]) -> EvidenceData:
    """Return the questions with the most looks, in the order in which they were asked."""
    most = sorted(questions, key=lambda q: -len(q.points))[:MOST]
    shown = sorted(most, key=lambda q: q.number)
    hidden = len(questions) - len(shown)
    nouns = {q.noun for q in shown}
    needed = max(q.log10_needed_among_all for q in shown)
    return EvidenceData(
        curves=tuple(_evidence_curve(q) for q in shown),
        needed=needed,
        noun=f"{nouns.pop()}s" if len(nouns) == 1 else "units",
        note=f"the most that any of them needs for a claim among all questions, 10^{needed:.1f}"
        + (f"; {hidden} further questions are not drawn" if hidden else ""),
    )


def _evidence_curve(question: QuestionPath) -> EvidenceCurve:
    last, decision = question.points[-1], question.decision
    is_better = (
        last.log10_better >= last.log10_worse if decision is None else decision.verdict == "better"
    )  # the side that was shown stays the one that is drawn
    side = "better" if is_better else "worse"
    a, b = (fit_name(printable_name(name), 24).strip() for name in (question.a, question.b))
    powers = [p.log10_better if is_better else p.log10_worse for p in question.points]
    return EvidenceCurve(
        label=f"{question.number}: {b} {side} than {a}, {len(powers)} look{'' if len(powers) == 1 else 's'}"
        + (f", shown {decision.verdict} after {decision.units:,}" if decision else ""),
        units=(0, *(p.units for p in question.points)),
        powers=(0.0, *(max(_LOWEST, min(_HIGHEST, power)) for power in powers)),
        is_better=is_better,
        is_claimed=decision is not None,
        decided=None if decision is None else decision.units,
    )


def evidence_size(data: EvidenceData) -> tuple[float, float]:
    """Return the inches of the curves and their key."""
    return WIDTH, 2.4 + key_height([*(c.label for c in data.curves), data.note])


def draw_evidence(data: EvidenceData, ax: "Axes") -> "Axes":
    """Draw a curve for each question, and the line from which on it may be claimed."""
    ax.axhline(data.needed, color=INK, linewidth=0.8, linestyle=(0, (4, 3)))
    ax.axhline(0, color=QUIET, linewidth=0.5)
    entries = []
    for place, curve in enumerate(data.curves):
        look: dict[str, Any] = {
            "color": BETTER if curve.is_better else WORSE,
            "linestyle": LINES[place % len(LINES)],
            "linewidth": 1.6 if curve.is_claimed else 1.0,
        }
        ax.plot(curve.units, curve.powers, **look)
        ax.plot(curve.units[1:], curve.powers[1:], "o", color=look["color"], markersize=2.5, linestyle="none")
        if curve.decided in curve.units:
            place = curve.units.index(curve.decided)
            ax.plot([curve.decided], [curve.powers[place]], "*", color=look["color"], markersize=9)
        entries.append(KeyEntry("line", look, curve.label))
    entries.append(KeyEntry("line", {"color": INK, "linewidth": 0.8, "linestyle": (0, (4, 3))}, data.note))
    ax.set_xlim(left=0)
    ax.set_ylabel("power of ten of the e-value")
    draw_title("Evidence over looks", ax)
    draw_key(entries, ax, label=f"{data.noun} that count")
    return ax


class _Evidence(NamedTuple):
    draw: Callable[[EvidenceData, "Axes"], "Axes"]
    size: Callable[[EvidenceData], tuple[float, float]]


EVIDENCE = _Evidence(draw_evidence, evidence_size)
