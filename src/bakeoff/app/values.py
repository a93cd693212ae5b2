"""Values that options take: parsed once, into types, with a message that says the range."""

import click


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


def _number(text: str, *, percent: bool = True) -> float | None:
    share = percent and text.strip().endswith("%")
    try:
        number = float(text.strip().removesuffix("%") if share else text)
    except ValueError:
        return None
    return number / 100 if share else number
