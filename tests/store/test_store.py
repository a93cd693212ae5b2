"""What a store promises, on every database."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from sqlalchemy import create_engine, text

from bakeoff.core.errors import StoreError
from bakeoff.core.outcomes import Reason, Scored
from bakeoff.store.addresses import parse_address
from bakeoff.store.open import open_store
from bakeoff.store.store import Store
from bakeoff.store.study_records import Run
from store.cases import cell, cells, failed, said, scored


def _run_with_plan(store: Store, n: int) -> Run:
    store.plan("first", cells(n))
    return store.begin("first")


def _change(store: Store, statement: str) -> None:
    """Write to the database behind the store's back."""
    engine = create_engine(parse_address(store.url).url)
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SET search_path TO bakeoff"))
        connection.execute(text(statement))
    engine.dispose()


def test_an_outcome_comes_back_as_it_was(store):
    run = _run_with_plan(store, 2)
    outcome = scored(cell(0), accuracy=0.1 + 0.2)
    assert store.record(run, outcome)
    (back,) = store.outcomes("first")
    assert back == outcome
    assert list(back.scores) == ["f1", "accuracy"]
    assert back.scores["accuracy"] == 0.1 + 0.2
    assert store.outcome("k000") == outcome
    assert store.outcome("k001") is None


def test_every_float_comes_back_bit_for_bit_but_zero_has_no_sign(store):
    run = _run_with_plan(store, 1)
    values = {str(v): v for v in (5e-324, 1.7976931348623157e308, 1 / 3, 2.0**-1074, -0.1 - 0.2, 1e22, -0.0)}
    store.record(run, Scored(cell=cell(0), scores=values, n_train=1, n_test=1, measured=values))
    back = store.outcome("k000")
    expected = [v.hex() for v in [*values.values()][:-1]] + ["0x0.0p+0"]
    assert [v.hex() for v in back.scores.values()] == expected
    assert [v.hex() for v in back.measured.values()] == expected


@pytest.mark.parametrize("probabilities", [True, False])
def test_predictions_come_back_bit_for_bit(store, probabilities):
    run = _run_with_plan(store, 1)
    predictions = said(probabilities=probabilities)
    store.record(run, replace(scored(cell(0)), predictions=predictions))
    (back,) = (o.predictions for o in store.outcomes("first", predictions=True))
    for name in ("rows", "truth", "labels"):
        np.testing.assert_array_equal(getattr(back, name), getattr(predictions, name))
    assert back.classes == predictions.classes
    assert (back.probabilities is None) == (not probabilities)
    if probabilities:
        assert back.probabilities.tobytes() == np.ascontiguousarray(predictions.probabilities).tobytes()


def test_predictions_stay_in_the_store_unless_asked_for(store):
    run = _run_with_plan(store, 1)
    store.record(run, replace(scored(cell(0)), predictions=said()))
    assert next(store.outcomes("first")).predictions is None
    assert store.outcome("k000", predictions=False).predictions is None


def test_a_failure_comes_back_with_its_reason_and_text_that_no_database_takes_becomes_visible(store):
    run = _run_with_plan(store, 1)
    assert store.record(run, failed(cell(0), message="a NUL \0 and half a pair \ud800"))
    (back,) = store.outcomes("first")
    assert (back.reason, back.seconds) == (Reason.RAISED, 1.5)
    assert back.message == r"a NUL \x00 and half a pair \ud800"
    assert store.failed_keys("first") == {"k000"}
    assert store.scored_keys("first") == frozenset()


def test_a_score_stays_whatever_comes_later(store):
    run = _run_with_plan(store, 1)
    assert store.record(run, scored(cell(0), accuracy=0.7))
    assert not store.record(run, scored(cell(0), accuracy=0.9))
    assert not store.record(run, failed(cell(0)))
    assert store.outcome("k000").scores["accuracy"] == 0.7


def test_a_failure_gives_way_to_a_newer_one_and_to_a_score(store):
    run = _run_with_plan(store, 1)
    assert store.record(run, failed(cell(0), message="first"))
    assert store.record(run, failed(cell(0), message="second"))
    assert store.outcome("k000").message == "second"
    assert store.record(run, scored(cell(0)))
    assert store.outcome("k000") == scored(cell(0))
    assert (store.scored_keys("first"), store.failed_keys("first")) == ({"k000"}, frozenset())


@pytest.mark.parametrize("where", ["scores", "measured", "complexity"])
def test_what_is_not_a_number_is_refused_and_nothing_is_written(store, where):
    run = _run_with_plan(store, 1)
    for value in (float("nan"), float("inf"), -float("inf")):
        with pytest.raises(StoreError) as refused:
            store.record(run, replace(scored(cell(0)), **{where: {"m": value}}))
        assert refused.value.code == "BO451"
    assert store.outcome("k000") is None


