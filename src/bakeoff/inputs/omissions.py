"""What a user wants left out, taken out of evidence of any kind; and the record of what a reading left out."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding
from bakeoff.core.omissions import EvidencePart, Omissions, OmittedBy, omit, omit_count
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import did_you_mean, quote_text, write_list
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.clusters import refuse_clusters
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.roles import join_name_columns
from bakeoff.inputs.table.spellings import Role, is_summary, role_of

Table = Scores | Predictions
DROPPED = "--drop-incomplete"


def leave_out_names(evidence: Table, options: ReadOptions) -> Table:
    """Return evidence that was read already without the classifiers and datasets that the user wants left out.

    A name of `leave_out` means a classifier, or a dataset where no classifier is called so; `without` is of datasets.
    """
    refuse_clusters(options, what="this evidence has no columns", where=evidence.source)
    classifiers = [name for name in options.leave_out if name in evidence.classifiers]
    if classifiers:
        if len(set(evidence.classifiers) - set(classifiers)) < 2:
            raise _nothing_left_error("classifier", "--leave-out", evidence.source)
        evidence = evidence.without(*classifiers, how="--leave-out")
    unknown_names = [name for name in options.leave_out if name not in classifiers]
    evidence = leave_datasets_out(evidence, unknown_names, how="--leave-out")
    return leave_datasets_out(evidence, options.without, how="--without")


def leave_datasets_out(
    evidence: Table, names: Sequence[str], *, how: str, after_seeing: bool | None = None
) -> Table:
    """Return evidence without some of its datasets; refuse names that it lacks, and to leave nothing."""
    if not names:
        return evidence
    for name in names:
        if name not in evidence.datasets:
            raise _unknown_dataset_error(name, how, evidence)
    if not set(evidence.datasets) - set(names):
        raise _nothing_left_error("dataset", how, evidence.source)
    if isinstance(evidence, Predictions):
        return evidence.without_datasets(*names, how=how, after_seeing=after_seeing)
    is_left = np.array([name not in set(names) for name in evidence.datasets])
    return evidence.subset(is_left, how=how, after_seeing=after_seeing)


def _unknown_dataset_error(name: str, how: str, evidence: Table) -> UsageError:
    names = evidence.datasets
    return UsageError(
        f"there is no dataset {quote_text(name)} to leave out{did_you_mean(name, names)}",
        where=f"{how}, {evidence.source}",
        fix="name it exactly as the table does; the datasets are "
        f"{write_list([quote_text(n) for n in names], most=10)}",
        code="BO045",
    )


def _nothing_left_error(noun: str, how: str, source: str) -> UsageError:
    return UsageError(
        f"with these {noun}s left out, nothing is left to compare",
        where=f"{how}, {source}",
        fix=f"keep two {noun}s or more",
        code="BO045",
    )


def omitted_classifiers(
    options: ReadOptions,
    read_names: Callable[[ReadOptions], Iterable[str]],
    *,
    datasets: Sequence[str],
    columns: Collection[str] = (),
) -> Omissions:
    """Return the record of the classifiers that `leave_out` took away: those that there would be without it.

    `read_names` reads the names of classifiers by some options. Where nothing can be read with a name put back, it is
    a column that is no classifier, if the table has one called so; any other name counts that is not a dataset's.
    """
    if not options.leave_out:
        return ()
    found: dict[EvidencePart, list[str]] = {EvidencePart.CLASSIFIER: [], EvidencePart.COLUMN: []}
    for name in dict.fromkeys(options.leave_out):
        part = _part_of(name, options, read_names, columns=columns, datasets=datasets)
        if part is not None:
            found[part].append(name)
    return tuple(
        each
        for part, names in found.items()
        for each in omit(part, names, by=OmittedBy.USER, how="--leave-out")
    )


def _part_of(
    name: str,
    options: ReadOptions,
    read_names: Callable[[ReadOptions], Iterable[str]],
    *,
    columns: Collection[str],
    datasets: Sequence[str],
) -> EvidencePart | None:
    """Return what a name is that was left out; None where it is neither a classifier nor such a column."""
    others = tuple(each for each in options.leave_out if each != name)
    try:
        return (
            EvidencePart.CLASSIFIER if name in set(read_names(replace(options, leave_out=others))) else None
        )
    except BakeoffError:
        if name in columns:
            return EvidencePart.COLUMN
        return None if name in datasets else EvidencePart.CLASSIFIER


def omitted_rows(
    whole: Sequence[Grid],
    some: Sequence[Grid],
    options: ReadOptions,
    *,
    kept: Mapping[EvidencePart, Sequence[str]],
    examples: Sequence[str] | None = None,
) -> Omissions:
    """Return the record of what `only` took away of the whole: by name where a column has the names of what was `kept`.

    Of examples, `examples` are the columns that tell them apart, none where each row is one; None for scores.
    """
    if not options.only:
        return ()
    how = f"--only {' --only '.join(f'{column}={value}' for column, value in options.only)}"
    whole = [join_name_columns(grid, options=options) for grid in whole]
    lost = sum(grid.height for grid in whole) - sum(grid.height for grid in some)
    omissions: Omissions = ()
    for part, names in kept.items():
        gone = [
            name
            for before, after in zip(whole, some, strict=True)
            for name in _lost_names(before, after, names)
        ]
        omissions += omit(
            part, [n for n in dict.fromkeys(gone) if n not in names], by=OmittedBy.USER, how=how
        )
    if examples is not None:
        pairs = zip(whole, some, strict=True)
        number = max(
            (_count_examples(before, examples) - _count_examples(after, examples) for before, after in pairs),
            default=0,
        )
        return omissions + omit_count(EvidencePart.EXAMPLE, number, by=OmittedBy.USER, how=how)
    if omissions or all(role_of(column)[0] is Role.METRIC for column, _ in options.only):
        return omissions  # one of several measures is a choice of its own, which the reading tells
    return omit_count(EvidencePart.ROW, lost, by=OmittedBy.USER, how=how)


def _lost_names(before: Grid, after: Grid, names: Sequence[str]) -> list[str]:
    """Return the names that a column lost, if one has exactly the names that are left."""
    left = set(names)
    for old, new in zip(before.columns, after.columns, strict=True):
        if {t for t in map(str.strip, new.text()) if not is_summary(t)} == left:
            return [t for t in map(str.strip, old.text()) if t and t not in left and not is_summary(t)]
    return []


def _count_examples(grid: Grid, columns: Sequence[str]) -> int:
    """Return how many examples a grid has: different cells in these columns, or its rows."""
    texts = [c.text() for c in grid.columns if c.name.strip() in columns]
    return len(set(zip(*texts, strict=True))) if texts else grid.height


def reader_omissions(findings: Iterable[Finding], *, drops: bool) -> Omissions:
    """Return the record of what the reading itself left out, from what it says; `drops` where it was told to."""
    how = DROPPED if drops else ""
    omissions: Omissions = ()
    for finding in findings:
        detail: Any = finding.detail
        match finding.code:
            case "BO316":
                omissions += omit(EvidencePart.CLASSIFIER, detail["classifiers"], by=OmittedBy.READER)
                omissions += omit(EvidencePart.DATASET, detail["datasets"], by=OmittedBy.READER)
            case "BO312":
                omissions += omit_count(
                    EvidencePart.RESAMPLE, detail["resamples"], by=OmittedBy.MISSING, how=how
                )
            case "BO353":
                omissions += omit_count(
                    EvidencePart.EXAMPLE, detail["examples"], by=OmittedBy.MISSING, how=how
                )
    return omissions
