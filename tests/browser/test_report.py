"""The report in a real browser: offline, without complaints, by keyboard, in the dark, on a phone, without scripts."""

import csv

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe

import bakeoff
from bakeoff.inputs.published import PUBLISHED

EVIL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</script><script>alert(3)</script>",
    "]]><svg onload=alert(4)>",
    "{{7*7}}",
    "=cmd()",
    "javascript:alert(5)",
)
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(22, 24, 27)"


@pytest.fixture(scope="module")
def two():
    return bakeoff.compare(PUBLISHED["figure-15.2"].text)


@pytest.fixture(scope="module")
def many():
    return bakeoff.compare(PUBLISHED["demsar-2006"].text, metric="AUC")


@pytest.fixture(scope="module")
def evil():
    rng = np.random.default_rng(5)
    scores = np.round(0.7 + 0.02 * np.arange(len(EVIL)) + 0.05 * rng.standard_normal((9, len(EVIL))), 3)
    names = [*EVIL, "plain", "'quoted'"]
    return bakeoff.compare({"dataset": names, **{n: scores[:, i].tolist() for i, n in enumerate(EVIL)}})


def column(page, table, index):
    return page.locator(f"#{table} tbody tr:visible > :nth-child({index})").all_inner_texts()


def test_the_report_opens_offline_without_a_request_or_a_complaint(opened, many):
    report = opened(many)
    assert [url for url in report.requests if not url.startswith("file:")] == []
    assert len(report.requests) == 1
    assert report.complaints == []
    assert many.summary in report.page.locator("#answer").inner_text()


def test_the_verdict_comes_first_in_the_words_of_the_terminal(opened, two):
    page = opened(two).page
    first = page.locator("h1").inner_text()
    assert two.summary.startswith(first)
    assert two.summary.removeprefix(first).strip() in page.locator("#statisticians").inner_text()


def test_a_word_a_sentence_and_one_picture_stand_in_the_first_screen(opened, many):
    page = opened(many, viewport={"width": 1280, "height": 800}).page
    page.evaluate("scrollTo(0, 0)")
    for part in (".badge", "h1", ".choice", ".picture"):
        box = page.locator(part).bounding_box()
        assert box["y"] + box["height"] <= 800
    tied = page.locator(".gaps tr.tied th").all_inner_texts()
    assert tied == ["C4.5+m+cf", "C4.5+m"]


def test_what_is_for_statisticians_is_folded_and_a_link_unfolds_it(browser, written, many):
    page = browser.new_page()
    page.goto(written(many).as_uri())
    assert page.locator("#pair-table").is_hidden()
    page.locator("nav a[href='#pairs']").click()
    page.locator("#pair-table").wait_for(state="visible")
    page.close()


def test_a_click_on_a_heading_sorts_and_another_turns_the_order(opened, many):
    page = opened(many).page
    heading = page.get_by_role("button", name="advantage")
    heading.click()
    rising = [float(text.replace("−", "-")) for text in column(page, "pair-table", 4)]
    assert rising == sorted(rising)
    heading.click()
    assert [float(text.replace("−", "-")) for text in column(page, "pair-table", 4)] == sorted(
        rising, reverse=True
    )
    assert page.locator("#pair-table th[aria-sort=descending]").count() == 1


def test_the_filter_keeps_the_pairs_of_a_name_and_of_a_verdict(opened, many):
    page = opened(many).page
    page.locator("#pair-verdict").select_option("better")
    decided = [p for p in many.pairs if p.verdict == "better"]
    assert set(column(page, "pair-table", 1)) == {p.b for p in decided}
    assert page.locator("#pair-count").inner_text() == f"{len(decided)} of {len(many.pairs)} pairs"
    page.locator("#pair-verdict").select_option("")
    page.locator("#pair-filter").fill("M+CF")
    assert len(column(page, "pair-table", 1)) == sum("C4.5+m+cf" in (p.a, p.b) for p in many.pairs)


def test_another_baseline_turns_the_marks_and_the_totals(opened, many):
    page = opened(many).page
    names = many.evidence.classifiers
    page.locator("#baseline").select_option(label="C4.5+m")
    base, other = names.index("C4.5+m"), names.index("C4.5")
    scores = many.evidence.values
    marks = [text[-1] if text[-1] in "△▽" else "" for text in column(page, "score-table", other + 2)]
    expected = np.sign(scores[:, other] - scores[:, base])
    assert marks == [{1: "△", -1: "▽", 0: ""}[int(sign)] for sign in expected]
    pair = next(p for p in many.pairs if {p.a, p.b} == {"C4.5", "C4.5+m"})
    totals = page.locator("#tally td").all_inner_texts()
    assert totals[other] == f"{pair.losses}/{pair.draws}/{pair.wins}"
    assert page.locator("#verdicts td").all_inner_texts()[other] == "worse"
    assert page.locator("#baseline-name").inner_text() == "C4.5+m"


