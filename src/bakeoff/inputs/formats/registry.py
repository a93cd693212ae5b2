"""Which format bytes are in, by what they contain rather than by what the file is called."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple, cast

from bakeoff.core.errors import InputError
from bakeoff.inputs.formats.aligned import read_aligned
from bakeoff.inputs.formats.compression import unpack
from bakeoff.inputs.formats.decoding import decode
from bakeoff.inputs.formats.delimited import find_separator, read_delimited
from bakeoff.inputs.formats.origin import Origin, pickle_error
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.rows import empty_source_error


class TextFormat(NamedTuple):
    """A format that is known by its look: one module of this folder, imported when a text could be in it."""

    name: str
    could_be: Callable[[str], bool]  # a cheap look at the text, before the module is imported
    module: str
    recognise: str | None  # the module's own look, where the cheap one is not enough
    read: str


class BinaryFormat(NamedTuple):
    """A format that is known by its first bytes."""

    name: str
    magic: bytes
    module: str
    read: str


BINARY_FORMATS = (
    BinaryFormat("Parquet", b"PAR1", "parquet", "read_parquet"),
    BinaryFormat("Excel", b"PK", "excel", "read_workbook"),
)
# In the order in which they are asked: a text that could be in two formats is in the first.
TEXT_FORMATS = (
    TextFormat("JSON", lambda text: text.lstrip()[:1] in ("{", "["), "json_tables", None, "read_json"),
    TextFormat("ARFF", lambda text: text.lstrip()[:1] in ("@", "%"), "arff", "is_arff", "read_arff"),
    TextFormat("Weka's results", lambda text: "Key_" in text[:200], "weka", "is_weka_csv", "read_weka_csv"),
    TextFormat("Weka's tester", lambda text: True, "weka", "is_tester_output", "read_tester_output"),
    TextFormat("LaTeX", lambda text: "\\" in text and "&" in text, "latex", "is_latex", "read_latex"),
    TextFormat("Markdown", lambda text: _has_pipes(text), "pipes", "is_piped", "read_piped"),
    TextFormat("tsml", lambda text: True, "tsml", "is_predictions", "read_predictions"),
)
_FOREIGN_FORMATS: dict[bytes, str] = {
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"%PDF": "a PDF document",
    b"SQLite format 3\0": "an SQLite database",
    b"\x89HDF": "an HDF5 file",
    b"ARROW1": "an Arrow file",
    b"FEA1": "a Feather file",
    b"\x93NUMPY": "a NumPy array, which has no names",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook (.xls)",
    b"Obj\x01": "an Avro file",
    b"ORC": "an ORC file",
    b"\x28\xb5\x2f\xfd": "a file compressed with Zstandard",
    b"7z\xbc\xaf": "a 7-Zip archive",
    b"Rar!": "a RAR archive",
    b"\x7fELF": "a program",
    b"RDX": "an R data file",
    b"{\\rtf": "a rich-text document",
}
_TEXT_BYTES = bytes({0, *range(32, 256), *b"\t\n\r\f\v\x1b"})


def read_bytes(origin: Origin, *, options: ReadOptions) -> Grid:
    """Return the grid of bytes in any format that is known; unpack them first if they are packed."""
    if not origin.data:
        raise empty_source_error(origin.label)
    origin = unpack(origin, options=options)
    for form in BINARY_FORMATS:
        if origin.data.startswith(form.magic):
            return _import_function(form.module, form.read)(origin, options=options)
    _refuse_binary(origin, options=options)
    return read_text(decode(origin, options=options), origin=origin, options=options)


def _refuse_binary(origin: Origin, *, options: ReadOptions) -> None:
    head = origin.data[:4000]
    for magic, what in _FOREIGN_FORMATS.items():
        if head.startswith(magic):
            raise _no_table_error(what, origin.label)
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        raise pickle_error(origin.label)
    marked = head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) or options.encoding is not None
    odd = len(head.translate(None, _TEXT_BYTES))
    if not marked and odd * 20 > len(head):
        raise _no_table_error("neither text nor a format that is known", origin.label)


def _no_table_error(what: str, label: str) -> InputError:
    return InputError(
        f"this is not a table of scores: it is {what}",
        where=label,
        fix="give CSV, TSV, Parquet, JSON, Excel (.xlsx), ARFF, or a LaTeX or Markdown table",
        code="BO009",
    )


def read_text(text: str, *, origin: Origin, options: ReadOptions) -> Grid:
    """Return the grid of a text in any format that is known."""
    if not text.strip():
        raise empty_source_error(origin.label)
    if options.separator_character is not None:
        return _read_separated(text, options.separator_character, origin=origin, options=options)
    if reader := _find_reader(text):
        return reader(text, source=origin.label, name=origin.name)
    if text.lstrip().startswith("<"):
        raise _no_table_error("XML or HTML", origin.label)
    separator = find_separator(text, source=origin.label)
    if separator is None:
        return read_aligned(text, source=origin.label, name=origin.name)
    return _read_separated(text, separator, origin=origin, options=options)


def _read_separated(text: str, separator: str, *, origin: Origin, options: ReadOptions) -> Grid:
    if separator == " ":
        return read_aligned(text, source=origin.label, name=origin.name)
    return read_delimited(text, separator=separator, source=origin.label, name=origin.name, options=options)


def _find_reader(text: str) -> Callable[..., Grid] | None:
    """Return the reader of the first format that the text is in; None where columns are only separated."""
    for form in TEXT_FORMATS:
        if form.could_be(text) and (
            form.recognise is None or _import_function(form.module, form.recognise)(text)
        ):
            return _import_function(form.module, form.read)
    return None


def _has_pipes(text: str) -> bool:
    return "|" in text and any(rule in text for rule in ("--", "==", "|-", ":-"))


def _import_function(module: str, name: str) -> Callable[..., Grid]:
    return cast("Callable[..., Grid]", getattr(import_module(f"bakeoff.inputs.formats.{module}"), name))
