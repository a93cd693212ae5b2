"""`bakeoff leaderboard`: which ranks are real."""

import sys
from typing import Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import commands_as_typed
from bakeoff.cli.output import columns, has_colour, print_json, say


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
@click.option("--badge", metavar="FILE.svg", help="Write a badge with the ranks that an entry may have.")
@click.option("--badge-of", metavar="NAME", help="… of this entry; by default of the first.")
@shared.take_reading
@commands_as_typed()
def leaderboard_command(
    evidence: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click's own
    quiet: bool,  # noqa: FBT001
    exports: tuple[str, ...],
    badge: str | None,
    badge_of: str | None,
    **options: Any,  # noqa: ANN401
) -> int:
    """Say which ranks of a leaderboard are real, and who is tied for best.

    EVIDENCE is scores of entries on datasets or items, predictions, one score and n for each entry, or battles with the
    columns left, right and winner.

    \b
      bakeoff leaderboard items.csv                    scores of entries on items or datasets
      bakeoff leaderboard board.csv --items 500        one score for each entry, over 500 items
      bakeoff leaderboard battles.csv                  who won against whom
      bakeoff leaderboard items.csv --export board.md --export ranks.svg --badge badge.svg
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.api.deliveries.board_files import require_board_file
    from bakeoff.api.deliveries.files import require_apart, require_writable, write_whole
    from bakeoff.api.leaderboard import leaderboard
    from bakeoff.render.answers.leaderboard import board_dict, board_lines, board_summary
    from bakeoff.render.lines import line, write_lines

    targets = [require_board_file(path) for path in exports]
    badge_path = None if badge is None else require_writable(badge)
    require_apart([*targets, *([badge_path] if badge_path else [])], evidence)
    board = leaderboard(
        evidence[0] if len(evidence) == 1 else list(evidence),
        items=options["items"],
        ties=options["ties"],
        posterior=options["posterior"],
        **shared.keywords_from_options(options),
    )
    image = None if badge_path is None else board.badge(badge_of)
    if as_json:
        print_json(board_dict(board))
    elif quiet:
        write_lines([line(board_summary(board))], sys.stdout, colour=False)
    else:
        write_lines(board_lines(board, columns=columns()), sys.stdout, colour=has_colour())
    written = [str(board.write(target)) for target in targets]
    if badge_path is not None and image is not None:
        write_whole(badge_path, image)
        written.append(str(badge_path))
    if written:
        say(f"written: {', '.join(written)}")
    return 0
