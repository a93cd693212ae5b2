"""Comparison with the faces that it shows: words, figures, a report, JSON and tables."""

from typing import TYPE_CHECKING, Any

from bakeoff.core import comparison as core

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes

    from bakeoff.api.deliveries.paper import Paper


class Comparison(core.Comparison):
    """A finished comparison, with the faces it shows: words, a table for notebooks, JSON."""

    __slots__ = ()

    @property
    def summary(self) -> str:
        """The answer in one paragraph, the same that the terminal shows first."""
        from bakeoff.render.sentences import summary

        return summary(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as the JSON of the contract."""
        from bakeoff.render.json.comparison import comparison_dict

        return comparison_dict(self)

    def explain(self) -> str:
        """Return every step of the calculation, and every test."""
        from bakeoff.render.lines import plain_text
        from bakeoff.render.text.calculation import full_calculation_lines

        return plain_text(full_calculation_lines(self))

    def plot(
        self, kind: str | None = None, *, pair: tuple[str, str] | None = None, ax: "Axes | None" = None
    ) -> "Axes":
        """Draw one figure, and return its axes; without a kind, the one that answers first.

        `kind` is one of `figures()`; `pair` names a and b where several pairs were compared; `ax` is a matplotlib
        axes to draw on.
        """
        from bakeoff.api.deliveries.figures import draw

        return draw(self, kind, pair, ax)

    def report(self, path: "str | Path") -> "Path":
        """Write everything as one HTML page that stands alone, and return its path."""
        from bakeoff.api.deliveries.report import write_report

        return write_report(self, path)

    def paper(self) -> "Paper":
        """Return what a paper says of the comparison, in LaTeX: tables, methods, results, and BibTeX of the sources."""
        from bakeoff.api.deliveries.paper import make_paper

        return make_paper(self)

    def to_csv(self, path: "str | Path", *, table: str = "pairs") -> "Path":
        """Write a table (pairs, scores, tests, findings or summary) as CSV in full precision, and return its path.

        Text that a spreadsheet would take for a formula gets a leading apostrophe, which bakeoff takes off again.
        """
        from bakeoff.api.deliveries.exports import export

        return export(self, path, form=".csv", table=table)

    def save(self, path: "str | Path") -> "Path":
        """Write the comparison with its evidence as JSON, which a later `compare(…, baseline_file=path)` takes."""
        from bakeoff.api.deliveries.exports import save_evidence
        from bakeoff.api.deliveries.files import require_writable

        return save_evidence(self, require_writable(path))

    def to_excel(self, path: "str | Path") -> "Path":
        """Write a workbook with the sheets summary, pairs, scores, tests and findings, and return its path."""
        from bakeoff.api.deliveries.exports import export

        return export(self, path, form=".xlsx")

    def to_every_eval_ever(self, folder: "str | Path") -> "list[Path]":
        """Write every answer of a comparison of logs as Every Eval Ever lays it out; return the aggregates' paths."""
        from bakeoff.api.deliveries.every_eval_ever import write_every_eval_ever

        return write_every_eval_ever(self.evidence, folder)

    def to_markdown(self) -> str:
        """Return the answer and the table of pairs as Markdown, rounded for people."""
        from bakeoff.render.exports import markdown_text

        return markdown_text(self)

    def to_frame(self, *, table: str = "pairs") -> Any:  # noqa: ANN401 - of whichever library is installed
        """Return a table, by default of the pairs, as a dataframe: of pandas if it is installed, else of polars."""
        from bakeoff.api.deliveries.exports import table_frame

        return table_frame(self, table=table)

    def figures(self) -> tuple[str, ...]:
        """Return the kinds of figures that this comparison can be drawn as."""
        from bakeoff.api.catalogue_space import locate_in_catalogue
        from bakeoff.api.deliveries.gallery import drawable_figures

        return tuple(figure.key for figure in drawable_figures(locate_in_catalogue(self)))

    def __repr__(self) -> str:
        from bakeoff.render.sentences import one_line_comparison

        return f"<Comparison of {one_line_comparison(self)}>"

    def __str__(self) -> str:
        from bakeoff.render.lines import plain_text
        from bakeoff.render.text.comparison import comparison_lines

        text = plain_text(comparison_lines(self))
        if self.gate is None:
            return text
        from bakeoff.render.gate import gate_line

        return f"{text}  {gate_line(self)}\n"

    def _repr_html_(self) -> str:
        from bakeoff.api.deliveries.report import main_figure_svg
        from bakeoff.render.html.notebook import notebook_html

        return notebook_html(self, figure=main_figure_svg(self))
