"""The report and the folder of figures: draw, put together, write."""

import platform
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.api.catalogue_space import locate_in_catalogue
from bakeoff.api.deliveries.files import require_folder, require_writable, write_whole
from bakeoff.api.extras import require_matplotlib
from bakeoff.core.answers.pair_order import order_pairs
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.errors import UsageError
from bakeoff.core.words import write_count
from bakeoff.render.names import printable_name

if TYPE_CHECKING:
    from bakeoff.api.deliveries.gallery import FigureKind
    from bakeoff.core.answers.audit import Audit
    from bakeoff.render.html.report import PageFigure

MOST_PAIRS = 6  # pairs that figures are drawn of
OF_EVERY_PAIR = {"differences", "flips"}  # drawn of each of these pairs, the other figures of the first alone
MOST_FIGURES = 8  # of one page, so that it stays small and is there at once
OF_AUDIT = {
    "fragility",
    "dataset-space",
}  # what a verdict can bear, and be carried to: on the page, however full
ASKED_FOR = {"subgroups"}  # by an option of its own: never left out for want of room
FOR_PAPER = {"critical-difference-compact"}  # the same again in another shape: for files, not for the page
MANY_CLASSIFIERS = 60  # beyond, a figure of all of them is no longer read, and takes a browser long
NO_FIGURES = (
    "Figures need matplotlib, which is not installed: pip install '.[plots]' in the folder of bakeoff."
)
LIBRARIES = ("numpy", "scipy", "matplotlib")


def require_page(path: str | Path) -> Path:
    """Return the path of a report, or refuse before anything is computed."""
    target = Path(path)
    if target.suffix.lower() not in (".html", ".htm"):
        raise UsageError(
            f"a report is a page, and {target.name!r} does not end in .html",
            where=str(target),
            fix=f"name it {target.stem or 'report'}.html",
            code="BO412",
        )
    return require_writable(target)


def require_figures_folder(path: str | Path) -> Path:
    """Return the folder for figures, or refuse before anything is computed."""
    require_matplotlib(where=str(path))
    return require_folder(path)


def write_report(
    comparison: Comparison, path: str | Path, *, command: str | None = None, audit: "Audit | None" = None
) -> Path:
    """Write the report on a comparison as one HTML file, and return its path."""
    target = require_page(path)
    write_whole(target, report_page(comparison, command=command, audit=audit))
    return target


def report_page(comparison: Comparison, *, command: str | None = None, audit: "Audit | None" = None) -> str:
    """Return the report as one HTML page; `command` repeats it, by default a call in Python.

    The findings and the fragility of the audit are part of the page; `audit` is one that is there already.
    """
    from bakeoff.api.audit import audit_finished, with_audit_findings
    from bakeoff.core.answers.audit import ClaimContext
    from bakeoff.render.html.facts import python_call
    from bakeoff.render.html.report import report_html

    audit_record = audit or audit_finished(comparison, ClaimContext())
    whole = with_audit_findings(audit_record)
    figures, note = _page_figures(whole)
    return report_html(
        whole,
        figures=figures,
        note=note,
        command=command or python_call(comparison),
        libraries=library_versions(),
        fragility=audit_record.fragility,
    )


def write_figures(
    comparison: Comparison,
    directory: str | Path,
    *,
    kinds: Sequence[str] = (),
    size: str | None = None,
) -> tuple[Path, ...]:
    """Write figures of a comparison as PNG, SVG and PDF, without sentences in them, and their captions as a text.

    `kinds` are those that are asked for, "all" of them, or by default those of the report; `size` is the width.
    """
    from bakeoff.api.deliveries.figures import fit_to_size, save_figures
    from bakeoff.render.figures.captions import scale_to, small_letters_note, split_caption

    whole = locate_in_catalogue(comparison)
    chosen = chosen_figures(whole, kinds)
    figures = {
        name: fit_to_size(kind, kind.data_of(whole, pair), size) for name, (kind, pair) in chosen.items()
    }
    parts = {name: split_caption(data) for name, (_, data) in figures.items()}
    paths = save_figures({name: (parts[name][0], figures[name][0]) for name in figures}, directory, size=size)
    captions = Path(directory) / "captions.txt"
    scales = {name: scale_to(size, kind.size(parts[name][0])[0]) for name, (kind, _) in figures.items()}
    texts = {
        name: f"{figures[name][0].caption_question(whole, chosen[name][1])} {parts[name][1]}".strip()
        + small_letters_note(scales[name], figures[name][0].key)
        for name in figures
    }
    write_whole(captions, _captions_text(texts))
    return (*paths, captions)


def _captions_text(captions: "dict[str, str]") -> str:
    """Return the captions below the names of the files, without their endings."""
    from bakeoff.api.deliveries.figures import file_names

    stems = file_names(captions)
    return "\n".join(f"{stem}\n{text}\n" for stem, text in zip(stems, captions.values(), strict=True))


def chosen_figures(
    comparison: Comparison, kinds: Sequence[str]
) -> "dict[str, tuple[FigureKind, Pair | None]]":
    """Return the figures of the kinds that are asked for; by default those of the report."""
    from bakeoff.api.deliveries.figures import find_kind

    every = every_figure(comparison)
    if "all" in kinds:
        return every
    if not kinds:
        first = page_figures(comparison)
        return {name: each for name, each in every.items() if each in first}
    wanted = {find_kind(key, comparison).key for key in kinds}
    return {name: each for name, each in every.items() if each[0].key in wanted}


