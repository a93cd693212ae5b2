"""What a reader should know of leaks: what the frozen specification of a study says was seen in its data."""

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list

MANY = 0.35  # from so many test rows with a copy on, a score says little about new rows


def leak_findings(specification: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return findings on the class among the attributes, copies of test rows, standardised columns and dates."""
    contents = specification.get("contents", {})
    leaks = {
        kind: {
            name: content["leaks"][kind] for name, content in contents.items() if kind in _leaks_in(content)
        }
        for kind in ("class_among", "copies", "standardised", "dates")
    }
    return (
        *_class_findings(leaks["class_among"]),
        *_copy_findings(leaks["copies"]),
        *_standardised_findings(leaks["standardised"]),
        *_date_findings(leaks["dates"], str(specification["splitting"]["kind"])),
    )


def _leaks_in(content: Mapping[str, Any]) -> Mapping[str, Any]:
    leaks: Mapping[str, Any] = content.get("leaks", {})
    return leaks


def _class_findings(seen: Mapping[str, list[str]]) -> Iterator[Finding]:
    if seen:
        yield Finding(
            code="BO371",
            severity=Severity.WARNING,
            message=(
                f"attributes give the class away, one value for each: {_columns_text(seen)}; is it known when "
                "a class is to "
                "be predicted?"
            ),
            detail={"columns": dict(seen)},
        )


def _copy_findings(seen: Mapping[str, float]) -> Iterator[Finding]:
    if not seen:
        return
    shares = [
        f"{100 * share:.0f} % of {name}" for name, share in sorted(seen.items(), key=lambda one: -one[1])
    ]
    yield Finding(
        code="BO372",
        severity=Severity.WARNING if max(seen.values()) >= MANY else Severity.NOTE,
        message=(
            "test rows have an exact copy, class included, among their training rows, which favours classifiers that "
            f"remember: {write_list(shares, most=4)}"
        ),
        detail={"shares": dict(seen)},
    )


def _standardised_findings(seen: Mapping[str, int]) -> Iterator[Finding]:
    if seen:
        counts = [f"{name} ({count})" for name, count in seen.items()]
        yield Finding(
            code="BO373",
            severity=Severity.NOTE,
            message=(
                "columns have mean 0 and standard deviation 1 over all rows: standardised before the study, test rows "
                f"included, and not inside each training set: {write_list(counts, most=4)}"
            ),
            detail={"columns": dict(seen)},
        )


def _date_findings(seen: Mapping[str, list[str]], kind: str) -> Iterator[Finding]:
    if seen and kind not in ("time-series", "given"):
        column = next(iter(seen.values()))[0]
        yield Finding(
            code="BO374",
            severity=Severity.WARNING,
            message=(
                f"there are dates in {_columns_text(seen)}, and {kind} trains on later rows than it tests on; "
                "if the rows "
                f'follow each other in time, add #time={column} to the dataset and set kind = "time-series"'
            ),
            detail={"columns": dict(seen)},
        )


def _columns_text(seen: Mapping[str, list[str]]) -> str:
    texts = [f"{name} ({write_list([repr(c) for c in columns], most=3)})" for name, columns in seen.items()]
    return write_list(texts, most=3)
