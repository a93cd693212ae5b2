"""Result files that other people published, read without a hand's touch; run with --shared DIR only.

Sizes are those that their authors state; numbers are compared between different files of the same authors,
or with what a paper or README prints.
"""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import rankdata

from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

# file: (datasets, classifiers, resamples or None, measure, codes of findings)
TABLES = {
    "tables/demsar2006_auc.csv": (14, 4, None, "score", ()),
    "tables/garcia_herrera2008_accuracy.csv": (30, 5, None, "score", ()),
    "tables/delgado2014_accuracy.csv": (121, 179, None, "score", ()),
    "tables/delgado2014_sklearn_extension.csv": (121, 7, None, "score", ()),
    "tables/aeon_example_default_split.csv": (142, 4, None, "score", ()),
    "tables/bakeoff2023_accuracy_mean30.csv": (142, 40, None, "score", ()),
    "tables/bakeoff2023_accuracy_resamples.csv.gz": (142, 40, 4260, "score", ("BO323",)),
    "tables/bakeoff2023_logloss_mean30.csv": (142, 40, None, "score", ("BO327",)),
    "tables/cd_diagram_example.csv": (15, 5, None, "accuracy", ()),
    "tables/automlbenchmark2019_1h_summary.csv": (35, 7, None, "score", ("BO304", "BO324")),
    "tables/dl4tsc_ucr85.csv.gz": (85, 9, 850, "accuracy", ("BO308", "BO304", "BO323")),
    "tables/dl4tsc_ucr128.csv.gz": (128, 8, 640, "accuracy", ("BO308", "BO304", "BO323")),
    "tables/inceptiontime_ucr85.csv": (85, 12, None, "accuracy", ("BO308", "BO304")),
    "tables/mcm_example_SYNTHETIC.csv": (128, 4, None, "score", ("BO302",)),
    "tables/scmamp_kcv_example.csv": (10, 4, 1000, "score", ("BO304", "BO323")),
    "tables/wainer_base_4fold.csv": (20, 5, 80, "score", ("BO323",)),
    "foreign/mean_std_in_one_cell_dl4tsc.csv": (85, 9, None, "score", ("BO305", "BO321")),
    "foreign/sklearn_cv_results_random_forest_3split.csv": (1, 100, 3, "score", ("BO323",)),
    "foreign/weka_tester_j48_vs_nb_with-repetition.txt": (3, 2, None, "Percent_correct", ()),
}

