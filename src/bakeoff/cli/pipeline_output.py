"""What a pipeline is told beside the output: its step summary, and annotations in the log of GitHub."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bakeoff.core.comparison import Comparison
    from bakeoff.render.pull_request import GateEntry

SUMMARY = "GITHUB_STEP_SUMMARY"


def announce_comparison(comparison: "Comparison", evidence: Sequence[str]) -> None:
    """Tell the pipeline of one comparison; without a word where there is none."""
    if not _is_pipeline():
        return
    from bakeoff.render.pull_request import GateEntry

    announce([GateEntry("", comparison, _named_file(evidence))])


def announce(entries: "Sequence[GateEntry]", *, closing: str = "") -> None:
    """Append to the step summary wherever one is named, and annotate the log where it is GitHub's."""
    if not _is_pipeline():
        return
    from bakeoff.render.lines import make_encodable
    from bakeoff.render.pull_request import annotation_lines, run_markdown

    if os.environ.get(SUMMARY):
        with Path(os.environ[SUMMARY]).open("a", encoding="utf-8") as stream:
            stream.write(run_markdown(entries, closing=closing))
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for text in annotation_lines(entries):
            sys.stderr.write(make_encodable(text, sys.stderr) + "\n")


def _is_pipeline() -> bool:
    return bool(os.environ.get(SUMMARY)) or os.environ.get("GITHUB_ACTIONS") == "true"


def _named_file(evidence: Sequence[str]) -> str:
    return evidence[0] if len(evidence) == 1 and Path(evidence[0]).is_file() else ""
