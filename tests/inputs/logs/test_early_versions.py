"""Files of earlier versions, of neighbouring tools, and of judges: read, or refused for the reason that there is."""

import io
import json
import zipfile

import numpy as np
import pytest

import bakeoff
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.logs.battles import share_of_winner
from bakeoff.inputs.logs.read import read_logs


def put(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def samples(scores):
    return [
        {"doc_id": i, "doc": {"q": i}, "target": "x", "arguments": [], "resps": [], "filtered_resps": [], "acc": s}
        for i, s in enumerate(scores)
    ]  # fmt: skip


def summary(model, shots, tasks):
    return {
        "results": {task: {"acc,none": 0.5, "acc_stderr,none": 0.1} for task in tasks},
        "versions": dict.fromkeys(tasks, 1.0),
        "n-shot": dict.fromkeys(tasks, shots),
        "config": {"model": "hf", "model_args": f"pretrained=org/{model}"},
    }


def test_a_list_of_samples_under_the_name_of_model_and_task_is_read(tmp_path):
    for model, scores in (("a", [1.0, 0.0, 1.0]), ("b", [1.0, 1.0, 1.0])):
        put(tmp_path / model / "results.json", summary(model, 0, ["arc_easy"]))
        text = json.dumps(samples(scores), indent=2)
        put(tmp_path / model / f"pretrained__org__{model}_arc_easy.jsonl", text)
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.tasks) == (("org/a", "org/b"), ("arc_easy",))
    np.testing.assert_allclose(evidence.mean_by_task(), [[2 / 3], [1.0]])


def test_summaries_with_other_shots_bring_a_finding(tmp_path):
    for model, shots in (("a", 0), ("b", 5)):
        put(
            tmp_path / model / "results_2026-01-01T00-00-00.json",
            summary(model, shots, [f"t{i}" for i in range(7)]),
        )
    (finding,) = [f for f in read_logs(tmp_path).evidence.findings if f.code == "BO382"]
    assert "number of shots: org/a 0, org/b 5" in finding.message


def inspect_log(model, values, **of_samples):
    rows = [
        {"id": i + 1, "epoch": 1, "input": f"q{i}", "target": "t", **value, **of_samples}
        for i, value in enumerate(values)
    ]
    about = {"task": "sums", "model": model, "run_id": model, "dataset": {}, "config": {}}
    return {
        "version": 1,
        "status": "success",
        "eval": about,
        "plan": {},
        "results": {},
        "stats": {},
        "samples": rows,
    }


def test_the_only_score_of_an_early_log_of_inspect_is_read(tmp_path):
    for model, letters in (("a", "CIC"), ("b", "CCC")):
        put(tmp_path / f"{model}.json", inspect_log(model, [{"score": {"value": v}} for v in letters]))
    np.testing.assert_allclose(read_logs(tmp_path).evidence.mean_by_task(), [[2 / 3], [1.0]])


def test_runs_with_different_scorers_are_refused_for_that_reason(tmp_path):
    for model, scorer in (("a", "match"), ("b", "includes")):
        put(tmp_path / f"{model}.json", inspect_log(model, [{"scores": {scorer: {"value": "C"}}}] * 5))
    with pytest.raises(BakeoffError, match="different metrics: a by 'match', b by 'includes'") as caught:
        read_logs(tmp_path)
    assert caught.value.code == "BO646"


def test_pairs_that_a_judge_decided_in_inspect_are_battles(tmp_path):
    said = ["A", "B", "tie", "x", "A", "B"] * 5
    pairs = [
        {"metadata": {"model_a": "x", "model_b": "y"}, "scores": {"judge": {"value": word}}} for word in said
    ]
    put(tmp_path / "judge.json", inspect_log("the judge", pairs))
    board = bakeoff.leaderboard(tmp_path)
    assert {entry.name for entry in board.entries} == {"x", "y"}
    assert board.units == 30
    with pytest.raises(BakeoffError, match="30 battles between 2 models"):
        bakeoff.compare(tmp_path)


