"""Figures as files: PNG, SVG and PDF of each, the same bytes whenever the same figure is written."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from bakeoff.app.drawing import Drawable, new_axes
from bakeoff.app.files import require_folder, write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DPI = 200
# What would make two files of one figure differ, the moment of writing, is left out.
METADATA: dict[str, dict[str, None]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}
LONGEST = 60  # characters of a file's name; file systems take 255 bytes
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def save_figures(figures: Mapping[str, tuple[Any, Drawable]], directory: str | Path) -> tuple[Path, ...]:
    """Write each figure as PNG, SVG and PDF into a folder, which is made, and return the paths.

    Parameters
    ----------
    figures : mapping
        Name of the figure to its data and its kind. A name may be any text: the file is called by its letters and
        digits.
    directory : path
        Where to write; files of the same names are replaced.
    """
    folder = require_folder(directory)
    folder.mkdir(parents=True, exist_ok=True)
    stems = file_names(figures)
    return tuple(
        path
        for stem, (data, kind) in zip(stems, figures.values(), strict=True)
        for path in save_figure(data, kind, folder / stem)
    )


def save_figure(data: Any, kind: Drawable, stem: Path) -> tuple[Path, ...]:  # noqa: ANN401 - each figure has its own
    """Write one figure as `stem`.png, .svg and .pdf, and return the paths."""
    paths = tuple(stem.parent / f"{stem.name}.{form}" for form in METADATA)
    for path, content in zip(paths, _rendered(data, kind, tuple(METADATA)), strict=True):
        write_whole(path, content)
    return paths


def figure_bytes(data: Any, kind: Drawable, form: str) -> bytes:  # noqa: ANN401 - each figure has its own
    """Return one figure as the content of a PNG, SVG or PDF file."""
    return _rendered(data, kind, (form,))[0]


def figure_forms(data: Any, kind: Drawable) -> dict[str, bytes]:  # noqa: ANN401 - each figure has its own
    """Return one figure in every form, by the ending of its file: it is laid out once."""
    return dict(zip(METADATA, _rendered(data, kind, tuple(METADATA)), strict=True))


def laid_out(data: Any, kind: Drawable) -> "Figure":  # noqa: ANN401 - each figure has its own
    """Draw a figure and settle where everything lies, once for all forms: that takes longer than writing it."""
    axes = kind.draw(data, new_axes(kind.size(data)))
    figure: Figure = axes.get_figure(root=True)  # type: ignore[assignment]
    figure.set_dpi(DPI)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure


def _rendered(data: Any, kind: Drawable, forms: Sequence[str]) -> list[bytes]:  # noqa: ANN401 - each has its own
    from bakeoff.render.figures.style import quiet_style

    contents = []
    with quiet_style():
        figure = laid_out(data, kind)
        for form in forms:
            buffer = BytesIO()
            figure.savefig(buffer, format=form, dpi=DPI, metadata=METADATA[form])
            contents.append(buffer.getvalue())
    return contents


def file_names(titles: Mapping[str, object]) -> list[str]:
    """Return a file name, without ending, for each title: no two alike, even where case does not count.

    >>> file_names({"differences C4.5 over k-NN": 0, "differences c4/5 over k NN": 0, "…": 0})
    ['differences-c4-5-over-k-nn', 'differences-c4-5-over-k-nn-2', 'figure']
    """
    names: list[str] = []
    for title in titles:
        base, name, count = _slug(title), _slug(title), 1
        while name in names:
            count += 1
            name = f"{base}-{count}"
        names.append(name)
    return names


def _slug(title: str) -> str:
    kept = "".join(c if c.isalnum() else " " for c in normalize("NFC", title).lower())
    slug = "-".join(kept.split())[:LONGEST].strip("-") or "figure"
    return f"{slug}-figure" if slug in RESERVED else slug
