"""What a reader should know of how a study came about: changes after results were seen, mixed versions, the sample."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bakeoff.core.datasets import Task
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.outcomes import Failed, OutcomeColumns, Reason
from bakeoff.core.words import write_count, write_list
from bakeoff.store.study_records import Lock
from bakeoff.study.findings.leak_findings import leak_findings


def study_findings(
    lock: Lock, specification: Mapping[str, Any], environments: Mapping[str, int]
) -> tuple[Finding, ...]:
    """Return findings on the specification's history, the versions in use and how the datasets were chosen.

    `specification` is the one in force.
    """
    return (
        *_amendment_findings(lock),
        *_version_findings(environments),
        *_sampling_findings(specification),
        *_weight_findings(specification),
        *_tuning_findings(specification),
        *_small_class_findings(specification),
        *_ignored_order_findings(specification),
        *_inner_split_findings(specification),
        *leak_findings(specification),
    )


def _amendment_findings(lock: Lock) -> Iterator[Finding]:
    late = [a for a in lock.amendments if a.cells_seen > 0]
    if not late:
        return
    yield Finding(
        code="BO232",
        severity=Severity.WARNING,
        message=(
            f"the specification was changed {write_count(len(late), 'time')} after results were there "
            f"(the last time after {write_count(late[-1].cells_seen, 'cell')}{_describe_amendment(lock)}): "
            "what was chosen may have been chosen by them"
        ),
        detail={
            "frozen": lock.at.isoformat(),
            "amendments": [
                {"at": a.at.isoformat(), "cells_seen": a.cells_seen, "digest": a.digest} for a in late
            ],
        },
    )


def _describe_amendment(lock: Lock) -> str:
    """Return what the last amendment changed, by the keys of the specification."""
    texts = [lock.text, *(a.text for a in lock.amendments)]
    before, after = (json.loads(text) for text in texts[-2:])
    changed = [k for k in sorted(before.keys() | after.keys()) if before.get(k) != after.get(k)]
    files = _changed_datasets(before.get("contents", {}), after.get("contents", {}))
    names = [k for k in changed if k not in ("contents", "code")]
    names += [f"the contents of {name}" for name in files]
    if "code" in before:
        names += _describe_code_changes(before["code"], after.get("code", {}))
    elif "code" in after:
        names.append("the code of the classifiers, which was not recorded before")
    return f"; {write_list(names, most=4)}" if names else ""


def _describe_code_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return whose code has changed: the modules, or the versions of packages."""
    changes = []
    for name in before:
        if name in after and before[name] != after[name]:
            old, new = before[name]["packages"], after[name]["packages"]
            modules = sorted(_differing_keys(before[name]["sources"], after[name]["sources"]))
            versions = [
                f"{p} {old.get(p, 'none')} → {new.get(p, 'none')}" for p in sorted(_differing_keys(old, new))
            ]
            changes.append(f"the code of {name} ({write_list(modules + versions, most=3)})")
    return changes


def _differing_keys(before: Mapping[str, str], after: Mapping[str, str]) -> set[str]:
    return {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}


