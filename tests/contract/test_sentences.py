"""Words that depend on a number: one is, several are; and the rest of a list is what was not listed."""

import ast
from functools import cache
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src" / "bakeoff"
SINGULAR = {
    "is": "are", "has": "have", "does": "do", "was": "were", "it": "they", "its": "their", "this": "these",
    "that": "those", "says": "say", "needs": "need", "differs": "differ", "lacks": "lack", "holds": "hold",
    "stands": "stand", "it is": "they are", "it has": "they have", "isn't": "aren't", "has no": "have no",
}  # fmt: skip
OF_ONE = {("Eq", 1), ("LtE", 1), ("Lt", 2)}
OF_SEVERAL = {("Gt", 1), ("NotEq", 1), ("GtE", 2)}
SPOKEN_OF_THE_OTHERS = {"len(rare) == 2"}  # one of two is named: the other is


@cache
def choices():
    """Return every choice between two values, with where it is."""
    return [
        (f"{path.relative_to(SOURCES)}:{node.lineno}", node)
        for path in sorted(SOURCES.rglob("*.py"))
        if " else " in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.IfExp)
    ]


def number_asked(test):
    """Return how a condition compares something with a number, `("Eq", 1)`; None where it does not."""
    if not isinstance(test, ast.Compare) or not isinstance(test.comparators[0], ast.Constant):
        return None
    return type(test.ops[0]).__name__, test.comparators[0].value


def is_singular_first(body, otherwise):
    """Tell whether the first text is the singular of the second; None where neither is of the other."""
    words = [
        part.value.strip().lower() if isinstance(part, ast.Constant) and isinstance(part.value, str) else None
        for part in (body, otherwise)
    ]
    if None in words:
        return None
    if SINGULAR.get(words[0]) == words[1]:
        return True
    return False if SINGULAR.get(words[1]) == words[0] else None


def misspoken(node):
    """Tell whether a choice between singular and plural says the singular of anything but one."""
    first = is_singular_first(node.body, node.orelse)
    if first is None or ast.unparse(node.test) in SPOKEN_OF_THE_OTHERS:
        return False
    asked = node.test.operand if isinstance(node.test, ast.UnaryOp) else node.test
    if number_asked(asked) is None and asked is node.test:
        return False  # the condition has a name
    return number_asked(node.test) not in (OF_ONE if first else OF_SEVERAL)


def miscounts_the_rest(node):
    """Tell whether `and N more` counts from another place than the list was cut at."""
    if not isinstance(node.body, ast.JoinedStr) or " more" not in ast.unparse(node.body):
        return False
    counted = [part for part in ast.walk(node.body) if isinstance(part, ast.BinOp)]
    rests = {(ast.unparse(part.left), type(part.op), ast.unparse(part.right)) for part in counted}
    if not isinstance(node.test, ast.Compare) or not any(
        ast.unparse(node.test.left) == left for left, *_ in rests
    ):
        return False
    cut = ast.unparse(node.test.left), ast.Sub, ast.unparse(node.test.comparators[0])
    return rests != {cut} or not isinstance(node.test.ops[0], ast.Gt)


def test_the_singular_is_said_of_one():
    spoken = [
        (place, node) for place, node in choices() if is_singular_first(node.body, node.orelse) is not None
    ]
    assert len(spoken) > 40
    assert [place for place, node in spoken if misspoken(node)] == []


def test_what_is_more_is_what_was_not_listed():
    assert [place for place, node in choices() if miscounts_the_rest(node)] == []


@pytest.mark.parametrize(
    "text",
    [
        "'is' if n == 2 else 'are'",
        "'is' if n != 1 else 'are'",
        "'have' if n >= 1 else 'has'",
        "'is' if not n == 1 else 'are'",
    ],
)
def test_a_wrong_number_of_words_is_seen(text):
    assert misspoken(ast.parse(text, mode="eval").body)
    assert not misspoken(ast.parse("'is' if n == 1 else 'are'", mode="eval").body)


@pytest.mark.parametrize(
    "text", ["f'{len(x) - 4} more' if len(x) > 3 else ''", "f'{len(x) + 3} more' if len(x) > 3 else ''"]
)
def test_a_wrong_rest_is_seen(text):
    assert miscounts_the_rest(ast.parse(text, mode="eval").body)
    assert not miscounts_the_rest(ast.parse("f'{len(x) - 3} more' if len(x) > 3 else ''", mode="eval").body)
