"""What a message of the command line says to type, as clicks that the page offers instead."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.core.options.option import Kind, Option
from bakeoff.core.options.table import READINGS
from bakeoff.web.option_words import find_option, options_from_words

# An option, and what follows it: a value in quotes, or a bare word.
TYPED = re.compile(r"(?P<flag>--[a-z]+(?:-[a-z]+)*)(?:[ =](?:'(?P<quoted>[^']*)'|(?P<bare>[\w.+%-]*\w)))?")
TAKEN_BACK = re.compile(r"leave (?:out )?$")
EXAMPLE = re.compile(r"such as $")
ENDING = re.compile(r"[,;.)]|$")
NUMBERS = (Kind.NUMBER, Kind.LEVEL, Kind.MARGIN, Kind.INTEGER)
UNSURE = ("…", "\\", "=")  # of a value: it is shortened, escaped, or one of two parts
# What a click does, in words; the other options are called as their fields are.
WORDS: Mapping[str, str] = {
    "transpose": "Turn the table round",
    "leave_out": "Leave “{}” out",
    "leave_aside": "Leave the column “{}” aside",
    "missing_marks": "Read “{}” as missing",
    "separator": "Cells are separated by “{}”",
    "decimal": "“{}” is the decimal mark",
    "sheet": "Read the sheet “{}”",
    "encoding": "Read it as “{}”",
    "metric": "Compare by “{}”",
    "test": "Use the test “{}”",
    "study": "Read the study “{}”",
    "rows_are": "Rows are {}",
    "columns_are": "Columns are {}",
    "missing": "Missing scores: {}",
    "allow_mixed_scale": "The scales are meant so",
    "drop_incomplete": "Leave such resamples out for all",
}


def offers_in(text: str) -> list[dict[str, Any]]:
    """Return the options that a text says to give, each with the words of its button.

    >>> offers_in("leave the cell empty, or name such marks with --missing-marks 'n/k'")
    [{'text': 'Read “n/k” as missing', 'options': {'missing_marks': ['n/k']}}]
    >>> offers_in("name it with --score-column, or leave --test out")
    [{'text': 'Without a test by name', 'options': {'test': None}}]
    """
    made: list[dict[str, Any]] = []
    for offer in _find_offers(text):
        if offer not in made:
            made.append(offer)
    return made


def reading_offers(text: str) -> list[dict[str, Any]]:
    """Return the offers of a finding's message: only those that change how the table was read."""
    return [offer for offer in offers_in(text) if set(offer["options"]) <= set(READINGS)]


def _find_offers(text: str) -> Iterator[dict[str, Any]]:
    for match in TYPED.finditer(text):
        option = find_option(match["flag"])
        if option is None:
            continue
        before, after = text[: match.start()], text[match.end("flag") :]
        if TAKEN_BACK.search(before) or after.startswith(" out"):
            yield {"text": f"Without {_taken_back_name(option)}", "options": {option.name: None}}
        elif option.kind in (Kind.SWITCH, Kind.DIRECTION):
            change = options_from_words([match["flag"]], {})
            yield {"text": _switch_text(option, value=change[option.name]), "options": change}
        elif (value := _value_of(option, match)) is not None:
            change = options_from_words([match["flag"], value], {})
            yield {"text": _value_text(option, value), "options": change}


def _value_of(option: Option, match: re.Match[str]) -> str | None:
    """Return the value that is meant; None where the next word is only the next word of the sentence."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    if option.kind in NUMBERS or option.kind is Kind.CELLS:
        return None  # how large a margin is, nobody says for somebody else
    if match["quoted"] is not None:
        return None if any(sign in match["quoted"] for sign in UNSURE) else match["quoted"]
    bare = match["bare"]
    is_named = option.name == "test" and ENDING.match(after)
    is_meant = bare in option.choices or is_named or (option.name == "encoding" and EXAMPLE.search(before))
    return bare if is_meant else None


def _value_text(option: Option, value: str) -> str:
    words = WORDS.get(option.name)
    return f"{_label_of(option)}: {value}" if words is None else words.format(value)


def _switch_text(option: Option, *, value: bool) -> str:
    if option.kind is Kind.DIRECTION:
        return "Higher is better" if value else "Lower is better"
    return WORDS.get(option.name, _label_of(option))


def _taken_back_name(option: Option) -> str:
    return "a test by name" if option.name == "test" else f"“{_label_of(option)}”"


def _label_of(option: Option) -> str:
    return option.name.replace("_", " ").capitalize() if option.on_page is None else option.on_page.label
