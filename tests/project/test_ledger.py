"""The ledger of a project: looks are counted, p-values adjusted over them, and tampering is seen."""

import json
import sqlite3
from contextlib import closing

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError
from bakeoff.core.ledger import Look, LookedPair, LookKind, chain_problems
from bakeoff.inputs.published import PUBLISHED
from bakeoff.store.open import open_store

NAMES = ["sonar", "vote", "iris", "wine", "glass", "heart", "labor", "zoo", "soybean", "pima"]
SCORES = {
    "dataset": NAMES,
    "A": [70, 71, 72, 73, 74, 75, 76, 77, 78, 79],
    "B": [72, 74, 73, 77, 79, 81, 75, 84, 85, 88],
}


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "bakeoff.toml").write_text('[ledger]\nstore = "ledger.db"\n')
    (tmp_path / "deeper").mkdir()
    monkeypatch.chdir(tmp_path / "deeper")
    return tmp_path


def _said(comparison):
    return next(f for f in comparison.findings if f.code == "BO158")


def test_without_a_project_file_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    comparison = bakeoff.compare(SCORES)
    assert not {f.code for f in comparison.findings} & {"BO158", "BO159", "BO160"}
    assert list(tmp_path.iterdir()) == []


def test_a_comparison_is_a_look_and_the_same_one_again_is_not(project):
    first = _said(bakeoff.compare(SCORES))
    assert (first.code, first.detail["look"]) == ("BO158", 1)
    comparison = bakeoff.compare(SCORES)
    again = _said(comparison)
    assert (again.code, again.detail["look"], again.detail["entry"]) == ("BO158", 1, 1)
    assert [f.detail["entry"] for f in comparison.findings if f.code == "BO160"] == [1]
    other = _said(bakeoff.compare(SCORES, test="sign"))
    assert (other.code, other.detail["look"], other.detail["earlier"]) == ("BO158", 2, [1])
    assert "look 2 at these datasets" in other.message
    with open_store(project / "ledger.db") as store:
        assert len(store.ledger()) == 2


def test_a_closed_family_is_adjusted_by_holms_method_if_the_project_asks_for_it(project):
    (project / "bakeoff.toml").write_text('[ledger]\nstore = "ledger.db"\nspending = "holm"\n')
    p = bakeoff.compare(SCORES).pairs[0].result.p_value
    for seed in range(1, 14):
        said = _said(bakeoff.compare(SCORES, seed=seed))
    assert said.detail["look"] == 14
    (pair,) = said.detail["pairs"]
    assert pair["p_over_looks"] == pytest.approx(min(1, 14 * p))
    assert pair["verdict"] == "better"
    assert (pair["verdict_over_looks"] == "better") == (14 * p < 0.05)


def test_alpha_is_spent_look_by_look_unless_the_project_says_otherwise(project):
    p = bakeoff.compare(SCORES).pairs[0].result.p_value
    said = _said(bakeoff.compare(SCORES, seed=1))
    # Source: look 2 may spend .05·6/(π²·4), so p is multiplied by π²·4/6 = 6.5797.
    assert said.detail["pairs"][0]["p_over_looks"] == pytest.approx(min(1.0, p * 6.579736), rel=1e-6)


def test_a_verdict_that_does_not_stand_over_looks_is_said_so(project):
    weak = SCORES | {"B": [72, 70, 73, 75, 73, 78, 78, 79, 80, 83]}
    first = bakeoff.compare(weak)
    assert first.pairs[0].verdict == "better"
    for seed in (1, 2, 3):
        comparison = bakeoff.compare(weak, seed=seed)
    said = _said(comparison)
    assert (comparison.pairs[0].verdict, comparison.pairs[0].alone) == ("undecided", "better")
    assert said.severity == "warning"
    assert "does not stand" in said.message


