"""Columns that are conditions of one thing: 0 dB to 20 dB, clean and noisy; and columns of no known name."""

import re
from collections.abc import Sequence

from bakeoff.core.measure_names import Field, measure_within
from bakeoff.core.readings import Weight
from bakeoff.inputs.readings.folds import are_numbers
from bakeoff.inputs.readings.known_names import are_given_names, is_dataset, is_method
from bakeoff.inputs.readings.name_grids import CONDITIONS, LANGUAGES
from bakeoff.inputs.readings.plans import Plan, name_list, refuse_ambiguous
from bakeoff.inputs.readings.row_doubts import go_on

_FEWEST_STEPS = 3
_IN_UNITS = re.compile(r"\d\s*(?:[kmgt]i?b|ms|s|secs?|mins?|h|hrs|flops|macs)$|^[$€£]\s*\d", re.IGNORECASE)
# Precisions, sizes and resolutions: fp16, int8, 7B, 224x224, 4-bit.
_SETTING = re.compile(
    r"(?:fp|bf|int|nf|tf|q|w)\d\w{0,5}|\d+(?:\.\d+)?[bmk]|\d+x\d+|\d+[ -]?(?:px|bits?)|[kvl]=?\d+",
    re.IGNORECASE,
)


_ANSWER_WORDS = """
strongly agree agrees disagree disagrees neutral neither nor undecided unsure somewhat slightly very rather mostly not
at all never rarely seldom sometimes often always yes no maybe satisfied unsatisfied dissatisfied likely unlikely
poor fair excellent dont don t know applicable answer prefer to say
"""
_ANSWERS = frozenset(_ANSWER_WORDS.split())  # on scales of surveys


def doubt_conditions(plan: Plan, kept: Sequence[str], *, are: str) -> None:
    """Doubt columns that are steps of a setting or conditions by their names, not classifiers or datasets."""
    if plan.options.columns_are is not None or len(kept) < 2:
        return
    if len(kept) >= _FEWEST_STEPS and go_on(kept):
        what = f"the columns go from {kept[0]} to {kept[-1]} step by step, as values of a setting do"
    elif all(_is_condition(name) or (are == "classifiers" and name.casefold() in LANGUAGES) for name in kept):
        what = f"the columns ({name_list(list(kept), most=3)}) are conditions or parts of one thing by their names"
    elif are == "datasets" and (_is_first_condition(kept) or all(map(_SETTING.fullmatch, kept))):
        what = f"the columns ({name_list(list(kept), most=3)}) look like conditions of one dataset"
    elif are == "classifiers" and _are_numbers_of_a_file(plan, kept):
        what = f"the columns are called by numbers ({name_list(list(kept), most=3)}), as years, sizes and steps are"
    elif are == "classifiers" and all(map(_is_answer, kept)):
        what = f"the columns ({name_list(list(kept), most=3)}) are answers to a question by their names"
    else:
        return
    plan.doubt(f"{what}: they may be no {are}", weight=Weight.SERIOUS)
    plan.offer(f"each column is a {are[:-1]}", "--columns-are", are)
    refuse_ambiguous(plan)


def _are_numbers_of_a_file(plan: Plan, kept: Sequence[str]) -> bool:
    """Say whether columns are called by numbers that nobody counted from 0 or 1, in a file."""
    counted = [name.strip() for name in kept] in [
        [str(first + i) for i in range(len(kept))] for first in (0, 1)
    ]
    return are_numbers(kept) and not counted and plan.grid.word == "line" and not plan.grid.is_turned


def doubt_numbers(plan: Plan, kept: Sequence[str]) -> None:
    """Ask what columns are that are called by numbers: ids of datasets, or resamples."""
    if plan.options.columns_are is not None or not are_numbers(kept):
        return
    plan.doubt(
        f"the columns are called by numbers ({name_list(list(kept), most=3)}), which may be resamples (seeds, "
        "folds) or ids of datasets",
        weight=Weight.SERIOUS,
    )
    plan.offer("the columns are resamples of one dataset", "--columns-are", "resamples")
    plan.offer("the columns are datasets", "--columns-are", "datasets")
    refuse_ambiguous(plan)


def doubt_unknown_columns(plan: Plan, kept: Sequence[str]) -> None:
    """Doubt columns that would be datasets where each is a word of a language: classes, groups, or datasets."""
    if plan.options.columns_are is not None or plan.grid.source.startswith("the given "):
        return
    if any(is_dataset(name) or name.casefold() in LANGUAGES for name in kept):
        return
    if are_given_names(kept):
        return
    plan.doubt(
        f"no column ({name_list(list(kept), most=3)}) has a name that datasets are known by: they may be classes, "
        "groups or conditions of one dataset",
        weight=Weight.SERIOUS,
    )
    plan.offer("each column is a dataset", "--columns-are", "datasets")
    refuse_ambiguous(plan)


def doubt_properties(
    plan: Plan, kept: Sequence[str], *, columns: Sequence[str], beside: Sequence[str]
) -> None:
    """Doubt columns that would be datasets where as many beside them measure time, size or cost of the models."""
    if plan.options.columns_are is not None or plan.grid.source.startswith("the given "):
        return
    if any(is_dataset(name) or name.casefold() in LANGUAGES for name in kept):
        return
    if all(_is_cost(plan, name) for name in columns):
        what = (
            f"the columns ({name_list(list(columns), most=3)}) measure time, size or cost of the models: none"
        )
    elif len(beside) >= 2 and 2 * len(beside) >= len(kept):
        what = (
            f"{name_list(list(beside), most=3)} measure time, size or cost of the models, and no other column "
            f"({name_list(list(kept), most=3)})"
        )
    else:
        return
    plan.doubt(f"{what} has a name that datasets are known by", weight=Weight.SERIOUS)
    plan.offer(f"each of {name_list(list(kept), most=3)} is a dataset", "--columns-are", "datasets")
    refuse_ambiguous(plan)


def _is_cost(plan: Plan, name: str) -> bool:
    """Say whether a column measures time, size or cost: by its name, or by units in its cells such as 5.8GB."""
    known = measure_within(name)
    if known is not None:
        return known.field in (Field.TIME, Field.COST)
    cells = [t for c in plan.grid.columns if c.name.strip() == name for t in map(str.strip, c.text()) if t]
    return bool(cells) and all(map(_IN_UNITS.search, cells))


def _is_condition(name: str) -> bool:
    words = [word for word in re.split(r"[\W_]+", name.casefold()) if word]
    return bool(words) and all(word in CONDITIONS for word in words) and not is_method(name)


def _is_answer(name: str) -> bool:
    words = [word for word in re.split(r"[\W_]+", name.casefold()) if word]
    return bool(words) and all(word in _ANSWERS for word in words)


def _is_first_condition(names: Sequence[str]) -> bool:
    """Say whether one column is a condition by its name and none a dataset: Clean beside FGSM and PGD-20."""
    return any(map(_is_condition, names)) and not any(map(is_dataset, names))
