"""A study opened once, as a frozen record, and as evidence: `bakeoff compare study.db` and `postgresql://…`."""

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from bakeoff.core.errors import DesignError, StoreError, UsageError
from bakeoff.core.evidence import StoredStudy
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list
from bakeoff.store.open import is_store, open_store_to_read

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bakeoff.core.comparison import Comparison
    from bakeoff.core.evidence import Scores
    from bakeoff.core.outcomes import Outcome, OutcomeColumns
    from bakeoff.core.predictions import Predictions
    from bakeoff.store.store import Store
    from bakeoff.store.study_records import Lock


def is_store_address(evidence: object) -> "TypeGuard[str | os.PathLike[str]]":
    """Say whether what was given names a store of results."""
    if not isinstance(evidence, str | os.PathLike):
        return False
    text = os.fspath(evidence)
    if not isinstance(text, str) or "\n" in text:
        return False
    return text.startswith(("postgresql://", "postgresql+", "sqlite://")) or is_store(text)


def open_study(url: "str | os.PathLike[str]", *, study: str | None, is_whole: bool = False) -> StoredStudy:
    """Return a study, the one named or the only one, as its store has it now; `is_whole`: with each outcome."""
    from bakeoff.core.outcomes import columns_of  # a table of scores does not wait for it

    with open_store_to_read(url) as store:
        lock = _choose_lock(store, study)
        plan = _read_specification(lock, where=store.where)
        outcomes = tuple(store.outcomes(lock.name)) if is_whole else None
        columns = store.columns(lock.name) if outcomes is None else columns_of(outcomes)
        is_cut_off = store.is_cut_off(lock.name)
        return StoredStudy(
            store=str(url),
            study=lock.name,
            plan=plan,
            digest=lock.digest_in_force,
            columns=columns,
            findings=_stored_findings(store, lock, plan, columns, is_cut_off=is_cut_off),
            is_cut_off=is_cut_off,
            outcomes=outcomes,
        )


def read_plan(url: "str | os.PathLike[str]", *, study: str | None) -> dict[str, Any]:
    """Return what a study lays down, as it was last amended, without its outcomes."""
    with open_store_to_read(url) as store:
        return _read_specification(_choose_lock(store, study), where=store.where)


def read_outcomes(study: StoredStudy, *, predictions: bool = False) -> "Sequence[Outcome]":
    """Return the outcomes of a study one by one: those that it was opened with, or else as its store has them now."""
    if study.outcomes is not None and not predictions:
        return study.outcomes
    with open_store_to_read(study.store) as store:
        return list(store.outcomes(study.study, predictions=predictions))


def study_scores(study: StoredStudy, *, metric: str | None, condition: str = "") -> "Scores":
    """Return the scores of a study, with findings on how they came about."""
    from bakeoff.core.outcomes import columns_of
    from bakeoff.study.evidence import scores_evidence

    _require_some_outcome(study)
    columns = study.columns
    if metric is not None and metric not in (*columns.scores, *columns.measured):
        columns = columns_of(read_outcomes(study))  # a time, a size, or nothing that was measured
    evidence = scores_evidence(columns, metric=metric, source=study.store, condition=condition)
    evidence = replace(evidence, findings=evidence.findings + study.findings, stored=study)
    return _with_halves(evidence, study) if study.plan["splitting"]["kind"] == "half-cv" else evidence


