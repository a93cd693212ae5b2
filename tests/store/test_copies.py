"""A store that was copied or dropped on the page while its study was running, without the log beside it."""

import shutil
import sqlite3
from contextlib import closing, contextmanager

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import DesignError
from bakeoff.inputs.options import ReadOptions
from bakeoff.store.open import open_store
from bakeoff.web.worker.uploaded_stores import uploaded_evidence
from serving import CELLS, StudyOnDisk

LOG = "with -wal at its end"


@pytest.fixture
def study(tmp_path):
    return StudyOnDisk(tmp_path / "study.db")


@contextmanager
def running(study, *, settled, more):
    """Give the time at which a run is at work: so many results are in the file, and more only in the log."""
    with open_store(study.path) as store:
        run = store.begin(study.name)
        for number, cell in enumerate(CELLS[: settled + more]):
            store.record(run, study._outcome(cell))
            if number == settled - 1:
                with closing(sqlite3.connect(study.path)) as database:
                    database.execute("PRAGMA wal_checkpoint(PASSIVE)")
        yield
        store.end(run)


def copied(study, tmp_path, *, log=False):
    folder = tmp_path / "elsewhere"
    folder.mkdir(exist_ok=True)
    shutil.copy(study.path, folder)
    if log:
        shutil.copy(f"{study.path}-wal", folder)
    return folder / study.path.name


def codes(path):
    return {finding.code for finding in bakeoff.compare(path).evidence.findings}


def test_a_copy_without_the_log_says_what_it_is(study, tmp_path, capsys):
    with running(study, settled=0, more=20):
        alone = copied(study, tmp_path)
    assert main(["compare", str(alone)]) == 2
    message = capsys.readouterr().err
    assert "BO466" in message
    assert LOG in " ".join(message.split())
    assert "copy both files, or wait until the run has ended" in message


def test_the_same_dropped_on_the_page(study, tmp_path):
    with running(study, settled=0, more=20):
        content = study.path.read_bytes()
    with pytest.raises(DesignError, match=LOG) as refused:
        uploaded_evidence(content, "mine.db", ReadOptions())
    assert refused.value.where == "mine.db"


def test_a_copy_with_its_log_is_whole(study, tmp_path):
    with running(study, settled=0, more=20):
        both = copied(study, tmp_path, log=True)
    assert "BO245" not in codes(both)
    with open_store(both) as store:
        assert len(list(store.outcomes(study.name))) == 20


def test_a_copy_with_some_of_the_results_says_that_others_may_be_missing(study, tmp_path):
    with running(study, settled=18, more=6):
        part = copied(study, tmp_path)
    (found,) = [f for f in bakeoff.compare(part).evidence.findings if f.code == "BO245"]
    assert LOG in found.message
    assert found.detail == {"planned": len(CELLS), "have": 18}


def test_a_second_run_is_seen_in_a_copy_though_the_first_one_ended(study, tmp_path):
    study.go_on(18)
    with open_store(study.path) as store:
        run = store.begin(study.name)
        store.record(run, study._outcome(CELLS[18]))
        part = copied(study, tmp_path)
        store.end(run)
    assert "BO245" in codes(part)


def test_a_study_that_was_stopped_or_is_under_way_here_is_not_taken_for_a_copy(study, tmp_path):
    study.go_on(18)
    assert "BO245" not in codes(study.path)
    assert "BO242" in codes(study.path)
    with running(study, settled=18, more=4):
        assert "BO245" not in codes(study.path)
    assert "BO245" not in codes(copied(study, tmp_path))
