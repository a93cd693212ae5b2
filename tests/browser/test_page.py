"""The local page in a real browser: every path of it, by mouse and keyboard, in the dark, on a phone."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import bakeoff
from bakeoff.inputs.published import PUBLISHED
from serving import TOKEN, StudyOnDisk

TWO = PUBLISHED["figure-15.2"].text
EVIL = ("<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "{{7*7}}")


def test_the_verdict_is_shown_before_the_rest_and_stays(visit):
    page = visit().open()
    held = []
    page.route("**/api/view", lambda route: held.append(route))
    page.route("**/api/audit", lambda route: route.abort())  # it has something to say of its own
    page.locator("[data-example='demsar-2006']").click()
    expect(page.locator("#answer h1")).to_contain_text("tied for best")
    assert page.locator("#p-answer").get_attribute("class") in (None, "")
    assert page.locator("#p-report section").count() == 0
    early = page.locator("#answer h1").inner_text()
    held[0].continue_()
    page.locator("#p-report #computed").wait_for(state="attached")
    assert page.locator("#answer h1").inner_text() == early
    expect(page.locator("#p-status")).to_have_text(early)


def test_a_late_verdict_does_not_cover_what_came_after_it(visit):
    page = visit().open()
    held = []
    page.route("**/api/verdict", lambda route: held.append(route))
    page.route("**/api/audit", lambda route: route.abort())  # it adds to what is worth knowing
    page.locator("[data-example='figure-15.2']").click()
    page.locator("#p-report #computed").wait_for(state="attached")
    expect(page.locator("#p-found li").first).to_be_visible()
    found = page.locator("#p-found li").count()
    held[0].continue_()
    page.wait_for_load_state("networkidle")
    assert page.locator("#p-found li").count() == found


def drawn(page):
    page.locator("#p-report #computed").wait_for(state="attached")  # figures come after the verdict
    expect(page.locator("#p-report .drawing:empty")).to_have_count(0)


def test_an_example_is_one_click_away_and_ends_in_the_words_of_the_terminal(visit):
    one = visit()
    page = one.example("figure-15.2")
    made = bakeoff.compare(TWO, metric="accuracy")
    assert made.summary.startswith(page.locator("#answer h1").inner_text())
    assert " p = " not in page.locator("#answer .support").inner_text()
    fine = page.locator("#answer .fine").last.inner_text()
    strength, wins = re.search(r", (p = \S+) by .*; (.* wins .*)", made.summary).groups()
    assert fine.startswith(strength)
    assert fine.endswith(wins)
    drawn(page)
    assert page.locator("#p-report figure svg").count() == page.locator("#p-report figure").count() > 3
    expect(page.locator("#p-found li").first).to_be_visible()
    page.locator("#calculation summary").click()
    assert "0.7" in page.locator("#calculation pre").inner_text()
    page.wait_for_url(re.compile("#x="))
    address = page.url
    page.locator("#answer a").first.click()
    expect(page.locator("#p-wrong")).to_be_focused()
    page.get_by_role("link", name="Closer look").click()
    expect(page.locator("#p-closer")).to_be_focused()
    assert page.url == address
    assert one.complaints == []
    assert one.strangers == []
    assert TOKEN not in page.url


def tab_to(page, target):
    """Press Tab until an element has the focus, as somebody without a mouse does; the focus is seen on the way."""
    for _ in range(250):
        page.keyboard.press("Tab")
        if target.evaluate("e => e === document.activeElement"):
            seen = target.evaluate("e => getComputedStyle(e).outlineStyle")
            assert seen == "solid"
            return
    raise AssertionError(f"Tab does not reach {target}")


def test_the_whole_way_from_a_table_to_its_report_goes_without_a_mouse(visit):
    page = visit().open()
    tab_to(page, page.locator(".skip"))
    tab_to(page, page.locator("#p-text"))
    page.keyboard.insert_text(TWO)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#answer h1")).to_contain_text("Undecided")
    expect(page.locator("#p-facts dt").first).to_have_text("source")  # comes after the verdict
    tab_to(page, page.locator("[name=margin]"))
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    expect(page.locator("#answer h1")).to_contain_text("equivalent")
    expect(page.locator("[name=margin]")).to_be_focused()
    tab_to(page, page.locator("#p-downloads summary"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_role("button", name="Report (HTML)"))
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    assert waiting.value.suggested_filename == "bakeoff-report.html"
    tab_to(page, page.get_by_role("link", name="What if"))
    page.keyboard.press("Enter")
    for name in ("dataset 5", "dataset 6"):
        tab_to(page, page.get_by_role("checkbox", name=name))
        page.keyboard.press("Space")
    expect(page.locator("#p-some")).to_have_text("now 8")
    expect(page.get_by_role("checkbox", name="dataset 6")).to_be_focused()


def test_dropped_predictions_in_several_files_are_joined(visit, tmp_path):
    page = visit().open()
    for name, odd in (("tree", 4), ("forest", 9)):
        rows = "".join(f"e{i},{i % 3},{(i + (i % odd == 0)) % 3}\n" for i in range(60))
        (tmp_path / f"{name}.csv").write_text(f"id,y_true,y_pred\n{rows}")
    page.locator("#p-files").set_input_files([tmp_path / "tree.csv", tmp_path / "forest.csv"])
    expect(page.locator("#answer")).to_be_visible()
    expect(page.locator("#p-facts")).to_contain_text("predictions")  # comes after the verdict
    assert page.locator("#p-datasets").is_hidden()


def drop_from_disk(page, path):
    """Drop a file or a folder as a person does: the browser itself reads it from disk."""
    browser = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(path)], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        browser.send("Input.dispatchDragEvent", {"type": kind, "x": 200, "y": 200, "data": data})


def test_a_dropped_folder_of_logs_is_walked_and_compared(visit, tmp_path):
    page = visit().open()
    for name, odd in (("small", 3), ("large", 5)):
        folder = tmp_path / "logs" / "runs" / name
        folder.mkdir(parents=True)
        record = {"doc": {}, "target": "1", "resps": [], "filtered_resps": [], "metrics": ["acc"]}
        lines = (json.dumps({"doc_id": i, **record, "acc": float(i % odd > 0)}) for i in range(60))
        (folder / "samples_sums.jsonl").write_text("\n".join(lines))
    drop_from_disk(page, tmp_path / "logs")
    expect(page.locator("#answer")).to_be_visible()
    expect(page.locator("#answer")).to_contain_text("60 items")
    expect(page.locator("#answer")).to_contain_text("large")


DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name, { type: "text/csv" }));
  for (const type of ["dragenter", "dragover", "drop"])
    window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true }));
}"""