def test_the_first_look_is_not_judged_at_the_whole_of_alpha(project):
    weak = SCORES | {"B": [71, 73, 69, 69, 79, 81, 83, 85, 87, 89]}  # 1 and 2 up, 3 and 4 down, 5 to 10 up
    comparison = bakeoff.compare(weak)
    said = _said(comparison)
    # Source: 0.05·6/π² = 0.030396 is what the first look may spend.
    assert 0.030396 < comparison.pairs[0].result.p_value < 0.05
    assert said.detail["level_of_look"] == pytest.approx(1 - 0.030396, abs=1e-6)
    assert (said.severity, said.detail["pairs"][0]["verdict_over_looks"]) == ("warning", "undecided")


@pytest.mark.parametrize("spending", ["alpha-spending", "holm"])
def test_a_gate_judges_what_stands_over_looks(project, capsys, spending):
    (project / "bakeoff.toml").write_text(f'[ledger]\nstore = "ledger.db"\nspending = "{spending}"\n')
    table = project / "scores.csv"
    rows = zip(NAMES, SCORES["A"], SCORES["B"], strict=True)
    table.write_text("dataset,A,B\n" + "".join(f"{n},{a},{b}\n" for n, a, b in rows))
    command = ["compare", str(table), "--gate", "better", "-q"]
    assert main(command) == 0
    assert "look 1 at this data" in capsys.readouterr().err
    codes = [main([*command, "--seed", str(seed)]) for seed in range(1, 10)]
    assert (codes[0], codes[-1]) == (0, 3)
    assert "look 10 at this data, judged at p < " in capsys.readouterr().err
    by_itself = main([*command[:-3], "--gate", "not-worse", "-q", "--seed", "9"])
    assert by_itself == 0
    assert "look" not in capsys.readouterr().err


def test_a_gate_with_a_margin_asks_for_a_wider_interval_at_a_later_look(project):
    table = project / "scores.csv"
    table.write_text(
        "dataset,A,B\n" + "".join(f"{n},80,{80 + d}\n" for n, d in zip(NAMES, [2, -3] * 5, strict=True))
    )
    low = bakeoff.compare(str(table), level=0.95).pairs[0].result.estimate.interval.low
    (project / "ledger.db").unlink()
    (project / "bakeoff.head").unlink()
    command = ["compare", str(table), "--margin", str(0.5 - low), "--gate", "not-worse", "-q"]
    assert [main([*command, "--seed", str(seed)]) for seed in (1, 2, 3, 4, 5, 6)][::5] == [0, 3]


def test_an_audit_counts_the_tests_that_the_ledger_has_of_this_data(project):
    alone = bakeoff.audit(SCORES)
    assert not [f for f in alone.findings if f.code == "BO107"]
    bakeoff.compare(SCORES | {"C": SCORES["A"][::-1]})
    bakeoff.compare({"y_true": [0, 1] * 9, "a": [0, 1] * 9, "b": [1, 1] * 9})
    (among,) = [f for f in bakeoff.audit(SCORES).findings if f.code == "BO107"]
    assert (among.detail["tests"], among.detail["counted_from"]) == (4, "the ledger, 2 looks at this data")
    assert among.message.startswith("4 tests (the ledger, 2 looks at this data) at 0.05")
    (told,) = [f for f in bakeoff.audit(SCORES, tests=154).findings if f.code == "BO107"]
    assert (told.detail["tests"], told.detail["counted_from"]) == (154, "told")


def test_other_data_is_another_family_and_a_part_of_the_same_is_not(project):
    bakeoff.compare(SCORES)
    other = {"dataset": [f"{n} two" for n in NAMES], "B": [91, 64, 83, 70, 66, 95, 88, 72, 61, 80]}
    other["A"] = [90, 65, 86, 71, 63, 97, 84, 75, 60, 82]
    assert _said(bakeoff.compare(other)).detail["look"] == 1
    part = {name: values[:6] for name, values in SCORES.items()}
    assert _said(bakeoff.compare(part)).detail["look"] == 2


