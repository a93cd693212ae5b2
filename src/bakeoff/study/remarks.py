"""What a reader should know of how a study came about: changes after results were seen, mixed versions, the sample."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.outcomes import Outcome, Scored
from bakeoff.core.words import listed
from bakeoff.store.records import Lock


def study_findings(lock: Lock, environments: Mapping[str, int]) -> tuple[Finding, ...]:
    """Return remarks on the specification's history, the versions in use and how the datasets were chosen."""
    return (*_amended(lock), *_mixed(environments), *_sampled(json.loads(_in_force(lock))))


def _in_force(lock: Lock) -> str:
    return lock.amendments[-1].text if lock.amendments else lock.text


def _amended(lock: Lock) -> Iterator[Finding]:
    late = [a for a in lock.amendments if a.cells_seen > 0]
    if not late:
        return
    yield Finding(
        code="BO232",
        severity=Severity.WARNING,
        message=(
            f"the specification was changed {len(late)} times after results were there "
            f"(the last time after {late[-1].cells_seen:,} cells): what was chosen may have been chosen by them"
        ),
        detail={
            "frozen": lock.at.isoformat(),
            "amendments": [
                {"at": a.at.isoformat(), "cells_seen": a.cells_seen, "digest": a.digest} for a in late
            ],
        },
    )


def _mixed(environments: Mapping[str, int]) -> Iterator[Finding]:
    if len(environments) < 2:
        return
    versions = [json.loads(text) for text in environments]
    names = sorted({name for v in versions for name in v if len({w.get(name) for w in versions}) > 1})
    yield Finding(
        code="BO233",
        severity=Severity.WARNING,
        message=f"the cells were run with different versions of {listed(names, most=4)}, which may change results",
        detail={"environments": dict(environments)},
    )


def _sampled(specification: Mapping[str, Any]) -> Iterator[Finding]:
    sampling = specification.get("sampling") or {}
    if sampling.get("kind") == "sampled":
        return
    reason = str(specification.get("why_these_datasets", "")).strip()
    why = f"the reason that was given: {reason}" if reason else "no reason was given (why_these_datasets)"
    yield Finding(
        code="BO234",
        severity=Severity.NOTE,
        message=f"the datasets are an opportunity sample, not drawn from a catalogue; {why}",
        detail={"reason": reason},
    )


def tuning_findings(outcomes: Iterable[Outcome], specification: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return remarks on parameters whose best value lay at the edge of what was searched."""
    spaces = {c["name"]: c["search"] for c in specification["classifiers"]}
    edges: Counter[tuple[str, str]] = Counter()
    cells: Counter[str] = Counter()
    for outcome in outcomes:
        chosen = _chosen(outcome)
        if chosen is None:
            continue
        name = outcome.cell.classifier
        cells[name] += 1
        for parameter, value in chosen.items():
            edges[name, parameter] += _at_edge(value, spaces.get(name, {}).get(parameter))
    often = [(name, p, n) for (name, p), n in edges.items() if n > cells[name] / 2]
    if not often:
        return ()
    texts = [f"{p} of {name} ({n} of {cells[name]} cells)" for name, p, n in often]
    return (
        Finding(
            code="BO235",
            severity=Severity.NOTE,
            message=f"the best value lay at the edge of the search for {listed(texts, most=3)}: widen it",
            detail={"edges": [{"classifier": name, "parameter": p, "cells": n} for name, p, n in often]},
        ),
    )


def _chosen(outcome: Outcome) -> Mapping[str, Any] | None:
    if not isinstance(outcome, Scored):
        return None
    text = next((trial.parameters for trial in outcome.trials if trial.chosen), None)
    return None if text is None else json.loads(text)


def _at_edge(value: object, space: object) -> bool:
    """Say whether a number is the smallest or largest of three or more that were listed."""
    if not isinstance(space, list) or len(space) < 3 or not isinstance(value, int | float):
        return False
    numbers = [v for v in space if isinstance(v, int | float)]
    return len(numbers) == len(space) and value in (min(numbers), max(numbers))
