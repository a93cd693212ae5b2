"""The leaderboard page in a real browser: battles, settings, downloads, the way from the comparison."""

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def battles(tmp_path_factory):
    rng = np.random.default_rng(2)
    strengths = np.array([0.8, 0.2, -0.2, -0.8])
    left = rng.integers(0, 4, 600)
    right = (left + rng.integers(1, 4, 600)) % 4
    won = rng.random(600) < 1 / (1 + np.exp(strengths[right] - strengths[left]))
    rows = [f"m{a},m{b},{'left' if w else 'right'}" for a, b, w in zip(left, right, won, strict=True)]
    path = tmp_path_factory.mktemp("battles") / "battles.csv"
    path.write_text("\n".join(["left,right,winner", *rows]) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_battles_are_ranked_shown_and_taken_away(visit, battles, width, scheme):
    page = visit(viewport={"width": width, "height": 900}, color_scheme=scheme).open("/leaderboard")
    page.set_input_files("#b-file", battles)
    expect(page.locator("#answer h1")).to_contain_text("of 4 entries on 600 battles")
    expect(page.locator("#answer .word")).to_have_text("Best")
    expect(page.locator("#p-picture .mark")).to_have_count(4)
    assert page.locator("#board tbody tr").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(page).violations_count == 0
    page.locator("#p-picture .mark").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#p-readout")).to_contain_text("m1: ranks")
    expect(page.locator("#board tr.hl th")).to_have_text("m1")
    page.locator("#p-downloads summary").click()
    assert Axe().run(page).violations_count == 0
    with page.expect_download() as taken:
        page.locator("#b-forms [data-form=md]").click()
    assert "| rank | entry |" in taken.value.path().read_text(encoding="utf-8")
    page.locator("[name=added]").fill("m3")
    page.locator("[name=added]").press("Enter")
    expect(page.locator("#more")).to_contain_text("With m3 added")
    expect(page.locator("#computed")).to_contain_text("--added m3")


def test_battles_dropped_on_the_comparison_go_to_the_leaderboard(visit, battles):
    page = visit().open()
    page.set_input_files("#p-files", battles)
    page.wait_for_url("**/leaderboard#*")
    expect(page.locator("#answer h1")).to_contain_text("of 4 entries on 600 battles")


def test_what_cannot_be_ranked_says_why_and_settings_mend_it(visit):
    page = visit().open("/leaderboard")
    page.locator("#b-text").fill("model,score\na,61\nb,62\nc,70\n")
    page.locator("#b-go").click()
    expect(page.locator("#p-problem")).to_contain_text("how many items")
    page.locator("[name=items]").fill("500")
    page.locator("[name=items]").press("Enter")
    expect(page.locator("#answer h1")).to_contain_text("of 3 entries on 500 items")
    expect(page.locator("#p-problem")).to_be_hidden()


def test_a_folder_of_logs_is_chosen_and_compared(visit, tmp_path):
    for model, odd in (("small", 3), ("large", 5)):
        (tmp_path / "logs" / model).mkdir(parents=True)
        lines = (
            f'{{"doc_id": {i}, "doc": {{}}, "target": "{i}", "arguments": {{}}, "resps": [["x"]], '
            f'"filtered_resps": ["x"], "filter": "none", "metrics": ["acc"], "doc_hash": "{i:064x}", '
            f'"acc": {float(i % odd > 0)}}}\n'
            for i in range(60)
        )
        (tmp_path / "logs" / model / "samples_sums.jsonl").write_text("".join(lines))
    page = visit().open()
    page.set_input_files("#p-folder", tmp_path / "logs")
    expect(page.locator("#answer h1")).to_contain_text("60 items")
    expect(page.locator("#p-source")).to_have_text("logs")
