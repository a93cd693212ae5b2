"""Muting: findings that the user has dealt with are listed by their code in place of their words, never dropped."""

from collections import Counter
from collections.abc import Iterable, Sequence

from bakeoff.core.codes import CODES
from bakeoff.core.errors import UsageError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import did_you_mean


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
    wanted = require_codes(codes)
    hidden = [finding for finding in findings if finding.code in wanted]
    if not hidden:
        return tuple(findings)
    counts = Counter(finding.code for finding in hidden)
    shown = [f"{code} ({CODES[code]}{'' if n == 1 else f', {n} times'})" for code, n in counts.items()]
    told = Finding(
        code="BO375",
        severity=Severity.NOTE,
        message=f"muted: {', '.join(shown)}",
        detail={
            "muted": [{"code": f.code, "severity": str(f.severity), "message": f.message} for f in hidden]
        },
    )
    return (*(finding for finding in findings if finding.code not in wanted), told)
