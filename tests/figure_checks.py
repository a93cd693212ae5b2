"""What every figure must keep: texts inside the canvas, none upon another, the same bytes each time."""

from functools import cache
from itertools import combinations

import numpy as np

import bakeoff
from bakeoff.api.deliveries.figures import figure_bytes, new_axes
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.render.figures.style import figure_style

SMALLEST = 6.0  # points that are still legible
NASTY = (
    "$x_1$ and $y$",
    "<script>alert(1)</script>",
    "=cmd()|x",
    "a_name_of_sixty_letters_" * 2 + "and twelve",
    "𝒏",
    "zoë",
)


def kind(key):
    return next(figure for figure in FIGURES if figure.key == key)


def objection(comparison, key):
    return kind(key).objection(comparison)


def data_of(comparison, key, pair=None):
    figure = kind(key)
    assert figure.objection(comparison) is None
    return figure.data_of(comparison, (pair or comparison.pairs[0]) if figure.of_pair else None)


def drawn(comparison, key, pair=None):
    """Draw a figure at its own size, and return its axes."""
    data = data_of(comparison, key, pair)
    with figure_style():
        axes = kind(key).draw(data, new_axes(kind(key).size(data)))
        axes.figure.set_dpi(200)
        axes.figure.draw_without_rendering()
    return axes


def svg(comparison, key, pair=None):
    return figure_bytes(data_of(comparison, key, pair), kind(key), "svg").decode()


def texts_of(axes):
    """Return the texts that are drawn: those of ticks only where the tick is in sight."""
    ticks = []
    for axis, limits in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        low, high = sorted(limits)
        inside = [low - 1e-9 <= place <= high + 1e-9 for place in axis.get_ticklocs()]
        ticks += [t for t, there in zip(axis.get_ticklabels(), inside, strict=False) if there]
    # set_axis_off() hides the labels of the axes, not the texts that were put on them.
    of_axes = [*ticks, axes.xaxis.label, axes.yaxis.label] if axes.axison else []
    titles = [axes.title, axes._left_title, axes._right_title]
    legend = axes.get_legend()
    named = [] if legend is None else legend.get_texts()
    every = [*axes.texts, *of_axes, *titles, *named]
    return [t for t in every if t.get_visible() and t.get_text().strip()]


def check_texts(axes, *, apart=True):
    """Assert that all texts are legible, lie inside the canvas, and do not cover each other."""
    width, height = axes.figure.bbox.size
    texts = texts_of(axes)
    boxes = [t.get_window_extent() for t in texts]
    assert texts
    for text, box in zip(texts, boxes, strict=True):
        assert text.get_fontsize() >= SMALLEST
        inside = box.x0 >= -1 and box.y0 >= -1 and box.x1 <= width + 1 and box.y1 <= height + 1
        assert inside, f"{text.get_text()!r} leaves the canvas"
    for (one, a), (other, b) in combinations(zip(texts, boxes, strict=True), 2) if apart else ():
        across = min(a.x1, b.x1) - max(a.x0, b.x0)
        upright = min(a.y1, b.y1) - max(a.y0, b.y0)
        assert across <= 2 or upright <= 2, f"{one.get_text()!r} covers {other.get_text()!r}"


def check_figure(comparison, key, pair=None, *, apart=True):
    """Assert what holds of every figure, and return its axes."""
    axes = drawn(comparison, key, pair)
    check_texts(axes, apart=apart)
    return axes


def table(datasets, classifiers, *, names=None, step=0.01, spread=0.03, scale=1.0, seed=0):
    """Return scores in which earlier classifiers are better by a step."""
    rng = np.random.default_rng(seed)
    base = rng.uniform(0.5, 0.7, datasets)[:, None]
    better = step * np.arange(classifiers)[::-1]
    values = np.clip(base + better + rng.normal(0, spread, (datasets, classifiers)), 0, 1)
    names = names or [f"clf {i + 1}" for i in range(classifiers)]
    columns = {name: np.round(values[:, j] * scale, 4).tolist() for j, name in enumerate(names)}
    return {"dataset": [f"set {i}" for i in range(datasets)]} | columns


@cache
def _compared(size, names, numbers, settings):
    return bakeoff.compare(table(*size, names=names, **dict(numbers)), **dict(settings))


def compared(*size, names=None, step=0.01, spread=0.03, scale=1.0, **settings):
    """Compare the classifiers of such a table; each table is compared once."""
    numbers = (("step", step), ("spread", spread), ("scale", scale))
    return _compared(size, None if names is None else tuple(names), numbers, tuple(settings.items()))
