"""JSON in, plain values out: by orjson where it is installed, by the standard library where orjson refuses."""

import json
from collections.abc import Callable, Mapping
from math import isfinite, nan
from typing import Any

from bakeoff.core.errors import InputError
from bakeoff.core.words import shorten

Record = Mapping[str, Any]
NOTHING: Record = {}
_LARGEST = 10**300  # a larger whole number may not be a float at all


def _find_fast_reader() -> Callable[[bytes], Any] | None:
    try:
        from orjson import loads
    except ImportError:
        return None
    return loads  # type: ignore[no-any-return,unused-ignore]


_loads = _find_fast_reader()
# For lines by the million: what it refuses is to be asked of `parse_json`, which takes more.
parse_plain_json: Callable[[bytes], Any] = _loads or json.loads


def parse_json(text: bytes) -> Any:  # noqa: ANN401 - whatever the text holds
    """Return what a JSON text holds; NaN and Infinity, which harnesses write, are numbers.

    >>> parse_json(b'{"a": [1, null]}')
    {'a': [1, None]}
    """
    if _loads is not None:
        try:
            return _loads(text)
        except ValueError:
            pass  # NaN, lone surrogates, numbers beyond 64 bits: Python's own reader takes them
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("too deeply nested") from None


def as_record(value: object) -> Record:
    """Return a JSON object as it is, and an empty one in place of anything else."""
    return value if isinstance(value, Mapping) else NOTHING


def as_list(value: object) -> list[Any]:
    """Return a JSON array as it is, and an empty one in place of anything else."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """Return a name or id as text: 3 and "3" are the same, and nothing is empty.

    >>> as_text(3), as_text("q1"), as_text(None), as_text(2.0), as_text([1, "a"])
    ('3', 'q1', '', '2', '[1, "a"]')
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Mapping | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return str(value)


def as_number(value: object) -> float:
    """Return a number, true and false or a text of a number as a float; NaN in place of anything else.

    >>> as_number(True), as_number("0.5"), as_number([1, 2]), as_number(None)
    (1.0, 0.5, nan, nan)
    """
    if isinstance(value, int | float):
        number = float(value) if abs(value) < _LARGEST else nan
    elif isinstance(value, str):
        try:
            number = float(value)
        except ValueError:
            return nan
    else:
        return nan
    return number if isfinite(number) else nan


def as_count(value: object, *, otherwise: int) -> int:
    """Return a whole number, such as that of an epoch; the other one in place of anything else.

    >>> as_count(3, otherwise=1), as_count("x", otherwise=1)
    (3, 1)
    """
    number = as_number(value)
    return int(number) if isfinite(number) and abs(number) < 1e9 else otherwise


def not_as_written(what: str, *, tool: str, where: str) -> InputError:
    """Return the error for a file that begins like a tool's log and goes on otherwise."""
    return InputError(
        f"this looks like a file of {tool}, but {what}",
        where=shorten(where, most=300),
        fix="write or fetch the file again; if it is whole, the tool's version may be one that is not known",
        code="BO547",
    )
