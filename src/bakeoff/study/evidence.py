"""From the outcomes of a study to evidence: the scores of one metric, or the predictions of every test example."""

from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from math import fsum

import numpy as np

from bakeoff.core.arrays import Floats, Ints, tidy
from bakeoff.core.errors import DesignError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.measures import Measure, Unit, is_bounded, lower_is_better
from bakeoff.core.outcomes import Failed, Outcome, OutcomeColumns, Scored, columns_of
from bakeoff.core.predictions import ACCURACY, Predictions
from bakeoff.core.words import did_you_mean, write_count, write_list

# Smaller is better, although the names do not say so as those of times, sizes and costs do.
_COMPLEXITY = ("leaves", "depth", "coefficients", "support_vectors", "members")


def scores_evidence(
    columns: OutcomeColumns, *, metric: str | None, source: str, condition: str = ""
) -> Scores:
    """Return the scores of a study by one metric: what was scored, timed or counted of every cell.

    A dataset on which a classifier failed in some resample has no score of it, since a mean over the others would
    be about other test rows than those of the rest; a classifier that has none on any of several is left out.
    """
    selected = _select_cells(columns, metric, condition, source)
    _require_same_splits(selected, source)
    metric_name = _choose_metric(selected, metric, source)
    table = _Table(_drop_incomplete(_drop_unscored(selected)), metric_name)
    failed = [f for f in columns.failures if f.cell.condition == condition]
    if metric == "size_bytes":
        failed = [f for f in failed if f.cell.repeat == 0]
    return Scores(
        classifiers=table.classifiers,
        datasets=table.datasets,
        values=table.means(),
        measure=_make_measure(metric_name),
        source=source,
        digest=table.digest(),
        resamples=table.resamples() if len(table.places) > len(table.datasets) else None,
        findings=_failure_findings(failed, table.classifiers, selected),
    )


def _select_cells(columns: OutcomeColumns, metric: str | None, condition: str, source: str) -> OutcomeColumns:
    if condition and condition not in columns.condition.names:
        raise _unknown_condition_error(condition, columns, source)
    rows = np.array([name == condition for name in columns.condition.names], dtype=np.bool_)
    is_selected = rows[columns.condition.codes]
    if metric == "size_bytes":  # measured in the first repeat alone
        is_selected &= columns.repeat == 0
    return columns if is_selected.all() else columns.take(is_selected)


def _unknown_condition_error(condition: str, columns: OutcomeColumns, source: str) -> DesignError:
    conditions = sorted({*columns.condition.names} - {""})
    return DesignError(
        f"the study has no cells under the condition {condition!r}{did_you_mean(condition, conditions)}",
        where=source,
        fix=f"use one of: {write_list(conditions, most=8)}"
        if conditions
        else "add what is to be done to the data under [conditions] in the study file, and run it again",
        code="BO466",
    )


def _drop_unscored(columns: OutcomeColumns) -> OutcomeColumns:
    """Leave out what has no score at all: a classifier that failed everywhere, a dataset where all failed."""
    has_score = [
        np.isin(names.codes, names.codes[columns.is_scored])
        for names in (columns.classifier, columns.dataset)
    ]
    kept = has_score[0] & has_score[1]
    return columns if kept.all() else columns.take(kept)


def _drop_incomplete(columns: OutcomeColumns) -> OutcomeColumns:
    """Leave out, where there are several datasets, classifiers that failed in some resample of each."""
    of, at, failed = columns.classifier.codes, columns.dataset.codes, ~columns.is_scored
    is_whole = np.zeros((len(columns.classifier.names), len(columns.dataset.names)), dtype=np.bool_)
    is_whole[of, at] = True
    is_whole[of[failed], at[failed]] = False
    kept = np.isin(of, np.flatnonzero(is_whole.any(axis=1)))
    if len(columns.dataset.names) < 2 or kept.all() or not kept.any():
        return columns
    return columns.take(kept)


