"""Simulations run on the engine of the study runner: a death costs one cell, and the number of processes nothing."""

import os
from functools import partial

from validation.cells import Work, run_cells
from validation.chunks import chunks_of, run_chunks
from validation.one_dataset import empty, run
from validation.two_classifiers import rates


def test_a_dying_worker_costs_its_own_cell_and_no_result_depends_on_the_processes():
    cells = [
        Work(f"{name}, {n}", partial(rates, name, n, 0.0, trials=20))
        for name in ("normal", "rounded")
        for n in (10, 20)
    ]
    found = {}
    lost = run_cells(
        [cells[0], Work("dies", partial(os._exit, 3)), *cells[1:]], processes=2, save=found.__setitem__
    )
    assert lost == ("dies",)
    assert found == {cell.name: cell.run() for cell in cells}


def test_chunks_add_up_to_one_run_and_go_on_where_they_stopped(tmp_path):
    done = {"naive Bayes": run("naive Bayes", empty(), trials=3)}
    chunks = chunks_of("naive Bayes", run, done, empty(), 60)
    run_chunks(chunks, done, tmp_path / "tallies.json", processes=2)
    assert done["naive Bayes"] == run("naive Bayes", empty(), trials=60)
