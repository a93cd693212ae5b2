"""How the datasets of a study were chosen stands in its findings and in the methods paragraph; made data are known."""

import json
from dataclasses import replace

import pytest

import bakeoff
from bakeoff.render.paper.methods import methods_paragraph
from bakeoff.study.findings.study_findings import _sampling_findings

pytestmark = pytest.mark.usefixtures("in_this_process")

DRAWN = {
    "kind": "sampled", "frame": "uci.toml", "frame_digest": "x", "n_frame": 40, "n": 8, "by": ["rows", "classes"],
    "seed": 3, "reason": "small data",
}  # fmt: skip


def found(**specification):
    (finding,) = _sampling_findings(json.loads(json.dumps(specification)))
    return finding


def test_a_drawn_sample_is_told_with_its_frame_strata_and_reason():
    made = found(sampling=DRAWN, datasets=["uci:a"], why_these_datasets="as planned")
    assert made.code == "BO253"
    assert (
        "8 of the 40 in uci.toml, stratified by rows and classes (seed 3), 32 left out by chance"
        in made.message
    )
    assert made.detail["reason"] == "small data; as planned"
    assert made.detail["left_out"] == 32


def test_artificial_data_are_no_opportunity_sample():
    made = found(datasets=["artificial:linear?n=200&noise=0", "artificial:linear?n=200&noise=0.1"])
    assert made.code == "BO254"
    assert found(datasets=["artificial:linear?n=200", "iris"]).code == "BO234"


def test_the_methods_paragraph_says_how_the_datasets_were_chosen():
    compared = bakeoff.compare({"dataset": list("uvwxyz"), "A": [1, 2, 3, 4, 5, 6], "B": [2, 3, 4, 5, 6, 8]})
    plain = methods_paragraph(compared)
    drawn = replace(compared, findings=(found(sampling=DRAWN, datasets=["uci:a"]),))
    assert "drawn at random, before anything was run, as 8 of the 40 in uci.toml" in methods_paragraph(drawn)
    assert "small data" in methods_paragraph(drawn)
    assert "artificial" in methods_paragraph(
        replace(compared, findings=(found(datasets=["artificial:linear?n=9"]),))
    )
    assert "drawn" not in plain


def test_explain_takes_what_artificial_data_were_made_with(tmp_path):
    study = bakeoff.Study(
        {"bayes": "GaussianNB", "most": "DummyClassifier"},
        ["artificial:linear?n=60&noise=[0,0.2,0.4]&seed=[1,2]"],
        resampling={"folds": 2},
    )
    store = tmp_path / "s.db"
    factors = study.run(store).factors()
    interplay = next(one for one in factors.each if "noise" in one.factor and "classifier" in one.factor)
    explained = bakeoff.explain(str(store), permutations=499).answer
    assert [slope.property for slope in explained.slopes] == ["noise"]
    assert interplay.p_value is not None
    assert explained.explained == (interplay.p_value < 0.05)