def _with_halves(evidence: "Scores", study: StoredStudy) -> "Scores":
    """Return the scores with the halves that folds were made inside of, and with the examples where they are known."""
    from bakeoff.core.evidence import Halves
    from bakeoff.study.evidence import half_examples

    resamples = evidence.resamples
    if len(evidence.datasets) > 1 or resamples is None:
        return evidence
    folds = int(study.plan["splitting"]["folds"])
    examples = None
    if evidence.measure.name == "accuracy":
        examples = half_examples(read_outcomes(study, predictions=True), evidence, folds=folds)
    inside, right = examples or (None, None)
    halves = Halves(half=resamples.fold // folds, inside=inside, right=right)
    return replace(evidence, resamples=replace(resamples, halves=halves))


def study_evidence(
    study: StoredStudy, *, metric: str | None, test: str | None = None
) -> "Scores | Predictions":
    """Return what a study can be judged by.

    Its scores; its predictions where a test of examples is named, or where a single hold-out of one dataset leaves no
    more than one score for each classifier.
    """
    from bakeoff.core.datasets import Task
    from bakeoff.inference.recognise.example_benches import judges_examples

    scores = study_scores(study, metric=metric)
    alone = len(scores.datasets) == 1 and scores.resamples is None and len(scores.classifiers) > 1
    if not (alone or judges_examples(test)):
        return scores
    try:
        predictions = study_predictions(study)
    except DesignError:
        if alone and not judges_examples(test):
            return scores  # nothing was kept: what one score supports is said where it is judged
        raise
    if not judges_examples(test):
        if study.plan.get("task") == Task.LABEL_SETS:
            return scores  # only whole sets are right or wrong, and its metric may be another
        predictions = replace(predictions, measure=scores.measure)
    return replace(predictions, findings=(*predictions.findings, *scores.findings))


def study_predictions(study: StoredStudy, *, repeat: int = 0) -> "Predictions":
    """Return what every classifier of a study said of every test example of one repeat."""
    from bakeoff.study.evidence import predictions_evidence

    _require_right_or_wrong(study)
    outcomes = read_outcomes(study, predictions=True)
    return replace(predictions_evidence(outcomes, source=study.store, repeat=repeat), stored=study)


def _require_right_or_wrong(study: StoredStudy) -> None:
    """Refuse to judge predictions that are not right or wrong, or that do not count alike."""
    from bakeoff.core.datasets import Task

    contents = study.plan.get("contents", {}).values()
    if study.plan.get("task") == Task.QUANTITY:
        why = "it is a study of regression, whose predictions are neither right nor wrong"
    elif any(content.get("weights") for content in contents):
        why = "its rows have weights, and tests of examples count every example once"
    else:
        return
    raise DesignError(
        f"the predictions of the study {study.study!r} cannot be judged one by one: {why}",
        where=study.store,
        fix="compare its scores: leave --test out, and give the study several datasets, folds or repeats",
        code="BO946",
    )


def find_departures_from_plan(comparison: "Comparison") -> "Iterator[Finding]":
    """Yield where a comparison of a study goes other ways than the study laid down before it ran."""
    stored, settings, metric = (
        comparison.evidence.stored,
        comparison.settings,
        comparison.evidence.measure.name,
    )
    if stored is None:
        return
    laid_down = stored.plan
    names = ["margin", "level", "baseline"]
    if metric != laid_down.get("metrics", [metric])[0]:
        names.remove("margin")  # it was laid down for the first metric
    planned = {name: laid_down[name] for name in names if name in laid_down}
    other = [name for name, value in planned.items() if value != getattr(settings, name)]
    if not other:
        return
    here = write_list([f"{name} {_value_text(getattr(settings, name))}" for name in other])
    there = write_list([f"{name} {_value_text(planned[name])}" for name in other])
    yield Finding(
        code="BO244",
        severity=Severity.NOTE,
        message=f"the study lays down {there}, and this comparison has {here}: `bakeoff run` tells the planned one",
        detail={"planned": {name: planned[name] for name in other}},
    )


def _value_text(value: object) -> str:
    return "none" if value in (None, 0) else f"{value}"


def _stored_findings(
    store: "Store",
    lock: "Lock",
    plan: "Mapping[str, Any]",
    columns: "OutcomeColumns",
    *,
    is_cut_off: bool,
) -> tuple[Finding, ...]:
    """Return findings on how the outcomes of a study came about."""
    from bakeoff.study.findings.search_edges import tuning_findings
    from bakeoff.study.findings.study_findings import progress_findings, study_findings

    return (
        *progress_findings(columns, planned=store.count_planned(lock.name), cut_off=is_cut_off),
        *study_findings(lock, plan, columns.environments or store.environments(lock.name)),
        *tuning_findings(columns, plan),
        *store.findings(lock.name),
    )


def _require_some_outcome(study: StoredStudy) -> None:
    """Refuse a store whose results are in a file that did not come with it; other reasons are told elsewhere."""
    if not len(study.columns) and study.is_cut_off:
        from bakeoff.store.addresses import parse_address

        raise DesignError(
            f"the store holds no result of the study {study.study!r} yet, and a run of it that began has not ended: if "
            "the file was copied while that run was at work, the results are in the log beside the original (the file "
            "of the same name with -wal at its end)",
            where=parse_address(study.store).shown,
            fix="copy both files, or wait until the run has ended; the page shows a study that is running where it "
            "lies: bakeoff serve, in its folder",
            code="BO466",
        )


def _read_specification(lock: "Lock", *, where: str) -> dict[str, Any]:
    """Return what a study laid down, as it was last amended; refuse what was not written by a run."""
    try:
        plan = json.loads(lock.text_in_force)
    except ValueError:
        plan = None
    if isinstance(plan, dict):
        return plan
    raise StoreError(
        f"the store is damaged: the specification of {lock.name!r} cannot be read",
        where=where,
        fix="keep the file, and copy back the last good one under its name",
        code="BO444",
    )


def _choose_lock(store: "Store", wanted: str | None) -> "Lock":
    """Return what was frozen of the study that was named, or of the only one."""
    locks = {lock.name: lock for lock in store.studies()}
    names = list(locks)
    if wanted is None and len(names) == 1:
        return locks[names[0]]
    if wanted in names:
        return locks[str(wanted)]
    raise UsageError(
        f"the store has no study {wanted!r}" if wanted else f"the store holds {len(names)} studies",
        where=store.url,
        fix=f"name one with --study: {write_list(names, most=8)}"
        if names
        else "run a study first: bakeoff run --new",
        code="BO488",
    )
