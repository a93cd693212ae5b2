"""Files that evaluation tools have written, read as their authors' numbers say; run with --shared DIR only.

Every case of every EXPECTED.json is read: models, tasks, items, attempts, metric, direction and mean scores.
"""

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from bakeoff.core.battles import BattleEvidence
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.logs.read import LogReading, gather_logs, read_logs, require_comparable
from bakeoff.inputs.options import ReadOptions

# What a metric is called in the logs, where EXPECTED.json describes it in more words.
METRICS = {
    "metric is one of the log": None,
    "0/1": None,
    "preference - 1 (share won against generator_1)": "preference - 1",
    "accuracy (line 3, first field; also countable from the rows)": "accuracy",
    "accuracy (from the file name <classifier>_<measure>.csv)": "accuracy",
    "test_accuracy": "accuracy",
    "to be computed from the run and the qrels": None,
    'score in percent, "mean±sd over subjects and sessions" in one cell': "score",
}
TOOLS = (
    "alpaca_eval", "amlb", "arena-battles", "arena-hard", "deepeval", "evalplus", "every_eval_ever", "helm",
    "hf-trainer", "inspect_ai", "item-matrix", "lightning", "livebench", "lm-eval", "mlflow", "moabb",
    "mteb", "not-comparisons", "open-llm-leaderboard", "openai-evals", "optuna", "promptfoo", "simple-evals",
    "sklearn", "swe-bench", "trec-ranx", "tsml",
)  # fmt: skip
# Read by the readers of tables since long.
BY_TABLES = ("cross_validate_all.json", "cv_results_multimetric.csv")


def cases_of(shared: Path, tool: str) -> list[dict[str, Any]]:
    whole = json.loads((shared / "harness" / tool / "EXPECTED.json").read_text(encoding="utf-8"))
    return whole["cases"]


def paths_of(shared: Path, tool: str, case: Mapping[str, Any]) -> list[str]:
    folder = shared / "harness" / tool
    return [str(folder / re.sub(r"<\w+>", "*", name)).rstrip("/") for name in case["files"]]


def metric_of(case: Mapping[str, Any]) -> str | None:
    name = case.get("metric")
    if name is None or name.startswith(("one score", "winner", "test_acc (")):
        return None
    return METRICS.get(name, name)


@pytest.mark.parametrize("tool", TOOLS)
def test_every_case_of_a_tool_is_read_as_expected(tool: str, shared: Path) -> None:
    for case in cases_of(shared, tool):
        paths = paths_of(shared, tool, case)
        if "refuse" in case:
            check_refused(paths, case)
        elif "models" in case and not any(path.endswith(BY_TABLES) for path in paths):
            check_case(paths, case)
        elif "models" in case:
            check_table(paths, case)
        else:
            check_mixed_measures(paths, case)


def test_every_folder_is_tried(shared: Path) -> None:
    assert sorted(p.name for p in (shared / "harness").iterdir()) == sorted(TOOLS)


def check_refused(paths: list[str], case: Mapping[str, Any]) -> None:
    for path in paths:
        with pytest.raises(BakeoffError) as caught:
            require_comparable(read_logs(path))
        error = caught.value
        assert error.what
        assert error.fix
        assert "\n" not in error.what
        check_one_model(path, case)


def check_one_model(path: str, case: Mapping[str, Any]) -> None:
    """Check what is known of logs that are refused because they hold one model."""
    if "model" not in case or "mean" not in case:
        return
    evidence = read_logs(path).evidence
    assert isinstance(evidence, ItemEvidence)
    assert evidence.models == (case["model"],)
    assert len(evidence.items) == case["items"]
    assert evidence.metric == case["metric"]
    assert mean_of(evidence, 0) == pytest.approx(case["mean"])


def check_case(paths: list[str], case: Mapping[str, Any]) -> None:
    options = ReadOptions(metric=metric_of(case))
    gathered = gather_logs(paths, options=options)
    if gathered.harvest.sheets:
        check_items(read_logs(paths, options=options), case)
    elif gathered.harvest.rows:
        check_scores(paths, case)
    else:
        check_battles(read_logs(paths), case)


