"""The page of studies: news that pass and news that stay away, numbers that are read, nobody who is shouted at."""

import json
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from serving import TOKEN, StudyOnDisk

LISTEN = """() => { window.said = []; const status = document.getElementById("p-status");
  new MutationObserver(() => { if (status.textContent) window.said.push(status.textContent); })
    .observe(status, { childList: true, characterData: true, subtree: true }); }"""
HERE = "/studies#store=study.db&study=first%20study"


def progress(scored=10, failed=0, planned=100, *, seconds=(0.5,), running=1):
    """Return what the server says of a study."""
    cells = [
        {"classifier": "tree", "dataset": f"d{i}", "planned": 5, "scored": 2, "failed": 0, "seconds": s}
        for i, s in enumerate(seconds)
    ]
    failures = [
        {
            "classifier": "tree",
            "dataset": "d0",
            "repeat": 0,
            "fold": 1,
            "reason": "raised",
            "message": "no",
        }
    ]
    return {
        "study": "first study", "frozen": "2026-11-16T08:00:00+00:00", "amendments": 0, "planned": planned,
        "scored": scored, "failed": failed, "running": running, "cells": cells,
        "failures": failures[: min(failed, 1)], "runs": [],
    }  # fmt: skip


@pytest.fixture
def told(visit):
    """Open the study with an answer and news that are given."""

    def begin(answer, *news):
        page = visit().page
        lines = [
            f"id: {i}\nevent: {kind}\ndata: {json.dumps(what)}\n\n" for i, (kind, what) in enumerate(news)
        ]
        page.route("**/api/study?*", lambda route: route.fulfill(json=answer))
        page.route(
            "**/api/study/events?*",
            lambda route: route.fulfill(
                body="retry: 60000\n\n" + "".join(lines), content_type="text/event-stream"
            ),
        )
        page.add_init_script(f"addEventListener('DOMContentLoaded', {LISTEN})")
        return page

    return begin


def go(page, server, path=HERE):
    address, _, fragment = path.partition("#")
    page.goto(f"{server.url}{address}?token={TOKEN}#{fragment}")
    return page


def test_times_are_read_without_powers_of_ten(told, server):
    seconds = (0.0004, 0.0123, 0.6, 12.34, 123.4, 5_000, 7_300, 500_000)
    page = go(told(progress(seconds=seconds)), server)
    expect(page.locator("#p-cells tbody .quiet")).to_have_text(
        [" < 1 ms", " 0.012 s", " 0.6 s", " 12 s", " 2 min", " 83 min", " 2 h", " 140 h"]
    )


def test_a_study_that_fails_over_and_over_is_not_shouted_about(told, server):
    news = [("message", progress(10, failed)) for failed in range(1, 9)]
    page = go(told(progress(10), *news), server)
    expect(page.locator("#p-progress-words")).to_contain_text("8 failed")
    assert page.evaluate("window.said") == ["10 of 100 cells scored", "10 of 100 cells scored, 1 failed"]
    expect(page.locator("#p-failures-head")).to_have_text("Failures: the first 1 of 8")


