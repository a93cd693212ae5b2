"""Evidence and results are frozen: they print, store and compare the same everywhere."""

import ast
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "bakeoff"
ROOMS = ("core", "procedures", "inference", "inputs", "pitfalls")
FLAGS = ("frozen", "slots", "kw_only")


def records():
    """Yield every dataclass of the rooms: where it is, and what is said of it."""
    for path in (path for room in ROOMS for path in sorted((SOURCES / room).rglob("*.py"))):
        if "@dataclass(" not in (text := path.read_text(encoding="utf-8")):
            continue
        for node in ast.parse(text).body:
            for decorator in getattr(node, "decorator_list", ()):
                if ast.unparse(decorator).startswith("dataclass("):
                    said = {word.arg: ast.literal_eval(word.value) for word in decorator.keywords}
                    yield f"{path.relative_to(SOURCES)}: {node.name}", said


def test_a_record_is_frozen_has_slots_and_is_told_by_name_where_it_says_so():
    told = list(records())
    assert len(told) > 300
    assert [name for name, said in told if not all(said.get(flag, True) for flag in FLAGS)] == []
    assert sum("frozen" not in said for _, said in told) < 0.1 * len(told)  # what is filled step by step