def test_numbered_datasets_are_known_by_their_scores_and_not_by_their_numbers(project):
    one = {"A": SCORES["A"], "B": SCORES["B"]}
    bakeoff.compare(one)
    assert _said(bakeoff.compare({"X": [1.5, 2, 4, 7], "Y": [2.5, 1, 6, 9]})).detail["look"] == 1
    assert _said(bakeoff.compare(one | {"C": SCORES["A"][::-1]})).detail["look"] == 2


def test_a_test_set_is_known_by_its_true_classes_whoever_is_compared(project):
    truth = [0, 1, 1, 0, 1, 0, 1, 1, 0, 0] * 3
    a, b, c = truth[:20] + [0] * 10, [1] * 10 + truth[10:], truth[:25] + [1] * 5
    assert _said(bakeoff.compare({"y_true": truth, "a": a, "b": b})).detail["look"] == 1
    later = _said(bakeoff.compare({"y_true": truth, "a": a, "c": c}))
    assert later.detail["look"] == 2
    assert "this test set" in later.message
    assert _said(bakeoff.compare({"y_true": truth[::-1], "a": a, "b": b})).detail["look"] == 1


def test_the_list_and_the_check_tell_of_tampering(project, capsys):
    bakeoff.compare(SCORES)
    bakeoff.compare(SCORES, seed=1)
    assert main(["ledger", "check"]) == 0
    assert "2 entries: whole" in capsys.readouterr().out
    assert main(["ledger", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "bakeoff/ledger/1"
    assert [e["look"] for e in document["entries"]] == [1, 2]
    with closing(sqlite3.connect(project / "ledger.db")) as connection, connection:
        connection.execute("DELETE FROM ledger WHERE sequence = 2")
    assert main(["ledger", "check"]) == 1
    assert "the last one is gone" in capsys.readouterr().out
    broken = [f for f in bakeoff.compare(SCORES, seed=2).findings if f.code == "BO159"]
    assert broken[0].severity == "problem"


def test_the_demonstration_is_no_look(project):
    assert main(["demo", "figure-15.2", "--report", str(project / "demo.html")]) == 0
    assert not (project / "ledger.db").exists()


def test_tuning_is_counted_and_is_no_look(project):
    study = bakeoff.Study(
        {
            "tree": {"estimator": "DecisionTreeClassifier", "search": {"max_depth": [1, 3]}},
            "bayes": "GaussianNB",
        },
        ["iris"],
        name="tuned",
        resampling={"folds": 2},
        tuning={"search": "grid"},
    )
    results = study.run(f"sqlite:///{project}/study.db")
    results.compare()
    with open_store(project / "ledger.db") as store:
        entries = store.ledger()
    assert [str(e.look.kind) for e in entries] == ["tuning", "study"]
    assert entries[0].look.settings["configurations"] == {"bayes": 0, "tree": 4}
    assert chain_problems(entries) == ()


@pytest.mark.parametrize(
    "text", ["[ledger]\n", "[ledger]\nstore = 3", "[ledger", '[ledger]\nstore = "l.db"\nspend = 1',
             '[ledger]\nstore = "l.db"\nspending = "all"', '[ledger]\nstore = "l.db"\nalpha = 2.0',
             '[gate]\nkind = "better"'],
)  # fmt: skip
def test_a_project_file_that_cannot_be_meant_is_refused(project, text):
    (project / "bakeoff.toml").write_text(text)
    with pytest.raises(BakeoffError) as refused:
        bakeoff.compare(SCORES)
    assert refused.value.code == ("BO675" if text.startswith("[gate]") else "BO456")
    assert refused.value.fix


def test_without_a_project_the_command_says_how_to_have_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["ledger"]) == 2
    assert "BO456" in capsys.readouterr().err


def _look(evidence, **told):
    """Return the number of a look, and how much it shares with the first."""
    comparison = bakeoff.compare(evidence, **told)
    said = _said(comparison)
    return said.detail["look"], [(s["shared"], s["here"], s["there"]) for s in said.detail["shared"]]


def _examples(size, *, ids="e{i}", seed=1, names=("old", "new")):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 400)
    wrong = rng.random((400, 3)) < 0.25
    own = {name: (truth ^ wrong[:, j])[:size].tolist() for j, name in enumerate(names)}
    column = {"id": [ids.format(i=i) for i in range(size)]} if ids else {}
    return {**column, "y_true": truth[:size].tolist(), **own}