def test_a_file_is_dropped_anywhere(visit):
    page = visit().open()
    page.evaluate(DROP, ["scores.csv", TWO])
    expect(page.locator("#answer h1")).to_contain_text("Undecided")
    expect(page.locator("#p-source")).to_have_text("scores.csv")
    page.wait_for_url(re.compile("#z="))  # comes after the verdict
    page.evaluate("history.back()")
    expect(page.locator("#p-cards button").first).to_be_visible()
    expect(page.locator("#answer")).to_have_count(0)


def test_the_store_of_a_study_is_dropped_like_a_table(visit, server):
    page = visit().open()
    page.locator("#p-files").set_input_files(server.study.path)
    expect(page.locator("#answer")).to_be_visible()
    expect(page.locator("#p-facts")).to_contain_text("study.db")
    expect(page.locator("#p-findings")).to_contain_text("1 of 20 cells failed")
    expect(page.locator("#answer .worth")).to_contain_text("The study is not finished: 16 of 36 cells")


def test_datasets_go_and_come_and_t_moves_with_them(visit):
    page = visit().example("figure-15.2")
    moves = page.locator("#p-moves")
    expect(moves.get_by_role("row", name="paired t")).to_contain_text("+0.319")
    for name in ("dataset 5", "dataset 6"):
        page.get_by_role("checkbox", name=name).uncheck()
    expect(page.locator("#p-some")).to_have_text("now 8")
    expect(moves.get_by_role("row", name="paired t")).to_contain_text("+2.411")
    expect(moves.get_by_role("row", name="paired t")).to_contain_text("+0.319")
    expect(page.locator("#answer h1")).to_contain_text("8 of 10 datasets, 2 left out by hand")
    expect(page.locator("#p-warn")).to_be_visible()
    page.locator("#p-back").click()
    expect(page.locator("#p-some")).to_have_text("now 10")


def test_the_finding_offers_the_datasets_that_decide(visit):
    page = visit().example("figure-15.7")
    page.get_by_role("button", name="Try without dataset").first.click()
    expect(page.locator("#answer h1")).to_contain_text("left out by hand")
    expect(page.locator("#answer h1")).to_contain_text("Undecided")


