"""One classifier of earlier evidence beside those of now, paired by the ids of what both were measured on."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Ints
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ItemEvidence
from bakeoff.core.measures import Measure
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import quote_text, write_count, write_list
from bakeoff.inputs.baseline.saved import SavedEvidence

MOST_NAMES = 5
NOUNS = {Scores: "scores of datasets", Predictions: "predictions", ItemEvidence: "scores of items"}


def join_baseline(
    now: SavedEvidence, earlier: SavedEvidence, *, name: str | None = None
) -> tuple[SavedEvidence, str]:
    """Return the evidence of now with one classifier of an earlier run, and what that one is called."""
    _require_same_kind(now, earlier)
    _require_same_measure(now.measure, earlier.measure, now.source, earlier.source)
    chosen = _choose_classifier(now, earlier, name)
    label = _baseline_label(chosen, now, earlier)
    if isinstance(now, Scores) and isinstance(earlier, Scores):
        return _join_scores(now, earlier, chosen, label), label
    if isinstance(now, Predictions) and isinstance(earlier, Predictions):
        return _join_predictions(now, earlier, chosen, label), label
    if isinstance(now, ItemEvidence) and isinstance(earlier, ItemEvidence):
        return _join_items(now, earlier, chosen, label), label
    raise TypeError(type(now))


def _require_same_kind(now: SavedEvidence, earlier: SavedEvidence) -> None:
    if type(now) is not type(earlier):
        raise DesignError(
            f"the baseline file holds {NOUNS[type(earlier)]}, and the evidence {NOUNS[type(now)]}",
            where=f"{earlier.source}, {now.source}",
            fix="give two files of the same kind",
            code="BO671",
        )


def _require_same_measure(now: Measure, earlier: Measure, here: str, there: str) -> None:
    same = now.name.casefold() == earlier.name.casefold() and now.higher_is_better == earlier.higher_is_better
    if not same or now.unit is not earlier.unit:
        raise DesignError(
            f"the baseline file was measured by {_measure_words(earlier)}, and the evidence by {_measure_words(now)}",
            where=f"{there}, {here}",
            fix="measure both alike; of several measures name one with --metric",
            code="BO671",
        )


def _measure_words(measure: Measure) -> str:
    direction = "higher" if measure.higher_is_better else "lower"
    return f"{quote_text(measure.name)} ({measure.unit}, {direction} is better)"


def _choose_classifier(now: SavedEvidence, earlier: SavedEvidence, name: str | None) -> str:
    names = earlier.classifiers
    if name is not None and name in names:
        return name
    if name is None and len(names) == 1:
        return names[0]
    if name is None and len(now.classifiers) == 1 and now.classifiers[0] in names:
        return now.classifiers[0]
    raise UsageError(
        f"the baseline file holds {write_count(len(names), 'classifier')} "
        f"({write_list([quote_text(n) for n in names], most=MOST_NAMES)}), "
        + (f"and none is called {quote_text(name)}" if name is not None else "and any may be meant"),
        where=earlier.source,
        fix="say which one with --baseline NAME",
        code="BO672",
    )


def _baseline_label(chosen: str, now: SavedEvidence, earlier: SavedEvidence) -> str:
    """Return a name that none of now has: its own, or with the name of the file."""
    label = chosen
    for mark in (Path(earlier.source).name.partition(".")[0], "earlier", "the baseline file"):
        if label not in now.classifiers:
            break
        label = f"{chosen} ({mark})"
    return label


def _pair_by_id(
    now: Sequence[Hashable], earlier: Sequence[Hashable], noun: str, sources: tuple[str, str]
) -> tuple[Ints, Ints, tuple[Finding, ...]]:
    """Return where the shared ids stand on either side, in the order of now, and what is not shared."""
    for ids, source in zip((now, earlier), sources, strict=True):
        if len(set(ids)) < len(ids):
            raise DesignError(
                f"some {noun}s have the same id, so that they cannot be paired with another file",
                where=source,
                fix=f"give every {noun} an id of its own",
                code="BO673",
            )
    places = {key: i for i, key in enumerate(earlier)}
    pairs = [(i, places[key]) for i, key in enumerate(now) if key in places]
    if not pairs:
        raise DesignError(
            f"no {noun} is in both files, so that nothing can be paired",
            where=f"{sources[1]}, {sources[0]}",
            fix=f"run both on the same {noun}s, and call them the same in both files",
            code="BO673",
        )
    here, there = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True))
    lost, new = len(earlier) - len(pairs), len(now) - len(pairs)
    if not lost and not new:
        return here, there, ()
    gone = [key for key in earlier if key not in set(now)][:MOST_NAMES]
    message = (
        f"compared on the {write_count(len(pairs), noun)} that both files have: the baseline file has "
        f"{lost:,} that the evidence lacks, the evidence {new:,} that the baseline file lacks"
    )
    detail = {
        "shared": len(pairs),
        "only_in_baseline": lost,
        "only_in_evidence": new,
        "lost": tuple(map(str, gone)),
    }
    return here, there, (Finding(code="BO676", severity=Severity.WARNING, message=message, detail=detail),)


def _joint_digest(now: SavedEvidence, earlier: SavedEvidence, chosen: str) -> str:
    return f"sha256:{sha256('|'.join((now.digest, earlier.digest, chosen)).encode()).hexdigest()}"


def _common_fields(
    now: SavedEvidence, earlier: SavedEvidence, chosen: str, findings: tuple[Finding, ...]
) -> dict[str, Any]:
    return {
        "source": f"{now.source} with {earlier.source}",
        "digest": _joint_digest(now, earlier, chosen),
        "findings": (*now.findings, *findings),
    }


def _join_scores(now: Scores, earlier: Scores, chosen: str, label: str) -> Scores:
    here, there, findings = _pair_by_id(
        now.datasets, earlier.datasets, "dataset", (now.source, earlier.source)
    )
    kept = np.isin(np.arange(len(now.datasets)), here)
    some = now.subset(kept) if not kept.all() else now
    column = earlier.classifiers.index(chosen)
    return replace(
        some,
        classifiers=(label, *now.classifiers),
        values=np.column_stack([earlier.values[there, column], some.values]),
        spread=None,
        decimals=None,
        stored=None,
        left_out=now.left_out,
        resamples=_join_resamples(some.resamples, earlier.resamples, there, column),
        **_common_fields(now, earlier, chosen, findings),
    )


def _join_resamples(
    now: Resamples | None, earlier: Resamples | None, there: Ints, column: int
) -> Resamples | None:
    """Return the folds of both where they are the same ones; None, so that means are compared, where they differ."""
    if now is None or earlier is None:
        return None
    own = {
        (int(d), int(r), int(f)): i
        for i, (d, r, f) in enumerate(zip(earlier.dataset, earlier.repeat, earlier.fold, strict=True))
    }
    wanted = [
        (int(there[d]), int(r), int(f)) for d, r, f in zip(now.dataset, now.repeat, now.fold, strict=True)
    ]
    if len(own) < earlier.fold.size or any(key not in own for key in wanted):
        return None
    values = earlier.values[[own[key] for key in wanted], column]
    return replace(now, values=np.column_stack([values, now.values]))


def _join_predictions(now: Predictions, earlier: Predictions, chosen: str, label: str) -> Predictions:
    here, there, findings = _pair_by_id(
        _example_keys(now), _example_keys(earlier), "example", (now.source, earlier.source)
    )
    _require_same_truth(now, earlier, here, there)
    some = now if here.size == now.examples else now.of(np.isin(np.arange(now.examples), here))
    one, column = earlier, earlier.classifiers.index(chosen)

    def beside(ours: NDArray[Any] | None, theirs: NDArray[Any] | None) -> Any:  # noqa: ANN401 - arrays of one kind
        if ours is None or theirs is None:
            return None
        return np.concatenate([theirs[there, column][:, None], ours], axis=1)

    labels, classes = _join_labels(some, earlier, there, column)
    same_classes = now.classes == earlier.classes
    return replace(
        some,
        classifiers=(label, *now.classifiers),
        correct=beside(some.correct, one.correct),
        labels=labels,
        classes=classes,
        truth=None if labels is None else some.truth,
        scores=beside(some.scores, one.scores) if same_classes else None,
        probabilities=beside(some.probabilities, one.probabilities) if same_classes else None,
        outcome=beside(some.outcome, one.outcome),
        stored=None,
        left_out=now.left_out,
        **_common_fields(now, earlier, chosen, findings),
    )


def _example_keys(evidence: Predictions) -> list[Hashable]:
    """Return what tells examples apart: dataset, fold and id; without ids, their place."""
    datasets = [evidence.datasets[i] for i in evidence.dataset.tolist()]
    ids = None if evidence.ids is None else evidence.ids.texts(np.arange(evidence.examples))
    names: Sequence[Hashable] = [f"row {i}" for i in range(evidence.examples)] if ids is None else ids
    if len(evidence.datasets) == 1:
        return list(names)  # files of one test set may call it by the name of the file
    return list(zip(datasets, names, strict=True))


def _require_same_truth(now: Predictions, earlier: Predictions, here: Ints, there: Ints) -> None:
    """Refuse examples that have another true class than before; without ids, rows must be as many as well."""
    unnamed = now.ids is None or earlier.ids is None
    differing = unnamed and now.examples != earlier.examples
    if now.truth is not None and earlier.truth is not None and not differing:
        ours = [now.classes[i] for i in now.truth[here].tolist()]
        theirs = [earlier.classes[i] for i in earlier.truth[there].tolist()]
        differing = ours != theirs
    if differing:
        raise DesignError(
            "the rows have no ids, and cannot be the same examples in the same order"
            if unnamed
            else "examples of the same id have another true class in the baseline file",
            where=f"{earlier.source}, {now.source}",
            fix="add a column id to both files"
            if unnamed
            else "run the earlier classifier again on the test set of now: the two were not tested on the same data",
            code="BO674",
        )


def _join_labels(
    now: Predictions, earlier: Predictions, there: Ints, column: int
) -> tuple[Ints | None, tuple[str, ...]]:
    if now.labels is None or earlier.labels is None:
        return None, ()
    classes = (*now.classes, *(c for c in earlier.classes if c not in now.classes))
    number = np.array([classes.index(c) for c in earlier.classes], dtype=np.int64)
    return np.column_stack([number[earlier.labels[there, column]], now.labels]), classes


def _join_items(now: ItemEvidence, earlier: ItemEvidence, chosen: str, label: str) -> ItemEvidence:
    here, there, findings = _pair_by_id(
        _item_keys(now), _item_keys(earlier), "item", (now.source, earlier.source)
    )
    _require_same_items(now, earlier, here, there)
    tasks = np.unique(now.item_task[here])
    return ItemEvidence(
        models=(label, *now.models),
        tasks=tuple(now.tasks[i] for i in tasks.tolist()),
        items=tuple(now.items[i] for i in here.tolist()),
        item_task=np.searchsorted(tasks, now.item_task[here]),
        **_join_rows(now, earlier, here, there, earlier.models.index(chosen)),
        metric=now.metric,
        higher_is_better=now.higher_is_better,
        groups=now.groups,
        item_group=None if now.item_group is None else now.item_group[here],
        group_noun=now.group_noun,
        other_metrics=now.other_metrics,
        runs=now.runs,
        item_digests=None if now.item_digests is None else now.item_digests[here],
        left_out=now.left_out,
        read_with=now.read_with,
        unit=now.unit,
        reading=now.reading,
        **_common_fields(now, earlier, chosen, findings),
    )


def _item_keys(evidence: ItemEvidence) -> list[Hashable]:
    if len(evidence.tasks) == 1:
        return list(evidence.items)
    return [(evidence.tasks[t], i) for t, i in zip(evidence.item_task.tolist(), evidence.items, strict=True)]


def _require_same_items(now: ItemEvidence, earlier: ItemEvidence, here: Ints, there: Ints) -> None:
    if now.item_digests is None or earlier.item_digests is None:
        return
    ours, theirs = now.item_digests[here], earlier.item_digests[there]
    changed = np.flatnonzero((ours != theirs) & (ours != 0) & (theirs != 0))
    if changed.size:
        names = [quote_text(now.items[here[i]]) for i in changed[:MOST_NAMES].tolist()]
        raise DesignError(
            f"{write_count(changed.size, 'item')} of the same id have another content in the baseline file: "
            f"{write_list(names, most=MOST_NAMES)}",
            where=f"{earlier.source}, {now.source}",
            fix="run the earlier model again on the items of now",
            code="BO674",
        )


def _join_rows(
    now: ItemEvidence, earlier: ItemEvidence, here: Ints, there: Ints, model: int
) -> dict[str, Any]:
    """Return the rows of the earlier model, then those of now, on the shared items."""
    parts: dict[str, list[NDArray[Any]]] = {"model": [], "item": [], "attempt": [], "score": [], "status": []}
    for evidence, places, shift in ((earlier, there, 0), (now, here, 1)):
        new_place = np.full(len(evidence.items), -1, dtype=np.intp)
        new_place[places] = np.arange(places.size)
        kept = new_place[evidence.item] >= 0
        if shift == 0:
            kept &= evidence.model == model
        parts["model"].append((np.zeros_like(evidence.model) if shift == 0 else evidence.model + 1)[kept])
        parts["item"].append(new_place[evidence.item][kept])
        for name in ("attempt", "score", "status"):
            parts[name].append(getattr(evidence, name)[kept])
    rows = {name: np.concatenate(values) for name, values in parts.items()}
    order = np.lexsort((rows["attempt"], rows["item"], rows["model"]))
    return {name: values[order] for name, values in rows.items()}
