"""What is left out of the evidence, by whom and how, stands in everything that is said of it."""

import json
import re

import numpy as np
import pytest

import bakeoff
from bakeoff.api.compare import compare_evidence
from bakeoff.api.deliveries.exports import FORMS
from bakeoff.api.deliveries.report import report_page
from bakeoff.api.settings import make_settings
from bakeoff.cli.main import main
from bakeoff.core.omissions import EvidencePart, OmittedBy, omitted_names
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions
from serving import StudyOnDisk

NAMES = ["sonar", "vote", "iris", "wine", "glass", "heart", "labor", "zoo", "soybean", "pima"]
ROWS = zip(
    NAMES,
    [70, 71, 72, 73, 74, 75, 76, 77, 78, 79],
    [72, 74, 73, 77, 79, 81, 75, 84, 85, 88],
    [71, 70, 74, 72, 77, 73, 79, 75, 81, 77],
    "xyxyxyxyxy",
    strict=True,
)
TABLE = "dataset,A,B,C,kind\n" + "".join(f"{n},{a},{b},{c},{k}\n" for n, a, b, c, k in ROWS)
GAPS = TABLE.replace("iris,72,73", "iris,,73").replace("zoo,77,84", "zoo,77,")
TRUTH = [i % 2 for i in range(60)]
EXAMPLES = "id,y_true,old,new,site\n" + "".join(
    f"e{i},{t},{t ^ (i % 4 == 0)},{t ^ (i % 9 == 0)},{'north' if i % 3 else 'south'}\n"
    for i, t in enumerate(TRUTH)
)


def _text_of(page):
    """Return the words of a page, without its drawings."""
    return re.sub(r"<svg.*?</svg>", "", page, flags=re.S)


def _said(comparison):
    """Return everything that is said of a comparison, by where it is said."""
    kit = comparison.paper()
    return {
        "summary": comparison.summary,
        "terminal": str(comparison),
        "notebook": comparison._repr_html_(),
        "report": _text_of(report_page(comparison)),
        "methods": kit.methods,
        "markdown": FORMS[".md"](comparison, "pairs"),
        "pairs.csv": FORMS[".csv"](comparison, "pairs"),
        "summary.csv": FORMS[".csv"](comparison, "summary"),
        "findings.csv": FORMS[".csv"](comparison, "findings"),
        "json": json.dumps(comparison.to_dict()),
    }


@pytest.mark.parametrize(
    ("reading", "headline"),
    [
        ({"without": ["iris", "zoo"]}, "on 8 of 10 datasets, 2 left out by hand"),
        (
            {"leave_out": ["C", "iris", "zoo"]},
            "on 8 of 10 datasets, 2 left out by hand; 1 classifier left out",
        ),
        ({"only": [("kind", "x")]}, "5 of 10 datasets, 5 left out by hand"),
    ],
)
def test_what_is_left_out_by_hand_stands_everywhere(reading, headline):
    comparison = bakeoff.compare(TABLE, **reading)
    assert headline in comparison.summary
    for place, text in _said(comparison).items():
        assert "left out" in text, place
        assert "by hand" in text or place == "json", place
    record = comparison.to_dict()["reading"]["left_out"]
    gone = [n for n in NAMES if n not in comparison.evidence.datasets]
    assert (sorted(record["datasets"]), record["by"]) == (sorted(gone), "user")
    assert f"These results are on {10 - len(gone)} of 10 datasets" in comparison.paper().results
    assert "it was taken as it stands" not in report_page(comparison)


@pytest.mark.parametrize(
    "reading",
    [
        {"without": ["iris", "zoo"]},
        {"leave_out": ["C", "iris"], "baseline": "B"},
        {"only": [("kind", "x")], "margin": 0.123456789},
        {"missing": "drop-dataset", "leave_out": ["C"]},
        {"transpose": False, "without": ["vote"], "higher_is_better": False, "mute": ["BO101"]},
    ],
)
def test_the_call_that_repeats_it_gives_the_very_result(reading):
    comparison = bakeoff.compare(GAPS, **reading)
    (call,) = re.findall(r"<code>(bakeoff\.compare\(.*?\))</code>", report_page(comparison))
    plain = call.replace("&#39;", "'").replace("&#34;", '"')
    again = eval(plain, {"bakeoff": bakeoff, "evidence": GAPS})
    assert again.to_dict() == comparison.to_dict()


