"""Which format bytes are in, by what they contain rather than by what the file is called."""

from collections.abc import Callable

from bakeoff.core.errors import InputError
from bakeoff.inputs import tsml, weka
from bakeoff.inputs.aligned import read_aligned
from bakeoff.inputs.decoding import decode
from bakeoff.inputs.delimited import find_separator, read_delimited
from bakeoff.inputs.grid import Grid
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.packed import unpack
from bakeoff.inputs.rows import nothing_in
from bakeoff.inputs.sources import Origin, pickle_refused

_KNOWN: dict[bytes, str] = {
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
_FINE = frozenset(range(32, 256)) | frozenset(b"\t\n\r\f\v\x1b")


def grid_of_bytes(origin: Origin, *, options: ReadOptions) -> Grid:
    """Return the grid of bytes in any format that is known; unpack them first if they are packed."""
    if not origin.data:
        raise nothing_in(origin.label)
    origin = unpack(origin, options=options)
    if origin.data.startswith(b"PAR1"):
        from bakeoff.inputs.parquet import read_parquet

        return read_parquet(origin, options=options)
    if origin.data.startswith(b"PK"):
        from bakeoff.inputs.excel import read_workbook

        return read_workbook(origin, options=options)
    _refuse_binary(origin, options=options)
    return grid_of_text(decode(origin, options=options), origin=origin, options=options)


def _refuse_binary(origin: Origin, *, options: ReadOptions) -> None:
    head = origin.data[:4000]
    for magic, what in _KNOWN.items():
        if head.startswith(magic):
            raise _not_a_table(what, origin.label)
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        raise pickle_refused(origin.label)
    marked = head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")) or options.encoding is not None
    odd = sum(byte not in _FINE and byte != 0 for byte in head)
    if not marked and odd * 20 > len(head):
        raise _not_a_table("neither text nor a format that is known", origin.label)


def _not_a_table(what: str, label: str) -> InputError:
    return InputError(
        f"this is not a table of scores: it is {what}",
        where=label,
        fix="give CSV, TSV, Parquet, JSON, Excel (.xlsx), ARFF, or a LaTeX or Markdown table",
        code="BO009",
    )


def grid_of_text(text: str, *, origin: Origin, options: ReadOptions) -> Grid:
    """Return the grid of a text in any format that is known."""
    if not text.strip():
        raise nothing_in(origin.label)
    if options.separator_character is not None:
        return _delimited(text, options.separator_character, origin=origin, options=options)
    if reader := _reader(text):
        return reader(text, source=origin.label, name=origin.name)
    if text.lstrip().startswith("<"):
        raise _not_a_table("XML or HTML", origin.label)
    if tsml.is_predictions(text):
        return tsml.read_predictions(text, source=origin.label, name=origin.name)
    separator = find_separator(text, source=origin.label)
    if separator is None:
        return read_aligned(text, source=origin.label, name=origin.name)
    return _delimited(text, separator, origin=origin, options=options)


def _delimited(text: str, separator: str, *, origin: Origin, options: ReadOptions) -> Grid:
    if separator == " ":
        return read_aligned(text, source=origin.label, name=origin.name)
    return read_delimited(text, separator=separator, source=origin.label, name=origin.name, options=options)


def _reader(text: str) -> Callable[..., Grid] | None:
    """Return the reader of a format that is known by its look; formats are imported when they are met."""
    start = text.lstrip()[:1]
    if start in ("{", "["):
        from bakeoff.inputs.json_tables import read_json

        return read_json
    if start in ("@", "%"):
        from bakeoff.inputs.arff import is_arff, read_arff

        if is_arff(text):
            return read_arff
    if weka.is_weka_csv(text):
        return weka.read_weka_csv
    if weka.is_tester_output(text):
        return weka.read_tester_output
    return _drawn(text)


def _drawn(text: str) -> Callable[..., Grid] | None:
    if "\\" in text and "&" in text:
        from bakeoff.inputs.latex import is_latex, read_latex

        if is_latex(text):
            return read_latex
    if "|" in text and ("--" in text or "==" in text or "|-" in text or ":-" in text):
        from bakeoff.inputs.pipes import is_piped, read_piped

        if is_piped(text):
            return read_piped
    return None
