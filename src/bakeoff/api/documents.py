"""`bakeoff.load_result`: a JSON document of an earlier run, as a typed dictionary."""

import json
from os import PathLike, fspath
from pathlib import Path

from bakeoff.api.settings import require
from bakeoff.core.answers.documents import DOCUMENTS, Document
from bakeoff.core.errors import InputError, UsageError
from bakeoff.core.words import did_you_mean, write_list

SCHEMAS = Path(__file__).parents[1] / "render" / "json" / "schemas"


def load_result(path: "str | PathLike[str]") -> Document:
    """Read a JSON document that `bakeoff` has written, and refuse any other.

    Parameters
    ----------
    path : path
        What `bakeoff compare`, `read`, `leaderboard`, `ledger` or `gate` printed with ``--json``.

    Returns
    -------
    dict
        The document; its `schema` says which one it is, and type checkers know the fields of each
        (`bakeoff.core.answers.documents`).

    See Also
    --------
    compare : `Comparison.to_dict` makes the same document.

    Examples
    --------
    >>> import bakeoff, json, tempfile, pathlib
    >>> comparison = bakeoff.compare(bakeoff.load_published("figure-15.2").text)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "result.json")
    ...     _ = path.write_text(json.dumps(comparison.to_dict()))
    ...     document = bakeoff.load_result(path)
    >>> document["schema"], document["pairs"][0]["verdict"]
    ('bakeoff/comparison/1', 'undecided')
    """
    require(isinstance(path, str | PathLike), "path", type(path).__name__, "the path of a JSON document")
    where = fspath(path)
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(
            f"this is no JSON document: {error}",
            where=where,
            fix="give what --json has printed",
            code="BO679",
        ) from None
    known = [f"bakeoff/{name}/1" for name in DOCUMENTS]
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema not in known:
        raise InputError(
            "this document does not say that bakeoff wrote it"
            if schema is None
            else f"{schema!r} is a document that is not known here",
            where=where,
            fix=f"give one of {write_list(known)}",
            code="BO679",
        )
    result: Document = document
    return result


def schema_text(name: str) -> str:
    """Return the JSON Schema of a kind of document, as it is published."""
    if name not in DOCUMENTS:
        raise UsageError(
            f"there is no document {name!r}{did_you_mean(name, list(DOCUMENTS))}",
            where="NAME",
            fix=f"use one of {write_list(list(DOCUMENTS))}",
            code="BO679",
        )
    return (SCHEMAS / f"{name}.json").read_text(encoding="utf-8")