def every_figure(comparison: Comparison) -> "dict[str, tuple[FigureKind, Pair | None]]":
    """Return every figure of a comparison by its title, of pairs those that readers ask for first."""
    figures = _report_figures(comparison, main_pairs(comparison))
    return {f"{kind.key} {_pair_title(pair)}".strip(): (kind, pair) for kind, pair in figures}


def main_pairs(comparison: Comparison) -> list[Pair]:
    """Return the pairs that readers ask for first."""
    return order_pairs(comparison)[:MOST_PAIRS]


def main_figure_svg(comparison: Comparison) -> str:
    """Return the figure that answers first, for a notebook; nothing where it cannot be drawn."""
    from bakeoff.api.deliveries.gallery import main_figure

    if find_spec("matplotlib") is None:
        return ""
    kind = main_figure(comparison)
    prefix = f"bakeoff-{comparison.evidence.digest[-8:]}-"
    return _report_svg(
        comparison, kind, main_pairs(comparison)[0] if kind.of_pair else None, prefix, themed=False
    )


def _page_figures(comparison: Comparison) -> "tuple[list[PageFigure], str]":
    from bakeoff.render.html.report import PageFigure

    if find_spec("matplotlib") is None:
        return [], NO_FIGURES
    every, on_page = _report_figures(comparison, main_pairs(comparison)), page_figures(comparison)
    drawn = [
        PageFigure(
            key=kind.key,
            question=kind.caption_question(comparison, pair),
            of=_pair_title(kind.pair_beside(pair)),
            svg=page_drawing(comparison, kind, pair, number=number),
        )
        for number, (kind, pair) in enumerate(on_page, 1)
    ]
    return drawn, _figure_note(len(every) - len(drawn), len(comparison.pairs))


def page_figures(comparison: Comparison) -> "list[tuple[FigureKind, Pair | None]]":
    """Return the figures of the page, in reading order, each with the pair that it is of."""
    every = _report_figures(comparison, main_pairs(comparison))
    fit = [(kind, pair) for kind, pair in every if _is_for_page(kind, comparison)]
    room = MOST_FIGURES - sum(kind.key in OF_AUDIT for kind, _ in fit)
    first = [each for each in fit if each[0].key not in OF_AUDIT][:room]
    return [each for each in fit if each in first or each[0].key in OF_AUDIT]


def page_drawing(comparison: Comparison, kind: "FigureKind", pair: Pair | None, *, number: int) -> str:
    """Return one figure as an element of the page, apart from its neighbours by its number."""
    return _report_svg(comparison, kind, pair, f"f{number}-")


def _figure_note(more: int, pairs: int) -> str:
    some = "Of the pairs, those that matter most." if pairs > MOST_PAIRS else ""
    rest = f"{write_count(more, 'more figure')}: --figures DIR --figure all draws them." if more else ""
    return f"{some} {rest}".strip()


def _is_for_page(kind: "FigureKind", comparison: Comparison) -> bool:
    return is_readable(kind, comparison) and kind.key not in FOR_PAPER


def is_readable(kind: "FigureKind", comparison: Comparison) -> bool:
    """Say whether a figure has no more in it than can be read, and than is drawn at once."""
    return kind.of_pair or len(comparison.ranking) <= MANY_CLASSIFIERS


def _report_figures(comparison: Comparison, pairs: Sequence[Pair]) -> "list[tuple[FigureKind, Pair | None]]":
    """Return the figures in reading order: the one that answers, what was asked for, all classifiers, each pair."""
    from bakeoff.api.deliveries.gallery import drawable_figures, main_figure

    kinds, first = drawable_figures(comparison), main_figure(comparison)
    whole: list[tuple[FigureKind, Pair | None]] = [(k, None) for k in kinds if not k.of_pair]
    of_pairs = [
        (k, pair)
        for pair in pairs
        for k in kinds
        if _is_suited(k, comparison, pair) and (pair is pairs[0] or k.key in OF_EVERY_PAIR)
    ]
    return sorted(
        [*whole, *of_pairs],
        key=lambda each: (
            each[0].key != first.key or each[1] not in (None, pairs[0]),
            each[0].key not in ASKED_FOR,
        ),
    )


def _is_suited(kind: "FigureKind", comparison: Comparison, pair: Pair) -> bool:
    return kind.of_pair and kind.pair_objection(comparison, pair) is None


def _report_svg(
    comparison: Comparison, kind: "FigureKind", pair: Pair | None, prefix: str, *, themed: bool = True
) -> str:
    from bakeoff.api.deliveries.figures import figure_bytes
    from bakeoff.render.html.svg import inline_svg

    data: Any = kind.data_of(comparison, pair)
    label = f"{kind.caption_question(comparison, pair)} {_pair_title(kind.pair_beside(pair))}".strip()
    return inline_svg(
        figure_bytes(data, kind, "svg"),
        prefix=prefix,
        label=label,
        tips=getattr(data, "tips", ()),
        themed=themed,
    )


def _pair_title(pair: Pair | None) -> str:
    return "" if pair is None else f"{printable_name(pair.b)} over {printable_name(pair.a)}"


def library_versions() -> dict[str, str]:
    """Return the versions that numbers and figures are made with."""
    versions = {
        name: str(import_module(name).__version__) for name in LIBRARIES if find_spec(name) is not None
    }
    return {"Python": platform.python_version(), **versions}
