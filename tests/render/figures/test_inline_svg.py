"""Figures inside a page: every one follows the theme, and what is written on a field is read in both themes."""

import re

import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.report import every_figure, page_drawing
from bakeoff.render.figures.style import BETTER, EQUAL, RULE, WORSE, ink_on
from bakeoff.render.html.report import report_asset
from bakeoff.render.html.svg import FIELDS, _svg_tint
from bakeoff.web.lookups import SAMPLE_TABLES


def parts(colour):
    return [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def contrast(one, other):
    """Return the contrast of two colours; the formula is that of WCAG 2.2."""
    lights = []
    for colour in (one, other):
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def on(paper, colour, strength):
    return [p + strength * (c - p) for p, c in zip(parts(paper), parts(colour), strict=True)]


def variables(selector):
    found = re.search(re.escape(selector) + r"\{([^}]*)\}", report_asset("report.css"))
    return dict(re.findall(r"--([a-z-]+):(#[0-9a-f]{3,6})", found[1]))


STRENGTHS = [i / 20 for i in range(2, 19)]  # the strongest field is at nine tenths


@pytest.mark.parametrize("colour", [BETTER, WORSE, EQUAL])
def test_what_is_written_on_a_field_is_read_on_white_and_in_the_dark(colour):
    letters = {"white": [1.0, 1.0, 1.0], "#222222": parts("#222222")}
    dark = variables(":root[data-theme=dark]")
    for strength in STRENGTHS:
        light = on("#ffffff", colour, strength)
        ink = ink_on(light)
        assert contrast(letters[ink], light) == max(contrast(each, light) for each in letters.values()) > 3.98
        field = on(dark["paper"], dark.get(FIELDS[colour], colour), strength)
        assert contrast(letters["white"] if ink == "white" else parts(dark["ink"]), field) > 4.2


@pytest.mark.parametrize("colour", [BETTER, WORSE, EQUAL, RULE])
def test_a_tint_is_known_again_and_gives_the_same_colour_on_white(colour):
    for strength in STRENGTHS:
        mixed = "#" + "".join(f"{round(255 * part):02x}" for part in on("#ffffff", colour, strength))
        full, share = _svg_tint(mixed)
        assert full == colour
        assert np.allclose(on("#ffffff", full, share), parts(mixed), atol=2 / 255)


def test_a_colour_that_is_no_tint_is_of_no_field():
    assert _svg_tint("#ff00ff") is None
    assert _svg_tint("#004060") is None


@pytest.mark.parametrize(("key", "options"), [("demsar-2006", {"margin": 0.01}), ("predictions", {})])
def test_every_figure_follows_the_theme_of_its_page(key, options):
    comparison = bakeoff.compare(SAMPLE_TABLES[key].text, **SAMPLE_TABLES[key].options, **options)
    first = {kind.key: (kind, pair) for kind, pair in reversed(every_figure(comparison).values())}
    kinds = {key: page_drawing(comparison, *each, number=1) for key, each in first.items()}
    assert [name for name, svg in kinds.items() if 'class="adapts' not in svg] == []
    fields = kinds["matrix"] + kinds.get("confusion", "")
    assert "var(--field-" in fields
    assert "fill: var(--paper,#ffffff); text-anchor" not in fields
