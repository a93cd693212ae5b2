"""Every option of `compare`, one entry each, in the order of --help. All doors are made from it.

The command line (`cli/options.py`), the page's fields (`web/fields.py`) and its JSON schema (`web/openapi.py`) are
generated; the keywords of Python, which type checkers must see, are written out and compared with it by a test.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from bakeoff.core.options.answer_options import ANSWER, FURTHER
from bakeoff.core.options.option import Door, Option, Use
from bakeoff.core.options.question_options import QUESTION, TEST
from bakeoff.core.options.reading_options import READING

OPTIONS: Mapping[str, Option] = {o.name: o for o in (*QUESTION, *TEST, *ANSWER, *READING, *FURTHER)}
SETTINGS = tuple(name for name, option in OPTIONS.items() if option.is_setting)
READINGS = tuple(name for name, option in OPTIONS.items() if option.is_reading)


def options_of(door: Door, *, use: Use | None = None) -> tuple[Option, ...]:
    """Return the options that can be given there, of one use or of all.

    >>> [option.name for option in options_of(Door.PYTHON, use=Use.COMPARING)][:3]
    ['baseline_file', 'costs', 'threshold']
    """
    return tuple(o for o in OPTIONS.values() if door in o.doors and (use is None or o.use is use))


def select_values(values: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return the values that have one of these names.

    >>> select_values({"level": 0.9, "sheet": "b"}, SETTINGS)
    {'level': 0.9}
    """
    return {name: values[name] for name in names if name in values}
