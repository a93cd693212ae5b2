"""States of the local page that are easily forgotten: refusals, focus, what is said aloud, addresses, lost wires."""

import re
import socket
import threading
from contextlib import suppress

import pytest
from playwright.sync_api import expect

from bakeoff.core.ledger import Look, LookedPair, LookKind
from bakeoff.inputs.published import PUBLISHED
from bakeoff.store.open import open_store
from serving import TOKEN, StudyOnDisk

TWO = PUBLISHED["figure-15.2"].text


@pytest.fixture
def quick(visit):
    """Begin a visit that waits for no drawing and no audit, and hears on no machine how far the work is."""

    def begin():
        one = visit()
        for path in ("drawing", "audit", "progress*"):
            one.page.route(f"**/api/{path}", lambda route: route.abort())
        return one

    return begin


def test_a_change_without_an_answer_leaves_the_answer_before_it_marked_as_such(quick):
    page = quick().example("figure-15.2")
    before = page.locator("#answer h1").inner_text()
    page.evaluate("document.querySelectorAll('#p-boxes input').forEach((box) => box.click())")
    expect(page.locator("#p-problem")).to_contain_text("nothing is left to compare")
    expect(page.locator("#p-problem")).to_contain_text("the one from before this change")
    expect(page.locator("#p-answer")).to_have_class("stale")
    expect(page.locator("#answer h1")).to_have_text(before)
    page.locator("#p-back").click()
    expect(page.locator("#p-problem")).to_be_hidden()
    expect(page.locator(".stale")).to_have_count(0)
    expect(page.locator("#p-boxes input").first).to_be_focused()


def test_a_verdict_that_comes_after_a_refusal_is_not_shown(quick):
    page = quick().open()
    held = []
    refusal = '{"code": "BO504", "what": "too slow", "where": "here", "fix": "wait"}'
    page.route("**/api/verdict", lambda route: held.append(route))
    page.route(
        "**/api/view",
        lambda route: route.fulfill(status=422, body=refusal, content_type="application/json"),
    )
    with page.expect_request("**/api/verdict"):
        page.locator("[data-example='demsar-2006']").click()
    expect(page.locator("#p-problem")).to_contain_text("Too slow")
    expect(page.locator("#p-problem")).to_be_focused()  # the example that was clicked is gone
    with page.expect_response("**/api/verdict"):
        held[0].continue_()
    page.wait_for_load_state("networkidle")
    expect(page.locator("#answer")).to_have_count(0)


def test_a_problem_can_be_closed_and_leaves_something_to_go_on_with(quick):
    page = quick().open()
    for close in (lambda: page.keyboard.press("Escape"), page.get_by_role("button", name="Close").click):
        page.locator("#p-text").fill("dataset,A,B\n")
        page.locator("#p-go").click()
        expect(page.locator("#p-problem")).to_contain_text("BO019")
        page.locator("#p-problem summary").focus()
        close()
        expect(page.locator("#p-problem")).to_be_hidden()
        expect(page.locator("#content")).to_be_focused()
        expect(page.locator("#p-cards")).to_be_visible()


def test_a_value_out_of_range_stays_where_it_is_and_is_refused_in_words(quick):
    page = quick().example("figure-15.2")
    level = page.get_by_label("Level")
    level.fill("0.3")
    level.blur()
    expect(page.locator("#p-problem")).to_contain_text("Level: ")
    expect(level).to_have_value("0.3")
    expect(level).to_have_attribute("aria-invalid", "true")
    level.fill("0.9")
    level.blur()
    expect(page.locator("#answer")).to_contain_text("90 % interval")
    expect(page.locator("#p-problem")).to_be_hidden()


