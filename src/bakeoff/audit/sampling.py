"""BO113: how the datasets were chosen, and to what the verdict may be carried."""

from collections.abc import Iterator

from bakeoff.core.audits import Told
from bakeoff.core.comparison import Comparison
from bakeoff.core.datasets import SamplingKind, SamplingRecord
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import counted, listed


def population(comparison: Comparison, told: Told) -> Iterator[Finding]:
    """Yield to what population the verdict may be carried: the frame that was sampled, or datasets like these."""
    if comparison.design.on_examples or comparison.design.datasets < 2:
        yield _one_dataset(comparison)
        return
    record = told.sampling
    drawn = record is not None and record.kind is SamplingKind.SAMPLED
    message = _from_frame(record) if record is not None and drawn else _as_they_came(comparison)
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


def _from_frame(record: SamplingRecord) -> str:
    by = f", in strata by {listed(record.by)}" if record.by else ""
    return (
        f"The datasets were drawn by chance: {record.n} of the {record.n_frame:,} of {record.frame}{by}. The verdict "
        f"may be carried to that frame, and no further."
    )


def _as_they_came(comparison: Comparison) -> str:
    return (
        f"Nothing says that these {counted(comparison.design.datasets, 'dataset')} were drawn by chance from others, "
        "so the verdict is about them and whatever is like them; its p-value takes them as a random sample. "
        "bakeoff datasets sample draws one from a catalogue, before anything is run."
    )


def _one_dataset(comparison: Comparison) -> Finding:
    design = comparison.design
    what = "test set" if design.on_examples else "dataset"
    new = counted(2, design.group_noun if design.groups else "example").removeprefix("2 ")
    return Finding(
        code="BO113",
        severity=Severity.NOTE,
        message=f"This is one {what}: the verdict may be carried to new {new} from the same source, not to other "
        "datasets.",
        detail={"sampling": "one dataset", "datasets": 1},
    )
