"""Exports of runs from Weights & Biases: recognised; which column is what has to be said."""

from bakeoff.core.errors import InputError
from bakeoff.core.words import write_count
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_record
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions

_MAGIC = b":W&B"
_MARKS = frozenset({"Created", "Runtime", "ID", "Notes", "User", "Tags", "Sweep", "Hostname"})


def is_runs(peek: Peek) -> bool:
    """Say whether a table lists runs: their state and times stand beside what they logged."""
    return len(_MARKS & set(peek.header)) >= 2


def is_own(peek: Peek) -> bool:
    """Say whether a file is the tool's own record of one run, or the summary beside it."""
    return peek.head.startswith(_MAGIC) or (
        peek.file.name == "wandb-summary.json" and "_runtime" in as_record(peek.outline)
    )


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Refuse: nothing in the table says which measure is meant, and what pairs the runs."""
    if "runs" not in parts:
        own = parts["own"]
        raise InputError(
            f"{write_count(len(own), 'run')} of Weights & Biases in its own form, which does not say what pairs them",
            where=own[0].file.label,
            fix="export the table of runs as CSV (or wandb.Api().runs(...)), and name its columns: --score-column NAME "
            "--classifier-column NAME --dataset-column NAME",
            code="BO548",
        )
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