def test_settings_change_the_verdict_where_they_should(visit):
    page = visit().example("demsar-2006")
    expect(page.locator("#refused + dl")).to_contain_text("compares with a baseline (“Baseline”)")
    page.locator("[name=baseline]").select_option("C4.5")
    expect(page.locator("#pair-table tbody tr")).to_have_count(3)
    page.locator("[name=margin]").fill("0.5")
    page.locator("[name=margin]").blur()
    expect(page.locator("#pair-table tbody .v.equivalent")).to_have_count(3)
    page.locator("[name=higher_is_better]").select_option("false")
    expect(page.locator("#p-facts")).to_contain_text("lower is better")
    tests = page.locator("[name=test]")
    for licensed in ("wilcoxon", "paired-t", "bonferroni-dunn"):
        expect(tests.locator(f"option[value={licensed}]")).to_be_enabled()
    for other in ("mcnemar", "corrected-t"):
        expect(tests.locator(f"option[value={other}]")).to_be_disabled()
        assert "it judges" in tests.locator(f"option[value={other}]").get_attribute("title")
    tests.select_option("wilcoxon")
    expect(page.locator("#answer")).to_contain_text("wilcoxon")


def test_the_report_inside_the_page_behaves_as_the_report_does(visit):
    page = visit().example("demsar-2006")
    page.locator("#pair-verdict").select_option("better")
    assert set(page.locator("#pair-table tbody tr:visible td.v").all_inner_texts()) == {"better"}
    page.get_by_role("button", name="advantage").first.click()
    assert page.locator("#pair-table th[aria-sort=ascending]").count() == 1


MELTED = "".join(
    f"{d},{c},{0.7 + i / 50:.2f}\n"
    for i, (d, c) in enumerate((d, c) for d in ("iris", "wine", "zoo") for c in ("tree", "bayes"))
)


def test_a_table_that_cannot_be_read_says_why_and_how_to_mend_it(visit):
    one = visit()
    page = one.open()
    page.locator("#p-text").fill("dataset,A,B\niris,0.9,offen\nwine,0.8,0.7\n")
    page.locator("#p-go").click()
    box = page.locator("#p-problem")
    expect(box).to_contain_text("BO012")
    expect(box).to_contain_text("line 2")
    expect(box).to_contain_text("“Missing marks” 'offen'")
    page.get_by_label("Missing marks").fill("offen")
    page.get_by_label("Missing marks").blur()
    expect(box).not_to_contain_text("BO012")
    expect(page.locator("#answer")).to_be_visible()
    page.locator("#p-give summary").click()
    page.locator("#p-text").fill("problem,learner,value\n" + MELTED)
    page.locator("#p-go").click()
    expect(page.locator("[name=dataset_column] option").first).to_have_text("problem (as found)")
    expect(page.locator("#p-facts")).to_contain_text("tree and bayes")
    for name, column in (("Datasets are in", "learner"), ("Classifiers are in", "problem")):
        page.get_by_label(name).select_option(column)
    expect(page.locator("#p-facts")).to_contain_text("iris, wine and zoo")
    expect(box).to_be_hidden()
    assert one.complaints == []


def test_an_address_carries_the_data_and_the_settings(visit):
    page = visit().open()
    page.locator("#p-text").fill(TWO)
    page.locator("#p-go").click()
    page.get_by_role("checkbox", name="dataset 5").uncheck()
    expect(page.locator("#answer h1")).to_contain_text("9 of 10 datasets")
    page.wait_for_url(re.compile("#z="))
    expect(page.locator("#p-some")).to_have_text("now 9")
    whole = page.url
    page.wait_for_url(lambda url: url != whole or "#z=" in url)
    page.locator("#p-downloads summary").click()
    page.get_by_role("button", name="Copy the address").click()
    expect(page.locator("#p-shared")).to_contain_text("The data are in the address")
    address = page.url
    other = visit()
    fresh = other.open("/" + address[address.index("#") :])
    expect(fresh.locator("#answer h1")).to_contain_text("9 of 10 datasets")
    expect(fresh.get_by_role("checkbox", name="dataset 5")).not_to_be_checked()
    expect(fresh.locator("#p-all")).to_have_text("all 10")


def test_a_large_table_has_an_address_by_its_digest_for_this_visitor_only(visit):
    rows = "".join(
        f"dataset {i:04d},{(i * 7919) % 1009 / 1013:.9f},{(i * 104729) % 997 / 1009:.9f}\n"
        for i in range(900)
    )
    page = visit().open()
    page.evaluate(DROP, ["large.csv", "dataset,A,B\n" + rows])
    page.wait_for_url(re.compile("#e=sha256"))
    address = page.url
    page.reload()
    expect(page.locator("#answer")).to_be_visible()
    stranger = visit().open("/" + address[address.index("#") :])
    expect(stranger.locator("#p-problem")).to_contain_text("BO506")
    expect(stranger.locator("#p-source")).to_have_text("a table that was given before")


