"""Tables as people have them: read as they are meant, or asked about with commands that work. None is misread."""

import json
import shlex
from pathlib import Path

import numpy as np
import pytest
from validation.altered_tables import bundled, run

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError, ReadingError
from bakeoff.core.evidence import Scores
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

DATASETS = (
    "iris",
    "wine",
    "glass",
    "sonar",
    "car",
    "zoo",
    "vote",
    "heart",
    "yeast",
    "ecoli",
    "pima",
    "vowel",
)
NAMES = ("RF", "SVM", "kNN", "NB")
RNG = np.random.default_rng(3)
SCORES = np.clip(RNG.uniform(0.6, 0.95, 12)[:, None] + RNG.normal(0, 0.03, (12, 4)), 0.01, 0.99).round(4)


def table(names: tuple[str, ...], rows: list[list[object]], corner: str = "dataset") -> str:
    return "\n".join(",".join(map(str, row)) for row in [[corner, *names], *rows]) + "\n"


def wide(*more: tuple[str, list[object]], corner: str = "dataset") -> str:
    rows = [[d, *SCORES[i], *(column[i] for _, column in more)] for i, d in enumerate(DATASETS)]
    return table((*NAMES, *(name for name, _ in more)), rows, corner)


def long(
    measure: str, values: np.ndarray = SCORES, *, header: tuple[str, str] = ("dataset", "classifier")
) -> str:
    rows = [[d, c, values[i, j]] for i, d in enumerate(DATASETS) for j, c in enumerate(NAMES)]
    return "\n".join(",".join(map(str, row)) for row in [[*header, measure], *rows]) + "\n"


BESIDE = {
    "times": ("time_RF", list(RNG.uniform(1, 900, 12).round(2))),
    "a time": ("Training time (s)", list(RNG.uniform(1, 900, 12).round(2))),
    "instances": ("numInst", list(RNG.integers(100, 9000, 12))),
    "the largest, called so": ("MAX", list(SCORES.max(axis=1))),
    "the mean in German": ("Mittelwert", list(SCORES.mean(axis=1).round(4))),
    "p-values": ("p-value", list(RNG.uniform(0, 1, 12).round(4))),
    "ranks": ("RF rank", list((-SCORES).argsort(axis=1).argsort(axis=1)[:, 0] + 1)),
    "another measure": ("RF_f1", list((SCORES[:, 0] - 0.03).round(4))),
    "an end of an interval": ("RF_low", list((SCORES[:, 0] - 0.02).round(4))),
    "a year": ("year", [2000 + i for i in range(12)]),
}


@pytest.mark.parametrize("kind", BESIDE)
def test_a_column_that_is_no_classifier_is_left_aside_and_said(kind: str) -> None:
    name, _ = BESIDE[kind]
    scores = read(wide(BESIDE[kind]))
    assert isinstance(scores, Scores)
    assert scores.classifiers == NAMES
    assert scores.reading is not None
    assert [c.why != "" for c in scores.reading.columns if c.name == name] == [True]
    assert any(name in str(finding.detail) for finding in scores.findings)


