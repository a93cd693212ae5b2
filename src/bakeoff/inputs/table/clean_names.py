"""Names of classifiers and datasets: text, kept exactly, clean at the ends, and never code for a terminal."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.core.errors import InputError
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.plain_names import is_any_marked_up, plain_name
from bakeoff.core.spreadsheets import unguard_text
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas

_INVISIBLE = "\u200b\u2060\ufeff\u00ad\u180e"  # zero-width space, word joiner, byte order mark, soft hyphen
_ENDS = " \t\n\r\f\v\u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u2060\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x2010))
)
_BREAK = re.compile("[\t\n\r\f\v\u0085\u2028\u2029]")
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True, kw_only=True)
class CleanNames:
    """Clean names, and a finding where cleaning changed what a reader sees."""

    clean: tuple[str, ...]
    findings: tuple[Finding, ...] = ()


def clean_names(names: Sequence[str], *, kind: str, where: str) -> CleanNames:
    """Return the names without spaces around them; refuse control characters.

    A name such as NA, null, 007 or 1e5 is a name. Characters that reverse the direction of text are
    replaced by a visible escape, since they can make one name look like another.
    """
    names = _without_markup(names)
    if _are_clean(names):
        return CleanNames(clean=tuple(names))
    cleaned = tuple(map(_clean_name, names))
    _refuse_control(cleaned, kind=kind, where=where)
    escaped = tuple(_BIDI.sub(lambda m: f"\\u{ord(m[0]):04x}", name) for name in cleaned)
    changed = [n for n, original in zip(escaped, names, strict=True) if n != _trim_name(original)]
    if not changed:
        return CleanNames(clean=escaped)
    finding = Finding(
        code="BO319",
        severity=Severity.NOTE,
        message=f"invisible characters were taken out of, or made visible in, the {kind} "
        f"{'name' if len(changed) == 1 else 'names'} {join_with_commas(map(quote_text, changed))}",
        detail={"names": tuple(changed)},
    )
    return CleanNames(clean=escaped, findings=(finding,))


def _without_markup(names: Sequence[str]) -> Sequence[str]:
    """Return names as they are shown, without LaTeX; as they are where two of them would become the same."""
    if not is_any_marked_up(names):
        return names
    plain = {name: plain_name(name) for name in dict.fromkeys(names)}
    taken = Counter(plain.values())
    return [plain[name] if taken[plain[name]] == 1 else name for name in names]


def _are_clean(names: Sequence[str]) -> bool:
    text = f"|{'|'.join(names)}|"
    return text.isascii() and text.isprintable() and not any(end in text for end in ("| ", " |", "|'"))


def _clean_name(name: str) -> str:
    text = " ".join(name.split()) if _BREAK.search(name.strip(_ENDS)) else name
    return unguard_text("".join(c for c in text if c not in _INVISIBLE).strip(_ENDS))


def _trim_name(name: str) -> str:
    return unguard_text(" ".join(name.split()) if _BREAK.search(name.strip()) else name.strip())


def _refuse_control(names: Sequence[str], *, kind: str, where: str) -> None:
    bad = [name for name in names if any(unicodedata.category(c) in ("Cc", "Cs") for c in name)]
    if bad:
        raise InputError(
            f"the {kind} name {quote_text(bad[0])} contains control characters"
            + (f", and so do {len(bad) - 1:,} others" if len(bad) > 1 else ""),
            where=where,
            fix="take them out of the name; they can rewrite what a terminal shows",
            code="BO039",
        )


def name_key(name: str) -> str:
    """Return what two names share when they are the same name, however they were typed."""
    return unicodedata.normalize("NFC", name)


def find_duplicates(names: Sequence[str]) -> dict[str, list[int]]:
    """Return the names that occur more than once, with their indices."""
    keys = [name_key(name) for name in names]
    if len(set(keys)) == len(keys):
        return {}
    places: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        places.setdefault(key, []).append(index)
    return {key: indices for key, indices in places.items() if len(indices) > 1}


def case_findings(names: Sequence[str], *, kind: str) -> tuple[Finding, ...]:
    """Return a warning if names differ only in upper and lower case."""
    if "".join(names).islower() or len(set(map(str.casefold, names))) == len(names):
        return ()
    folded: dict[str, list[str]] = {}
    for name in names:
        folded.setdefault(name.casefold(), []).append(name)
    clashes = [group for group in folded.values() if len(group) > 1]
    pairs = join_with_commas((" and ".join(map(quote_text, group)) for group in clashes), most=3)
    return (
        Finding(
            code="BO309",
            severity=Severity.WARNING,
            message=f"{kind} names that differ only in upper and lower case are taken as different: {pairs}",
            detail={"names": tuple(tuple(group) for group in clashes)},
        ),
    )