def test_the_chapters_own_cheat_is_seen(project):
    """Figure 15.6 is Figure 15.2 without the two datasets that stood in the way."""
    assert _look(PUBLISHED["figure-15.2"].text) == (1, [])
    comparison = bakeoff.compare(PUBLISHED["figure-15.6"].text)
    said = _said(comparison)
    assert (said.detail["look"], said.detail["shared"][0]["shared"]) == (2, 8)
    (gone,) = [f for f in comparison.findings if f.code == "BO171"]
    assert (gone.detail["count"], gone.detail["entry"], gone.severity) == (2, 1, "warning")
    assert "2 rows (known by their scores) of entry 1 of the ledger are not in this evidence" in gone.message


@pytest.mark.parametrize("ids", ["e{i}", "{i}", None])
def test_a_growing_test_set_is_looked_at_again(project, ids):
    looks = [_look(_examples(size, ids=ids))[0] for size in (100, 120, 140)]
    assert looks == [1, 2, 3]
    assert (
        _look(_examples(140, ids=ids, names=("a", "b", "c")))[0] == 4
    )  # other classifiers, the same examples


def test_examples_that_are_gone_are_counted(project):
    _look(_examples(140))
    comparison = bakeoff.compare(_examples(100))
    (gone,) = [f for f in comparison.findings if f.code == "BO171"]
    assert (gone.detail["count"], gone.detail["by"]) == (40, "example")


@pytest.mark.parametrize("ids", ["e{i}", "{i}", None])
def test_another_test_set_with_the_same_numbers_for_ids_is_other_data(project, ids):
    assert _look(_examples(120, ids=ids))[0] == 1
    assert _look(_examples(120, ids=ids, seed=2))[0] == 1


def test_logs_of_right_and_wrong_are_known_by_ids_or_by_what_they_share(project):
    def log(size, prefix, seed=3, names=("a", "b")):
        rng = np.random.default_rng(seed)
        right = rng.random((200, 3)) < 0.7
        return {"id": [f"{prefix}{i}" for i in range(size)]} | {
            f"{name}_correct": right[:size, j].astype(int).tolist() for j, name in enumerate(names)
        }

    assert [_look(log(n, "gsm8k/"))[0] for n in (100, 140)] == [1, 2]
    assert [_look(log(n, "", seed=5))[0] for n in (100, 140)] == [
        1,
        2,
    ]  # by the outcomes of the same classifiers
    assert _look(log(140, "", seed=4))[0] == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda t: {**t, "dataset": [f"task {chr(97 + i)}" for i in range(10)]},
        lambda t: {k: v for k, v in t.items() if k != "dataset"},
        lambda t: {**t, "A": [x / 100 for x in t["A"]], "B": [x / 100 for x in t["B"]]},
        lambda t: {k: v[::-1] for k, v in t.items()},
        lambda t: {k: v[:7] for k, v in t.items()},
        lambda t: {"dataset": t["dataset"], "X": t["B"], "Y": [70 + i % 4 for i in range(10)]},
        lambda t: {
            k: [*v, *more] for (k, v), more in zip(t.items(), (["x", "y"], [60, 66], [64, 61]), strict=True)
        },
    ],
    ids=["renamed", "numbered", "fractions", "turned", "fewer", "one column", "more"],
)
def test_the_same_scores_are_the_same_data_whatever_they_are_called(project, change):
    scores = {**SCORES, "B": [72, 74, 69, 77, 79, 81, 75, 84, 85, 88]}
    assert _look(scores)[0] == 1
    assert _look(change(scores))[0] == 2


