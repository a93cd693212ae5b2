"""The options of the table as click takes them, the values that they have, and back to the keywords of Python."""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bakeoff.core.options.option import Door, Kind, Option, Section
from bakeoff.core.options.table import OPTIONS, options_of

Decorated = TypeVar("Decorated", bound="Callable[..., Any] | click.Command")

MOST_ROWS = 1000  # of a table of critical values

if TYPE_CHECKING:
    FloatType = click.ParamType[float]
    TupleType = click.ParamType[tuple[Any, ...]]
    AnyType = click.ParamType[Any]
else:  # click before 8.4 knows no type of what a parameter gives
    FloatType = TupleType = AnyType = click.ParamType


class Level(FloatType):
    """A confidence level: 0.95 or 95%."""

    name = "level"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the level as a fraction."""
        level = _parse_number(str(value))
        if level is None or not 0 < level < 1:
            self.fail(f"{value!r} is not a confidence level between 0 and 1, such as 0.95 or 95%", param, ctx)
        if level < 0.5:
            self.fail(
                f"{value!r} is a confidence level below one half; did you mean {1 - level:g}?", param, ctx
            )
        return level


class Margin(FloatType):
    """The smallest difference that matters: zero or more, finite, in units of the score."""

    name = "margin"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the margin as a number."""
        margin = _parse_number(str(value), percent=False)
        if margin is None or not 0 <= margin < float("inf"):
            self.fail(f"{value!r} is not a margin: a number of at least 0, in units of the score", param, ctx)
        return margin


class Several(TupleType):
    """One value, or several with commas between them."""

    def __init__(self, each: AnyType) -> None:
        self.each, self.name = each, each.name

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[Any, ...]:
        """Return every value that was meant."""
        return tuple(self.each.convert(text.strip(), param, ctx) for text in str(value).split(","))


class DegreesOfFreedom(TupleType):
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
        df = _parse_number(text, percent=False)
        if span is not None or df is None or not df > 0:
            self.fail(
                f"{text!r} is not a number of degrees of freedom: give 9, a range such as 1-19, a list such as 9,19, "
                f"or inf (at most {MOST_ROWS} rows)",
                param,
                ctx,
            )
        return (df,)


def _parse_number(text: str, *, percent: bool = True) -> float | None:
    share = percent and text.strip().endswith("%")
    try:
        number = float(text.strip().removesuffix("%") if share else text)
    except ValueError:
        return None
    return number / 100 if share else number


def take(name: str, *, help: str | None = None) -> Callable[[Decorated], Decorated]:
    """Give a command an option of the table, in the table's words or in its own."""
    option = OPTIONS[name]
    return click.option(*_option_declarations(option), help=help or option.help, **_click_arguments(option))


def take_all(door: Door) -> Callable[[Decorated], Decorated]:
    """Give a command every option that the table has for it, in the table's order."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options_of(door)):
            command = take(option.name)(command)
        return command

    return decorate


def take_reading(command: Decorated) -> Decorated:
    """Give a command every option of reading that it does not have: evidence is read as `compare` reads it."""
    given = getattr(command, "__click_params__", [])
    known = {parameter.name for parameter in given}
    for option in reversed(
        [o for o in options_of(Door.COMPARE) if o.section is Section.READING and o.is_reading]
    ):
        if click_name(option) not in known:
            command = take(option.name)(command)
    return command


def click_name(option: Option) -> str:
    """Return the name that click knows an option by: its own, unless its flags say another."""
    return next((flag for flag in option.flags if not flag.startswith("-")), option.name)


def _option_declarations(option: Option) -> tuple[str, ...]:
    flags = tuple(flag for flag in option.spellings if flag.startswith("-"))
    return (*flags, click_name(option))


def _click_arguments(option: Option) -> dict[str, Any]:
    """Return how click is told what an option takes."""
    if option.kind is Kind.SWITCH:
        return {"is_flag": True}
    arguments: dict[str, Any] = {"type": _click_type(option), "metavar": option.metavar}
    if option.kind in (Kind.TEXTS, Kind.CELLS):
        return {**arguments, "multiple": True}
    return {**arguments, "default": option.default, "show_default": option.shows_default or None}


def _click_type(option: Option) -> Any:  # noqa: ANN401 - whatever click takes for a type
    if option.kind is Kind.CHOICE:
        return click.Choice(option.choices)
    if option.kind is Kind.INTEGER and option.limits.low is not None:
        return click.IntRange(min=int(option.limits.low))
    return CLICK_TYPES.get(option.kind, str)


CLICK_TYPES: Mapping[Kind, Any] = {
    Kind.LEVEL: Level(),
    Kind.MARGIN: Margin(),
    Kind.NUMBER: float,
    Kind.INTEGER: int,
    Kind.DIRECTION: bool,
}


def keywords_from_options(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what click has read as the keywords that Python takes; what Python takes not is left out.

    >>> keywords_from_options({"lower": True, "level": 0.9, "only": ("kind=a",), "report": None})
    {'higher_is_better': False, 'level': 0.9, 'only': (('kind', 'a'),)}
    """
    return {
        option.name: _python_value(option, values[click_name(option)])
        for option in options_of(Door.PYTHON)
        if click_name(option) in values
    }


def _python_value(option: Option, value: Any) -> Any:  # noqa: ANN401 - whatever click has read
    if option.kind is Kind.DIRECTION:
        return None if value is None else not value
    return tuple(_parse_cell(option, text) for text in value) if option.kind is Kind.CELLS else value


def _parse_cell(option: Option, text: str) -> tuple[str, str]:
    # a name may hold the sign itself: "C=1=linear" renames C=1
    column, equals, value = text.rpartition("=") if option.name == "rename" else text.partition("=")
    if not equals or not column:
        raise click.BadParameter(
            f"{text!r} is not of the form {option.metavar}", param_hint=option.spellings[-1]
        )
    return column, value


class Sectioned(click.Command):
    """A command whose many options are shown under headings; those under none come last."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options into the help, section by section."""
        sections = {click_name(option): option.section for option in OPTIONS.values()}
        rows: dict[Section, list[tuple[str, str]]] = {section: [] for section in Section}
        for parameter in self.get_params(ctx):
            if record := parameter.get_help_record(ctx):
                rows[sections.get(str(parameter.name), Section.FURTHER)].append(record)
        for section, records in rows.items():
            if records:
                with formatter.section(section):
                    formatter.write_dl(records)