def test_what_passes_is_waited_for_and_what_is_gone_is_said(visit, server):
    study = StudyOnDisk(server.folder / "passing.db", "passing study")
    page = visit().page
    go(page, server, "/studies#store=passing.db&study=passing%20study")
    expect(page.locator("#p-live")).to_have_text("live")
    with closing(sqlite3.connect(study.path)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        waiting = "waiting: the store is locked by another program…"
        expect(page.locator("#p-live")).to_have_text(waiting)
    expect(page.locator("#p-live")).to_have_text("live")
    expect(page.locator("#p-problem")).to_be_hidden()
    for path in server.folder.glob("passing.db*"):
        path.unlink()
    expect(page.locator("#p-problem")).to_contain_text("is no longer there")
    expect(page.locator("#p-live")).to_have_text("")


def test_a_stream_that_is_refused_for_a_moment_is_asked_for_again(visit, server):
    page, asked = visit().page, []

    def events(route):
        asked.append(route)
        if len(asked) > 1:
            route.continue_()
        else:
            route.fulfill(status=503, json={"code": "BO515", "what": "busy", "where": "here", "fix": "wait"})

    page.route("**/api/study/events?*", events)
    go(page, server)
    expect(page.locator("#p-live")).to_have_text("waiting for the server…")
    expect(page.locator("#p-live")).to_have_text("live")
    assert len(asked) == 2


def test_a_study_whose_store_is_locked_when_it_is_opened_is_shown_when_it_is_free(visit, server):
    page, locked = visit().page, {"code": "BO446", "what": "it is locked", "where": "here", "fix": "wait"}
    page.route("**/api/study?*", lambda route: route.fulfill(status=409, json=locked))
    held = []
    page.route("**/api/study/events?*", lambda route: held.append(route))
    with page.expect_request("**/api/study/events?*"):
        go(page, server)
    expect(page.locator("#p-problem")).to_contain_text("It is locked")
    expect(page.locator("#p-study")).to_be_hidden()
    held[0].continue_()
    expect(page.locator("#p-cells td").first).to_be_visible()
    expect(page.locator("#p-problem")).to_be_hidden()
    assert page.locator("#p-compare").get_attribute("href").startswith("/#s=study.db&")


def test_a_tab_that_nobody_sees_holds_no_stream(visit, server):
    page = visit().page
    turned = """(to) => { Object.defineProperty(document, "hidden", { value: to === "away", configurable: true });
      document.dispatchEvent(new Event("visibilitychange")); }"""
    go(page, server)
    expect(page.locator("#p-live")).to_have_text("live")
    with page.expect_event("requestfailed", lambda request: "/events" in request.url):
        page.evaluate(turned, "away")
    expect(page.locator("#p-live")).to_have_text("")
    expect(page.locator("#p-study")).to_be_visible()
    with page.expect_request("**/api/study/events?*"):
        page.evaluate(turned, "back")
    expect(page.locator("#p-live")).to_have_text("live")


def test_a_ledger_that_is_empty_or_cannot_be_read_says_so(visit, server):
    page = visit().page
    go(page, server, "/studies#store=study.db")
    expect(page.locator("#p-ledger-words")).to_contain_text("It is empty")
    expect(page.locator("#p-ledger-head")).to_have_text("Ledger of study.db: every look at the data")
    page.get_by_role("link", name="first study").click()
    expect(page.locator("#p-cells td").first).to_be_visible()
    expect(page.locator("#p-ledger-head")).to_be_hidden()
    refusal = {"code": "BO444", "what": "the store is damaged", "where": "here", "fix": "mend it"}
    page.route("**/api/ledger?*", lambda route: route.fulfill(status=409, json=refusal))
    page.reload()
    expect(page.locator("#p-ledger-words")).to_have_text("It cannot be read: the store is damaged")
    expect(page.locator("#p-cells td").first).to_be_visible()
    expect(page.locator("#p-problem")).to_be_hidden()


def test_an_answer_about_the_study_before_is_not_shown(visit, server):
    StudyOnDisk(server.folder / "other.db", "other study").go_on(1)
    page, held = visit().page, []
    page.route("**/api/study?store=study.db&*", lambda route: held.append(route))
    go(page, server)
    page.get_by_role("link", name="other study").click()
    expect(page.locator("#p-study-head")).to_have_text("other study (other.db)")
    expect(page.locator("#p-study-head")).to_be_focused()
    with page.expect_response("**/api/study?store=study.db&*"):
        held[0].continue_()
    expect(page.locator("#p-progress-words")).to_contain_text("1 of 36 cells scored")
    assert page.locator("#p-compare").get_attribute("href").startswith("/#s=other.db&")


def test_a_narrow_screen_shows_failures_as_cards_that_are_still_a_table(visit, server):
    page = visit(viewport={"width": 375, "height": 800}).page
    go(page, server)
    cell = page.get_by_role("table").get_by_role("row").get_by_role("cell", name="no convergence")
    expect(cell).to_be_visible()
    told = "getComputedStyle(document.querySelector('#p-failures td:last-child'), '::before').content"
    assert "message" in page.evaluate(told)
    assert page.locator("#p-failures-region").evaluate("e => e.scrollWidth <= e.clientWidth")