def test_other_scores_with_the_same_numbers_for_names_are_other_data(project):
    _look({"A": SCORES["A"], "B": SCORES["B"]})
    assert (
        _look({"A": [81, 66, 90, 73, 58, 77, 85, 62, 94, 70], "B": [84, 61, 92, 70, 63, 72, 88, 65, 91, 75]})[
            0
        ]
        == 1
    )
    _look({"A": [0.2, 0.8, 0.2, 0.8, 0.8, 0.2, 0.8, 0.8], "B": [0.8, 0.8, 0.2, 0.8, 0.2, 0.2, 0.8, 0.8]})
    assert (
        _look({"A": [0.8, 0.8, 0.2, 0.2, 0.8, 0.2, 0.8, 0.2], "B": [0.8, 0.2, 0.2, 0.8, 0.8, 0.2, 0.8, 0.8]})[
            0
        ]
        == 1
    )  # two values prove nothing


def test_what_is_left_out_after_an_earlier_look_is_said_so(project):
    bakeoff.compare(SCORES)
    comparison = bakeoff.compare(SCORES, without=["iris", "labor"])
    codes = [f.code for f in comparison.findings]
    assert "BO170" in codes
    assert "BO171" not in codes  # it says itself what it leaves out
    (omission,) = comparison.evidence.left_out
    assert omission.after_seeing is True
    assert _said(comparison).detail["look"] == 2
    assert "BO160" in [f.code for f in bakeoff.compare(SCORES, without=["iris", "labor"]).findings]
    assert _said(bakeoff.compare(SCORES, without=["iris", "zoo"])).detail["look"] == 3


def test_what_was_left_out_stands_in_the_ledger(project, capsys):
    bakeoff.compare(SCORES, without=["iris"])
    main(["ledger", "--json"])
    (entry,) = json.loads(capsys.readouterr().out)["entries"]
    assert entry["left_out"] == ["1 dataset (iris) left out by hand (--without)"]


def test_entries_of_the_first_version_are_read_and_counted(project):
    """A ledger of before has no more than marks: names, and fingerprints of test sets and columns."""
    with open_store(project / "ledger.db") as store:
        for marks in (tuple(f"dataset {n}" for n in NAMES), ("test set sha256:00",)):
            old = Look(
                kind=LookKind.COMPARISON,
                identity=f"sha256:{len(marks)}",
                marks=marks,
                source="old.csv",
                settings={},
                pairs=(
                    LookedPair(
                        a="A", b="B", test="wilcoxon", p_value=0.2, p_adjusted=0.2, verdict="undecided"
                    ),
                ),
            )
            store.enter(old)
        assert "data" not in json.loads(store.ledger()[0].body)
    assert _look(SCORES) == (2, [(10, 10, 10)])
    assert _look(_examples(100))[0] == 1
    with open_store(project / "ledger.db") as store:
        assert chain_problems(store.ledger()) == ()


WEAK = SCORES | {"B": [72, 70, 73, 75, 73, 78, 78, 79, 80, 83]}


def _write(project, scores, name="scores.csv"):
    columns = list(scores)
    rows = zip(*scores.values(), strict=True)
    table = project / name
    table.write_text("\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n")
    return str(table)


