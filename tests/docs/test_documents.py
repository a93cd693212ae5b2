"""Every row of the source documents has a command, and every figure that they print is in what it prints."""

import re

import pytest

from docs.blocks import ROOT, blocks

PAGE = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")
ROWS = {f"B{i}" for i in range(1, 12)} | {f"L{i}" for i in range(1, 8)} | {f"T{i}" for i in range(1, 5)}
ROWS |= {f"Z{i}" for i in range(1, 11)}
SECTIONS = dict(re.findall(r"^### ([A-Z]\d+) · (.*?)(?=^### |^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def test_no_row_is_without_a_command():
    assert set(SECTIONS) == ROWS
    for row, text in SECTIONS.items():
        languages = [block.language for block in blocks(text)]
        assert "sh" in languages, row
        assert "output" in languages, row


@pytest.mark.parametrize("row", sorted(ROWS))
def test_every_figure_of_the_document_is_printed(row):
    (listed,) = re.findall(r"^Printed: (.*)\.$", SECTIONS[row], re.MULTILINE)
    output = "".join(block.text for block in blocks(SECTIONS[row]) if block.language == "output")
    assert output.strip(), row
    for figure in [] if listed == "none" else listed.split(", "):
        assert is_printed(figure, output), f"{row}: {figure} is not in\n{output}"


def is_printed(figure, output):
    """Say whether a number of the output is the figure, to as many decimals as the document prints."""
    decimals = len(figure.partition(".")[2])
    unit = 10.0**-decimals
    numbers = [
        float(n.replace(",", "")) for n in re.findall(r"(?<![\w.])\d[\d,]*\.?\d*|(?<![\w.\d])\.\d+", output)
    ]
    return any(abs(number - float(figure)) <= unit / 2 * (1 + 1e-6) for number in numbers)


def test_a_figure_that_is_not_there_is_noticed():
    assert is_printed("2.19", "se 2.19114")
    assert is_printed("0.0419", "P(X = 20) .0419")
    assert not is_printed("2.20", "se 2.19114")
    assert not is_printed("704", "total 744")
