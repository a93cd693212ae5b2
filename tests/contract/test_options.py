"""One description of every option: all doors take the same, by the same names, with the same defaults."""

import inspect
import re
from collections.abc import Sequence
from dataclasses import MISSING, fields
from types import UnionType
from typing import get_args, get_type_hints

import click
import pytest
from click.testing import CliRunner

import bakeoff
from bakeoff.api import compare as door
from bakeoff.api.gate import gate_request
from bakeoff.api.settings import CompareKeywords, SettingsAndReading, make_settings
from bakeoff.cli import options as cli
from bakeoff.cli.commands import audit, compare
from bakeoff.core.comparison import Missing, Settings
from bakeoff.core.options.option import EVERYWHERE, Door, Field, Kind, Limits, Option, Section, Use
from bakeoff.core.options.table import OPTIONS, READINGS, SETTINGS, options_of
from bakeoff.core.results import Alternative
from bakeoff.inputs.options import Reading, ReadOptions, RowsAre
from bakeoff.inputs.printed_summaries import OPTIONS as SUMMARY
from bakeoff.web.fields import make_field, page_fields
from bakeoff.web.openapi import OPTIONS as SHAPES
from bakeoff.web.openapi import option_schema
from bakeoff.web.shapes import check_shape

IN_PYTHON = {option.name: option for option in options_of(Door.PYTHON)}
TYPES = {
    Kind.TEXT: {str},
    Kind.NAME: {str, int},
    Kind.COLUMN: {str},
    Kind.NUMBER: {float},
    Kind.LEVEL: {float},
    Kind.MARGIN: {float},
    Kind.INTEGER: {int},
    Kind.CHOICE: {str},
    Kind.SWITCH: {bool},
    Kind.DIRECTION: {bool},
    Kind.TEXTS: {str, Sequence[str]},
    Kind.CELLS: {Sequence[tuple[str, str]]},
    Kind.ANYTHING: {object},
}


@pytest.mark.parametrize(("record", "names"), [(Settings, SETTINGS), (ReadOptions, READINGS)])
def test_settings_and_readings_are_those_of_the_table_with_its_defaults(record, names):
    assert {f.name for f in fields(record)} == set(names)
    for each in fields(record):
        assert each.default is not MISSING
        assert each.default == OPTIONS[each.name].default, each.name


@pytest.mark.parametrize(
    ("choices", "name"), [(Alternative, "alternative"), (Missing, "missing"), (RowsAre, "rows_are")]
)
def test_the_choices_are_those_that_the_mathematics_and_the_readers_know(choices, name):
    assert OPTIONS[name].choices == tuple(choices)


@pytest.mark.parametrize("request_of", OPTIONS["gate"].choices)
def test_the_gate_takes_its_choices(request_of):
    assert gate_request(request_of, bound=None, share=None, subgroups=True) is not None


def test_the_keywords_that_type_checkers_know_are_those_of_the_table():
    both = {name for name, option in IN_PYTHON.items() if option.is_setting or option.is_reading}
    assert Reading.__annotations__.keys() | {"metric", "higher_is_better"} == set(READINGS)
    assert set(SettingsAndReading.__annotations__) == both
    assert set(CompareKeywords.__annotations__) == {*IN_PYTHON, "predictions"}


@pytest.mark.parametrize("name", IN_PYTHON)
def test_type_checkers_know_what_a_keyword_takes(name):
    option, hint = OPTIONS[name], get_type_hints(CompareKeywords)[name]
    known = set(get_args(hint)) if isinstance(hint, UnionType) else {hint}
    assert known - {type(None)} <= TYPES[option.kind], name
    if option.kind is not Kind.ANYTHING:
        assert (type(None) in known) == (option.default is None), name


def test_compare_names_every_keyword_that_is_not_of_reading_with_the_default_of_the_table():
    named = {
        p.name: p.default
        for p in inspect.signature(door.compare).parameters.values()
        if p.kind is p.KEYWORD_ONLY
    }
    assert named.keys() == IN_PYTHON.keys() - Reading.__annotations__.keys()
    assert named == {name: OPTIONS[name].default for name in named}


@pytest.mark.parametrize("name", [name for name in IN_PYTHON if name not in ("one_score", "one_classifier")])
def test_the_help_of_compare_documents_every_keyword(name):
    assert re.search(rf"(^|[ ,`]){name}[`, ]", inspect.getdoc(bakeoff.compare), re.MULTILINE), name


