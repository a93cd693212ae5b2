"""Do the tests see a wrong line? Faults are put into the code, one at a time and at random, and tests are run.

    python -m validation.mutants [--each 110] [--seed 7] [--sample NAME]
    python -m validation.mutants --again [--only WORDS] [--tests FILE ...]

A fault is one change at one place: a comparison turned or made strict, an operator exchanged, a number one larger, a
condition negated, `and` for `or`, least for largest, a negation dropped. As many are drawn of each room, and every
place of a room is equally likely. Tests are run against a copy of the project until one fails or 60 seconds of
processor time are over: the examples of the module and the files named for it, those that import it and those of its
folder, the net of whole answers (`tests/golden/net.py`) and what holds of all sources, the folders below, those that
import what imports it, and the folders above. A test that fails without the fault too counts for nothing. A fault that
none notices survives, and is judged in writing in `docs/validity/mutants_judged.json`; `--again` looks up those that
survived in today's code and tries them against today's tests.
"""

import argparse
import ast
import copy
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn, cast

ROOMS = ("procedures", "inference", "inputs")
SOURCES = Path("src/bakeoff")
PLACE = Path("docs/validity/mutants.json")
NET = ["tests/golden/test_net.py", "tests/contract/test_sentences.py", "tests/contract/test_records.py"]
ELSEWHERE = ("published",)  # tests that need files which a copy of the project does not have
MOST_SECONDS = 60.0  # of processor time that one fault may take
SECONDS = 120  # after which, for one test, a fault counts as noticed: the test no longer ends
ADDED = " (added)"  # the mark of a fault that a test notices which was written for it
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

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        # `strict` of zip refuses what no caller makes: without it nothing is different.
        return node if node.arg == "strict" else self.generic_visit(node)


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


class Knowing:
    """Which tests know a module, by the names and the words of their files."""

    def __init__(self, root: Path) -> None:
        files = [
            path for path in sorted((root / "tests").rglob("test_*.py")) if path.parent.name not in ELSEWHERE
        ]
        self.words = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in files}
        modules = sorted((root / SOURCES).rglob("*.py"))
        self.sources = {_dotted(path.relative_to(root)): path.read_text(encoding="utf-8") for path in modules}

    def choose_tests(self, fault: Fault, first: Sequence[str] = ()) -> list[list[str]]:
        """Return files of tests in the order of running: named for the module, importing it, the net, its room.

        `first` are run before all others; those that import what imports the module, and those of the folders above,
        come last.

        Examples
        --------
        >>> fault = Fault("src/bakeoff/inputs/table/heads.py", 1, 0, "number", "1", "2")
        >>> Knowing(Path.cwd()).choose_tests(fault)[0]
        ['src/bakeoff/inputs/table/heads.py', 'tests/inputs/table/test_heads.py']
        """
        module = Path(fault.module)
        full = _dotted(module)
        home = "/".join(("tests", *module.relative_to(SOURCES).parent.parts))
        named = [file for file in self.words if module.stem in Path(file).stem]
        known = [file for file, text in self.words.items() if f"{full} import" in text]
        known += [file for file in self.words if Path(file).parent == Path(home)]
        users = [f"{name} import" for name, text in self.sources.items() if f"{full} import" in text]
        above = [Path(home).parents[i] for i in range(len(Path(home).parts) - 2)]
        stages = (
            list(first),
            [fault.module, *named],
            known,
            NET,
            [f for f in self.words if f.startswith(home + "/")],
            [file for file, text in self.words.items() if any(user in text for user in users)],
            [file for file in self.words if Path(file).parent in above],
        )
        return _drop_repeated(stages)


def _dotted(module: Path) -> str:
    return ".".join(module.relative_to("src").with_suffix("").parts)


