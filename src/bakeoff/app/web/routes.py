"""Which address is whose: the table that requests are led by, checked against and documented from."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bakeoff.app.web import api, known, watching
from bakeoff.app.web.api import Handler, Route
from bakeoff.app.web.handlers import document, estimate, figures, file, plan
from bakeoff.core.version import __version__


async def document_of_api(request: Request) -> Response:
    """Give the OpenAPI document."""
    return JSONResponse(api.openapi(ROUTES, version=__version__))


def _of_evidence(name: str, handler: Handler, what: str, **more: Any) -> Route:  # noqa: ANN401
    takes = more.pop("takes", api.EVIDENCE)
    return Route(
        path=f"/api/{name}", method="POST", handler=handler, what=what, takes=takes, files=True, **more
    )


NUMBER = {"number": {"type": "integer", "minimum": 1, "maximum": 50}, "narrow": {"type": "boolean"}}
ROUTES: tuple[Route, ...] = (
    _of_evidence("recognise", document("recognise", api.EVIDENCE), "What the evidence is, or why it cannot be read"),
    _of_evidence("compare", document("compare", api.EVIDENCE, digested="comparison"),
                 "Compare: the document bakeoff/comparison/1, and the digest of the evidence"),
    _of_evidence("verdict", document("verdict", api.EVIDENCE),
                 "The verdict on a table of scores, ahead of the rest; null for other evidence"),
    _of_evidence("view", document("view", api.EVIDENCE, digested="view"), "What the page shows of a comparison"),
    _of_evidence("audit", document("audit", api.EVIDENCE), "What could be wrong with the claim: bakeoff/audit/1"),
    _of_evidence("drawing", document("drawing", {**api.EVIDENCE, **NUMBER}), "One drawing of the page",
                 takes={**api.EVIDENCE, **NUMBER}),
    _of_evidence("figure", file("figure", {**api.EVIDENCE, **api.FIGURE}), "One figure as a file",
                 takes={**api.EVIDENCE, **api.FIGURE}, gives="image/svg+xml image/png application/pdf"),
    _of_evidence("figures", figures, "Every figure as PNG, SVG and PDF, with a list of them",
                 gives="application/zip"),
    _of_evidence("report", file("report", api.EVIDENCE), "The report, one page that stands alone", gives="text/html"),
    _of_evidence("latex", file("latex", api.EVIDENCE), "The paper kit: .tex, .bib and the figure",
                 gives="application/zip"),
    _of_evidence("export", file("export", {**api.EVIDENCE, **api.EXPORT}, required=("form",)),
                 "One table as CSV, or everything as Markdown, JSON or Excel", takes={**api.EVIDENCE, **api.EXPORT},
                 required=("form",), gives="text/csv text/markdown application/json "
                 "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    _of_evidence("estimate", estimate, "One classifier: bakeoff/estimate/1, from correct and total or from predictions",
                 takes={**api.EVIDENCE, **api.ESTIMATE}),
    Route(path="/api/plan", method="POST", handler=plan, takes=api.PLAN,
          what="What so many tests, datasets or examples can show"),
    Route(path="/api/examples", method="GET", handler=known.examples, what="The examples"),
    Route(path="/api/examples/{key}", method="GET", handler=known.example, what="The text of one example"),
    Route(path="/api/simulations", method="GET", handler=known.simulations,
          what="The simulations, with what can be set"),
    Route(path="/api/simulations/{key}", method="POST", handler=known.simulate, takes={},
          what="Run one simulation; the body sets its sliders"),
    Route(path="/api/codes/{key}", method="GET", handler=known.code,
          what="What the code of a finding or an error means, and what to do"),
    Route(path="/api/studies", method="GET", handler=watching.studies,
          what="The stores of the folder, and their studies"),
    Route(path="/api/study", method="GET", handler=watching.study, query=("store", "study"), what="How far a study is"),
    Route(path="/api/study/events", method="GET", handler=watching.study_events, query=("store", "study"),
          gives="text/event-stream", what="How a study gets on, told as it happens"),
    Route(path="/api/ledger", method="GET", handler=watching.ledger, query=("store",), what="The ledger of a store"),
    Route(path="/api/openapi.json", method="GET", handler=document_of_api, what="This document"),
)  # fmt: skip
