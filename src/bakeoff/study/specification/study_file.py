"""The study file: TOML, validated whole before anything runs; every mistake is listed with its line."""

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bakeoff.core.costs import Costs
from bakeoff.core.datasets import Task
from bakeoff.core.errors import UsageError
from bakeoff.study.cells.estimators import open_code_folder
from bakeoff.study.cells.scoring import default_metric
from bakeoff.study.specification import toml_lines
from bakeoff.study.specification.dataset_references import read_references
from bakeoff.study.specification.nested_estimators import resolve_references
from bakeoff.study.specification.nested_mistakes import Mistake
from bakeoff.study.specification.resampling_names import OF_ONE_DATASET, OF_SEVERAL, make_splitting
from bakeoff.study.specification.specification import (
    AS_IT_IS,
    ClassifierSpec,
    Condition,
    Disturbance,
    Limits,
    Range,
    Search,
    Specification,
    Tuning,
)
from bakeoff.study.specification.study_mistakes import describe_mistake, find_mistakes, own_tuning
from bakeoff.study.specification.study_parts import (
    ClassifierPart,
    ConditionsPart,
    ResamplingPart,
    StudyPart,
    TuningPart,
)
from bakeoff.study.specification.variations import list_settings, varied_name

CLASSIFIERS, REGRESSORS = "classifiers", "regressors"
LARGEST_FILE = 1_000_000  # bytes; a study file is written by a person


def read_study(path: str | Path, *, trust: bool = False, base: Path | None = None) -> Specification:
    """Return the specification that a study file holds, or list everything that is wrong with it.

    Relative paths start from its folder, or from `base`.

    Nothing that the file names is imported or run, except classes of scikit-learn itself.
    """
    file = Path(path)
    text = _read_text(file)
    return check_study(_parse_toml(text, file), base=base or file.parent, file=file, text=text, trust=trust)


def check_study(
    plain: Mapping[str, Any], *, base: Path, file: Path | None = None, text: str = "", trust: bool = False
) -> Specification:
    """Return the specification that plain values describe, or list everything that is wrong with them."""
    where = "Study" if file is None else str(file)
    words = _learner_words(plain)
    try:
        part = StudyPart.model_validate(with_classifiers(plain))
    except ValidationError as error:
        mistakes = [_put_words(describe_mistake(e), words) for e in error.errors()]
        raise _mistakes_error(where, text, mistakes) from None
    mistakes = [_put_words(mistake, words) for mistake in find_mistakes(part, trust=trust)]
    if mistakes:
        raise _mistakes_error(where, text, mistakes)
    spec = _make_specification(part, base=base, name=part.name or ("study" if file is None else file.stem))
    if not trust or file is None:
        return spec
    open_code_folder(str(base.absolute()))
    return replace(spec, code_folder=str(base.absolute()))


def _learner_words(plain: Mapping[str, Any]) -> str:
    """Return what a study calls those that it compares: regressors, where it has such a table and no other."""
    return REGRESSORS if REGRESSORS in plain and CLASSIFIERS not in plain else CLASSIFIERS


def with_classifiers(plain: Mapping[str, Any]) -> dict[str, Any]:
    """Return a study with its regressors under the name that the model has for all learners; they imply the task."""
    if _learner_words(plain) == CLASSIFIERS:
        return dict(plain)
    rest = {key: value for key, value in plain.items() if key != REGRESSORS}
    return {"task": Task.QUANTITY.value, **rest, CLASSIFIERS: plain[REGRESSORS]}


def _put_words(mistake: Mistake, words: str) -> Mistake:
    path, what = mistake
    return (words, *path[1:]) if path[:1] == (CLASSIFIERS,) else path, what


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


def _make_specification(part: StudyPart, *, base: Path, name: str) -> Specification:
    referenced = read_references(part.datasets, base=base)
    return Specification(
        name=name,
        classifiers=tuple(
            c for name, each in part.classifiers.items() for c in _make_classifiers(name, each, part)
        ),
        datasets=referenced.references,
        splitting=make_splitting(
            _name_resampling(part.resampling, len(referenced.references)),
            is_stratified=part.task is not Task.QUANTITY,
            **part.resampling.model_dump(exclude={"kind"}),
        ),
        tuning=replace(_make_tuning(part.tuning), search=_common_search(part)),
        task=part.task,
        metrics=tuple(part.metrics or (default_metric(part.task),)),
        costs=None if part.costs is None else _load_costs(base / part.costs),
        conditions=_make_conditions(part.conditions),
        permutations=part.conditions.permutations,
        keep=part.keep,
        limits=Limits(
            seconds=part.limits.seconds,
            memory=None if part.limits.memory_gb is None else int(part.limits.memory_gb * 1e9),
            give_up_after=part.limits.give_up_after,
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


def _name_resampling(part: ResamplingPart, datasets: int) -> str:
    """Return the resampling that is asked for; where nothing is said of it, the one for so many datasets."""
    if part.kind is not None:
        return part.kind
    return OF_ONE_DATASET if datasets == 1 and not part.model_fields_set else OF_SEVERAL


def _make_classifiers(name: str, part: ClassifierPart, study: StudyPart) -> list[ClassifierSpec]:
    """Return the classifier, or one for each combination of the settings that are varied."""
    others = {other: each.model_dump() for other, each in study.classifiers.items()}
    parameters = resolve_references(part.parameters, others)
    search = {
        key: tuple(values) if isinstance(values, list) else Range(**values.model_dump())
        for key, values in part.search.items()
    }
    return [
        ClassifierSpec(
            name=varied_name(name, settings),
            estimator=part.estimator,
            parameters={**parameters, **settings},
            search=search,
            preprocessing=part.preprocessing == "default",
            exclusive=part.exclusive,
            sample_weights=part.sample_weights,
            family=name,
            settings=settings,
            tuning=None if part.tuning is None else _make_tuning(own_tuning(part, study.tuning)),
        )
        for settings in list_settings(part.vary)
    ]


def _common_search(part: StudyPart) -> Search:
    is_searched = any(c.search for c in part.classifiers.values())
    return part.tuning.search if is_searched else Search.NONE


def _make_tuning(part: TuningPart) -> Tuning:
    return Tuning(search=part.search, folds=part.folds, trials=part.trials, metric=part.metric)


def _make_conditions(part: ConditionsPart) -> tuple[Condition, ...]:
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