def _drop_repeated(stages: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return stages without what an earlier one has, and without those that are empty then."""
    seen = set[str]()
    made = []
    for stage in stages:
        made.append([file for file in dict.fromkeys(stage) if file not in seen])
        seen.update(stage)
    return [stage for stage in made if stage]


def notice(fault: Fault, stages: list[list[str]], copy_of_project: Path) -> str:
    """Run the tests in a copy of the project with the fault; return "noticed by …" or "survived"."""
    path = copy_of_project / fault.module
    text = path.read_text(encoding="utf-8")
    left = MOST_SECONDS
    for files in stages:
        try:
            path.write_text(put_fault(fault, text), encoding="utf-8")
            failure, used = _first_failure(files, copy_of_project, left)
        finally:
            path.write_text(text, encoding="utf-8")
        if failure:
            clean, _ = _first_failure([failure] if "::" in failure else files, copy_of_project, left)
            return f"noticed by {failure}" if clean is None else f"no matter: {clean} fails without it"
        left -= used
        if left <= 0:
            break
    return "survived"


def _first_failure(tests: list[str], folder: Path, seconds: float) -> tuple[str | None, float]:
    """Run tests in a child of this process, which has imported what is slow to import.

    Return the first that fails, and the processor time that it took.
    """
    place = folder.parent / "failure"
    place.write_text("", encoding="utf-8")
    before = os.times()
    child = os.fork()
    if child == 0:
        _run_tests(tests, folder, place, seconds)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return "tests that no longer end", used
    if code == 3:
        raise RuntimeError(f"pytest ended with an error of its own for {tests}")
    return None if code in (0, 5) else place.read_text(encoding="utf-8") or "the import of the module", used


class _Note:
    """What pytest calls with every outcome: the first failure is written down, and the time looked at."""

    def __init__(self, place: Path, seconds: float) -> None:
        self.place, self.seconds = place, seconds

    def pytest_runtest_logreport(self, report: object) -> None:
        """Write which test failed."""
        if getattr(report, "failed", False):
            self.place.write_text(str(getattr(report, "nodeid", "")), encoding="utf-8")

    def pytest_runtest_logfinish(self) -> None:
        """Stop, as if all were run, when the time is over and nothing has failed."""
        if time.process_time() > self.seconds and not self.place.read_text(encoding="utf-8"):
            os._exit(0)


def _run_tests(tests: list[str], folder: Path, place: Path, seconds: float) -> NoReturn:
    """Run tests and end the process: nothing of the parent's may be undone here."""
    import pytest

    code = 3
    try:
        os.setsid()
        os.chdir(folder)
        end = int(seconds + SECONDS)
        resource.setrlimit(resource.RLIMIT_CPU, (end, end + 5))
        sys.path[:0] = [str(folder / "src"), str(folder)]
        os.environ["PYTHONPATH"] = str(folder / "src")
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        words = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--doctest-modules")
        code = int(pytest.main([*words, *tests], plugins=[_Note(place, seconds)]))
    finally:
        os._exit(code)


def _import_what_is_slow() -> None:
    for name in ("numpy", "scipy.stats", "scipy.optimize", "pandas", "polars", "pyarrow.parquet",
                 "pytest", "mpmath"):  # fmt: skip
        import_module(name)
    sys.dont_write_bytecode = True


def find_again(name: str, root: Path) -> Fault | None:
    """Return the fault of a record in today's code, the nearest where there are several; None where it is gone."""
    module, _, rest = name.partition(":")
    line, _, words = rest.partition(" #")
    path = root / module
    if not path.is_file():
        return None
    every = list_faults(module, path.read_text(encoding="utf-8"))
    same = [
        fault for fault in every if fault.name.partition(" #")[2].partition(" ")[2] == words.partition(" ")[2]
    ]
    place = int(words.partition(" ")[0])
    return min(same, key=lambda fault: (abs(fault.line - int(line)), abs(fault.place - place)), default=None)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--each", type=int, default=110, help="faults of each room")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--sample", default="first", help="the name of the sample in the record")
    parser.add_argument(
        "--share", default="0/1", help="of several runs side by side, which this is: 0/2, 1/2"
    )
    parser.add_argument("--again", action="store_true", help="try those that survived once more")
    parser.add_argument("--only", default="", help="faults whose name has this in it")
    parser.add_argument("--tests", nargs="+", default=[], help="files of tests to run before all others")
    parser.add_argument("--out", type=Path, default=PLACE)
    return parser.parse_args()


def _list_work(
    options: argparse.Namespace, done: Mapping[str, Mapping[str, str]], root: Path
) -> list[tuple[str, Fault]]:
    """Return the faults to try, each with its name in the record."""
    if not options.again:
        drawn = draw_faults(root, options.each, options.seed)
        return [(fault.name, fault) for fault in drawn if fault.name not in done]
    left = [name for name, made in done.items() if not made["outcome"].startswith("noticed")]
    found = {name: find_again(name, root) for name in left}
    return [(name, fault) for name, fault in found.items() if fault is not None]


def main() -> None:
    """Put the faults in one after the other, saving after each and going on where an earlier run stopped."""
    options = _parse_options()
    done = json.loads(options.out.read_text(encoding="utf-8")) if options.out.is_file() else {}
    own, of = (int(part) for part in options.share.split("/"))
    _import_what_is_slow()
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        shutil.copytree(Path.cwd(), project, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        tests = Knowing(project)
        for name, fault in _list_work(options, done, project)[own::of]:
            if options.only not in name:
                continue
            outcome = notice(fault, tests.choose_tests(fault, options.tests), project)
            before = done.get(name, {"kind": fault.kind, "sample": options.sample})
            survived = before.get("outcome") == "survived"
            added = ADDED if survived and outcome.startswith("noticed") else ""
            done[name] = {**before, "outcome": outcome + added}
            text = json.dumps(done, indent=1, ensure_ascii=False) + "\n"
            options.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
