"""Subgroups: judged two-sided with the margin, adjusted over all of all pairs, and heard everywhere."""

import json

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.core.results import Verdict
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.predictions.mcnemar import mcnemar_midp

SIZES = {"north": 60, "south": 400, "east": 400, "west": 3}


def _answers(**columns):
    """Return predictions: of b, 30 examples of the north are wrong that a gets right, and elsewhere it is level."""
    region = np.repeat(list(SIZES), list(SIZES.values()))
    truth = np.arange(len(region)) % 2
    a, b = truth.copy(), truth.copy()
    b[:30] = 1 - b[:30]
    for start in (60, 460):
        a[start : start + 10] = 1 - a[start : start + 10]
        b[start + 10 : start + 18] = 1 - b[start + 10 : start + 18]
    return {"id": np.arange(len(region)), "y_true": truth, "a": a, "b": b, **columns, "region": region}


@pytest.fixture
def answers():
    return _answers()


def test_a_worse_subgroup_closes_the_gate_unless_told_not_to(answers):
    asked = {"subgroup_column": "region", "margin": 0.05, "gate": "not-worse"}
    made = bakeoff.compare(answers, **asked)
    assert made.gate.pairs[0].passed
    assert (made.gate.passed, [s.subgroup for s in made.gate.worse_subgroups]) == (False, ["north"])
    free = bakeoff.compare(answers, ignore_subgroups=True, **asked)
    assert (free.gate.passed, free.gate.worse_subgroups) == (True, ())


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_subgroups_are_judged_on_both_sides_whichever_alternative_was_asked_for(answers, alternative):
    made = bakeoff.compare(answers, subgroup_column="region", alternative=alternative)
    found = {s.subgroup: s for s in made.pairs[0].by_subgroup}
    assert found["north"].verdict is Verdict.WORSE
    # Source: all 30 flips one way, mid-p two-sided 2^-30, times three subgroups by Holm.
    assert found["north"].p_adjusted == pytest.approx(3 * 2.0**-30, rel=1e-12)


def test_verdicts_of_subgroups_heed_the_margin_by_intervals_that_hold_together(answers):
    made = bakeoff.compare(answers, subgroup_column="region", margin=0.05)
    found = {s.subgroup: s for s in made.pairs[0].by_subgroup}
    assert [found[name].verdict for name in ("north", "south", "east")] == [
        "worse",
        "equivalent",
        "equivalent",
    ]
    alone = mcnemar_midp(
        FourCounts(both_right=382, breaks=8, mends=10, both_wrong=0), level=1 - 0.05 / 3
    ).estimate.interval
    held = found["south"].result.estimate.interval
    assert (held.low, held.high, held.level) == pytest.approx((alone.low, alone.high, 0.95), rel=1e-12)


def test_the_family_is_all_subgroups_of_all_pairs():
    made = bakeoff.compare(_answers(c=_answers()["b"]), subgroup_column="region")
    parts = [s for pair in made.pairs for s in pair.by_subgroup]
    assert len(parts) == 9
    worst = [s for s in parts if s.subgroup == "north" and s.verdict is Verdict.WORSE]
    assert len(worst) == 2
    assert worst[0].p_adjusted == pytest.approx(9 * 2.0**-30, rel=1e-12)
    assert "By subgroup: b is worse than a in north and c is worse than a in north" in made.summary