def test_every_output_has_the_verdict_that_stands_over_looks(project, capsys):
    """Look 4 of a comparison whose p-value passes .05 by itself: nowhere is it called better."""
    table = _write(project, WEAK)
    for seed in (1, 2, 3):
        main(["compare", table, "-q", "--seed", str(seed)])
    capsys.readouterr()
    command = ["compare", table, "--seed", "4"]
    outputs = ["--report", "r.html", "--latex", "k.tex", "--export", "p.csv", "--export", "p.md"]
    assert main([*command, "--gate", "better", "--json", *outputs]) == 3
    document = json.loads(capsys.readouterr().out)
    (pair,) = document["pairs"]
    assert (pair["verdict"], pair["verdict_alone"]) == ("undecided", "better")
    assert document["look"] == {
        "number": 4, "level": pytest.approx(1 - 0.05 * 6 / (np.pi * 4) ** 2), "spending": "alpha-spending",
        "written": True,
    }  # fmt: skip
    assert document["gate"]["pairs"][0]["verdict"] == "undecided"
    lead = "Undecided at the level that look 4 at this data has left (p < .0019)"
    alone = "at 95 %, by this look alone, B is better than A"
    texts = {"json": document["summary"]}
    for name, words in {"-q": ["-q"], "screen": []}.items():
        main([*command, *words])
        texts[name] = " ".join(capsys.readouterr().out.split())
    main(["audit", table, "--seed", "4"])
    texts["audit"] = " ".join(capsys.readouterr().out.split())
    texts["report"] = " ".join((project / "deeper" / "r.html").read_text().replace("&lt;", "<").split())
    texts["markdown"] = (project / "deeper" / "p.md").read_text().replace("\\", "")
    texts["notebook"] = bakeoff.compare(table, seed=4)._repr_html_().replace("&lt;", "<")
    for name, text in texts.items():
        assert lead in text, name
        assert alone in text, name
    for text in (texts["report"], texts["markdown"], texts["notebook"]):
        assert "undecided (better by itself)" in text
    kit = (project / "deeper" / "k.tex").read_text()
    assert "We found" not in kit
    assert "this does not stand at the level that look 4" in kit
    csv = (project / "deeper" / "p.csv").read_text().splitlines()
    assert csv[0].endswith(",verdict_alone")
    assert csv[1].startswith("B,A,undecided,")
    assert csv[1].endswith(",better")
    main(["ledger"])
    assert "B undecided against A (better by itself)" in capsys.readouterr().out
    main(["ledger", "--json"])
    last = json.loads(capsys.readouterr().out)["entries"][-1]["pairs"][0]
    assert (last["verdict"], last["verdict_alone"]) == ("undecided", "better")


def test_a_family_says_which_pairs_do_not_stand(project):
    table = {**WEAK, "C": [60 + i for i in range(10)]}
    for seed in range(3):
        comparison = bakeoff.compare(table, seed=seed)
    by_pair = {(p.a, p.b): (p.verdict, p.alone) for p in comparison.pairs}
    assert by_pair["A", "B"] == ("undecided", "better")
    assert by_pair["A", "C"] == ("worse", None)
    assert "has left (p < .0034); at 95 %, by this look alone, B is better than A" in comparison.summary
    assert comparison.summary.startswith("A and B are better than C; nothing else is decided")
    assert ("B", "A") in comparison.groups


def test_equivalence_and_posteriors_are_judged_at_the_level_that_is_left(project):
    near = {
        "dataset": NAMES,
        "A": SCORES["A"],
        "B": [x + d for x, d in zip(SCORES["A"], [1, -1] * 5, strict=True)],
    }
    alone = bakeoff.compare(near, margin=1.5)
    assert alone.pairs[0].verdict == "equivalent"
    for seed in range(1, 6):
        later = bakeoff.compare(near, margin=1.5, seed=seed)
    assert (later.pairs[0].verdict, later.pairs[0].alone) == ("undecided", "equivalent")
    sure = bakeoff.compare(WEAK, test="bayes-signed-rank", margin=0.5)
    for seed in range(1, 9):
        sure = bakeoff.compare(WEAK, test="bayes-signed-rank", margin=0.5, seed=seed)
    assert (sure.pairs[0].verdict, sure.pairs[0].alone) == ("undecided", "better")


