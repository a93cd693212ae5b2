"""Names are text: never markup, formulas, escape sequences or code, wherever they are shown."""

import json

import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.cli.output import has_colour
from bakeoff.render.lines import write_lines
from bakeoff.render.text.comparison import comparison_lines

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</script>",
    "]]>",
    "{{7*7}}",
    "javascript:alert(1)",
    "[/foo]",
    "[red]x",
    "$x_1$",
    r"\foo",
    "a_b%c&d#e",
    "=cmd()",
    "@SUM(A1)",
    "../../x",
    "分类器",
    "مصنف",
    "🌲 forest",
    "x" * 300,
]


def comparison(name, dataset="d0"):
    datasets = [dataset, *(f"d{i}" for i in range(1, 8))]
    scores = {
        "dataset": datasets,
        "other": [80, 73, 85, 68, 82, 75, 73, 64],
        name: [85, 70, 86, 74, 84, 79, 77, 73],
    }
    return bakeoff.compare(scores)


@pytest.mark.parametrize("name", NASTY)
def test_a_notebook_shows_a_name_as_text(name):
    html = comparison(name, dataset=name)._repr_html_()
    assert "<script" not in html
    assert "<img" not in html


@pytest.mark.parametrize("name", NASTY)
def test_a_terminal_shows_a_name_as_text(name, capsys):
    import sys

    write_lines(comparison_lines(comparison(name, dataset=name)), sys.stdout, colour=True)
    assert name[:20] in capsys.readouterr().out


@pytest.mark.parametrize("name", NASTY)
def test_json_keeps_a_name_as_it_is(name):
    document = json.loads(json.dumps(comparison(name).to_dict(), allow_nan=False))
    assert document["evidence"]["classifiers"] == ["other", name]


@pytest.mark.parametrize("name", NASTY)
@pytest.mark.filterwarnings("ignore:Glyph")  # the font has no such letter; the figure is still drawn
def test_a_figure_draws_a_name_as_text(name):
    axes = comparison(name, dataset=name).plot()
    axes.figure.canvas.draw()
    assert name[:15] in axes.get_xlabel()


def test_an_escape_sequence_in_a_name_never_reaches_the_terminal(tmp_path, capsys):
    path = tmp_path / "escape.csv"
    path.write_text("dataset,A,B\nx\x1b[31m,1,2\ny,2,3\nz,3,5\n", encoding="utf-8")
    main(["compare", str(path)])
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err


def test_there_is_no_colour_where_there_is_no_terminal():
    assert not has_colour()
