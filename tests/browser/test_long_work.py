"""Long work shows itself, can be cancelled, and gives way to what is asked next."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

SMALL = "dataset,A,B\n" + "".join(f"d{i},{70 + i},{72 + i * 7 % 5 + i}\n" for i in range(8))


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Return a file that takes several seconds."""
    scores = np.random.default_rng(0).normal(0.8, 0.05, (600, 150)).round(4)
    rows = [f"d{i},{','.join(map(str, row))}" for i, row in enumerate(scores)]
    path = tmp_path_factory.mktemp("large") / "large.csv"
    path.write_text("\n".join(["dataset," + ",".join(f"c{i}" for i in range(150)), *rows]) + "\n")
    return path


def test_a_large_table_says_how_far_it_is_and_can_be_cancelled(visit, large):
    page = visit().open()
    page.set_input_files("#p-files", large)
    progress = page.locator("#p-progress")
    expect(progress).to_be_visible()
    expect(page.locator("#p-stage")).not_to_be_empty()
    page.get_by_role("button", name="Cancel").click()
    expect(progress).to_be_hidden()
    expect(page.locator("#p-intro")).to_be_visible()
    expect(page.locator("#p-problem")).to_be_hidden()
    expect(page.locator("#p-status")).to_have_text("Stopped.")
    expect(page.locator("#content")).to_be_focused()  # the button that had the focus is gone


def test_the_next_table_does_not_wait_for_one_that_was_dropped_before_it(visit, large):
    page = visit().open()
    page.set_input_files("#p-files", large)
    expect(page.locator("#p-progress")).to_be_visible()
    page.fill("#p-text", SMALL)
    page.evaluate("document.getElementById('p-go').click()")
    expect(page.locator("#answer h1")).to_contain_text("B is better than A")
    expect(page.locator("#p-progress")).to_be_hidden()


class Paused:
    """A visitor whose clock stands still until it is moved, on a page whose requests can be held back."""

    def __init__(self, one) -> None:
        self.one, self.page, self.asked, self.held = one, one.page, [], {}
        for path in ("drawing", "audit"):
            self.page.route(f"**/api/{path}", lambda route: route.abort())
        self.page.route("**/api/progress*", self._tell)
        self.page.clock.install()
        one.open()
        self.page.locator("[data-example='figure-15.7']").wait_for()
        self.page.clock.pause_at(self.page.evaluate("Date.now()") + 10_000)
        one.listen()

    def _tell(self, route) -> None:
        self.asked.append(route.request.url)
        route.fulfill(json={"stage": "comparing pairs", "share": 0.25, "seconds": 1})

    def _keep(self, route) -> None:
        self.held[route.request.url.rpartition("/")[2]] = route

    def hold(self, *paths: str) -> None:
        for path in paths:
            self.page.route(f"**/api/{path}", self._keep)

    def release(self, path: str) -> None:
        self.held.pop(path).continue_()
        self.page.unroute(f"**/api/{path}")

    def compare(self) -> None:
        with self.page.expect_request("**/api/view"):
            self.page.locator("[data-example='figure-15.7']").click()


@pytest.fixture
def paused(visit):
    return Paused(visit())


def test_what_is_answered_at_once_shows_no_progress_and_says_only_the_verdict(paused):
    page = paused.page
    paused.hold("verdict")  # what is shown is the answer itself
    paused.compare()
    verdict = page.locator("#answer h1").inner_text()
    page.clock.run_for(200)
    page.locator("#p-report #computed").wait_for(state="attached")
    page.clock.run_for(10_000)
    assert paused.asked == []
    expect(page.locator("#p-progress")).to_be_hidden()
    assert paused.one.said() == [verdict]


@pytest.mark.parametrize("verdict_comes_first", [True, False])
def test_progress_is_there_within_a_second_and_never_talks_over_a_verdict(paused, verdict_comes_first):
    page, stage = paused.page, "Comparing pairs: 25 %"
    paused.hold("view", "verdict")
    with page.expect_request("**/api/verdict"):
        paused.compare()
    expect(page.locator("#p-progress")).to_be_hidden()
    if verdict_comes_first:
        paused.release("verdict")
        page.locator("#answer h1").wait_for()
    page.clock.run_for(1000)
    expect(page.locator("#p-progress")).to_be_visible()
    expect(page.locator("#p-stage")).to_have_text(stage)
    page.clock.run_for(1000)
    if not verdict_comes_first:
        expect(page.locator("#p-status")).to_have_text(stage)
        paused.release("verdict")
    verdict = page.locator("#answer h1").inner_text()
    paused.release("view")
    page.clock.resume()
    page.locator("#p-report #computed").wait_for(state="attached")
    expect(page.locator("#p-progress")).to_be_hidden()
    assert paused.one.said() == ([verdict] if verdict_comes_first else [stage, verdict])


def test_who_cancels_a_setting_keeps_the_answer_before_it(paused):
    page = paused.page
    page.clock.resume()
    paused.compare()
    page.locator("#p-report #computed").wait_for(state="attached")
    before = page.locator("#answer h1").inner_text()
    paused.hold("view", "verdict")
    page.get_by_role("button", name="Try without").first.click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#p-progress")).to_be_hidden()
    expect(page.locator("#p-problem")).to_contain_text("Stopped before it was done")
    expect(page.locator("#answer h1")).to_have_text(before)
    expect(page.locator("#content")).to_be_focused()


@pytest.fixture
def too_many(visit):
    """Return a page that was just told that its table makes too many pairs."""
    page = visit().open()
    said = {"code": "BO535", "what": "too many pairs", "where": "a table", "fix": "rank them"}

    def refuse(route):
        if "baseline" in (route.request.post_data or ""):
            route.continue_()
        else:
            route.fulfill(status=422, json=said)

    for address in ("**/api/view", "**/api/verdict"):
        page.route(address, refuse)
    rows = [f"d{i},{70 + i},{72 + i * 7 % 5 + i},{71 + i * 3 % 5 + i}" for i in range(8)]
    page.fill("#p-text", "\n".join(["dataset,A,B,C", *rows]))
    page.locator("#p-go").click()
    expect(page.locator("#p-others")).to_be_visible()
    return page


def test_of_too_many_pairs_all_are_compared_with_one(too_many):
    assert Axe().run(too_many).violations_count == 0
    too_many.get_by_label("Compare all with").fill("A")
    too_many.locator("#p-others").get_by_role("button", name="Compare", exact=True).click()
    expect(too_many.locator("#p-problem")).to_be_hidden()
    expect(too_many.locator("#answer h1")).to_be_visible()


def test_a_table_of_too_many_pairs_is_ranked_in_a_click(too_many):
    too_many.get_by_role("button", name="Rank them on the leaderboard page").click()
    expect(too_many.locator("#answer h1")).to_contain_text("3 entries")