class _Table:
    """The rows (dataset, repeat, fold) and columns (classifiers) of a study, in the order of its plan."""

    def __init__(self, columns: OutcomeColumns, metric: str) -> None:
        self.classifiers, self.datasets = columns.classifier.names, columns.dataset.names
        places = np.stack([columns.dataset.codes, columns.repeat, columns.fold], axis=1)
        self.places, row = _sort_places(places)
        self._values = np.full((len(self.places), len(self.classifiers)), np.nan)
        self._values[row, columns.classifier.codes] = _metric_column(columns, metric)
        self._sizes = np.full((len(self.places), 2), np.nan)
        scored = columns.is_scored
        self._sizes[row[scored], 0], self._sizes[row[scored], 1] = (
            columns.n_train[scored],
            columns.n_test[scored],
        )

    def means(self) -> Floats:
        """Return datasets × classifiers: the mean over all resamples, or NaN where one is missing."""
        of = self.places[:, 0]
        means = [
            [fsum(column) / len(column) for column in self._values[of == i].T.tolist()]
            for i in range(len(self.datasets))
        ]
        return tidy(np.array(means))

    def digest(self) -> str:
        """Return a digest of every single score and where it belongs."""
        places = repr(self.places.tolist()).replace("], [", "), (").replace("[[", "[(").replace("]]", ")]")
        content = sha256(f"({self.classifiers!r}, {self.datasets!r}, {places})".encode())
        content.update(self._values.tobytes())
        return f"sha256:{content.hexdigest()}"

    def resamples(self) -> Resamples:
        """Return the single resamples, with the sizes of their training and test sets."""
        return Resamples(
            dataset=self.places[:, 0],
            repeat=self.places[:, 1],
            fold=self.places[:, 2],
            values=self._values,
            n_train=self._sizes[:, 0],
            n_test=self._sizes[:, 1],
        )


def _sort_places(places: Ints) -> tuple[Ints, Ints]:
    """Return the different rows in order, and the place of each row among them."""
    order = np.lexsort(places.T[::-1])
    ordered = places[order]
    is_new = np.ones(len(ordered), dtype=np.bool_)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    row = np.empty(len(ordered), dtype=np.int64)
    row[order] = np.cumsum(is_new) - 1
    return ordered[is_new], row


def _require_same_splits(columns: OutcomeColumns, source: str) -> None:
    """Refuse to pair classifiers that were tested on different rows."""
    scored = columns.is_scored
    places = np.stack([columns.dataset.codes, columns.repeat, columns.fold], axis=1)[scored]
    split = columns.split.codes[scored]
    _, row = _sort_places(places)
    first = np.full(row.size, -1, dtype=np.int64)
    first[row[::-1]] = split[::-1]
    other = np.flatnonzero(first[row] != split)
    if other.size:
        dataset, repeat, fold = places[other[0]].tolist()
        raise DesignError(
            f"the classifiers were not trained and tested on the same rows of {columns.dataset.names[dataset]!r} "
            f"(repeat {repeat}, fold {fold}), so they cannot be paired",
            where=source,
            fix="a study with `distinct = true` is judged by an analysis of variance: results.anova()",
            code="BO465",
        )


def _choose_metric(columns: OutcomeColumns, wanted: str | None, source: str) -> str:
    metrics = [
        name
        for name, values in (*columns.scores.items(), *columns.measured.items())
        if np.isfinite(values).any()
    ]
    if not metrics:
        raise DesignError(
            "the study has no scored cell yet",
            where=source,
            fix="run it first, or look at the failures: bakeoff run STUDY.toml --failures",
            code="BO466",
        )
    metric = metrics[0] if wanted is None else wanted
    if metric not in metrics:
        raise DesignError(
            f"the study has no metric {metric!r}{did_you_mean(metric, metrics)}",
            where=source,
            fix=f"take one of {write_list(metrics, most=len(metrics))}",
            code="BO467",
        )
    return metric


def _metric_column(columns: OutcomeColumns, metric: str) -> Floats:
    return columns.scores[metric] if metric in columns.scores else columns.measured[metric]


def _make_measure(name: str) -> Measure:
    lower = lower_is_better(name) or name in _COMPLEXITY
    unit = Unit.FRACTION if is_bounded(name) else Unit.PLAIN
    return Measure(name=name, higher_is_better=not lower, unit=unit, direction_from="told")


