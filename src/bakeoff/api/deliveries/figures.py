"""Figures on request and as files: which kind, of which pair, on which axes; PNG, SVG and PDF of each."""

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast
from unicodedata import normalize

from bakeoff.api.catalogue_space import locate_in_catalogue
from bakeoff.api.deliveries.files import require_folder, write_whole
from bakeoff.api.deliveries.gallery import FIGURES, FigureKind, main_figure
from bakeoff.api.extras import require_matplotlib
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean, write_list

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Drawable(Protocol):
    """What a figure needs to be drawn of its data; every kind of the gallery has it."""

    @property
    def draw(self) -> "Callable[[Any, Axes], Axes]":
        """The drawing step."""
        ...

    @property
    def size(self) -> Callable[[Any], tuple[float, float]]:
        """The inches that the data need."""
        ...


class Drawing(NamedTuple):
    """A drawing step and the inches it needs: the least that can be saved."""

    draw: "Callable[[Any, Axes], Axes]"
    size: Callable[[Any], tuple[float, float]]


def draw(
    comparison: Comparison, kind: str | None, names: tuple[str, str] | None, ax: "Axes | None"
) -> "Axes":
    """Draw one figure of a comparison, on the given axes or on a figure of its own."""
    require_matplotlib(where="plot")
    if kind == "dataset-space":
        comparison = locate_in_catalogue(comparison)
    figure, pair = choose_figure(comparison, kind, names)
    return draw_data(figure.data_of(comparison, pair), figure, ax)


def draw_data(data: Any, kind: Drawable, ax: "Axes | None") -> "Axes":  # noqa: ANN401 - each figure has its own
    """Draw a figure of its data in the house's style, on the given axes or on a figure of its own."""
    from bakeoff.render.figures.style import figure_style, silence_font_warnings

    with figure_style():
        return silence_font_warnings(kind.draw(data, ax if ax is not None else new_axes(kind.size(data))))


def choose_figure(
    comparison: Comparison, kind: str | None, names: tuple[str, str] | None
) -> tuple[FigureKind, Pair | None]:
    """Return the figure that was asked for, and the pair that it is drawn of; None for a figure of all."""
    figure = _choose_kind(comparison, kind, names)
    return figure, _choose_pair(comparison, names) if figure.of_pair else None


def new_axes(size: tuple[float, float]) -> "Axes":
    """Return the axes of a new figure of so many inches, bound to no window."""
    from matplotlib.figure import Figure

    return Figure(figsize=size).subplots()


def _choose_kind(comparison: Comparison, kind: str | None, names: tuple[str, str] | None) -> FigureKind:
    """Return the kind that was named; else what answers first, about the pair where one was named."""
    if kind is not None:
        return find_kind(kind, comparison)
    if names is None:
        return main_figure(comparison)
    return find_kind("flips" if comparison.design.on_examples else "differences", comparison)


def require_known_kinds(keys: Sequence[str]) -> None:
    """Refuse a kind of figure that there is not; "all" are all kinds."""
    for key in keys:
        if key != "all":
            _known_kind(key, where="--figure")


def _known_kind(key: str, *, where: str) -> FigureKind:
    keys = [figure.key for figure in FIGURES]
    if key in keys:
        return FIGURES[keys.index(key)]
    raise UsageError(
        f"no figure is called {key!r}{did_you_mean(key, keys)}",
        where=where,
        fix=f"take one of {write_list(keys, most=len(keys))}",
        code="BO400",
    )


def find_kind(key: str, comparison: Comparison) -> FigureKind:
    """Return the kind of a key, or say why this comparison has no such figure."""
    figure = _known_kind(key, where="plot")
    objection = figure.objection(comparison)
    if objection is not None:
        raise UsageError(
            f"this comparison has no figure {key!r}: {objection}",
            where="plot",
            fix="comparison.figures() lists those that it has",
            code="BO401",
        )
    return figure


def _choose_pair(comparison: Comparison, names: tuple[str, str] | None) -> Pair:
    if names is None and len(comparison.pairs) == 1:
        return comparison.pairs[0]
    for pair in comparison.pairs:
        if names is not None and set(names) == {pair.a, pair.b}:
            return pair
    raise UsageError(
        "several pairs were compared, and none of them was named" if names is None else f"no pair is {names}",
        where="plot",
        fix=f"name one of the pairs, such as {write_list([f'({p.a!r}, {p.b!r})' for p in comparison.pairs], most=3)}",
        code="BO071",
    )


DPI = 200
# What would make two files of one figure differ, the moment of writing, is left out.
METADATA: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}
# Figures that were saved in a context where each is drawn once: the kind, the data, the PDF.
_DRAWN: ContextVar[list[tuple[Drawable, Any, bytes]] | None] = ContextVar("_DRAWN", default=None)
LONGEST = 60  # characters of a file's name; file systems take 255 bytes
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def save_figures(
    figures: Mapping[str, tuple[Any, Drawable]], directory: str | Path, *, size: str | None = None
) -> tuple[Path, ...]:
    """Write each figure as PNG, SVG and PDF into a folder, which is made, and return the paths.

    Parameters
    ----------
    figures : mapping
        Name of the figure to its data and its kind. A name may be any text: the file is called by its letters and
        digits.
    directory : path
        Where to write; files of the same names are replaced.
    size : {"column", "two-columns", "slide"}, optional
        The width: of one or two columns of a paper, or of a slide; by default what the data need.
    """
    folder = require_folder(directory)
    folder.mkdir(parents=True, exist_ok=True)
    stems = file_names(figures)
    return tuple(
        path
        for stem, (data, kind) in zip(stems, figures.values(), strict=True)
        for path in save_figure(data, kind, folder / stem, size=size)
    )


