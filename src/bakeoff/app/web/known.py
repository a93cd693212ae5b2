"""What is known by name: the examples, the simulations, and what each code means."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bakeoff.app.web.answers import json_answer
from bakeoff.app.web.bodies import read_upload
from bakeoff.app.web.examples import EXAMPLES, Example
from bakeoff.app.web.failures import refused
from bakeoff.app.web.shapes import check


def example_of(key: str) -> Example:
    """Return the example of a key."""
    if key not in EXAMPLES:
        raise refused(
            404,
            f"there is no example {key[:60]!r}",
            where="example",
            fix=f"use one of: {', '.join(EXAMPLES)}",
            code="BO069",
        )
    return EXAMPLES[key]


async def examples(request: Request) -> Response:
    """List the examples."""
    listed = [
        {"key": e.key, "what": e.what, "source": e.source, "options": e.options} for e in EXAMPLES.values()
    ]
    return JSONResponse(listed)


async def example(request: Request) -> Response:
    """Give the text of one example."""
    found = example_of(request.path_params["key"])
    return JSONResponse({"key": found.key, "what": found.what, "text": found.text, "options": found.options})


async def simulations(request: Request) -> Response:
    """List the simulations, with what can be set."""
    from bakeoff.inference.teaching import SIMULATIONS

    return JSONResponse(
        [
            {
                "key": s.key, "title": s.title, "question": s.question, "lesson": s.lesson, "axis": s.axis,
                "rate": s.rate, "sliders": [slider._asdict() for slider in s.sliders],
            }
            for s in SIMULATIONS.values()
        ]
    )  # fmt: skip


async def simulate(request: Request) -> Response:
    """Run one simulation."""
    from bakeoff.inference.teaching import SIMULATIONS

    key = request.path_params["key"]
    if key not in SIMULATIONS:
        raise refused(
            404,
            f"there is no simulation {key[:60]!r}",
            where="simulation",
            fix=f"use one of: {', '.join(SIMULATIONS)}",
            code="BO514",
        )
    upload = await read_upload(request, request.app.state.serving)
    check(upload.fields, {"type": "object", "properties": slider_shapes(key)})
    made = await request.app.state.workers.do("simulate", {"key": key, "parameters": upload.fields})
    return json_answer(made.parts[0])


def slider_shapes(key: str) -> dict[str, Any]:
    """Return what may be set of a simulation."""
    from bakeoff.inference.teaching import SIMULATIONS

    return {
        s.name: {
            "type": "integer" if float(s.step).is_integer() else "number",
            "minimum": s.low,
            "maximum": s.high,
        }
        for s in SIMULATIONS[key].sliders
    }


async def code(request: Request) -> Response:
    """Say what a code means, and what to do about it."""
    from bakeoff.core.codes import CODES
    from bakeoff.render.handbook import paragraphs

    key = request.path_params["key"].upper()
    if key not in CODES:
        raise refused(
            404,
            f"there is no code {key[:20]!r}",
            where="code",
            fix="take one from a finding or an error; bakeoff codes lists them",
            code="BO507",
        )
    return JSONResponse(
        {"code": key, "title": CODES[key], "paragraphs": [p._asdict() for p in paragraphs(key)]}
    )
