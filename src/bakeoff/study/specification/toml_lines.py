"""Where in a TOML file a key stands, so that a mistake can be shown by its line."""

import re

Path = tuple[str, ...]

_TABLE = re.compile(r"^\s*\[{1,2}([^\[\]]+)\]{1,2}\s*(#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def find_lines(text: str) -> dict[Path, int]:
    r"""Return the line of every table and key.

    >>> find_lines('seed = 1\n[tuning]\nfolds = 3')
    {('seed',): 1, ('tuning',): 2, ('tuning', 'folds'): 3}
    """
    line_numbers: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _split_key(header[1])
            line_numbers.setdefault(table, number)
        elif key := _KEY.match(line):
            line_numbers.setdefault(table + _split_key(key[1]), number)
    return line_numbers


def find_line(path: Path, lines: dict[Path, int]) -> int | None:
    """Return the line of a key, or of the nearest thing around it that has one."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def _split_key(key: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(key))