def test_back_leads_to_the_table_before(visit):
    page = visit().example("figure-15.2")
    page.locator("#p-give summary").click()
    page.locator("#p-example").select_option("demsar-2006")
    expect(page.locator("#pair-table tbody tr")).to_have_count(6)
    page.wait_for_url(re.compile("demsar"))
    page.evaluate("history.back()")
    expect(page.locator("#pair-table tbody tr")).to_have_count(1)


TAKEN = {
    "Report (HTML)": ("bakeoff-report.html", b"<!doctype html>"),
    "LaTeX (ZIP)": ("bakeoff-paper.zip", b"PK"),
    "Pairs (CSV)": ("bakeoff-pairs.csv", b"b,a,verdict,"),
    "All (JSON)": ("bakeoff.json", b"{"),
    "Download figure 1 as PDF": ("bakeoff-differences.pdf", b"%PDF"),
    "Download figure 1 as SVG": ("bakeoff-1-differences.svg", b"<svg"),
}


def test_everything_can_be_taken_along_and_the_report_opened_offline(visit, tmp_path):
    one = visit()
    page = one.example("figure-15.2")
    expect(page.locator("#figure-1 svg")).to_be_visible()
    page.locator("#p-downloads summary").click()
    for name, (file, head) in TAKEN.items():
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name, exact=True).click()
        waiting.value.save_as(tmp_path / file)
        assert waiting.value.suggested_filename == file
        assert (tmp_path / file).read_bytes().startswith(head)
    said, asked = page.locator("#answer h1").inner_text(), []
    page.context.set_offline(True)
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "bakeoff-report.html").as_uri())
    assert page.locator("h1").inner_text() == said
    assert [url for url in asked if not url.startswith("data:")] == [
        (tmp_path / "bakeoff-report.html").as_uri()
    ]
    assert one.complaints == []


def test_names_that_look_like_code_stay_text(visit):
    one = visit()
    page = one.open()
    quoted = ",".join('"' + name.replace('"', '""') + '"' for name in EVIL)
    rows = "".join(f'"<i>{i}",{70 + i * 3 % 7},{71 + i * 5 % 7},{72 + i * 2 % 7}\n' for i in range(7))
    page.locator("#p-text").fill(f"dataset,{quoted}\n{rows}")
    page.locator("#p-go").click()
    expect(page.locator("#answer")).to_be_visible()
    drawn(page)
    assert set(page.locator("#ranking tbody th").all_inner_texts()) == set(EVIL)
    assert page.get_by_role("checkbox", name="<i>3").count() == 1
    assert page.locator("#p-report script, #p-report img, #p-boxes i").count() == 0
    assert one.complaints == []


def test_simulations_end_in_a_measured_rate(visit):
    one = visit()
    page = one.open("/teach")
    naive = page.locator("#naive-t")
    expect(naive.locator(".measured")).to_contain_text("±")
    before = naive.locator(".measured b").inner_text()
    naive.get_by_label("resamples", exact=True).fill("90")
    expect(naive.locator(".measured b")).not_to_have_text(before)
    assert float(naive.locator(".measured b").inner_text().split()[0]) > 40
    for key in ("community", "best-of-k", "coverage", "dropping"):
        page.locator(f"#{key}").scroll_into_view_if_needed()
        expect(page.locator(f"#{key} .measured")).to_contain_text("trials")
        assert page.locator(f"#{key} svg circle").count() > 2
    assert one.complaints == []


def test_a_study_is_watched_while_it_grows_and_then_compared(visit, server):
    one, streams = visit(), []
    study = StudyOnDisk(server.folder / "grows.db", "growing study")
    study.go_on(20)

    def events(route):
        streams.append(route)
        if len(streams) > 1:
            route.continue_()
            return
        told = "retry: 10\nid: heard\nevent: quiet\ndata: {}\n\n"
        route.fulfill(body=told, content_type="text/event-stream")

    one.page.route("**/api/study/events*", events)
    page = one.open("/studies")
    page.get_by_role("link", name="growing study").click()
    expect(page.locator("#p-progress-words")).to_contain_text("19 of 36 cells scored, 1 failed")
    expect(page.locator("#p-failures tbody tr")).to_have_count(1)
    expect(page.locator("#p-failures")).to_contain_text("<img src=x onerror=alert(1)> no convergence")
    expect(page.locator("#p-live")).to_have_text("live")
    # The first stream ended after one piece of news, as when a server's connection drops; the browser came back.
    assert len(streams) == 2
    study.go_on(16)
    expect(page.locator("#p-progress-words")).to_contain_text("35 of 36 cells scored")
    expect(page.locator("#p-stores li", has_text="growing study")).to_contain_text("35 of 36 cells scored")
    page.locator("#p-compare").click()
    expect(page.locator("#answer")).to_be_visible()
    expect(page.locator("#p-facts")).to_contain_text("accuracy")
    assert one.complaints == []


