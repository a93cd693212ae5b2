"""Muting: findings that the user has dealt with are listed by their code in place of their words, never dropped."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from bakeoff.core.codes import CODES
from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import did_you_mean

LIST_CODE = "BO375"  # the finding that lists what was muted
KEYS = ("code", "severity", "message")


def require_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Return codes to be muted, each once, or say which of them there is not."""
    unique = tuple(dict.fromkeys(codes))
    for code in unique:
        if code not in CODES:
            raise UsageError(
                f"there is no code {code!r}{did_you_mean(str(code), list(CODES))}",
                where="--mute",
                fix="give the code that stands before a finding, such as --mute BO234",
                code="BO460",
            )
    return unique


def mute_findings(findings: Sequence[Finding], codes: Iterable[str]) -> tuple[Finding, ...]:
    """Return findings without those of some codes, and one more that lists what was muted, with all of its words.

    >>> note = Finding(code="BO234", severity=Severity.NOTE, message="picked")
    >>> [finding.message for finding in mute_findings([note], ["BO234"])]
    ['muted: BO234 (an opportunity sample of datasets)']
    """
    muted_codes = {*require_codes(codes), LIST_CODE}
    words = dict.fromkeys(
        word for finding in findings if finding.code in muted_codes for word in _muted_words(finding)
    )
    if not words:
        return tuple(findings)
    counts = Counter(code for code, _, _ in words)
    texts = [f"{code} ({CODES[code]}{'' if n == 1 else f', {n} times'})" for code, n in counts.items()]
    listing = Finding(
        code=LIST_CODE,
        severity=Severity.NOTE,
        message=f"muted: {', '.join(texts)}",
        detail={"muted": [dict(zip(KEYS, word, strict=True)) for word in words]},
    )
    return (*(finding for finding in findings if finding.code not in muted_codes), listing)


def _muted_words(finding: Finding) -> Iterator[tuple[str, ...]]:
    """Yield what is kept of a muted finding; of a list of such, all that is on it."""
    if finding.code != LIST_CODE:
        yield finding.code, str(finding.severity), finding.message
        return
    for word in finding.detail["muted"]:  # type: ignore[attr-defined]
        yield tuple(word[key] for key in KEYS)