def test_the_first_specification_stays_frozen_and_changes_are_added_with_what_was_seen(store):
    run = _run_with_plan(store, 3)
    store.record(run, scored(cell(0)))
    store.record(run, failed(cell(1)))
    before = store.lock("first", text="[study]", digest="d1")
    assert before.amendments == ()
    store.lock("first", text="changed", digest="d2")
    store.lock("first", text="changed", digest="d2")
    after = store.lock("first", text="[study]", digest="d1")
    assert (after.digest, after.text, after.at) == ("d1", "[study]", before.at)
    assert [(a.number, a.digest, a.text, a.cells_seen) for a in after.amendments] == [
        (1, "d2", "changed", 2),
        (2, "d1", "[study]", 2),
    ]
    assert abs((datetime.now(UTC) - after.at).total_seconds()) < 600
    assert store.studies() == (after,)


def test_studies_are_listed_in_the_order_in_which_they_were_frozen(store):
    store.lock("zebra", text="", digest="z")
    store.lock("ant", text="", digest="a")
    assert [study.name for study in store.studies()] == ["first", "zebra", "ant"]


def test_a_study_that_was_never_frozen_is_refused_with_those_that_were(store):
    asked = (store.scored_keys, store.failed_keys, store.begin, store.runs, store.environments)
    for ask in (*asked, lambda name: list(store.outcomes(name))):
        with pytest.raises(StoreError, match="no study 'second'") as refused:
            ask("second")
        assert (refused.value.code, refused.value.fix) == ("BO450", "name one of first")


def test_outcomes_come_in_the_order_of_the_plan(store):
    run = _run_with_plan(store, 5)
    for i in (3, 0, 4, 1):
        store.record(run, scored(cell(i)))
    assert [o.cell.key for o in store.outcomes("first")] == ["k000", "k001", "k003", "k004"]


def test_cells_that_leave_the_plan_are_hidden_and_come_back(store):
    run = _run_with_plan(store, 4)
    for i in range(4):
        store.record(run, scored(cell(i)))
    store.plan("first", cells(4)[2:])
    assert store.scored_keys("first") == {"k002", "k003"}
    assert store.outcome("k000") == scored(cell(0))
    store.plan("first", cells(4)[::-1])
    assert [o.cell.key for o in store.outcomes("first")] == ["k003", "k002", "k001", "k000"]
    store.plan("first", [])
    assert list(store.outcomes("first")) == []


def test_two_studies_share_a_cell_under_names_of_their_own(store):
    run = _run_with_plan(store, 1)
    store.record(run, scored(cell(0)))
    store.lock("second", text="", digest="x")
    store.plan("second", [cell(0, classifier="forest")])
    assert store.scored_keys("second") == {"k000"}
    assert [o.cell.classifier for o in store.outcomes("second")] == ["forest"]
    assert [o.cell.classifier for o in store.outcomes("first")] == ["classifier 0"]


def test_a_plan_that_changes_while_it_is_read_is_said_so(store):
    n = 513  # one more than a page
    run = _run_with_plan(store, n)
    store.record(run, scored(cell(0)))
    reading = store.outcomes("first")
    next(reading)
    store.plan("first", cells(2))
    with pytest.raises(StoreError) as refused:
        next(reading)
    assert refused.value.code == "BO452"


def test_what_is_recorded_while_outcomes_are_read_holds_nobody_up(store):
    run = _run_with_plan(store, 600)
    store.record(run, scored(cell(0)))
    reading = store.outcomes("first")
    next(reading)
    assert store.record(run, scored(cell(599)))
    assert [o.cell.key for o in reading] == ["k599"]


def test_a_claimed_cell_is_not_given_to_another_run_that_is_alive(store):
    first, second = _run_with_plan(store, 4), store.begin("first")
    assert store.claim(first, ["k000", "k001"]) == {"k000", "k001"}
    assert store.claim(second, ["k000", "k001", "k002"]) == {"k002"}
    assert store.claim(first, ["k000", "k001", "k002"]) == {"k000", "k001"}


def test_scored_cells_are_not_claimed_and_failed_ones_may_be(store):
    run = _run_with_plan(store, 2)
    store.record(run, scored(cell(0)))
    store.record(run, failed(cell(1)))
    assert store.claim(store.begin("first"), ["k000", "k001"]) == {"k001"}


def test_recording_and_ending_let_go_of_claims(store):
    first, second = _run_with_plan(store, 3), store.begin("first")
    store.claim(first, ["k000", "k001", "k002"])
    store.record(first, failed(cell(0)))
    assert store.claim(second, ["k000", "k001"]) == {"k000"}
    store.end(first)
    assert store.claim(second, ["k001"]) == {"k001"}
    assert store.runs("first") == (second,)


