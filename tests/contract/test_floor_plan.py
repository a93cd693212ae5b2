"""The floor plan stays readable: folders that fit a glance, modules and functions that fit a screen or two."""

import ast
from collections import Counter
from pathlib import Path

import pytest

import bakeoff

SOURCE = Path(bakeoff.__file__).parent
FILES = sorted(SOURCE.rglob("*.py"))


def test_no_folder_is_so_full_that_one_must_search_in_it():
    counts = Counter(path.parent.relative_to(SOURCE) for path in FILES)
    assert {str(folder): n for folder, n in counts.items() if n > 30} == {}


def test_no_module_is_longer_than_five_hundred_lines():
    lines = {str(path.relative_to(SOURCE)): path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert {name: n for name, n in lines.items() if n > 500} == {}


@pytest.mark.parametrize(
    "room", sorted(path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists())
)
def test_every_room_and_folder_says_what_it_is(room):
    for package in (SOURCE / room).rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))), package


def test_no_function_is_longer_than_sixty_lines():
    long = {
        f"{path.relative_to(SOURCE)}:{node.name}": size
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (size := lines_of_code(node)) > 60
    }
    assert long == {}


def lines_of_code(function):
    first = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function.body[0]
    return function.end_lineno - first.lineno + 1
