"""Changes of speed are reported beyond noise, and never between different machines."""

from benchmarks.regressions import changes, last, machine, record

BEFORE = {
    "date": "2026-11-16",
    "machine": machine(),
    "ratios": {"a": 1.0, "b": 1.0, "c": 1.0, "d, seconds": 1.0},
}


def test_only_changes_beyond_noise_are_reported_the_slower_ones_first():
    found = list(changes(BEFORE, {"a": 1.2, "b": 0.5, "c": 2.0, "new": 9.0}))
    assert found == [
        "2.00 times slower than on 2026-11-16: c, 1 then, 2 now",
        "2.00 times faster than on 2026-11-16: b, 1 then, 0.5 now",
    ]


def test_seconds_of_another_machine_are_not_compared():
    assert list(changes(BEFORE, {"d, seconds": 3.0}))
    assert not list(changes({**BEFORE, "machine": "another"}, {"d, seconds": 3.0}))


def test_times_too_brief_to_tell_are_not_compared():
    before = {**BEFORE, "ratios": {"d, seconds": 0.001}}
    assert not list(changes(before, {"d, seconds": 0.004}))


def test_suites_that_did_not_run_keep_their_record(tmp_path):
    place = tmp_path / "last.json"
    assert last(place) == {}
    record({"a": 1.0, "b": 2.0}, place)
    record({"b": 3.0}, place)
    assert last(place)["ratios"] == {"a": 1.0, "b": 3.0}


def test_what_was_promised_is_kept_beside_what_was_measured(tmp_path):
    place = tmp_path / "last.json"
    record({"a": 1.0}, place, bars={"a": 2.0})
    record({"b": 3.0}, place, bars={"b": 4.0})
    assert last(place)["bars"] == {"a": 2.0, "b": 4.0}
