"""The fields of the page, made from the options that have one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bakeoff.core.options.option import Door, Field, Kind, Option
from bakeoff.core.options.table import options_of

FIRST = ("baseline", "margin", "level", "test", "metric", "higher_is_better")
# The order of the others, which stand under "Columns and more"; what is not named here comes before the ticks.
THEN = (
    "dataset_column", "classifier_column", "score_column", "truth_column", "id_column", "group_column", "fold_column",
    "repeat_column", "alternative",
    "adjust", "rows_are", "missing", "missing_marks", "test_train_ratio", "sheet", "decimal", "seed",
)  # fmt: skip
DIRECTIONS = (("true", "higher is better"), ("false", "lower is better"))
STEPS = {Kind.INTEGER: "1", Kind.NUMBER: "any", Kind.LEVEL: "any", Kind.MARGIN: "any"}
MORE_ATTRIBUTES: Mapping[str, Mapping[str, str]] = {"margin": {"aria-describedby": "p-margin-note"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class PageField:
    """One field of the form, as the template writes it."""

    name: str
    label: str
    form: str  # check, select or input
    empty: str = ""  # what stands in it while nothing is said
    choices: tuple[tuple[str, str], ...] = ()  # the value, and what is read
    attributes: Mapping[str, str] = field(default_factory=dict)


class PageFields(NamedTuple):
    """The fields that are seen at once, and those that are unfolded."""

    first: list[PageField]
    more: list[PageField]


def page_fields() -> PageFields:
    """Return every field of the page."""
    fields = {o.name: make_field(o, o.on_page) for o in options_of(Door.PAGE) if o.on_page is not None}
    rest = sorted((name for name in fields if name not in FIRST), key=lambda name: _field_place(fields[name]))
    return PageFields([fields[name] for name in FIRST], [fields[name] for name in rest])


def _field_place(made: PageField) -> tuple[bool, int]:
    return made.form == "check", THEN.index(made.name) if made.name in THEN else len(THEN)


def make_field(option: Option, words: Field) -> PageField:
    """Return the field of an option: a tick, a list to choose from, or a line to write in."""
    if option.kind is Kind.SWITCH:
        return PageField(name=option.name, label=words.label, form="check")
    empty = words.empty or str(option.default)
    choices = _choices_of(option, words)
    if choices is None:
        attributes = {**_input_attributes(option), **MORE_ATTRIBUTES.get(option.name, {})}
        return PageField(
            name=option.name, label=words.label, form="input", empty=empty, attributes=attributes
        )
    return PageField(
        name=option.name,
        label=words.label,
        form="select",
        empty=empty,
        choices=choices,
        attributes=SELECT_ATTRIBUTES.get(option.kind, {}),
    )


SELECT_ATTRIBUTES: Mapping[Kind, Mapping[str, str]] = {
    Kind.COLUMN: {"data-columns": ""},
    Kind.DIRECTION: {"data-direction": ""},
}


def _choices_of(option: Option, words: Field) -> tuple[tuple[str, str], ...] | None:
    """Return what can be chosen; None where the field is written in."""
    if option.kind is Kind.DIRECTION:
        return DIRECTIONS
    if option.kind is Kind.COLUMN:
        return ()  # the page's script brings the columns of the table
    known = words.choices if words.choices is not None else option.choices
    if words.choices is None and not known:
        return None
    return tuple((each, each) for each in known if each != option.default)


def _input_attributes(option: Option) -> dict[str, str]:
    if option.kind is Kind.TEXTS:
        return {"data-list": ""}
    if option.kind not in STEPS:
        return {}
    ends = {"min": option.limits.low, "max": option.limits.high}
    attributes = {name: f"{end:g}" for name, end in ends.items() if end is not None}
    if option.limits.high_open:
        attributes["max"] = f"{(option.limits.high or 0) - 0.0001:g}"  # HTML has no open ends
    return {"type": "number", **attributes, "step": STEPS[option.kind]}
