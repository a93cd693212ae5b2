"""BO165: where the datasets lie among those that are known, and how far that reaches."""

from collections.abc import Iterator

from bakeoff.audit.wording import short
from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.spaces import CatalogueSpace, PropertyRange
from bakeoff.core.words import counted, listed

COUNTED = ("rows", "attributes", "classes")
WORDS = {
    "majority_share": "share of the largest class",
    "missing_share": "share of missing values",
    "categorical_share": "share of categorical attributes",
}


def reach(comparison: Comparison) -> Iterator[Finding]:
    """Yield the range of each property, and how many known datasets lie beyond it: nothing speaks for such."""
    space = comparison.space
    if space is None:
        return
    yield Finding(
        code="BO165",
        severity=Severity.NOTE,
        message=f"{_own(space)} {_others(space)}",
        detail={
            "properties_from": space.properties_from,
            "compared": len(space.compared),
            "others": len(space.others),
            "within": [d.name for d in space.others if d.within],
            "beyond": [d.name for d in space.others if not d.within],
            "unknown": list(space.unknown),
            "ranges": {r.name: {"low": r.low, "high": r.high, "beyond": r.beyond} for r in space.ranges},
        },
    )


def _own(space: CatalogueSpace) -> str:
    told = [_range(r) for r in space.ranges]
    some = f" ({len(space.unknown)} more are not known)" if space.unknown else ""
    return f"These {counted(len(space.compared), 'dataset')}{some} have {listed(told, most=len(told))}."


def _others(space: CatalogueSpace) -> str:
    others, within = space.others, sum(d.within for d in space.others)
    many = f"Of {counted(len(others), 'other known dataset')}"
    if within == len(others):
        return f"{many} all lie within: the verdict says nothing against being carried to such."
    most = max(space.ranges, key=lambda r: r.beyond)
    return (
        f"{many} {within:,} lie within all of that; {len(others) - within:,} do not, most often by {_word(most)} "
        f"({most.beyond:,}): to such the verdict may not be carried."
    )


def _range(of: PropertyRange) -> str:
    ends = f"{_value(of.low)} to {_value(of.high)}"
    return f"{ends} {of.name}" if of.name in COUNTED else f"{_word(of)} {ends}"


def _word(of: PropertyRange) -> str:
    return WORDS.get(of.name, of.name)


def _value(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else short(value)
