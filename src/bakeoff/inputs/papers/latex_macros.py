"""Commands that a paper defines for itself, put in where they are used."""

import re
from dataclasses import dataclass

_DEFINED = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|NewDocumentCommand|RenewDocumentCommand)\*?\s*"
    r"(?:\{\s*\\([a-zA-Z@]+)\s*\}|\\([a-zA-Z@]+))\s*(?:\[(\d)\])?\s*(?:\[([^\]]{0,200})\])?\s*(?=\{)"
)
_DEF = re.compile(r"\\(?:e|g|x)?def\s*\\([a-zA-Z@]+)\s*((?:#\d)*)\s*(?=\{)")
_LET = re.compile(r"\\let\s*\\([a-zA-Z@]+)\s*=?\s*\\([a-zA-Z@]+)")
_OPERATOR = re.compile(r"\\DeclareMathOperator\*?\s*\{?\s*\\([a-zA-Z@]+)\s*\}?\s*(?=\{)")
_USE = re.compile(r"\\([a-zA-Z@]+)")
_LONGEST = 400_000
_DEEPEST = 12
# What prints as we know it, whatever the definition behind it says in terms of drawing.
_KEPT = frozenset(
    [
        "textbf",
        "textit",
        "emph",
        "underline",
        "cite",
        "citep",
        "citet",
        "ref",
        "label",
        "caption",
        "begin",
        "end",
        "multirow",
        "multicolumn",
        "cellcolor",
        "textcolor",
        "color",
        "toprule",
        "midrule",
        "bottomrule",
        "cmidrule",
        "hline",
        "pm",
        "uparrow",
        "downarrow",
        "checkmark",
        "cmark",
        "xmark",
        "makecell",
        "thead",
        "shortstack",
        "rotatebox",
        "arraystretch",
        "tabcolsep",
        "item",
        "section",
        "subsection",
    ]
)


@dataclass(frozen=True, slots=True)
class Macro:
    """A command with its number of arguments, the default of the first, and what it stands for."""

    arguments: int
    default: str | None
    body: str


def find_macros(text: str) -> dict[str, Macro]:
    """Return the commands that a text defines; the last definition of a name holds."""
    macros: dict[str, Macro] = {}
    for match in _DEFINED.finditer(text):
        name, body = match[1] or match[2], group_at(text, match.end())
        if body is not None:
            macros[name] = Macro(int(match[3] or 0), match[4], body)
    for match in _DEF.finditer(text):
        body = group_at(text, match.end())
        if body is not None:
            macros[match[1]] = Macro(match[2].count("#"), None, body)
    for match in _OPERATOR.finditer(text):
        body = group_at(text, match.end())
        if body is not None:
            macros[match[1]] = Macro(0, None, body)
    for match in _LET.finditer(text):
        macros.setdefault(match[1], Macro(0, None, f"\\{match[2]} "))
    return {
        name: macro
        for name, macro in macros.items()
        if name not in _KEPT and not re.search(rf"\\{name}(?![a-zA-Z@])", macro.body)
    }


def expand_macros(text: str, macros: dict[str, Macro], depth: int = _DEEPEST) -> str:
    """Return a text with the paper's own commands put in."""
    if not macros or depth == 0 or not any(m[1] in macros for m in _USE.finditer(text)):
        return text
    parts: list[str] = []
    at = size = 0
    for match in _USE.finditer(text):
        if (
            match.start() < at
            or match[1] not in macros
            or (text[max(0, match.start() - 1)] == "\\" and _is_escaped(text, match.start()))
        ):
            continue
        macro = macros[match[1]]
        values, end = _take_arguments(text, match.end(), macro)
        body = macro.body
        for number, value in enumerate(values, start=1):
            body = body.replace(f"#{number}", value)
        parts += [text[at : match.start()], body]
        size += len(body)
        at = end
        if size > _LONGEST:
            break
    return expand_macros("".join([*parts, text[at:]]), macros, depth - 1)


def group_at(text: str, start: int) -> str | None:
    """Return what stands between the brace at a place and the one that closes it."""
    depth = 0
    index = start
    while index < len(text):
        letter = text[index]
        if letter == "\\":
            index += 2
            continue
        depth += (letter == "{") - (letter == "}")
        if depth == 0:
            return text[start + 1 : index]
        index += 1
    return None


def _is_escaped(text: str, start: int) -> bool:
    """Say whether the backslash at a place is the second of a double one."""
    count = 0
    while start > count and text[start - count - 1] == "\\":
        count += 1
    return count % 2 == 1


def _take_arguments(text: str, at: int, macro: Macro) -> tuple[list[str], int]:
    values: list[str] = []
    if macro.default is not None:
        match = re.compile(r"\s*\[([^\]]*)\]").match(text, at)
        values.append(match[1] if match else macro.default)
        at = match.end() if match else at
    while len(values) < macro.arguments:
        match = re.compile(r"\s*").match(text, at)
        begin = match.end() if match else at
        if begin >= len(text):
            break
        if text[begin] == "{":
            group = group_at(text, begin)
            if group is None:
                break
            values.append(group)
            at = begin + len(group) + 2
        else:
            token = re.compile(r"\\[a-zA-Z@]+|\\.|.", re.DOTALL).match(text, begin)
            values.append(token[0] if token else "")
            at = begin + len(values[-1])
    if not macro.arguments and text[at : at + 2] == "{}":
        at += 2
    return values, at
