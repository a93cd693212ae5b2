"""What a long table in LaTeX prints again on every page: heads and feet, which are no rows of it."""

import re

_END = re.compile(r"\\(endfirsthead|endhead|endfoot|endlastfoot)(?![a-zA-Z])")


def print_once(body: str) -> str:
    r"""Return the body of a long table without feet and repeated heads; blanks take their place, line for line.

    >>> " ".join(print_once(r"A & B \\ \endfirsthead Continued \\ A & B \\ \endhead 1 & 2 \\").split())
    'A & B \\\\ \\endfirsthead 1 & 2 \\\\'
    >>> print_once(r"A & B \\ \endhead 1 & 2 \\")
    'A & B \\\\ \\endhead 1 & 2 \\\\'
    """
    ends = list(_END.finditer(body))
    once = "endfirsthead" if any(end[1] == "endfirsthead" for end in ends) else "endhead"
    kept, start = [], 0
    for end in ends:
        part = body[start : end.end()]
        kept.append(part if end[1] == once else re.sub(r"[^\n]", " ", part))
        start = end.end()
    return "".join((*kept, body[start:]))
