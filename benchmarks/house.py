"""Count the house: modules, folders, importers, and what one comparison runs through. `python -m benchmarks.house`."""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import bakeoff

SOURCE = Path(bakeoff.__file__).parent
SMALL = 90


def module_name(path: Path) -> str:
    """Return the dotted name of a source file."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(tree: ast.Module, modules: set[str]) -> Iterator[str]:
    """Yield the modules of the project that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in modules else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def count_files() -> dict[str, int]:
    """Return the numbers of modules, of the fullest folder, of modules with one importer, and of functions."""
    files = {module_name(path): path for path in SOURCE.rglob("*.py")}
    importers: dict[str, set[str]] = defaultdict(set)
    functions = 0
    for name, path in files.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions += sum(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(tree))
        for imported in imports(tree, set(files)):
            importers[imported].add(name)
    alone = [name for name in files if len(importers[name]) == 1 and files[name].stem != "__init__"]
    small = [name for name in alone if files[name].read_text(encoding="utf-8").count("\n") < SMALL]
    stems = Counter(path.stem for path in files.values() if path.stem != "__init__")
    return {
        "modules": len(files),
        "functions": functions,
        "modules in the fullest folder": max(Counter(path.parent for path in files.values()).values()),
        "modules with one importer": len(alone),
        f"… of these under {SMALL} lines": len(small),
        "file names in more than one folder": sum(n > 1 for n in stems.values()),
    }


def count_steps() -> dict[str, int]:
    """Return how many files a comparison of two classifiers runs through, and how often it changes rooms."""
    table = {"dataset": list("pqrstuvwxy"), "A": [80, 73, 85, 68, 82, 75, 73, 64, 71, 77]}
    table["B"] = [85, 70, 86, 74, 84, 79, 77, 73, 70, 81]
    bakeoff.compare(table)  # what is only imported does not count
    files: set[str] = set()
    rooms: list[str] = []

    def trace(frame: FrameType, event: str, _: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(str(SOURCE)) and "<" not in frame.f_code.co_name:
            files.add(path)
            room = Path(path).relative_to(SOURCE).parts[0]
            if not rooms or rooms[-1] != room:
                rooms.append(room)

    sys.setprofile(trace)
    try:
        str(bakeoff.compare(table))
    finally:
        sys.setprofile(None)
    return {
        "files a comparison of two runs through": len(files),
        "changes of room on its way": len(rooms) - 1,
    }


if __name__ == "__main__":
    for what, number in (count_files() | count_steps()).items():
        print(f"{what:45} {number:6,}")