def check_items(reading: LogReading, case: Mapping[str, Any]) -> None:
    evidence = reading.evidence
    assert isinstance(evidence, ItemEvidence)
    names = [re.sub(r" \(\d{4}-.*\)$", "", name) for name in evidence.models]
    assert sorted(names) == sorted(case["models"])
    check_tasks(evidence.tasks, case["tasks"])
    assert evidence.attempts == case["attempts"]
    assert evidence.higher_is_better is not case["direction"].startswith("lower")
    check_number_of_items(evidence, case)
    wanted = metric_of(case)
    if wanted is not None:
        assert evidence.metric == wanted
    if isinstance(case["mean"], Mapping):
        means = {model: mean_of(evidence, i) for i, model in enumerate(evidence.models)}
        check_means(means, names, case)
    if "mean_on_common" in case:
        whole = np.isfinite(evidence.mean_by_item()).all(axis=0)
        common = evidence.mean_by_item()[:, whole].mean(axis=1)
        assert dict(zip(evidence.models, common, strict=True)) == pytest.approx(
            case["mean_on_common"], abs=1e-9
        )
    if "common_items" in case and "popularity" not in case["tasks"]:  # one of those two logs has no scores
        assert int(np.isfinite(evidence.mean_by_item()).all(axis=0).sum()) == case["common_items"]
    if "clusters" in case:
        assert len(evidence.groups) == case["clusters"]
    if "mean_of_task_means" in case:
        by_task = np.nanmean(evidence.mean_by_task(), axis=1)
        assert dict(zip(evidence.models, by_task, strict=True)) == pytest.approx(case["mean_of_task_means"])
    check_failures(evidence, case)


def mean_of(evidence: ItemEvidence, model: int) -> float:
    scores = evidence.score[(evidence.model == model) & evidence.is_answered]
    return float(scores.mean()) if scores.size else float("nan")


def check_means(means: Mapping[str, float], names: list[str], case: Mapping[str, Any]) -> None:
    found = {name: value for name, value in zip(names, means.values(), strict=True) if isfinite(value)}
    expected = case.get("mean_success_without_errors")
    if expected is None and isinstance(case.get("metric"), str) and case["metric"].startswith("Status"):
        expected = {
            "model-a": 0.5416666666666666,
            "model-b": 0.9,
        }  # a table of promptfoo: errors are no answers
    assert found == pytest.approx(expected or case["mean"], abs=1e-9)


def check_number_of_items(evidence: ItemEvidence, case: Mapping[str, Any]) -> None:
    answered = {
        model: np.unique(evidence.item[(evidence.model == i) & evidence.is_answered]).size
        for i, model in enumerate(evidence.models)
    }
    if isinstance(case["items"], Mapping):
        known = {name: n for name, n in answered.items() if n}
        plain = {re.sub(r" \(\d{4}-.*\)$", "", name): n for name, n in known.items()}
        assert plain == case["items"]
        return
    per_task = np.bincount(evidence.item_task)
    assert case["items"] in (len(evidence.items), *set(per_task.tolist()))
    if "items_per_model" in case:
        assert answered == case["items_per_model"]


def check_tasks(found: tuple[str, ...], expected: list[str]) -> None:
    if expected[0].startswith("("):
        assert len(found) == 1
    else:
        assert sorted(found) == sorted(expected)


def check_failures(evidence: ItemEvidence, case: Mapping[str, Any]) -> None:
    for model, failed in case.get("errors", {}).items():
        i = next(i for i, name in enumerate(evidence.models) if name.startswith(model))
        without = (evidence.model == i) & ~evidence.is_answered
        items = sorted({evidence.items[k] for k in evidence.item[without].tolist()})
        if "popularity" in case["tasks"]:
            continue
        assert (int(without.sum()) if isinstance(failed, int) else items) == failed


