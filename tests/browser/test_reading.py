"""The reading on the page: the table itself, roles as tags, a card for each reading of a question."""

import pytest
from playwright.sync_api import expect

from browser.test_page import obstacles

ROWS = [("iris", 91, 92, 88), ("wine", 93, 90, 87), ("glass", 71, 69, 66), ("sonar", 81, 84, 70),
        ("vote", 95, 94, 90), ("zoo", 96, 92, 93), ("ecoli", 85, 86, 80), ("yeast", 60, 58, 55)]  # fmt: skip
QUESTION = "dataset,RF,SVM,NB,X\n" + "".join(f"{d},.{a},.{b},.{c},.{max(a, b, c)}\n" for d, a, b, c in ROWS)
UNNAMED = "dataset,classifier,zork\n" + "".join(
    f"{d},{m},{v + 100}\n" for d, a, b, c in ROWS for m, v in (("RF", a), ("SVM", b), ("NB", c))
)


@pytest.fixture
def given(visit):
    """Begin a visit that pastes a table, and waits for no drawing and no audit."""

    def begin(text, **how):
        one = visit(**how)
        for path in ("drawing", "audit"):
            one.page.route(f"**/api/{path}", lambda route: route.abort())
        page = one.open()
        page.locator("#p-text").fill(text)
        page.locator("#p-go").click()
        return page

    return begin


def folded_reading(page):
    """Give the heading of what was read, which folds itself up when its answer comes: that may be after the report."""
    page.locator("#p-report #computed").wait_for(state="attached")
    page.locator("#p-read:not([open])").wait_for(state="attached")
    return page.locator("#p-read > summary")


def test_a_question_has_a_card_for_each_reading_with_its_answer_and_one_click_takes_it(given):
    page = given(QUESTION)
    cards = page.locator(".way")
    expect(cards).to_have_count(2)
    expect(cards.nth(0)).to_contain_text("'X' is no classifier")
    expect(cards.nth(0).locator(".foretold")).to_have_text(
        "RF and SVM are better than NB; nothing else is decided."
    )
    expect(cards.nth(1).locator(".foretold")).to_contain_text("X")
    expect(page.locator("#p-answer h1")).to_have_count(0)
    cards.nth(1).locator("button").click()
    expect(page.locator("#answer h1")).to_contain_text("X")
    expect(page.locator("#p-problem")).to_be_hidden()
    expect(cards).to_have_count(0)
    expect(page.locator("#p-read-command")).to_contain_text("bakeoff compare FILE --columns-are classifiers")
    expect(page.locator("#p-report #computed")).to_contain_text("columns_are='classifiers'")


def test_which_direction_is_better_is_a_card_as_well(given):
    page = given(UNNAMED)
    cards = page.locator(".way")
    expect(cards).to_have_count(2)
    expect(cards.nth(1)).to_contain_text("Lower scores are better")
    cards.nth(1).locator("button").click()
    expect(page.locator("#answer")).to_contain_text("lower is better")
    expect(cards).to_have_count(0)


def test_a_tag_is_changed_by_the_keyboard_and_keeps_the_focus_and_all_can_be_taken_back(given):
    page = given(QUESTION)
    page.locator(".way button").first.click()
    folded_reading(page).press("Enter")
    tag = page.get_by_label("NB is")
    tag.focus()
    tag.press("ArrowDown")
    expect(page.locator("#answer h1")).not_to_contain_text("NB")
    expect(page.get_by_label("NB is")).to_be_focused()
    expect(page.locator("#p-read-line")).to_contain_text("2 columns left aside (NB and X)")
    expect(page.locator("#p-read-command")).to_contain_text("--leave-aside X --leave-aside NB")
    page.locator("#p-as-found").click()
    expect(page.locator(".way")).to_have_count(2)


def test_a_classifier_is_renamed_on_the_page(given):
    page = given(QUESTION)
    page.locator(".way button").first.click()
    folded_reading(page).click()
    page.locator("#p-old").select_option("RF")
    page.locator("#p-new").fill("Forest")
    page.locator("#p-new").press("Enter")
    expect(page.locator("#answer h1")).to_contain_text("Forest")
    expect(page.locator("#p-read-command")).to_contain_text("--rename RF=Forest")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_of_it_is_in_the_way_of_anybody_and_a_phone_scrolls_only_the_table(given, scheme):
    page = given(QUESTION, color_scheme=scheme, bypass_csp=True)
    expect(page.locator(".foretold").nth(1)).not_to_be_empty()
    assert obstacles(page) == []
    page.locator(".way button").first.click()
    folded_reading(page).click()
    assert obstacles(page) == []
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
