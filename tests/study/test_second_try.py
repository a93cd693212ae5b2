"""A cell is called failed for what it does alone in a process of its own, not for what others do to its worker."""

import signal

import pytest

from bakeoff.core.outcomes import Cell, Reason, Scored
from bakeoff.study.engines.memory_use import count_memory_kills, free_memory
from bakeoff.study.engines.second_try import MOST_KILLS, Ending, judge_endings

GB = 10**9
LIMIT = 60.0


def make_cell(name):
    return Cell(classifier=name, dataset="d", repeat=0, fold=0, key=name, split="")


def end(code, **facts):
    return Ending(
        **{"code": code, "seconds": 1.0, "peak": GB // 10, "free": 8 * GB, "memory_kills": 0} | facts
    )


KILLED = end(-signal.SIGKILL)


def judge(*endings, cells=("a", "b", "c")):
    """Return what comes of cells whose processes end so: each with the cells that it finished before."""
    script, begun = iter(endings), []

    def run(waiting):
        begun.append("".join(cell.classifier for cell in waiting))
        finished, ending = next(script, (len(waiting), end(0)))
        done = list(waiting)[:finished]
        return [Scored(cell=cell, scores={}, n_train=1, n_test=1) for cell in done], ending

    outcomes = judge_endings([make_cell(name) for name in cells], run, limit=LIMIT)
    return {outcome.cell.classifier: outcome for outcome in outcomes}, begun


@pytest.mark.parametrize(
    "code", [-signal.SIGSEGV, -signal.SIGABRT, -signal.SIGBUS, -signal.SIGFPE, -signal.SIGILL, 0, 1, 77]
)
def test_a_cell_that_ends_its_own_process_is_failed_and_the_others_are_run(code):
    outcomes, begun = judge((1, end(code)), (0, end(code)))
    assert begun == ["abc", "bc", "c"]
    assert outcomes["b"].reason is Reason.DIED
    assert end(code).cause in outcomes["b"].message
    assert isinstance(outcomes["a"], Scored)
    assert isinstance(outcomes["c"], Scored)


def test_a_cell_is_judged_only_by_a_process_that_it_was_the_first_in():
    outcomes, begun = judge((2, end(-signal.SIGSEGV)))
    assert begun == ["abc", "c"]
    assert isinstance(outcomes["c"], Scored)


@pytest.mark.parametrize("code", [-signal.SIGKILL, -signal.SIGTERM, -signal.SIGHUP])
def test_what_others_kill_is_run_again_up_to_a_limit(code):
    outcomes, begun = judge(*[(0, end(code))] * (MOST_KILLS - 1), cells="a")
    assert isinstance(outcomes["a"], Scored)
    assert begun == ["a"] * MOST_KILLS
    outcomes, _ = judge(*[(0, end(code))] * MOST_KILLS, cells="a")
    assert outcomes["a"].reason is Reason.DIED
    assert f"killed {MOST_KILLS} times or more" in outcomes["a"].message
    assert "--retry-failed" in outcomes["a"].message


def test_kills_are_counted_for_each_cell():
    kills = [(0, KILLED)] * (MOST_KILLS - 1)
    outcomes, _ = judge(*kills, (1, KILLED), *kills, cells="ab")
    assert all(isinstance(outcome, Scored) for outcome in outcomes.values())


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"memory_kills": 1}, "the system ended its process for want of memory, also when it ran alone"),
        (
            {"peak": 5 * GB},
            "its process was killed (SIGKILL(-9)); it used 5 GB when it ran alone, and 8 GB were free",
        ),
        (
            {"peak": 3 * GB, "most": 2 * GB},
            "it used 3 GB when it ran alone, more than the 2 GB of its worker",
        ),
    ],
)
def test_a_death_for_want_of_memory_is_told_from_others(facts, words):
    outcomes, begun = judge((0, end(-signal.SIGKILL, **facts)), cells="a")
    assert (outcomes["a"].reason, outcomes["a"].message, len(begun)) == (Reason.MEMORY, words, 1)


def test_where_nobody_says_what_is_free_no_memory_is_blamed():
    assert end(-signal.SIGKILL, free=0, peak=GB).is_from_outside


def test_a_cell_that_its_timer_ends_alone_has_hung():
    outcomes, _ = judge((0, end(1, seconds=LIMIT + 1)), cells="a")
    assert (outcomes["a"].reason, outcomes["a"].message) == (
        Reason.HUNG,
        "it was stopped after 60 s, the time limit",
    )


def test_the_systems_lists_are_read(tmp_path):
    system, group, limit = tmp_path / "vmstat", tmp_path / "events", tmp_path / "max"
    system.write_text("pgfault 12\noom_kill 3\n")
    group.write_text("oom 9\noom_kill 2\noom_group_kill 1\n")
    assert count_memory_kills((system, group, tmp_path / "none")) == 5
    system.write_text("MemTotal:  9 kB\nMemAvailable:  8 kB\n")
    limit.write_text("max\n")
    assert free_memory(system, limit) == 8192
    limit.write_text("4096\n")
    assert free_memory(system, limit) == 4096
    assert free_memory(tmp_path / "none", tmp_path / "none") == 0
