"""What if a dataset were not there: nothing of one table, or of other settings, is shown beside another."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

import bakeoff
from bakeoff.inputs.published import PUBLISHED

PACK = "async (what) => (await import('/static/packing.js')).pack(what)"


@pytest.fixture
def quick(visit):
    """Begin a visit that waits for no drawing and no audit."""
    one = visit()
    for path in ("drawing", "audit"):
        one.page.route(f"**/api/{path}", lambda route: route.abort())
    return one


def numbers(page):
    return page.locator("#p-moves td").all_inner_texts()


def test_a_baseline_that_is_chosen_while_datasets_are_out_moves_the_pairs_along(quick):
    page = quick.example("demsar-2006")
    page.get_by_role("checkbox", name="iris").uncheck()
    expect(page.locator("#p-some")).to_have_text("now 13")
    page.locator("[name=baseline]").select_option("C4.5+cf")
    expect(page.locator("#pair-table tbody tr")).to_have_count(3)
    expect(page.locator("#p-pair option")).to_have_count(3)
    expect(page.locator("#p-all")).to_have_text("all 14")
    for pair in page.locator("#p-pair option").all_inner_texts():
        page.locator("#p-pair").select_option(pair)
        expect(page.locator("#p-moves th").nth(3)).to_have_text(f"verdict on {pair.partition(' over ')[0]}")
        assert not {"–", "…"} & set(numbers(page))


def test_numbers_of_all_datasets_that_come_late_are_not_shown_beside_another_table(quick):
    page, held = quick.open(), []

    def view(route):
        whole = "without" not in json.loads(route.request.post_data)["options"]
        (held.append if whole and not held else lambda each: each.continue_())(route)

    page.route("**/api/view", view)
    left_out = page.evaluate(PACK, {"options": {"metric": "accuracy"}, "without": ["dataset 5"]})
    page.goto(f"{quick.server.url}/#x=figure-15.2&o={left_out}")
    page.reload()
    expect(page.locator("#p-some")).to_have_text("now 9")
    expect(page.locator("#p-all")).to_have_text("all")
    page.locator("#p-give summary").click()
    page.locator("#p-example").select_option("figure-15.5")
    expect(page.locator("#p-all")).to_have_text("all 10")
    shown = numbers(page)
    with page.expect_response("**/api/view"):
        held[0].continue_()
    page.evaluate("new Promise((done) => setTimeout(done, 50))")
    assert numbers(page) == shown
    assert shown[::2] == shown[1::2]


def test_a_click_on_a_dataset_while_the_next_table_is_read_does_nothing(quick):
    page, held = quick.example("figure-15.7"), []
    page.route("**/api/view", lambda route: held.append(route))
    page.route("**/api/verdict", lambda route: route.abort())
    page.locator("#p-give summary").click()
    with page.expect_request("**/api/view"):
        page.locator("#p-example").select_option("demsar-2006")
    box = page.get_by_role("checkbox", name="dataset 8")
    box.click()
    expect(box).to_be_checked()
    page.get_by_role("button", name="Try without").first.click()
    page.unroute("**/api/view")
    held[0].continue_()
    expect(page.locator("#pair-table tbody tr")).to_have_count(6)
    expect(page.locator("#p-problem")).to_be_hidden()
    expect(page.locator("#p-some")).to_have_text("now 14")
    assert quick.complaints == []


def test_what_was_put_back_is_ticked_at_once_whatever_the_server_says(quick):
    page = quick.example("figure-15.2")
    page.get_by_role("checkbox", name="dataset 5").uncheck()
    expect(page.locator("#p-some")).to_have_text("now 9")
    page.route("**/api/view", lambda route: route.abort())
    page.locator("#p-back").click()
    expect(page.get_by_role("checkbox", name="dataset 5")).to_be_checked()
    expect(page.locator("#p-problem")).to_contain_text("does not answer")


def test_advantages_have_the_same_decimals_as_each_other(quick):
    page = quick.open()
    rows = [("a", 0.123456789, 0.987654321), ("b", 12.5, 15.25), ("c", 0.7, 0.4), ("d", 1000.26, 1234.5)]
    page.locator("#p-text").fill("dataset,A,B\n" + "".join(f"{d},{a},{b}\n" for d, a, b in rows))
    page.locator("#p-options [name=metric]").evaluate("e => { e.value = 'cost'; }")
    page.locator("#p-go").click()
    expect(page.locator("#p-boxes .adv")).to_have_text(["+0.86", "+2.75", "−0.30", "+234.24"])


def _downloaded(page, button):
    with page.expect_download() as waiting:
        button.click()
    return Path(waiting.value.path()).read_bytes()


def test_what_is_unticked_stands_on_the_page_and_in_what_is_downloaded(quick):
    page = quick.example("figure-15.2")
    expect(page.locator("#evidence")).to_contain_text("it was taken as it stands")
    for name in ("dataset 5", "dataset 6"):
        page.get_by_role("checkbox", name=name).uncheck()
    told = "8 of 10 datasets, 2 left out by hand"
    expect(page.locator("#verdict")).to_contain_text(told)
    names = "2 datasets (dataset 5 and dataset 6) left out by hand"
    expect(page.locator("#evidence")).to_contain_text(names)
    expect(page.locator("#evidence")).not_to_contain_text("it was taken as it stands")
    expect(page.locator("#p-facts")).to_contain_text(names)
    expect(page.locator("#answer .worth")).to_contain_text("BO170")
    page.locator("#p-downloads summary").click()
    made = json.loads(_downloaded(page, page.get_by_role("button", name="All (JSON)")))
    assert made["reading"]["left_out"]["datasets"] == ["dataset 5", "dataset 6"]
    assert made["reading"]["left_out"]["omissions"][0]["after_seeing"] is True
    assert told in made["summary"]
    for button in (page.get_by_role("button", name="Pairs (CSV)"), page.locator("#pairs-csv")):
        assert names in _downloaded(page, button).decode()
    call = page.locator("#computed code").first.inner_text()
    again = eval(call, {"bakeoff": bakeoff, "evidence": PUBLISHED["figure-15.2"].text})
    assert again.to_dict()["pairs"] == made["pairs"]
    page.get_by_role("button", name="Put all back").click()
    expect(page.locator("#evidence")).to_contain_text("it was taken as it stands")
