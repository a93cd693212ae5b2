"""Exports of runs from Weights & Biases: recognised; which column is what has to be said."""

from bakeoff.core.errors import InputError
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions

_MARKS = frozenset({"Created", "Runtime", "ID", "Notes", "User", "Tags", "Sweep", "Hostname"})


def is_runs(peek: Peek) -> bool:
    """Say whether a table lists runs: their state and times stand beside what they logged."""
    return len(_MARKS & set(peek.header)) >= 2


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Refuse: nothing in the table says which measure is meant, and what pairs the runs."""
    peek = parts["runs"][0]
    logged = [
        name for name in peek.header if name not in _MARKS | {"Name", "State"} and not name.startswith("_")
    ]
    raise InputError(
        "each row is a run of Weights & Biases, and the columns are settings and different measures: "
        f"{join_with_commas(logged, most=8)}",
        where=peek.file.label,
        fix="name the measure, the model and what pairs the runs (seed, fold, dataset): --score-column NAME "
        "--classifier-column NAME --dataset-column NAME",
        code="BO548",
    )
