"""Writing evidence of items as Every Eval Ever lays it out: data/<task>/<owner>/<model>/<uuid>.json and its samples."""

import json
import re
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from bakeoff.core.errors import UsageError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence
from bakeoff.render.every_eval_ever import aggregate_record, evaluation_uuid, sample_records


def write_every_eval_ever(
    evidence: Evidence, folder: str | Path, *, retrieved: str | None = None
) -> list[Path]:
    """Write two files for each model and task below a folder, and return the aggregates' paths.

    `retrieved` is the time in seconds since 1970, as text; without it, now.
    """
    if not isinstance(evidence, ItemEvidence):
        raise UsageError(
            "Every Eval Ever holds answers to items, and this evidence has none",
            where="to_every_eval_ever",
            fix="compare logs of an evaluation, or a table with id, model and score; to_csv writes any comparison",
            code="BO416",
        )
    when = retrieved or str(int(datetime.now(tz=UTC).timestamp()))
    written = []
    for model in range(len(evidence.models)):
        for task in sorted({int(t) for t in evidence.item_task[evidence.item[evidence.model == model]]}):
            place = (
                Path(folder)
                / "data"
                / _folder_name(evidence.tasks[task])
                / _model_folder(evidence.models[model])
            )
            written.append(_write_pair(evidence, model, task, place, when))
    return written


def _write_pair(evidence: ItemEvidence, model: int, task: int, place: Path, when: str) -> Path:
    name = evaluation_uuid(evidence, model, task)
    lines = [
        json.dumps(record, ensure_ascii=False)
        for record in sample_records(evidence, model, task, retrieved=when)
    ]
    content = ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")
    aggregate: dict[str, Any] = aggregate_record(evidence, model, task, retrieved=when)
    aggregate["detailed_evaluation_results"] = {
        "format": "jsonl",
        "file_path": f"{name}_samples.jsonl",
        "hash_algorithm": "sha256",
        "checksum": sha256(content).hexdigest(),
        "total_rows": len(lines),
    }
    try:
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{name}_samples.jsonl").write_bytes(content)
        (place / f"{name}.json").write_text(
            json.dumps(aggregate, indent=2, ensure_ascii=False) + "\n", "utf-8"
        )
    except OSError as error:
        raise UsageError(
            f"the folder cannot be written into: {error.strerror}",
            where=str(place),
            fix="name another folder",
            code="BO411",
        ) from None
    return place / f"{name}.json"


def _folder_name(name: str) -> str:
    """Return a name as one folder: nothing in it leads elsewhere.

    >>> _folder_name("mmlu:law"), _folder_name("../x"), _folder_name("toy_gen/strict-match")
    ('mmlu_law', '_x', 'toy_gen_strict-match')
    """
    return re.sub(r"[^\w.+-]+", "_", name).lstrip(".") or "_"


def _model_folder(name: str) -> str:
    """Return a model as <owner>/<model>; one without an owner is of an unknown one.

    >>> _model_folder("org/model-7b"), _model_folder("gpt")
    ('org/model-7b', 'unknown/gpt')
    """
    owner, _, model = name.rpartition("/")
    return f"{_folder_name(owner) if owner else 'unknown'}/{_folder_name(model)}"