def test_what_subgroups_say_stands_in_every_output(answers, tmp_path, capsys):
    said = "By subgroup: b is worse in north, equivalent in south and east."
    made = bakeoff.compare(answers, subgroup_column="region", margin=0.05)
    page = made.report(tmp_path / "page.html").read_text(encoding="utf-8")
    for text in (made.summary, str(made).replace("\n  ", " "), made._repr_html_(), page, made.to_markdown()):
        assert said in text
    results = made.paper().results
    assert "By subgroup, b was worse than a in north ($-0.500$" in results
    assert all(f"b was equivalent in practice to a in {region}" in results for region in ("south", "east"))
    assert made.to_dict()["summary"].count(said) == 1
    assert made.to_frame(table="subgroups")["verdict"].tolist() == ["worse", "equivalent", "equivalent"]
    assert [f.code for f in made.findings][:2] == ["BO180", "BO181"]
    assert "BO180" in [f.code for f in bakeoff.audit(made).findings]
    table = tmp_path / "answers.csv"
    rows = zip(*answers.values(), strict=True)
    table.write_text("\n".join(",".join(map(str, row)) for row in (answers, *rows)) + "\n")
    command = ["compare", str(table), "--subgroup-column", "region", "--margin", "0.05"]
    assert main([*command, "-q", "--gate", "not-worse"]) == 1
    spoken = capsys.readouterr()
    assert said in spoken.out
    assert (
        "not passed: b is worse than a in north (−0.5, p < .0001), p adjusted over 3 subgroups" in spoken.err
    )
    assert "no verdict on 1 subgroup: west" in spoken.err
    assert main([*command, "--json", "--gate", "not-worse", "--ignore-subgroups"]) == 0
    spoken = capsys.readouterr()
    assert "3 subgroups left aside, as asked" in spoken.err
    assert json.loads(spoken.out)["gate"]["subgroups_count"] is False


def test_subgroups_that_nothing_can_judge_are_said_and_do_not_open_a_gate(answers):
    parted = {**answers, "dataset": np.arange(len(answers["id"])) % 8}
    made = bakeoff.compare(parted, subgroup_column="region")
    (finding,) = [f for f in made.findings if f.code == "BO181"]
    assert finding.detail["subgroups"] == list(SIZES)
    with pytest.raises(BakeoffError, match="none of them can be judged"):
        bakeoff.compare(parted, subgroup_column="region", gate="not-worse", margin=0.05)
    asked = {"gate": "not-worse", "margin": 0.05, "ignore_subgroups": True}
    assert bakeoff.compare(parted, subgroup_column="region", **asked).gate is not None


def _turning(flips: dict[str, tuple[int, int]], n: int = 100) -> dict[str, list[str]]:
    """Return n examples of each subgroup, of which so many are mended and broken."""
    given: dict[str, list[str]] = {"y_true": [], "a": [], "b": [], "region": []}
    for name, (mends, breaks) in flips.items():
        for i in range(n):
            given["y_true"].append("x")
            given["a"].append("y" if i < mends else "x")
            given["b"].append("y" if mends <= i < mends + breaks else "x")
            given["region"].append(name)
    given["y_true"][0], given["a"][0], given["b"][0] = "y", "x", "y"
    return given


def test_a_winner_that_turns_is_found_and_drawn(tmp_path):
    made = bakeoff.compare(_turning({"north": (40, 5), "south": (5, 40)}), subgroup_column="region")
    (pair,) = made.pairs
    assert pair.interaction.differs
    found = next(f for f in made.findings if f.code == "BO920")
    assert "b is better than a in north and worse in south" in found.message
    assert "not the same in all subgroups" in str(made)
    assert made.to_dict()["pairs"][0]["subgroup_interaction"]["differs"] is True
    labels = [tick.get_text() for tick in made.plot("subgroups").get_yticklabels()]
    assert labels == ["all examples  (n = 200)", "north  (n = 100)", "south  (n = 100)"]
    paper = made.paper()
    assert r"\label{tab:bakeoff-subgroups}" in paper.document
    assert "welch1951" in paper.bibtex
    assert "not the same in all subgroups" in made.report(tmp_path / "r.html").read_text(encoding="utf-8")


def test_without_an_interaction_nothing_turns():
    made = bakeoff.compare(_turning({"north": (30, 5), "south": (28, 6)}), subgroup_column="region")
    assert not made.pairs[0].interaction.differs
    assert "BO920" not in [f.code for f in made.findings]
    assert "is not shown to differ by subgroup" in str(made)


def test_a_metric_that_is_no_mean_has_no_test_of_interaction():
    given = _turning({"north": (30, 5), "south": (28, 6)})
    for i in range(0, 200, 3):
        given["y_true"][i] = "y"
    made = bakeoff.compare(given, subgroup_column="region", metric="f1_macro")
    assert made.pairs[0].interaction is None
    assert made.to_dict()["pairs"][0]["subgroup_interaction"] is None
