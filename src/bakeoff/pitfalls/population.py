"""BO113 and BO165: how the datasets were chosen, and to what datasets the verdict may be carried."""

from collections.abc import Iterator

from bakeoff.core.answers.audit import ClaimContext
from bakeoff.core.answers.catalogue_space import CatalogueSpace, PropertyRange
from bakeoff.core.comparison import Comparison
from bakeoff.core.datasets import SamplingKind, SamplingRecord
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_count, write_list
from bakeoff.pitfalls.wording import write_short


def find_population(comparison: Comparison, context: ClaimContext) -> Iterator[Finding]:
    """Yield to what population the verdict may be carried: the frame that was sampled, or datasets like these."""
    if comparison.design.of_items:
        return  # the answer itself says whether it is about these tasks or tasks like these
    if comparison.design.on_examples or comparison.design.datasets < 2:
        yield _one_dataset_finding(comparison)
        return
    record = context.sampling
    is_sampled = record is not None and record.kind is SamplingKind.SAMPLED
    message = _write_sampled(record) if record is not None and is_sampled else _write_unsampled(comparison)
    yield Finding(
        code="BO113",
        severity=Severity.NOTE,
        message=message,
        detail={
            "sampling": record.kind.value if record else "unknown",
            "frame": record.frame if record else None,
            "frame_size": record.n_frame if record else None,
            "strata": list(record.by) if record else [],
            "reason": record.reason if record else "",
            "datasets": comparison.design.datasets,
        },
    )


def _write_sampled(record: SamplingRecord) -> str:
    by = f", in strata by {write_list(record.by)}" if record.by else ""
    return (
        f"The datasets were drawn by chance: {record.n} of the {record.n_frame:,} of {record.frame}{by}. The verdict "
        f"may be carried to that frame, and no further."
    )


def _write_unsampled(comparison: Comparison) -> str:
    return (
        f"Nothing says that these {write_count(comparison.design.datasets, 'dataset')} were drawn by chance from "
        "others, as the p-value supposes: the verdict is about them and datasets like them. Before anything is run, "
        "bakeoff datasets sample draws datasets from a catalogue."
    )


def _one_dataset_finding(comparison: Comparison) -> Finding:
    design = comparison.design
    what = "test set" if design.on_examples else "dataset"
    new = write_count(2, design.group_noun if design.groups else "example").removeprefix("2 ")
    return Finding(
        code="BO113",
        severity=Severity.NOTE,
        message=f"This is one {what}: the verdict may be carried to new {new} from the same source, not to other "
        "datasets.",
        detail={"sampling": "one dataset", "datasets": 1},
    )


COUNT_PROPERTIES = ("rows", "attributes", "classes")
PROPERTY_WORDS = {
    "majority_share": "share of the largest class",
    "missing_share": "share of missing values",
    "categorical_share": "share of categorical attributes",
}


def find_reach(comparison: Comparison) -> Iterator[Finding]:
    """Yield the range of each property, and how many known datasets lie beyond it: nothing speaks for such."""
    space = comparison.space
    if space is None:
        return
    yield Finding(
        code="BO165",
        severity=Severity.NOTE,
        message=f"{_write_own_ranges(space)} {_write_others_beyond(space)}",
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


def _write_own_ranges(space: CatalogueSpace) -> str:
    phrases = [_write_range(r) for r in space.ranges]
    some = f" ({len(space.unknown)} more are not known)" if space.unknown else ""
    return f"These {write_count(len(space.compared), 'dataset')}{some} have {write_list(phrases, most=len(phrases))}."


def _write_others_beyond(space: CatalogueSpace) -> str:
    others, within = space.others, sum(d.within for d in space.others)
    many = f"Of {write_count(len(others), 'other known dataset')}"
    if within == len(others):
        return f"{many} all lie within: the verdict says nothing against being carried to such."
    most = max(space.ranges, key=lambda r: r.beyond)
    return (
        f"{many} {within:,} lie within all of that; {len(others) - within:,} do not, most often by "
        f"{_property_word(most)} "
        f"({most.beyond:,}): to such the verdict may not be carried."
    )


def _write_range(of: PropertyRange) -> str:
    ends = f"{_write_value(of.low)} to {_write_value(of.high)}"
    return f"{ends} {of.name}" if of.name in COUNT_PROPERTIES else f"{_property_word(of)} {ends}"


def _property_word(of: PropertyRange) -> str:
    return PROPERTY_WORDS.get(of.name, of.name)


def _write_value(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else write_short(value)
