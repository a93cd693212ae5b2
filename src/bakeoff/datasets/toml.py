"""The little TOML that lists of datasets are written in; reading is Python's own."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bakeoff.core.errors import DatasetError
from bakeoff.core.words import shorten

SCHEMA = "bakeoff/datasets/1"


def write_toml_lines(values: Mapping[str, object]) -> str:
    r"""Return keys and values as lines of TOML.

    >>> write_toml_lines({"name": "a \"b\"", "n": 2, "by": ["rows"]})
    'name = "a \\"b\\""\nn = 2\nby = ["rows"]\n'
    """
    return "".join(f"{key} = {_toml_value(value)}\n" for key, value in values.items())


def _toml_value(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml_value(k)} = {_toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, Sequence):
        inside = [_toml_value(each) for each in value]
        return f"[{', '.join(inside)}]" if len(inside) < 9 else "[\n  " + ",\n  ".join(inside) + ",\n]"
    return json.dumps(value, allow_nan=False)


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a list of datasets, or refuse what is none."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise list_error(path, f"it cannot be read: {error.strerror}") from None
    except ValueError as error:  # bytes that are no text, or text that is no TOML
        raise list_error(path, f"it is not valid TOML: {shorten(error)}") from None
    if document.get("schema") != SCHEMA:
        raise list_error(path, f"its schema is {shorten(document.get('schema'))!r}, not {SCHEMA!r}")
    return document


def list_error(path: Path, what: str) -> DatasetError:
    """Return the error for a catalogue or sample that cannot be read."""
    return DatasetError(
        f"the list of datasets cannot be used: {what}",
        where=str(path),
        fix="write it with bakeoff datasets add, or with bakeoff datasets sample",
        code="BO433",
    )