def test_marks_follow_their_rows_after_sorting(opened, many):
    page = opened(many).page
    before = dict(zip(column(page, "score-table", 1), column(page, "score-table", 3), strict=True))
    page.locator("#score-table thead button").nth(1).click()
    page.locator("#baseline").select_option("1")
    page.locator("#baseline").select_option("0")
    assert dict(zip(column(page, "score-table", 1), column(page, "score-table", 3), strict=True)) == before


def test_names_that_look_like_code_stay_text_everywhere(opened, evil):
    report = opened(evil)
    page = report.page
    assert report.dialogs == []
    assert report.complaints == []
    assert page.locator("script").count() == 2
    assert page.locator("img").count() == 0
    names = page.locator("#ranking tbody th").all_inner_texts()
    assert set(names) == set(EVIL)
    assert set(EVIL) <= set(column(page, "score-table", 1))
    assert page.evaluate("JSON.parse(document.getElementById('data').textContent).classifiers") == list(EVIL)
    drawn = "".join(page.locator(".drawing").all_text_contents())
    assert "alert(1)" in drawn
    assert "49" not in names


def test_a_formula_is_neutralised_in_the_downloaded_table(opened, evil, tmp_path):
    page = opened(evil).page
    with page.expect_download() as waiting:
        page.locator("#scores-csv").click()
    path = tmp_path / "scores.csv"
    waiting.value.save_as(path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert rows[0] == ["dataset", *EVIL[:5], "'=cmd()", EVIL[6]]
    assert [float(x) for x in rows[1][1:]] == evil.evidence.values[0].tolist()


def test_every_pair_is_in_its_download(opened, many, tmp_path):
    page = opened(many).page
    with page.expect_download() as waiting:
        page.locator("#pairs-csv").click()
    path = tmp_path / "pairs.csv"
    waiting.value.save_as(path)
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {(r["a"], r["b"]): r["verdict"] for r in rows} == {(p.a, p.b): p.verdict for p in many.pairs}


@pytest.mark.parametrize(("form", "head"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_figure_is_downloaded_as_a_file_of_its_own(opened, two, tmp_path, form, head):
    report = opened(two)
    with report.page.expect_download() as waiting:
        report.page.locator(f"#figure-1 [data-save={form}]").click()
    path = tmp_path / f"figure.{form}"
    waiting.value.save_as(path)
    assert waiting.value.suggested_filename == f"bakeoff-1-differences.{form}"
    content = path.read_bytes()
    assert content.startswith(head)
    assert b"var(--" not in content
    assert report.complaints == []


def test_a_mark_tells_its_name_and_value(opened, two):
    page = opened(two).page
    page.locator("#figure-1 [data-tip]").first.hover()
    assert page.locator("#tip").inner_text() == "dataset 5: −11"


def test_without_scripts_every_pair_dataset_and_number_is_there(opened, many):
    page = opened(many, java_script_enabled=False).page
    text = page.locator("main").inner_text()
    for pair in many.pairs:
        assert pair.b in text
    assert len(column(page, "pair-table", 1)) == len(many.pairs)
    assert column(page, "score-table", 1) == list(many.evidence.datasets)
    assert page.locator("#pair-filter").is_hidden()
    assert page.locator(".drawing svg title").first.text_content()


def test_tab_reaches_every_control(opened, many):
    page = opened(many).page
    controls = "[...document.querySelectorAll('a[href], button, select, input, summary')]"
    wanted = page.evaluate(f"{controls}.filter(e => e.checkVisibility()).length")
    reached = set()
    for _ in range(3 * wanted):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(f"{controls}.indexOf(document.activeElement)"))
    assert len(reached - {-1}) == wanted


@pytest.mark.parametrize(("scheme", "paper"), [("light", LIGHT), ("dark", DARK)])
def test_the_page_follows_the_system_until_the_reader_chooses(opened, two, scheme, paper):
    page = opened(two, color_scheme=scheme).page
    background = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(background) == paper
    page.locator("#theme").click()
    assert page.evaluate(background) == ({LIGHT, DARK} - {paper}).pop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("which", ["two", "many", "evil"])
def test_no_serious_obstacle_for_people_who_read_otherwise(opened, request, which, scheme):
    page = opened(request.getfixturevalue(which), color_scheme=scheme, bypass_csp=True).page
    found = Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")] == []


@pytest.mark.parametrize("which", ["two", "many", "evil"])
def test_a_phone_scrolls_the_tables_and_not_the_page(opened, request, which):
    page = opened(request.getfixturevalue(which), viewport={"width": 360, "height": 700}).page
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_page_prints_with_the_calculation_and_without_the_controls(opened, two):
    page = opened(two, color_scheme="dark").page
    page.emulate_media(media="print")
    assert page.locator("#theme").is_hidden()
    assert page.locator("#pairs-csv").is_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == LIGHT
    assert len(page.pdf(prefer_css_page_size=True)) > 20_000