def test_the_command_that_repeats_it_gives_the_very_result(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(GAPS)
    told = ["--without", "vote", "--leave-out", "C", "--missing", "drop-dataset", "--margin", "0.123456789"]
    assert main(["compare", "t.csv", *told, "--json", "--report", "r.html"]) == 0
    first = json.loads(capsys.readouterr().out)
    (command,) = re.findall(r"<code>bakeoff (compare .*?)</code>", (tmp_path / "r.html").read_text())
    assert main([*command.split(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert first["reading"]["left_out"]["by"] == ["user", "missing"]
    assert first["reading"]["left_out"]["datasets"] == ["vote", "iris", "zoo"]
    assert first["settings"]["margin"] == 0.123456789


def test_a_gate_says_what_was_left_out(tmp_path, capsys):
    (tmp_path / "t.csv").write_text(TABLE)
    main(
        [
            "compare",
            str(tmp_path / "t.csv"),
            "--leave-out",
            "C",
            "--without",
            "vote",
            "--gate",
            "better",
            "-q",
        ]
    )
    assert "1 dataset (vote) left out by hand (--without)" in capsys.readouterr().err


def test_what_the_rule_for_missing_scores_leaves_out_is_told_as_its_own():
    comparison = bakeoff.compare(GAPS, missing="drop-dataset", leave_out=["C"])
    assert "on 8 of 10 datasets, 2 left out because something is missing" in comparison.summary
    assert [o.by for o in comparison.evidence.left_out] == [OmittedBy.USER, OmittedBy.MISSING]
    assert "Two datasets (iris and zoo) were left out because a score" in comparison.paper().methods


def test_datasets_without_any_score_are_the_readers_doing():
    comparison = bakeoff.compare(TABLE + "empty,,,,x\n", leave_out=["C"])
    assert "on 10 of 11 datasets, 1 without any score" in comparison.summary
    assert omitted_names(comparison.evidence.left_out, EvidencePart.DATASET, by=OmittedBy.READER) == (
        "empty",
    )


def test_a_part_of_evidence_that_is_taken_in_python_remembers_the_rest():
    whole = read_evidence(TABLE)
    part = whole.subset(np.array([n not in ("iris", "zoo") for n in whole.datasets])).without("C")
    comparison = bakeoff.compare(part)
    assert "on 8 of 10 datasets, 2 left out by hand; 1 classifier left out by hand" in comparison.summary
    assert "leave_out=['C'], without=['iris', 'zoo']" in _text_of(report_page(comparison)).replace(
        "&#39;", "'"
    )
    assert bakeoff.compare(whole, leave_out=["C"], without=["iris", "zoo"]).summary == comparison.summary


@pytest.mark.parametrize("by_hand", ["only", "of"])
def test_examples_that_are_left_out_are_counted(by_hand):
    if by_hand == "only":
        comparison = bakeoff.compare(EXAMPLES, only=[("site", "north")], leave_out=["site"])
    else:
        whole = read_evidence(EXAMPLES, options=ReadOptions(leave_out=("site",)))
        comparison = bakeoff.compare(whole.of(np.arange(60) % 3 > 0))
    assert "on 40 test examples, 20 more left out by hand" in comparison.summary.replace("these", "on")
    assert comparison.to_dict()["reading"]["left_out"]["examples"] == 20
    assert all("left out" in text for text in _said(comparison).values())


def test_datasets_of_predictions_can_be_left_out(tmp_path):
    rows = "".join(
        f"{d},{i},{i % 2},{(i % 2) ^ (i % k == 0)},{(i % 2) ^ (i % 7 == 0)}\n"
        for k, d in enumerate(NAMES, 2)
        for i in range(30)
    )
    made = bakeoff.compare("dataset,id,y_true,old,new\n" + rows, without=["iris"])
    assert "9 of 10 datasets, 1 left out by hand" in made.summary
    assert len(made.evidence.datasets) == 9


def test_a_store_leaves_out_what_a_table_does(tmp_path):
    study = StudyOnDisk(tmp_path / "study.db")
    study.go_on(36)
    made = bakeoff.compare(str(tmp_path / "study.db"), leave_out=["<b>forest"], without=["iris"])
    assert made.evidence.classifiers == ("tree", "bayes")
    assert "iris" not in made.evidence.datasets
    assert made.to_dict()["reading"]["left_out"]["classifiers"] == ["<b>forest"]


@pytest.mark.parametrize(
    ("reading", "what"),
    [
        ({"without": ["nowhere"]}, "there is no dataset 'nowhere' to leave out"),
        ({"leave_out": ["nobody"]}, "there is no classifier or dataset 'nobody' to leave out"),
        ({"without": NAMES}, "nothing is left to compare"),
    ],
)
def test_names_that_are_not_there_and_everything_at_once_are_refused(reading, what):
    with pytest.raises(bakeoff.BakeoffError, match=what):
        bakeoff.compare(TABLE, **reading)


def test_choosing_after_the_answer_was_seen_is_a_warning():
    seen = read_evidence(TABLE).subset(np.arange(10) > 1, after_seeing=True)
    made = compare_evidence(seen, make_settings(), ReadOptions(), recorded=False)
    (finding,) = [f for f in made.findings if f.code == "BO170"]
    assert finding.severity == "warning"
    assert finding.detail["datasets"] == ["sonar", "vote"]
    assert "after the result with them had been seen" in made.paper().methods


def test_a_column_that_is_no_classifier_is_not_called_one():
    truth = [0, 1] * 20
    examples = {
        "y_true": truth,
        "a": truth[:30] + [0] * 10,
        "b": truth[:25] + [1] * 15,
        "c": truth[:20] + [1] * 20,
        "colour": ["red", "blue", "green", "grey"] * 10,
    }
    made = bakeoff.compare(examples, leave_out=["colour"])
    assert "1 column left out by hand" in made.summary
    assert "classifier left out" not in made.summary
    both = bakeoff.compare(examples, leave_out=["colour", "c"])
    assert "1 classifier left out by hand; 1 column left out by hand" in both.summary
