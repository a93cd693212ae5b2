"""`bakeoff compare --gold-column` and `bakeoff label` through their doors."""

import csv
import json

import numpy as np
import pytest

from bakeoff.cli.main import main

N, LABELLED = 600, 240


@pytest.fixture
def truth():
    rng = np.random.default_rng(1)
    easy = rng.random(N)
    return {
        m: (easy + rng.normal(0, 0.15, N) < share).astype(int) for m, share in (("base", 0.5), ("new", 0.7))
    }


@pytest.fixture
def judged(truth, tmp_path):
    def write(name, gold=None, favour=0.0):
        rng = np.random.default_rng(2)
        rows = ["id,model,judge,human"]
        for model, right in truth.items():
            guess = rng.random(N) < 0.5 + (favour if model == "new" else 0.0)
            says = np.where(rng.random(N) < 0.85, right, guess)
            rows += [
                f"q{i},{model},{says[i]},{right[i] if gold is not None and gold[i] else ''}" for i in range(N)
            ]
        path = tmp_path / name
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        return path

    return write


def test_the_corrected_difference_is_shown_beside_labels_and_judge(judged, capsys):
    path = judged("judged.csv", np.random.default_rng(3).random(N) < 0.15)
    assert main(["compare", str(path), "--gold-column", "human"]) == 0
    screen = capsys.readouterr().out
    assert all(word in screen for word in ("corrected", "labels alone", "judge alone", "κ", "AC1", "α"))
    assert main(["compare", str(path), "--gold-column", "human", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert made["schema"] == "bakeoff/judged/1"
    assert made["verdict"] == "better"
    assert (
        made["corrected"]["high"] - made["corrected"]["low"]
        < made["labels_alone"]["high"] - made["labels_alone"]["low"]
    )
    assert " ".join(screen.split()).startswith(made["summary"])


def test_a_judge_that_favours_a_model_is_named(judged, capsys):
    path = judged("judged.csv", np.random.default_rng(3).random(N) < 0.5, favour=0.5)
    assert main(["compare", str(path), "--gold-column", "human", "--json"]) == 0
    codes = {finding["code"] for finding in json.loads(capsys.readouterr().out)["findings"]}
    assert "BO294" in codes


def test_labels_that_go_with_the_verdict_are_refused_with_the_reason(judged, capsys, tmp_path):
    path = judged("plain.csv")
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    by_id = {}
    for row in rows:
        by_id.setdefault(row["id"], {})[row["model"]] = row["judge"]
    for row in rows:
        row["human"] = row["judge"] if len(set(by_id[row["id"]].values())) == 2 else ""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert main(["compare", str(path), "--gold-column", "human"]) == 2
    shown = capsys.readouterr()
    assert "not drawn at random" in shown.err
    assert shown.out == ""


def test_a_plan_of_labels_is_filled_in_and_read_back(judged, truth, tmp_path, capsys):
    path, plan = judged("judged.csv"), tmp_path / "labels.csv"
    assert main(["label", str(path), "--budget", "100", "--export", str(plan)]) == 0
    assert "100 items" in capsys.readouterr().out
    with plan.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 200
    for row in rows:
        row["gold"] = truth[row["model"]][int(row["id"][1:])]
    with plan.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert main(["compare", str(path), "--gold", str(plan), "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    real = float(truth["new"].mean() - truth["base"].mean())
    assert made["method"] == "labels drawn at random within 3 strata"
    assert made["corrected"]["low"] < real < made["corrected"]["high"]


def test_a_plan_expects_the_width_that_its_labels_spread_by(judged, capsys):
    path = judged("judged.csv", np.arange(N) < LABELLED)
    assert main(["label", str(path), "--budget", "90", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    says, gold = (
        {m: [r[c] for r in rows if r["model"] == m] for m in ("base", "new")} for c in ("judge", "human")
    )
    side = np.sign(np.array(says["new"], dtype=float) - np.array(says["base"], dtype=float))
    known = np.array(gold["new"][:LABELLED], dtype=float) - np.array(gold["base"][:LABELLED], dtype=float)
    # By hand: strata by what the judge says, each with the variance of its labels over as many as are planned.
    variance, open_sides = 0.0, side[LABELLED:]
    for stratum, code in zip(made["strata"], (-1, 0, 1), strict=True):
        assert stratum["items"] == (open_sides == code).sum()
        spread = max(float(np.std(known[side[:LABELLED] == code], ddof=1)), 0.1)
        variance += (open_sides == code).mean() ** 2 * spread**2 / stratum["labels"]
    assert made["expected_width"] == pytest.approx(2 * 1.96 * variance**0.5, rel=1e-9)


def test_the_same_seed_draws_the_same_items(judged, capsys):
    path = judged("judged.csv")
    drawn = []
    for _ in range(2):
        assert main(["label", str(path), "--budget", "30", "--json", "--seed", "7"]) == 0
        drawn.append(json.loads(capsys.readouterr().out)["labels"])
    assert drawn[0] == drawn[1]


def test_more_labels_than_items_are_refused(judged, capsys):
    assert main(["label", str(judged("judged.csv")), "--budget", "5000"]) == 2
    assert "BO578" in capsys.readouterr().err


def test_three_models_are_refused(tmp_path, capsys):
    path = tmp_path / "three.csv"
    path.write_text(
        "id,model,judge,human\n" + "".join(f"{i},{m},1,1\n" for i in range(20) for m in "abc"),
        encoding="utf-8",
    )
    assert main(["compare", str(path), "--gold-column", "human"]) == 2
    assert "BO577" in capsys.readouterr().err


def test_the_first_items_are_no_random_part(judged, capsys):
    path = judged("judged.csv", np.arange(N) < 60)
    assert main(["compare", str(path), "--gold-column", "human", "--json"]) == 0
    assert "BO292" in {f["code"] for f in json.loads(capsys.readouterr().out)["findings"]}


def write_rich(path, *, length=0.0, place=0.0, drift=0.0, labelled=None, one_model=False):
    """Write judged answers with length, place, date and document; `labelled` says which items people scored."""
    rng = np.random.default_rng(11)
    rows = ["id,model,score,human,length,position,date,doc"]
    chosen = rng.random(N) < 0.4 if labelled is None else labelled
    for i in range(N):
        first = rng.integers(0, 2)
        for k, model in enumerate(("base", "new")):
            size = int(rng.integers(50, 400))
            right = int(rng.random() < 0.6)
            chance = 0.15 + 0.7 * right + length * (size - 225) / 100 + (place if k == first else -place)
            chance += drift if i >= N // 2 and model == "new" else 0.0
            says = int(rng.random() < chance)
            gold = str(right) if chosen[i] and not (one_model and model == "new") else ""
            shown = "first" if k == first else "second"
            rows.append(f"q{i},{model},{says},{gold},{size},{shown},2024-0{1 + 6 * i // N}-01,d{i // 12}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def judge(path, capsys, *more):
    assert main(["compare", str(path), "--gold-column", "human", "--json", *more]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("tendency", "code"), [({"length": 0.15}, "BO630"), ({"place": 0.15}, "BO631"), ({"drift": 0.4}, "BO632")]
)
def test_what_a_judge_tends_to_is_named_and_nothing_else(tmp_path, capsys, tendency, code):
    found = judge(write_rich(tmp_path / "j.csv", **tendency), capsys)
    assert {f["code"] for f in found["findings"]} & {"BO630", "BO631", "BO632"} == {code}
    assert len(found["tendencies"]) == 3


def test_a_fair_judge_is_not_accused(tmp_path, capsys):
    found = judge(write_rich(tmp_path / "j.csv"), capsys)
    assert not {f["code"] for f in found["findings"]} & {"BO294", "BO630", "BO631", "BO632"}


def test_groups_come_through_the_door(tmp_path, capsys):
    path = write_rich(tmp_path / "j.csv")
    found = judge(path, capsys, "--cluster-column", "doc")
    assert found["groups"] == 50
    assert "groups" in found["method"]
    few = write_rich(tmp_path / "few.csv", labelled=np.arange(N) // 12 < 8)
    assert "BO634" in {f["code"] for f in judge(few, capsys, "--cluster-column", "doc")["findings"]}


def test_labels_of_one_period_are_refused_with_the_reason(tmp_path, capsys):
    path = write_rich(tmp_path / "j.csv", labelled=np.arange(N) < N // 3)
    assert main(["compare", str(path), "--gold-column", "human"]) == 2
    said = capsys.readouterr().err
    assert "BO576" in said
    assert "they go with when they were judged (p < .0001)" in said


def test_labels_of_one_model_are_refused_by_their_numbers(tmp_path, capsys):
    path = write_rich(tmp_path / "j.csv", one_model=True)
    assert main(["compare", str(path), "--gold-column", "human"]) == 2
    assert "of base have a label and 0 of new, and only 0 items have both" in capsys.readouterr().err


def test_labels_that_all_say_the_same_have_no_agreement_and_an_interval(tmp_path, capsys):
    path = write_rich(tmp_path / "j.csv")
    lines = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()]
    same = [[*line[:3], "1" if line[3] in ("0", "1") else line[3], *line[4:]] for line in lines]
    path.write_text("\n".join(map(",".join, same)) + "\n", encoding="utf-8")
    found = judge(path, capsys)
    assert found["agreement"] is None
    assert "BO633" in {f["code"] for f in found["findings"]}
    assert found["labels_alone"]["low"] < 0 < found["labels_alone"]["high"]


def test_screen_json_and_report_of_a_judge_agree_with_python(tmp_path, capsys):
    import bakeoff

    path, page = write_rich(tmp_path / "j.csv"), tmp_path / "judge.html"
    assert main(["compare", str(path), "--gold-column", "human", "--report", str(page)]) == 0
    screen = " ".join(capsys.readouterr().out.split())
    found = bakeoff.compare(path, gold_column="human")
    assert screen.startswith(found.summary)
    assert found.summary.split(":")[0] in page.read_text(encoding="utf-8")
    assert found.to_dict()["corrected"] == judge(path, capsys)["corrected"]
    with pytest.raises(bakeoff.BakeoffError) as caught:
        bakeoff.compare(path, gold_column="human", test="wilcoxon")
    assert caught.value.code == "BO579"
    with pytest.raises(bakeoff.BakeoffError):
        bakeoff.audit(path, gold_column="human")
