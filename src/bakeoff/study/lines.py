"""Where in a TOML file a key stands, so that a mistake can be shown by its line."""

import re

Path = tuple[str, ...]

_TABLE = re.compile(r"^\s*\[{1,2}([^\[\]]+)\]{1,2}\s*(#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_PART = re.compile(r"""[A-Za-z0-9_-]+|"[^"]*"|'[^']*'""")


def lines_of(text: str) -> dict[Path, int]:
    r"""Return the line of every table and key.

    >>> lines_of('seed = 1\n[tuning]\nfolds = 3')
    {('seed',): 1, ('tuning',): 2, ('tuning', 'folds'): 3}
    """
    found: dict[Path, int] = {}
    table: Path = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _TABLE.match(line):
            table = _parts(header[1])
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault(table + _parts(key[1]), number)
    return found


def line_of(path: Path, lines: dict[Path, int]) -> int | None:
    """Return the line of a key, or of the nearest thing around it that has one."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return None


def _parts(key: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(key))
