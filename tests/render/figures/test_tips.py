"""Marks that stand for a dataset or a classifier say which, on pages, in the order in which they are drawn."""

import re
from html import unescape

import pytest

import bakeoff
from bakeoff.api.deliveries.report import every_figure, page_drawing
from bakeoff.inputs.published import PUBLISHED
from bakeoff.web.lookups import SAMPLE_TABLES

FOLDS = "dataset,classifier,repeat,fold,accuracy\n" + "".join(
    f"d{d},{c},1,{f},{0.7 + 0.01 * ((d * 7 + f * 3 + k * 5) % 9) + 0.02 * k:.3f}\n"
    for d in range(5)
    for k, c in enumerate("ab")
    for f in range(1, 6)
)
CHANCES = "id,y_true,p_a,p_b\n" + "".join(
    f"e{i},{int(i % 3 == 0)},{0.2 + 0.06 * (i * 7 % 10):.2f},{0.1 + 0.5 * (i % 3 == 0) + 0.02 * (i % 7):.2f}\n"
    for i in range(60)
)
SAID = {
    "critical-difference": (PUBLISHED["demsar-2006"].text, "C4.5+m+cf: mean rank 1.93"),
    "profile": (PUBLISHED["demsar-2006"].text, "C4.5+m+cf: best or tied for best on 50 %"),
    "forest": (FOLDS, "d0: +0.034 (−0.058 to +0.126)"),
    "roc": (CHANCES, "a: 0.500"),
    "critical-difference-compact": (PUBLISHED["demsar-2006"].text, "C4.5+m+cf: mean rank 1.93"),
    "fragility": (PUBLISHED["figure-15.6"].text, "nothing left out: p = .062, undecided"),
    "flips": (SAMPLE_TABLES["predictions"].text, "both are right: 56 of 80 examples, 70.0 %"),
    "confusion": (SAMPLE_TABLES["predictions"].text, "forest: ham taken for ham, 39 (81.2 % of ham)"),
}


@pytest.mark.parametrize("key", SAID)
def test_every_mark_says_what_it_stands_for(key):
    text, first = SAID[key]
    comparison = bakeoff.compare(text)
    kind, pair = next(each for each in every_figure(comparison).values() if each[0].key == key)
    drawing = page_drawing(comparison, kind, pair, number=1)
    told = [unescape(tip) for tip in re.findall("<title>(.*?)</title>", drawing)]
    assert told == list(kind.data_of(comparison, pair).tips)
    assert told[0] == first


def test_a_row_of_a_forest_says_the_same_by_its_line_and_by_its_point():
    comparison = bakeoff.compare(FOLDS)
    kind, pair = next(each for each in every_figure(comparison).values() if each[0].key == "forest")
    tips = kind.data_of(comparison, pair).tips
    assert tips[:5] == tips[5:]
    assert {tip.partition(":")[0] for tip in tips} == {f"d{i}" for i in range(5)}
