"""Measures as people write them, above tables, in corners, heads and columns: which way is better, or a question."""

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import BakeoffError, ReadingError

DATA = ["breast-w", "credit-g", "diabetes", "ionosphere", "sonar", "vehicle", "vowel", "wine"]
NAMES = ["kNN", "LR", "RF", "SVM"]
HIGH = ["time-dependent AUC", "error reduction", "mean reciprocal rank", "TPR@1%FPR", "Queries per second"]
LOW = [
    "Chamfer distance",
    "Peak VRAM",
    "Average displacement error (m)",
    "1 - accuracy",
    "Negative ELBO",
    "MPJPE (mm)",
    "Real-time factor",
    "Makespan",
    "AURC",
]
OPEN = ["Attack success rate (%)", "Refusal rate", "ASR", "Membership inference AUC", "Nodes expanded"]


def cells():
    return [[f"{0.5 + 0.01 * i + 0.05 * j:.3f}" for j in range(4)] for i in range(8)]


def in_corner(measure):
    return "\n".join(
        [",".join([measure, *NAMES]), *(f"{d},{','.join(r)}" for d, r in zip(DATA, cells(), strict=True))]
    )


def in_title(measure):
    return f"{measure}\n{in_corner('dataset')}"


def in_heads(measure):
    return in_corner("dataset").replace(",".join(NAMES), ",".join(f"{name} {measure}" for name in NAMES))


def in_column(measure):
    rows = [f"{d},{n},{v}" for d, r in zip(DATA, cells(), strict=True) for n, v in zip(NAMES, r, strict=True)]
    return "\n".join([f"dataset,model,{measure}", *rows])


def read_direction(text, folder):
    """Return whether higher is better as a file is read and compared; None where that is asked."""
    path = folder / "table.csv"
    path.write_text(text + "\n", encoding="utf-8")
    try:
        return bakeoff.compare(path).evidence.measure.higher_is_better
    except BakeoffError:
        return None


@pytest.mark.parametrize("place", [in_corner, in_title, in_heads, in_column])
@pytest.mark.parametrize("measure", [*HIGH, *LOW])
def test_the_direction_of_a_measure_is_right_or_asked_wherever_its_name_stands(measure, place, tmp_path):
    assert read_direction(place(measure), tmp_path) in (measure in HIGH, None)


@pytest.mark.parametrize("measure", LOW[:6])
def test_a_measure_in_the_corner_or_the_title_is_known_by_its_last_word(measure, tmp_path):
    assert read_direction(in_corner(measure), tmp_path) is False
    assert read_direction(in_title(measure), tmp_path) is False


@pytest.mark.parametrize("place", [in_corner, in_heads, in_column])
@pytest.mark.parametrize("measure", OPEN)
def test_what_may_be_good_or_bad_or_is_not_known_is_asked(measure, place, tmp_path):
    assert read_direction(place(measure), tmp_path) is None


def test_a_title_that_speaks_of_several_measures_of_which_one_should_be_small_is_asked_about(
    tmp_path, capsys
):
    path = tmp_path / "table.csv"
    path.write_text(in_title("Accuracy and error of four classifiers") + "\n")
    assert main(["compare", str(path)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "the line above the table ('Accuracy and error of four classifiers') speaks of 'error'" in said
    assert main(["compare", str(path), "--higher-is-better"]) == 0


def test_a_word_above_known_datasets_that_is_no_word_for_them_may_be_the_measure(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(in_corner("Nodes expanded") + "\n")
    with pytest.raises(ReadingError, match="'Nodes expanded' stands above the names of the datasets"):
        bakeoff.compare(path)
    assert bakeoff.compare(path, higher_is_better=False).evidence.datasets == tuple(DATA)


def test_scores_beyond_a_hundred_without_a_name_are_asked_about_though_nothing_is_decided(tmp_path):
    rows = "\n".join(f"FD00{i},{900 + 40 * i}.5,{950 - 30 * i}.5" for i in range(1, 5))
    assert read_direction(f"dataset,CNN,LSTM\n{rows}", tmp_path) is None


def test_classifiers_in_rows_below_a_measure_are_not_taken_for_datasets(tmp_path):
    path = tmp_path / "table.csv"
    rows = ["pyannote,12.1,20.3,22.1,8.3", "NeMo,13.0,21.2,19.9,9.9", "EEND,15.8,18.2,20.2,11.2"]
    path.write_text("\n".join(["DER (%),AMI,CALLHOME,In-house A,In-house B", *rows]) + "\n")
    with pytest.raises(ReadingError, match="'CALLHOME' sounds as if the rows were classifiers") as caught:
        bakeoff.compare(path)
    assert ("--transpose",) in [offered.options for offered in caught.value.alternatives]
    read_so = bakeoff.compare(path, transpose=True).evidence
    assert read_so.classifiers == ("pyannote", "NeMo", "EEND")
    assert not read_so.measure.higher_is_better


@pytest.mark.parametrize("direction", [True, None])
def test_errors_on_molecules_beside_areas_are_refused_and_can_be_left_out(direction, tmp_path):
    path = tmp_path / "table.csv"
    head = "Model,BBBP,Tox21,ClinTox,BACE,ESOL,FreeSolv"
    rows = [
        f"{m},{70 + i}.1,{75 + i}.2,{80 + i}.4,{77 + i}.9,0.{8 + i},1.{5 + i}"
        for i, m in enumerate(("GIN", "MPNN"))
    ]
    path.write_text("\n".join([head, *rows]) + "\n")
    with pytest.raises(BakeoffError, match="on 'ESOL', 'FreeSolv' numbers are predicted"):
        bakeoff.compare(path, higher_is_better=direction)
    left = bakeoff.compare(path, leave_aside=["ESOL", "FreeSolv"], higher_is_better=direction).evidence
    assert left.datasets == ("BBBP", "Tox21", "ClinTox", "BACE")


def test_rows_of_a_test_and_of_effect_sizes_are_no_datasets(tmp_path):
    below = "p-value (Wilcoxon),.03,.02,-,-\nEffect size r,.6,.7,-,-\n"
    path = tmp_path / "table.csv"
    path.write_text(f"{in_corner('dataset')}\n{below}")
    assert bakeoff.compare(path).evidence.datasets == tuple(DATA)


def test_votes_for_two_answers_and_for_none_are_no_scores_of_three_models(tmp_path):
    path = tmp_path / "table.csv"
    rows = "\n".join(f"prompt {i},{i % 7},{(3 * i) % 8},{i % 3}" for i in range(15))
    path.write_text(f"prompt,votes for A,votes for B,no preference\n{rows}\n")
    with pytest.raises(ReadingError, match="by its name it counts or measures size"):
        bakeoff.compare(path)
