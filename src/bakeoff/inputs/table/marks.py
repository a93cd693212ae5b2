"""Signs in cells that are no numbers: marks of missing scores and of failed runs, footnotes, arrows, units."""

import re

_BLANKS = (
    "- -- --- – — ― −  n/a na n.a. n.a #n/a #na nan null none ? . .. n/d nd n.d. nil missing empty #null! "
    "n/r nr n.r. n/t n/c tbd tba tbc pending unavailable unknown skipped k.a. k.A. k.a s/d ✗ ✘ 无 なし 欠測 "
    "\\textemdash \\textendash"
)
_BLANK_PHRASES = ("not available", "not applicable", "not reported", "not tested", "no result", "no data")
_FAILED = (
    "oom oot oor m/o tle mle timeout time-out timed-out timedout t/o failed fail failure error err crash "
    "crashed dnf dnc dns dnt segfault exception infeasible "
    "killed aborted abort diverged #div/0! #value! #error! #num! #ref! "
)
_FAILED_PHRASES = (
    "time out",
    "timed out",
    "out of memory",
    "out of time",
    "memory error",
    "did not finish",
    "not converged",
    "did not converge",
    "mem out",
    "memout",
    "not run",
    "not finished",
)
UNIT = r"(?:s|sec|secs|seconds|ms|msec|µs|us|ns|min|mins|h|hrs|kb|mb|gb|tb|db|pp|pts|points)\.?"


def _variants(texts: list[str]) -> frozenset[str]:
    """Return texts in the ways of upper and lower case that people type."""
    forms = (str, str.lower, str.upper, str.capitalize, str.title)
    plain = {form(text) for text in texts for form in forms}
    return frozenset(plain | {f"({text})" for text in plain} | {f"[{text}]" for text in plain})


FAILURES = _variants([*_FAILED.split(), *_FAILED_PHRASES])
MISSING = frozenset({"", "NaN", "N/a"}) | _variants([*_BLANKS.split(), *_BLANK_PHRASES]) | FAILURES

_SIGNS = "*†‡§¶#↑↓▲▼△▽▴▾•◦∘●○⋆★☆✓✔⁎∗⬆⬇⇑⇓°'\"≈∼~🥇🥈🥉"
_RAISED = "¹²³⁴⁵⁶⁷⁸⁹⁰ᵃᵇᶜᵈᵉᶠ⁺⁻"
_LEADING = re.compile(rf"^(?:[{re.escape(_SIGNS)}]|\\(?:uparrow|downarrow|bullet|dagger|circ)\b)+\s*")
# A run of signs is taken whole: the ways to cut it double with each sign.
_TRAILING = re.compile(
    rf"\s*(?:\^?\(?[{re.escape(_SIGNS)}{_RAISED}]++\)?|\^[a-z*†\d,]{{1,3}}|(?<=\d)\s+v(?=$)|\^?\\(?:uparrow|downarrow|bullet|dagger|ddagger|circ|star|ast)\b)+$",
    re.IGNORECASE,
)
# What a score is above or below another, written behind it: 0.272 (±0.0004) (+1.20%)
_CHANGE = re.compile(r"\s*[(\[]\s*[+\-−]\s*\d+(?:[.,]\d+)?\s*\\?%\s*[)\]]$")
_LONGEST = 60  # characters; what is longer is no mark
_THOUSANDS = re.compile(r"^([+\-−]?\d{1,3}(?:[ '’\u00a0\u202f\u2009]\d{3})+)(?=[.,]|\D|$)")


def strip_marks(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a cell without footnote marks and arrows around its number, and the marks; digits of thousands together.

    >>> strip_marks("0.86*"), strip_marks("↑ 93.1†"), strip_marks("1 234.5"), strip_marks("0.84-0.88")
    (('0.86', ('*',)), ('93.1', ('↑', '†')), ('1234.5', ()), ('0.84-0.88', ()))
    >>> strip_marks("0.273 (±0.0004) (+1.20%)"), strip_marks("0.91 (-2.5 %)"), strip_marks("(+1.2%)")
    (('0.273 (±0.0004)', ('(+…%)',)), ('0.91', ('(+…%)',)), ('(+1.2%)', ()))
    """
    if not any(c.isdigit() for c in text):
        return text, ()
    marks = []
    if match := _LEADING.match(text):
        marks.append(match[0].strip())
        text = text[match.end() :]
    if (match := _TRAILING.search(text, max(0, len(text) - _LONGEST))) and any(
        c.isdigit() for c in text[: match.start()]
    ):
        marks.append(match[0].strip())
        text = text[: match.start()]
    if (match := _CHANGE.search(text, max(0, len(text) - _LONGEST))) and match.start():
        marks.append("(+…%)")
        text = text[: match.start()]
    text = _THOUSANDS.sub(lambda m: re.sub(r"[^\d+\-−]", "", m[1]), text)
    return text, tuple(marks)