def test_without_the_token_there_is_a_door_and_with_it_the_page(visit, server):
    page = visit().page
    page.goto(f"{server.url}/teach")
    page.get_by_label("Token").fill(TOKEN)
    page.get_by_role("button", name="Open").click()
    expect(page.locator("h1")).to_contain_text("How often is one fooled?")
    assert TOKEN not in page.url


def test_tab_reaches_the_controls_in_their_order(visit):
    page = visit().example("figure-15.2")
    drawn(page)
    controls = (
        "[...document.querySelectorAll('a[href], button:not(:disabled), select, input, textarea, summary')]"
    )
    wanted = page.evaluate(f"{controls}.filter(e => e.checkVisibility()).length")
    reached = set()
    for _ in range(int(1.6 * wanted)):
        page.keyboard.press("Tab")
        reached.add(page.evaluate(f"{controls}.indexOf(document.activeElement)"))
    assert len(reached - {-1}) >= wanted


VIEWS = {
    "/": "#p-cards button",
    "/#x=figure-15.2": "#p-found li",
    "/#e=sha256:" + "0" * 64: "#p-problem .what",
    "/teach": ".measured",
    "/studies#store=study.db&study=first%20study": "#p-cells td",
    "/api": "table",
    "/nowhere": ".problem-box",
}


@pytest.mark.parametrize("path", VIEWS)
def test_no_serious_obstacle_in_the_light_and_in_the_dark_and_a_phone_scrolls_only_tables(visit, path):
    page = visit(color_scheme="light", bypass_csp=True).open(path)
    page.locator(VIEWS[path]).first.wait_for()
    assert obstacles(page) == []
    page.emulate_media(color_scheme="dark")
    assert obstacles(page) == []
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.evaluate(SMALL)
    assert small == []


# Whoever uses a thumb: WCAG 2.2 asks for 24 by 24 pixels, except of links within sentences and headings that sort.
SMALL = """[...document.querySelectorAll('button, select, summary, [type=checkbox], [type=range], .jump a, header a')]
  .filter((e) => e.checkVisibility() && !e.closest('thead, .sr, .skip') && !e.matches('.sr, .skip'))
  .filter((e) => { const t = (e.closest('label') ?? e).getBoundingClientRect(); return t.height < 24 || t.width < 24; })
  .map((e) => e.outerHTML.slice(0, 80))"""


def obstacles(page):
    """Return what axe finds serious or critical."""
    found = Axe().run(page).response["violations"]
    serious = [v for v in found if v["impact"] in ("serious", "critical")]
    return [(v["id"], v["nodes"][0]["html"]) for v in serious]


def test_the_page_paints_before_any_answer_with_few_requests_to_nobody_else(visit):
    one, held, loaded = visit(), [], {}
    one.page.route(
        "**/api/*", lambda route: held.append(route)
    )  # never answered: what is painted needs none of them
    one.page.on("response", lambda answer: loaded.update({answer.url: answer}))
    page = one.open()
    painted = page.evaluate(PAINTED)
    assert "first-contentful-paint" in painted
    expect(page.locator("#p-text")).to_be_visible()
    names = sorted(url.removeprefix(one.server.url) for url, answer in loaded.items() if answer.status == 200)
    assert [name for name in names if not name.startswith("/static/")] == ["/", f"/?token={TOKEN}"]
    assert {"/static/page.css", "/static/report.css", "/static/report.js", "/static/compare.js"} < set(names)
    assert 50_000 < page.evaluate(WEIGHT) < 200_000
    assert len(held) == 2  # the examples and the studies
    assert one.strangers == []
    for route in held:
        route.abort()


WEIGHT = """["resource", "navigation"].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((bytes, entry) => bytes + entry.decodedBodySize, 0)"""
PAINTED = """new Promise((resolve) => new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length) resolve(list.getEntries().map((e) => e.name));
}).observe({ type: "paint", buffered: true }))"""


def test_without_scripts_the_page_says_what_it_needs(visit):
    page = visit(java_script_enabled=False).open(has_scripts=False)
    page.get_by_role("link", name="To the page").click()
    expect(page.locator("noscript p")).to_contain_text("needs JavaScript")
