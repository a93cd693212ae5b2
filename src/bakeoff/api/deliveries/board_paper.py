"""The paper kit of a leaderboard: table, two paragraphs, picture and sources, as LaTeX that compiles."""

from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from bakeoff.api.deliveries.files import write_whole
from bakeoff.api.deliveries.paper import file_stem, require_tex
from bakeoff.core.answers.leaderboard import Leaderboard
from bakeoff.core.version import __version__
from bakeoff.render.bibliography import bibtex_entries, cited_keys
from bakeoff.render.figures.captions import split_caption
from bakeoff.render.paper.board import board_methods, board_results, board_table
from bakeoff.render.paper.document import MADE_BY, assemble_document, figure_section
from bakeoff.render.paper.latex import escape_sentence, with_definitions


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPaper:
    """What a paper says of a leaderboard, in LaTeX, and BibTeX of every source that it cites."""

    table: str
    methods: str
    results: str
    bibtex: str
    document: str  # all of it, as an article that compiles by itself
    board: Leaderboard = field(repr=False)

    def write(self, path: str | Path) -> tuple[Path, ...]:
        """Write the article to FILE.tex, beside it FILE.bib and FILE-figure.pdf, and return the paths."""
        target = require_tex(path)
        stem = file_stem(target)
        contents: dict[Path, str | bytes] = {
            target: _board_document(self.board, stem),
            target.with_name(f"{stem}.bib"): f"{MADE_BY}{__version__}.\n\n{self.bibtex}",
        }
        if (figure := board_figure(self.board, "pdf", plain=True)) is not None:
            contents[target.with_name(f"{stem}-figure.pdf")] = figure
        for name, content in contents.items():
            write_whole(name, content)
        return tuple(contents)


def make_board_paper(board: Leaderboard) -> BoardPaper:
    """Return the paper kit of a leaderboard."""
    methods, results, table = board_methods(board), board_results(board), board_table(board)
    return BoardPaper(
        table=table,
        methods=with_definitions(methods),
        results=with_definitions(results),
        bibtex=bibtex_entries(cited_keys(methods, results, table)),
        document=_board_document(board, "bakeoff"),
        board=board,
    )


def board_figure(board: Leaderboard, form: str, *, plain: bool = False) -> bytes | None:
    """Return the ranks as bars in a form of files, plain without sentences; None where nothing can draw them."""
    if find_spec("matplotlib") is None:
        return None
    from bakeoff.api.deliveries.figures import figure_bytes
    from bakeoff.render.figures.rank_sets import RANK_SETS, rank_sets_data

    data = rank_sets_data(board)
    return figure_bytes(split_caption(data)[0] if plain else data, RANK_SETS, form)


def _figure_text(board: Leaderboard, stem: str) -> str:
    """Return the figure with the sentences that would stand in it as its caption."""
    if find_spec("matplotlib") is None:
        return ""
    from bakeoff.render.figures.rank_sets import rank_sets_data, rank_sets_size

    data = rank_sets_data(board)
    return figure_section(stem, escape_sentence(split_caption(data)[1]), inches=rank_sets_size(data)[0])


def _board_document(board: Leaderboard, stem: str) -> str:
    sections = {
        "methods": f"\\section*{{Methods}}\n{with_definitions(board_methods(board))}",
        "results": f"\\section*{{Results}}\n{with_definitions(board_results(board))}",
        "table": board_table(board),
        "figure": _figure_text(board, stem),
        "references": f"\\clearpage\n\\bibliographystyle{{plain}}\n\\bibliography{{{stem}}}",
    }
    return assemble_document(sections, board.findings, stem=stem)
