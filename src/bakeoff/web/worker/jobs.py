"""What a worker can be asked to do. Each job takes fields and parts, and gives fields and parts."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bakeoff.api.comparison import Comparison
from bakeoff.web.messages import Message
from bakeoff.web.worker import outputs
from bakeoff.web.worker.boards import board_file, board_view
from bakeoff.web.worker.evidence import requested_comparison, requested_evidence, requested_verdict
from bakeoff.web.worker.studies import ledger_document, list_stores, study_progress
from bakeoff.web.worker.views import drawing_document, page_view, recognise_evidence, verdict_section, warm_up

Fields = Mapping[str, Any]
Parts = Sequence[bytes]


def _json_message(document: object) -> Message:
    """Return a document as one part of JSON: it goes to the reader as it is."""
    return Message({}, [json.dumps(document, ensure_ascii=False, allow_nan=False).encode()])


def _compare_job(fields: Fields, parts: Parts) -> Message:
    return _json_message(requested_comparison(fields, parts).to_dict())


def _job_view(fields: Fields, parts: Parts) -> Message:
    comparison = requested_comparison(fields, parts)
    return _json_message(page_view(comparison, whole=lambda: requested_evidence(fields, parts)))


def _job_verdict(fields: Fields, parts: Parts) -> Message:
    return _json_message(verdict_section(requested_verdict(fields, parts)))


def _recognise_job(fields: Fields, parts: Parts) -> Message:
    return _json_message(recognise_evidence(fields, parts))


def _audit_job(fields: Fields, parts: Parts) -> Message:
    return _json_message(outputs.audit_document(requested_comparison(fields, parts)))


def _file_job(
    make: Callable[[Comparison, Fields], tuple[bytes, str, str]],
) -> Callable[[Fields, Parts], Message]:
    def job(fields: Fields, parts: Parts) -> Message:
        content, kind, name = make(requested_comparison(fields, parts), fields)
        return Message({"type": kind, "name": name}, [content])

    return job


def _job_drawing(fields: Fields, parts: Parts) -> Message:
    comparison = requested_comparison(fields, parts)
    return _json_message(drawing_document(comparison, fields["number"], narrow=fields.get("narrow", False)))


def _figure_list(fields: Fields, parts: Parts) -> Message:
    return _json_message(outputs.figure_list(requested_comparison(fields, parts)))


def _figure_forms(fields: Fields, parts: Parts) -> Message:
    forms = outputs.figure_forms_of(requested_comparison(fields, parts), fields["number"])
    return Message({"forms": list(forms)}, list(forms.values()))


def _job_estimate(fields: Fields, parts: Parts) -> Message:
    return _json_message(outputs.estimate_document(fields, parts))


def _job_plan(fields: Fields, parts: Parts) -> Message:
    return _json_message(outputs.plan_document(fields["question"]))


def _simulate_job(fields: Fields, parts: Parts) -> Message:
    from bakeoff.inference.simulations import SIMULATIONS

    return _json_message(SIMULATIONS[fields["key"]].run(**fields["parameters"]))


def _board_file(fields: Fields, parts: Parts) -> Message:
    content, kind, name = board_file(fields, parts)
    return Message({"type": kind, "name": name}, [content])


def _warm_up_job(fields: Fields, parts: Parts) -> Message:
    """Load what answers and figures need, while nobody waits for them."""
    warm_up()
    return Message({})


JOBS: dict[str, Callable[[Fields, Parts], Message]] = {
    "compare": _compare_job,
    "verdict": _job_verdict,
    "view": _job_view,
    "recognise": _recognise_job,
    "audit": _audit_job,
    "drawing": _job_drawing,
    "figure": _file_job(outputs.figure_file),
    "figure-list": _figure_list,
    "figure-forms": _figure_forms,
    "report": _file_job(outputs.report_file),
    "latex": _file_job(outputs.latex_file),
    "export": _file_job(outputs.export_file),
    "board": lambda fields, parts: _json_message(board_view(fields, parts)),
    "board-file": _board_file,
    "estimate": _job_estimate,
    "plan": _job_plan,
    "simulate": _simulate_job,
    "warm": _warm_up_job,
    "stores": lambda fields, parts: _json_message(list_stores(fields["folder"])),
    "progress": lambda fields, parts: _json_message(study_progress(fields["store"], fields["study"])),
    "ledger": lambda fields, parts: _json_message(ledger_document(fields["store"])),
}