def test_outcomes_that_arrive_together_are_written_together_and_each_once(store):
    run = _run_with_plan(store, 3)
    store.claim(run, ["k000", "k001", "k002"])
    first, lost, later = scored(cell(0), accuracy=0.7), failed(cell(1)), scored(cell(1))
    assert store.record(run, first, lost) == (first, lost)
    assert store.record(run, scored(cell(0), accuracy=0.9), later, scored(cell(2))) == (
        later,
        scored(cell(2)),
    )
    assert store.record(run) == ()
    kept = {outcome.cell.key: outcome.scores["accuracy"] for outcome in store.outcomes("first")}
    assert kept == {"k000": 0.7, "k001": later.scores["accuracy"], "k002": later.scores["accuracy"]}


def test_of_outcomes_that_cannot_all_be_written_none_is(store):
    run = _run_with_plan(store, 2)
    bad = replace(scored(cell(1)), scores={"m": float("nan")})
    with pytest.raises(StoreError, match="a store keeps numbers only"):
        store.record(run, scored(cell(0)), bad)
    assert list(store.outcomes("first")) == []


def test_cells_of_a_live_run_are_left_to_it_and_those_of_a_dead_one_are_taken_in_one_claim(store):
    dead, alive, mine = _run_with_plan(store, 4), store.begin("first"), store.begin("first")
    store.claim(dead, ["k000", "k001"])
    store.claim(alive, ["k002"])
    _change(store, f"UPDATE runs SET beat = beat - 100 WHERE id = {dead.id}")
    store.record(dead, scored(cell(1)))
    assert store.claim(mine, ["k003", "k002", "k001", "k000"]) == {"k000", "k003"}


def test_thousands_of_cells_are_claimed_at_once(store):
    run = _run_with_plan(store, 1)
    keys = [f"many {i}" for i in range(2_345)]
    assert store.claim(run, keys) == set(keys)
    assert store.claim(store.begin("first"), keys) == frozenset()


@pytest.mark.parametrize("jump", [-61, 600, 10**9, -(10**9)])  # ahead by more than the test may take
def test_a_run_without_a_heartbeat_for_a_minute_is_dead_whichever_way_the_clock_went(store, jump):
    run = _run_with_plan(store, 1)
    store.claim(run, ["k000"])
    _change(store, f"UPDATE runs SET beat = beat + {jump}")
    assert store.runs("first") == ()
    other = store.begin("first")
    assert store.claim(other, ["k000"]) == {"k000"}
    store.beat(run)
    assert store.runs("first") == (run, other)
    assert store.record(other, scored(cell(0)))
    assert not store.record(run, scored(cell(0)))


def test_a_run_whose_process_is_gone_is_dead_at_once(store):
    code = (
        "import sys; from bakeoff.store.open import open_store\n"
        "s = open_store(sys.argv[1]); s.claim(s.begin('first'), ['k000']); print(s.runs('first')[0].pid, flush=True)"
    )
    store.plan("first", cells(1))
    done = subprocess.run([sys.executable, "-c", code, store.url], capture_output=True, text=True, check=True)
    assert int(done.stdout) != os.getpid()
    assert store.runs("first") == ()
    assert store.claim(store.begin("first"), ["k000"]) == {"k000"}


def test_a_process_number_that_was_given_away_again_is_another_process(store):
    _run_with_plan(store, 1)
    _change(store, "UPDATE runs SET started = 'another start 42'")
    assert store.runs("first") == ()


def test_a_run_on_another_machine_is_judged_by_its_heartbeat_alone(store):
    run = _run_with_plan(store, 1)
    _change(store, "UPDATE runs SET machine = 'elsewhere', host = 'elsewhere', started = 'x'")
    assert [live.id for live in store.runs("first")] == [run.id]


def test_a_run_says_who_is_at_work(store):
    run = store.begin("first")
    assert (run.study, run.pid, run.host) == ("first", os.getpid(), os.uname().nodename)
    assert run.since.tzinfo is UTC
    assert store.runs("first") == (run,)


def test_environments_are_counted_by_the_outcomes_they_yielded(store):
    old = _run_with_plan(store, 4)
    store.environment(old, '{"sklearn": "1.9"}')
    new, silent = store.begin("first"), store.begin("first")
    store.environment(new, '{"sklearn": "1.10"}')
    for run, i in ((old, 0), (new, 1), (new, 2), (silent, 3)):
        store.record(run, scored(cell(i)))
    assert store.environments("first") == {'{"sklearn": "1.9"}': 1, '{"sklearn": "1.10"}': 2, "": 1}


