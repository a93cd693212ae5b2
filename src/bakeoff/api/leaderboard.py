"""`bakeoff.leaderboard`: which ranks are real."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from io import IOBase
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack

from bakeoff.api.compare import as_evidence
from bakeoff.api.logs import logged_evidence_or_battles
from bakeoff.api.settings import require, require_arguments
from bakeoff.api.views import with_views
from bakeoff.core.answers import leaderboard as core
from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import DesignError, InputError, UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.options.table import READINGS
from bakeoff.core.predictions import TestSetCounts
from bakeoff.core.score_lists import ScoreList
from bakeoff.core.words import did_you_mean
from bakeoff.inference.leaderboard.battle_board import rank_battles
from bakeoff.inference.leaderboard.board import rank_evidence
from bakeoff.inference.leaderboard.count_board import rank_counts
from bakeoff.inference.leaderboard.units import BoardEvidence
from bakeoff.inputs.battle_table import find_battle_columns, read_battles
from bakeoff.inputs.formats.reader import read_grid
from bakeoff.inputs.options import Reading, ReadOptions
from bakeoff.inputs.score_list import read_score_list

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bakeoff.api.deliveries.board_paper import BoardPaper

ONE_SCORE_EACH = ("BO022", "BO023")
TieModel = Literal["auto", "davidson", "bradley-terry"]


class Leaderboard(core.Leaderboard):
    """A finished leaderboard, with the faces it shows: words, tables, JSON, a picture, a badge."""

    __slots__ = ()

    @property
    def summary(self) -> str:
        """The answer in a few sentences, the same that the terminal shows first."""
        from bakeoff.render.answers.leaderboard import board_summary

        return board_summary(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the leaderboard as the JSON of the contract."""
        from bakeoff.render.answers.leaderboard import board_dict

        return board_dict(self)

    def to_markdown(self) -> str:
        """Return a table that can be put into a README."""
        from bakeoff.render.answers.board_tables import board_markdown

        return board_markdown(self)

    def to_html(self) -> str:
        """Return a page that stands alone."""
        from bakeoff.api.deliveries.board_files import board_page

        return board_page(self)

    def to_latex(self) -> str:
        """Return a table for a paper."""
        from bakeoff.render.paper.board import board_table

        return board_table(self)

    def paper(self) -> "BoardPaper":
        """Return the paper kit: table, paragraphs on methods and results, sources; `write` makes its files."""
        from bakeoff.api.deliveries.board_paper import make_board_paper

        return make_board_paper(self)

    def report(self, path: str | Path) -> Path:
        """Write the report, one HTML page that stands alone, and return its path."""
        from bakeoff.api.deliveries.files import write_whole
        from bakeoff.api.deliveries.report import require_page

        target = require_page(path)
        write_whole(target, self.to_html())
        return target

    def to_csv(self) -> str:
        """Return the entries as CSV in full precision."""
        from bakeoff.render.answers.board_tables import board_csv

        return board_csv(self)

    def badge(self, name: str | None = None) -> str:
        """Return a badge as SVG: the ranks that an entry may have; by default of the first one."""
        from bakeoff.render.answers.board_tables import badge_svg

        entry = self.entries[0] if name is None else _find_entry(self, name)
        return badge_svg(entry, len(self.entries))

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the ranks that each entry may have as bars, and return the axes."""
        from bakeoff.api.deliveries.figures import draw_data
        from bakeoff.api.extras import require_matplotlib
        from bakeoff.render.figures.rank_sets import RANK_SETS, rank_sets_data

        require_matplotlib(where="plot")
        return draw_data(rank_sets_data(self), RANK_SETS, ax)

    def write(self, path: str | Path) -> Path:
        """Write the board in the form that the name of the file asks for, and return its path."""
        from bakeoff.api.deliveries.board_files import write_board

        return write_board(self, path)

    def __repr__(self) -> str:
        return f"<Leaderboard of {len(self.entries)} entries: {self.summary}>"

    def __str__(self) -> str:
        from bakeoff.render.answers.leaderboard import board_lines
        from bakeoff.render.lines import plain_text

        return plain_text(board_lines(self))

    def _repr_html_(self) -> str:
        from bakeoff.render.answers.board_tables import board_html_table

        return board_html_table(self)


def leaderboard(  # noqa: PLR0913 - each a keyword
    evidence: object,
    *,
    level: float = 0.95,
    seed: int = 0,
    items: int | None = None,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    posterior: bool = False,
    ties: TieModel = "auto",
    controls: Sequence[str] = (),
    added: Sequence[str] = (),
    **reading: Unpack[Reading],
) -> Leaderboard:
    """Say which ranks of a leaderboard are real.

    Parameters
    ----------
    evidence : path, text, dataframe, dict, array
        Scores of entries on datasets or items, predictions, as for `bakeoff.compare`; one score and a number of
        items for each entry; or battles: columns left, right, winner, perhaps prompt, annotator, weight.
    level : float
        Of the sets of ranks: the simultaneous ones hold for all entries together.
    seed : int
        Seed of everything that is simulated.
    items : int, optional
        Of a file with one score for each entry: how many items each score is over.
    metric, higher_is_better
        Which score to rank by, and its direction.
    posterior : bool
        Add the posterior probability that each entry is best.
    ties : {"auto", "davidson", "bradley-terry"}
        Of battles: whether ties have a parameter of their own, or count as half a win.
    controls : sequence of str
        Of battles: properties of answers that strengths are freed of, by the names of their columns without the side:
        "length" for length_left and length_right.
    added : sequence of str
        Entries that came later: say what they changed for the others.
    **reading
        How to read the evidence, as for `bakeoff.compare`.

    Returns
    -------
    Leaderboard
        Frozen; prints as the words of the command line.

    See Also
    --------
    compare : Every pair, with its difference and interval.

    Examples
    --------
    >>> import bakeoff
    >>> board = bakeoff.leaderboard({"left": list("abab") * 9, "right": list("bcca") * 9, "winner": list("abaa") * 9})
    >>> [entry.name for entry in board.entries]
    ['a', 'b', 'c']
    """
    require_arguments(reading, READINGS, of="leaderboard")
    require(0.5 <= level < 1, "level", level, "a confidence level such as 0.95")
    require(seed >= 0, "seed", seed, "0 or more")
    require(items is None or items >= 1, "items", items, "a number from 1 upwards")
    require(ties in ("auto", "davidson", "bradley-terry"), "ties", ties, "auto, davidson or bradley-terry")
    read_arguments: dict[str, Any] = {**reading}
    options = ReadOptions(metric=metric, higher_is_better=higher_is_better, **read_arguments)
    asked = BoardRequest(level=level, seed=seed, items=items, posterior=posterior, ties=ties)
    return rank(evidence, options, replace(asked, controls=tuple(controls), added=tuple(added)))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRequest:
    """What is asked of a leaderboard, beside the evidence."""

    level: float = 0.95
    seed: int = 0
    items: int | None = None
    posterior: bool = False
    ties: TieModel = "auto"
    controls: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


def rank(evidence: object, options: ReadOptions, asked: BoardRequest) -> Leaderboard:
    """Read evidence and rank its entries."""
    read = _read_board(evidence, options, asked)
    shared: dict[str, Any] = {"level": asked.level, "seed": asked.seed, "added": asked.added}
    if asked.controls and not isinstance(read, BattleEvidence):
        raise UsageError(
            "only strengths from battles can be freed of a property of the answers",
            where="--control",
            fix="leave it out, or give battles: left, right, winner",
            code="BO627",
        )
    if isinstance(read, BattleEvidence):
        made = rank_battles(read, model=asked.ties, **shared)
    elif isinstance(read, ScoreList):
        made = rank_counts(read, **shared)
    else:
        made = rank_evidence(read, posterior=asked.posterior, **shared)
    return with_views(Leaderboard, replace(made, repeat=_write_call(options, asked)))


def _write_call(options: ReadOptions, asked: BoardRequest) -> str:
    """Return the call that makes the board again."""
    plain = BoardRequest()
    names = [field.name for field in fields(BoardRequest)]
    said = {name: getattr(asked, name) for name in names if getattr(asked, name) != getattr(plain, name)}
    arguments = {**dict(options.said), **said}
    return f"bakeoff.leaderboard(evidence{''.join(f', {n}={v!r}' for n, v in arguments.items())})"


def _read_board(
    evidence: object, options: ReadOptions, asked: BoardRequest
) -> BattleEvidence | ScoreList | BoardEvidence:
    if isinstance(evidence, BattleEvidence | ScoreList | ItemEvidence):
        return evidence
    single = (
        evidence[0]
        if isinstance(evidence, Sequence) and not isinstance(evidence, str | bytes) and len(evidence) == 1
        else evidence
    )
    if isinstance(single, str) and single == "-":  # it can be read once, and several readers may try
        single = sys.stdin.buffer.read()
    found = _read_own_shapes(single, options, asked) or logged_evidence_or_battles(
        single, options, battles_first=True
    )
    if found is not None:
        return found
    try:
        read = as_evidence(single, options)
    except DesignError as error:
        if error.code not in ONE_SCORE_EACH:
            raise
        raise DesignError(
            "there is one score for each entry, and nothing says how many items it is over",
            where=error.where,
            fix="give --items N (a column n will do), or a file with the scores of single items or datasets",
            code="BO570",
        ) from None
    if isinstance(read, TestSetCounts):
        raise DesignError(
            "counts of two classifiers are no leaderboard",
            where=read.source,
            fix="bakeoff compare takes them",
            code="BO572",
        )
    return read


def _read_own_shapes(
    evidence: object, options: ReadOptions, asked: BoardRequest
) -> BattleEvidence | ScoreList | None:
    """Return battles or a list of scores where the evidence is one; None where another reader should try."""
    if isinstance(evidence, Sequence) and not isinstance(evidence, str | bytes):
        return None
    try:
        grid = read_grid(evidence, options=options)
    except (InputError, UsageError):
        return None  # the reader of scores says what is wrong
    finally:
        if isinstance(evidence, IOBase) and evidence.seekable():
            evidence.seek(0)  # another reader may try
    columns = find_battle_columns(grid)
    if columns is not None:
        return read_battles(grid, columns, controls=asked.controls)
    return read_score_list(grid, items=asked.items, metric=options.metric)


def _find_entry(board: core.Leaderboard, name: str) -> core.Entry:
    names = [entry.name for entry in board.entries]
    if name not in names:
        raise UsageError(
            f"no entry is called {name!r}{did_you_mean(name, names)}",
            where="the badge",
            fix=f"the entries are {', '.join(names[:10])}",
            code="BO575",
        )
    return board.entries[names.index(name)]
