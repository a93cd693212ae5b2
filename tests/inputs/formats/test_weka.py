from pathlib import Path

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

HEADER = (
    "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Key_Scheme_version_ID,Date_time,"
    "Number_of_training_instances,Number_of_testing_instances,Percent_correct,Percent_incorrect,Area_under_ROC,Summary"
)


def results(*schemes: tuple[str, str]) -> str:
    rows = [
        f"{data},{run},{fold},{scheme},'{options}',-2177331{s},2.0E7,135,15,"
        f"{90 + run + fold + s}.5,{9 - run - fold - s}.5,0.9{s},'a, \\'b\\'\\n'"
        for data in ("iris", "labor")
        for s, (scheme, options) in enumerate(schemes)
        for run in (1, 2)
        for fold in (1, 2)
    ]
    return "\n".join([HEADER, *rows]) + "\n"


def as_arff(csv: str) -> str:
    header, *rows = csv.strip().split("\n")
    nominal = ("Key_Dataset", "Key_Scheme", "Key_Scheme_options", "Key_Scheme_version_ID", "Summary")
    declared = "".join(
        f"@attribute {n} {'string' if n in nominal else 'numeric'}\n" for n in header.split(",")
    )
    return f"@relation InstanceResultListener\n\n{declared}\n@data\n\n" + "\n".join(rows) + "\n"


TWO = results(("weka.classifiers.trees.J48", "-C 0.25 -M 2"), ("weka.classifiers.bayes.NaiveBayes", ""))


@pytest.mark.parametrize("text", [TWO, as_arff(TWO)], ids=["csv", "arff"])
def test_results_of_the_experimenter_are_resamples(text: str) -> None:
    scores = read(text)
    assert (scores.classifiers, scores.datasets) == (("J48", "NaiveBayes"), ("iris", "labor"))
    assert (scores.measure.name, scores.measure.higher_is_better) == ("Percent_correct", True)
    assert scores.resamples is not None
    assert scores.resamples.repeat.tolist() == [1, 1, 2, 2, 1, 1, 2, 2]
    assert scores.resamples.fold.tolist() == [1, 2, 1, 2, 1, 2, 1, 2]
    assert scores.resamples.values[:, 0].tolist() == [92.5, 93.5, 93.5, 94.5] * 2
    assert scores.resamples.n_train is not None
    assert scores.resamples.n_train.tolist() == [135] * 8
    assert scores.resamples.n_test is not None
    assert scores.resamples.n_test.tolist() == [15] * 8
    assert scores.values.tolist() == [[93.5, 94.5]] * 2


def test_another_measure_can_be_asked_for() -> None:
    scores = read(TWO, options=ReadOptions(metric="Percent_incorrect"))
    assert not scores.measure.higher_is_better
    assert read(TWO, options=ReadOptions(metric="auc")).measure.name == "Area_under_ROC"


def test_options_tell_schemes_of_one_class_apart() -> None:
    text = results(
        ("weka.classifiers.trees.J48", "-C 0.25 -M 2"),
        ("weka.classifiers.trees.J48", "-U"),
        ("weka.classifiers.rules.ZeroR", ""),
    )
    assert read(text).classifiers == ("J48 -C 0.25 -M 2", "J48 -U", "ZeroR")


def test_packages_and_versions_tell_the_rest_apart() -> None:
    text = results(("weka.classifiers.trees.J48", ""), ("weka.classifiers.mine.J48", ""))
    assert read(text).classifiers == ("trees.J48", "mine.J48")
    text = results(("weka.classifiers.trees.J48", ""), ("weka.classifiers.trees.J48", ""))
    assert len(read(text).classifiers) == 2


def test_the_full_names_are_kept_in_the_finding() -> None:
    finding = next(f for f in read(TWO).findings if f.code == "BO315")
    assert finding.detail["schemes"] == {
        "J48": "weka.classifiers.trees.J48 -C 0.25 -M 2",
        "NaiveBayes": "weka.classifiers.bayes.NaiveBayes",
    }


TESTER = """Tester:     weka.experiment.PairedCorrectedTTester -G 4,5,6 -D 1 -R 2 -S 0.05
Analysing:  Percent_correct
Datasets:   2
Resultsets: 3
Confidence: 0.05 (two tailed)
Sorted by:  -
Date:       11/7/16 8:46 PM


Dataset                   (1) trees.J4 | (2) bayes (3) rules
------------------------------------------------------------
labor-neg-data           (100)   78.60 |   93.57 v   64.67 *
vote                     (100)   96.57 |   90.02 *   61.38 *
------------------------------------------------------------
                               (v/ /*) |   (1/0/1)   (0/0/2)


Key:
(1) trees.J48 '-C 0.25 -M 2' -217733168393644444
(2) bayes.NaiveBayes '' 5995231201785697655
(3) rules.ZeroR '' 48055541465867954
"""


def test_the_table_that_the_tester_prints_is_read_without_its_marks() -> None:
    scores = read(TESTER)
    assert scores.classifiers == ("J48", "NaiveBayes", "ZeroR")
    assert scores.datasets == ("labor-neg-data", "vote")
    assert scores.values.tolist() == [[78.6, 93.57, 64.67], [96.57, 90.02, 61.38]]
    assert scores.measure.name == "Percent_correct"


def test_the_tester_may_print_standard_deviations() -> None:
    text = TESTER.replace("78.60 |   93.57 v", "78.60(16.58) |   93.57(10.27) v").replace(
        "96.57 |   90.02 *", "96.57(2.56) |   90.02(3.91) *"
    )
    text = text.replace("64.67 *", "64.67(3.25) *").replace("61.38 *", "61.38(0.80) *")
    scores = read(text)
    assert scores.spread is not None
    assert scores.spread.tolist() == [[16.58, 10.27, 3.25], [2.56, 3.91, 0.8]]


def test_one_scheme_is_nothing_to_compare() -> None:
    with pytest.raises(BakeoffError, match="'J48'"):
        read(results(("weka.classifiers.trees.J48", "-C 0.25 -M 2")))


def test_schemes_of_several_files_are_told_apart(tmp_path: Path) -> None:
    for name, options in (("a", "-C 0.25"), ("b", "-U")):
        (tmp_path / f"{name}.csv").write_text(results(("weka.classifiers.trees.J48", options)))
    scores = read([tmp_path / "a.csv", tmp_path / "b.csv"])
    assert scores.classifiers == ("J48 -C 0.25", "J48 -U")
