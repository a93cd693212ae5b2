"""Settings from what a user wrote: parsed once, refused with the range that would do."""

from enum import StrEnum
from math import isfinite
from numbers import Real
from typing import Any, TypeVar

from bakeoff.core.comparison import Missing, Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Alternative

Choice = TypeVar("Choice", bound=StrEnum)


def make_settings(**said: Any) -> Settings:  # noqa: ANN401 - the fields of Settings, as the user wrote them
    """Return settings, or say which of them cannot be meant.

    >>> make_settings(level=0.9, alternative="less").level
    0.9
    """
    said["alternative"] = _choice(Alternative, "alternative", said.get("alternative", "two-sided"))
    said["missing"] = _choice(Missing, "missing", said.get("missing", "pairwise"))
    settings = Settings(**said)
    for name in ("level", "margin", "test_train_ratio"):
        value = getattr(settings, name)
        _require(value is None or isinstance(value, Real), name, repr(value), "a number")
    _require(0.5 <= settings.level < 1, "level", settings.level, "a confidence level such as 0.95")
    _require(
        settings.margin >= 0 and isfinite(settings.margin), "margin", settings.margin, "0 or more, finite"
    )
    ratio = settings.test_train_ratio
    _require(
        ratio is None or 0 < ratio < float("inf"), "test_train_ratio", ratio, "more than 0, as 1/9 in 10-fold"
    )
    return settings


def _require(holds: bool, name: str, value: object, range_in_words: str) -> None:  # noqa: FBT001 - the condition itself
    if not holds:
        raise UsageError(
            f"{name} = {value} cannot be meant", where=name, fix=f"use {range_in_words}", code="BO067"
        )


def _choice(kind: type[Choice], name: str, value: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        raise UsageError(
            f"{name} = {value!r} is not one of the choices",
            where=name,
            fix=f"use one of: {', '.join(kind)}",
            code="BO067",
        ) from None
