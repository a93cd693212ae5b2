"""Letters that no installed font has: what pictures cannot show of the names, said before they are written."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from types import MappingProxyType
from typing import TypeVar
from unicodedata import east_asian_width

from bakeoff.core.answers.audit import Audit
from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.predictions import Evidence
from bakeoff.core.words import write_count
from bakeoff.render.names import printable_name

PLAIN = "\u024f"  # up to here letters are Latin ones, which every font has
MOST_QUOTED = 12  # letters that are quoted
WIDE = ("W", "F")  # the letters of East Asia, as Unicode has it
PACKAGES = MappingProxyType(
    {True: ("Noto Sans CJK", "fonts-noto-cjk"), False: ("Noto Sans of their script", "fonts-noto-core")}
)

Judged = TypeVar("Judged", bound=Comparison | Audit)


def note_missing_letters(judged: Judged) -> Judged:
    """Return a comparison or audit with a finding where names have letters that PNG and PDF files cannot show."""
    findings = missing_letter_findings(_all_names(judged.evidence))
    have = {finding.code for finding in judged.findings}
    new = tuple(finding for finding in findings if finding.code not in have)
    return replace(judged, findings=judged.findings + new) if new else judged


def missing_letter_findings(names: Iterable[str]) -> tuple[Finding, ...]:
    """Return what is to be said of names with letters that no installed font has: nothing, or one finding."""
    foreign = {letter for name in names for letter in printable_name(name) if letter > PLAIN}
    if not foreign:
        return ()  # without waiting for matplotlib
    from bakeoff.render.figures.style import letters_without_font

    missing = letters_without_font(foreign)
    if not missing:
        return ()
    font, package = PACKAGES[any(east_asian_width(letter) in WIDE for letter in missing)]
    quoted = " ".join(missing[:MOST_QUOTED]) + (" …" if len(missing) > MOST_QUOTED else "")
    return (
        Finding(
            code="BO166",
            severity=Severity.NOTE,
            message=f"No installed font has {write_count(len(missing), 'letter')} of the names ({quoted}): PNG and PDF "
            "figures show boxes in their place. SVG figures, the report and the page show them. To mend it, install a "
            f"font such as {font} (on Debian: apt-get install {package}) and draw the figures again.",
            detail=MappingProxyType({"letters": missing, "package": package}),
        ),
    )


def _all_names(evidence: Evidence) -> Iterable[str]:
    parts = (evidence.classifiers, getattr(evidence, "datasets", ()), getattr(evidence, "classes", ()))
    return chain(*parts, (evidence.measure.name,))
