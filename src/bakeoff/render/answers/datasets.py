"""Datasets, their properties and samples of them, in words and as JSON."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Protocol

from bakeoff.core.datasets import Dataset, DatasetProperties, SamplingRecord
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list
from bakeoff.render.findings import finding_dicts, finding_lines
from bakeoff.render.lines import Line, Span, line, wrap_paragraph
from bakeoff.render.names import fit_name, printable_name, width

SCHEMA = "bakeoff/datasets/1"


class DatasetSummary(Protocol):
    """What a list shows of a dataset."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def reference(self) -> str:
        """Where it is to be had."""

    @property
    def rows(self) -> int:
        """Its size."""

    @property
    def attributes(self) -> int:
        """Its width."""

    @property
    def classes(self) -> int:
        """The number of its classes."""

    @property
    def missing_share(self) -> float:
        """The share of its cells that are missing."""


def datasets_document(**content: object) -> dict[str, Any]:
    """Return content under the schema of datasets."""
    return {"schema": SCHEMA, "version": __version__, **content}


def new_name_lines(renamed: list[tuple[str, str]]) -> list[Line]:
    """Return what is said of datasets whose name was taken, each with the name that it got."""
    return [
        *(
            line(
                f"  {printable_name(name)}: the catalogue has another {printable_name(taken)}; FILE#name=NAME names it "
                "as you like"
            )
            for taken, name in renamed
        ),
        *([[]] if renamed else []),
    ]


def catalogue_lines(entries: Sequence[DatasetSummary]) -> list[Line]:
    """Return the catalogue as a table."""
    label = max([width(printable_name(e.name)) for e in entries] + [7])
    head = (
        f"  {'dataset':<{label}}  {'rows':>8}  {'attributes':>10}  {'classes':>7}  {'missing':>7}  reference"
    )
    rows = [
        line(
            f"  {fit_name(e.name, label)}  {e.rows:>8,}  {e.attributes:>10,}  {e.classes:>7,}  "
            f"{_percent(e.missing_share):>7}  {printable_name(e.reference)}"
        )
        for e in entries
    ]
    return [[], line(Span(head, "dim")), *rows, []]


def description_dict(dataset: Dataset, properties: DatasetProperties) -> dict[str, Any]:
    """Return a dataset and its properties as JSON."""
    return {
        "name": dataset.name,
        "source": dataset.source,
        "digest": dataset.digest,
        "classes": list(dataset.classes),
        "columns": [c.name for c in dataset.features],
        "bayes_error": dataset.bayes_error,
        "splits": len(dataset.splits),
        "properties": {**asdict(properties), "difficulty": properties.difficulty},
        "findings": finding_dicts(dataset.findings),
    }


def description_lines(dataset: Dataset, properties: DatasetProperties, *, columns: int) -> list[Line]:
    """Return a dataset and its properties as a short page."""
    p = properties
    facts = {
        "size": f"{write_count(p.rows, 'row')} × {write_count(p.attributes, 'attribute')} "
        f"({p.numeric:,} numeric, {p.categorical:,} categorical)",
        "classes": f"{p.classes:,}: {write_list([printable_name(name) for name in dataset.classes])}",
        "balance": f"largest class {_percent(p.majority_share)}, smallest {write_count(p.smallest_class, 'row')}; "
        f"entropy {p.entropy:.2f} of 1",
        "missing": f"{_percent(p.missing_share)} of the cells, in {_percent(p.rows_with_missing)} of the rows",
        "columns": f"{write_count(p.empty_columns, 'empty column')}, "
        f"{write_count(p.constant_columns, 'constant column')}",
        "repeated": f"{write_count(p.duplicates, 'row')} repeated; {_percent(p.noise_floor)} of the rows "
        "contradict others "
        "with the same attributes",
        **_difficulty(p),
        "source": printable_name(dataset.source),
        "digest": dataset.digest,
    }
    rows = [line(Span(f"  {key:<11}", "dim"), text) for key, text in facts.items()]
    finding_rows = finding_lines(dataset.findings, columns)
    return [[], line(Span(f"  {printable_name(dataset.name)}", "bold")), *rows, [], *finding_rows]


def _difficulty(properties: DatasetProperties) -> dict[str, str]:
    marks = properties.landmarks
    if marks is None:
        return {}
    some = "" if marks.rows == properties.rows else f" of {marks.rows:,} rows drawn with seed {marks.seed}"
    rows = {
        "accuracy": f"majority {marks.majority:.3f}, nearest neighbour {marks.nearest_neighbour:.3f}, "
        f"stump {marks.stump:.3f}, naive Bayes {marks.naive_bayes:.3f}, linear {marks.linear:.3f}",
        "": f"({marks.folds}-fold stratified cross-validation{some})",
    }
    guess = properties.bayes_error_guess
    if guess is not None:
        rows["noise"] = (
            f"best possible error about {_percent(guess)} by Cover and Hart's bound, less if rows are few"
        )
    return rows


def sample_dict(record: SamplingRecord, names: Sequence[str], strata: Sequence[Any]) -> dict[str, Any]:
    """Return a sample as JSON."""
    fields = {**asdict(record), "kind": str(record.kind), "by": list(record.by)}
    return {"sampling": fields, "datasets": list(names), "strata": [asdict(each) for each in strata]}


def sample_lines(
    record: SamplingRecord, names: Sequence[str], strata: Sequence[Any], *, columns: int
) -> list[Line]:
    """Return a sample in a few sentences."""
    empty = sum(each.drawn == 0 for each in strata)
    text = (
        f"{write_count(record.n, 'dataset')} drawn from {record.n_frame:,} ({printable_name(record.frame)}) with seed "
        f"{record.seed}, stratified by {write_list(list(record.by))}: {write_count(len(strata), 'kind')} of datasets "
        f"{'occurs' if len(strata) == 1 else 'occur'}"
        f"{f', {empty:,} of them too few to be drawn' if empty else ''}."
    )
    reason = [line(f"  Reason: {printable_name(record.reason)}")] if record.reason else []
    return [
        [],
        *wrap_paragraph(Span("  "), text, width=columns, indent=2),
        *reason,
        *(line(f"    {printable_name(name)}") for name in names),
        [],
    ]


def _percent(share: float) -> str:
    """Return a share in percent; never 0 % for what is there.

    >>> _percent(0.0), _percent(0.0001), _percent(0.123)
    ('0 %', '< 0.1 %', '12.3 %')
    """
    if 0 < share < 0.0005:
        return "< 0.1 %"
    return f"{100 * share:.1f}".removesuffix(".0") + " %"
