"""From bytes to text: by the byte order mark, by what the user said, or as UTF-8; never by a guess."""

from bakeoff.core.errors import InputError
from bakeoff.core.words import quote_text
from bakeoff.inputs.formats.origin import Origin
from bakeoff.inputs.options import ReadOptions

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


def decode(origin: Origin, *, options: ReadOptions) -> str:
    """Return the text, with one kind of line end and without a byte order mark."""
    marked = next((name for mark, name in _MARKS if origin.data.startswith(mark)), None)
    encoding = options.encoding or marked or "utf-8"
    try:
        text = origin.data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _encoding_error(origin, encoding, error) from None
    except (UnicodeError, ValueError) as error:
        raise _encoding_error(origin, encoding, None) from error
    if "\0" in text:
        raise _nul_error(origin, text.index("\0"))
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _encoding_error(origin: Origin, encoding: str, error: UnicodeDecodeError | None) -> InputError:
    at = "" if error is None else f": byte 0x{origin.data[error.start]:02x} at offset {error.start:,}"
    line = 1 if error is None else origin.data.count(b"\n", 0, error.start) + 1
    return InputError(
        f"the text is not {encoding}{at}",
        where=f"{origin.label}, line {line:,}",
        fix="name the encoding, such as --encoding cp1252 (Windows) or --encoding latin-1",
        code="BO011",
    )


def _nul_error(origin: Origin, offset: int) -> InputError:
    head = origin.data[:1000]
    many = head.count(0) * 3 > len(head)
    fix = (
        "it looks like UTF-16: give --encoding utf-16-le" if many else "export the table again as plain text"
    )
    return InputError(
        f"the text contains {quote_text(chr(0))} at offset {offset:,}",
        where=origin.label,
        fix=fix,
        code="BO010",
    )
