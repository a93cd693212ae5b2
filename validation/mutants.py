"""Do the tests see a wrong line? Faults are put into the code, one at a time and at random, and tests are run.

    pip install pytest-cov
    pytest --cov=src/bakeoff --cov-context=test --cov-report= --junitxml=durations.xml src/bakeoff tests/reference …
    python -m validation.mutants --coverage .coverage --durations durations.xml [--each 110] [--again]

A fault is one change at one place: a comparison turned or made strict, an operator exchanged, a number one larger, a
condition negated, `and` for `or`, least for largest, a negation dropped. As many are drawn of each room, and every
place of a room is equally likely. The tests that run the line, known from one run with coverage, are run against a
copy of the project: those named for the module, then the quickest of each file in turn, until one fails, at most 200
of them or 45 seconds. A test that fails without the fault too counts for nothing. A fault that none notices survives,
and is judged in writing in `docs/validity/mutants_judged.json`; `--again` tries those that survived against the tests
as they are now.
"""

import argparse
import ast
import copy
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn, cast
from xml.etree import ElementTree

ROOMS = ("procedures", "inference", "inputs")
SOURCES = Path("src/bakeoff")
PLACE = Path("docs/validity/mutants.json")
STAGES = (12, 60)  # tests that are run first
MOST_TESTS, MOST_SECONDS = 200, 45.0
SECONDS = 300  # after which a fault counts as noticed: the tests no longer end
COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
EXCHANGED = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "minimum": "maximum",
    "maximum": "minimum",
}


class Fault(NamedTuple):
    """One change at one place."""

    module: str
    line: int
    place: int  # its number among the faults of the module
    kind: str
    before: str
    after: str

    @property
    def name(self) -> str:
        """How it is found again."""
        return f"{self.module}:{self.line} #{self.place} {self.before} → {self.after}"


def _turn_comparison(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Compare) or type(node.ops[0]) not in COMPARISONS:
        return None
    turned = copy.deepcopy(node)
    turned.ops[0] = COMPARISONS[type(node.ops[0])]()
    return turned


def _turn_operator(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.BinOp) or type(node.op) not in OPERATORS or _is_text(node):
        return None
    return ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)


def _turn_logic(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.BoolOp):
        return None
    return ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


def _drop_negation(node: ast.AST) -> ast.AST | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        return node.operand
    return None


