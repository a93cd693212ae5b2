"""A run may be stopped at any moment; the same command goes on, and the results are the same to the byte.

UX cases 56–59, 61, 63.
"""

from functools import cache

import pytest

from bakeoff.api.study.study import Study
from study.cases import exported, study_file
from study.starting import child

KILLS = 20


@pytest.fixture(scope="module")
def undisturbed(here, tmp_path_factory):
    folder = tmp_path_factory.mktemp("undisturbed")

    @cache
    def of(**options):
        store = folder / f"{len(list(folder.iterdir()))}.db"
        Study.load(study_file(folder, **options), trust=True).run(store, engine=here)
        return exported(store, folder)

    return of


def test_twenty_kills_at_random_moments_lose_nothing_and_double_nothing(undisturbed, tmp_path):
    options = {"repeats": 6, "seconds": 0.03}
    store = tmp_path / "study.db"
    (counts,), _ = child("kill_at_moments", study_file(tmp_path, **options), store, KILLS)
    assert len(counts) == KILLS
    assert len({n for n in counts if 0 < int(n) < 120}) > 5  # it was met in the middle, again and again
    assert exported(store, tmp_path) == undisturbed(**options)


def test_kills_on_postgresql_lose_nothing_and_double_nothing(undisturbed, tmp_path, database):
    (counts,), _ = child("kill_at_moments", study_file(tmp_path, seconds=0.03), database, 6)
    assert len(counts) == 6
    assert any(0 < int(n) < 80 for n in counts)
    assert exported(database, tmp_path) == undisturbed(seconds=0.03)


def test_a_killed_run_leaves_no_worker_behind(undisturbed, tmp_path):
    store = tmp_path / "study.db"
    lines, _ = child("kill_with_workers", study_file(tmp_path, seconds=0.1), store, 1)
    (done, workers), (left,) = [tuple(map(int, line)) for line in lines]
    assert 0 < done < 80
    assert workers > 0
    assert left == 0
    assert exported(store, tmp_path) == undisturbed(seconds=0.1)


@pytest.mark.parametrize("how", ["fail", "kill"])
def test_a_store_that_fails_or_kills_at_any_call_is_resumed_to_the_same_bytes(undisturbed, tmp_path, how):
    options = {"datasets": '["iris"]', "folds": 2, "repeats": 1, "seconds": 0}
    lines, _ = child("fail_everywhere", study_file(tmp_path, **options), tmp_path, how)
    before, after = (int(n) for (n,) in lines)
    assert before == after > 10
    for n in range(1, before + 1):
        for when in (False, True):
            assert exported(tmp_path / f"{when}-{n}.db", tmp_path) == undisturbed(**options), (when, n)


def test_two_runs_at_once_share_the_work_and_both_end_with_all_of_it(undisturbed, tmp_path):
    store = tmp_path / "study.db"
    (codes,), err = child("together", study_file(tmp_path), store)
    assert codes == ["0", "0"], err
    assert exported(store, tmp_path) == undisturbed()


@pytest.mark.parametrize("signals", [["SIGINT"], ["SIGTERM"], ["SIGINT", "SIGINT"]], ids="-".join)
def test_an_interruption_ends_the_run_in_order_and_says_how_to_go_on(signals, undisturbed, here, tmp_path):
    # Who asks twice does not wait for the cell under way: it takes longer than the two seconds of who asks once.
    options, goal = ({"seconds": 0.1}, 3) if len(signals) == 1 else ({"seconds": 4.0, "repeats": 1}, 1)
    file, store = study_file(tmp_path, **options), tmp_path / "study.db"
    ((code, seconds, done),), err = child("stop_by", file, store, goal, *signals)
    assert code == "130", err
    assert float(seconds) < (10 if len(signals) == 1 else 2)
    assert "once more ends it at once" in err
    if len(signals) == 1:
        assert 3 <= int(done) < 80
        assert f"the same command goes on: bakeoff run {file}" in err
        Study.load(file, trust=True).run(store, engine=here)
        assert exported(store, tmp_path) == undisturbed(**options)


def test_a_full_disk_stops_the_run_with_its_reason_and_the_same_command_goes_on(undisturbed, here, tmp_path):
    file, store = study_file(tmp_path), tmp_path / "study.db"
    ((code, done),), err = child("run_out_of_room", file, store, 250_000)
    assert code == "2"
    assert "the store cannot grow: the disk" in err
    assert "finished cells are kept" in err
    assert 0 < int(done) < 80
    Study.load(file, trust=True).run(store, engine=here)
    assert exported(store, tmp_path) == undisturbed()


def test_two_processes_give_the_same_bytes_as_one(undisturbed, tmp_path):
    file, store = study_file(tmp_path), tmp_path / "study.db"
    Study.load(file, trust=True).run(store, jobs=2)
    assert exported(store, tmp_path) == undisturbed()
