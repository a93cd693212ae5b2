"""Names of columns that say two things at once: RF clean, RF noisy, SVM clean, SVM noisy."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from bakeoff.core.measure_names import find_measure
from bakeoff.core.readings import Weight
from bakeoff.inputs.readings.known_names import is_dataset, is_method
from bakeoff.inputs.readings.plans import Plan, name_list, refuse_ambiguous

_APART = re.compile(r"[\s_/:|()\[\]~@,]+")
_JOINED = re.compile(r"[\s_/:|()\[\]~@,.-]+")
# Sizes, numbers, versions and settings tell variants of a classifier apart.
_VARIANT = re.compile(
    r"\d+(?:\.\d+)?[a-z%]{0,3}|v\d+|[a-z]\d*|[a-z]=?\d+|tiny|mini|nano|small|base|medium|big|large|x+l|huge|giant|"
    r"turbo|pro|flash|plus|linear|rbf|poly|sigmoid|smote|ros|rus|adasyn|none|raw|scaled|std|norm|gini|entropy|l1|l2|"
    r"instruct|chat|pretrained|scratch|frozen|finetuned|ft|ens|single|bagged|boosted|default|tuned|full",
    re.IGNORECASE,
)
_LANGUAGE_WORDS = """
en de fr es it pt nl ru zh ja ko ar hi tr pl cs fi sv da uk vi id el he english german french spanish italian
portuguese dutch russian chinese japanese korean arabic hindi turkish polish czech deutsch englisch
"""
_WORDS = """
shot shots zeroshot fewshot clean noisy noise corrupted perturbed adversarial adv robust ood iid before after
pre post male female men women young old easy hard medium seen unseen source target public private day night
left right in out internal external indoor outdoor short long low high rural urban summer winter positive negative
north south east west natural synthetic simulated weak strong light dark simple complex known unknown frequent rare
mild moderate severe
"""
LANGUAGES = frozenset(_LANGUAGE_WORDS.split())
CONDITIONS = frozenset(_WORDS.split())  # of one classifier or dataset


class NameGrid(NamedTuple):
    """Columns whose names are all combinations of two sets of words."""

    parts: tuple[str, ...]  # the words of one place, in order
    columns: dict[str, list[str]]  # for each of them its columns


def find_name_grids(names: Sequence[str]) -> list[NameGrid]:
    """Return the places in which names differ, where every combination of them is there: one grid for each place.

    >>> [grid.parts for grid in find_name_grids(["RF clean", "RF noisy", "SVM clean", "SVM noisy"])]
    [('RF', 'SVM'), ('clean', 'noisy')]
    >>> find_name_grids(["RF", "SVM", "RF clean"])
    []
    """
    for separator in (_APART, _JOINED):
        split = [tuple(word for word in separator.split(name.strip()) if word) for name in names]
        width = len(split[0]) if split else 0
        if width < 2 or len(names) < 4 or any(len(words) != width for words in split):
            continue
        grids = [grid for place in range(width) if (grid := _grid_at(place, split, names)) is not None]
        if len(grids) > 1:
            return grids
    return []


def _grid_at(place: int, split: Sequence[tuple[str, ...]], names: Sequence[str]) -> NameGrid | None:
    own = [words[place] for words in split]
    parts = list(dict.fromkeys(own))
    if len(parts) < 2 or len(names) % len(parts) or len(parts) == len(names):
        return None
    rest = [words[:place] + words[place + 1 :] for words in split]
    stems, pairs = set(rest), set(zip(own, rest, strict=True))
    if not len(pairs) == len(names) == len(parts) * len(stems):
        return None
    columns = {part: [n for n, word in zip(names, own, strict=True) if word == part] for part in parts}
    return NameGrid(tuple(parts), columns)


def doubt_name_grid(plan: Plan, names: Sequence[str]) -> None:
    """Doubt columns that are named by two things at once, of which only one can be the classifier."""
    if plan.options.columns_are is not None or plan.options.columns:
        return
    grids = find_name_grids(names)
    if not grids or not _is_doubtful(names, grids):
        return
    shown = "; ".join(name_list(list(grid.parts), most=3) for grid in grids[:2])
    plan.doubt(
        f"the columns are named by two things at once ({shown}), of which one may be the classifier and the other a "
        "dataset, a language, a measure or a condition",
        weight=Weight.SERIOUS,
    )
    _offer_parts(plan, grids)
    plan.offer("each column is a classifier of its own", "--columns-are", "classifiers")
    refuse_ambiguous(plan)


def doubt_conditions_of_datasets(plan: Plan, names: Sequence[str]) -> None:
    """Doubt columns that would be datasets where each comes back under several conditions: CUB 1-shot, CUB 5-shot."""
    if plan.options.columns_are is not None or plan.options.columns:
        return
    for grid in find_name_grids(names):
        if not all(map(_is_way_of_testing, grid.parts)):
            continue
        plan.doubt(
            f"the columns are datasets under {name_list(list(grid.parts), most=3)}: a dataset that is "
            "tested in several ways is one dataset",
            weight=Weight.SERIOUS,
        )
        for part, columns in list(grid.columns.items())[:3]:
            if len(columns) > 1 and not any("," in name for name in columns):
                plan.offer(f"only the columns of {part!r}", "--columns", ",".join(columns))
        plan.offer("each column is a dataset", "--columns-are", "datasets")
        refuse_ambiguous(plan)


def _is_way_of_testing(part: str) -> bool:
    words = re.split(r"[\W_]+", part.casefold())
    return any(word in CONDITIONS for word in words) and all(
        word in CONDITIONS or word.isdecimal() for word in words
    )


def _is_doubtful(names: Sequence[str], grids: Sequence[NameGrid]) -> bool:
    """Say whether a place of the names may hold something other than classifiers and variants of them."""
    if any(_is_condition(part) for grid in grids for part in grid.parts):
        return True
    joined = all(len([w for w in _APART.split(name.strip()) if w]) == 1 for name in names)
    variants = any(all(_VARIANT.fullmatch(part) for part in grid.parts) for grid in grids)
    methods = all(any(is_method(part) for part in grid.parts) for grid in grids[:2])
    return not (joined or variants or methods)


def _is_condition(part: str) -> bool:
    words = re.split(r"[\W_]+", part.casefold())
    return any(word in CONDITIONS | LANGUAGES for word in words) or is_dataset(part) or _is_measure(part)


def _is_measure(part: str) -> bool:
    return len(part) > 2 and find_measure(part) is not None


def _offer_parts(plan: Plan, grids: Sequence[NameGrid]) -> None:
    """Offer the columns of one condition at a time; the place that holds methods holds the classifiers."""
    plain = [grid for grid in grids if not any(is_method(part) for part in grid.parts)]
    known = [grid for grid in grids if any(_is_condition(part) for part in grid.parts)]
    conditions = known or plain or list(grids)
    for grid in conditions[:2]:
        for part, columns in list(grid.columns.items())[:3]:
            if not any("," in name for name in columns):
                plan.offer(f"only the columns of {part!r}", "--columns", ",".join(columns))
