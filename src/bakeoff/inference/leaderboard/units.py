"""Evidence as units × entries: what ranks are decided on, whatever it was read as."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.core.answers.leaderboard import BoardKind
from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import write_count, write_list

BoardEvidence = Scores | Predictions | ItemEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitTable:
    """Scores of entries on units that all of them have."""

    kind: BoardKind
    names: tuple[str, ...]
    values: Floats  # units × entries, as they were given
    weights: Floats  # of each unit in the score of an entry; they sum to one
    higher_is_better: bool
    metric: str
    unit: str
    unit_names: tuple[str, ...]
    source: str
    digest: str
    group: Ints | None = None  # of each unit: its cluster
    group_noun: str = "group"
    findings: tuple[Finding, ...] = ()

    @property
    def is_binary(self) -> bool:
        """Whether every unit is right or wrong."""
        return bool(np.isin(self.values, (0.0, 1.0)).all())

    @property
    def turned(self) -> Floats:
        """The values turned so that higher is better."""
        return self.values if self.higher_is_better else -self.values

    def sum_parts(self, values: Floats) -> Floats:
        """Return what each independent unit adds to the scores: groups × entries where units are in groups."""
        weighted = values * self.weights[:, None]
        if self.group is None:
            return weighted
        place = np.unique(self.group, return_inverse=True)[1].reshape(-1)
        sums = np.zeros((int(place.max()) + 1, values.shape[1]))
        np.add.at(sums, place, weighted)
        return sums


def tabulate_units(evidence: BoardEvidence) -> UnitTable:
    """Return the units of some evidence that every entry has a score on."""
    if isinstance(evidence, Scores):
        table = _from_scores(evidence)
    elif isinstance(evidence, Predictions):
        table = _from_predictions(evidence)
    else:
        table = _from_items(evidence)
    return table


def _from_scores(evidence: Scores) -> UnitTable:
    if len(evidence.datasets) < 2:
        raise DesignError(
            "all scores are from one dataset: nothing is known of how results vary from dataset to dataset",
            where=evidence.source,
            fix="give scores of single items or of several datasets; of one score each, give --items N",
            code="BO570",
        )
    values, kept, findings = _complete_units(evidence.values, evidence.datasets, evidence.source, "dataset")
    binary = bool(np.isin(values, (0.0, 1.0)).all())
    return UnitTable(
        kind=BoardKind.ITEMS if binary else BoardKind.SCORES,
        names=evidence.classifiers,
        values=values,
        weights=np.full(len(values), 1 / len(values)),
        higher_is_better=evidence.measure.higher_is_better,
        metric=evidence.measure.name,
        unit="item" if binary else "dataset",
        unit_names=kept,
        source=evidence.source,
        digest=evidence.digest,
        findings=(*evidence.findings, *findings),
    )


def _from_predictions(evidence: Predictions) -> UnitTable:
    values = evidence.correct.astype(np.float64) if evidence.outcome is None else evidence.outcome
    return UnitTable(
        kind=BoardKind.ITEMS,
        names=evidence.classifiers,
        values=values,
        weights=np.full(len(values), 1 / len(values))
        if evidence.weight is None
        else evidence.weight / evidence.weight.sum(),
        higher_is_better=True,
        metric="accuracy" if evidence.outcome is None else evidence.measure.name,
        unit="item",
        unit_names=tuple(map(str, range(1, len(values) + 1)))
        if evidence.ids is None
        else tuple(evidence.ids.texts(np.arange(len(values)))),
        source=evidence.source,
        digest=evidence.digest,
        group=evidence.group,
        group_noun=evidence.group_noun,
        findings=evidence.findings,
    )


def _from_items(evidence: ItemEvidence) -> UnitTable:
    """Return items × models; the score is the mean over tasks of the mean over their items."""
    table = evidence.mean_by_item().T
    known = np.isfinite(table).all(axis=1)
    values, kept, findings = _complete_units(table, evidence.items, evidence.source, "item")
    task = evidence.item_task[known]
    sizes = np.bincount(task, minlength=len(evidence.tasks))
    used = int((sizes > 0).sum())
    return UnitTable(
        kind=BoardKind.ITEMS,
        names=evidence.models,
        values=values,
        weights=1 / (used * sizes[task].astype(np.float64)),
        higher_is_better=evidence.higher_is_better,
        metric=evidence.metric,
        unit="item",
        unit_names=kept,
        source=evidence.source,
        digest=evidence.digest,
        group=None if evidence.item_group is None else evidence.item_group[known].astype(np.int64),
        group_noun=evidence.group_noun,
        findings=(*evidence.findings, *findings),
    )


def _complete_units(
    values: Floats, names: Sequence[str], source: str, noun: str
) -> tuple[Floats, tuple[str, ...], tuple[Finding, ...]]:
    """Return the units that every entry has, and a finding on those that were left out."""
    known = np.asarray(np.isfinite(values).all(axis=1), dtype=np.bool_)
    labels = [str(name) for name in names]
    if known.sum() < 2:
        raise DesignError(
            f"fewer than two {noun}s have a score of every entry, so that ranks cannot be compared on the same {noun}s",
            where=source,
            fix="leave out entries with few scores: --leave-out NAME",
            code="BO571",
        )
    kept = tuple(name for name, keep in zip(labels, known.tolist(), strict=True) if keep)
    gone = [name for name, keep in zip(labels, known.tolist(), strict=True) if not keep]
    if not gone:
        return values, kept, ()
    message = (
        f"{write_count(len(gone), noun)} of {len(labels):,} left out, because an entry has no score there: "
        f"{write_list(gone)}"
    )
    return (
        values[known],
        kept,
        (Finding(code="BO280", severity=Severity.WARNING, message=message, detail={"left_out": gone[:50]}),),
    )
