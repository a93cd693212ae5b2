"""Options as the command line writes them, and as the page sends them: from one to the other."""

from collections.abc import Mapping, Sequence
from shlex import join
from typing import Any

from bakeoff.core.options.option import Door, Kind, Option
from bakeoff.core.options.table import options_of
from bakeoff.core.readings import Alternative


def alternative_dict(alternative: Alternative, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return another reading as the page has it: what it means, as it is typed, and the options that ask for it."""
    return {
        "meaning": alternative.meaning,
        "words": join(alternative.options),
        "options": options_from_words(alternative.options, options),
    }


def options_from_words(words: Sequence[str], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of the command line as the page has them; lists go on from what was given.

    >>> options_from_words(["--leave-aside", "MAX", "--rows-are", "datasets"], {"leave_aside": ["time"]})
    {'leave_aside': ['time', 'MAX'], 'rows_are': 'datasets'}
    """
    change: dict[str, Any] = {}
    left = list(words)
    while left:
        flag = left.pop(0)
        option = find_option(flag)
        if option is None:
            raise ValueError(f"{flag} is no option of the page")
        value = option.kind is not Kind.DIRECTION or flag == "--higher-is-better"
        if option.kind in (Kind.SWITCH, Kind.DIRECTION):
            change[option.name] = value
            continue
        text = left.pop(0)
        if option.kind is Kind.TEXTS:
            change[option.name] = [*change.get(option.name, given.get(option.name, ())), text]
        elif option.kind is Kind.CELLS:
            before, _, after = text.rpartition("=") if option.name == "rename" else text.partition("=")
            change[option.name] = [*change.get(option.name, given.get(option.name, ())), [before, after]]
        else:
            change[option.name] = text
    return change


def find_option(flag: str) -> Option | None:
    """Return the option of the page that the command line spells so; None where there is none."""
    for option in options_of(Door.PAGE):
        if flag in (part for spelling in option.spellings for part in spelling.split("/")):
            return option
    return None


def words_of_option(option: Option, value: Any) -> list[str]:  # noqa: ANN401 - whatever the page sent
    """Return an option of the page as it is typed.

    >>> from bakeoff.core.options.table import OPTIONS
    >>> words_of_option(OPTIONS["leave_aside"], ["time", "MAX"])
    ['--leave-aside', 'time', '--leave-aside', 'MAX']
    """
    if option.kind is Kind.DIRECTION:
        return ["--higher-is-better" if value else "--lower-is-better"]
    flag = option.spellings[-1]
    if option.kind is Kind.SWITCH:
        return [flag] if value else []
    if option.kind is Kind.TEXTS:
        return [word for each in value for word in (flag, each)]
    if option.kind is Kind.CELLS:
        return [word for before, after in value for word in (flag, f"{before}={after}")]
    return [flag, str(value)]
