"""The page of speed is drawn from what was recorded, and every peer is on it."""

import json

import pytest
from benchmarks.growth_tasks import TASKS

from docs.blocks import ROOT

GROWN = json.loads((ROOT / "benchmarks" / "growth.json").read_text(encoding="utf-8"))
PEERS = {
    "autorank",
    "scikit-posthocs",
    "mlxtend",
    "baycomp",
    "scipy",
    "statsmodels",
    "scikit-learn loop",
    "joblib loop",
}


def test_every_peer_takes_part():
    assert {program for task in TASKS.values() for program in task.programs} == {"bakeoff", *PEERS}


def test_what_is_recorded_was_asked_for():
    known = {(name, prog, n) for name, task in TASKS.items() for prog in task.programs for n in task.sizes}
    assert {tuple(point[:3]) for point in GROWN["points"]} <= known
    assert set(GROWN["of"]) == set(TASKS)


def test_sizes_grow_by_a_factor_of_five_at_least():
    assert all(task.sizes[-1] >= 5 * task.sizes[0] for task in TASKS.values())


@pytest.mark.parametrize("what", [3, 4])
def test_times_and_memory_are_positive(what):
    assert all(point[what] > 0 for point in GROWN["points"])