ASKED = {
    "the largest of the others": wide(("Ensemble", list(SCORES.max(axis=1)))),
    "numbers of another size": wide(("Radius", list(RNG.uniform(200, 900, 12).round(1)))),
    "folds of rows that may be anything": table(
        tuple(f"fold{i}" for i in range(5)),
        [[n, *SCORES[i, [0, 1, 2, 3, 0]]] for i, n in enumerate("xyz")],
        "name",
    ),
    "classifiers under the word dataset": table(
        DATASETS, [[c, *SCORES[:, j]] for j, c in enumerate(("Random Forest", "SVM", "kNN", "Naive Bayes"))]
    ),
    "datasets under the word classifier": wide(corner="classifier"),
    "a mean under another name": wide()
    + ",".join(["all of them", *map(str, SCORES.mean(axis=0).round(4))])
    + "\n",
    "training and test": "\n".join(
        ["dataset,classifier,split,acc"]
        + [
            f"{d},{c},{s},{SCORES[i, j] - (s == 'test') / 100:.4f}"
            for i, d in enumerate(DATASETS)
            for j, c in enumerate(NAMES)
            for s in ("train", "test")
        ]
    ),
    "two measures in one column": "\n".join(
        ["task,framework,result,auc,logloss"]
        + [
            f"{d},{c},{SCORES[i, j]},{SCORES[i, j] if i % 2 else ''},{'' if i % 2 else SCORES[i, j]}"
            for i, d in enumerate(DATASETS)
            for j, c in enumerate(NAMES)
        ]
    ),
    "several unknown scores": long("zorp")
    .replace("zorp", "zorp,blip")
    .replace("\n", ",0.5\n")
    .replace("blip,0.5", "blip"),
    "stacked probabilities": "id,y_true,y_score,kind\n"
    + "".join(
        f"{i},{i % 2},{SCORES[i % 12, k]},{kind}\n"
        for k, kind in enumerate(("kg", "text"))
        for i in range(20)
    ),
    "an unknown measure": long("zorp", SCORES - np.array([0.0, 0.2, 0.3, 0.4])),
}


