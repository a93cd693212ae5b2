"""Evidence of items in the form of Every Eval Ever: one aggregate for each model and task, one line for each answer.

What the logs alone hold, such as the texts of questions and answers, is not kept in evidence and not written.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import numpy as np

from bakeoff.core.items import STATUSES, ItemEvidence, Run

SCHEMA = "0.3.0"
Record = dict[str, Any]


def evaluation_uuid(evidence: ItemEvidence, model: int, task: int) -> str:
    """Return the name of both files of a model and a task: the same for the same evidence."""
    return str(uuid5(NAMESPACE_URL, f"{evidence.digest}/{evidence.models[model]}/{evidence.tasks[task]}"))


def aggregate_record(evidence: ItemEvidence, model: int, task: int, *, retrieved: str) -> Record:
    """Return the aggregate file of a model and a task, without the part that describes the file of samples."""
    rows = _rows_of(evidence, model, task)
    by_item = _item_means(evidence, rows)
    name, run = evidence.models[model], _run_of(evidence, model, task)
    return {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation_id(evidence, model, task, retrieved=retrieved),
        "retrieved_timestamp": retrieved,
        "source_metadata": {
            "source_name": "bakeoff",
            "source_type": "evaluation_run",
            "source_organization_name": "unknown",
            "evaluator_relationship": "other",
        },
        "model_info": {"name": name, "id": name, "additional_details": {"deployment_type": "unknown"}},
        "evaluation_results": [
            {
                "evaluation_result_id": evidence.metric,
                "evaluation_name": evidence.tasks[task],
                "source_data": {"dataset_name": evidence.tasks[task], "source_type": "other"},
                "metric_config": _metric_config(evidence),
                "score_details": _score_details(by_item),
                "generation_config": {"generation_args": {}, "additional_details": dict(run)},
            }
        ],
    }


def evaluation_id(evidence: ItemEvidence, model: int, task: int, *, retrieved: str) -> str:
    """Return the id that both files of a model and a task have: task, model and time."""
    return f"{evidence.tasks[task]}/{evidence.models[model]}/{retrieved}"


def sample_records(evidence: ItemEvidence, model: int, task: int, *, retrieved: str) -> Iterator[Record]:
    """Yield a line for each answer; one without a score says why in its error."""
    same = {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation_id(evidence, model, task, retrieved=retrieved),
        "model_id": evidence.models[model],
        "evaluation_name": evidence.tasks[task],
        "evaluation_result_id": evidence.metric,
    }
    for row in _rows_of(evidence, model, task).tolist():
        item, score = int(evidence.item[row]), float(evidence.score[row])
        is_scored = score == score
        yield {
            **same,
            "sample_id": evidence.items[item],
            "sample_hash": _hash_of(evidence, item),
            "interaction_type": "single_turn",
            "input": {"raw": "", "reference": []},
            "output": {"raw": []},
            "answer_attribution": [],
            "evaluation": {"score": score if is_scored else 0.0, "is_correct": is_scored and score >= 1.0},
            "error": None if is_scored else str(STATUSES[int(evidence.status[row])]),
            "metadata": _every_eval_ever_metadata(evidence, item, int(evidence.attempt[row])),
        }


def _every_eval_ever_metadata(evidence: ItemEvidence, item: int, attempt: int) -> Record:
    group = (
        {}
        if evidence.item_group is None
        else {evidence.group_noun: evidence.groups[evidence.item_group[item]]}
    )
    return {"attempt": str(attempt + 1), **group}


def _rows_of(evidence: ItemEvidence, model: int, task: int) -> "np.ndarray[Any, np.dtype[np.intp]]":
    return np.flatnonzero((evidence.model == model) & (evidence.item_task[evidence.item] == task))


def _item_means(evidence: ItemEvidence, rows: "np.ndarray[Any, np.dtype[np.intp]]") -> list[float]:
    totals: dict[int, list[float]] = {}
    for row in rows.tolist():
        if evidence.score[row] == evidence.score[row]:
            totals.setdefault(int(evidence.item[row]), []).append(float(evidence.score[row]))
    return [sum(scores) / len(scores) for scores in totals.values()]


def _metric_config(evidence: ItemEvidence) -> Record:
    scored = evidence.score[evidence.is_answered]
    is_share = bool(scored.size) and float(scored.min()) >= 0 and float(scored.max()) <= 1
    bounds = {"min_score": 0.0, "max_score": 1.0} if is_share else {}
    return {
        "metric_name": evidence.metric,
        "lower_is_better": not evidence.higher_is_better,
        "score_type": "continuous",
        **bounds,
    }


def _score_details(by_item: list[float]) -> Record:
    if not by_item:
        return {"score": None}
    return {"score": sum(by_item) / len(by_item), "uncertainty": {"num_samples": len(by_item)}}


def _hash_of(evidence: ItemEvidence, item: int) -> str:
    known = 0 if evidence.item_digests is None else int(evidence.item_digests[item])
    return f"{known:016x}" if known else ""


def _run_of(evidence: ItemEvidence, model: int, task: int) -> Mapping[str, str]:
    name, about = evidence.models[model], evidence.tasks[task]
    found: Run | None = next((r for r in evidence.runs if r.model == name and r.task == about), None)
    return {} if found is None else found.settings
