"""The performance profile: on what share of the datasets a classifier comes within x of the best."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bakeoff.core.arrays import Bools, Floats, tidy
from bakeoff.core.comparison import Comparison
from bakeoff.core.evidence import Scores
from bakeoff.core.words import write_count
from bakeoff.render.figures.curves.curve_names import name_curves
from bakeoff.render.figures.labels import LINE, SMALL, fold, labels_of, left_out_note
from bakeoff.render.figures.style import QUIET, RULE, TIPPED
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import unit_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_NAMED = 8
COLUMNS = 34
WIDTH = 4.6  # inches
# Okabe and Ito's colours, and patterns of lines: told apart without colour too.
LINES = (
    ("#0072b2", "-"), ("#d55e00", "--"), ("#009e73", "-."), ("#cc79a7", ":"),
    ("#000000", "-"), ("#e69f00", "--"), ("#56b4e9", "-."), ("#7f7f7f", ":"),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileCurve:
    """One classifier: at each distance from the best, the share of datasets on which it is that near."""

    name: str
    distances: tuple[float, ...]  # ascending, the first 0
    shares: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileData:
    """What the figure shows, before anything is drawn; best classifiers first."""

    curves: tuple[ProfileCurve, ...]
    labels: tuple[str, ...]
    axis: str
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each curve, in the order of drawing: the named ones last, above the others."""
        drawn = [*self.curves[MOST_NAMED:][::-1], *self.curves[:MOST_NAMED]]
        return tuple(
            f"{printable_name(c.name)}: best or tied for best on {100 * c.shares[0]:.0f} %" for c in drawn
        )


def profile_objection(comparison: Comparison) -> str | None:
    """Return why there is no profile, or None."""
    if not isinstance(comparison.evidence, Scores) or comparison.design.datasets < 2:
        return "a profile counts datasets, and here is one"
    if not _complete_rows(comparison.evidence).any():
        return "no dataset has a score of every classifier"
    return None


def profile_data(comparison: Comparison) -> ProfileData:
    """Return the curves over the datasets that have a score of every classifier."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores):
        raise TypeError("the objection lets only tables of scores pass")
    rows = _complete_rows(evidence)
    gaps = _profile_gaps(evidence, rows)
    names = [s.classifier for s in comparison.ranking]
    unit = unit_text(evidence.measure.unit)
    return ProfileData(
        curves=tuple(_profile_curve(name, gaps[:, evidence.classifiers.index(name)]) for name in names),
        labels=labels_of(names, COLUMNS),
        axis=f"x: {printable_name(evidence.measure.name)} lost against the best of the table"
        f"{',' + unit if unit else ''}",
        note=f"Share of {write_count(int(rows.sum()), 'dataset')} on which a classifier comes within x of the best;"
        " at x = 0 it is best or ties for best."
        + left_out_note(int((~rows).sum()), "they lack a score" if (~rows).sum() > 1 else "it lacks a score"),
    )


def _complete_rows(evidence: Scores) -> Bools:
    return np.asarray(~np.isnan(evidence.values).any(axis=1), dtype=bool)


def _profile_gaps(evidence: Scores, kept: Bools) -> Floats:
    """Return what each classifier loses on each dataset against the best there: never negative."""
    values = tidy(evidence.values[kept])
    best = values.max(axis=1) if evidence.measure.higher_is_better else values.min(axis=1)
    gaps: Floats = tidy(np.abs(best[:, None] - values))
    return gaps


def _profile_curve(name: str, gaps: Floats) -> ProfileCurve:
    distances = np.unique(np.append(gaps, 0.0))
    shares = np.searchsorted(np.sort(gaps), distances, side="right") / gaps.size
    return ProfileCurve(
        name=printable_name(name), distances=tuple(distances.tolist()), shares=tuple(shares.tolist())
    )


def profile_size(data: ProfileData) -> tuple[float, float]:
    """Return the inches of the curves, the note and the legend."""
    named = min(len(data.curves), MOST_NAMED + 1)
    return WIDTH, 2.9 + LINE * (len(_profile_note(data)) + named)


def draw_profile(data: ProfileData, ax: "Axes") -> "Axes":
    """Draw the curves: the best eight named, the others in grey."""
    reach = max((c.distances[-1] for c in data.curves), default=0.0) * 1.04 or 1.0
    rest = data.curves[MOST_NAMED:]
    for place in range(len(data.curves) - 1, MOST_NAMED - 1, -1):
        _draw_curve(data, place, reach, ax, color=RULE, linewidth=0.8, zorder=1)
    if rest:
        ax.plot([], [], color=RULE, linewidth=0.8, label=f"the other {len(rest)}")
    for i, (colour, pattern) in enumerate(LINES[: len(data.curves)]):
        thickness = 2.6 - 0.2 * i  # curves that coincide are all seen
        style = {"color": colour, "linestyle": pattern, "linewidth": thickness, "label": data.labels[i]}
        _draw_curve(data, i, reach, ax, zorder=3, **style)
    first = data.curves[:MOST_NAMED]
    places = [(np.asarray(c.distances), np.asarray(c.shares)) for c in first]
    name_curves(places, data.labels[: len(first)], [colour for colour, _ in LINES[: len(first)]], ax)
    ax.set_xlim(-0.01 * reach, reach)
    ax.set_ylim(0, 1.03)
    ax.set_xlabel(data.axis)
    ax.set_ylabel("share of datasets")
    ax.set_title("\n".join(_profile_note(data)), fontsize=SMALL, color=QUIET)
    handles, labels = ax.get_legend_handles_labels()
    order = [*range(1, len(labels)), 0] if rest else list(range(len(labels)))
    ax.legend(
        [handles[i] for i in order], [labels[i] for i in order],
        loc="upper left", bbox_to_anchor=(0, -0.16), fontsize=SMALL, borderaxespad=0, handlelength=3,
    )  # fmt: skip
    return ax


def _draw_curve(data: ProfileData, place: int, reach: float, ax: "Axes", **style: object) -> None:
    curve = data.curves[place]
    ax.step(
        [*curve.distances, reach],
        [*curve.shares, curve.shares[-1]],
        where="post",
        gid=f"{TIPPED}-{place}",
        **style,  # type: ignore[arg-type]
    )


def _profile_note(data: ProfileData) -> list[str]:
    return fold(data.note, within=WIDTH - 0.7)
