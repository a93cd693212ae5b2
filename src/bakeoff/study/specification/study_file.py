"""The study file: TOML, validated whole before anything runs; every mistake is listed with its line."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bakeoff.core.codes import CODES
from bakeoff.core.costs import Costs
from bakeoff.core.errors import UsageError
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.study.cells.estimators import (
    GIVEN,
    TRUSTED,
    find_estimator_class,
    find_refused_lists,
    is_trusted,
)
from bakeoff.study.cells.scoring import METRICS
from bakeoff.study.specification import toml_lines
from bakeoff.study.specification.dataset_references import read_references
from bakeoff.study.specification.specification import (
    AS_IT_IS,
    ClassifierSpec,
    Condition,
    Disturbance,
    Keep,
    Limits,
    Range,
    Resampling,
    Search,
    Specification,
    Splitting,
    Tuning,
)
from bakeoff.study.specification.variations import MOST_VARIED, list_settings, setting_text, varied_name

LARGEST_FILE = 1_000_000  # bytes; a study file is written by a person


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class _RangePart(_Part):
    low: float
    high: float
    log: bool = False
    integer: bool = False


class _ClassifierPart(_Part):
    estimator: str
    parameters: dict[str, Any] = {}
    vary: dict[str, list[Any]] = {}
    search: dict[str, list[Any] | _RangePart] = {}
    preprocessing: Literal["default", "none"] = "default"
    exclusive: bool = False


class _ResamplingPart(_Part):
    kind: Literal[
        "stratified-k-fold", "k-fold", "group-k-fold", "time-series", "hold-out", "leave-one-out", "bootstrap",
        "nested", "given", "5x2",
    ] = "stratified-k-fold"  # fmt: skip
    folds: Annotated[int, Field(ge=2, le=1000)] = 10
    repeats: Annotated[int, Field(ge=1, le=100_000)] = 1
    test_share: Annotated[float, Field(gt=0, lt=1)] = 0.3
    distinct: bool = False


class _TuningPart(_Part):
    search: Search = Search.GRID
    folds: Annotated[int, Field(ge=1, le=100)] = 3
    trials: Annotated[int, Field(ge=1, le=100_000)] = 20
    metric: str | None = None


class _LimitsPart(_Part):
    seconds: Annotated[float, Field(gt=0)] = 3600.0
    memory_gb: Annotated[float, Field(gt=0)] | None = None


class _ConditionsPart(_Part):
    label_noise: list[Annotated[float, Field(gt=0, lt=1)]] = []
    attribute_noise: list[Annotated[float, Field(gt=0, le=1)]] = []
    missing_values: list[Annotated[float, Field(gt=0, lt=1)]] = []
    training_share: list[Annotated[float, Field(gt=0, lt=1)]] = []
    permutations: Annotated[int, Field(ge=0, le=100_000)] = 0


class _StudyPart(_Part):
    name: str = ""
    why_these_datasets: str = ""
    meant_for: str = ""
    datasets: list[str] | str
    classifiers: dict[str, _ClassifierPart]
    metrics: Annotated[list[str], Field(min_length=1)] = ["accuracy"]
    baseline: str | None = None
    most_similar: str | None = None
    margin: Annotated[float, Field(ge=0)] = 0.0
    level: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    seed: Annotated[int, Field(ge=0)] = 0
    keep: Keep = Keep.PROBABILITIES
    costs: str | None = None
    mute: list[str] = []
    resampling: _ResamplingPart = _ResamplingPart()
    tuning: _TuningPart = _TuningPart()
    limits: _LimitsPart = _LimitsPart()
    conditions: _ConditionsPart = _ConditionsPart()


Mistake = tuple[tuple[str, ...], str]


def read_study(path: str | Path, *, trust: bool = False) -> Specification:
    """Return the specification that a study file holds, or list everything that is wrong with it.

    Nothing that the file names is imported or run, except classes of scikit-learn itself.
    """
    file = Path(path)
    text = _read_text(file)
    return check_study(_parse_toml(text, file), base=file.parent, file=file, text=text, trust=trust)


def check_study(
    plain: Mapping[str, Any], *, base: Path, file: Path | None = None, text: str = "", trust: bool = False
) -> Specification:
    """Return the specification that plain values describe, or list everything that is wrong with them."""
    where = "Study" if file is None else str(file)
    try:
        part = _StudyPart.model_validate(plain)
    except ValidationError as error:
        raise _mistakes_error(where, text, [_describe_mistake(e) for e in error.errors()]) from None
    mistakes = _find_mistakes(part, trust=trust)
    if mistakes:
        raise _mistakes_error(where, text, mistakes)
    return _make_specification(part, base=base, name=part.name or ("study" if file is None else file.stem))


def _read_text(file: Path) -> str:
    try:
        size = file.stat().st_size
        if size > LARGEST_FILE:
            raise UsageError(
                f"{file} has {size:,} bytes, and a study file has at most {LARGEST_FILE:,}",
                where=str(file),
                fix="is this a table of results? `bakeoff compare` reads those",
                code="BO461",
            )
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise UsageError(
            f"the study file cannot be read: {reason}",
            where=str(file),
            fix="`bakeoff run --new` writes one to start from",
            code="BO462",
        ) from None


def _parse_toml(text: str, file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(
            f"the study file is not TOML: {error or 'it is nested too deeply'}",
            where=str(file),
            fix="mend the line that is named; text needs quotes, lists need brackets",
            code="BO463",
        ) from None


def _describe_mistake(error: Any) -> Mistake:  # noqa: ANN401 - pydantic's own record
    path = tuple(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return path, f"nothing is called {path[-1]!r} here{did_you_mean(path[-1], _sibling_keys(path))}"
    if error["type"] == "missing":
        return path, "it is missing"
    value = error.get("input")
    value_text = f" (it is {value!r})" if isinstance(value, str | int | float | bool) else ""
    return path, error["msg"].replace("Input should", "it should").replace("Value error, ", "") + value_text


def _sibling_keys(path: tuple[str, ...]) -> list[str]:
    parts: dict[str, type[BaseModel]] = {
        "resampling": _ResamplingPart,
        "tuning": _TuningPart,
        "limits": _LimitsPart,
        "conditions": _ConditionsPart,
        "classifiers": _ClassifierPart,
    }
    owner = parts.get(path[0], _StudyPart) if len(path) > 1 else _StudyPart
    return list(owner.model_fields)


def _find_mistakes(part: _StudyPart, *, trust: bool) -> list[Mistake]:
    empty = [key for key in ("classifiers", "datasets") if not getattr(part, key)]
    mistakes: list[Mistake] = [((key,), f"there is no {key[:-1]}") for key in empty]
    mistakes += [*_name_mistakes(part), *_idle_tuning_mistakes(part), *_repeated_dataset_mistakes(part)]
    for name, classifier in part.classifiers.items():
        mistakes += [
            (("classifiers", name, *where), what)
            for where, what in _classifier_mistakes(classifier, part.tuning, trust=trust)
        ]
    return mistakes


def _idle_tuning_mistakes(part: _StudyPart) -> list[Mistake]:
    """Return that tuning is asked for where there is nothing to tune; what it says would go unheeded."""
    fields = part.tuning.model_fields_set
    if not fields or part.tuning.search is Search.NONE or any(c.search for c in part.classifiers.values()):
        return []
    what = (
        "no classifier says what to search, so that nothing would be tuned: give one search = "
        "{ max_depth = [2, 4, 8] }, or leave tuning out"
    )
    return [(("tuning",), what)]


def _repeated_dataset_mistakes(part: _StudyPart) -> list[Mistake]:
    texts = [part.datasets] if isinstance(part.datasets, str) else [text.strip() for text in part.datasets]
    twice = [text for text, count in Counter(texts).items() if count > 1]
    return [
        (("datasets",), f"{text!r} is named {'twice' if texts.count(text) == 2 else f'{texts.count(text)} times'}: one "
         "dataset counts once; leave the others out, or raise repeats under resampling for more scores on it")
        for text in twice
    ]  # fmt: skip


def _name_mistakes(part: _StudyPart) -> list[Mistake]:
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
    metrics = [("metrics", m) for m in part.metrics]
    if part.tuning.metric is not None:
        metrics.append(("tuning", part.tuning.metric))
    for key, metric in metrics:
        if metric not in METRICS:
            mistakes.append(((key,), f"there is no metric {metric!r}{did_you_mean(metric, list(METRICS))}"))
    mistakes += [(("mute",), f"there is no code {code!r}") for code in part.mute if code not in CODES]
    return mistakes


def _classifier_mistakes(part: _ClassifierPart, tuning: _TuningPart, *, trust: bool) -> list[Mistake]:
    if part.estimator == GIVEN:
        return [*_range_mistakes(part, tuning), *_vary_mistakes(part)]
    if not (trust or is_trusted(part.estimator)):
        packages = write_list(TRUSTED, most=len(TRUSTED))
        return [
            (
                ("estimator",),
                f"{part.estimator!r} lies outside the packages that a file may name ({packages}); importing it "
                "runs its "
                "code: look at it, then add --trust",
            )
        ]
    mistakes = [*_range_mistakes(part, tuning), *_vary_mistakes(part)]
    if part.estimator.startswith("sklearn.") or "." not in part.estimator:
        mistakes += _sklearn_mistakes(part)
    return mistakes


def _range_mistakes(part: _ClassifierPart, tuning: _TuningPart) -> list[Mistake]:
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


def _vary_mistakes(part: _ClassifierPart) -> list[Mistake]:
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


def _sklearn_mistakes(part: _ClassifierPart) -> list[Mistake]:
    try:
        estimator = find_estimator_class(part.estimator)()
    except UsageError as error:
        return [(("estimator",), error.what)]
    except TypeError:  # it needs arguments, which are checked when it is made
        return []
    parameters = list(estimator.get_params())
    lists = {
        name: part.parameters[name] for name in parameters if isinstance(part.parameters.get(name), list)
    }
    refused: list[Mistake] = [
        (("parameters", name), what) for name, what in find_refused_lists(estimator, lists)
    ]
    return refused + [
        ((where, name), f"{part.estimator} has no parameter {name!r}{did_you_mean(name, parameters)}")
        for where, names in (("parameters", part.parameters), ("vary", part.vary), ("search", part.search))
        for name in names
        if name not in parameters and "__" not in name
    ]


def _mistakes_error(where: str, text: str, mistakes: list[Mistake]) -> UsageError:
    lines = toml_lines.find_lines(text)
    mistake_lines = []
    for path, what in mistakes:
        line = toml_lines.find_line(path, lines)
        mistake_lines.append(f"  {'' if line is None else f'line {line}, '}{'.'.join(path)}: {what}")
    count = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    return UsageError(
        "\n".join([f"the study has {count}", *dict.fromkeys(mistake_lines)]),
        where=where,
        fix="mend what is listed and run it again; nothing was run",
        code="BO464",
    )


def _make_specification(part: _StudyPart, *, base: Path, name: str) -> Specification:
    referenced = read_references(part.datasets, base=base)
    return Specification(
        name=name,
        classifiers=tuple(
            c for name, each in part.classifiers.items() for c in _make_classifiers(name, each)
        ),
        datasets=referenced.references,
        splitting=_make_splitting(part.resampling),
        tuning=_make_tuning(part),
        metrics=tuple(part.metrics),
        costs=None if part.costs is None else _load_costs(base / part.costs),
        conditions=_make_conditions(part.conditions),
        permutations=part.conditions.permutations,
        keep=part.keep,
        limits=Limits(
            seconds=part.limits.seconds,
            memory=None if part.limits.memory_gb is None else int(part.limits.memory_gb * 1e9),
        ),
        seed=part.seed,
        baseline=part.baseline,
        similar=part.most_similar,
        margin=part.margin,
        level=part.level,
        why_these_datasets=part.why_these_datasets,
        meant_for=part.meant_for,
        sampling=referenced.sampling,
        drawn=referenced.drawn,
        mute=tuple(part.mute),
    )


def _make_classifiers(name: str, part: _ClassifierPart) -> list[ClassifierSpec]:
    """Return the classifier, or one for each combination of the settings that are varied."""
    search = {
        key: tuple(values) if isinstance(values, list) else Range(**values.model_dump())
        for key, values in part.search.items()
    }
    return [
        ClassifierSpec(
            name=varied_name(name, settings),
            estimator=part.estimator,
            parameters={**part.parameters, **settings},
            search=search,
            preprocessing=part.preprocessing == "default",
            exclusive=part.exclusive,
            family=name,
            settings=settings,
        )
        for settings in list_settings(part.vary)
    ]


def _make_splitting(part: _ResamplingPart) -> Splitting:
    if part.kind == "5x2":
        return Splitting(
            kind=Resampling.STRATIFIED, folds=2, repeats=5, distinct=part.distinct, apart=part.distinct
        )
    return Splitting(
        kind=Resampling(part.kind),
        folds=part.folds,
        repeats=part.repeats,
        test_share=part.test_share,
        distinct=part.distinct,
        apart=part.distinct and part.kind in ("stratified-k-fold", "k-fold", "hold-out"),
    )


def _make_tuning(part: _StudyPart) -> Tuning:
    is_searched = any(c.search for c in part.classifiers.values())
    return Tuning(
        search=part.tuning.search if is_searched else Search.NONE,
        folds=part.tuning.folds,
        trials=part.tuning.trials,
        metric=part.tuning.metric,
    )


def _make_conditions(part: _ConditionsPart) -> tuple[Condition, ...]:
    kinds = (
        (Disturbance.TRAINING_SHARE, part.training_share),
        (Disturbance.LABEL_NOISE, part.label_noise),
        (Disturbance.ATTRIBUTE_NOISE, part.attribute_noise),
        (Disturbance.MISSING_VALUES, part.missing_values),
    )
    return AS_IT_IS + tuple(Condition(kind=kind, value=value) for kind, values in kinds for value in values)


def _load_costs(file: Path) -> Costs:
    from bakeoff.inputs.costs import read_costs

    return read_costs(file)