def test_an_archive_of_inspect_logs_in_an_archive_is_read(tmp_path):
    with zipfile.ZipFile(tmp_path / "logs.zip", "w") as outer:
        for model, letters in (("a", "CIC"), ("b", "CCC")):
            log = inspect_log(model, [{"scores": {"match": {"value": v}}} for v in letters])
            stream = io.BytesIO()
            with zipfile.ZipFile(stream, "w") as inner:
                inner.writestr("header.json", json.dumps({**log, "samples": None}))
                inner.writestr("summaries.json", json.dumps(log["samples"]))
            outer.writestr(f"logs/{model}.eval", stream.getvalue())
    assert bakeoff.compare(tmp_path / "logs.zip").evidence.models == ("a", "b")


def chosen_best(best):
    results = [
        {
            "provider": {"id": name, "label": ""}, "prompt": {"label": "P"}, "vars": {"n": i}, "success": name == b,
            "score": float(name == b), "failureReason": int(name != b),
            "gradingResult": {"componentResults": [{"pass": name == b, "assertion": {"type": "select-best"}}]},
        }
        for i, b in enumerate(best) for name in "xyz"
    ]  # fmt: skip
    return {"results": {"version": 3, "prompts": [], "results": results, "stats": {}}, "config": {}}


def test_the_best_that_a_judge_chose_in_promptfoo_has_beaten_the_others(tmp_path):
    put(tmp_path / "output.json", chosen_best("xxyxzxyxxz" * 4))
    board = bakeoff.leaderboard(tmp_path)
    assert (str(board.kind), board.units) == ("battles", 80)
    assert board.entries[0].name == "x"
    shares = read_logs(tmp_path).evidence.mean_by_task()
    np.testing.assert_allclose(shares, [[0.6], [0.2], [0.2]])


def test_prompts_without_assertions_that_do_not_all_pass_are_compared(tmp_path):
    results = [
        {"provider": {"id": "x"}, "prompt": {"label": p}, "vars": {"n": i}, "success": i > 0, "score": 1,
         "failureReason": 0}
        for p in ("P1", "P2") for i in range(3)
    ]  # fmt: skip
    put(
        tmp_path / "o.json",
        {"version": 2, "results": results, "stats": {}, "table": {"head": {}, "body": []}},
    )
    assert read_logs(tmp_path).evidence.models == ("P1", "P2")


def test_metrics_of_an_early_test_run_of_deepeval_are_read(tmp_path):
    for model, score in (("a", 0.5), ("b", 0.75)):
        cases = [
            {
                "name": f"test_case_{i}",
                "input": f"q{i}",
                "metricsMetadata": [{"metric": "Relevancy", "score": score}],
            }
            for i in range(3)
        ]
        put(tmp_path / f"{model}.json", {"testCases": cases, "testPassed": 3, "testFailed": 0})
    np.testing.assert_allclose(read_logs(tmp_path).evidence.mean_by_task(), [[0.5], [0.75]])


def test_lists_of_what_was_resolved_count_the_rest_that_others_name_as_not_resolved(tmp_path):
    for model, resolved in (("m1", ["a__a-1", "b__b-1"]), ("m2", ["a__a-1", "a__a-2", "b__b-2"])):
        lists = {"no_generation": [], "no_logs": [], "resolved": resolved}
        put(tmp_path / "verified" / model / "results" / "results.json", lists)
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.tasks) == (("m1", "m2"), ("SWE-bench Verified",))
    np.testing.assert_allclose(evidence.mean_by_task(), [[0.5], [0.75]])
    assert any("instances that nobody resolved are in none of them" in f.message for f in evidence.findings)


def test_reports_by_instance_are_read_in_one_file_and_in_many(tmp_path):
    for model, odd in (("m1", 2), ("m2", 3)):
        said = {f"a__a-{i}": {"patch_exists": True, "resolved": i % odd == 0} for i in range(6)}
        put(tmp_path / "one" / model / "report.json", said)
        for item, each in said.items():
            put(tmp_path / "many" / model / item / "report.json", {item: each})
    for folder in ("one", "many"):
        evidence = read_logs(tmp_path / folder).evidence
        assert evidence.models == ("m1", "m2")
        np.testing.assert_allclose(evidence.mean_by_task(), [[1 / 2], [1 / 3]])