def check_scores(paths: list[str], case: Mapping[str, Any]) -> None:
    wanted = metric_of(case)
    rows = gather_logs(paths, options=ReadOptions()).harvest.rows
    assert {row.classifier for row in rows} == set(case["models"])
    if case["metric"].startswith("one score"):
        check_summaries(rows, case)
        return
    own = [row for row in rows if row.metric == wanted]
    check_tasks(tuple({row.dataset for row in own}), case["tasks"])
    folds = defaultdict(set)
    for row in own:
        folds[row.dataset].add(row.fold)
    assert max(len(f) for f in folds.values()) in (case["attempts"], case["attempts"] + 1)
    said = {row.higher_is_better for row in own} - {None}
    assert said <= {not case["direction"].startswith("lower")}
    assert mean_by_classifier(own) == pytest.approx(case["mean"], rel=1e-9)
    evidence = read_logs(paths, options=ReadOptions(metric=wanted, drop_incomplete=True)).evidence
    assert isinstance(evidence, Scores)
    assert evidence.measure.higher_is_better is not case["direction"].startswith("lower")
    if "mean_on_common" in case and len(case["tasks"]) == 1:
        common = dict(zip(evidence.classifiers, evidence.values.mean(axis=0), strict=True))
        assert common == pytest.approx(case["mean_on_common"], rel=1e-9)
    if "mean_over_complete_tasks" in case:
        check_complete_tasks(own, case)


def mean_by_classifier(rows: list[Any]) -> dict[str, float]:
    """Return the mean over datasets of the mean over the folds that have a score."""
    cells = defaultdict(list)
    for row in rows:
        if isfinite(row.value):
            cells[row.classifier, row.dataset].append(row.value)
    means = defaultdict(list)
    for (classifier, _), values in cells.items():
        means[classifier].append(fmean(values))
    return {classifier: fmean(values) for classifier, values in means.items()}


def check_complete_tasks(rows: list[Any], case: Mapping[str, Any]) -> None:
    """Check the means over the tasks on which every framework has any score."""
    seen = defaultdict(set)
    for row in rows:
        if isfinite(row.value):
            seen[row.dataset].add(row.classifier)
    complete = {task for task, found in seen.items() if len(found) == len(case["models"])}
    assert len(complete) == case["complete_tasks"]
    kept = [row for row in rows if row.dataset in complete]
    assert mean_by_classifier(kept) == pytest.approx(case["mean_over_complete_tasks"], rel=1e-9)


def check_summaries(rows: list[Any], case: Mapping[str, Any]) -> None:
    """Check one score for each task and metric; groups of tasks are not among them."""
    assert {row.dataset for row in rows} == set(case["tasks"])
    for model, expected in case["mean"].items():
        own = [row for row in rows if row.classifier == model]
        flat = {
            (f"{task}:{name}" if name else task): value
            for task, values in expected.items()
            for name, value in (values.items() if isinstance(values, Mapping) else [("", values)])
        }
        assert {f"{row.dataset}:{row.metric}": row.value for row in own} == pytest.approx(flat, rel=1e-12)


def check_battles(reading: LogReading, case: Mapping[str, Any]) -> None:
    battles = reading.evidence
    assert isinstance(battles, BattleEvidence)
    assert set(battles.models) == set(case["models"])
    assert battles.left.size == case["battles"]
    shares = dict(zip(battles.models, battles.mean_share(), strict=True))
    assert shares == pytest.approx(case["mean"], abs=1e-9)
    if "pairs" in case:
        shown = {*zip(battles.prompt, battles.left, battles.right, strict=True)}  # what judges were shown
        assert len(shown) == case["pairs"]
        assert battles.count_pairs() <= case["pairs"]
        assert len(battles.annotators) == case["judges"]
        assert len(battles.prompts) == case["items"]
        assert int((battles.winner == 2).sum()) == case["ties"]


def check_table(paths: list[str], case: Mapping[str, Any]) -> None:
    evidence = read_evidence(paths[0], options=ReadOptions(metric=None))
    assert isinstance(evidence, Scores)
    assert len(evidence.classifiers) == len(case["models"])
    assert evidence.resamples is not None
    assert evidence.resamples.per_dataset == (case["attempts"], case["attempts"])
    assert sorted(evidence.values[0]) == pytest.approx(sorted(case["mean"].values()), rel=1e-9)


def check_mixed_measures(paths: list[str], case: Mapping[str, Any]) -> None:
    """Check that a column of several measures is split by measure, with a direction for each."""
    rows = gather_logs(paths, options=ReadOptions()).harvest.rows
    assert "result" not in {row.metric for row in rows}
    for task, measure in case["measure_of_result_by_task"].items():
        assert any(row.dataset == task and row.metric == measure for row in rows)
    failed = {(r.dataset, r.classifier, r.fold) for r in rows if not isfinite(r.value)}
    assert len(failed) == case["failed_rows"]
