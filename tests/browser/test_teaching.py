"""The page of simulations: what fails says so in its place, the newest answer stays, charts fit their room."""

import json

import pytest
from playwright.sync_api import expect


@pytest.fixture
def teach(visit):
    """Open the page; simulations are answered with what is given, and the others not at all."""

    def begin(answers, path="/teach"):
        one = visit()
        one.page.route("**/api/simulations/*", lambda route: answers(route))
        return one.open(path)

    return begin


def rate(value):
    points = [{"x": x, "rate": value, "error": 0.01, "trials": 200} for x in (1, 2)]
    series = [{"name": name, "points": points} for name in ("wald", "wilson", "clopper-pearson")]
    return {"nominal": 0.95, "level": 0.95, "measured": points[-1], "series": series}


SLOW = {"code": "BO504", "what": "this takes too long", "where": "here", "fix": "give fewer trials"}


def test_a_simulation_that_fails_says_so_in_its_place_and_is_tried_again(teach):
    refusals = [SLOW]

    def answers(route):
        if route.request.url.endswith("naive-t") and refusals:
            route.fulfill(status=422, json=refusals.pop())
        else:
            route.fulfill(json=rate(0.5))

    page = teach(answers)
    box = page.locator("#naive-t .problem-box")
    expect(box).to_contain_text("This takes too long")
    page.locator("#community").scroll_into_view_if_needed()
    expect(page.locator("#community .measured")).to_contain_text("50.0")
    expect(box).to_be_visible()  # another's success does not take it away
    expect(page.locator("#p-problem")).to_be_hidden()
    box.get_by_role("button", name="Try again").click()
    expect(page.locator("#naive-t .measured")).to_contain_text("50.0")
    expect(page.locator("#naive-t summary")).to_be_focused()
    expect(page.locator("#p-status")).to_contain_text("50.0")


def test_an_older_answer_does_not_cover_a_newer_one(teach):
    held = []
    page = teach(lambda route: held.append(route), "/teach#coverage")
    slider = page.locator("#coverage").get_by_label("seed")
    page.locator("#coverage").scroll_into_view_if_needed()
    expect(slider).to_be_visible()

    def of(seed):
        asked = [r for r in held if r.request.url.endswith("coverage")]
        return [r for r in asked if json.loads(r.request.post_data)["seed"] == seed]

    slider.fill("7")
    while not of(7):
        page.wait_for_timeout(50)
    of(7)[0].fulfill(json=rate(0.9))
    expect(page.locator("#coverage .measured b")).to_contain_text("90.0")
    for old in of(0):
        old.fulfill(json=rate(0.1))
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    expect(page.locator("#coverage .measured b")).to_contain_text("90.0")
    expect(page.locator("#coverage .result")).to_have_class("result")


def test_a_chart_is_drawn_for_the_room_that_there_is(teach):
    page = teach(lambda route: route.fulfill(json=rate(0.9)), "/teach#coverage")
    page.locator("#coverage summary").click()
    page.set_viewport_size({"width": 375, "height": 700})
    chart = page.locator("#coverage svg")
    expect(chart).to_have_attribute("viewBox", "0 0 349 388")
    inside = """(svg) => [...svg.querySelectorAll("text")].map((text) => text.getBBox())
      .every((box) => box.x >= 0 && box.y + box.height <= svg.viewBox.baseVal.height)"""
    assert chart.evaluate(inside)
    assert page.locator("#coverage details").evaluate("d => d.open")


def test_a_damaged_address_leaves_sliders_where_they_start(teach):
    page = teach(lambda route: route.fulfill(json=rate(0.9)), "/teach#dropping&datasets=many&dropped=3")
    expect(page.locator("#dropping").get_by_label("datasets", exact=True)).to_have_value("10")
    dropped = page.locator("#dropping").get_by_role("slider", name="datasets that may be dropped")
    expect(dropped).to_have_value("3")
