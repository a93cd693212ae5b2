"""Every real dataset through a whole study, with five quick classifiers; run with --shared DIR only."""

from bakeoff.api.study.study import Study
from bakeoff.core.outcomes import Scored
from bakeoff.datasets.loaders import find_dataset_files

CLASSIFIERS = {
    "bayes": "GaussianNB",
    "tree": {"estimator": "DecisionTreeClassifier", "parameters": {"max_depth": 4}},
    "centroid": "NearestCentroid",
    "ridge": "RidgeClassifier",
    "dummy": "DummyClassifier",
}


def test_all_of_them_run_without_a_failure(shared, tmp_path):
    files = [str(path) for path in find_dataset_files(shared / "datasets")]
    assert len(files) == 36
    study = Study(
        CLASSIFIERS, files, resampling={"kind": "hold-out"}, limits={"seconds": 60.0}, keep="labels"
    )
    results = study.run(tmp_path / "study.db", jobs=2)
    failed = [f"{f.cell.classifier} on {f.cell.dataset}: {f.message}" for f in results.failures]
    assert failed == []
    assert sum(isinstance(o, Scored) for o in results.outcomes()) == 36 * 5
    assert len(results.compare().evidence.datasets) == 36
