"""ARFF, the format of Weka and OpenML: attributes with types, then rows, dense or sparse."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.core.arff_rows import QUOTED_TEXT, split_row, unquote
from bakeoff.core.errors import DatasetError
from bakeoff.core.words import quote_text, write_count
from bakeoff.datasets.formats.delimited import make_unique_names, read_text_columns
from bakeoff.datasets.formats.raw_table import DeclaredType, Deferred, RawColumn, RawTable, Texts, make_texts

_ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED_TEXT}|[^\s{{'\"]+)\s*(.+)", re.IGNORECASE | re.DOTALL)
_SPARSE = re.compile(rf"\s*(\d+)\s+({QUOTED_TEXT}|[^,\s]+)\s*(?:,|$)", re.DOTALL)
_DATA = re.compile(r"^[ \t]*@data\b[^\n]*$", re.IGNORECASE | re.MULTILINE)
_NUMERIC = ("numeric", "real", "integer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """A declaration: name, what it holds, and of a nominal one its first value, which sparse rows leave out."""

    name: str
    declared: DeclaredType | None
    first: str = "0"


def read_arff(text: str, *, where: str) -> RawTable:
    """Return the columns of an ARFF file; ? is a missing cell."""
    start = _DATA.search(text)
    if start is None:
        raise _arff_error("there is no @data line", where)
    attributes = [
        _read_attribute(line, place) for line, place in _read_declarations(text[: start.start()], where)
    ]
    if not attributes:
        raise _arff_error("there is no @attribute line", where)
    names, findings = make_unique_names([a.name for a in attributes])
    body = text[start.end() :].lstrip("\r\n")
    cells = _read_columns(body, attributes, where=where, above=text[: start.end()].count("\n"))
    columns = tuple(
        RawColumn(name=name, cells=column_cells, declared=attribute.declared)
        for name, column_cells, attribute in zip(names, cells, attributes, strict=True)
    )
    return RawTable(columns=columns, findings=findings)


def _read_columns(
    body: str, attributes: list[Attribute], *, where: str, above: int
) -> Sequence[Texts | Deferred]:
    sparse = body.lstrip(" \t\r\n").startswith("{")
    if not sparse and '"' not in body and "\\" not in body and "%" not in body and "\t" not in body:
        return read_text_columns(body, len(attributes), separator=",", skip_lines=0, quote="'", where=where)
    rows = [
        _read_sparse_row(line, attributes, place)
        if line.startswith("{")
        else _read_dense_row(line, attributes, place)
        for line, place in _content_lines(body, where, above)
    ]
    return [make_texts(list(column)) for column in zip(*rows, strict=True)] or [
        make_texts([]) for _ in attributes
    ]


def _content_lines(text: str, where: str, above: int) -> Iterator[tuple[str, str]]:
    for number, raw in enumerate(text.split("\n"), start=above + 1):
        line = raw.strip()
        if line and not line.startswith("%"):
            yield line, f"{where}, line {number:,}"


def _read_declarations(head: str, where: str) -> Iterator[tuple[str, str]]:
    for line, place in _content_lines(head, where, 0):
        word = line.split(maxsplit=1)[0].lower()
        if word == "@attribute":
            yield line, place
        elif word != "@relation":
            raise _arff_error(f"{quote_text(line)} declares nothing", place)


def _read_attribute(line: str, place: str) -> Attribute:
    match = _ATTRIBUTE.match(line)
    if match is None:
        raise _arff_error(f"{quote_text(line)} names no attribute and type", place)
    name, kind = unquote(match[1]), match[2].strip()
    word = kind.split(maxsplit=1)[0].lower()
    if kind.startswith("{"):
        values = _split_cells(kind.strip("{}").strip())
        return Attribute(name=name, declared=DeclaredType.CATEGORICAL, first=values[0] if values else "0")
    if word in _NUMERIC:
        return Attribute(name=name, declared=DeclaredType.NUMERIC)
    if word == "date":
        return Attribute(name=name, declared=DeclaredType.DATE)
    if word == "string":
        return Attribute(name=name, declared=DeclaredType.CATEGORICAL, first="")
    raise _arff_error(f"the type {quote_text(kind)} of {quote_text(name)} is not read", place)


def _read_dense_row(line: str, attributes: list[Attribute], place: str) -> list[str]:
    cells = _split_cells(line)
    if len(cells) != len(attributes):
        raise _arff_error(
            f"a row has {write_count(len(cells), 'cell')}, and {len(attributes):,} attributes are declared",
            place,
        )
    return cells


def _read_sparse_row(line: str, attributes: list[Attribute], place: str) -> list[str]:
    cells = [attribute.first for attribute in attributes]
    inside = line.removeprefix("{").partition("}")[0] if "'" not in line and '"' not in line else line[1:-1]
    position = 0
    while inside[position:].strip():
        match = _SPARSE.match(inside, position)
        if match is None or int(match[1]) >= len(cells):
            raise _arff_error(f"{quote_text(inside[position:])} is no index and value of a sparse row", place)
        cells[int(match[1])] = unquote(match[2])
        position = match.end()
    return cells


def _split_cells(line: str) -> list[str]:
    """Return the cells of a row; without a comma or a quote they are apart by spaces."""
    return line.split() if not {",", "'", '"'} & set(line) else split_row(line)


def _arff_error(what: str, where: str) -> DatasetError:
    return DatasetError(
        f"the ARFF file cannot be read: {what}",
        where=where,
        fix="export it again from Weka, as ARFF or as CSV",
        code="BO427",
    )
