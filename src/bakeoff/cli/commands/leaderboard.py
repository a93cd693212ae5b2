"""`bakeoff leaderboard`: which ranks are real."""

import sys
from typing import Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import command_line
from bakeoff.cli.output import columns, has_colour, print_json, say
from bakeoff.core.options.option import Door, Section
from bakeoff.core.options.table import OPTIONS, READINGS


def _take_reading(command: shared.Decorated) -> shared.Decorated:
    """Give a command every option of reading: evidence is read as `compare` reads it."""
    for option in reversed([OPTIONS[name] for name in READINGS if OPTIONS[name].section is Section.READING]):
        if Door.COMPARE in option.doors:
            command = shared.take(option.name)(command)
    return command


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
@click.option("--report", metavar="FILE.html", help="Write a page that stands alone: picture, table, ladder, findings.")
@click.option("--latex", metavar="FILE.tex", help="Write the paper kit: article, sources and picture.")
@click.option("--badge", metavar="FILE.svg", help="Write a badge with the ranks that an entry may have.")
@click.option("--badge-of", metavar="NAME", help="… of this entry; by default of the first.")
@_take_reading
def command(
    evidence: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click's own
    quiet: bool,  # noqa: FBT001
    exports: tuple[str, ...],
    report: str | None,
    latex: str | None,
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
    from bakeoff.api.deliveries.board_files import board_page, require_board_file
    from bakeoff.api.deliveries.files import require_apart, require_writable, write_whole
    from bakeoff.api.deliveries.paper import require_tex
    from bakeoff.api.deliveries.report import require_page
    from bakeoff.api.leaderboard import leaderboard
    from bakeoff.render.answers.leaderboard import board_dict, board_lines, board_summary
    from bakeoff.render.lines import line, write_lines

    targets = [require_board_file(path) for path in exports]
    badge_path = None if badge is None else require_writable(badge)
    page = None if report is None else require_page(report)
    article = None if latex is None else require_tex(latex)
    require_apart([*targets, *(path for path in (badge_path, page, article) if path is not None)], evidence)
    board = leaderboard(
        evidence[0] if len(evidence) == 1 else list(evidence),
        items=options["items"],
        ties=options["ties"],
        posterior=options["posterior"],
        controls=options["controls"],
        added=options["added"],
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
    if page is not None:
        repeat = command_line(click.get_current_context())
        write_whole(page, board_page(board, command=repeat))
        written.append(str(page))
    if article is not None:
        written += map(str, board.paper().write(article))
    if badge_path is not None and image is not None:
        write_whole(badge_path, image)
        written.append(str(badge_path))
    if written:
        say(f"written: {', '.join(written)}")
    return 0
