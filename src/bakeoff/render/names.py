"""Names on a terminal: text as it is, at a width, and never an escape sequence."""

from unicodedata import category, combining, east_asian_width


def printable_name(name: str) -> str:
    r"""Return a name with control and direction-changing characters made visible.

    >>> print(printable_name("a\x1b[31mb"))
    a\x1b[31mb
    """
    return "".join(_escape_character(c) if category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else c for c in name)


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def fit_name(name: str, columns: int) -> str:
    """Return a name cut to at most `columns`, padded on the right.

    >>> fit_name("soybean", 10), fit_name("a very long dataset name", 10)
    ('soybean   ', 'a very lo…')
    """
    text = printable_name(name)
    if width(text) > columns:
        while width(text) > columns - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (columns - width(text))


def _escape_character(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}"
