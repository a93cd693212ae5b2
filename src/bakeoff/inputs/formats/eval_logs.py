"""Logs of evaluations of language models: one JSON object for each example, with what was scored inside it."""

from collections.abc import Mapping

from bakeoff.inputs.predictions.prediction_spellings import PredictionRole, snake_key, spellings_of

Record = dict[object, object]

_INSIDE = frozenset({"metrics", "scores", "score", "results", "result", "evaluation", "eval"})
_LONGEST = 300  # prompts and answers are of no use here, and large
_OUTCOMES, _IDS = (
    frozenset(spellings_of(part, certain=True) + spellings_of(part, certain=False))
    for part in (PredictionRole.OUTCOME, PredictionRole.ID)
)


def flatten_log(data: object) -> object:
    """Return the flat records of a log whose scores are nested; anything else as it is.

    >>> flatten_log([{"doc_id": 7, "metrics": {"acc": 1}}])
    [{'doc_id': 7, 'acc': 1}]
    """
    if isinstance(data, Mapping) and isinstance(samples := data.get("samples"), list):
        about = data.get("eval")
        model = about.get("model") if isinstance(about, Mapping) else None
        records = [{**s, **({} if model is None else {"model": model})} for s in samples if _is_record(s)]
        return (
            [_flatten_record(record) for record in records]
            if records and len(records) == len(samples)
            else data
        )
    if isinstance(data, list) and data and all(_is_record(record) for record in data):
        return [_flatten_record(record) for record in data]
    return data


def _is_record(record: object) -> bool:
    """Say whether this is one example of a log: an id, and an outcome beside it or one level below."""
    if not isinstance(record, Mapping) or not _IDS & set(map(_field_key, record)):
        return False
    inside = [v for k, v in record.items() if _field_key(k) in _INSIDE and isinstance(v, Mapping)]
    nested = any(isinstance(v, Mapping | list) for v in record.values())
    return bool(inside) or (nested and bool(_OUTCOMES & set(map(_field_key, record))))


def _field_key(name: object) -> str:
    return snake_key(str(name))


def _flatten_record(record: Mapping[object, object]) -> Record:
    flat: Record = {k: v for k, v in record.items() if _is_short(v)}
    for name, inside in record.items():
        if isinstance(inside, Mapping) and _field_key(name) in _INSIDE:
            for inner, value in inside.items():
                # A scorer may say more than the value: {"match": {"value": "C", "answer": "12"}}.
                number = value.get("value") if isinstance(value, Mapping) else value
                if _is_short(number):
                    flat.setdefault(inner, number)
    return flat


def _is_short(value: object) -> bool:
    return not isinstance(value, Mapping | list) and not (isinstance(value, str) and len(value) > _LONGEST)
