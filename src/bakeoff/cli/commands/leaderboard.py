"""`bakeoff leaderboard`: which ranks are real."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import command_line, commands_as_typed
from bakeoff.cli.output import columns, has_colour, print_json, say

if TYPE_CHECKING:
    from bakeoff.api.leaderboard import Leaderboard


@click.command("leaderboard", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("evidence", nargs=-1, required=True)
@shared.take("metric", help="Which score to rank by, where there are several.")
@shared.take("higher_is_better")
@click.option(
    "--items",
    type=click.IntRange(min=1),
    metavar="N",
    help="Of a file with one score for each entry: the number of items that each score is over.",
)
@click.option(
    "--ties",
    type=click.Choice(["auto", "davidson", "bradley-terry"]),
    default="auto",
    show_default=True,
    help="Of battles: ties with a parameter of their own (davidson), or half a win each (bradley-terry).",
)
@click.option(
    "--control",
    "controls",
    multiple=True,
    metavar="NAME",
    help="Of battles: free strengths of a property of the answers, such as length (columns length_left and "
    "length_right, or the texts themselves). Repeatable.",
)
@click.option(
    "--added",
    multiple=True,
    metavar="NAME",
    help="Say what this entry, which came later, changed for the others. Repeatable.",
)
@click.option("--posterior", is_flag=True, help="Add the posterior probability that each entry is best.")
@shared.take("level")
@shared.take("seed")
@shared.take("as_json")
@click.option("-q", "--quiet", is_flag=True, help="Print only the sentences that answer.")
@click.option(
    "--export",
    "exports",
    multiple=True,
    metavar="FILE",
    help="Write the board: .md, .html, .tex, .csv, .json; ranks as bars: .svg, .png, .pdf. Repeatable.",
)
@click.option(
    "--report", metavar="FILE.html", help="Write a page that stands alone: picture, table, ladder, findings."
)
@click.option("--latex", metavar="FILE.tex", help="Write the paper kit: article, sources and picture.")
@click.option("--badge", metavar="FILE.svg", help="Write a badge with the ranks that an entry may have.")
@click.option("--badge-of", metavar="NAME", help="… of this entry; by default of the first.")
@shared.take_reading
@commands_as_typed()
def leaderboard_command(evidence: tuple[str, ...], **options: Any) -> int:  # noqa: ANN401 - click's own dictionary
    """Say which ranks of a leaderboard are real, and who is tied for best.

    EVIDENCE is scores of entries on datasets or items, predictions, one score and n for each entry, or battles with the
    columns left, right and winner.

    \b
      bakeoff leaderboard items.csv                    scores of entries on items or datasets
      bakeoff leaderboard board.csv --items 500        one score for each entry, over 500 items
      bakeoff leaderboard battles.csv                  who won against whom
      bakeoff leaderboard items.csv --export board.md --export ranks.svg --badge badge.svg
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.cli.startup import defer_unused_imports

    defer_unused_imports()
    from bakeoff.api.leaderboard import leaderboard

    targets = _find_targets(evidence, options)
    board = leaderboard(
        evidence[0] if len(evidence) == 1 else list(evidence),
        **{name: options[name] for name in ("items", "ties", "posterior", "controls", "added")},
        **shared.keywords_from_options(options),
    )
    badge = None if options["badge"] is None else board.badge(options["badge_of"])
    _show_board(board, options)
    if written := list(_write_board(board, targets, badge)):
        say(f"written: {', '.join(map(str, written))}")
    return 0


class _Targets(NamedTuple):
    exports: list[Path]
    report: Path | None
    latex: Path | None
    badge: Path | None


def _find_targets(evidence: tuple[str, ...], options: dict[str, Any]) -> _Targets:
    """Return where everything goes, or refuse before anything is computed."""
    from bakeoff.api.deliveries.board_files import require_board_file
    from bakeoff.api.deliveries.files import require_apart, require_writable
    from bakeoff.api.deliveries.paper import require_tex
    from bakeoff.api.deliveries.report import require_page

    named = (("report", require_page), ("latex", require_tex), ("badge", require_writable))
    single = [None if options[name] is None else require(options[name]) for name, require in named]
    targets = _Targets([require_board_file(path) for path in options["exports"]], *single)
    require_apart([*targets.exports, *(path for path in single if path is not None)], evidence)
    return targets


def _show_board(board: "Leaderboard", options: dict[str, Any]) -> None:
    from bakeoff.render.answers.leaderboard import board_dict, board_lines, board_summary
    from bakeoff.render.lines import line, write_lines

    if options["as_json"]:
        print_json(board_dict(board))
    elif options["quiet"]:
        write_lines([line(board_summary(board))], sys.stdout, colour=False)
    else:
        write_lines(board_lines(board, columns=columns()), sys.stdout, colour=has_colour())


def _write_board(board: "Leaderboard", targets: _Targets, badge: str | None) -> Iterator[Path]:
    from bakeoff.api.deliveries.board_files import board_page
    from bakeoff.api.deliveries.files import write_whole

    for target in targets.exports:
        yield board.write(target)
    if targets.report is not None:
        write_whole(targets.report, board_page(board, command=command_line(click.get_current_context())))
        yield targets.report
    if targets.latex is not None:
        yield from board.paper().write(targets.latex)
    if targets.badge is not None and badge is not None:
        write_whole(targets.badge, badge)
        yield targets.badge
