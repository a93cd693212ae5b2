"""Histories of a search (Optuna): recognised, and refused with what they are and what would answer."""

from collections import Counter

from bakeoff.core.errors import DesignError
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.logs.databases import open_database, select, tables_of
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions


def is_database(peek: Peek) -> bool:
    """Say whether a database is a storage of Optuna."""
    return {"studies", "trials", "trial_values", "trial_params"} <= tables_of(peek)


def is_trials(peek: Peek) -> bool:
    """Say whether a table lists trials: values, parameters and states."""
    names = peek.header
    has_value = any(name == "value" or name.startswith("values_") for name in names)
    return has_value and any(name.startswith(("params_", "user_attrs_", "datetime_")) for name in names)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Refuse: the best value of a search is too good."""
    peek = next(peek for found in parts.values() for peek in found)
    folds = any(name.startswith("user_attrs_") for name in peek.header)
    raise DesignError(
        f"this is a search{_describe(parts)}: its trials are settings that were tried one after another on the same "
        "data, the later ones chosen by the earlier, so that the best value is too good",
        where=peek.file.label,
        fix="evaluate the chosen settings afresh, on data or folds that the search has not used, and give those scores"
        + ("; scores of folds in user_attrs are of the search itself" if folds else ""),
        code="BO542",
    )


def _describe(parts: Parts) -> str:
    found = [describe_database(peek) for peek in parts.get("database", ())]
    return f" ({'; '.join(found)})" if found else ""


def describe_database(peek: Peek) -> str:
    """Return the studies of a storage, with how many trials ended how."""
    with open_database(peek.file) as connection:
        studies = {key: str(name) for key, name in select(connection, "studies", ("study_id", "study_name"))}
        trials = select(connection, "trials", ("study_id", "state"))
    counts = Counter(studies.get(study) for study, _ in trials)
    states = Counter(str(state) for _, state in trials)
    some = join_with_commas(
        f"{quote_text(name)} with {write_count(counts[name], 'trial')}" for name in studies.values()
    )
    return f"studies {some}; {join_with_commas(f'{n:,} {state}' for state, n in states.items())}"
