"""The command that repeats a comparison: what was said, without where the output went."""

import re
import shlex
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import click
from click.core import ParameterSource

from bakeoff.core.errors import ReadingError
from bakeoff.core.options.option import Use
from bakeoff.core.options.table import OPTIONS

OUTPUT = {option.name for option in OPTIONS.values() if option.use is Use.DELIVERY} | {"badge", "badge_of"}


def command_line(context: click.Context) -> str:
    """Return the command line that makes the same comparison again."""
    return shlex.join(_typed_words(context))


@contextmanager
def commands_as_typed() -> Iterator[None]:
    """Let the commands that an uncertain reading offers repeat everything that was typed; decorates commands, too."""
    try:
        yield
    except ReadingError as error:
        raise error.repeat_as(tuple(_typed_words(click.get_current_context()))) from None


def command_to_go_on(context: click.Context, *, without: Collection[str] = ()) -> str:
    """Return the command as it was typed, whole: where its output goes, too; but for some options and passwords."""
    return hide_passwords(shlex.join(_typed_words(context, without=frozenset(without))))


def hide_passwords(command: str) -> str:
    """Return a command that may stand in a log.

    >>> hide_passwords("bakeoff run s.toml --store postgresql://lab:secret@server/studies")
    'bakeoff run s.toml --store postgresql://lab:***@server/studies'
    """
    return re.sub(r"(://[^:/@\s]+:)[^@\s]+@", r"\1***@", command)


def _typed_words(context: click.Context, *, without: Collection[str] = OUTPUT) -> list[str]:
    words = ["bakeoff", str(context.command.name)]
    for parameter in context.command.params:
        name = str(parameter.name)
        said = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if isinstance(parameter, click.Argument) and said:
            value = context.params[name]
            words += map(str, value) if isinstance(value, tuple | list) else [str(value)]
        elif said and isinstance(parameter, click.Option) and name not in without:
            words += _option_words(parameter, context.params[name])
    return words


def _option_words(option: click.Option, value: Any) -> Iterator[str]:  # noqa: ANN401 - any option's value
    if option.is_flag:
        yield option.opts[-1] if value else option.secondary_opts[-1]
        return
    for each in value if option.multiple else (value,):
        words = each if option.nargs > 1 else (each,)
        yield from (option.opts[-1], *(_exact_number(w) if isinstance(w, float) else str(w) for w in words))


def _exact_number(number: float) -> str:
    """Return a number as briefly as it is read back the same.

    >>> _exact_number(0.95), _exact_number(0.123456789)
    ('0.95', '0.123456789')
    """
    brief = f"{number:g}"
    return brief if float(brief) == number else repr(number)