# file: (code, a word that must be in the message)
REFUSED = {
    "tables/critdd_2d_example.csv": ("BO026", "'diagram=diagram1'"),
    "tables/exreport_weka_experiment.csv": ("BO026", "'featureSelection=no'"),
    "tables/automlbenchmark2019_folds.csv.gz": ("BO560", "'logloss' in others: two measures in one column"),
    "tables/blum2015_mis_sizes.csv": ("BO560", "--higher-is-better"),
    "tables/inceptiontime_ucr128.csv": ("BO022", "'InceptionTime'"),
    "tables/minirocket_ucr109_resamples.csv": ("BO048", "0 to 29"),
    "tables/rocket_ucr128.csv": ("BO022", "'accuracy'"),
    "foreign/amlb_results_medium-8c1h.csv": ("BO560", "--score-column auc"),
    "foreign/openml_run_100.xml": ("BO009", "XML"),
    "foreign/weka_experimenter_1scheme.arff": ("BO022", "'J48'"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_published_table_is_read_as_its_authors_describe_it(name: str, shared: Path) -> None:
    scores = read(shared / name)
    datasets, classifiers, resamples, measure, codes = TABLES[name]
    assert scores.values.shape == (datasets, classifiers)
    assert (None if scores.resamples is None else len(scores.resamples.fold)) == resamples
    assert scores.measure.name == measure
    assert tuple(finding.code for finding in scores.findings) == codes


@pytest.mark.parametrize("name", REFUSED)
def test_what_needs_a_decision_is_refused_with_the_way_out(name: str, shared: Path) -> None:
    with pytest.raises(BakeoffError) as caught:
        read(shared / name)
    code, word = REFUSED[name]
    assert caught.value.code == code
    assert word in str(caught.value)


@pytest.mark.parametrize(
    ("name", "options", "shape"),
    [
        ("foreign/amlb_results_medium-8c1h.csv", {"score_column": "auc", "drop_incomplete": True}, (11, 5)),
        ("tables/exreport_weka_experiment.csv", {"only": (("featureSelection", "no"),)}, (15, 4)),
        ("tables/exreport_weka_experiment.csv", {"classifier_column": "method+featureSelection"}, (15, 8)),
        ("tables/critdd_2d_example.csv", {"dataset_column": "dataset+diagram"}, (68, 5)),
        ("tables/blum2015_mis_sizes.csv", {"leave_out": ("Radius",)}, (900, 8)),
    ],
)
def test_the_way_out_leads_out(
    name: str, options: dict[str, object], shape: tuple[int, int], shared: Path
) -> None:
    assert read(shared / name, options=ReadOptions(**options)).values.shape == shape  # type: ignore[arg-type]


def test_missing_cells_are_counted_as_the_authors_do(shared: Path) -> None:
    scores = read(shared / "tables" / "delgado2014_accuracy.csv")
    assert round(100 * np.isnan(scores.values).mean(), 1) == 2.1


def test_means_over_resamples_are_those_of_the_file_of_means(shared: Path) -> None:
    means = read(shared / "tables" / "bakeoff2023_accuracy_mean30.csv")
    folds = read(shared / "tables" / "bakeoff2023_accuracy_resamples.csv.gz")
    assert means.classifiers == folds.classifiers
    rows = [folds.datasets.index(name) for name in means.datasets]
    assert np.allclose(folds.values[rows], means.values, atol=1e-6, equal_nan=True)


def test_means_over_iterations_are_those_printed_with_their_spread(shared: Path) -> None:
    runs = read(shared / "tables" / "dl4tsc_ucr85.csv.gz")
    printed = read(shared / "foreign" / "mean_std_in_one_cell_dl4tsc.csv")
    ours = {
        "MLP": "mlp",
        "FCN": "fcn",
        "ResNet": "resnet",
        "Encoder": "encoder",
        "TWIESN": "twiesn",
        "Time-CNN": "cnn",
    }
    rows = [runs.datasets.index(name) for name in printed.datasets]
    for theirs, name in ours.items():
        assert np.allclose(100 * runs.column(name)[rows], printed.column(theirs), atol=0.0501)


def test_a_file_of_one_classifier_joins_others(shared: Path) -> None:
    first = shared / "foreign" / "tsml_resamples_HC2_accuracy.csv"
    means = read(shared / "tables" / "bakeoff2023_accuracy_mean30.csv")
    scores = read([first, _renamed(first, "other_accuracy.csv")])
    rows = [means.datasets.index(name) for name in scores.datasets]
    assert np.allclose(scores.values[:, 0], means.column("HC2")[rows], atol=1e-6)


def _renamed(path: Path, name: str) -> Path:
    import tempfile

    copy = Path(tempfile.mkdtemp()) / name
    copy.write_bytes(path.read_bytes())
    return copy


def test_iterations_of_two_files_stand_side_by_side(shared: Path) -> None:
    tables = shared / "tables"
    scores = read([tables / "dl4tsc_ucr128.csv.gz", tables / "inception_single_ucr128.csv"])
    assert scores.values.shape == (128, 9)
    assert scores.resamples is not None


def test_settings_of_a_search_have_the_means_that_scikit_learn_printed(shared: Path) -> None:
    path = shared / "foreign" / "sklearn_cv_results_random_forest_3split.csv"
    with path.open(encoding="utf-8") as stream:
        printed = [float(row["mean_test_score"]) for row in csv.DictReader(stream)]
    # Versions before 0.24 weighted the folds by their size, hence the tolerance.
    assert np.allclose(read(path).values[0], printed, atol=6e-5)


def test_stated_mean_accuracies_are_found(shared: Path) -> None:
    checks = json.loads((shared / "tables" / "EXPECTED.json").read_text(encoding="utf-8"))["checks"]
    stated = next(check["stated"] for check in checks if check["id"] == "delgado2014-mean-row")
    scores = read(shared / "tables" / "delgado2014_accuracy.csv")
    for name, mean in stated.items():
        assert np.nanmean(scores.column(name)) == pytest.approx(mean, abs=0.06)


def test_stated_ranks_are_found(shared: Path) -> None:
    # Wainer's paper prints the mean ranks of the fold means.
    scores = read(shared / "tables" / "wainer_base_4fold.csv")
    ranks = _mean_ranks(scores)
    for name, rank in {"xgb": 2.3, "lgbm": 2.35, "dt": 4.25}.items():
        assert ranks[name] == pytest.approx(rank, abs=0.006)


def _mean_ranks(scores: Scores) -> dict[str, float]:
    ranks = np.array([rankdata(-row) for row in np.round(scores.values, 12)]).mean(axis=0)
    return dict(zip(scores.classifiers, ranks.tolist(), strict=True))
