"""How time and memory grow with size, ours and the others', for docs/speed.md.

Every point is one process that makes its data, does the work once at the smallest size (imports, compilers), and then
at its own: CPU seconds of that, and the peak of memory of the whole process (Linux tells it). A program that has taken
longer than PATIENCE is not asked for a larger size.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.growth_tasks import TASKS, Task
from benchmarks.regressions import machine

RECORD = Path(__file__).parent / "growth.json"

PATIENCE = 20.0  # CPU seconds
LEAST = 0.1  # CPU seconds: what is over sooner is done again, and the mean is taken


class Point(NamedTuple):
    """What one program took for one task of one size."""

    task: str
    program: str
    size: int
    seconds: float
    megabytes: float


def points(interpreter: str | None, *, largest: int | None = None) -> Iterator[Point]:
    """Yield every point, task by task; the peers' only where there is an interpreter that has them."""
    for name, task in TASKS.items():
        for program, code in task.programs.items():
            python = sys.executable if program in task.at_home else interpreter
            if python:
                yield from _program(python, name, program, code, task, largest)


def record(found: list[Point], interpreter: str, place: Path = RECORD) -> None:
    """Write what was measured, dated, with the versions of the programs."""
    made = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "of": {name: task.of for name, task in TASKS.items()},
        "versions": {**_versions(sys.executable, HOME), **_versions(interpreter, PEERS)},
        "points": [[p.task, p.program, p.size, round(p.seconds, 6), round(p.megabytes, 1)] for p in found],
    }
    place.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _versions(python: str, packages: tuple[str, ...]) -> dict[str, str]:
    code = "import json, sys; from importlib.metadata import version as v; "
    code += "print(json.dumps({p: v(p) for p in sys.argv[1:]}))"
    run = subprocess.run([python, "-c", code, *packages], check=True, capture_output=True, text=True)
    found: dict[str, str] = json.loads(run.stdout)
    return found


HOME = ("bakeoff", "numpy", "joblib", "scikit-learn")
PEERS = ("autorank", "baycomp", "mlxtend", "scikit-posthocs", "scipy", "statsmodels")


def _program(
    python: str, name: str, program: str, code: str, task: Task, largest: int | None
) -> Iterator[Point]:
    for size in task.sizes[:largest]:
        found = _run(python, task.data, code, size, task.sizes[0])
        yield Point(name, program, size, found["seconds"], found["megabytes"])
        if found["seconds"] > PATIENCE:
            return


def _run(python: str, data: str, code: str, size: int, warm: int) -> dict[str, Any]:
    given = FRAME.format(data=_indented(data), code=_indented(code), size=size, warm=warm, least=LEAST)
    run = subprocess.run([python, "-W", "ignore", "-c", given], check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return found


def _indented(code: str) -> str:
    return code.strip("\n").replace("\n", "\n    ")


FRAME = """
import json, time
def prepared(size):
    {data}
def work(given):
    {code}
work(prepared({warm}))
given = prepared({size})
start, times = time.process_time(), 0
while not times or time.process_time() - start < {least}:
    work(given)
    times += 1
seconds = (time.process_time() - start) / times
with open("/proc/self/status") as status:  # ru_maxrss would count what started this process
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
print(json.dumps({{"seconds": seconds, "megabytes": peak}}))
"""
