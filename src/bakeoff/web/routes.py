"""Which address is whose: the table that requests are led by, checked against and documented from."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from bakeoff.core.version import __version__
from bakeoff.web import lookups, study_watch
from bakeoff.web import openapi as api
from bakeoff.web.attendance import give_progress
from bakeoff.web.handlers import document_handler, file_handler, give_estimate, give_figures, give_plan
from bakeoff.web.openapi import Handler, Route


async def give_openapi(request: Request) -> Response:
    """Give the OpenAPI document."""
    return JSONResponse(api.openapi(ROUTES, version=__version__))


def _route(name: str, handler: Handler, what: str, **more: Any) -> Route:  # noqa: ANN401
    takes = more.pop("takes", api.EVIDENCE)
    return Route(
        path=f"/api/{name}", method="POST", handler=handler, what=what, takes=takes, files=True, **more
    )


BOARD = {**api.EVIDENCE, **api.BOARD}
NUMBER = {"number": {"type": "integer", "minimum": 1, "maximum": 50}, "narrow": {"type": "boolean"}}
ROUTES: tuple[Route, ...] = (
    _route("recognise", document_handler("recognise", api.EVIDENCE), "What the evidence is, or why it cannot be read"),
    _route("compare", document_handler("compare", api.EVIDENCE, digested="comparison"),
                 "Compare: the document bakeoff/comparison/1, and the digest of the evidence"),
    _route("verdict", document_handler("verdict", api.EVIDENCE),
                 "The verdict on a table of scores, ahead of the rest; null for other evidence"),
    _route("view", document_handler("view", api.EVIDENCE, digested="view"), "What the page shows of a comparison"),
    _route("audit", document_handler("audit", api.EVIDENCE), "What could be wrong with the claim: bakeoff/audit/1"),
    _route("drawing", document_handler("drawing", {**api.EVIDENCE, **NUMBER}), "One drawing of the page",
                 takes={**api.EVIDENCE, **NUMBER}),
    _route("figure", file_handler("figure", {**api.EVIDENCE, **api.FIGURE}), "One figure as a file",
                 takes={**api.EVIDENCE, **api.FIGURE}, gives="image/svg+xml image/png application/pdf"),
    _route("figures", give_figures, "Every figure as PNG, SVG and PDF, with a list of them",
                 gives="application/zip"),
    _route("report", file_handler("report", api.EVIDENCE), "The report, one page that stands alone", gives="text/html"),
    _route("latex", file_handler("latex", api.EVIDENCE), "The paper kit: .tex, .bib and the figure",
                 gives="application/zip"),
    _route("export", file_handler("export", {**api.EVIDENCE, **api.EXPORT}, required=("form",)),
                 "One table as CSV, or everything as Markdown, JSON or Excel", takes={**api.EVIDENCE, **api.EXPORT},
                 required=("form",), gives="text/csv text/markdown application/json "
                 "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    _route("board", document_handler("board", BOARD, digested="view"),
                 "What the page shows of a leaderboard, or of a judge corrected by labels", takes=BOARD),
    _route("board-file", file_handler("board-file", {**BOARD, **api.BOARD_FILE}, required=("form",)),
                 "A leaderboard as a file", takes={**BOARD, **api.BOARD_FILE}, required=("form",),
                 gives="text/html text/markdown application/zip text/csv application/json image/svg+xml"),
    _route("estimate", give_estimate, "One classifier: bakeoff/estimate/1, from correct and total or from predictions",
                 takes={**api.EVIDENCE, **api.ESTIMATE}),
    Route(path="/api/plan", method="POST", handler=give_plan, takes=api.PLAN,
          what="What so many tests, datasets or examples can show"),
    Route(path="/api/progress", method="GET", handler=give_progress, query=("job",),
          what="How far a request is that carries this name as its job; null where there is none"),
    Route(path="/api/examples", method="GET", handler=lookups.list_sample_tables, what="The examples"),
    Route(path="/api/examples/{key}", method="GET", handler=lookups.give_sample_table, what="The text of one example"),
    Route(path="/api/simulations", method="GET", handler=lookups.list_simulations,
          what="The simulations, with what can be set"),
    Route(path="/api/simulations/{key}", method="POST", handler=lookups.run_simulation, takes={},
          what="Run one simulation; the body sets its sliders"),
    Route(path="/api/codes/{key}", method="GET", handler=lookups.give_code,
          what="What the code of a finding or an error means, and what to do"),
    Route(path="/api/studies", method="GET", handler=study_watch.list_studies,
          what="The stores of the folder, and their studies"),
    Route(path="/api/study", method="GET", handler=study_watch.give_study, query=("store", "study"),
          what="How far a study is"),
    Route(path="/api/study/events", method="GET", handler=study_watch.stream_study, query=("store", "study"),
          gives="text/event-stream", what="How a study gets on, told as it happens"),
    Route(path="/api/ledger", method="GET", handler=study_watch.give_ledger, query=("store",),
          what="The ledger of a store"),
    Route(path="/api/openapi.json", method="GET", handler=give_openapi, what="This document"),
)  # fmt: skip
