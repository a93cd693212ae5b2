"""Figures on a page: legible on a phone, reached without a mouse, in the colours of the page."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import bakeoff
from bakeoff.inputs.published import PUBLISHED

SHRUNK = "(all) => all.map((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width * 3 / 4)"


@pytest.fixture(scope="module")
def many():
    return bakeoff.compare(PUBLISHED["demsar-2006"].text, metric="AUC")


def test_on_a_phone_a_wide_figure_keeps_its_size_and_scrolls_in_its_own_place(opened, many):
    page = opened(many, viewport={"width": 360, "height": 700}, has_touch=True, bypass_csp=True).page
    wide = page.locator("#figure-1 .drawing")
    expect(wide).to_have_attribute("tabindex", "0")
    expect(wide).to_have_attribute("role", "group")
    assert wide.get_attribute("aria-label").startswith("1. Which classifiers are not shown to differ")
    assert min(page.locator(".drawing svg").evaluate_all(SHRUNK)) > 0.65
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    wide.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('#figure-1 .drawing').scrollLeft > 0")
    found = Axe().run(page, context="#figures").response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(wide).not_to_have_attribute("tabindex", "0")
    expect(page.locator(".drawing[role]")).to_have_count(0)


def test_in_the_dark_no_figure_is_on_white_paper_and_a_file_of_it_is(opened, many, tmp_path):
    page = opened(many, color_scheme="dark").page
    expect(page.locator("svg.on-paper")).to_have_count(0)
    ground = "(svg) => getComputedStyle(svg.querySelector('path')).fill"
    fills = {page.locator(".drawing svg").nth(i).evaluate(ground) for i in range(3)}
    assert fills == {"rgb(22, 24, 27)"}
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download figure 2 as SVG").click()
    waiting.value.save_as(tmp_path / "matrix.svg")
    text = (tmp_path / "matrix.svg").read_text()
    assert "var(--" not in text
    assert "fill: #0072b2; fill-opacity:" in text


def test_escape_takes_a_tip_away(opened, many):
    page = opened(many).page
    page.locator("#figure-2 [data-tip]").first.hover()
    expect(page.locator("#tip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#tip")).to_be_hidden()


def test_on_the_page_a_phone_asks_for_the_narrow_shape_and_a_desk_for_the_wide_one(visit):
    asked = {}
    for width in (375, 1280):
        page = visit(viewport={"width": width, "height": 800}).open()
        for path in ("audit", "drawing"):
            page.route(f"**/api/{path}", lambda route: route.abort())
        with page.expect_request("**/api/drawing") as waiting:
            page.locator("[data-example='figure-15.2']").click()
        asked[width] = waiting.value.post_data_json["narrow"]
    assert asked == {375: True, 1280: False}
