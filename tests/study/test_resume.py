"""A run may be stopped at any moment; the same command goes on, and the results are the same to the byte."""

import random
import signal
import time

import pytest

from bakeoff.store.open import open_store
from study.cases import CELLS, ran, started, study_file

KILLS = 20


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")
    code, out, err = ran(study_file(folder), "--export", "scores.csv")
    assert code == 0, err
    return out, (folder / "scores.csv").read_bytes()


def test_twenty_kills_lose_nothing_and_double_nothing(undisturbed, tmp_path):
    path = study_file(tmp_path)
    moments = random.Random(20)
    kills = 0
    while kills < KILLS:
        process = started(path)
        time.sleep(moments.uniform(0.0, 4.0))
        if process.poll() is not None:
            break  # it was quicker
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kills += 1
    code, out, err = ran(path, "--export", "scores.csv")
    assert code == 0, err
    assert kills > 3
    assert (out, (tmp_path / "scores.csv").read_bytes()) == undisturbed
    with open_store(tmp_path / "study.db") as store:
        assert len(store.done("kill")) == CELLS
        assert store.check() == ()


def test_two_runs_at_once_share_the_work(undisturbed, tmp_path):
    path = study_file(tmp_path)
    both = [started(path), started(path)]
    for process in both:
        process.communicate(timeout=300)
    code, out, err = ran(path, "--export", "scores.csv")
    assert (code, out) == (0, undisturbed[0]), err
    assert (tmp_path / "scores.csv").read_bytes() == undisturbed[1]


def test_an_interruption_ends_the_run_in_order_and_says_how_to_go_on(undisturbed, tmp_path):
    path = study_file(tmp_path)
    process = started(path)
    with open_store(tmp_path / "study.db") as store:
        while process.poll() is None and not any(lock.name == "kill" for lock in store.studies()):
            time.sleep(0.05)
        while process.poll() is None and len(store.done("kill")) < 3:
            time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert out == ""
    assert "the same command goes on" in err
    assert ran(path)[:2] == (0, undisturbed[0])


def test_two_processes_give_the_same_bytes_as_one(undisturbed, tmp_path):
    code, out, err = ran(study_file(tmp_path), "--jobs", "2", "--export", "scores.csv")
    assert (code, out) == (0, undisturbed[0]), err
    assert (tmp_path / "scores.csv").read_bytes() == undisturbed[1]
