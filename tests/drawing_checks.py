"""What a figure of given data must keep, on hidden axes and second ones as well: legible, inside, none upon another."""

from itertools import combinations

from matplotlib import rcParams
from matplotlib.text import Text

from bakeoff.api.deliveries.figures import figure_bytes, lay_out_figure
from bakeoff.render.figures.style import figure_style
from figure_checks import SMALLEST


def drawn(data, kind):
    """Draw a figure at its own size, as it is saved, and return its axes."""
    with figure_style():
        figure = lay_out_figure(data, kind)
        figure.draw_without_rendering()  # what ticks and arrows need; where texts lie is settled before
        return figure.axes[0]


def texts_of(axes):
    """Return every text that can be seen."""
    axes_and_axis = [(each, axis) for each in (axes, *axes.child_axes) for axis in (each.xaxis, each.yaxis)]
    unseen = {id(label) for _, axis in axes_and_axis for label in _out_of_sight(axis)}
    unseen |= {
        id(text)
        for each, axis in axes_and_axis
        if not (each.axison and axis.get_visible())
        for text in axis.findobj(Text)
    }
    found = axes.figure.findobj(Text)
    return [t for t in found if t.get_text().strip() and t.get_visible() and id(t) not in unseen]


def _out_of_sight(axis):
    low, high = sorted(axis.get_view_interval())
    room = 1e-9 * (high - low)
    for tick in [*axis.get_major_ticks(), *axis.get_minor_ticks()]:
        if not low - room <= tick.get_loc() <= high + room:
            yield from (tick.label1, tick.label2)


def assert_is_well_drawn(data, kind):
    """Fail where a text leaves the canvas, covers another or is too small, or two renders differ."""
    before = dict(rcParams)
    axes = drawn(data, kind)
    texts = texts_of(axes)
    canvas = axes.figure.bbox
    # An annotation's own extent would cover its arrow as well.
    boxes = [(t.get_text(), Text.get_window_extent(t)) for t in texts]
    for text, box in boxes:
        inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= canvas.x1 + 1 and box.y1 <= canvas.y1 + 1
        assert inside, f"{text!r} leaves the canvas"
    assert [(a, b) for (a, x), (b, y) in combinations(boxes, 2) if _overlap(x, y)] == []
    assert min(t.get_fontsize() for t in texts) >= SMALLEST
    assert figure_bytes(data, kind, "svg") == figure_bytes(data, kind, "svg")
    assert dict(rcParams) == before


def _overlap(a, b):
    return min(a.x1, b.x1) - max(a.x0, b.x0) > 2 and min(a.y1, b.y1) - max(a.y0, b.y0) > 2
