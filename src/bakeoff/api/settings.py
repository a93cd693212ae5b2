"""Settings from what a user wrote: parsed once, refused with the range that would do."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from numbers import Real
from typing import Any, TypeVar

from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.options.option import Door, Option
from bakeoff.core.options.table import OPTIONS, READINGS, SETTINGS, options_of, select_values
from bakeoff.core.words import did_you_mean
from bakeoff.inputs.options import Reading, ReadOptions

KEYWORDS = tuple(option.name for option in options_of(Door.PYTHON))  # of `bakeoff.compare`
Choice = TypeVar("Choice", bound=StrEnum)
CHOICES = {
    each.name: each.type
    for each in fields(Settings)
    if isinstance(each.type, type) and issubclass(each.type, StrEnum)
}


class SettingsAndReading(Reading, total=False):
    """What every verb takes that compares: the settings of a comparison, and how to read."""

    metric: str | None
    higher_is_better: bool | None
    level: float
    margin: float
    alternative: str
    baseline: str | int | None
    test: str | None
    adjust: str | None
    only_if: str | None
    missing: str
    test_train_ratio: float | None
    positive: str | int | None
    over: str
    average: str
    seed: int


class CompareKeywords(SettingsAndReading, total=False):
    """Every keyword of `bakeoff.compare`."""

    predictions: object
    baseline_file: object
    costs: object
    threshold: object
    sequential: bool
    properties: object
    beside: Sequence[str]
    mute: Sequence[str]
    gate: str | None
    bound: str | None
    share: float | None
    ignore_subgroups: bool
    gold_column: str | None
    gold: object
    weigh_back: bool


def settings_and_reading(keywords: Mapping[str, Any]) -> tuple[Settings, ReadOptions]:
    """Return the settings of a comparison and how to read, from the keywords of a function that takes both.

    >>> settings, options = settings_and_reading({"metric": "auc", "sheet": "b", "level": 0.9})
    >>> settings.level, options.metric, options.sheet
    (0.9, 'auc', 'b')
    """
    settings = make_settings(**select_values(keywords, SETTINGS))
    return settings, ReadOptions(**without_made_metric(select_values(keywords, READINGS)))


def without_made_metric(readings: Mapping[str, Any]) -> dict[str, Any]:
    """Return how to read, without a metric that is made of attempts after they were read."""
    return {**readings, "metric": None} if metric_of_attempts(readings.get("metric")) else dict(readings)


def metric_of_attempts(metric: object) -> str | None:
    """Return a metric that is made of attempts after they were read, such as pass@5; None of any other.

    >>> metric_of_attempts("pass@5"), metric_of_attempts("accuracy")
    ('pass@5', None)
    """
    from bakeoff.procedures.items.attempts import summary_named

    return metric if isinstance(metric, str) and summary_named(metric) is not None else None


def require_arguments(names: Iterable[str], known: Collection[str], *, of: str) -> None:
    """Refuse keywords that a function does not take."""
    for name in names:
        if name not in known:
            raise UsageError(
                f"{of}() takes no argument {name!r}{did_you_mean(name, list(known))}",
                where=f"bakeoff.{of}",
                fix=f"help(bakeoff.{of}) lists what it takes",
                code="BO066",
            )


def make_settings(**values: Any) -> Settings:  # noqa: ANN401 - the fields of Settings, as the user wrote them
    """Return settings, or say which of them cannot be meant.

    >>> make_settings(level=0.9, alternative="less").level
    0.9
    """
    for name in CHOICES.keys() & values.keys():
        values[name] = _parse_choice(CHOICES[name], name, values[name])
    settings = Settings(**values)
    for name in SETTINGS:
        _check_range(OPTIONS[name], getattr(settings, name))
    return settings


def _check_range(option: Option, value: Any) -> None:  # noqa: ANN401 - as the user wrote it
    """Refuse a number that is none, or that lies outside of the range of its option."""
    if value is None or not option.limits.words:
        return
    require(isinstance(value, Real), option.name, repr(value), "a number")
    require(option.limits.hold(value), option.name, value, option.limits.words)


def require(holds: bool, name: str, value: object, range_in_words: str) -> None:  # noqa: FBT001 - the condition itself
    """Refuse a value that does not hold what it must, with the range that would do."""
    if not holds:
        raise UsageError(
            f"{name} = {value} is not possible", where=name, fix=f"use {range_in_words}", code="BO067"
        )


def _parse_choice(kind: type[Choice], name: str, value: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        raise UsageError(
            f"{name} = {value!r} is not one of the choices",
            where=name,
            fix=f"use one of: {', '.join(kind)}",
            code="BO067",
        ) from None
