"""Values that options take: parsed once, into types, with a message that says the range."""

import re
from typing import Any

import click

MOST_ROWS = 1000  # of a table of critical values


class Level(click.ParamType[float]):
    """A confidence level: 0.95 or 95%."""

    name = "level"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the level as a fraction."""
        level = _number(str(value))
        if level is None or not 0 < level < 1:
            self.fail(f"{value!r} is not a confidence level between 0 and 1, such as 0.95 or 95%", param, ctx)
        if level < 0.5:
            self.fail(
                f"{value!r} is a confidence level below one half; did you mean {1 - level:g}?", param, ctx
            )
        return level


class Margin(click.ParamType[float]):
    """The smallest difference that matters: zero or more, finite, in units of the score."""

    name = "margin"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the margin as a number."""
        margin = _number(str(value), percent=False)
        if margin is None or not 0 <= margin < float("inf"):
            self.fail(f"{value!r} is not a margin: a number of at least 0, in units of the score", param, ctx)
        return margin


class Several(click.ParamType[tuple[Any, ...]]):
    """One value, or several with commas between them."""

    def __init__(self, each: click.ParamType[Any]) -> None:
        self.each, self.name = each, each.name

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """Return every value that was meant."""
        return tuple(self.each.convert(text.strip(), param, ctx) for text in str(value).split(","))


class DegreesOfFreedom(click.ParamType[tuple[float, ...]]):
    """Degrees of freedom: one number, a range of whole ones, or inf."""

    name = "df"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, ...]:
        """Return every number that was meant."""
        text = str(value).strip()
        span = re.fullmatch(r"(\d+)\s*(?:-|–|\.\.|:)\s*(\d+)", text)
        if span is not None and 0 < int(span[1]) <= int(span[2]) < int(span[1]) + MOST_ROWS:
            return tuple(float(df) for df in range(int(span[1]), int(span[2]) + 1))
        df = _number(text, percent=False)
        if span is not None or df is None or not df > 0:
            self.fail(
                f"{text!r} is not a number of degrees of freedom: give 9, a range such as 1-19, a list such as 9,19, "
                f"or inf (at most {MOST_ROWS} rows)",
                param,
                ctx,
            )
        return (df,)


def _number(text: str, *, percent: bool = True) -> float | None:
    share = percent and text.strip().endswith("%")
    try:
        number = float(text.strip().removesuffix("%") if share else text)
    except ValueError:
        return None
    return number / 100 if share else number
