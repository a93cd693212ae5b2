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
from bakeoff.core.words import did_you_mean, listed
from bakeoff.study import lines as toml_lines
from bakeoff.study.estimators import GIVEN, TRUSTED, estimator_class, is_trusted, refused_lists
from bakeoff.study.references import references_of
from bakeoff.study.scoring import METRICS
from bakeoff.study.specification import (
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
from bakeoff.study.varied import MOST_VARIED, setting_text, settings_of, varied_name

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
    text = _text_of(file)
    return checked(_parsed(text, file), base=file.parent, file=file, text=text, trust=trust)


def checked(
    plain: Mapping[str, Any], *, base: Path, file: Path | None = None, text: str = "", trust: bool = False
) -> Specification:
    """Return the specification that plain values describe, or list everything that is wrong with them."""
    where = "Study" if file is None else str(file)
    try:
        part = _StudyPart.model_validate(plain)
    except ValidationError as error:
        raise _refusal(where, text, [_mistake(e) for e in error.errors()]) from None
    mistakes = _mistakes(part, trust=trust)
    if mistakes:
        raise _refusal(where, text, mistakes)
    return _specification(part, base=base, name=part.name or ("study" if file is None else file.stem))


def _text_of(file: Path) -> str:
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


def _parsed(text: str, file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UsageError(
            f"the study file is not TOML: {error or 'it is nested too deeply'}",
            where=str(file),
            fix="mend the line that is named; text needs quotes, lists need brackets",
            code="BO463",
        ) from None


def _mistake(error: Any) -> Mistake:  # noqa: ANN401 - pydantic's own record
    path = tuple(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        return path, f"nothing is called {path[-1]!r} here{did_you_mean(path[-1], _siblings(path))}"
    if error["type"] == "missing":
        return path, "it is missing"
    given = error.get("input")
    shown = f" (it is {given!r})" if isinstance(given, str | int | float | bool) else ""
    return path, error["msg"].replace("Input should", "it should").replace("Value error, ", "") + shown


def _siblings(path: tuple[str, ...]) -> list[str]:
    parts: dict[str, type[BaseModel]] = {
        "resampling": _ResamplingPart,
        "tuning": _TuningPart,
        "limits": _LimitsPart,
        "conditions": _ConditionsPart,
        "classifiers": _ClassifierPart,
    }
    owner = parts.get(path[0], _StudyPart) if len(path) > 1 else _StudyPart
    return list(owner.model_fields)


def _mistakes(part: _StudyPart, *, trust: bool) -> list[Mistake]:
    empty = [key for key in ("classifiers", "datasets") if not getattr(part, key)]
    found: list[Mistake] = [((key,), f"there is no {key[:-1]}") for key in empty]
    found += [*_name_mistakes(part), *_idle_tuning(part), *_repeated_datasets(part)]
    for name, classifier in part.classifiers.items():
        found += [
            (("classifiers", name, *where), what)
            for where, what in _classifier_mistakes(classifier, part.tuning, trust=trust)
        ]
    return found


def _idle_tuning(part: _StudyPart) -> list[Mistake]:
    """Return that tuning is asked for where there is nothing to tune; what it says would go unheeded."""
    told = part.tuning.model_fields_set
    if not told or part.tuning.search is Search.NONE or any(c.search for c in part.classifiers.values()):
        return []
    what = (
        "no classifier says what to search, so that nothing would be tuned: give one search = "
        "{ max_depth = [2, 4, 8] }, or leave tuning out"
    )
    return [(("tuning",), what)]


def _repeated_datasets(part: _StudyPart) -> list[Mistake]:
    named = [part.datasets] if isinstance(part.datasets, str) else [text.strip() for text in part.datasets]
    twice = [text for text, count in Counter(named).items() if count > 1]
    return [
        (("datasets",), f"{text!r} is named {'twice' if named.count(text) == 2 else f'{named.count(text)} times'}: one "
         "dataset counts once; leave the others out, or raise repeats under resampling for more scores on it")
        for text in twice
    ]  # fmt: skip


def _name_mistakes(part: _StudyPart) -> list[Mistake]:
    varied = {name: settings_of(c.vary, most=MOST_VARIED) for name, c in part.classifiers.items()}
    names = [varied_name(name, each) for name, settings in varied.items() for each in settings]
    twice = [name for name, count in Counter(names).items() if count > 1]
    found: list[Mistake] = [
        (("classifiers", name), f"two classifiers would be called {name!r}") for name in twice
    ]
    for key, name in (("baseline", part.baseline), ("most_similar", part.most_similar)):
        if name is not None and name not in names:
            own = [varied_name(name, each) for each in varied.get(name, ())]
            one_of = f": its settings are varied; name one of them, such as {own[0]!r}" if own else ""
            found.append(((key,), f"no classifier is called {name!r}{one_of or did_you_mean(name, names)}"))
    metrics = [("metrics", m) for m in part.metrics]
    if part.tuning.metric is not None:
        metrics.append(("tuning", part.tuning.metric))
    for key, metric in metrics:
        if metric not in METRICS:
            found.append(((key,), f"there is no metric {metric!r}{did_you_mean(metric, list(METRICS))}"))
    found += [(("mute",), f"there is no code {code!r}") for code in part.mute if code not in CODES]
    return found


def _classifier_mistakes(part: _ClassifierPart, tuning: _TuningPart, *, trust: bool) -> list[Mistake]:
    if part.estimator == GIVEN:
        return [*_range_mistakes(part, tuning), *_vary_mistakes(part)]
    if not (trust or is_trusted(part.estimator)):
        known = listed(TRUSTED, most=len(TRUSTED))
        return [
            (
                ("estimator",),
                f"{part.estimator!r} lies outside the packages that a file may name ({known}); importing it runs its "
                "code: look at it, then add --trust",
            )
        ]
    found = [*_range_mistakes(part, tuning), *_vary_mistakes(part)]
    if part.estimator.startswith("sklearn.") or "." not in part.estimator:
        found += _sklearn_mistakes(part)
    return found


def _range_mistakes(part: _ClassifierPart, tuning: _TuningPart) -> list[Mistake]:
    found: list[Mistake] = []
    for name, values in part.search.items():
        if isinstance(values, list):
            if not values:
                found.append((("search", name), "it is an empty list"))
        elif values.low >= values.high:
            found.append((("search", name), f"low ({values.low:g}) is not below high ({values.high:g})"))
        elif values.log and values.low <= 0:
            found.append((("search", name), "a logarithmic range begins above 0"))
        elif tuning.search in (Search.GRID, Search.HALVING):
            found.append((("search", name), f"a {tuning.search} search needs a list of values, not a range"))
    return found


def _vary_mistakes(part: _ClassifierPart) -> list[Mistake]:
    found: list[Mistake] = []
    for name, values in part.vary.items():
        if not values:
            found.append((("vary", name), "it is an empty list"))
        elif len({setting_text(value) for value in values}) < len(values):
            found.append((("vary", name), "a value stands in it twice"))
        found += [
            (("vary", name), f"it stands in {other} too: a parameter is fixed, tuned or varied")
            for other in ("parameters", "search")
            if name in getattr(part, other)
        ]
    count = prod(len(values) for values in part.vary.values())
    if count > MOST_VARIED:
        found.append(
            (
                ("vary",),
                f"it has {count:,} combinations, each a classifier; at most {MOST_VARIED} are compared",
            )
        )
    return found


def _sklearn_mistakes(part: _ClassifierPart) -> list[Mistake]:
    try:
        made = estimator_class(part.estimator)()
    except UsageError as error:
        return [(("estimator",), error.what)]
    except TypeError:  # it needs arguments, which are checked when it is made
        return []
    known = list(made.get_params())
    lists = {name: part.parameters[name] for name in known if isinstance(part.parameters.get(name), list)}
    refused: list[Mistake] = [(("parameters", name), what) for name, what in refused_lists(made, lists)]
    return refused + [
        ((where, name), f"{part.estimator} has no parameter {name!r}{did_you_mean(name, known)}")
        for where, names in (("parameters", part.parameters), ("vary", part.vary), ("search", part.search))
        for name in names
        if name not in known and "__" not in name
    ]


def _refusal(where: str, text: str, mistakes: list[Mistake]) -> UsageError:
    lines = toml_lines.lines_of(text)
    shown = []
    for path, what in mistakes:
        line = toml_lines.line_of(path, lines)
        shown.append(f"  {'' if line is None else f'line {line}, '}{'.'.join(path)}: {what}")
    count = "one mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
    return UsageError(
        "\n".join([f"the study has {count}", *dict.fromkeys(shown)]),
        where=where,
        fix="mend what is listed and run it again; nothing was run",
        code="BO464",
    )


def _specification(part: _StudyPart, *, base: Path, name: str) -> Specification:
    named = references_of(part.datasets, base=base)
    return Specification(
        name=name,
        classifiers=tuple(c for name, each in part.classifiers.items() for c in _classifiers(name, each)),
        datasets=named.references,
        splitting=_splitting(part.resampling),
        tuning=_tuning(part),
        metrics=tuple(part.metrics),
        costs=None if part.costs is None else _costs(base / part.costs),
        conditions=_conditions(part.conditions),
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
        sampling=named.sampling,
        drawn=named.drawn,
        mute=tuple(part.mute),
    )


def _classifiers(name: str, part: _ClassifierPart) -> list[ClassifierSpec]:
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
        for settings in settings_of(part.vary)
    ]


def _splitting(part: _ResamplingPart) -> Splitting:
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


def _tuning(part: _StudyPart) -> Tuning:
    wanted = any(c.search for c in part.classifiers.values())
    return Tuning(
        search=part.tuning.search if wanted else Search.NONE,
        folds=part.tuning.folds,
        trials=part.tuning.trials,
        metric=part.tuning.metric,
    )


def _conditions(part: _ConditionsPart) -> tuple[Condition, ...]:
    kinds = (
        (Disturbance.TRAINING_SHARE, part.training_share),
        (Disturbance.LABEL_NOISE, part.label_noise),
        (Disturbance.ATTRIBUTE_NOISE, part.attribute_noise),
        (Disturbance.MISSING_VALUES, part.missing_values),
    )
    return AS_IT_IS + tuple(Condition(kind=kind, value=value) for kind, values in kinds for value in values)


def _costs(file: Path) -> Costs:
    from bakeoff.inputs.costs import read_costs

    return read_costs(file)
