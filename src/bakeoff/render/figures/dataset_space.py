"""Where the datasets lie among those that are known: the plane of the first two principal axes of their properties."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bakeoff.core.answers.catalogue_space import CatalogueSpace, PlacedDataset, SpaceAxis
from bakeoff.core.comparison import Comparison
from bakeoff.core.words import write_count, write_list
from bakeoff.render.figures.key import WIDTH, KeyEntry, draw_key, draw_title, key_height
from bakeoff.render.figures.labels import SMALL, TEXT, fold, inches, shorten
from bakeoff.render.figures.style import BETTER, INK, QUIET, RULE, TIPPED
from bakeoff.render.names import printable_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HEIGHT = 2.6  # inches of the plane itself
TINY = SMALL - 1
NEAR = 0.5  # a property is named on an axis from this part of the largest loading on
WORDS = {
    "majority_share": "share of the largest class",
    "missing_share": "missing values",
    "categorical_share": "categorical attributes",
    "noise_floor": "contradictory rows",
}
LARGER = {"majority_share": ("larger", "smaller"), "difficulty": ("more", "less")}


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetSpaceData:
    """What the figure shows, before anything is drawn."""

    compared: tuple[PlacedDataset, ...]
    within: tuple[PlacedDataset, ...]  # others, no property of which lies beyond
    beyond: tuple[PlacedDataset, ...]
    title: str
    x_label: str
    y_label: str
    own: str
    like: str
    unlike: str
    note: str

    @property
    def tips(self) -> tuple[str, ...]:
        """What a page says of each point, in the order in which they are drawn."""
        return tuple(printable_name(d.name) for d in (*self.beyond, *self.within, *self.compared))


def dataset_space_objection(comparison: Comparison) -> str | None:
    """Return why the datasets have no place, or None."""
    if comparison.space is not None:
        return None
    return (
        "too little is known of its datasets and of others: give --properties FILE (dataset, rows, attributes, "
        "classes, …; more datasets than these), or add datasets to the catalogue of this folder with bakeoff "
        "datasets add"
    )


def dataset_space_data(comparison: Comparison) -> DatasetSpaceData:
    """Return the points of a comparison's datasets and of the others, and the words for the axes."""
    space = comparison.space
    if space is None:
        raise ValueError(dataset_space_objection(comparison))
    others = space.others
    within, beyond = tuple(d for d in others if d.within), tuple(d for d in others if not d.within)
    return DatasetSpaceData(
        compared=space.compared,
        within=within,
        beyond=beyond,
        title=f"{write_count(len(space.compared), 'dataset')} of this table among {len(others):,} others: "
        f"{len(within):,} of the others lie within the range of these",
        x_label=f"{axis_words(space.axes[0])} →",
        y_label=f"{axis_words(space.axes[1])} →",
        own="datasets that were compared",
        like="others, within the range of every property of these",
        unlike=f"others beyond it{_beyond_words(space)}",
        note=_dataset_space_note(space),
    )


def dataset_space_size(data: DatasetSpaceData) -> tuple[float, float]:
    """Return the inches of the plane and its key."""
    lines = len(fold(data.x_label, within=0.72 * WIDTH, points=TEXT))
    return WIDTH, HEIGHT + 0.17 * lines + key_height([data.own, data.like, data.unlike, data.note])


def draw_dataset_space(data: DatasetSpaceData, ax: "Axes") -> "Axes":
    """Draw the others in grey, hollow where they lie beyond, and the compared datasets in colour."""
    ax.axhline(0, color=RULE, linewidth=0.5, zorder=0)
    ax.axvline(0, color=RULE, linewidth=0.5, zorder=0)
    every = (*data.beyond, *data.within, *data.compared)  # one set of marks, in the order of the tips
    edges = [BETTER if d.compared else QUIET for d in every]
    faces = [edge if d.within else "none" for d, edge in zip(every, edges, strict=True)]
    sizes = [22.0 if d.compared else 14.0 for d in every]
    ax.scatter(
        [d.x for d in every], [d.y for d in every], s=sizes, c=faces, edgecolors=edges, linewidths=0.7, zorder=3,
        gid=TIPPED,
    )  # fmt: skip
    ax.margins(0.12)
    _write_names(data, ax)
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_ylabel("\n".join(fold(data.y_label, within=HEIGHT - 0.4, points=TEXT)))
    draw_title(data.title, ax)
    draw_key(_dataset_space_entries(data), ax, label=data.x_label)
    return ax


