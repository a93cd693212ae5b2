"""The paper kit: a table, a figure, two paragraphs and their sources, as LaTeX that compiles."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from bakeoff.api.deliveries.files import require_own_file, require_writable, write_whole
from bakeoff.api.deliveries.missing_letters import note_missing_letters
from bakeoff.core.answers.pair_order import order_oriented_pairs
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Verdict
from bakeoff.core.version import __version__
from bakeoff.render.bibliography import bibtex_entries, cited_keys
from bakeoff.render.figures.captions import split_caption
from bakeoff.render.paper.calibration import calibration_table
from bakeoff.render.paper.document import MADE_BY, FigurePart, PaperParts, latex_document
from bakeoff.render.paper.further_measures import further_tables
from bakeoff.render.paper.latex import with_definitions
from bakeoff.render.paper.methods import methods_paragraph
from bakeoff.render.paper.results import results_paragraph
from bakeoff.render.paper.subgroups import subgroup_table
from bakeoff.render.paper.tables import pair_table, score_table

if TYPE_CHECKING:
    from bakeoff.api.deliveries.gallery import FigureKind

    _KitDrawing = tuple[FigureKind, Any, str]  # the kind, its data without sentences, these sentences

FURTHER = ("subgroups", "reliability", "trade-off")  # figures that stand beside the main one


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What a paper says of a comparison, in LaTeX: tables, paragraphs, and BibTeX of every source they cite."""

    table: str  # of the scores; empty where no score is known
    pairs: str  # the table of pairs
    methods: str
    results: str
    bibtex: str
    document: str  # all of it, as an article that compiles by itself
    comparison: Comparison = field(repr=False)

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the article to FILE.tex, beside it FILE.bib and FILE-figure.pdf, and return the paths.

        Subgroups, calibration and further measures have a figure of their own, such as FILE-trade-off.pdf.
        The files beside it are called by the letters, digits and hyphens of the name, since LaTeX takes no others
        everywhere. Without matplotlib there is no figure, and the article does without.
        """
        target = require_tex(path)
        stem = file_stem(target)
        figure = main_figure_pdf(self.comparison)
        contents: dict[Path, str | bytes] = {
            target: _paper_document(self.comparison, stem=stem),
            target.with_name(f"{stem}.bib"): f"{MADE_BY}{__version__}.\n\n{self.bibtex}",
        }
        if figure is not None:
            contents[target.with_name(f"{stem}-figure.pdf")] = figure
        for key, drawing in further_figures(self.comparison).items():
            contents[target.with_name(f"{stem}-{key}.pdf")] = drawing
        for name, content in contents.items():
            write_whole(name, content)
        return tuple(contents)


def make_paper(comparison: Comparison) -> Paper:
    """Return the paper kit of a comparison."""
    if find_spec("matplotlib") is not None:
        comparison = note_missing_letters(comparison)
    parts = _paper_parts(comparison)
    keys = cited_keys(parts.methods, parts.results, parts.scores, parts.pairs)
    return Paper(
        table=parts.scores,
        pairs=parts.pairs,
        methods=with_definitions(parts.methods),
        results=with_definitions(parts.results),
        bibtex=bibtex_entries(keys),
        document=latex_document(comparison, parts, stem="bakeoff"),
        comparison=comparison,
    )


def require_tex(path: str | Path) -> Path:
    """Return where the article goes, or refuse before anything is computed: it must be a .tex that can be written."""
    target = Path(path)
    if target.suffix.lower() != ".tex":
        raise UsageError(
            f"the paper kit is a LaTeX document, and {str(target)!r} does not end in .tex",
            where=str(target),
            fix=f"name it {target.stem or 'paper'}.tex",
            code="BO415",
        )
    for name in (target.name, f"{file_stem(target)}.bib", f"{file_stem(target)}-figure.pdf"):
        require_own_file(require_writable(target.with_name(name)))
    return target


def main_figure_pdf(comparison: Comparison) -> bytes | None:
    """Return the figure that answers first, as PDF; None where there is none to draw, or nothing to draw it with."""
    from bakeoff.api.deliveries.figures import figure_bytes

    drawing = _main_drawing(comparison)
    return None if drawing is None else figure_bytes(drawing[1], drawing[0], "pdf")


def further_figures(comparison: Comparison) -> dict[str, bytes]:
    """Return the figures of subgroups, calibration and further measures as PDF, by their keys."""
    from bakeoff.api.deliveries.figures import figure_bytes

    return {kind.key: figure_bytes(data, kind, "pdf") for kind, data, _ in _further_drawings(comparison)}


def _main_drawing(comparison: Comparison) -> "_KitDrawing | None":
    """Return the figure that answers first: the kind, its data without sentences, and these; None without any."""
    if find_spec("matplotlib") is None:
        return None
    from bakeoff.api.deliveries.gallery import drawable_figures, main_figure

    if not drawable_figures(comparison):
        return None
    kind = main_figure(comparison)
    return kind, *split_caption(kind.data_of(comparison, comparison.pairs[0] if kind.of_pair else None))


def _further_drawings(comparison: Comparison) -> "Iterator[_KitDrawing]":
    """Yield the further figures of a paper: the kind, its data without sentences, and these as the caption."""
    if find_spec("matplotlib") is None or not _has_further(comparison):
        return
    from bakeoff.api.deliveries.gallery import drawable_figures

    pair = _pair_by_subgroup(comparison)
    for kind in drawable_figures(comparison):
        if kind.key.startswith(FURTHER) and kind.pair_objection(comparison, pair) is None:
            yield kind, *split_caption(kind.data_of(comparison, pair if kind.of_pair else None))


def _pair_by_subgroup(comparison: Comparison) -> Pair:
    """Return the pair whose subgroups are drawn: one with a verdict in some of them, else the first."""
    return max(order_oriented_pairs(comparison), key=_has_verdict_by_subgroup)  # the first of those that have


def _has_verdict_by_subgroup(pair: Pair) -> bool:
    differs = pair.interaction is not None and pair.interaction.differs
    return differs or any(part.verdict is not Verdict.UNDECIDED for part in pair.by_subgroup)


def _has_further(comparison: Comparison) -> bool:
    by_subgroup = any(pair.by_subgroup for pair in comparison.pairs)
    return bool(comparison.beside) or comparison.reliability is not None or by_subgroup


def _figure_part(drawing: "_KitDrawing") -> FigurePart:
    kind, data, statement = drawing
    return FigurePart(key=kind.key, statement=statement, inches=kind.size(data)[0])


def _paper_parts(comparison: Comparison) -> PaperParts:
    drawing = _main_drawing(comparison)
    return PaperParts(
        methods=methods_paragraph(comparison),
        results=results_paragraph(comparison),
        scores=score_table(comparison),
        pairs=pair_table(comparison),
        subgroups=subgroup_table(comparison),
        calibration=calibration_table(comparison),
        further=further_tables(comparison),
        figure=None if drawing is None else _figure_part(drawing),
        further_figures=tuple(map(_figure_part, _further_drawings(comparison))),
    )


def _paper_document(comparison: Comparison, *, stem: str) -> str:
    return latex_document(comparison, _paper_parts(comparison), stem=stem)


def file_stem(target: Path) -> str:
    """Return a name that LaTeX, BibTeX and every file system take.

    >>> file_stem(Path("my results (v2).tex")), file_stem(Path("Σ.tex"))
    ('my-results-v2', 'bakeoff')
    """
    letters = re.sub(r"[^A-Za-z0-9_]+", "-", normalize("NFKD", target.stem)).strip("-")
    return letters[:60] or "bakeoff"
