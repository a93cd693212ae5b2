"""Findings of checks: whole, once, and only as long as the cells they rest on are part of the study."""

import pytest
from sqlalchemy import create_engine

from bakeoff.core.errors import StoreError
from bakeoff.store.addresses import parse_address
from store.cases import cells, kept


@pytest.fixture
def planned(store):
    store.plan("first", cells(4))
    return store


def _keep(store, *found, study="first", origin="check"):
    store.keep_findings(study, origin=origin, found=found)


def _codes(store, study="first"):
    return [finding.code for finding in store.findings(study)]


def test_a_study_that_was_never_checked_has_no_findings(planned):
    assert planned.findings("first") == ()


def test_findings_are_read_back_as_they_were_kept_and_in_their_order(planned):
    found = [kept("BO376", "k000", "k001"), kept("BO370", "k002"), kept("BO371")]
    _keep(planned, *found)
    assert planned.findings("first") == tuple(one.finding for one in found)
    assert planned.check() == ()


def test_characters_that_a_database_does_not_take_become_visible(planned):
    _keep(planned, kept("BO370", "k000", message="\ud800 and \0 and 'ñ'"))
    assert planned.findings("first")[0].message == "\\ud800 and \\x00 and 'ñ'"


def test_what_a_check_finds_replaces_what_it_found_before_and_leaves_other_checks_alone(planned):
    _keep(planned, kept("BO370", "k000"), kept("BO376", "k001"))
    _keep(planned, kept("BO371"), origin="other")
    _keep(planned, kept("BO376", "k000", "k001"))
    assert _codes(planned) == ["BO376", "BO371"]
    _keep(planned)
    assert _codes(planned) == ["BO371"]


def test_findings_belong_to_their_study(planned):
    planned.lock("second", text="[study]", digest="d2")
    planned.plan("second", cells(4))
    _keep(planned, kept("BO370", "k000"))
    _keep(planned, kept("BO376", "k000"), study="second")
    assert (_codes(planned), _codes(planned, "second")) == (["BO370"], ["BO376"])


def test_a_finding_is_hidden_while_a_cell_that_it_rests_on_is_not_in_the_plan(planned):
    _keep(planned, kept("BO370", "k000", "k003"), kept("BO376", "k001"))
    planned.plan("first", cells(3))
    assert _codes(planned) == ["BO376"]
    planned.plan("first", cells(4))
    assert _codes(planned) == ["BO370", "BO376"]


def test_a_finding_may_rest_on_more_cells_than_one_statement_takes(store):
    store.plan("first", cells(1200))
    _keep(store, kept("BO376", *(cell.key for cell in cells(1200))))
    assert _codes(store) == ["BO376"]
    store.plan("first", cells(1199))
    assert _codes(store) == []


def test_findings_of_a_study_that_is_not_there_are_refused(planned):
    for ask in (planned.findings, lambda name: _keep(planned, kept("BO370"), study=name)):
        with pytest.raises(StoreError) as refused:
            ask("nothing")
        assert refused.value.code == "BO450"


@pytest.mark.parametrize("change", ["code = 'BO998'", "severity = 'grave'", "detail = '{'", "detail = '[]'"])
def test_a_finding_that_something_else_has_changed_is_refused(planned, change):
    _keep(planned, kept("BO370", "k000"))
    engine = create_engine(parse_address(planned.url).url)
    table = "bakeoff.findings" if engine.dialect.name == "postgresql" else "findings"
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE {table} SET {change}")
    engine.dispose()
    with pytest.raises(StoreError, match="a finding of the store cannot be read") as refused:
        planned.findings("first")
    assert refused.value.code == "BO444"
