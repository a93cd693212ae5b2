"""Mistakes in a study file: everything that is wrong with it is found at once, each with its place."""

from collections import Counter
from math import prod
from typing import Any

from pydantic import BaseModel

from bakeoff.core.codes import CODES
from bakeoff.core.datasets import Task
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean
from bakeoff.study.cells.estimators import (
    GIVEN,
    find_estimator_class,
    find_refused_lists,
    is_trusted,
)
from bakeoff.study.cells.scoring import TASK_METRICS
from bakeoff.study.specification.nested_estimators import list_nested
from bakeoff.study.specification.nested_mistakes import Mistake, nested_mistakes, trust_advice
from bakeoff.study.specification.specification import Search
from bakeoff.study.specification.study_parts import (
    ClassifierPart,
    ConditionsPart,
    LimitsPart,
    OwnTuningPart,
    ResamplingPart,
    StudyPart,
    TuningPart,
)
from bakeoff.study.specification.task_mistakes import metric_objection, task_mistakes
from bakeoff.study.specification.variations import MOST_VARIED, list_settings, setting_text, varied_name


def describe_mistake(error: Any) -> Mistake:  # noqa: ANN401 - pydantic's own record
    """Return the place of a mistake that the model of the file has found, and what is wrong there."""
    path = tuple(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return path, f"nothing is called {path[-1]!r} here{did_you_mean(path[-1], _sibling_keys(path))}"
    if error["type"] == "missing":
        return path, "it is missing"
    value = error.get("input")
    if error["type"] == "value_error":
        return path, error["msg"].removeprefix("Value error, ")
    value_text = f" (it is {value!r})" if isinstance(value, str | int | float | bool) else ""
    return path, error["msg"].replace("Input should", "it should") + value_text


def _sibling_keys(path: tuple[str, ...]) -> list[str]:
    parts: dict[str, type[BaseModel]] = {
        "resampling": ResamplingPart,
        "tuning": TuningPart,
        "limits": LimitsPart,
        "conditions": ConditionsPart,
        "classifiers": ClassifierPart,
    }
    owner = parts.get(path[0], StudyPart) if len(path) > 1 else StudyPart
    owner = (
        OwnTuningPart if path[0] == "classifiers" and path[2:3] == ("tuning",) and len(path) > 3 else owner
    )
    return list(owner.model_fields)


def find_mistakes(part: StudyPart, *, trust: bool) -> list[Mistake]:
    """Return what is wrong with a study file whose parts are well-formed."""
    empty = [key for key in ("classifiers", "datasets") if not getattr(part, key)]
    mistakes: list[Mistake] = [((key,), f"there is no {key[:-1]}") for key in empty]
    mistakes += [
        *_name_mistakes(part),
        *task_mistakes(part),
        *_idle_tuning_mistakes(part),
        *_repeated_dataset_mistakes(part),
    ]
    for name, classifier in part.classifiers.items():
        mistakes += [
            (("classifiers", name, *where), what)
            for where, what in (
                *_classifier_mistakes(
                    classifier, own_tuning(classifier, part.tuning), task=part.task, trust=trust
                ),
                *_own_tuning_mistakes(classifier, part.task),
                *nested_mistakes(name, part.classifiers, trust=trust),
            )
        ]
    return mistakes


def own_tuning(part: ClassifierPart, common: TuningPart) -> TuningPart:
    """Return how a classifier is tuned: what it says itself, and for the rest what the study says."""
    own = {} if part.tuning is None else part.tuning.model_dump(exclude_none=True)
    return common.model_copy(update=own)


def _idle_tuning_mistakes(part: StudyPart) -> list[Mistake]:
    """Return that tuning is asked for where there is nothing to tune; what it says would go unheeded."""
    fields = part.tuning.model_fields_set
    if not fields or part.tuning.search is Search.NONE or any(c.search for c in part.classifiers.values()):
        return []
    what = (
        "no classifier says what to search, so that nothing would be tuned: give one search = "
        "{ max_depth = [2, 4, 8] }, or leave tuning out"
    )
    return [(("tuning",), what)]


def _own_tuning_mistakes(part: ClassifierPart, task: Task) -> list[Mistake]:
    if part.tuning is None:
        return []
    metric = part.tuning.metric
    mistakes: list[Mistake] = []
    if not part.search and part.tuning.search is not Search.NONE:
        what = "it says how to search, and nothing says what: give search = { max_depth = [2, 4, 8] }, or leave it out"
        mistakes.append((("tuning",), what))
    if metric is not None and metric not in TASK_METRICS[task]:
        mistakes.append((("tuning", "metric"), metric_objection(metric, task)))
    return mistakes


def _repeated_dataset_mistakes(part: StudyPart) -> list[Mistake]:
    texts = [part.datasets] if isinstance(part.datasets, str) else [text.strip() for text in part.datasets]
    twice = [text for text, count in Counter(texts).items() if count > 1]
    return [
        (("datasets",), f"{text!r} is named {'twice' if texts.count(text) == 2 else f'{texts.count(text)} times'}: one "
         "dataset counts once; leave the others out, or raise repeats under resampling for more scores on it")
        for text in twice
    ]  # fmt: skip


def _name_mistakes(part: StudyPart) -> list[Mistake]:
    varied = {name: list_settings(c.vary, most=MOST_VARIED) for name, c in part.classifiers.items()}
    names = [varied_name(name, each) for name, settings in varied.items() for each in settings]
    twice = [name for name, count in Counter(names).items() if count > 1]
    mistakes: list[Mistake] = [
        (("classifiers", name), f"two classifiers would be called {name!r}") for name in twice
    ]
    for key, name in (("baseline", part.baseline), ("most_similar", part.most_similar)):
        if name is not None and name not in names:
            own = [varied_name(name, each) for each in varied.get(name, ())]
            one_of = f": its settings are varied; name one of them, such as {own[0]!r}" if own else ""
            mistakes.append(
                ((key,), f"no classifier is called {name!r}{one_of or did_you_mean(name, names)}")
            )
    mistakes += [(("mute",), f"there is no code {code!r}") for code in part.mute if code not in CODES]
    return mistakes


def _classifier_mistakes(
    part: ClassifierPart, tuning: TuningPart, *, task: Task, trust: bool
) -> list[Mistake]:
    if part.estimator == GIVEN:
        return [*_range_mistakes(part, tuning), *_vary_mistakes(part)]
    if not (trust or is_trusted(part.estimator)):
        return [(("estimator",), trust_advice(part.estimator))]
    mistakes = [*_range_mistakes(part, tuning), *_vary_mistakes(part)]
    if part.estimator.startswith("sklearn.") or "." not in part.estimator:
        mistakes += _sklearn_mistakes(part, "regressor" if task is Task.QUANTITY else "classifier")
    return mistakes


def _range_mistakes(part: ClassifierPart, tuning: TuningPart) -> list[Mistake]:
    mistakes: list[Mistake] = []
    for name, values in part.search.items():
        if isinstance(values, list):
            if not values:
                mistakes.append((("search", name), "it is an empty list"))
        elif values.low >= values.high:
            mistakes.append((("search", name), f"low ({values.low:g}) is not below high ({values.high:g})"))
        elif values.log and values.low <= 0:
            mistakes.append((("search", name), "a logarithmic range begins above 0"))
        elif tuning.search in (Search.GRID, Search.HALVING):
            mistakes.append(
                (("search", name), f"a {tuning.search} search needs a list of values, not a range")
            )
    return mistakes


def _vary_mistakes(part: ClassifierPart) -> list[Mistake]:
    mistakes: list[Mistake] = []
    for name, values in part.vary.items():
        if not values:
            mistakes.append((("vary", name), "it is an empty list"))
        elif len({setting_text(value) for value in values}) < len(values):
            mistakes.append((("vary", name), "a value stands in it twice"))
        mistakes += [
            (("vary", name), f"it stands in {other} too: a parameter is fixed, tuned or varied")
            for other in ("parameters", "search")
            if name in getattr(part, other)
        ]
    count = prod(len(values) for values in part.vary.values())
    if count > MOST_VARIED:
        mistakes.append(
            (
                ("vary",),
                f"it has {count:,} combinations, each a classifier; at most {MOST_VARIED} are compared",
            )
        )
    return mistakes


def _sklearn_mistakes(part: ClassifierPart, kind: str) -> list[Mistake]:
    try:
        estimator = find_estimator_class(part.estimator, kind=kind)()
    except UsageError as error:
        return [(("estimator",), error.what)]
    except TypeError:  # it needs arguments, which are checked when it is made
        return []
    parameters = list(estimator.get_params())
    given = {name: part.parameters.get(name) for name in parameters}
    lists = {name: v for name, v in given.items() if isinstance(v, list) and not any(list_nested(v))}
    refused: list[Mistake] = [
        (("parameters", name), what) for name, what in find_refused_lists(estimator, lists)
    ]
    return refused + [
        ((where, name), f"{part.estimator} has no parameter {name!r}{did_you_mean(name, parameters)}")
        for where, names in (("parameters", part.parameters), ("vary", part.vary), ("search", part.search))
        for name in names
        if name not in parameters and "__" not in name
    ]