def _changed_datasets(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [name for name in before if name in after and before[name]["digest"] != after[name]["digest"]]


def _version_findings(environments: Mapping[str, int]) -> Iterator[Finding]:
    if len(environments) < 2:
        return
    versions = [json.loads(text) for text in environments]
    names = sorted({name for v in versions for name in v if len({w.get(name) for w in versions}) > 1})
    yield Finding(
        code="BO233",
        severity=Severity.WARNING,
        message=f"the cells were run with different versions of {write_list(names, most=4)}, which may change results",
        detail={"environments": dict(environments)},
    )


def _sampling_findings(specification: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield how the datasets were chosen, and what that does to the claim."""
    sampling = specification.get("sampling") or {}
    references = [str(each) for each in specification.get("datasets", ())]
    reason = str(specification.get("why_these_datasets", "")).strip()
    if sampling.get("kind") == "sampled":
        yield _drawn_sample_finding(sampling, reason)
    elif references and all(each.startswith("artificial:") for each in references):
        why = f"; the reason that was given: {reason}" if reason else ""
        yield Finding(
            code="BO254",
            severity=Severity.NOTE,
            message="the datasets are artificial, made with known properties: the verdict speaks of data made like "
            f"this, and of no others{why}",
            detail={"reason": reason, "datasets": len(references)},
        )
    else:
        yield _opportunity_finding(references, reason)


def _drawn_sample_finding(sampling: Mapping[str, Any], said: str) -> Finding:
    n, frame, by = sampling.get("n", 0), sampling.get("n_frame", 0), list(sampling.get("by", ()))
    reason = "; ".join(filter(None, [str(sampling.get("reason", "")).strip(), said]))
    names, strata = list(sampling.get("left_out", ())), list(sampling.get("stratum_sizes", ()))
    by_what = f", stratified by {write_list(by, most=6)}" if by else ""
    source = sampling.get("frame") or "the frame"
    why = f"the reason: {reason}" if reason else "no reason was given"
    message = (
        f"the datasets are a sample that was drawn: {n} of the {frame} in {source}{by_what} (seed "
        f"{sampling.get('seed')}), {_left_out_text(frame - n, names)}{_strata_text(strata)}; {why}. "
        "The verdict speaks of that frame; how the frame itself came about is not random"
    )
    keys = ("frame", "frame_digest", "n_frame", "n", "seed")
    detail = {key: sampling.get(key) for key in keys} | {"by": by, "left_out": frame - n, "reason": reason}
    detail["names_left_out"] = names
    detail["strata"] = [{"stratum": which, "size": size, "drawn": drawn} for which, size, drawn in strata]
    return Finding(code="BO253", severity=Severity.NOTE, message=message, detail=detail)


def _left_out_text(count: int, names: Sequence[str]) -> str:
    return f"{count} left out by chance" + (f" ({write_list(list(names), most=6)})" if names else "")


def _strata_text(strata: Sequence[Sequence[Any]]) -> str:
    texts = [f"{drawn} of {size} with {which}" for which, size, drawn in strata]
    return f"; drawn of each stratum: {write_list(texts, most=9)}" if texts else ""


def _weight_findings(specification: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield that rows count by weights, and which classifiers were trained without them."""
    weighted = [n for n, content in specification.get("contents", {}).items() if content.get("weights")]
    if not weighted:
        return
    without = [c["name"] for c in specification["classifiers"] if not c.get("sample_weights", True)]
    rest = f"; trained without them: {write_list(without, most=6)}" if without else ""
    yield Finding(
        code="BO947",
        severity=Severity.NOTE,
        message=f"rows count by their weights, in training, tuning and scores: {write_list(weighted, most=4)}{rest}",
        detail={"datasets": weighted, "trained_without": without},
    )


def _tuning_findings(specification: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield how parameters were tuned, where any were."""
    common, classifiers = specification.get("tuning") or {}, specification.get("classifiers", ())
    tunings = {c["name"]: c.get("tuning") or common for c in classifiers if c.get("search")}
    searched = {
        c["name"]: c["search"]
        for c in classifiers
        if c.get("search") and tunings[c["name"]].get("search") not in (None, "none")
    }
    if not searched:
        return
    ways = _list_ways(searched, tunings, first_metric=specification["metrics"][0])
    fixed = [c["name"] for c in classifiers if c["name"] not in searched]
    rest = f"; not tuned: {write_list(fixed, most=6)}" if fixed else ""
    yield Finding(
        code="BO256",
        severity=Severity.NOTE,
        message=f"parameters were tuned inside each training set, {'; '.join(map(_way_text, ways))}{rest}",
        detail={"ways": ways, "not_tuned": fixed},
    )


def _list_ways(
    searched: Mapping[str, Any], tunings: Mapping[str, Any], *, first_metric: str
) -> list[dict[str, Any]]:
    """Return each way of tuning, with the parameters of the classifiers that were tuned by it."""
    ways: list[dict[str, Any]] = []
    for name, search in searched.items():
        tuning = tunings[name]
        is_wide = tuning["search"] in ("random", "optuna")
        way = {
            "search": tuning["search"],
            "folds": tuning["folds"],
            "metric": tuning.get("metric") or first_metric,
            "most_settings": tuning["trials"] if is_wide else None,
        }
        same = next((each for each in ways if way.items() <= each.items()), None)
        if same is None:
            ways.append(way | {"parameters": {name: sorted(search)}})
        else:
            same["parameters"][name] = sorted(search)
    return ways


def _way_text(way: Mapping[str, Any]) -> str:
    how = "one split of it" if way["folds"] == 1 else f"{way['folds']} folds of it"
    most = "" if way["most_settings"] is None else f", at most {way['most_settings']} settings of each"
    each = [f"{name} ({write_list(names, most=6)})" for name, names in way["parameters"].items()]
    return f"by {way['search']} search and {way['metric']} on {how}{most}: {write_list(each, most=6)}"


_REPOSITORIES = ("openml:", "sklearn:", "uci:", "keel:", "pmlb:")


def _opportunity_finding(references: Sequence[str], reason: str) -> Finding:
    why = f"the reason that was given: {reason}" if reason else "no reason was given (why_these_datasets)"
    from_repositories = sum(each.startswith(_REPOSITORIES) for each in references)
    detail = {"reason": reason, "from_repositories": from_repositories}
    return Finding(
        code="BO234",
        severity=Severity.NOTE,
        message=f"the datasets are an opportunity sample, not drawn from a catalogue; {why}",
        detail=detail,
    )


_STRATIFIED = ("stratified-k-fold", "nested")


def _small_class_findings(specification: Mapping[str, Any]) -> Iterator[Finding]:
    if specification.get("task") == Task.LABEL_SETS:  # most sets of labels are rare
        return
    splitting = specification["splitting"]
    contents = specification.get("contents", {})
    small = {
        name: c["smallest_class"] for name, c in contents.items() if c["smallest_class"] < splitting["folds"]
    }
    if not small or splitting["kind"] not in _STRATIFIED:
        return
    texts = [f"{name} ({n})" for name, n in small.items()]
    yield Finding(
        code="BO241",
        severity=Severity.NOTE,
        message=(
            f"a class has fewer members than the {splitting['folds']} folds, so that some test sets lack it: "
            f"{write_list(texts, most=4)}"
        ),
        detail={"smallest_class": small, "folds": splitting["folds"]},
    )


_HEEDS = {"groups": ("group-k-fold",), "times": ("time-series",)}


# Estimators of scikit-learn that split their training set themselves.
_SPLITS_INSIDE = re.compile(
    r"\b\w*(SearchCV|RegressionCV|ClassifierCV|StackingClassifier|FeatureSelectorCV|RFECV)\b"
)


def _inner_split_findings(specification: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding on classifiers that split by themselves where the study keeps groups or times together."""
    kind = specification["splitting"]["kind"]
    heeded = next((what for what, heeding in _HEEDS.items() if kind in heeding), None)
    if heeded is None:
        return
    splitting_inside = {
        c["name"]: met.group(0)
        for c in specification.get("classifiers", ())
        if (met := _SPLITS_INSIDE.search(json.dumps([c["estimator"], c.get("parameters")]))) is not None
    }
    if splitting_inside:
        texts = [f"{name} ({which})" for name, which in splitting_inside.items()]
        yield Finding(
            code="BO246",
            severity=Severity.WARNING,
            message=f"{write_list(texts, most=4)} {'splits' if len(splitting_inside) == 1 else 'split'} the "
            "training set again, and "
            f"these inner splits do not know the {heeded} that {kind} keeps apart: what is chosen there is judged on "
            "rows that hang together with those it learned from. Use search of the study, whose inner splits know them",
            detail={"classifiers": dict(splitting_inside), "kind": kind},
        )


def _ignored_order_findings(specification: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding on datasets whose groups or times the resampling does not heed, or lacks."""
    kind, contents = specification["splitting"]["kind"], specification.get("contents", {})
    objections = {
        f"{name} has {what} that {kind} does not heed": name
        for what, heeding in _HEEDS.items()
        for name, content in contents.items()
        if content[what] and kind not in (*heeding, "given")
    }
    if kind == "time-series":
        objections |= {
            f"{name} has no times, so its rows were taken in their order": name
            for name, content in contents.items()
            if not content["times"]
        }
    if objections:
        message = f"rows that hang together may be in training and in testing: {write_list(list(objections), most=3)}"
        severity = Severity.NOTE if kind == "time-series" else Severity.WARNING
        yield Finding(
            code="BO243",
            severity=severity,
            message=message,
            detail={"datasets": sorted(set(objections.values()))},
        )


def progress_findings(columns: OutcomeColumns, *, planned: int, cut_off: bool = False) -> tuple[Finding, ...]:
    """Return findings on cells that are still to be run, and on what the estimators said.

    `cut_off`: a run has not ended, and there is no log of it.
    """
    return (
        *_unfinished_findings(len(columns), planned),
        *(_cut_off_findings(len(columns), planned) if cut_off else ()),
        *_given_up_findings(columns.failures),
        *_warning_findings(columns),
    )


def _cut_off_findings(have: int, planned: int) -> Iterator[Finding]:
    if have < planned:
        yield Finding(
            code="BO245",
            severity=Severity.WARNING,
            message=(
                "a run of the study began and has not ended: it was killed, or this file is a copy that was made while "
                "it was at work. Of such a copy the newest results are missing, unless the log came with it (the file "
                "of the same name with -wal at its end)"
            ),
            detail={"planned": planned, "have": have},
        )


def _unfinished_findings(have: int, planned: int) -> Iterator[Finding]:
    if have < planned:
        yield Finding(
            code="BO242",
            severity=Severity.WARNING,
            message=f"the study is not finished: {planned - have:,} of {planned:,} cells are still to be run",
            detail={"planned": planned, "have": have},
        )


def _given_up_findings(failures: Iterable[Failed]) -> Iterator[Finding]:
    cells = Counter((f.cell.classifier, f.cell.dataset) for f in failures if f.reason is Reason.GIVEN_UP)
    if not cells:
        return
    where: dict[str, list[str]] = {}
    for name, dataset in cells:
        where.setdefault(name, []).append(dataset)
    texts = [f"{name} on {write_list(datasets, most=3)}" for name, datasets in where.items()]
    yield Finding(
        code="BO860",
        severity=Severity.WARNING,
        message=f"after several cells in a row that hung or died, {write_list(texts, most=3)} "
        f"{'was' if len(texts) == 1 else 'were'} given up: {write_count(cells.total(), 'cell')} "
        f"{'was' if cells.total() == 1 else 'were'} not run; --retry-failed takes them up again",
        detail={"cells": [{"classifier": n, "dataset": d, "cells": c} for (n, d), c in cells.items()]},
    )


def _warning_findings(columns: OutcomeColumns) -> Iterator[Finding]:
    cells: Counter[str] = Counter()
    texts: Counter[str] = Counter()
    for cell, warnings in columns.warnings.items():
        cells[columns.classifier.names[columns.classifier.codes[cell]]] += 1
        texts.update(text.partition(" × ")[2] or text for text in warnings)
    if not cells:
        return
    classifier_texts = [f"{name} in {write_count(count, 'cell')}" for name, count in cells.most_common()]
    yield Finding(
        code="BO240",
        severity=Severity.NOTE,
        message=f"estimators gave warnings: {write_list(classifier_texts, most=4)}; most often: "
        f"{texts.most_common(1)[0][0]}",
        detail={"cells": dict(cells), "texts": dict(texts.most_common(20))},
    )
