"""Settings from what a user wrote: parsed once, refused with the range that would do."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from math import isfinite
from numbers import Real
from typing import Any, TypeVar

from bakeoff.core.comparison import Missing, Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Alternative
from bakeoff.core.words import did_you_mean
from bakeoff.inputs.options import Reading, ReadOptions

Choice = TypeVar("Choice", bound=StrEnum)
SETTINGS = tuple(field.name for field in fields(Settings))
READING = tuple(field.name for field in fields(ReadOptions))


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
    seed: int


class CompareKeywords(SettingsAndReading, total=False):
    """Every keyword of `bakeoff.compare`."""

    predictions: object
    costs: object
    threshold: object
    properties: object
    mute: Sequence[str]
    gate: str | None
    bound: str | None
    share: float | None
    ignore_subgroups: bool


def settings_and_reading(said: Mapping[str, Any], *, of: str) -> tuple[Settings, ReadOptions]:
    """Return the settings of a comparison and how to read, from the keywords of a function that takes both.

    >>> settings, options = settings_and_reading({"metric": "auc", "sheet": "b", "level": 0.9}, of="explain")
    >>> settings.level, options.metric, options.sheet
    (0.9, 'auc', 'b')
    """
    require_arguments(said, {*SETTINGS, *READING}, of=of)
    return (
        make_settings(**{name: value for name, value in said.items() if name in SETTINGS}),
        ReadOptions(**{name: value for name, value in said.items() if name in READING}),
    )


def require_arguments(
    names: Iterable[str], known: Collection[str], *, also: Collection[str] = (), of: str
) -> None:
    """Refuse keywords that a function does not take; `also` are those that it names itself."""
    for name in names:
        if name not in known:
            raise UsageError(
                f"{of}() takes no argument {name!r}{did_you_mean(name, [*also, *known])}",
                where=f"bakeoff.{of}",
                fix=f"help(bakeoff.{of}) lists what it takes",
                code="BO066",
            )


def make_settings(**options: Any) -> Settings:  # noqa: ANN401 - the fields of Settings, as the user wrote them
    """Return settings, or say which of them cannot be meant.

    >>> make_settings(level=0.9, alternative="less").level
    0.9
    """
    options["alternative"] = _parse_choice(
        Alternative, "alternative", options.get("alternative", "two-sided")
    )
    options["missing"] = _parse_choice(Missing, "missing", options.get("missing", "pairwise"))
    settings = Settings(**options)
    for name in ("level", "margin", "test_train_ratio"):
        value = getattr(settings, name)
        require(value is None or isinstance(value, Real), name, repr(value), "a number")
    require(settings.seed >= 0, "seed", settings.seed, "0 or more")
    require(0.5 <= settings.level < 1, "level", settings.level, "a confidence level such as 0.95")
    require(
        settings.margin >= 0 and isfinite(settings.margin), "margin", settings.margin, "0 or more, finite"
    )
    ratio = settings.test_train_ratio
    require(
        ratio is None or 0 < ratio < float("inf"), "test_train_ratio", ratio, "more than 0, as 1/9 in 10-fold"
    )
    return settings


def require(holds: bool, name: str, value: object, range_in_words: str) -> None:  # noqa: FBT001 - the condition itself
    """Refuse a value that does not hold what it must, with the range that would do."""
    if not holds:
        raise UsageError(
            f"{name} = {value} cannot be meant", where=name, fix=f"use {range_in_words}", code="BO067"
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