def test_a_refused_table_has_an_address_and_back_leads_to_the_one_before(quick):
    page = quick().open()
    page.locator("#p-text").fill(TWO)
    page.locator("#p-go").click()
    expect(page.locator("#answer h1")).to_contain_text("Undecided")
    page.wait_for_url(re.compile("#z="))
    good = page.url
    page.locator("#p-give summary").click()
    page.locator("#p-text").fill("dataset,A,B\n")
    page.locator("#p-go").click()
    expect(page.locator("#p-problem")).to_contain_text("BO019")
    expect(page).to_have_title(re.compile("no rows"))
    page.wait_for_url(lambda url: "#z=" in url and url != good)
    page.locator("#p-problem summary").click()
    expect(page.locator("#p-problem .meaning")).to_contain_text("What to do")
    expect(page.locator("#p-problem .still")).to_contain_text("Still here: the pasted text. Undecided")
    page.get_by_role("button", name="Back to it").click()
    expect(page.locator("#answer h1")).to_contain_text("Undecided")
    expect(page.locator("#p-problem")).to_be_hidden()
    assert page.url == good
    page.evaluate("history.back()")
    expect(page.locator("#p-problem")).to_contain_text("BO019")
    page.evaluate("history.back()")
    expect(page.locator("#answer h1")).to_contain_text("Undecided")
    assert page.url == good


def test_a_verdict_is_said_once_and_the_focus_is_never_lost(quick):
    one = quick()
    page = one.open()
    one.listen()
    page.locator("[data-example='figure-15.7']").click()
    page.locator("#p-report #computed").wait_for(state="attached")
    verdict = page.locator("#answer h1").inner_text()
    assert one.said() == [verdict]
    expect(page.locator("#answer")).to_be_focused()
    page.locator("#p-try button").first.click()
    expect(page.locator("#p-some")).to_have_text("now 8")
    expect(page.locator("#p-back")).to_be_focused()
    without = page.locator("#answer h1").inner_text()
    assert "left out by hand" in without
    assert one.said() == [verdict, without]
    page.locator("#p-give summary").click()
    page.locator("#p-text").focus()
    page.keyboard.insert_text(TWO)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#p-source")).to_have_text("the pasted text")
    expect(page.locator("#p-give summary")).to_be_focused()


def test_the_settings_of_one_table_are_not_kept_for_the_next(quick):
    page = quick().example("demsar-2006")
    page.locator("[name=baseline]").select_option("C4.5")
    expect(page.locator("#pair-table tbody tr")).to_have_count(3)
    page.locator("#p-give summary").click()
    page.locator("#p-text").fill("dataset,A,B\niris,0.9,offen\nwine,0.8,0.7\nzoo,0.7,0.6\n")
    page.locator("#p-go").click()
    expect(page.locator("#p-problem")).to_contain_text("BO012")
    expect(page.locator("#p-facts")).to_contain_text("dataset, A and B")
    expect(page.locator("[name=baseline]")).to_have_value("")
    expect(page.locator("[name=metric]")).to_have_value("")
    page.get_by_label("Missing marks").fill("offen")
    page.get_by_label("Missing marks").blur()
    expect(page.locator("#answer")).to_be_visible()


def test_fields_of_figures_say_what_they_stand_for_and_the_audit_what_its_codes_mean(visit):
    page = visit().example("predictions")
    for key, said in (("confusion", "forest: ham taken for ham"), ("flips", "both are right: 56 of 80")):
        page.locator(f"figure[data-file*='{key}'] [data-tip]").first.hover()
        expect(page.locator("#tip")).to_contain_text(said)
    item = page.locator("#p-found li[data-code=BO107]").first
    item.locator("summary").click()
    expect(item.locator(".meaning")).to_contain_text("What to do")
    expect(page.locator("#p-status")).to_have_text("The audit has 2 findings.")


def test_the_audit_offers_the_datasets_that_turn_a_verdict_among_several(visit):
    page = visit().open()
    page.route("**/api/drawing", lambda route: route.abort())
    page.locator("[data-example='demsar-2006']").click()
    page.get_by_role("button", name="Try without rheum: C4.5+m+cf over C4.5+cf").click()
    row = page.locator("#p-moves").get_by_role("row", name="verdict on C4.5+m+cf")
    expect(row.locator("td")).to_have_text(["better", "undecided"])
    expect(page.locator("#p-back")).to_be_focused()


def test_a_simulation_has_an_address_with_its_sliders(visit):
    page = visit().open("/teach#dropping&datasets=7&trials=200")
    dropping = page.locator("#dropping")
    expect(dropping.locator(".measured")).to_contain_text("in 200 trials")
    expect(dropping.get_by_label("datasets", exact=True)).to_have_value("7")
    dropping.get_by_label("seed").fill("3")
    page.wait_for_url(re.compile(r"/teach#dropping&datasets=7&.*trials=200&seed=3"))
    expect(page.locator("#p-status")).to_contain_text("in 200 trials")


