"""The same cells on Dask and on Ray: the same bytes, and a worker that dies costs its own cell (UX cases 71–73)."""

from contextlib import contextmanager

import pytest

from bakeoff.api.study.study import Study
from bakeoff.core.errors import RunError
from bakeoff.core.outcomes import Reason
from bakeoff.study.engines import environment
from bakeoff.study.engines.engine import open_engine
from study import faulty
from study.cases import TESTS, exported, study_file

GOOD = {"tree": "DecisionTreeClassifier", "bayes": "GaussianNB"}


@pytest.fixture(scope="module")
def undisturbed(here, tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    Study(GOOD, ["iris"], resampling={"folds": 5}).run(folder / "study.db", engine=here)
    return exported(folder / "study.db", folder, name="study")


@contextmanager
def started(workers):
    import dask
    from distributed import LocalCluster

    settings = {"distributed.scheduler.allowed-failures": 1, "distributed.worker.use-file-locking": False}
    with dask.config.set(settings):
        made = LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=50
        )
        yield made
        made.close()


@pytest.fixture(scope="module")
def shared():
    with started(workers=2) as made:
        yield made


@pytest.fixture
def cluster(shared):
    """One cluster for all tests, with as many workers as at first: those that died in a test are started again."""
    from distributed import Client

    with Client(shared.scheduler_address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=120)
    return shared


@pytest.fixture
def mortal():
    """A cluster that may be ended."""
    with started(workers=1) as made:
        yield made


def on(cluster):
    return f"dask://{cluster.scheduler_address.removeprefix('tcp://')}"


def test_dask_gives_the_same_bytes_and_workers_with_other_versions_are_refused(
    undisturbed, cluster, tmp_path, monkeypatch
):
    Study(GOOD, ["iris"], resampling={"folds": 5}).run(tmp_path / "study.db", engine=on(cluster))
    assert exported(tmp_path / "study.db", tmp_path, name="study") == undisturbed
    monkeypatch.setattr(environment, "PACKAGES", ("numpy",))
    with pytest.raises(RunError) as refused:
        Study(GOOD, ["wine"]).run(tmp_path / "other.db", engine=on(cluster))
    assert refused.value.code == "BO480"


def test_a_worker_that_is_lost_under_dask_costs_nothing_and_a_poison_cell_itself(cluster, tmp_path):
    classifiers = {
        "good": faulty.Majority(),
        "killed": faulty.IsKilled(str(tmp_path / "died"), times=3),
        "dies": faulty.Crashes(),
    }
    study = Study(classifiers, ["iris"], resampling={"kind": "hold-out"})
    results = study.run(tmp_path / "study.db", engine=on(cluster))
    assert {o.cell.classifier for o in results.outcomes()} == set(classifiers)
    assert {f.cell.classifier: f.reason for f in results.failures} == {"dies": Reason.DIED}
    assert (tmp_path / "died").exists()


def test_a_cell_that_hangs_under_dask_is_stopped_at_the_time_limit(cluster, tmp_path):
    study = Study(
        {"hangs": faulty.Hangs()}, ["iris"], resampling={"kind": "hold-out"}, limits={"seconds": 2.0}
    )
    (failed,) = study.run(tmp_path / "study.db", engine=on(cluster)).failures
    assert failed.reason is Reason.HUNG


def test_a_dask_cluster_that_is_lost_stops_the_run_and_it_can_be_resumed(mortal, here, tmp_path):
    study = Study.load(study_file(tmp_path, seconds=0.05), trust=True)

    def lose(_outcome):
        if mortal.status.name == "running":
            mortal.close()

    with pytest.raises(RunError) as lost:
        study.run(tmp_path / "study.db", engine=on(mortal), heard=lose)
    assert lost.value.code == "BO478"
    assert study.run(tmp_path / "study.db", engine=here).tally.scored > 0
    assert exported(tmp_path / "study.db", tmp_path)


def test_no_dask_scheduler_is_said_so(tmp_path):
    with pytest.raises(RunError) as refused:
        Study(GOOD, ["iris"]).run(tmp_path / "study.db", engine="dask://127.0.0.1:1")
    assert refused.value.code == "BO477"


def test_ray_gives_the_same_bytes_and_a_poison_cell_costs_itself(undisturbed, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(TESTS))  # where Ray's workers find the estimators
    engine = open_engine("ray", jobs=1)
    try:
        Study(GOOD, ["iris"], resampling={"folds": 5}).run(tmp_path / "study.db", engine=engine)
        poison = Study(
            {"good": "GaussianNB", "dies": faulty.Crashes()}, ["iris"], resampling={"kind": "hold-out"}
        )
        results = poison.run(tmp_path / "poison.db", engine=engine)
    finally:
        engine.close(now=True)
    assert exported(tmp_path / "study.db", tmp_path, name="study") == undisturbed
    assert {f.cell.classifier: f.reason for f in results.failures} == {"dies": Reason.DIED}
    assert results.tally.scored == 1