SAID = {"baseline": "A", "metric": "acc", "margin": 0.25, "level": 0.9, "alternative": "less", "test": "sign"}
SAID |= {"adjust": "bonferroni", "only_if": "friedman", "missing": "drop-dataset", "test_train_ratio": 0.5}
SAID |= {"positive": "yes", "seed": 7, "over": "items", "average": "macro"}


def test_every_setting_that_python_is_told_reaches_the_comparison():
    table = {
        "dataset": list("uvwxyz"),
        "A": [1, 2, 3, 4, 5, 6],
        "B": [2, 1, 4, 6, 5, 8],
        "C": [3, 3, 1, 7, 2, 5],
    }
    assert set(SAID) == set(SETTINGS)
    settings = bakeoff.compare(table, **{**SAID, "metric": None}).settings
    assert settings == make_settings(**{**SAID, "metric": None})


@pytest.mark.parametrize(
    ("command", "at"), [(compare.compare_command, Door.COMPARE), (audit.audit_command, Door.AUDIT)]
)
def test_a_command_takes_the_options_that_the_table_has_for_it(command, at):
    of_table = {cli.click_name(option) for option in options_of(at)}
    own = {p.name for p in command.params if isinstance(p, click.Option)} - of_table
    assert of_table <= {p.name for p in command.params}
    of_claims, of_papers = {"tests", "tried", "groups", "test_records", "claim"}, {"is_paper", "author"}
    assert own == (set() if at is Door.COMPARE else of_claims | of_papers)


def test_what_the_command_line_gives_to_python_python_takes():
    context = compare.compare_command.make_context("compare", ["scores.csv"])
    keywords = cli.keywords_from_options(context.params)
    assert keywords == {n: o.default for n, o in IN_PYTHON.items() if Door.COMPARE in o.doors}


def test_a_summary_is_what_the_table_has_in_place_of_a_file_for_compare_alone():
    alone = [o.name for o in options_of(Door.COMPARE, use=Use.EVIDENCE) if Door.AUDIT not in o.doors]
    assert tuple(alone) == SUMMARY


def test_the_page_takes_every_setting_and_reading_that_the_command_line_takes():
    both = {o.name for o in options_of(Door.COMPARE) if o.is_setting or o.is_reading} | {"sequential"}
    assert {o.name for o in options_of(Door.PAGE)} == both
    assert set(SHAPES) == {*both, "after_seeing"}


@pytest.mark.parametrize("option", options_of(Door.PAGE), ids=lambda option: option.name)
def test_the_page_takes_what_is_the_default_elsewhere(option):
    if option.default is not None:
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        check_shape(default, SHAPES[option.name])
    assert option.kind not in (Kind.TEXTS, Kind.CELLS) or option.page_limit is not None


def test_every_field_of_the_page_is_an_option_once():
    names = [field.name for part in page_fields() for field in part]
    assert len(names) == len(set(names))
    assert set(names) == {name for name, option in OPTIONS.items() if option.on_page is not None}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_line_of_help_is_a_sentence(name):
    assert re.search(r"(\.|…)$", OPTIONS[name].help)
    assert len(OPTIONS[name].help) < 110


NEW = Option(
    name="cluster_share",
    kind=Kind.NUMBER,
    use=Use.READING,
    section=Section.READING,
    help="A share that nobody needs.",
    metavar="S",
    limits=Limits(low=0, high=1, low_open=True),
    on_page=Field(label="Share", empty="none"),
)


def test_a_new_option_is_one_entry(monkeypatch):
    monkeypatch.setitem(OPTIONS, "cluster_share", NEW)
    assert NEW.doors == EVERYWHERE
    assert NEW in options_of(Door.PYTHON)

    @click.command(cls=cli.Sectioned)
    @cli.take_all(Door.COMPARE)
    def command(**options):
        click.echo(cli.keywords_from_options(options)["cluster_share"])

    helped = CliRunner().invoke(command, ["--help"]).output
    assert "--cluster-share S" in helped[helped.index("Reading:") :]
    assert CliRunner().invoke(command, ["--cluster-share", "0.5"]).output == "0.5\n"
    assert option_schema(NEW) == {"type": "number", "exclusiveMinimum": 0, "maximum": 1}
    assert make_field(NEW, NEW.on_page).attributes == {
        "type": "number",
        "min": "0",
        "max": "1",
        "step": "any",
    }
    assert "cluster_share" in [field.name for field in page_fields().more]
