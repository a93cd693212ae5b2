"""Latency, price and tokens in logs: read by their names, compared beside the score, never taken for a score."""

import json
import re

import numpy as np
import pytest

import bakeoff
from bakeoff.api.logs import is_of_logs
from bakeoff.cli.main import main
from bakeoff.inputs.logs.amounts import token_amounts
from bakeoff.inputs.logs.read import read_logs
from bakeoff.inputs.options import ReadOptions

SECONDS = {"small": 0.2, "large": 0.9}
RIGHT = {"small": 0.5, "large": 0.9}
ITEMS = 40


def answers(seed=3):
    rng = np.random.default_rng(seed)
    for model in SECONDS:
        for i in range(ITEMS):
            yield model, i, bool(rng.random() < RIGHT[model]), SECONDS[model] + float(rng.uniform(0, 0.1))


def promptfoo(folder, *, cost=0, cached=False):
    results = [
        {
            "provider": {"id": model},
            "prompt": {"label": "p"},
            "vars": {"q": f"q{i}"},
            "success": right,
            "score": float(right),
            "latencyMs": 1000 * seconds,
            "cost": cost,
            "response": {"output": "x", "cached": cached},
            "tokenUsage": {"prompt": 10, "completion": 5 if model == "small" else 50},
        }
        for model, i, right, seconds in answers()
    ]
    document = {"evalId": "e", "results": {"version": 3, "prompts": [], "results": results}, "config": {}}
    (folder / "output.json").write_text(json.dumps(document))


def inspect(folder):
    for model in SECONDS:
        usage = {
            model: {"input_tokens": 10, "output_tokens": 5 if model == "small" else 50, "total_cost": 0.01},
            "judge": {"input_tokens": 900, "output_tokens": 900, "total_cost": 9},
        }
        samples = [
            {"id": i, "epoch": 1, "input": f"q{i}", "target": "x", "scores": {"match": {"value": "CI"[not right]}},
             "total_time": 99, "working_time": seconds, "model_usage": usage}
            for name, i, right, seconds in answers() if name == model
        ]  # fmt: skip
        header = {
            "version": 2,
            "status": "success",
            "eval": {"task": "t", "model": model},
            "samples": samples,
        }
        (folder / f"{model}.json").write_text(json.dumps(header))


def helm(folder):
    for model in SECONDS:
        run = folder / f"toy:model={model}"
        run.mkdir()
        (run / "run_spec.json").write_text(json.dumps({"name": run.name, "adapter_spec": {"model": model}}))
        entries = [
            {
                "instance_id": f"id{i}",
                "train_trial_index": 0,
                "stats": [
                    {"name": {"name": name, "split": "test"}, "count": 1, "sum": value, "mean": value}
                    for name, value in {
                        "exact_match": float(right),
                        "inference_runtime": seconds,
                        "num_prompt_tokens": 10,
                        "num_output_tokens": 5 if model == "small" else 50,
                    }.items()
                ],
            }
            for name, i, right, seconds in answers()
            if name == model
        ]
        (run / "per_instance_stats.json").write_text(json.dumps(entries))


@pytest.mark.parametrize("write", [promptfoo, inspect, helm])
def test_a_log_has_latency_and_tokens_beside_the_score(tmp_path, write):
    write(tmp_path)
    made = bakeoff.compare(str(tmp_path), beside=["latency", "tokens"])
    assert is_of_logs(made.evidence)
    latency, tokens = made.beside
    assert (latency.measure.name, tokens.measure.name) == ("latency (s)", "tokens")
    means = {
        m: np.mean([s for model, _, _, s in answers() if model == m]) for m in SECONDS
    }  # what was written
    assert {p.name: p.cost.value for p in latency.trade_off.points} == pytest.approx(means)
    assert {p.name: p.cost.value for p in tokens.trade_off.points} == {"small": 15, "large": 60}
    assert {p.name for p in latency.trade_off.points if p.on_front} == {"small", "large"}
    assert {str(pair.verdict) for pair in latency.pairs} <= {"better", "worse"}
    assert tokens.pairs == ()  # every answer of large took 45 more: nothing varies, and no test is made
    assert "no test by tokens" in " ".join(str(made).split())
    assert "BO924" not in {f.code for f in made.findings}  # what was asked for is not offered
    assert "BO924" in {f.code for f in bakeoff.compare(str(tmp_path)).findings}


def test_amounts_stand_in_the_paper_with_their_figure(tmp_path):
    promptfoo(tmp_path)
    made = bakeoff.compare(str(tmp_path), beside=["latency"])
    names = {path.name for path in made.paper().write(tmp_path / "kit.tex")}
    text = (tmp_path / "kit.tex").read_text(encoding="utf-8")
    assert "kit-trade-off.pdf" in names
    assert re.search(r"\\includegraphics\[width=0\.\d\d\\linewidth,.*\]\{kit-trade-off\.pdf\}", text)
    assert (
        r"on the Pareto front (Table~\ref{tab:bakeoff-beside}); large is shown to differ from small" in text
    )
    assert "Beside the score we compared latency (s)" in text


def test_an_amount_is_no_metric_unless_it_is_asked_for(tmp_path):
    promptfoo(tmp_path)
    plain = read_logs(tmp_path).evidence
    assert (plain.metric, plain.higher_is_better) == ("success", True)
    asked = read_logs(tmp_path, options=ReadOptions(metric="latency")).evidence
    assert (asked.metric, asked.higher_is_better) == ("latency (s)", False)


@pytest.mark.parametrize(("options", "missing"), [({"cost": 0}, "price"), ({"cached": True}, "latency")])
def test_what_the_tool_did_not_count_is_not_offered(tmp_path, capsys, options, missing):
    promptfoo(tmp_path, **options)
    assert main(["compare", str(tmp_path), "--beside", missing]) == 2
    out, err = capsys.readouterr()
    assert (out, "BO923" in err, missing in err) == ("", True, True)


def test_tokens_are_known_by_the_names_of_every_tool():
    assert token_amounts({"prompt_tokens": 3, "completion_tokens": 4})["tokens"] == 7
    assert token_amounts({"inputTokenCount": 3, "outputTokenCount": 4})["tokens"] == 7
    assert token_amounts({"total": 9}) == {"tokens": 9}
    assert token_amounts(None) == {}


def test_a_table_of_items_has_its_latency_and_price_by_the_names_of_its_columns(tmp_path, capsys):
    rows = [f"{m},q{i},{int(right)},{1000 * s:.0f},{s / 10:.3f}" for m, i, right, s in answers()]
    path = tmp_path / "items.csv"
    path.write_text("\n".join(["model,item,correct,latency_ms,cost", *rows]) + "\n")
    made = bakeoff.compare(path, beside=["latency_ms", "cost"])
    latency, price = made.beside
    assert (latency.measure.name, price.measure.name) == ("latency (s)", "price")
    means = {p.name: p for p in latency.trade_off.points}
    assert means["small"].on_front
    assert means["large"].on_front
    (found,) = [f for f in bakeoff.compare(path).findings if f.code == "BO924"]
    assert found.detail["amounts"] == ("latency", "price")
