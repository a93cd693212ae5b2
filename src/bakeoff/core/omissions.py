"""What was left out of the evidence: what, by whom, how and when. Evidence carries it wherever it goes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bakeoff.core.reprs import describe_record
from bakeoff.core.words import write_count, write_list


class EvidencePart(StrEnum):
    """What can be left out of evidence."""

    DATASET = "dataset"
    CLASSIFIER = "classifier"
    EXAMPLE = "example"
    RESAMPLE = "resample"
    COLUMN = "column"  # of a table, that cannot be read as a classifier
    MODEL = "model"
    ITEM = "item"
    TASK = "task"
    ROW = "row"  # of a table, where no dataset, classifier or example goes with it


class OmittedBy(StrEnum):
    """Who left it out."""

    USER = "user"
    READER = "reader"  # it held nothing to compare
    MISSING = "missing"  # the rule for missing scores or predictions


REASONS = {
    OmittedBy.USER: "left out by hand",
    OmittedBy.READER: "without any score",
    OmittedBy.MISSING: "left out because something is missing",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Omission:
    """One thing that was done: so many of one kind left out, by whom and how."""

    __repr__ = describe_record

    part: EvidencePart
    count: int
    by: OmittedBy
    names: tuple[str, ...] = ()  # empty where they have none
    how: str = ""  # in words of the door: "--only fold=1"
    after_seeing: bool | None = None  # whether the answer with them was seen before; None where nobody knows

    @property
    def words(self) -> str:
        """What was left out, and why: '2 datasets (iris and wine) left out by hand'."""
        names = f" ({write_list(self.names)})" if self.names else ""
        when = ", after the answer with " + ("it" if self.count == 1 else "them") + " was seen"
        how = f" ({self.how})" if self.how else ""
        return f"{write_count(self.count, self.part)}{names} {REASONS[self.by]}{how}{when if self.after_seeing else ''}"


Omissions = tuple[Omission, ...]


def omit(
    part: EvidencePart,
    names: Sequence[str],
    *,
    by: OmittedBy,
    how: str = "",
    after_seeing: bool | None = None,
) -> Omissions:
    """Return the record of what was left out by name; nothing where there is no name."""
    if not names:
        return ()
    return (
        Omission(part=part, count=len(names), by=by, names=tuple(names), how=how, after_seeing=after_seeing),
    )


def omit_count(part: EvidencePart, count: int, *, by: OmittedBy, how: str = "") -> Omissions:
    """Return the record of so many that have no names; nothing where there are none."""
    return (Omission(part=part, count=count, by=by, how=how),) if count else ()


def omitted_names(
    omissions: Iterable[Omission], part: EvidencePart, *, by: OmittedBy | None = None
) -> tuple[str, ...]:
    """Return the names of everything of one kind that was left out, each once; by one of the three, or by all."""
    matching = (o for o in omissions if o.part is part and by in (None, o.by))
    return tuple(dict.fromkeys(name for o in matching for name in o.names))


def count_omitted(omissions: Iterable[Omission], part: EvidencePart, *, by: OmittedBy | None = None) -> int:
    """Return how many of one kind were left out."""
    return sum(o.count for o in omissions if o.part is part and by in (None, o.by))


def mark_seen(omissions: Omissions, names: Iterable[str]) -> Omissions:
    """Return the omissions with those that name one of these datasets marked as made after the answer was seen.

    >>> (made,) = mark_seen(omit(EvidencePart.DATASET, ["iris"], by=OmittedBy.USER), ["iris", "wine"])
    >>> made.words
    '1 dataset (iris) left out by hand, after the answer with it was seen'
    """
    known = {name.casefold().strip() for name in names}
    return tuple(
        replace(o, after_seeing=True)
        if o.by is OmittedBy.USER
        and o.part is EvidencePart.DATASET
        and any(n.casefold().strip() in known for n in o.names)
        else o
        for o in omissions
    )


def write_aside(omissions: Omissions, part: EvidencePart) -> str:
    """Return how many of one kind were left out, and why, as an aside: '2 left out by hand, 1 without any score'.

    >>> write_aside(omit(EvidencePart.DATASET, ["iris", "wine"], by=OmittedBy.USER), EvidencePart.DATASET)
    '2 left out by hand'
    """
    counts = {by: count_omitted(omissions, part, by=by) for by in OmittedBy}
    return ", ".join(f"{count:,} {REASONS[by]}" for by, count in counts.items() if count)
