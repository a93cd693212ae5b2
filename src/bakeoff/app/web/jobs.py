"""What a worker can be asked to do. Each job takes fields and parts, and gives fields and parts."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bakeoff.app.door import Comparison
from bakeoff.app.web import outputs
from bakeoff.app.web.asked import comparison_for, evidence_for, verdict_for
from bakeoff.app.web.frames import Message
from bakeoff.app.web.studies import ledger_of, progress_of, stores_of
from bakeoff.app.web.views import drawing, recognised, verdict, view, warm_up

Fields = Mapping[str, Any]
Parts = Sequence[bytes]


def _document(document: object) -> Message:
    """Return a document as one part of JSON: it goes to the reader as it is."""
    return Message({}, [json.dumps(document, ensure_ascii=False, allow_nan=False).encode()])


def _compare(fields: Fields, parts: Parts) -> Message:
    return _document(comparison_for(fields, parts).to_dict())


def _view(fields: Fields, parts: Parts) -> Message:
    made = comparison_for(fields, parts)
    return _document(view(made, whole=lambda: evidence_for(fields, parts)))


def _verdict(fields: Fields, parts: Parts) -> Message:
    return _document(verdict(verdict_for(fields, parts)))


def _recognise(fields: Fields, parts: Parts) -> Message:
    return _document(recognised(fields, parts))


def _audit(fields: Fields, parts: Parts) -> Message:
    return _document(outputs.audit_of(comparison_for(fields, parts)))


def _file(make: Callable[[Comparison, Fields], tuple[bytes, str, str]]) -> Callable[[Fields, Parts], Message]:
    def job(fields: Fields, parts: Parts) -> Message:
        content, kind, name = make(comparison_for(fields, parts), fields)
        return Message({"type": kind, "name": name}, [content])

    return job


def _drawing(fields: Fields, parts: Parts) -> Message:
    made = comparison_for(fields, parts)
    return _document(drawing(made, fields["number"], narrow=fields.get("narrow", False)))


def _figure_list(fields: Fields, parts: Parts) -> Message:
    return _document(outputs.figure_list(comparison_for(fields, parts)))


def _figure_forms(fields: Fields, parts: Parts) -> Message:
    made = outputs.figure_forms_of(comparison_for(fields, parts), fields["number"])
    return Message({"forms": list(made)}, list(made.values()))


def _estimate(fields: Fields, parts: Parts) -> Message:
    return _document(outputs.estimate_of(fields, parts))


def _plan(fields: Fields, parts: Parts) -> Message:
    return _document(outputs.plan_of(fields["question"]))


def _simulate(fields: Fields, parts: Parts) -> Message:
    from bakeoff.inference.teaching import SIMULATIONS

    return _document(SIMULATIONS[fields["key"]].run(**fields["parameters"]))


def _warm(fields: Fields, parts: Parts) -> Message:
    """Load what answers and figures need, while nobody waits for them."""
    warm_up()
    return Message({})


JOBS: dict[str, Callable[[Fields, Parts], Message]] = {
    "compare": _compare,
    "verdict": _verdict,
    "view": _view,
    "recognise": _recognise,
    "audit": _audit,
    "drawing": _drawing,
    "figure": _file(outputs.figure_file),
    "figure-list": _figure_list,
    "figure-forms": _figure_forms,
    "report": _file(outputs.report_file),
    "latex": _file(outputs.latex_file),
    "export": _file(outputs.export_file),
    "estimate": _estimate,
    "plan": _plan,
    "simulate": _simulate,
    "warm": _warm,
    "stores": lambda fields, parts: _document(stores_of(fields["folder"])),
    "progress": lambda fields, parts: _document(progress_of(fields["store"], fields["study"])),
    "ledger": lambda fields, parts: _document(ledger_of(fields["store"])),
}
