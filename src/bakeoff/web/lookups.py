"""What is looked up by its name: tables to try, simulations, and what each code means."""

from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bakeoff.inputs.published import PUBLISHED
from bakeoff.web.attendance import run_job
from bakeoff.web.bodies import read_upload
from bakeoff.web.refusals import make_refusal
from bakeoff.web.responses import json_response
from bakeoff.web.shapes import check_shape


class SampleTable(NamedTuple):
    """A table to try, with the options that suit it."""

    key: str
    what: str
    source: str
    text: str
    options: dict[str, object]


def _folds_table() -> str:
    """Return ten folds of one dataset, made up."""
    a = (0.81, 0.78, 0.84, 0.80, 0.79, 0.83, 0.77, 0.82, 0.80, 0.81)
    b = (0.83, 0.80, 0.84, 0.83, 0.80, 0.86, 0.79, 0.83, 0.81, 0.84)
    rows = [
        f"spam,{fold},{tree:.2f},{forest:.2f}"
        for fold, (tree, forest) in enumerate(zip(a, b, strict=True), 1)
    ]
    return "dataset,fold,tree,forest\n" + "\n".join(rows) + "\n"


def _predictions_table() -> str:
    """Return the answers of three classifiers to eighty questions, made up by a rule that leaves nothing to chance."""
    names = ("ham", "spam")
    rows = []
    for i in range(80):
        truth = i * 7 % 5 < 2
        wrong = (i * 13 % 17 < 5, i * 11 % 19 < 3, i * 5 % 23 < 4)
        rows.append(",".join([f"m{i + 1:02d}", names[truth], *(names[truth != w] for w in wrong)]))
    return "id,y_true,tree,forest,bayes\n" + "\n".join(rows) + "\n"


AUTHORS = {
    "bramer2020": "Bramer (2020)",
    "demsar2006": "Demšar (2006)",
    "garcia2008": "García and Herrera (2008)",
}


def _readable_source(source: str) -> str:
    """Return where a table was printed, for people: by its authors, not by the key of the list of sources."""
    key, _, place = source.partition(", ")
    return f"{AUTHORS.get(key, key)}, {place}"


SAMPLE_TABLES = {
    example.key: example
    for example in (
        *(SampleTable(key, p.what, _readable_source(p.source), p.text, {"metric": p.metric})
          for key, p in PUBLISHED.items()),
        SampleTable("folds", "accuracy of two classifiers on ten folds of one dataset", "made up", _folds_table(),
                {"metric": "accuracy"}),
        SampleTable("predictions", "the answers of three classifiers to eighty "
                                   "messages", "made up", _predictions_table(), {}),
    )
}  # fmt: skip


def find_sample_table(key: str) -> SampleTable:
    """Return the example of a key."""
    if key not in SAMPLE_TABLES:
        raise make_refusal(
            404,
            f"there is no example {key[:60]!r}",
            where="example",
            fix=f"use one of: {', '.join(SAMPLE_TABLES)}",
            code="BO069",
        )
    return SAMPLE_TABLES[key]


async def list_sample_tables(request: Request) -> Response:
    """List the examples."""
    listed = [
        {"key": e.key, "what": e.what, "source": e.source, "options": e.options}
        for e in SAMPLE_TABLES.values()
    ]
    return JSONResponse(listed)


async def give_sample_table(request: Request) -> Response:
    """Give the text of one example."""
    table = find_sample_table(request.path_params["key"])
    return JSONResponse({"key": table.key, "what": table.what, "text": table.text, "options": table.options})


async def list_simulations(request: Request) -> Response:
    """List the simulations, with what can be set."""
    from bakeoff.inference.simulations import SIMULATIONS

    return JSONResponse(
        [
            {
                "key": s.key, "title": s.title, "question": s.question, "lesson": s.lesson, "axis": s.axis,
                "rate": s.rate, "sliders": [slider._asdict() for slider in s.sliders],
            }
            for s in SIMULATIONS.values()
        ]
    )  # fmt: skip


async def run_simulation(request: Request) -> Response:
    """Run one simulation."""
    from bakeoff.inference.simulations import SIMULATIONS

    key = request.path_params["key"]
    if key not in SIMULATIONS:
        raise make_refusal(
            404,
            f"there is no simulation {key[:60]!r}",
            where="simulation",
            fix=f"use one of: {', '.join(SIMULATIONS)}",
            code="BO514",
        )
    upload = await read_upload(request, request.app.state.serving)
    check_shape(upload.fields, {"type": "object", "properties": slider_shapes(key)})
    message = await run_job(request, "simulate", {"key": key, "parameters": upload.fields})
    return json_response(message.parts[0])


def slider_shapes(key: str) -> dict[str, Any]:
    """Return what may be set of a simulation."""
    from bakeoff.inference.simulations import SIMULATIONS

    return {
        s.name: {
            "type": "integer" if float(s.step).is_integer() else "number",
            "minimum": s.low,
            "maximum": s.high,
        }
        for s in SIMULATIONS[key].sliders
    }


async def give_code(request: Request) -> Response:
    """Say what a code means, and what to do about it."""
    from bakeoff.core.codes import CODES
    from bakeoff.render.handbook import paragraphs

    key = request.path_params["key"].upper()
    if key not in CODES:
        raise make_refusal(
            404,
            f"there is no code {key[:20]!r}",
            where="code",
            fix="take one from a finding or an error; bakeoff codes lists them",
            code="BO507",
        )
    return JSONResponse(
        {"code": key, "title": CODES[key], "paragraphs": [p._asdict() for p in paragraphs(key)]}
    )
