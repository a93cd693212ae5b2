"""All the figures in one archive: drawn one by one, so that the time limit holds for each and not for all."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, NamedTuple

from bakeoff.web.archives import archive
from bakeoff.web.refusals import Refusal
from bakeoff.web.workers import Workers

AT_ONCE = 2  # figures that are drawn at the same time: others are to be served meanwhile
PATIENCE = (
    4.0  # times the seconds of one request, after which the figures that are not drawn yet are left out
)


class FigureFiles(NamedTuple):
    """A figure of the list with its files; without any where it was left out."""

    line: str
    files: Mapping[str, bytes]
    refusal: Refusal | None = None


async def archive_figures(
    workers: Workers, asked: Mapping[str, Any], parts: Sequence[bytes], *, seconds: float
) -> bytes:
    """Return every figure of a comparison as PNG, SVG and PDF, with a list of them, and of those left out if any are.

    Parameters
    ----------
    workers
        Who draws.
    asked, parts
        What was asked of which evidence, as a job takes it.
    seconds
        What one figure may take; several times that ends the drawing.
    """
    listed = json.loads((await workers.do("figure-list", asked, parts)).parts[0])
    until, places = monotonic() + PATIENCE * seconds, asyncio.Semaphore(AT_ONCE)

    async def one(number: int, figure: Mapping[str, Any]) -> FigureFiles:
        async with places:
            if monotonic() >= until or not figure["readable"]:
                return FigureFiles(figure["line"], {})
            try:
                message = await workers.do("figure-forms", {**asked, "number": number}, parts)
            except Refusal as refusal:
                return FigureFiles(figure["line"], {}, refusal)
        names = [f"{figure['stem']}.{form}" for form in message.fields["forms"]]
        return FigureFiles(figure["line"], dict(zip(names, message.parts, strict=True)))

    drawn = await asyncio.gather(*(one(n, figure) for n, figure in enumerate(listed["figures"])))
    files = {name: content for each in drawn for name, content in each.files.items()}
    refusals = [each.refusal for each in drawn if each.refusal is not None]
    if refusals and not files:
        raise refusals[0]
    return archive({**files, "figures.txt": _figure_list_text(drawn, note=listed["note"]).encode()})


def _figure_list_text(drawn: Sequence[FigureFiles], *, note: str) -> str:
    there = [each.line for each in drawn if each.files]
    left_out = [each.line for each in drawn if not each.files]
    blocks = ["Figures, each as PNG, SVG and PDF:", "\n".join(there)]
    blocks += [note] if note else []
    if left_out:
        why = "Left out, because they hold too much or take too long; bakeoff compare --figures DIR draws them, too:"
        blocks += [why, "\n".join(left_out)]
    return "\n\n".join(blocks) + "\n"
