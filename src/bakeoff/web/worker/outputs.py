"""Files and documents of a comparison, as the page and its API hand them out; inside a worker."""

from collections.abc import Mapping, Sequence
from typing import Any

from bakeoff.api.comparison import Comparison
from bakeoff.core.comparison import Pair
from bakeoff.core.options.table import select_values
from bakeoff.render.names import printable_name
from bakeoff.web.archives import TYPE, archive
from bakeoff.web.worker.evidence import requested_evidence

FileContent = tuple[bytes, str, str]  # content, type, name
TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    ".csv": "text/csv; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".json": "application/json",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def report_file(comparison: Comparison, fields: Mapping[str, Any]) -> FileContent:
    """Return the report, one page that stands alone."""
    from bakeoff.api.deliveries.report import report_page

    return report_page(comparison).encode(), "text/html; charset=utf-8", "bakeoff-report.html"


def latex_file(comparison: Comparison, fields: Mapping[str, Any]) -> FileContent:
    """Return the paper kit: article, sources and figure in one archive."""
    from bakeoff.api.deliveries.paper import further_figures, main_figure_pdf

    kit, figure = comparison.paper(), main_figure_pdf(comparison)
    files = {"bakeoff.tex": kit.document.encode(), "bakeoff.bib": kit.bibtex.encode()}
    if figure is not None:
        files["bakeoff-figure.pdf"] = figure
    files |= {f"bakeoff-{key}.pdf": drawing for key, drawing in further_figures(comparison).items()}
    return archive(files), TYPE, "bakeoff-paper.zip"


def export_file(comparison: Comparison, fields: Mapping[str, Any]) -> FileContent:
    """Return one table, or everything, in a form that other programs read."""
    from bakeoff.api.deliveries.exports import FORMS

    form, table = f".{fields['form']}", fields.get("table", "pairs")
    content = FORMS[form](comparison, table)
    data = content if isinstance(content, bytes) else content.encode()
    stem = f"bakeoff-{table}" if form == ".csv" else "bakeoff"
    return data, TYPES[form], f"{stem}{form}"


def figure_file(comparison: Comparison, fields: Mapping[str, Any]) -> FileContent:
    """Return one figure as a file."""
    from bakeoff.api.deliveries.figures import choose_figure, figure_bytes

    names = fields.get("pair")
    kind, pair = choose_figure(
        comparison, fields.get("kind"), None if names is None else (names[0], names[1])
    )
    form = fields.get("form", "svg")
    content = figure_bytes(kind.data_of(comparison, pair), kind, form)
    return content, TYPES[form], f"bakeoff-{kind.key}.{form}"


def figure_list(comparison: Comparison) -> dict[str, Any]:
    """Return every figure of a comparison: the name of its files, what it shows, and whether it can be read."""
    from bakeoff.api.deliveries.figures import file_names
    from bakeoff.api.deliveries.missing_letters import note_missing_letters
    from bakeoff.api.deliveries.report import MOST_PAIRS, every_figure, is_readable

    figures, pairs = every_figure(comparison), len(comparison.pairs)
    listed = [
        {
            "stem": stem,
            "line": f"{stem}: {kind.caption_question(comparison, pair)} {pair_text(kind.pair_beside(pair))}".rstrip(),
            "readable": is_readable(kind, comparison),
        }
        for stem, (kind, pair) in zip(file_names(figures), figures.values(), strict=True)
    ]
    some = (
        f"Figures of single pairs are of {MOST_PAIRS} of the {pairs} pairs: the best against the next ones."
    )
    messages = [f.message for f in note_missing_letters(comparison).findings if f.code == "BO166"]
    return {"figures": listed, "note": "\n\n".join([*messages, *([some] if pairs > MOST_PAIRS else [])])}


def figure_forms_of(comparison: Comparison, number: int) -> dict[str, bytes]:
    """Return one figure of the list in every form, by the ending of its file."""
    from bakeoff.api.deliveries.figures import figure_forms
    from bakeoff.api.deliveries.report import every_figure

    kind, pair = list(every_figure(comparison).values())[number]
    return figure_forms(kind.data_of(comparison, pair), kind)


def audit_document(comparison: Comparison) -> dict[str, Any]:
    """Return what could be wrong with the claim, as the contract's audit."""
    from bakeoff.api.audit import audit

    return audit(comparison).to_dict()


def estimate_document(fields: Mapping[str, Any], parts: Sequence[bytes]) -> dict[str, Any]:
    """Return the estimates of single classifiers, from counts or from predictions."""
    from bakeoff.api.estimate import estimate

    arguments = {n: fields[n] for n in ("correct", "total", "level", "upcoming", "with_sizes") if n in fields}
    if "correct" in arguments or "total" in arguments:
        return estimate(**arguments).to_dict()
    options = select_values(fields["options"], ("positive", "seed"))
    return estimate(requested_evidence(fields, parts), **arguments, **options).to_dict()


def plan_document(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return what so many tests, datasets or examples can show."""
    from bakeoff.api.plan import plan

    return plan(**question).to_dict()


def pair_text(pair: Pair | None) -> str:
    """Return the names of a pair, as a person reads them."""
    return "" if pair is None else f"{printable_name(pair.b)} over {printable_name(pair.a)}"


def pair_names(pair: Pair | None) -> list[str] | None:
    """Return the names of a pair, as the API takes them back."""
    return None if pair is None else [pair.a, pair.b]