def _failure_findings(
    failed: Sequence[Failed], classifiers: Sequence[str], cells: OutcomeColumns
) -> tuple[Finding, ...]:
    if not failed:
        return ()
    total, codes = len(cells), np.unique(cells.classifier.codes[cells.is_scored])
    scored = {cells.classifier.names[code] for code in codes}
    where = Counter(f"{f.cell.classifier} on {f.cell.dataset}" for f in failed)
    reasons = Counter(f"{f.reason}: {f.message}" for f in failed)
    gone = [name for name in dict.fromkeys(f.cell.classifier for f in failed) if name not in classifiers]
    message = (
        f"{len(failed):,} of {write_count(total, 'cell')} failed ({write_list(list(where), most=4)}); "
        f"most often: {reasons.most_common(1)[0][0]}"
    )
    for why, names in (
        ("without any score", [name for name in gone if name not in scored]),
        ("without all resamples of any dataset", [name for name in gone if name in scored]),
    ):
        if names:
            message += f"; {why} and left out: {write_list(names, most=4)}"
    detail = {"failed": len(failed), "cells": total, "where": dict(where), "reasons": dict(reasons)}
    return (Finding(code="BO230", severity=Severity.WARNING, message=message, detail=detail),)


def half_examples(
    outcomes: Iterable[Outcome], evidence: Scores, *, folds: int
) -> "tuple[Floats, Floats] | None":
    """Return of every halving the half that each example was in, and which examples each classifier has right.

    `folds` were made inside each half. None where some cell failed, or where its predictions were not kept.
    """
    scored = [o for o in outcomes if isinstance(o, Scored) and not o.cell.condition]
    kept = [(o.cell, o.predictions) for o in scored if o.predictions is not None]
    resamples = evidence.resamples
    if resamples is None or len(kept) < resamples.values.size:
        return None
    repeats = {repeat: i for i, repeat in enumerate(np.unique(resamples.repeat).tolist())}
    column = {name: i for i, name in enumerate(evidence.classifiers)}
    rows = 1 + max(int(predictions.rows.max()) for _, predictions in kept)
    inside = np.full((len(repeats), rows), np.nan)
    right = np.full((len(column), len(repeats), rows), np.nan)
    for cell, predictions in kept:
        if cell.classifier in column:
            inside[repeats[cell.repeat], predictions.rows] = cell.fold // folds
            is_right = predictions.labels == predictions.truth
            right[column[cell.classifier], repeats[cell.repeat], predictions.rows] = is_right
    return inside, right


def predictions_evidence(outcomes: Iterable[Outcome], *, source: str, repeat: int = 0) -> Predictions:
    """Return what every classifier said of every test example in one repeat, as evidence with folds.

    Examples that some classifier has no prediction for, because its cell failed, are left out with a finding.
    """
    return _collect_examples(outcomes, source=source, repeat=repeat).evidence()


