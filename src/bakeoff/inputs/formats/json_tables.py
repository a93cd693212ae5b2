"""JSON and JSON Lines, read as data and then like any other object."""

import json
from collections.abc import Callable, Iterator

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats.eval_logs import flatten_log
from bakeoff.inputs.formats.objects import read_object
from bakeoff.inputs.table.grid import Grid

_LONG_NUMBER = b"0" * 19  # beyond 64 bits, perhaps
_DIGITS_AS_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)
_PATIENCE = 100  # lines
_PIECE = 1 << 20  # characters


def read_json(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of a JSON document or of JSON Lines."""
    data = _parse_lines(text, source) if _is_lines(text) else _parse_document(text, source)
    return read_object(flatten_log(data), source=source, name=name)


def _is_lines(text: str) -> bool:
    first, _, rest = text.strip().partition("\n")
    return first.startswith("{") and first.rstrip().endswith("}") and rest.lstrip().startswith("{")


def _parse_lines(text: str, source: str) -> list[object]:
    """Return what each line holds; lines of plain objects, which most are, take a fast path."""
    quick = _find_quick_parser(text)
    records: list[object] = []
    balance = _PATIENCE  # of lines that took the fast path over those that did not
    for first, piece in _cut_pieces(text):
        plain = _parse_plain_piece(piece, quick)
        if plain is not None:
            records += plain
            continue
        for number, line in enumerate(piece.split("\n"), start=first):
            if balance > 0:
                record = _parse_plain_object(line, quick)
                balance += -1 if record is None else 1
            else:
                record = None
            if record is not None:
                records.append(record)
            elif line.strip():
                records.append(_parse_line(line, f"{source}, line {number:,}"))
    return records


def _cut_pieces(text: str) -> Iterator[tuple[int, str]]:
    """Yield whole lines, about a million characters at a time, and the number of the first of each."""
    start, number = 0, 1
    while start < len(text):
        stop = text.find("\n", start + _PIECE)
        piece = text[start : stop if stop >= 0 else len(text)].removesuffix("\n")
        yield number, piece
        number += piece.count("\n") + 1
        start += len(piece) + 1


def _parse_plain_piece(piece: str, quick: Callable[[str], object]) -> list[dict[str, object]] | None:
    """Return the objects of some lines, read as one list; None unless each line is one plain object, as it stands.

    Every line begins with the only brace that opens in it and ends with one that closes, and there are as many objects
    as lines, and as many colons as names: no object goes on in another line, none has a name twice or another in it.
    """
    lines = piece.count("\n") + 1
    if not piece.startswith("{") or piece.count("}\n{") != lines - 1 or piece.count("{") != lines:
        return None
    together = piece.replace("\n", ",")
    try:
        records = quick(f"[{together}]")
    except (ValueError, RecursionError):
        return None
    if not isinstance(records, list) or len(records) != lines or set(map(type, records)) != {dict}:
        return None
    return records if sum(map(len, records)) == piece.count(":") else None


def _find_quick_parser(text: str) -> Callable[[str], object]:
    """Return what reads a line fastest and the same: orjson where there is one and no number is beyond its reach."""
    if _LONG_NUMBER in text.encode("utf-8", "surrogatepass").translate(_DIGITS_AS_ZEROS):
        return json.JSONDecoder().decode
    try:
        from orjson import loads
    except ImportError:
        return json.JSONDecoder().decode
    parse: Callable[[str], object] = loads
    return parse


def _parse_plain_object(line: str, quick: Callable[[str], object]) -> object | None:
    """Return the object of a line with as many colons as names: no name occurs twice, and nothing is nested."""
    try:
        record = quick(line)
    except (ValueError, RecursionError):
        return None
    return record if type(record) is dict and line.count(":") == len(record) else None


def _parse_line(line: str, source: str) -> object:
    try:
        return _DECODER.decode(line)
    except (ValueError, RecursionError):
        return _parse_document(line, source)  # which says what is wrong


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


_DECODER = json.JSONDecoder(object_pairs_hook=_require_unique)
