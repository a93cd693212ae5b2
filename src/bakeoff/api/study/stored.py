"""A store as evidence: `bakeoff compare study.db` and `postgresql://…`."""

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import StoredStudy
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list
from bakeoff.store.open import is_store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bakeoff.core.comparison import Comparison
    from bakeoff.core.evidence import Scores
    from bakeoff.core.outcomes import Outcome
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


def stored_scores(
    url: "str | os.PathLike[str]", *, study: str | None, metric: str | None, condition: str = ""
) -> "Scores":
    """Return the scores of a study in a store, with remarks on how they came about."""
    from bakeoff.study.evidence import scores_evidence

    with open_store(url) as store:
        name = choose_study(store, study)
        outcomes = list(store.outcomes(name))
        require_some_score(store, name, outcomes)
        findings = stored_findings(store, name, outcomes)
    evidence = scores_evidence(outcomes, metric=metric, source=str(url), condition=condition)
    stored = StoredStudy(str(url), name)
    return replace(evidence, findings=evidence.findings + findings, stored=stored)


def stored_evidence(
    url: "str | os.PathLike[str]", *, study: str | None, metric: str | None, test: str | None = None
) -> "Scores | Predictions":
    """Return what a study in a store can be judged by.

    Its scores; its predictions where a test of examples is named, or where a single hold-out of one dataset leaves no
    more than one score for each classifier.
    """
    from bakeoff.inference.recognise.example_benches import judges_examples

    scores = stored_scores(url, study=study, metric=metric)
    alone = len(scores.datasets) == 1 and scores.resamples is None and len(scores.classifiers) > 1
    if not (alone or judges_examples(test)):
        return scores
    name = scores.stored.study if scores.stored is not None else str(study)
    try:
        predictions = stored_predictions(url, study=name)
    except DesignError:
        if alone and not judges_examples(test):
            return scores  # nothing was kept: what one score supports is said where it is judged
        raise
    if not judges_examples(test):
        predictions = replace(predictions, measure=scores.measure)
    return replace(predictions, findings=(*predictions.findings, *scores.findings), stored=scores.stored)


def stored_predictions(url: "str | os.PathLike[str]", *, study: str, repeat: int = 0) -> "Predictions":
    """Return what every classifier of a study said of every test example of one repeat."""
    from bakeoff.study.evidence import predictions_evidence

    with open_store(url) as store:
        outcomes = list(store.outcomes(study, predictions=True))
    predictions = predictions_evidence(outcomes, source=str(url), repeat=repeat)
    return replace(predictions, stored=StoredStudy(str(url), study))


def find_departures_from_plan(comparison: "Comparison") -> "Iterator[Finding]":
    """Yield where a comparison of a study goes other ways than the study laid down before it ran."""
    stored, settings, metric = (
        comparison.evidence.stored,
        comparison.settings,
        comparison.evidence.measure.name,
    )
    if stored is None:
        return
    with open_store(stored.store) as store:
        lock = lock_of(store, stored.study)
    laid_down = specification_of(lock)
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


def lock_of(store: "Store", name: str) -> "Lock":
    """Return what was frozen of a study before its first cell."""
    return next(lock for lock in store.studies() if lock.name == name)


def specification_of(lock: "Lock") -> dict[str, Any]:
    """Return what a study lays down, as it was last amended."""
    laid_down: dict[str, Any] = json.loads(lock.text_in_force)
    return laid_down


def stored_findings(store: "Store", name: str, outcomes: "Sequence[Outcome]") -> tuple[Finding, ...]:
    """Return remarks on how the outcomes of a study came about."""
    from bakeoff.study.findings.search_edges import tuning_findings
    from bakeoff.study.findings.study_findings import progress_findings, study_findings

    lock = lock_of(store, name)
    return (
        *progress_findings(outcomes, planned=store.planned(name), cut_off=store.is_cut_off(name)),
        *study_findings(lock, store.environments(name)),
        *tuning_findings((o for o in outcomes if not o.cell.condition), specification_of(lock)),
        *store.findings(name),
    )


def require_some_score(store: "Store", name: str, outcomes: "Sequence[Outcome]") -> None:
    """Refuse a store whose results are in a file that did not come with it; other reasons are told elsewhere."""
    if not outcomes and store.is_cut_off(name):
        raise DesignError(
            f"the store holds no result of the study {name!r} yet, and a run of it that began has not ended: if the "
            "file was copied while that run was at work, the results are in the log beside the original (the file of "
            "the same name with -wal at its end)",
            where=store.where,
            fix="copy both files, or wait until the run has ended; the page shows a study that is running where it "
            "lies: bakeoff serve, in its folder",
            code="BO466",
        )


def choose_study(store: "Store", wanted: str | None) -> str:
    """Return the study that was named, or the only one."""
    names = [lock.name for lock in store.studies()]
    if wanted is None and len(names) == 1:
        return names[0]
    if wanted in names:
        return str(wanted)
    raise UsageError(
        f"the store has no study {wanted!r}" if wanted else f"the store holds {len(names)} studies",
        where=store.url,
        fix=f"name one with --study: {write_list(names, most=8)}"
        if names
        else "run a study first: bakeoff run --new",
        code="BO488",
    )