def test_a_ledger_is_reached_by_a_click_also_where_its_store_has_no_study(visit, server):
    pairs = tuple(
        LookedPair(a="tree", b=f"forest {i}", test="sign", verdict="undecided", p_value=0.3, p_adjusted=1.0)
        for i in range(7)
    )
    with open_store(server.folder / "looks.db") as store:
        store.enter(
            Look(
                kind=LookKind.COMPARISON,
                identity="1",
                marks=("iris",),
                source="scores.csv",
                settings={},
                pairs=pairs,
            )
        )
    page = visit().open("/studies")
    page.get_by_role("link", name="Ledger of looks.db").click()
    expect(page.locator("#p-ledger tbody tr")).to_have_count(1)
    expect(page.locator("#p-ledger")).to_contain_text("forest 4 over tree: undecided; and 2 more")
    expect(page.locator("#p-ledger-words")).to_contain_text("The record is whole")
    expect(page.locator("#p-ledger-head")).to_be_focused()
    expect(page.locator("#p-study")).to_be_hidden()
    page.get_by_role("link", name="first study").click()
    expect(page.locator("#p-cells td").first).to_be_visible()
    expect(page.locator("#p-ledger")).to_be_hidden()


class Wire:
    """A wire between browser and server that hears what the browser asks for, and can be cut."""

    def __init__(self, to: int) -> None:
        self.to, self.asked, self.told, self._streams, self._ends, self._carriers = to, [], b"", [], [], []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        self._begin(self._let_in)

    def _begin(self, work, *given) -> None:
        self._carriers.append(threading.Thread(target=work, args=given, daemon=True))
        self._carriers[-1].start()

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._door.accept()
                server = socket.create_connection(("127.0.0.1", self.to))
                self._ends += [browser, server]
                self._begin(self._carry_questions, browser, server)
                self._begin(self._carry_answers, browser, server)

    def _carry_questions(self, browser, server) -> None:
        with suppress(OSError):
            while said := browser.recv(65_536):
                if b"/api/study/events" in said:
                    self._streams.append((browser, server))
                    self.asked.append(said.decode())
                server.sendall(said.replace(b"127.0.0.1:%d" % self.port, b"127.0.0.1:%d" % self.to))
            server.shutdown(socket.SHUT_WR)

    def _carry_answers(self, browser, server) -> None:
        with suppress(OSError):
            while said := server.recv(65_536):
                if any(browser is stream for stream, _ in self._streams):
                    self.told += said
                browser.sendall(said)
            browser.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Cut every stream of news in two."""
        _shut(end for ends in self._streams for end in ends)

    def close(self) -> None:
        """Let nobody in any more, and leave nothing open."""
        _shut([self._door, *self._ends])
        for carrier in self._carriers:
            carrier.join(timeout=5)
        for end in [self._door, *self._ends]:
            end.close()


def _shut(ends) -> None:
    for end in ends:
        with suppress(OSError):  # one that is shut already
            end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def wire(server):
    made = Wire(server.port)
    yield made
    made.close()


def test_after_a_lost_connection_the_browser_says_what_it_heard_last(visit, server, wire):
    study = StudyOnDisk(server.folder / "lost.db", "lost study")
    study.go_on(5)
    page = visit().page
    page.goto(f"http://127.0.0.1:{wire.port}/studies?token={TOKEN}#store=lost.db&study=lost%20study")
    expect(page.locator("#p-live")).to_have_text("live")
    study.go_on(1)
    expect(page.locator("#p-progress-words")).to_contain_text("5 of 36 cells scored")
    heard = re.findall(rb"id: (\w+)", wire.told)[-1].decode()
    wire.cut()
    expect(page.locator("#p-live")).to_have_text("waiting for the server…")
    study.go_on(1)
    expect(page.locator("#p-progress-words")).to_contain_text("6 of 36 cells scored")
    expect(page.locator("#p-live")).to_have_text("live")
    assert len(wire.asked) == 2
    assert "last-event-id" not in wire.asked[0].lower()
    assert re.search(rf"(?i)last-event-id: {heard}\r\n", wire.asked[1])
