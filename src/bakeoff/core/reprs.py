"""How records show themselves in a Python shell: what they are and their answer, in a few lines."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isnan

from bakeoff.core.words import shorten

MOST_TEXT = 120  # characters of one text
MOST_SHOWN = 240  # characters of one value
MOST = 1000  # characters of a record
FEW = 4  # values that are shown one by one


def describe_record(record: object) -> str:
    """Return the type and the fields of a frozen record; arrays, long tuples and long texts by their size only.

    >>> from bakeoff.core.results import Interval
    >>> describe_record(Interval(low=-4.3, high=5.7, level=0.95))
    'Interval(low=-4.3, high=5.7, level=0.95)'
    """
    names = [field.name for field in fields(record)] if is_dataclass(record) else []
    return describe_fields(record, names)


def describe_fields(record: object, names: Iterable[str]) -> str:
    """Return the type of a record and some of its fields and properties; what is not there is not shown.

    >>> from bakeoff.core.results import Interval
    >>> describe_fields(Interval(low=-4.3, high=5.7, level=0.95), ["low", "high"])
    'Interval(low=-4.3, high=5.7)'
    """
    values = ((name, getattr(record, name)) for name in names)
    parts = [f"{name}={describe_value(value)}" for name, value in values if not _is_nothing(value)]
    fitting = parts
    while len(fitting) > 1 and sum(map(len, fitting)) > MOST:
        fitting = fitting[:-1]
    return f"{type(record).__name__}({', '.join(fitting if fitting == parts else [*fitting, '…'])})"


def describe_value(value: object) -> str:
    """Return a value as it would be typed where that is short, otherwise its type and size.

    >>> describe_value("wilcoxon"), describe_value((1, 2)), describe_value(tuple("abcdefg"))
    ("'wilcoxon'", '(1, 2)', '<7 str>')
    """
    shape = getattr(value, "shape", None)  # asked of the value: records are there before numpy is
    if isinstance(shape, tuple):
        size = " × ".join(f"{n:,}" for n in shape)
        return f"<array of {size}>" if shape else repr(value.item())  # type: ignore[attr-defined]
    if isinstance(value, Enum):
        return repr(value.value)
    if isinstance(value, str):
        return repr(shorten(value, most=MOST_TEXT))
    if isinstance(value, Mapping):
        return _describe_mapping(value)
    if isinstance(value, Sequence):
        return _describe_sequence(value)
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else f"{type(value).__name__}(…)"


def _describe_sequence(values: Sequence[object]) -> str:
    if len(values) > FEW or any(is_dataclass(value) for value in values):
        kinds = {type(value).__name__ for value in values}
        return f"<{len(values):,} {kinds.pop() if len(kinds) == 1 else 'values'}>"
    texts = [describe_value(value) for value in values]
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"


def _describe_mapping(values: Mapping[object, object]) -> str:
    if len(values) > FEW:
        return f"<{len(values):,} entries>"
    return "{" + ", ".join(f"{describe_value(k)}: {describe_value(v)}" for k, v in values.items()) + "}"


def _is_nothing(value: object) -> bool:
    if isinstance(value, float):
        return isnan(value)
    return value is None or (isinstance(value, tuple | list | dict | Mapping | str) and len(value) == 0)