def test_samples_of_code_with_the_verdict_of_their_tests_are_attempts(tmp_path):
    for model, odd in (("a", 2), ("b", 3)):
        rows = [
            {"task_id": f"HumanEval/{i}", "completion": "", "result": "", "passed": (i + k) % odd == 0}
            for i in range(6)
            for k in range(2)
        ]
        put(tmp_path / f"{model}.jsonl_results.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    evidence = read_logs(tmp_path).evidence
    assert (evidence.models, evidence.attempts) == (("a", "b"), 2)
    np.testing.assert_allclose(evidence.mean_by_task(), [[1 / 2], [1 / 3]])


def test_both_games_of_a_judged_pair_are_battles_with_their_sides_changed(tmp_path):
    rows = [
        {"question_id": i, "model_1": "x", "model_2": "y", "g1_winner": "model_1", "g2_winner": "tie",
         "judge": ["j", "v"]}
        for i in range(8)
    ]  # fmt: skip
    put(tmp_path / "pair.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    battles = read_logs(tmp_path).evidence
    names = np.array(battles.models)
    assert names[battles.left][:2].tolist() == ["x", "y"]
    assert battles.winner[:2].tolist() == [0, 2]


def test_games_against_a_baseline_stand_in_both_orders(tmp_path):
    games = [{"score": "B>>A"}, {"score": "A=B"}]
    rows = [{"question_id": i, "model": "m", "judge": "j", "games": games} for i in range(8)]
    put(tmp_path / "m.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    battles = read_logs(tmp_path).evidence
    names = np.array(battles.models)
    assert names[battles.left][:2].tolist() == ["baseline", "m"]
    assert battles.winner[:2].tolist() == [1, 2]


def test_a_winner_by_name_counts_before_a_side_of_that_name():
    assert (share_of_winner("a", "b", "a"), share_of_winner("a", "x", "y")) == (0.0, 1.0)


def test_the_folder_of_an_evaluation_by_tsml_is_read_by_its_resamples_and_not_by_its_measures(tmp_path):
    for measure in ("accuracy", "fittime"):
        place = tmp_path / measure
        put(place / f"{measure}_mean.csv", "Estimators:,A,B\nd1,0.5,0.6\nd2,0.7,0.8\n")
        put(place / f"{measure}_ranks.csv", "Estimators:,A,B\nd1,2,1\nd2,2,1\n")
        put(place / f"{measure}_p_values.csv", "Estimators:,A,B\nA,1,0.5\nB,0,1\n")
    put(
        tmp_path / "accuracy" / "all_resamples" / "A_accuracy.csv", "Resamples:,0,1\nd1,0.4,0.6\nd2,0.7,0.7\n"
    )
    put(
        tmp_path / "accuracy" / "all_resamples" / "B_accuracy.csv", "Resamples:,0,1\nd1,0.6,0.6\nd2,0.8,0.8\n"
    )
    whole = bakeoff.compare(tmp_path).evidence
    assert (whole.classifiers, whole.measure.name) == (("A", "B"), "accuracy")
    means = bakeoff.compare(tmp_path / "accuracy" / "accuracy_mean.csv").evidence
    assert means.classifiers == ("A", "B")
    assert not bakeoff.compare(tmp_path / "fittime" / "fittime_mean.csv").evidence.measure.higher_is_better
    with pytest.raises(BakeoffError, match="no scores"):
        bakeoff.compare(tmp_path / "accuracy" / "accuracy_ranks.csv")


def test_subjects_of_one_dataset_of_moabb_are_the_units(tmp_path):
    head = "score,time,samples,subject,session,channels,n_sessions,dataset,pipeline"
    rows = [f"0.{60 + s + k},0.1,288,{s},{e},22,2,D,P{k}" for s in range(9) for e in (0, 1) for k in (0, 1)]
    put(tmp_path / "results.csv", "\n".join([head, *rows]) + "\n")
    evidence = read_logs(tmp_path).evidence
    assert len(evidence.datasets) == 9
    assert "BO960" in {finding.code for finding in evidence.findings}


def test_runs_of_weights_and_biases_in_its_own_form_are_refused_with_what_would_answer(tmp_path):
    place = tmp_path / "wandb" / "offline-run-1" / "run-1.wandb"
    place.parent.mkdir(parents=True)
    place.write_bytes(b":W&B\xbe\xee\x00" + bytes(60))
    with pytest.raises(BakeoffError, match="1 run of Weights & Biases in its own form") as caught:
        read_logs(tmp_path)
    assert caught.value.code == "BO548"
