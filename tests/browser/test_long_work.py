"""Long work shows itself, can be cancelled, and gives way to what is asked next."""

import numpy as np
import pytest
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


def test_the_next_table_does_not_wait_for_one_that_was_dropped_before_it(visit, large):
    page = visit().open()
    page.set_input_files("#p-files", large)
    expect(page.locator("#p-progress")).to_be_visible()
    page.fill("#p-text", SMALL)
    page.evaluate("document.getElementById('p-go').click()")
    expect(page.locator("#answer h1")).to_contain_text("B is better than A", timeout=30_000)
    expect(page.locator("#p-progress")).to_be_hidden()
