"""The page is alive: steps back, sliders, linked pictures, a brush, orders, mending, two answers side by side."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


@pytest.fixture
def quick(visit):
    """Begin a visit that waits for no drawing and no audit."""
    one = visit(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    for path in ("drawing", "audit"):
        one.page.route(f"**/api/{path}", lambda route: route.abort())
    return one


def obstacles(page):
    return [(v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]


def test_every_step_can_be_taken_back_by_a_button_by_keys_and_by_back(quick):
    page = quick.example("figure-15.2")
    expect(page.locator("#p-undo")).to_be_disabled()
    page.get_by_role("checkbox", name="dataset 5").uncheck()
    expect(page.locator("#verdict")).to_contain_text("9 of 10 datasets")
    page.locator("[name=level]").fill("0.9")
    page.locator("[name=level]").blur()
    expect(page.locator("#p-undo")).to_have_accessible_name("Undo Level: 0.9")
    page.locator("#p-undo").click()
    expect(page.locator("[name=level]")).to_have_value("")
    expect(page.locator("#p-undo")).to_have_accessible_name("Undo leaving out dataset 5")
    page.locator("#answer").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#verdict")).to_contain_text("these 10 datasets")
    expect(page.get_by_role("checkbox", name="dataset 5")).to_be_checked()
    expect(page.locator("#p-undo")).to_be_disabled()
    page.keyboard.press("Control+Shift+z")
    expect(page.locator("#verdict")).to_contain_text("9 of 10 datasets")
    page.evaluate("history.back()")
    expect(page.locator("#verdict")).to_contain_text("these 10 datasets")
    page.evaluate("history.back()")
    expect(page.locator("#p-cards button").first).to_be_visible()


def test_a_verdict_out_of_sight_stays_at_the_upper_edge_with_its_steps(quick):
    page, small = quick.example("figure-15.2"), quick.page.locator("#p-mini")
    expect(small).to_be_hidden()
    page.get_by_role("checkbox", name="dataset 5").uncheck()
    page.locator("#p-datasets").evaluate("(section) => section.scrollIntoView()")
    expect(small.get_by_role("link")).to_have_text(re.compile("9 of 10 datasets"))
    expect(small.locator(".chip")).to_have_text("1 dataset left out by hand")
    expect(small.locator("svg.interval")).to_be_visible()
    assert obstacles(page) == []
    tops = (
        "() => ['p-datasets-head', 'p-mini'].map((id) => document.getElementById(id).getBoundingClientRect())"
    )
    head, bar = page.evaluate(tops)
    assert head["top"] > bar["bottom"]  # what is jumped to is not covered
    undo = small.get_by_role("button", name="Undo leaving out dataset 5")
    undo.focus()
    page.keyboard.press("Enter")
    expect(small.get_by_role("link")).to_have_text(re.compile("these 10 datasets"))
    expect(small.get_by_role("button", name="Redo leaving out dataset 5")).to_be_focused()
    small.get_by_role("link").click()
    expect(small).to_be_hidden()
    expect(page.locator("#answer")).to_be_focused()


def test_a_button_that_has_no_further_step_hands_the_focus_to_the_other(quick):
    page = quick.example("figure-15.2")
    page.locator("[name=level]").fill("0.9")
    page.locator("[name=level]").blur()
    expect(page.locator("#p-undo")).to_be_enabled()
    page.locator("#p-undo").press("Enter")
    expect(page.locator("#p-redo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#p-undo")).to_be_focused()


def test_the_button_for_the_light_follows_the_system(quick):
    page = quick.open()
    expect(page.locator("#theme")).to_have_text("Dark")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("#theme")).to_have_text("Light")


MOVE = """(slider, values) => {
  for (const value of values) { slider.value = value; slider.dispatchEvent(new Event("input")); }
  slider.dispatchEvent(new Event("change")); }"""


def test_sliders_move_the_verdict_and_a_drag_is_one_step(quick):
    page = quick.example("figure-15.2")
    slider = page.locator("#p-margin-slider")
    most = slider.get_attribute("max")
    slider.evaluate(MOVE, ["1", "2", "3", most])
    expect(page.locator("#verdict")).to_contain_text("equivalent")
    expect(page.locator("#answer .word")).to_have_text("Practically equal")
    expect(page.locator("#p-picture .band")).to_have_count(1)
    page.locator("#p-undo").click()
    expect(page.locator("#verdict")).to_contain_text("Undecided")
    expect(page.locator("#p-undo")).to_be_disabled()
    page.locator("#p-level-slider").evaluate(MOVE, ["0"])
    expect(page.locator("#answer")).to_contain_text("80 % interval")
    expect(page.locator("[name=level]")).to_have_value("0.8")


def test_what_is_pointed_at_lights_up_in_all_pictures_and_shift_click_leaves_it_out(quick):
    page = quick.example("figure-15.2")
    dot = page.locator("#p-picture .mark[data-d='dataset 8']")
    dot.hover()
    expect(page.locator("#p-look-datasets .hl")).to_have_count(1)
    expect(page.locator("#p-look-scatter .hl")).to_have_attribute("data-d", "dataset 8")
    expect(page.locator("#p-readout")).to_contain_text("dataset 8: +9.0 points")
    page.locator("#p-look-scatter .mark[data-d='dataset 8']").click()
    page.mouse.move(0, 0)
    expect(dot).to_have_class(re.compile("hl"))
    expect(dot).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("#p-main.lit")).to_have_count(0)
    page.locator("#p-look-datasets .mark[data-d='dataset 5']").click(modifiers=["Shift"])
    expect(page.locator("#answer .chip.hand")).to_contain_text("1 dataset left out by hand")
    expect(page.locator("#p-picture .mark.gone")).to_have_attribute("data-d", "dataset 5")
    expect(page.locator("#p-wrong")).to_contain_text("BO170")
    page.get_by_role("button", name="put back").click()
    expect(page.locator("#answer .chip.hand")).to_have_count(0)


def test_a_picture_is_one_tab_stop_and_arrows_move_inside(quick):
    page = quick.example("figure-15.2")
    marks = page.locator("#p-picture .mark")
    expect(page.locator("#p-picture .mark[tabindex='0']")).to_have_count(1)
    marks.first.focus()
    page.keyboard.press("ArrowRight")
    expect(marks.nth(1)).to_be_focused()
    expect(page.locator("#p-readout")).to_contain_text("dataset 2: −3.0 points")
    page.keyboard.press("End")
    expect(marks.last).to_be_focused()
    name = marks.last.get_attribute("data-d")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#verdict")).to_contain_text("1 left out by hand")
    expect(page.locator(f"#p-picture .mark.gone[data-d='{name}']")).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator("#p-picture .mark.gone")).to_have_count(0)


SIZE = "svg => ({ width: svg.width.baseVal.value, height: svg.height.baseVal.value })"


def test_a_brush_picks_datasets_that_can_be_left_out_together(quick):
    page = quick.example("figure-15.2")
    place = page.locator("#p-look-scatter .pic")
    place.scroll_into_view_if_needed()
    box = {**place.bounding_box(), **page.locator("#p-look-scatter svg").evaluate(SIZE)}
    page.mouse.move(box["x"] + 52, box["y"] + 16)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 14, box["y"] + box["height"] - 46, steps=4)
    page.mouse.up()
    expect(page.locator("#p-selected")).to_have_text("10 datasets picked")
    page.get_by_role("button", name="Pick none").click()
    expect(page.locator("#p-selection")).to_be_hidden()
    marks = page.locator("#p-picture .mark")
    marks.first.focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#p-selected")).to_have_text("2 datasets picked")
    expect(page.locator("#p-look-scatter .picked")).to_have_count(2)
    assert obstacles(page) == []
    page.get_by_role("button", name="Leave them out").click()
    expect(page.locator("#verdict")).to_contain_text("2 left out by hand")


def names_in(page):
    return page.locator("#p-picture .mark").evaluate_all("marks => marks.map(m => m.dataset.m)")


def test_classifiers_are_sorted_and_moved_and_who_is_best_is_named_with_its_picture(quick):
    page = quick.example("demsar-2006")
    expect(page.locator("#verdict")).to_have_text("C4.5+m+cf and C4.5+m are tied for best.")
    expect(page.locator("#answer .word")).to_have_text("Tied for best")
    expect(page.locator("#p-picture .tied")).to_have_count(2)
    assert names_in(page)[0] == "C4.5+m+cf"
    page.locator("#p-order").select_option("name")
    assert names_in(page) == sorted(names_in(page))
    page.locator("#p-picture .mark").first.focus()
    page.keyboard.press("Alt+ArrowDown")
    assert names_in(page)[:2] == ["C4.5+cf", "C4.5"]
    expect(page.locator("#p-order")).to_have_value("own")
    expect(page.locator("#p-picture .mark[data-m='C4.5']")).to_be_focused()
    assert obstacles(page) == []


def test_classifiers_are_grouped_with_headings_and_a_row_is_dragged_to_its_place(quick):
    page = quick.example("demsar-2006")
    page.locator("#p-grouping").select_option("verdict")
    heads = page.locator("#p-picture .heading")
    expect(heads.first).to_have_text("tied for best")
    expect(heads).to_have_count(2)
    page.locator("#p-grouping").select_option("none")
    expect(heads).to_have_count(0)
    before = names_in(page)
    row = page.locator("#p-picture .mark").last
    for _ in range(3):  # where the page moves under the mouse, it takes hold of nothing
        row.hover(position={"x": 20, "y": 8})  # waits until it no longer moves
        last = row.evaluate("(row) => row.getBoundingClientRect().toJSON()")
        page.mouse.move(last["x"] + 20, last["y"] + 8)
        page.mouse.down()
        page.mouse.move(last["x"] + 20, last["y"] - 15)
        page.mouse.move(last["x"] + 20, last["y"] - 38)
        page.mouse.up()
        if names_in(page) != before:
            break
    assert names_in(page) == [before[0], before[3], *before[1:3]]
    expect(page.locator("#p-order")).to_have_value("own")


def test_a_line_a_cell_and_a_separator_are_mended_where_the_error_is_shown(quick):
    page = quick.open()
    rows = "".join(f"d{i},{70 + i}.5,{72 + i * 7 % 5 + i}.1\n" for i in range(8))
    page.locator("#p-text").fill(f"dataset,A,B\n{rows}iris,81,7,95.3\n")
    page.locator("#p-go").click()
    expect(page.locator("#p-mend .lines .bad")).to_contain_text("iris,81,7,95.3")
    assert obstacles(page) == []
    page.get_by_role("button", name="Read “81,7” as 81.7").click()
    expect(page.locator("#verdict")).to_contain_text("9 datasets")
    expect(page.locator("#p-source")).to_have_text("the pasted text (mended on the page)")
    page.locator("#p-give summary").click()
    page.locator("#p-text").fill(f"dataset,A,B\n{rows}iris,n/k,95.3\n")
    page.locator("#p-go").click()
    page.locator("#p-mend .cells .bad").fill("8l.7")
    page.get_by_role("button", name="Compare with the mended cell").click()
    expect(page.locator("#p-problem .what")).to_contain_text("8l.7")
    expect(page.locator("#p-problem .main")).to_have_text("Compare with the mended cell")
    page.locator("#p-mend .cells .bad").fill("81.7")
    page.locator("#p-problem .main").click()
    expect(page.locator("#verdict")).to_contain_text("9 datasets")


def test_a_separator_that_was_found_wrongly_is_said_and_what_an_error_says_to_type_is_a_click(quick):
    page = quick.open()
    rows = "".join(f"set {i}~{70 + i}.5~{72 + i * 7 % 5 + i}.1\n" for i in range(8))
    page.locator("#p-text").fill(f"dataset~method A~method B\n{rows}")
    page.locator("#p-go").click()
    assert obstacles(page) == []
    page.get_by_role("button", name="Cells are separated by “~”").click()
    expect(page.locator("#verdict")).to_contain_text("8 datasets")
    expect(page.locator("#p-problem")).to_be_hidden()
    expect(page.locator("#p-read-command")).to_contain_text("--separator")
    page.locator("#p-give summary").click()
    page.locator("#p-text").fill(f"dataset,A,B\n{rows.replace('~', ',')}iris,n/k,95.3\n")
    page.locator("#p-go").click()
    page.get_by_role("button", name="Read “n/k” as missing").click()
    expect(page.locator("#verdict")).to_contain_text("8 datasets")
    expect(page.locator("#p-problem")).to_be_hidden()


def test_a_table_that_may_lie_on_its_side_is_turned_by_a_click(quick):
    page = quick.open()
    head = ",".join(f"m{i}" for i in range(24))
    rows = "".join(
        f"d{k}," + ",".join(f"{60 + (7 * i + 11 * k) % 23}.{k}" for i in range(24)) + "\n" for k in range(6)
    )
    page.locator("#p-text").fill(f"dataset,{head}\n{rows}")
    page.locator("#p-go").click()
    button = page.locator("#p-found").get_by_role("button", name="Turn the table round")
    button.click()
    expect(page.locator("#p-read-line")).to_contain_text("24 datasets × 6 classifiers")
    expect(page.locator("#p-undo")).to_have_accessible_name("Undo rows are classifiers")


COLOURS = """(canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height), seen = new Set();
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] === 255) seen.add(data[i]);
  return seen.size; }"""


def test_a_cell_of_a_painted_table_is_pointed_at_visited_by_keys_and_left_out(quick):
    page = quick.open()
    head = ",".join(f"m{i}" for i in range(60))
    rows = "".join(
        f"d{k}," + ",".join(f"{60 + (7 * i + 11 * k) % 23}.{k % 10}" for i in range(60)) + "\n"
        for k in range(50)
    )
    page.locator("#p-text").fill(f"dataset,{head}\n{rows}")
    page.locator("#p-go").click()
    cursor = page.locator("#p-look-heat .mark:has(> .cursor)")
    colours = page.locator("#p-look-heat canvas").evaluate(COLOURS)
    assert colours >= 5
    cursor.focus()
    first = cursor.get_attribute("aria-label")
    page.keyboard.press("ArrowRight")
    second = cursor.get_attribute("aria-label")
    assert first != second
    expect(page.locator("#p-look-heat .readout")).to_have_text(second)
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#answer .chip.hand")).to_contain_text("1 dataset left out by hand")
    expect(cursor).to_be_focused()
    expect(cursor).to_have_attribute("aria-label", second)


def test_recent_tables_come_back_and_stand_beside_the_present_one(quick):
    page = quick.example("figure-15.2")
    first = page.locator("#verdict").inner_text()
    page.locator("#p-give summary").click()
    page.locator("#p-example").select_option("figure-15.7")
    expect(page.locator("#verdict")).to_contain_text("B is better")
    page.locator("#p-give summary").click()
    expect(page.locator("#p-recent-list")).to_contain_text("figure-15.2")
    page.get_by_role("button", name="Beside this answer: figure-15.2").click()
    expect(page.locator("#p-beside-head")).to_have_text(first)
    expect(page.locator("#p-beside svg.live-picture")).to_have_count(1)
    assert obstacles(page) == []
    left, right = (
        [text for text in page.locator(f"{place} text.middle.q").all_inner_texts()]
        for place in ("#p-picture", "#p-beside")
    )
    assert left == right  # the same scale, so that what looks longer is longer
    page.get_by_role("button", name="Change places").click()
    expect(page.locator("#verdict")).to_have_text(first)
    expect(page.locator("#p-beside-head")).to_contain_text("B is better")
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#p-beside")).to_be_hidden()
    assert quick.complaints == []


PICTURE_FIRST = """() => {
  const y = (place) => [...document.querySelectorAll(place)].at(-1)?.getBoundingClientRect().y;
  return y("#p-picture svg") < y("#answer .fine"); }"""


@pytest.mark.parametrize("width", [390, 768])
def test_on_a_narrow_screen_the_picture_comes_before_the_fine_print(quick, width):
    quick.page.set_viewport_size({"width": width, "height": 844})
    page = quick.example("figure-15.2")
    page.wait_for_function(PICTURE_FIRST)  # in one look: the picture is drawn anew with every answer
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect(page.locator(".brand span")).to_be_hidden()  # so that the pages have one line
    assert obstacles(page) == []
