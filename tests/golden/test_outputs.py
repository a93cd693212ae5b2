"""Whole outputs compared with files, never by prefix: every change to what a person sees is a change to a file."""

import importlib.util
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
spec = importlib.util.spec_from_file_location("cases", HERE / "cases.py")
cases = importlib.util.module_from_spec(spec)
spec.loader.exec_module(cases)


def shorten_numbers(text):
    """Return a text whose numbers of full precision have ten digits: the last few are the machine's and scipy's."""
    return re.sub(r"-?\d+\.\d{11,}(?:e[+-]?\d+)?", lambda number: f"{float(number[0]):.10g}", text)


@pytest.mark.parametrize("name", cases.CASES)
def test_the_output_is_the_golden_one(name):
    golden = (HERE / f"{name}.txt").read_text(encoding="utf-8")
    assert shorten_numbers(cases.output(name)) == shorten_numbers(golden)


@pytest.mark.parametrize("name", cases.KITS)
def test_the_paper_kit_is_the_golden_one(name):
    assert cases.kit(name) == (HERE / f"{name}.tex").read_text(encoding="utf-8")


def test_every_golden_file_has_a_case():
    assert {p.stem for p in HERE.glob("*.tex")} == set(cases.KITS)
    assert {p.stem for p in HERE.glob("*.txt")} == set(cases.CASES)
