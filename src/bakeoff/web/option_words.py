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
        option, value = _option_of(flag)
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


def _option_of(flag: str) -> tuple[Option, bool]:
    """Return the option that the command line spells so, and what a switch says by it."""
    for option in options_of(Door.PAGE):
        spelled = [part for spelling in option.spellings for part in spelling.split("/")]
        if flag in spelled:
            return option, option.kind is not Kind.DIRECTION or flag == "--higher-is-better"
    raise ValueError(f"{flag} is no option of the page")


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
