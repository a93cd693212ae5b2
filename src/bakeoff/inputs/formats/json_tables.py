"""JSON and JSON Lines, read as data and then like any other object."""

import json

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats.eval_logs import flatten_log
from bakeoff.inputs.formats.objects import read_object
from bakeoff.inputs.table.grid import Grid


def read_json(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of a JSON document or of JSON Lines."""
    data = _parse_lines(text, source) if _is_lines(text) else _parse_document(text, source)
    return read_object(flatten_log(data), source=source, name=name)


def _is_lines(text: str) -> bool:
    first, _, rest = text.strip().partition("\n")
    return first.startswith("{") and first.rstrip().endswith("}") and rest.lstrip().startswith("{")


def _parse_lines(text: str, source: str) -> list[object]:
    numbered = enumerate(text.split("\n"), start=1)
    return [_parse_document(line, f"{source}, line {n:,}") for n, line in numbered if line.strip()]


def _parse_document(text: str, source: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_require_unique)
    except _RepeatedKeyError as error:
        raise InputError(
            f"the name {quote_text(str(error))} occurs twice in one object",
            where=source,
            fix="give each classifier a name of its own",
            code="BO024",
        ) from None
    except json.JSONDecodeError as error:
        raise _json_error(
            f"{error.msg[0].lower()}{error.msg[1:]}",
            f"{source}, line {error.lineno:,}, column {error.colno:,}",
        ) from None
    except RecursionError:
        raise _json_error("it is nested too deeply", source) from None
    except ValueError:
        raise _json_error("a number is too long", source) from None


def _json_error(why: str, where: str) -> InputError:
    return InputError(
        f"this is not valid JSON: {why}", where=where, fix="export the table again", code="BO035"
    )


class _RepeatedKeyError(ValueError):
    """A key that occurs twice in one object."""


def _require_unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        raise _RepeatedKeyError(next(name for name in names if names.count(name) > 1))
    return data