def predictions_table(
    outcomes: Iterable[Outcome], *, source: str, repeat: int = 0
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the same as text: the names of the columns, and a row for every test example."""
    return _collect_examples(outcomes, source=source, repeat=repeat).table()


def _collect_examples(outcomes: Iterable[Outcome], *, source: str, repeat: int) -> "_Examples":
    scored = [
        o
        for o in outcomes
        if isinstance(o, Scored)
        and o.cell.repeat == repeat
        and not o.cell.condition
        and o.predictions is not None
    ]
    if not scored:
        raise DesignError(
            "the study has kept no predictions",
            where=source,
            fix="set keep = 'labels' or 'probabilities' in the study file, and run it",
            code="BO468",
        )
    _require_same_splits(columns_of(scored), source)
    return _Examples(scored, source)


class _Examples:
    """Every test example of one repeat, and what each classifier said of it."""

    def __init__(self, scored: Sequence[Scored], source: str) -> None:
        self.source = source
        self.classifiers = tuple(dict.fromkeys(o.cell.classifier for o in scored))
        self.datasets = tuple(dict.fromkeys(o.cell.dataset for o in scored))
        self.classes = tuple(dict.fromkeys(c for o in scored for c in self._classes(o)))
        self._scored = scored

    def _classes(self, outcome: Scored) -> tuple[str, ...]:
        predictions = outcome.predictions
        names = () if predictions is None else predictions.classes
        return names if len(self.datasets) == 1 else tuple(f"{outcome.cell.dataset}: {c}" for c in names)

    def _collect_rows(
        self,
    ) -> "tuple[dict[tuple[int, int, int], list[int]], dict[tuple[tuple[int, int, int], int], Floats]]":
        """Return by dataset, fold and row the truth and what each said (-1: nothing), and the probabilities."""
        index = {c: i for i, c in enumerate(self.classes)}
        rows: dict[tuple[int, int, int], list[int]] = {}  # (dataset, fold, row): truth, then a label of each
        probabilities: dict[tuple[tuple[int, int, int], int], Floats] = {}
        width = len(self.classifiers)
        for outcome in self._scored:
            predictions = outcome.predictions
            if predictions is None:
                continue
            at = self.datasets.index(outcome.cell.dataset)
            column = self.classifiers.index(outcome.cell.classifier)
            own = np.array([index[c] for c in self._classes(outcome)], dtype=np.int64)
            for i, row in enumerate(predictions.rows.tolist()):
                place = (at, outcome.cell.fold, row)
                rows.setdefault(place, [-1] * (width + 1))[column + 1] = int(own[predictions.labels[i]])
                rows[place][0] = int(own[predictions.truth[i]])
                if predictions.probabilities is not None and len(self.datasets) == 1:
                    probabilities[place, column] = predictions.probabilities[i]
        return rows, probabilities

    def table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """Return the names of the columns, and a row of text for every example that all have a prediction for."""
        rows, _ = self._collect_rows()
        text_rows = []
        for (at, fold, row), codes in sorted(rows.items()):
            if -1 in codes:
                continue
            dataset = self.datasets[at]
            prefix = "" if len(self.datasets) == 1 else f"{dataset}: "
            labels = [self.classes[label].removeprefix(prefix) for label in codes]
            text_rows.append((dataset, str(fold), str(row), *labels))
        return ("dataset", "fold", "id", "y_true", *self.classifiers), text_rows

    def evidence(self) -> Predictions:
        """Return the examples that all classifiers have a prediction for."""
        width = len(self.classifiers)
        rows, probabilities = self._collect_rows()
        whole = sorted(place for place, codes in rows.items() if -1 not in codes)
        table = np.array([rows[place] for place in whole], dtype=np.int64).reshape(len(whole), width + 1)
        stacked = self._probabilities(whole, probabilities)
        return Predictions(
            classifiers=self.classifiers,
            datasets=self.datasets,
            correct=table[:, 1:] == table[:, :1],
            dataset=np.array([place[0] for place in whole], dtype=np.int64),
            measure=ACCURACY,
            source=self.source,
            digest=f"sha256:{sha256(table.tobytes()).hexdigest()}",
            classes=self.classes,
            truth=table[:, 0],
            labels=table[:, 1:],
            probabilities=stacked,
            fold=np.array([place[1] for place in whole], dtype=np.int64),
            findings=self._left_out(len(rows) - len(whole)),
        )

    def _probabilities(
        self, whole: Sequence[tuple[int, int, int]], given: dict[tuple[tuple[int, int, int], int], Floats]
    ) -> Floats | None:
        if not given:
            return None
        table = np.full((len(whole), len(self.classifiers), len(self.classes)), np.nan)
        for i, place in enumerate(whole):
            for j in range(len(self.classifiers)):
                if (place, j) in given:
                    table[i, j] = given[place, j]
        return table

    def _left_out(self, count: int) -> tuple[Finding, ...]:
        if not count:
            return ()
        message = f"{count} test examples were left out: a classifier failed on their fold"
        detail = {"examples": count}
        return (Finding(code="BO231", severity=Severity.WARNING, message=message, detail=detail),)
