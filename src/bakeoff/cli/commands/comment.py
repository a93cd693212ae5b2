"""`bakeoff comment`: what a run says, as one comment on the pull request."""

from pathlib import Path

import click

from bakeoff.cli.output import say
from bakeoff.core.errors import UsageError


@click.command("comment", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", metavar="SUMMARY.md", type=click.Path(path_type=Path))
@click.option(
    "--key",
    default="gate",
    show_default=True,
    metavar="NAME",
    help="A comment for each key; runs write over their own.",
)
@click.option(
    "--link",
    "links",
    multiple=True,
    metavar="TEXT=URL",
    help="A link below it, such as to the report. Repeatable.",
)
def comment_command(file: Path, key: str, links: tuple[str, ...]) -> int:
    """Write SUMMARY.md as a comment on the pull request of this workflow, over the comment of an earlier run.

    Reads GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_TOKEN and GITHUB_API_URL, as GitHub sets them; the job needs
    the permission pull-requests: write. Where the workflow runs for no pull request, nothing is written.
    """
    from bakeoff.api.pipelines.comment import comment_on_pull_request

    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"the summary cannot be read: {error}",
            where=str(file),
            fix="let GITHUB_STEP_SUMMARY name a file while bakeoff gate or compare runs, and give that",
            code="BO677",
        ) from None
    address = comment_on_pull_request(text + _link_line(links), key=key)
    say("no pull request: no comment was written" if address is None else f"comment: {address}")
    return 0


def _link_line(links: tuple[str, ...]) -> str:
    from bakeoff.render.exports import escape_markdown

    shown = []
    for link in links:
        title, _, address = link.partition("=")
        if address.startswith(("https://", "http://")) and not set(address) & set(" <>()\n"):
            shown.append(f"[{escape_markdown(title)}]({address})")
    return "\n" + " · ".join(shown) + "\n" if shown else ""