def test_an_alpha_above_that_of_the_comparison_makes_no_claims(project):
    (project / "bakeoff.toml").write_text('[ledger]\nstore = "ledger.db"\nalpha = 0.5\n')
    open_still = {**SCORES, "B": [71, 73, 69, 71, 79, 81, 79, 75, 77, 89]}
    comparison = bakeoff.compare(open_still, gate="better")
    assert 0.05 < comparison.pairs[0].result.p_value < 0.5 * 6 / np.pi**2
    assert (comparison.pairs[0].verdict, comparison.gate.passed) == ("undecided", False)


def test_entries_of_older_versions_are_listed_with_what_stood(project, capsys):
    with open_store(project / "ledger.db") as store:
        for number in (1, 2):
            pair = LookedPair(a="A", b="B", test="wilcoxon", p_value=0.02, p_adjusted=0.02, verdict="better")
            store.enter(
                Look(
                    kind=LookKind.COMPARISON, identity=f"sha256:{number}", marks=("test set sha256:00",),
                    source="old.csv", settings={"level": 0.95}, pairs=(pair,),
                )
            )  # fmt: skip
    main(["ledger", "--json"])
    entries = json.loads(capsys.readouterr().out)["entries"]
    # Source: look 1 may spend .0304, look 2 .0076, and p is .02.
    assert [e["pairs"][0]["verdict"] for e in entries] == ["better", "undecided"]


def test_what_is_tried_on_the_page_is_judged_as_the_look_that_it_would_be_and_not_counted(project):
    from bakeoff.web.worker import evidence as asked

    table = _write(project, WEAK)
    for seed in (1, 2, 3):
        bakeoff.compare(table, seed=seed)
    fields = {"names": ["scores.csv"], "options": {"seed": 7}}
    parts = [(project / "scores.csv").read_bytes()]
    first, tried = asked.requested_verdict(fields, parts), asked.requested_comparison(fields, parts)
    assert first.pairs[0].verdict == tried.pairs[0].verdict == "undecided"
    (said,) = [f for f in tried.findings if f.code == "BO173"]
    assert (said.detail["look"], said.detail["entry"]) == (4, None)
    assert "not written into the project's ledger" in said.message
    with open_store(project / "ledger.db") as store:
        assert len(store.ledger()) == 3


def test_families_of_the_same_datasets_are_another_look(project):
    families = SCORES | {"family": ["p", "p", "q", "q", "r", "s", "t", "u", "v", "w"]}
    assert _said(bakeoff.compare(families)).detail["look"] == 1
    assert _said(bakeoff.compare(families, cluster_column="family")).detail["look"] == 2
    again = bakeoff.compare(families, cluster_column="family")
    assert _said(again).detail["look"] == 2
    assert [f.detail["entry"] for f in again.findings if f.code == "BO160"] == [2]


def test_verdicts_by_subgroup_are_another_look(project):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 80)
    examples = {
        "id": [f"patient {i} of ward seven" for i in range(80)],
        "y_true": truth,
        "a": np.where(rng.random(80) < 0.7, truth, 1 - truth),
        "b": np.where(rng.random(80) < 0.8, truth, 1 - truth),
        "region": ["north", "south"] * 40,
        "age": ["old"] * 40 + ["young"] * 40,
    }
    looks = [
        _said(bakeoff.compare(examples, leave_out=("age", "region"))).detail["look"],
        _said(bakeoff.compare(examples, leave_out=("age",), subgroup_column="region")).detail["look"],
        _said(bakeoff.compare(examples, leave_out=("region",), subgroup_column="age")).detail["look"],
    ]
    assert looks == [1, 2, 3]


def test_verdicts_by_subgroup_say_that_they_are_of_one_look(project):
    truth = [0, 1] * 60
    examples = {
        "y_true": truth,
        "a": truth,
        "b": [1 - y if i % 4 == 0 else y for i, y in enumerate(truth)],
        "region": ["north", "south"] * 60,
    }
    assert (
        "By subgroup, by this look alone: b is worse in north"
        in bakeoff.compare(examples, subgroup_column="region").summary
    )
