"""Files and documents of a comparison, as the page and its API hand them out; inside a worker."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bakeoff.app.door import Comparison
from bakeoff.app.web.asked import SETTINGS, evidence_for
from bakeoff.core.comparison import Pair

Made = tuple[bytes, str, str]  # content, type, name
TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    ".csv": "text/csv; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".json": "application/json",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
ZIP = "application/zip"


def report_file(comparison: Comparison, fields: Mapping[str, Any]) -> Made:
    """Return the report, one page that stands alone."""
    from bakeoff.app.report import report_page

    return report_page(comparison).encode(), "text/html; charset=utf-8", "bakeoff-report.html"


def latex_file(comparison: Comparison, fields: Mapping[str, Any]) -> Made:
    """Return the paper kit: article, sources and figure in one archive."""
    from bakeoff.app.paper import figure_of

    kit, figure = comparison.paper(), figure_of(comparison)
    files = {"bakeoff.tex": kit.document.encode(), "bakeoff.bib": kit.bibtex.encode()}
    if figure is not None:
        files["bakeoff-figure.pdf"] = figure
    return _archive(files), ZIP, "bakeoff-paper.zip"


def export_file(comparison: Comparison, fields: Mapping[str, Any]) -> Made:
    """Return one table, or everything, in a form that other programs read."""
    from bakeoff.app.exports import FORMS

    form, table = f".{fields['form']}", fields.get("table", "pairs")
    content = FORMS[form](comparison, table)
    data = content if isinstance(content, bytes) else content.encode()
    stem = f"bakeoff-{table}" if form == ".csv" else "bakeoff"
    return data, TYPES[form], f"{stem}{form}"


def figure_file(comparison: Comparison, fields: Mapping[str, Any]) -> Made:
    """Return one figure as a file."""
    from bakeoff.app.drawing import asked_for
    from bakeoff.app.figure_files import figure_bytes

    names = fields.get("pair")
    kind, pair = asked_for(comparison, fields.get("kind"), None if names is None else (names[0], names[1]))
    form = fields.get("form", "svg")
    content = figure_bytes(kind.data_of(comparison, pair), kind, form)
    return content, TYPES[form], f"bakeoff-{kind.key}.{form}"


def figures_archive(comparison: Comparison, fields: Mapping[str, Any]) -> Made:
    """Return the figures of the page as PNG, SVG and PDF in one archive."""
    from bakeoff.app.figure_files import figure_forms, file_names
    from bakeoff.app.report import page_figures

    wanted = page_figures(comparison)
    titles = {f"{n} {kind.key}": (kind, pair) for n, (kind, pair) in enumerate(wanted, 1)}
    files = {
        f"{stem}.{form}": content
        for stem, (kind, pair) in zip(file_names(titles), wanted, strict=True)
        for form, content in figure_forms(kind.data_of(comparison, pair), kind).items()
    }
    return _archive(files), ZIP, "bakeoff-figures.zip"


def _archive(files: Mapping[str, bytes]) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(
                ZipInfo(name), content, ZIP_DEFLATED
            )  # without a date: the same bytes every time
    return stream.getvalue()


def audit_of(comparison: Comparison) -> dict[str, Any]:
    """Return what could be wrong with the claim, as the contract's audit."""
    from bakeoff.app.auditing import audit

    return audit(comparison).to_dict()


def estimate_of(fields: Mapping[str, Any], parts: Sequence[bytes]) -> dict[str, Any]:
    """Return the estimates of single classifiers, from counts or from predictions."""
    from bakeoff.app.estimating import estimate

    asked = {n: fields[n] for n in ("correct", "total", "level", "upcoming", "with_sizes") if n in fields}
    if "correct" in asked or "total" in asked:
        return estimate(**asked).to_dict()
    told = {n: v for n, v in fields["options"].items() if n in SETTINGS and n in ("positive", "seed")}
    return estimate(evidence_for(fields, parts), **asked, **told).to_dict()


def plan_of(question: Mapping[str, Any]) -> dict[str, Any]:
    """Return what so many tests, datasets or examples can show."""
    from bakeoff.app.planning import plan

    return plan(**question).to_dict()


def pair_names(pair: Pair | None) -> list[str] | None:
    """Return the names of a pair, as the API takes them back."""
    return None if pair is None else [pair.a, pair.b]
