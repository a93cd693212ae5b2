"""Older and odder files of the same tools."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.logs.read import gather_logs, read_logs
from bakeoff.inputs.options import ReadOptions


def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_an_old_output_of_promptfoo_has_its_providers_in_a_table(tmp_path):
    head = {"prompts": [{"provider": "a", "raw": "P"}, {"provider": "b", "raw": "P"}], "vars": ["n"]}
    body = [
        {"vars": [str(i)], "outputs": [{"pass": True, "score": 1}, {"pass": i == 0, "score": 0.5}]}
        for i in range(2)
    ]
    results = {
        "version": 2,
        "results": [{"success": True}],
        "stats": {},
        "table": {"head": head, "body": body},
    }
    put(tmp_path / "output.json", {"results": results, "config": {}})
    evidence = read_logs(tmp_path).evidence
    assert evidence.models == ("a", "b")
    np.testing.assert_array_equal(evidence.mean_by_task(), [[1.0], [0.5]])


def test_prompts_of_one_provider_are_compared_with_each_other(tmp_path):
    results = [
        {"provider": {"id": "x", "label": ""}, "prompt": {"label": p}, "vars": {"n": i}, "success": p == "P1" or i == 0,
         "score": 1, "testCase": {"assert": [{"type": "equals"}]}, "failureReason": 0}
        for p in ("P1", "P2") for i in range(2)
    ]  # fmt: skip
    put(
        tmp_path / "o.json",
        {"results": {"version": 3, "prompts": [], "results": results, "stats": {}}, "config": {}},
    )
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.tasks) == (("P1", "P2"), ("x",))


def test_old_files_of_mteb_have_their_splits_at_the_top(tmp_path):
    for model, score in (("o__a", 0.5), ("o__b", 0.6)):
        for i in range(2):
            old = {"mteb_dataset_name": f"T{i}", "mteb_version": "1.1", "dataset_revision": "r"}
            split = {"main_score": score} if i else {"en": {"main_score": score}, "de": {"main_score": score}}
            put(tmp_path / model / "rev" / f"T{i}.json", {**old, "test": split})
    evidence = read_logs(tmp_path).evidence
    np.testing.assert_allclose(evidence.values, [[0.5, 0.6]] * 2)


def test_budgets_of_amlb_are_not_mixed(tmp_path):
    rows = "".join(
        f"x,t{t},{f},{c},0,0.{t}{s},1\n"
        for t in range(3)
        for c in ("1h", "4h")
        for f, s in (("fa", 7), ("fb", 6))
    )
    put(tmp_path / "r.csv", f"id,task,framework,constraint,fold,acc,result\n{rows}")
    assert len(read_logs(tmp_path).evidence.datasets) == 6


def test_a_run_of_inspect_that_was_run_again_is_left(tmp_path):
    for name, model, status in (("1", "a", "error"), ("2", "a", "success"), ("3", "b", "success")):
        samples = [{"id": 1, "epoch": 1, "input": "q", "target": "t", "scores": {"match": {"value": "C"}}}]
        log = {
            "version": 2,
            "status": status,
            "eval": {"task": "t", "model": model, "created": name},
            "samples": samples,
        }
        put(tmp_path / f"{name}.json", log)
    reading = read_logs(tmp_path)
    assert reading.evidence.models == ("a", "b")
    assert "did not end" in reading.left[str(tmp_path / "1.json")]


def test_a_log_of_inspect_may_lack_its_version(tmp_path):
    samples = [{"id": 1, "epoch": 1, "input": "q", "target": "t", "scores": {"match": {"value": 0.5}}}]
    put(tmp_path / "x.json", {"status": "success", "eval": {"task": "t", "model": "m"}, "samples": samples})
    np.testing.assert_array_equal(read_logs(tmp_path).evidence.mean_by_task(), [[0.5]])


def test_splits_of_helm_are_not_mixed(tmp_path):
    for model in "ab":
        entries = [
            {"instance_id": f"id{i}", "train_trial_index": 0,
             "stats": [{"name": {"name": "exact_match", "split": s}, "count": 1, "mean": float(s == "test")}]}
            for i, s in enumerate(("valid", "test", "test"))
        ]  # fmt: skip
        put(tmp_path / f"t:model={model}" / "per_instance_stats.json", entries)
    evidence = read_logs(tmp_path).evidence
    assert (evidence.tasks, list(evidence.items)) == (("t (valid)", "t"), ["id0", "id1", "id2"])
    np.testing.assert_array_equal(evidence.mean_by_task(), [[0.0, 1.0]] * 2)


def test_train_trials_of_helm_are_attempts(tmp_path):
    for model in "ab":
        entries = [
            {"instance_id": "id0", "train_trial_index": k,
             "stats": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "mean": float(k)}]}
            for k in range(3)
        ]  # fmt: skip
        put(tmp_path / f"t:model={model}" / "per_instance_stats.json", entries)
    evidence = read_logs(tmp_path).evidence
    assert (len(evidence.items), evidence.attempts) == (1, 3)


def test_predictions_of_numbers_are_left(tmp_path):
    for name in ("A", "B"):
        first = f"Covid,{name},TEST,0,MILLISECONDS,PREDICTIONS,x\np\n0.1,1\n"
        put(tmp_path / name / "testResample0.csv", f"{first}0.25,0.5,,\n")
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path)
    assert caught.value.code == "BO545"


def test_a_sample_of_every_eval_ever_may_only_say_whether_it_is_right(tmp_path):
    for model in "ab":
        record = {"schema_version": "0.2.2", "evaluation_id": "e", "model_id": model, "evaluation_name": "t",
                  "sample_id": "1", "evaluation": {"score": None, "is_correct": model == "a"}}  # fmt: skip
        put(tmp_path / model / "x_samples.jsonl", json.dumps(record) + "\n")
    np.testing.assert_array_equal(read_logs(tmp_path).evidence.mean_by_task(), [[1.0], [0.0]])


def test_summaries_of_early_versions_of_the_harness_are_read(tmp_path):
    tasks = {f"t{i}": {"acc": 0.5 + i / 100, "acc_stderr": 0.1} for i in range(6)}
    for name in ("m1", "m2"):
        old = {
            "results": tasks,
            "versions": dict.fromkeys(tasks, 0),
            "config": {"model_args": f"pretrained={name}"},
        }
        put(tmp_path / f"{name}.json", old)
    evidence = read_logs(tmp_path).evidence
    assert (evidence.classifiers, evidence.values.shape) == (("m1", "m2"), (6, 2))


def test_tasks_that_are_listed_without_parts_are_no_groups(tmp_path):
    whole = {"results": {"t": {"acc,none": 0.5}}, "versions": {}, "n-shot": {}, "group_subtasks": {"t": []}}
    put(tmp_path / "results_1.json", {**whole, "model_name": "m"})
    (row,) = gather_logs(tmp_path, options=ReadOptions()).harvest.rows
    assert (row.dataset, row.classifier, row.metric, row.value) == ("t", "m", "acc,none", 0.5)


def test_ids_of_rows_do_not_make_a_table_of_scores_one_of_items(tmp_path):
    rows = "".join(f"{i}{m},{m},d{i},0.{i}{k}\n" for i in range(3) for k, m in enumerate(("rf", "svm")))
    put(tmp_path / "t.csv", f"id,model,dataset,accuracy\n{rows}")
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path)
    assert caught.value.code == "BO540"


def harness_lines(scores):
    return [
        {"doc_id": i, "doc": {"q": i}, "target": "x", "arguments": [], "resps": [], "filtered_resps": [],
         "filter": "none", "metrics": ["acc"], "acc": float(s)}
        for i, s in enumerate(scores)
    ]  # fmt: skip


def harness_logs(folder, of_b, end="\n"):
    for model, lines in (("a", harness_lines([1, 0, 1, 1, 0, 1])), ("b", of_b)):
        (folder / model).mkdir(parents=True)
        text = "\n".join(json.dumps(line) for line in lines) + end
        (folder / model / "samples_t_2026-01-01T00-00-00.000001.jsonl").write_text(text)
    return folder


def test_an_answer_that_is_there_twice_with_the_same_score_is_read_once(tmp_path):
    lines = harness_lines([1, 1, 1, 1, 0, 1])
    evidence = read_logs(harness_logs(tmp_path, lines + lines[:4])).evidence
    assert evidence.attempts == 1
    (finding,) = [f for f in evidence.findings if f.code == "BO607"]
    assert "4 answers" in finding.message


def test_an_answer_that_is_there_twice_with_different_scores_is_refused(tmp_path):
    lines = harness_lines([1, 1, 1, 1, 0, 1])
    with pytest.raises(BakeoffError, match="item '2' of 't' is there twice, with different scores") as caught:
        read_logs(harness_logs(tmp_path, [*lines, lines[2] | {"acc": 0.0}]))
    assert caught.value.code == "BO275"


def test_a_last_line_that_is_cut_off_is_said(tmp_path):
    logs = harness_logs(tmp_path, harness_lines([1, 1, 1, 1, 0, 1]), end='\n{"doc_id": 6, "doc": {"q"')
    (finding,) = [f for f in read_logs(logs).evidence.findings if f.code == "BO606"]
    assert "line 7" in finding.message


def test_scores_that_are_there_twice_do_not_make_claims_surer(tmp_path):
    rows = [f"0.{100 + i},0.001,0.{80 + i}" for i in range(8)]
    for name in ("a", "b"):
        (tmp_path / f"cv_{name}.csv").write_text(
            "\n".join(["fit_time,score_time,test_score", *rows, *rows]) + "\n"
        )
    evidence = read_logs(tmp_path).evidence
    assert bakeoff.compare(evidence).design.resamples == 8
    assert "BO607" in {f.code for f in evidence.findings}


def test_a_matrix_of_answers_that_repeats_itself_is_suspected(tmp_path):
    rows = [f"{i % 2},{i % 3 % 2}" for i in range(12)]
    (tmp_path / "answers.csv").write_text("\n".join(["m1,m2", *rows, *rows]) + "\n")
    assert any("repeats the first" in f.message for f in read_logs(tmp_path).evidence.findings)
    (tmp_path / "answers.csv").write_text("\n".join(["m1,m2", *rows, *rows[::-1]]) + "\n")
    assert not any("repeats the first" in f.message for f in read_logs(tmp_path).evidence.findings)


def test_the_run_that_deepeval_keeps_as_its_latest_is_read(tmp_path):
    for model, score in (("a", 0.5), ("b", 0.75)):
        metrics = [{"name": "Answer Relevancy", "score": score, "threshold": 0.5, "success": True}]
        cases = [
            {"name": f"test_case_{i}", "input": f"question {i}", "metricsData": metrics} for i in range(3)
        ]
        run = {"testCases": cases, "metricsScores": [], "hyperparameters": {"model": model}, "testPassed": 3}
        put(tmp_path / f"{model}.json", {"testRunData": run, "testRunLink": None})
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.metric) == (("a", "b"), "Answer Relevancy")
    np.testing.assert_array_equal(evidence.mean_by_task(), [[0.5], [0.75]])


def test_lines_of_promptfoo_are_results(tmp_path):
    for model, right in (("a", 1), ("b", 2)):
        lines = [
            {"promptIdx": 0, "testIdx": i, "provider": {"id": model}, "prompt": {"label": "P"}, "vars": {"n": i},
             "success": i < right, "score": float(i < right), "namedScores": {}, "failureReason": int(i >= right)}
            for i in range(4)
        ]  # fmt: skip
        put(tmp_path / f"{model}.jsonl", "\n".join(map(json.dumps, lines)))
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.tasks, evidence.metric) == (("a", "b"), ("P",), "success")
    np.testing.assert_array_equal(evidence.mean_by_task(), [[0.25], [0.5]])


def test_samples_without_a_score_are_not_compared_by_what_stands_in_its_place(tmp_path):
    record = {
        "doc": {},
        "target": "1",
        "resps": [],
        "filtered_resps": [],
        "metrics": ["bypass"],
        "bypass": 999,
    }
    for model in "ab":
        lines = [json.dumps({"doc_id": i, **record}) for i in range(3)]
        put(tmp_path / model / "samples_t.jsonl", "\n".join(lines))
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path)
    assert (caught.value.code, "--predict_only" in caught.value.fix) == ("BO545", True)


def test_problems_with_one_verdict_are_read_beside_those_with_two(tmp_path):
    for model, right in (("a", 1), ("b", 3)):
        found = {f"BigCodeBench/{i}": [{"status": "pass" if i < right else "timeout"}] for i in range(4)}
        put(tmp_path / f"{model}_eval_results.json", {"date": "d", "eval": found})
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.tasks, evidence.metric) == (("a", "b"), ("BigCodeBench",), "passed")
    np.testing.assert_array_equal(evidence.mean_by_task(), [[0.25], [0.75]])


def test_a_log_of_inspect_without_samples_is_answered_with_what_writes_them(tmp_path):
    about = {"task": "t", "model": "a", "created": "2025"}
    put(tmp_path / "a.json", {"version": 2, "status": "success", "eval": about, "plan": {}, "results": {}})
    with pytest.raises(BakeoffError) as caught:
        read_logs(tmp_path)
    assert (caught.value.code, "--no-log-samples" in caught.value.fix) == ("BO018", True)