def _change_number(node: ast.AST) -> ast.AST | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ast.Constant(not node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return ast.Constant(node.value + 1)
    return None


def _negate_condition(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.IfExp):
        return None
    return ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _exchange_call(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, ast.Call) or (other := _exchange(node.func)) is None:
        return None
    return ast.Call(other, node.args, node.keywords)


KINDS = {
    "comparison": _turn_comparison,
    "operator": _turn_operator,
    "and, or": _turn_logic,
    "negation": _drop_negation,
    "number": _change_number,
    "condition": _negate_condition,
    "least, largest": _exchange_call,
}


def _changes(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield what one node could wrongly have been, with the kind of the fault."""
    for kind, change in KINDS.items():
        if (other := change(node)) is not None:
            yield kind, other


def _exchange(function: ast.expr) -> ast.expr | None:
    if isinstance(function, ast.Name) and function.id in EXCHANGED:
        return ast.Name(EXCHANGED[function.id], ast.Load())
    if isinstance(function, ast.Attribute) and function.attr in EXCHANGED:
        return ast.Attribute(function.value, EXCHANGED[function.attr], ast.Load())
    return None


def _is_text(node: ast.BinOp) -> bool:
    """Tell whether an operator joins texts or types, where another operator is no fault that anybody makes."""
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, (str, bytes)))
        or (isinstance(side, ast.Constant) and side.value is None)
        for side in (node.left, node.right)
    )


class _Change(ast.NodeTransformer):
    """Walk a module in one fixed order; make the fault of one number, and list all."""

    def __init__(self, module: str, wanted: int = -1) -> None:
        self.module, self.wanted = module, wanted
        self.faults: list[Fault] = []

    def visit(self, node: ast.AST) -> ast.AST:
        changed = node
        for kind, other in _changes(node):
            place = len(self.faults)
            self.faults.append(
                Fault(
                    self.module,
                    getattr(node, "lineno", 0),
                    place,
                    kind,
                    ast.unparse(node)[:90],
                    ast.unparse(other)[:90],
                )
            )
            if place == self.wanted:
                changed = ast.copy_location(other, node)
        return self.generic_visit(changed) if changed is node else changed

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = cast(ast.expr, self.visit(node.value))
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node


def _walk(module: str, text: str, wanted: int = -1) -> tuple[ast.Module, list[Fault]]:
    tree = ast.parse(text)
    change = _Change(module, wanted)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            node.decorator_list = [d for d in node.decorator_list if not isinstance(d, ast.Constant)]
    return ast.fix_missing_locations(cast(ast.Module, change.visit(tree))), change.faults


def list_faults(module: str, text: str) -> list[Fault]:
    """Return every fault that could be put into a module.

    Examples
    --------
    >>> [fault.name for fault in list_faults("m.py", "if x < 3: y()")]
    ['m.py:1 #0 x < 3 → x <= 3', 'm.py:1 #1 3 → 4']
    """
    return _walk(module, text)[1]


def put_fault(fault: Fault, text: str) -> str:
    """Return a module's text with one fault in it.

    Examples
    --------
    >>> faults = list_faults("m.py", "y = x < 3")
    >>> put_fault(faults[1], "y = x < 3")
    'y = x < 4'
    """
    return ast.unparse(_walk(fault.module, text, fault.place)[0])


def draw_faults(root: Path, each: int, seed: int) -> list[Fault]:
    """Draw as many faults at random from each room."""
    drawn: list[Fault] = []
    for room in ROOMS:
        places: list[Fault] = []
        for path in sorted((root / SOURCES / room).rglob("*.py")):
            places += list_faults(str(path.relative_to(root)), path.read_text(encoding="utf-8"))
        drawn += random.Random(seed).sample(places, each)
    return random.Random(seed).sample(drawn, len(drawn))


class Coverage:
    """Which tests run a line, by one run with coverage; the quickest first."""

    def __init__(self, coverage: Path, durations: Path) -> None:
        self.data = sqlite3.connect(coverage)
        self.seconds: dict[str, float] = {}
        for case in ElementTree.parse(durations).iter("testcase"):
            self.seconds[f"{case.get('classname')}::{case.get('name')}"] = float(case.get("time") or 0)

    def choose_tests(self, fault: Fault) -> list[str]:
        """Return the tests that run the line of a fault; where it runs at import, those that run its module."""
        total, chosen = 0.0, list[str]()
        for test in list(filter(_is_there, self._put_in_order(fault)))[:MOST_TESTS]:
            total += self._duration(test)
            if total < MOST_SECONDS or not chosen:
                chosen.append(test)
        return chosen

    def _put_in_order(self, fault: Fault) -> list[str]:
        """Return first the tests named for the module, then one of each file in turn; the quickest first."""
        found = sorted(self._ask_coverage(fault), key=lambda test: (self._duration(test), test))
        stem, turns = Path(fault.module).stem, Counter[str]()
        keys = {}
        for test in found:
            file = test.partition("::")[0]
            turns[file] += 1
            keys[test] = (Path(file).stem.removeprefix("test_") != stem, turns[file])
        return sorted(found, key=keys.__getitem__)

    def _duration(self, test: str) -> float:
        module, _, name = test.partition("::")
        return self.seconds.get(f"{module.removesuffix('.py').replace('/', '.')}::{name}", 0.5)

    def _ask_coverage(self, fault: Fault) -> set[str]:
        from coverage.numbits import num_in_numbits

        rows = self.data.execute(
            "select context, numbits from line_bits join file on file_id = file.id join context on "
            "context_id = context.id where path like ?",
            ("%/" + fault.module,),
        ).fetchall()
        tests = {context.split("|")[0] for context, bits in rows if num_in_numbits(fault.line, bits)} - {""}
        return tests or {context.split("|")[0] for context, _ in rows} - {""}


def _is_there(test: str) -> bool:
    """Say whether a test of the run with coverage still has its name."""
    file, _, name = test.partition("::")
    path, function = Path(file), name.rpartition("::")[2].partition("[")[0]
    return path.is_file() and (
        path.parts[0] == "src" or f"def {function}(" in path.read_text(encoding="utf-8")
    )


def notice(fault: Fault, tests: list[str], copy_of_project: Path) -> str:
    """Run the tests in a copy of the project with the fault; return "noticed by …", "survived" or "not run"."""
    path = copy_of_project / fault.module
    text = path.read_text(encoding="utf-8")
    for start, end in zip((0, *STAGES), (*STAGES, MOST_TESTS), strict=True):
        try:
            path.write_text(put_fault(fault, text), encoding="utf-8")
            failure = _first_failure(tests[start:end], copy_of_project) if tests[start:end] else None
        finally:
            path.write_text(text, encoding="utf-8")
        if failure:
            clean = _first_failure([failure] if failure in tests else tests[start:end], copy_of_project)
            return f"noticed by {failure}" if clean is None else f"no matter: {clean} fails without it"
    return "survived" if tests else "not run"


def _first_failure(tests: list[str], folder: Path) -> str | None:
    """Run tests in a child of this process, which has imported what is slow to import; return the first that fails."""
    place = folder.parent / "failure"
    place.write_text("", encoding="utf-8")
    child = os.fork()
    if child == 0:
        _run_tests(tests, folder, place)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            if code in (3, 5):
                raise RuntimeError(f"pytest ended with {code} for {tests}")
            return None if code == 0 else place.read_text(encoding="utf-8") or "the import of the module"
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "tests that no longer end"


class _Note:
    """What pytest calls with every outcome: the first failure is written down."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def pytest_runtest_logreport(self, report: object) -> None:
        """Write which test failed."""
        if getattr(report, "failed", False):
            self.place.write_text(str(getattr(report, "nodeid", "")), encoding="utf-8")


def _run_tests(tests: list[str], folder: Path, place: Path) -> NoReturn:
    """Run tests and end the process: nothing of the parent's may be undone here."""
    import pytest

    code = 3
    try:
        os.setsid()
        os.chdir(folder)
        sys.path[:0] = [str(folder / "src"), str(folder)]
        os.environ["PYTHONPATH"] = str(folder / "src")
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        words = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:cov")
        code = int(pytest.main([*words, *tests], plugins=[_Note(place)]))
    finally:
        os._exit(code)


def _import_what_is_slow() -> None:
    for name in ("numpy", "scipy.stats", "scipy.optimize", "pandas", "polars", "pyarrow.parquet",
                 "pytest", "mpmath"):  # fmt: skip
        import_module(name)
    sys.dont_write_bytecode = True


def main() -> None:
    """Put the faults in one after the other, saving after each and going on where an earlier run stopped."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--coverage", type=Path, required=True)
    parser.add_argument("--durations", type=Path, required=True)
    parser.add_argument("--each", type=int, default=110, help="faults of each room")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument(
        "--share", default="0/1", help="of several runs side by side, which this is: 0/2, 1/2"
    )
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--out", type=Path, default=PLACE)
    options = parser.parse_args()
    done = json.loads(options.out.read_text(encoding="utf-8")) if options.out.is_file() else {}
    tests = Coverage(options.coverage, options.durations)
    own, of = (int(part) for part in options.share.split("/"))
    _import_what_is_slow()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        shutil.copytree(Path.cwd(), project, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        for fault in draw_faults(project, options.each, options.seed)[own::of]:
            if fault.name not in done or (options.again and done[fault.name]["outcome"] == "survived"):
                outcome = notice(fault, tests.choose_tests(fault), project)
                done[fault.name] = {"kind": fault.kind, "outcome": outcome}
                text = json.dumps(done, indent=1, ensure_ascii=False) + "\n"
                options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