def fit_to_size(kind: FigureKind, data: Any, size: str | None) -> tuple[FigureKind, Any]:  # noqa: ANN401
    """Return what is drawn at a width: less of the data, or the narrow kind, where letters would be too small."""
    if size is None:
        return kind, data
    from bakeoff.render.figures.captions import WIDTHS, scale_to, small_letters_note

    fitting = kind.fit(data, WIDTHS[size])
    if kind.narrow and small_letters_note(scale_to(size, kind.size(fitting)[0]), kind.key):
        return _known_kind(kind.narrow, where="--figure"), fitting
    return kind, fitting


def save_figure(
    data: Any,  # noqa: ANN401 - each figure has its own
    kind: Drawable,
    stem: Path,
    *,
    size: str | None = None,
) -> tuple[Path, ...]:
    """Write one figure as `stem`.png, .svg and .pdf, and return the paths."""
    paths = tuple(stem.parent / f"{stem.name}.{form}" for form in METADATA)
    contents = dict(zip(METADATA, _render_forms(data, kind, tuple(METADATA), size=size), strict=True))
    for path, content in zip(paths, contents.values(), strict=True):
        write_whole(path, content)
    drawn = _DRAWN.get()
    if drawn is not None and size is None:
        drawn.append((kind, data, contents["pdf"]))
    return paths


@contextmanager
def drawn_once() -> Iterator[None]:
    """Take the PDF of a figure that was saved in this context, where the same is asked for again."""
    token = _DRAWN.set([])
    try:
        yield
    finally:
        _DRAWN.reset(token)


def figure_bytes(data: Any, kind: Drawable, form: str) -> bytes:  # noqa: ANN401 - each figure has its own
    """Return one figure as the content of a PNG, SVG or PDF file."""
    for known, its_data, pdf in (_DRAWN.get() or ()) if form == "pdf" else ():
        if known is kind and pickle.dumps(its_data) == pickle.dumps(
            data
        ):  # not `==`: 0.0 is drawn unlike -0.0
            return pdf
    return _render_forms(data, kind, (form,))[0]


def figure_forms(data: Any, kind: Drawable) -> dict[str, bytes]:  # noqa: ANN401 - each figure has its own
    """Return one figure in every form, by the ending of its file: it is laid out once."""
    return dict(zip(METADATA, _render_forms(data, kind, tuple(METADATA)), strict=True))


def lay_out_figure(data: Any, kind: Drawable, *, letters: float = 1.0) -> "Figure":  # noqa: ANN401 - each has its own
    """Draw a figure and settle where everything lies, once for all forms: that takes longer than writing it.

    `letters` are drawn so many times as large, for a figure that is made smaller afterwards.
    """
    axes = kind.draw(data, new_axes(kind.size(data)))
    figure = cast("Figure", axes.figure)
    if letters > 1.0:
        _enlarge_letters(figure, letters)
    figure.set_dpi(DPI)
    engine = figure.get_layout_engine()
    if engine is not None:  # not `draw_without_rendering`, which goes through all the drawing besides
        engine.execute(figure)
    figure.set_layout_engine("none")
    return figure


def _enlarge_letters(figure: "Figure", times: float) -> None:
    """Draw all letters of a figure larger, and the figure as much higher as its lines of text need."""
    from matplotlib.text import Text

    for text in figure.findobj(Text):
        if isinstance(text, Text):
            text.set_fontsize(float(text.get_fontsize()) * times)
    width, height = figure.get_size_inches()
    figure.set_size_inches(width, height * (1 + (times - 1) / 2))


def _render_forms(
    data: Any,  # noqa: ANN401 - each figure has its own
    kind: Drawable,
    forms: Sequence[str],
    *,
    size: str | None = None,
) -> list[bytes]:
    from matplotlib import rc_context

    from bakeoff.render.figures.captions import letters_for, scale_to
    from bakeoff.render.figures.scaling import scaled_bytes
    from bakeoff.render.figures.style import figure_style

    with figure_style():
        scale = scale_to(size, kind.size(data)[0])
        figure = lay_out_figure(data, kind, letters=letters_for(scale, getattr(kind, "key", "")))
    with figure_style(), rc_context({"figure.constrained_layout.use": False}):
        figure.set_layout_engine(None)  # with any engine, even "none", matplotlib draws every file twice
        return [scaled_bytes(figure, form, scale=scale, dpi=DPI, metadata=METADATA[form]) for form in forms]


def file_names(titles: Mapping[str, object]) -> list[str]:
    """Return a file name, without ending, for each title: no two alike, even where case does not count.

    >>> file_names({"differences C4.5 over k-NN": 0, "differences c4/5 over k NN": 0, "…": 0})
    ['differences-c4-5-over-k-nn', 'differences-c4-5-over-k-nn-2', 'figure']
    """
    names: list[str] = []
    for title in titles:
        base, name, count = _figure_slug(title), _figure_slug(title), 1
        while name in names:
            count += 1
            name = f"{base}-{count}"
        names.append(name)
    return names


def _figure_slug(title: str) -> str:
    letters = "".join(c if c.isalnum() else " " for c in normalize("NFC", title).lower())
    slug = "-".join(letters.split())[:LONGEST].strip("-") or "figure"
    return f"{slug}-figure" if slug in RESERVED else slug