@pytest.mark.parametrize("ending", ["csv", "parquet"])
@pytest.mark.parametrize("measured", [False, True])
def test_exports_are_the_same_bytes_whatever_ran_first(store, tmp_path, ending, measured):
    texts = set()
    for number, order in enumerate(list(permutations(range(4)))[::5]):
        name, prefix = f"study {number}", f"{number}-"
        store.lock(name, text="", digest="d")
        planned = cells(4, prefix=prefix)
        store.plan(name, planned)
        run = store.begin(name)
        for i in order:
            outcome = failed(planned[i]) if i == 2 else scored(planned[i], accuracy=i / 7)
            store.record(run, outcome)
        path = tmp_path / f"{number}.{ending}"
        store.export(name, path, measured=measured)
        texts.add(path.read_bytes())
    assert len(texts) == 1


def test_an_export_has_one_row_for_each_cell_and_metric_and_the_reasons_of_failures(store, tmp_path):
    run = _run_with_plan(store, 3)
    store.lock("first", text='{"metrics": ["accuracy"]}', digest="with metrics")
    lost = failed(cell(0))
    store.record(run, scored(cell(1), accuracy=0.1 + 0.2))
    store.record(run, lost)
    store.export("first", tmp_path / "scores.csv")
    store.export("first", tmp_path / "times.csv", measured=True)
    assert (tmp_path / "scores.csv").read_text() == (
        "dataset,classifier,repeat,fold,metric,score,n_train,n_test,failure\n"
        f"dataset 0,classifier 0,0,0,accuracy,,,,{lost.reason}: {lost.message}\n"
        "dataset 0,classifier 1,0,0,accuracy,0.30000000000000004,90,10,\n"
        "dataset 0,classifier 1,0,0,f1,0.10000000000000002,90,10,\n"
    )
    assert (tmp_path / "times.csv").read_text() == (
        "dataset,classifier,repeat,fold,measure,value\n"
        "dataset 0,classifier 1,0,0,bytes,123456789.0\n"
        "dataset 0,classifier 1,0,0,fit seconds,0.30000000000000004\n"
        "dataset 0,classifier 1,0,0,leaves,7.0\n"
    )


def test_conditions_are_exported_where_there_are_any(store, tmp_path):
    noisy = replace(cell(0), condition="label noise 0.1")
    store.plan("first", [noisy])
    store.record(store.begin("first"), scored(noisy))
    store.export("first", tmp_path / "scores.csv")
    assert (tmp_path / "scores.csv").read_text().splitlines()[1].endswith(",0.5,90,10,label noise 0.1")


def test_a_name_that_looks_like_a_formula_is_guarded_in_csv(store, tmp_path):
    store.plan("first", [cell(0, classifier="=cmd()")])
    store.record(store.begin("first"), scored(cell(0)))
    store.export("first", tmp_path / "scores.csv")
    assert "\ndataset 0,'=cmd(),0,0,accuracy,0.5," in (tmp_path / "scores.csv").read_text()


def test_an_export_that_cannot_be_written_leaves_the_old_file(store, tmp_path):
    for name, code in (("scores.xlsx", "BO454"), ("nowhere/scores.csv", "BO455")):
        with pytest.raises(StoreError) as refused:
            store.export("first", tmp_path / name)
        assert refused.value.code == code
    (tmp_path / "old.csv").write_text("old")
    with pytest.raises(StoreError):
        store.export("second", tmp_path / "old.csv")
    assert (tmp_path / "old.csv").read_text() == "old"
    assert not list(tmp_path.glob(".old*"))


def test_a_store_is_there_when_it_is_opened_again(url):
    with open_store(url) as store:
        store.lock("first", text="t", digest="d")
        run = _run_with_plan(store, 2)
        store.record(run, scored(cell(0)))
        store.end(run)
    with open_store(url) as store:
        assert list(store.outcomes("first")) == [scored(cell(0))]
        assert store.check() == ()


def test_a_check_finds_what_does_not_belong(store):
    run = _run_with_plan(store, 3)
    for i in range(3):
        store.record(run, replace(scored(cell(i)), predictions=said()))
    assert store.check() == ()
    _change(store, "DELETE FROM scores WHERE key = 'k000'")
    _change(store, "UPDATE predictions SET arrow = substr(arrow, 1, 60) WHERE key = 'k001'")
    _change(store, "UPDATE outcomes SET reason = 'raised' WHERE key = 'k002'")
    assert set(store.check()) == {
        "a scored cell without scores: k000",
        "predictions that cannot be read: k001",
        "scores without a scored cell: k002",
        "trials without a scored cell: k002",
        "predictions without a scored cell: k002",
    }


def test_importing_the_door_loads_no_database():
    code = "import sys, bakeoff.store.open; sys.exit('sqlalchemy' in sys.modules or 'pyarrow' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_folder_needs_no_cleaning(tmp_path):
    with open_store(tmp_path / "study.db") as store:
        store.lock("first", text="t", digest="d")
    assert [p.name for p in Path(tmp_path).iterdir()] == ["study.db"]