def axis_words(axis: SpaceAxis) -> str:
    """Return what going along an axis means: the properties that move most, and how.

    >>> axis_words(SpaceAxis(share=0.41, loadings=(("rows", 0.8), ("classes", -0.5), ("missing_share", 0.1))))
    'more rows, fewer classes (41 %)'
    """
    largest = max(abs(value) for _, value in axis.loadings)
    strongest = sorted(
        (pair for pair in axis.loadings if abs(pair[1]) >= NEAR * largest), key=lambda p: -abs(p[1])
    )
    words = [_direction_words(name, up=value > 0) for name, value in strongest[:3]]
    return f"{', '.join(words)} ({axis.share:.0%})".replace("%", " %")


def _direction_words(name: str, *, up: bool) -> str:
    more, fewer = LARGER.get(name, ("more", "fewer"))
    return f"{more if up else fewer} {shorten(printable_name(WORDS.get(name, name)), 28)}"


def _beyond_words(space: CatalogueSpace) -> str:
    ranges = sorted((r for r in space.ranges if r.beyond), key=lambda r: -r.beyond)
    return (
        f": by {write_list([f'{_property_word(r.name)} ({r.beyond})' for r in ranges], most=3)}"
        if ranges
        else ""
    )


def _dataset_space_note(space: CatalogueSpace) -> str:
    texts = [
        f"{_property_word(r.name)} {_dataset_space_value(r.low)} to {_dataset_space_value(r.high)}"
        for r in space.ranges
    ]
    return f"compared: {'; '.join(texts)}"


def _dataset_space_value(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:.2g}"


def _property_word(name: str) -> str:
    return shorten(printable_name(WORDS.get(name, name)), 28)


def _write_names(data: DatasetSpaceData, ax: "Axes") -> None:
    """Write the names of compared datasets where there is room; a page shows all of them as tips."""
    for d, name in names_with_room(data):
        ax.annotate(
            name, (d.x, d.y), xytext=(3, 2), textcoords="offset points", fontsize=TINY, color=INK, zorder=5
        )


def names_with_room(data: DatasetSpaceData) -> list[tuple[PlacedDataset, str]]:
    """Return the names that fit beside their points: over no other name and no other compared dataset."""
    every = (*data.compared, *data.within, *data.beyond)
    left, low = min(d.x for d in every), min(d.y for d in every)
    across = 0.72 * WIDTH / ((max(d.x for d in every) - left) or 1.0)
    upright = 0.75 * HEIGHT / ((max(d.y for d in every) - low) or 1.0)
    spots = {d.name: ((d.x - left) * across, (d.y - low) * upright) for d in data.compared}
    taken = [(x - 0.03, y - 0.03, x + 0.03, y + 0.03) for x, y in spots.values()]
    placed_names = []
    for d in data.compared:
        x, y = spots[d.name]
        name = shorten(printable_name(d.name), 16)
        box = (x + 0.04, y + 0.01, x + 0.05 + inches(name, TINY), y + 0.13)
        if box[2] < 0.8 * WIDTH and not any(_is_colliding(box, other) for other in taken):
            placed_names.append((d, name))
            taken.append(box)
    return placed_names


def _is_colliding(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _dataset_space_entries(data: DatasetSpaceData) -> list[KeyEntry]:
    hollow = {"marker": "o", "markerfacecolor": "none", "markeredgecolor": QUIET, "markersize": 3.6}
    return [
        KeyEntry("point", {"marker": "o", "color": BETTER, "markersize": 4.4}, data.own),
        KeyEntry("point", {"marker": "o", "color": QUIET, "markersize": 3.8}, data.like),
        KeyEntry("point", hollow, data.unlike),
        KeyEntry("point", {"marker": ""}, data.note),
    ]
