"""What the migration page says of other packages is what was measured on them."""

import json

import pytest

from docs.blocks import ROOT

MADE = json.loads((ROOT / "docs" / "peer_figures.json").read_text(encoding="utf-8"))
FIGURES, PAGE = MADE["figures"], (ROOT / "docs" / "migration.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "said",
    [
        f"on {MADE['date']}",
        f"{FIGURES['autorank rejects']:.1%}".replace("%", " %"),
        f"{FIGURES['autorank median covers']:.1%}".replace("%", " %"),
        f"{FIGURES['mlxtend resampled rejects']:.0%}".replace("%", " %"),
        f"{FIGURES['mlxtend proportions']:.6f}".lstrip("0"),
        f"{FIGURES['mlxtend .632']:.3f}".lstrip("0"),
        f"{FIGURES['Efron .632']:.3f}".lstrip("0"),
    ],
)
def test_a_figure_on_the_page_is_the_measured_one(said):
    assert said in PAGE


def test_without_flips_mlxtend_gives_p_zero():
    assert FIGURES["mlxtend mcnemar without flips"] == 0.0


@pytest.mark.parametrize(("name", "version"), MADE["versions"].items())
def test_the_versions_are_named(name, version):
    assert f"## {name} ({version})" in PAGE
