"""Muting: findings that the user has dealt with are listed by their code in place of their words, never dropped."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bakeoff.core.codes import CODES
from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import did_you_mean

LIST = "BO375"  # the finding that lists what was muted
KEYS = ("code", "severity", "message")


def require_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Return codes to be muted, each once, or say which of them there is not."""
    wanted = tuple(dict.fromkeys(codes))
    for code in wanted:
        if code not in CODES:
            raise UsageError(
                f"there is no code {code!r}{did_you_mean(code, list(CODES))}",
                where="--mute",
                fix="give the code that stands before a finding, such as --mute BO234",
                code="BO460",
            )
    return wanted


def muted(findings: Sequence[Finding], codes: Iterable[str]) -> tuple[Finding, ...]:
    """Return findings without those of some codes, and one more that lists what was muted, with all of its words.

    >>> note = Finding(code="BO234", severity=Severity.NOTE, message="picked")
    >>> [finding.message for finding in muted([note], ["BO234"])]
    ['muted: BO234 (an opportunity sample of datasets)']
    """
    wanted = {*require_codes(codes), LIST}
    words = dict.fromkeys(word for finding in findings if finding.code in wanted for word in _words(finding))
    if not words:
        return tuple(findings)
    counts = Counter(code for code, _, _ in words)
    shown = [f"{code} ({CODES[code]}{'' if n == 1 else f', {n} times'})" for code, n in counts.items()]
    told = Finding(
        code=LIST,
        severity=Severity.NOTE,
        message=f"muted: {', '.join(shown)}",
        detail={"muted": [dict(zip(KEYS, word, strict=True)) for word in words]},
    )
    return (*(finding for finding in findings if finding.code not in wanted), told)


def _words(finding: Finding) -> Iterator[tuple[str, ...]]:
    """Yield what is kept of a muted finding; of a list of such, all that is on it."""
    if finding.code != LIST:
        yield finding.code, str(finding.severity), finding.message
        return
    for word in finding.detail["muted"]:  # type: ignore[attr-defined]
        yield tuple(word[key] for key in KEYS)