@pytest.mark.parametrize("kind", ASKED)
def test_what_may_be_meant_in_several_ways_is_asked_and_every_command_works(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.csv"
    path.write_text(ASKED[kind])
    with pytest.raises(ReadingError) as caught:
        bakeoff.compare(path)
    assert caught.value.alternatives
    readings = []
    for alternative in caught.value.alternatives:
        words = shlex.split(alternative.command)
        assert words[:2] == ["bakeoff", "compare"]
        code = main(["read", *words[2:], "--json"])
        out, err = capsys.readouterr()
        assert code == 0, (alternative.command, err)
        evidence = json.loads(out)["evidence"]
        readings.append(
            [
                evidence[k]
                for k in ("classifiers", "datasets", "resamples", "metric", "higher_is_better", "digest")
            ]
        )
    assert len({json.dumps(reading) for reading in readings}) == len(readings)


def test_the_command_that_is_offered_repeats_what_was_typed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.csv"
    path.write_text(ASKED["the largest of the others"])
    assert main(["compare", str(path), "--baseline", "RF", "--margin", "0.01"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"bakeoff compare {path} --baseline RF --margin 0.01 --leave-aside Ensemble" in err


REFUSED = {
    "a log of Keras": table(
        ("accuracy", "loss", "val_loss"), [[e, 0.5, 0.4, 0.3] for e in range(9)], "epoch"
    ),
    "a run export": table(
        ("train_loss", "test_loss", "test_acc", "lr"),
        [[f"run_{i}", 0.3, 1.2, 0.6 + i / 99, 0.1] for i in range(9)],
        "name",
    ),
    "a leaderboard": table(
        ("win_rate", "avg_length", "n_total"), [[f"m-{i}", 50.5 + i, 1700 + i, 805] for i in range(9)], "name"
    ),
    "describe()": table(
        ("count", "mean", "std", "min", "50%", "max"),
        [[c, 40, 0.6, 0.1, 0.4, 0.6, 0.9] for c in NAMES],
        "alg_name",
    ),
    "statistics in rows": table(
        NAMES, [[s, *SCORES[i]] for i, s in enumerate(("count", "mean", "std", "min", "max"))], ""
    ),
    "measures in rows": table(
        NAMES, [[m, *SCORES[i]] for i, m in enumerate(("accuracy", "f1", "auc", "recall"))], "metric"
    ),
    "training and test in columns": table(
        ("train", "test"), [[d, *SCORES[i, :2]] for i, d in enumerate(DATASETS)]
    ),
    "percent for some": table(
        NAMES, [[d, *(SCORES[i] * (100 if i % 3 else 1)).round(4)] for i, d in enumerate(DATASETS)]
    ),
    "signs that differ by dataset": long("result", np.where(np.arange(12)[:, None] % 2, SCORES, -SCORES)),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_holds_no_comparison_is_refused(kind: str) -> None:
    with pytest.raises(BakeoffError) as caught:
        bakeoff.compare(REFUSED[kind])
    assert caught.value.code in ("BO561", "BO560", "BO028", "BO029")


@pytest.mark.parametrize(
    ("measure", "higher"),
    [
        ("cross_entropy", False),
        ("nll", False),
        ("xent", False),
        ("deviance", False),
        ("FPR", False),
        ("FNR", False),
        ("EER", False),
        ("WER", False),
        ("BER", False),
        ("regret", False),
        ("sMAPE", False),
        ("CRPS", False),
        ("mlogloss", False),
        ("1-acc", False),
        ("tasa de error", False),
        ("classif.ce", False),
        ("neg_log_loss", True),
        ("negative_log_likelihood", False),
        ("log_likelihood", True),
        ("BLEU", True),
        ("NDCG@10", True),
        ("Genauigkeit", True),
        ("准确率", True),
        ("silhouette", True),
        ("davies_bouldin", False),
        ("equalized_odds_difference", False),
    ],
)
def test_the_direction_of_a_measure_of_the_field_is_known(measure: str, *, higher: bool) -> None:
    scores = read(long(measure))
    assert scores.measure.higher_is_better is higher
    assert scores.measure.direction_from == "the name"


@pytest.mark.parametrize(
    "header",
    [
        ("Datensatz", "Verfahren"),
        ("jeu de données", "méthode"),
        ("conjunto de datos", "clasificador"),
        ("数据集", "方法"),
    ],
)
def test_headers_of_other_languages_are_known(header: tuple[str, str]) -> None:
    scores = read(long("acc", header=header))
    assert (scores.classifiers, len(scores.datasets)) == (NAMES, 12)


@pytest.mark.parametrize("form", ["fold{}", "split{}", "run {}", "seed_{}", "rep{}"])
def test_resamples_in_columns_are_resamples_of_one_dataset(form: str) -> None:
    text = table(
        tuple(form.format(i) for i in range(8)), [[c, *SCORES[:8, j]] for j, c in enumerate(NAMES)], "model"
    )
    scores = read(text)
    assert isinstance(scores, Scores)
    assert scores.resamples is not None
    assert (scores.classifiers, len(scores.datasets), scores.resamples.per_dataset) == (NAMES, 1, (8, 8))


def test_columns_of_classifiers_and_folds_are_both() -> None:
    names = tuple(f"{c}_fold{k}" for c in NAMES for k in (1, 2, 3))
    scores = read(table(names, [[d, *np.repeat(SCORES[i], 3)] for i, d in enumerate(DATASETS)]))
    assert isinstance(scores, Scores)
    assert scores.resamples is not None
    assert (scores.classifiers, scores.resamples.per_dataset) == (NAMES, (3, 3))


def test_zeros_and_ones_are_items_unless_rows_are_called_datasets() -> None:
    rows = np.random.default_rng(1).integers(0, 2, (20, 3))
    text = "a,b,c\n" + "\n".join(",".join(map(str, row)) for row in rows) + "\n"
    made = read(text)
    assert isinstance(made, Predictions)
    assert made.correct.astype(int).tolist() == rows.tolist()
    assert isinstance(read(text, options=ReadOptions(rows_are="datasets")), Scores)
    numbered = "\n".join(
        [f"q,{text.splitlines()[0]}", *(f"{i + 7},{line}" for i, line in enumerate(text.splitlines()[1:]))]
    )
    with_ids = read(numbered, options=ReadOptions(id_column="q"))
    assert isinstance(with_ids, Predictions)
    assert with_ids.classifiers == ("a", "b", "c")
    assert with_ids.ids is not None


def test_a_category_beside_predictions_is_left_aside() -> None:
    text = "id,y_true,a,b,region\n" + "".join(
        f"{i},{'cat' if i % 2 else 'dog'},cat,{'cat' if i % 3 else 'dog'},{('EU', 'US', 'APAC')[i % 3]}\n"
        for i in range(30)
    )
    made = read(text)
    assert made.classifiers == ("a", "b")
    assert made.reading is not None
    assert made.reading.columns_of("left aside") == ("region",)


@pytest.mark.parametrize("mark", ["n/a", "N/A", "#N/A", "n.a.", "--", "—", "nan", ""])
def test_marks_of_missing_scores_are_gaps(mark: str) -> None:
    scores = read(wide().replace(f"iris,{SCORES[0, 0]}", f"iris,{mark}"))
    assert isinstance(scores, Scores)
    assert np.isnan(scores.values).sum() == 1
    assert scores.reading is not None
    assert scores.reading.failed == 0


@pytest.mark.parametrize("mark", ["OOM", "OOT", "timeout", "failed", "Failed", "out of memory", "DNF"])
def test_failures_are_counted_apart(mark: str) -> None:
    scores = read(wide().replace(f"iris,{SCORES[0, 0]}", f"iris,{mark}"))
    assert scores.reading is not None
    assert scores.reading.failed == 1
    assert "BO331" in [finding.code for finding in scores.findings]


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("0.737(+/-0.017)", 0.737),
        ("0.737 (0.017)", 0.737),
        (r"73.7\,\pm\,1.7", 73.7),
        ("0.93 [0.90; 0.95]", 0.93),
        ("0.86*", 0.86),
        ("0.86†", 0.86),
        ("↑0.86", 0.86),
        (r"\textbf{0.93}$^{*}$", 0.93),
        ("1 234.5", 1234.5),
        ("1'234.5", 1234.5),
        ("12.5 s", 12.5),
    ],
)
def test_what_stands_beside_a_number_is_no_part_of_it(cell: str, value: float) -> None:
    from bakeoff.inputs.table.cell_numbers import parse_numbers
    from bakeoff.inputs.table.grid import Column

    numbers = parse_numbers([Column(name="x", cells=[cell], position=1)], decimal=".")
    assert (numbers.values[0, 0], numbers.bad) == (value, ())


def test_latex_in_names_is_shown_plain_and_found_by_either_spelling(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(wide().replace("RF", r"\textbf{Ours}").replace("SVM", "SVM$_{rbf}$"))
    for spelling in ("Ours", r"\textbf{Ours}"):
        made = bakeoff.compare(path, baseline=spelling)
        assert made.evidence.classifiers == ("Ours", "SVM_rbf", "kNN", "NB")
        assert {pair.a for pair in made.pairs} == {"Ours"}


def test_names_can_be_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.csv"
    path.write_text(wide())
    assert main(["compare", str(path), "--rename", "RF=Forest", "--rename", "iris=Iris", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["evidence"]["classifiers"][0] == "Forest"
    assert main(["compare", str(path), "--rename", "nobody=Forest"]) == 2
    assert main(["compare", str(path), "--rename", "RF=SVM"]) == 2


def test_ties_are_told_at_the_coarser_of_two_precisions() -> None:
    thirds = [i / 37 for i in range(11, 31)]
    rows = [[f"d{i}x", repr(v), f"{v:.9f}", repr(v + (0.01 if i % 2 else 0.0))] for i, v in enumerate(thirds)]
    made = bakeoff.compare(table(("a", "b", "c"), rows))
    draws = {(p.a, p.b): p.draws for p in made.pairs}
    assert draws == {("a", "b"): 20, ("a", "c"): 10, ("b", "c"): 10}
    assert "BO330" in [finding.code for finding in made.findings]


def test_ties_of_a_small_table_are_told_at_the_coarser_precision_and_nobody_is_said_to_have_more_decimals() -> (
    None
):
    rows = [
        ["iris", "0.812345678", "0.8123456781234567", "0.80"],
        ["wine", "0.751234567", "0.7512345674129999", "0.70"],
        ["sonar", "0.651234567", "0.6612345674129999", "0.60"],
        ["glass", "0.951234567", "0.9412345674129999", "0.90"],
    ]
    made = bakeoff.compare(table(("a", "b", "c"), rows))
    assert {(p.a, p.b): p.draws for p in made.pairs}["a", "b"] == 2
    said = next(finding.message for finding in made.findings if finding.code == "BO330")
    assert "at most 9 decimals for 'a', 'c', more for others" in said


def test_a_metric_that_the_table_lacks_is_a_label_only_if_it_is_known_or_its_direction_is_told() -> None:
    with pytest.raises(BakeoffError) as caught:
        read(wide(), options=ReadOptions(metric="nonsense"))
    assert caught.value.code == "BO031"
    assert read(wide(), options=ReadOptions(metric="error rate")).measure.higher_is_better is False
    assert (
        read(wide(), options=ReadOptions(metric="nonsense", higher_is_better=True)).measure.name == "nonsense"
    )
    with pytest.raises(BakeoffError):
        read(long("accuracy"), options=ReadOptions(metric="f1"))


def test_nothing_left_after_dropping_datasets_is_a_message() -> None:
    rows = [[d, *(("" if i % 3 == j else 0.5 + i / 99) for j in range(3))] for i, d in enumerate(DATASETS)]
    with pytest.raises(BakeoffError) as caught:
        bakeoff.compare(table(("a", "b", "c"), rows), missing="drop-dataset")
    assert caught.value.code == "BO563"


def test_read_shows_roles_and_reasons_and_json_has_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(wide(BESIDE["times"]))
    assert main(["read", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "12 datasets × 4 classifiers" in shown
    assert "left aside: it measures time, beside 'RF'" in shown
    assert main(["read", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "bakeoff/reading/1"
    assert document["reading"]["shape"] == "wide"
    assert {"name": "time_RF", "role": "left aside", "why": "it measures time, beside 'RF'"} in document[
        "reading"
    ]["columns"]
    assert main(["compare", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reading"]["columns"] == document["reading"]["columns"]


def test_read_json_says_its_doubts_on_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "t.csv"
    path.write_text(ASKED["the largest of the others"])
    assert main(["read", str(path), "--json"]) == 2
    out, err = capsys.readouterr()
    document = json.loads(err)
    assert out == ""
    assert document["doubts"][0]["severity"] == "serious"
    assert document["alternatives"][0]["command"] == f"bakeoff read {path} --leave-aside Ensemble"


def test_a_slice_of_the_altered_tables_is_read_right_or_refused() -> None:
    wrong = [
        (kind, name, variant.text[:200])
        for kind, name, outcome, variant in run(bundled(), each=2)
        if outcome == "wrong"
    ]
    assert wrong == []


def test_how_models_were_tested_is_no_dataset_beside_tasks(tmp_path: Path) -> None:
    path = tmp_path / "board.csv"
    rows = [f"{i},m{i},99%,{60 + i}.1,{70 + i}.2,{50 + i}.3" for i in range(1, 5)]
    path.write_text("\n".join(["Rank (Borda),Model,Zero-shot,MNLI,RTE,QNLI", *rows]) + "\n")
    with pytest.raises(ReadingError, match="'Zero-shot' may be no dataset"):
        bakeoff.read(path)
    read_so = bakeoff.read(path, leave_aside=["Zero-shot"]).evidence
    assert isinstance(read_so, Scores)
    assert read_so.datasets == ("MNLI", "RTE", "QNLI")


def test_columns_of_a_classifier_and_a_resample_are_not_said_to_be_left_aside() -> None:
    text = "dataset,RF_fold1,RF_fold2,SVM_fold1,SVM_fold2\niris,.9,.91,.8,.82\nwine,.8,.81,.7,.75\n"
    made = bakeoff.read(text).reading
    assert made is not None
    assert not made.columns_of("left aside")


def test_columns_that_may_be_seeds_of_several_classifiers_are_asked_about_and_read_when_told(
    tmp_path,
) -> None:
    path = tmp_path / "t.csv"
    path.write_text("dataset,RF_s1,RF_s2,SVM_s1,SVM_s2\niris,.9,.91,.8,.82\nwine,.8,.81,.7,.75\n")
    with pytest.raises(BakeoffError) as caught:
        bakeoff.read(path)
    assert [offered.options[-1] for offered in caught.value.alternatives] == ["resamples", "classifiers"]
    evidence = bakeoff.read(path, columns_are="resamples").evidence
    assert evidence.classifiers == ("RF", "SVM")
    assert evidence.resamples.per_dataset == (2, 2)
