"""The second try: cells whose worker died are run alone, in a new process whose end can be read.

A cell that ends its process itself (a crash in compiled code, `os._exit`, `abort`) is failed when it does so in a
process of its own. A signal that others send says nothing of the cell, unless memory had run out: it is run again, and
failed only after `MOST_KILLS` such ends.
"""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from bakeoff.core.outcomes import Cell, Failed, Outcome, Reason
from bakeoff.core.words import write_count
from bakeoff.study.cells.evaluation import become_worker
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.memory_use import count_memory_kills, free_memory, peak_memory
from bakeoff.study.engines.worker import OnDisk, leave_with, load_piece, work_batch

MOST_KILLS = 6  # ends by a signal from outside, after which a cell is failed
SENT_BY_OTHERS = frozenset({signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT})
LOOK_SECONDS = 0.1  # between two looks at the memory of the process
_START = """\
import pickle, sys
with open(sys.argv[1] + "/path", "rb") as file:
    sys.path[:] = pickle.load(file)
from bakeoff.study.engines.second_try import work_alone
work_alone(sys.argv[1])
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a process ended, and what is known of its memory."""

    code: int  # as subprocess has it: the negative number of the signal
    seconds: float
    peak: int  # bytes that it was last seen to have used at most
    free: int  # bytes that it could have when it started; 0 where nobody says
    memory_kills: int  # processes that the system ended for want of memory meanwhile
    most: int | None = None  # bytes that it was allowed, where somebody watches over them

    @property
    def cause(self) -> str:
        """Return how it ended in one word, such as SIGKILL(-9)."""
        return f"{signal.Signals(-self.code).name}({self.code})" if self.code < 0 else f"EXIT({self.code})"

    @property
    def is_for_memory(self) -> bool:
        """Whether it was killed, and memory had run out or was about to."""
        is_large = 0 < self.free < 2 * self.peak or self.is_over
        return self.code == -signal.SIGKILL and (self.memory_kills > 0 or is_large)

    @property
    def is_over(self) -> bool:
        """Whether it used more than it was allowed."""
        return self.most is not None and self.peak > self.most

    @property
    def is_from_outside(self) -> bool:
        """Whether a signal ended it that others send, and memory does not explain it."""
        return self.code < 0 and -self.code in SENT_BY_OTHERS and not self.is_for_memory


Runner = Callable[[Sequence[Cell]], tuple[list[Outcome], Ending]]


def try_again(piece: Workpiece | OnDisk, cells: Sequence[Cell], *, most: int | None = None) -> list[Outcome]:
    """Return the outcomes of cells whose worker died, each cell that ends its process judged in one of its own.

    Parameters
    ----------
    piece
        What the cells are of.
    cells
        Those that the worker had in hand when it died.
    most
        Bytes that their process may use, where the worker has such a limit.
    """
    limit = load_piece(piece).spec.limits.seconds
    folder = Path(tempfile.mkdtemp(prefix="bakeoff-alone-"))
    try:
        _hand_over(folder, piece)
        return judge_endings(cells, lambda waiting: _run_process(folder, waiting, most=most), limit=limit)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def judge_endings(cells: Sequence[Cell], run: Runner, *, limit: float) -> list[Outcome]:
    """Return the outcomes of cells; where a process ends before its time, the next one begins with the cell it was at.

    A cell is judged by how a process ended that it was the first in.
    """
    outcomes: list[Outcome] = []
    waiting, kills = deque(cells), Counter[str]()
    while waiting:
        done, ending = run(waiting)
        outcomes += done
        for _ in done:
            waiting.popleft()
        if done or not waiting:
            continue
        cell = waiting[0]
        kills[cell.key] += ending.is_from_outside
        if not ending.is_from_outside or kills[cell.key] >= MOST_KILLS:
            outcomes.append(_describe_failure(waiting.popleft(), ending, limit=limit))
    return outcomes


def kill_failure(cell: Cell, cause: str, *, seconds: float) -> Failed:
    """Return the failure of a cell whose process others have killed too often."""
    times = write_count(MOST_KILLS, "time")
    message = (
        f"its process was killed {times} or more ({cause}) without a sign that memory ran out; "
        "--retry-failed runs it again"
    )
    return Failed(cell=cell, reason=Reason.DIED, message=message, seconds=seconds)


def timeout_failure(cell: Cell, limit: float, *, seconds: float) -> Failed:
    """Return the failure of a cell that passed the time limit."""
    message = f"it was stopped after {limit:g} s, the time limit"
    return Failed(cell=cell, reason=Reason.HUNG, message=message, seconds=seconds)


def _describe_failure(cell: Cell, ending: Ending, *, limit: float) -> Failed:
    if ending.is_from_outside:
        return kill_failure(cell, ending.cause, seconds=ending.seconds)
    if ending.code == 1 and ending.seconds >= limit:  # how the timer of a cell ends its process
        return timeout_failure(cell, limit, seconds=ending.seconds)
    if ending.is_for_memory:
        message = _describe_memory(ending)
        return Failed(cell=cell, reason=Reason.MEMORY, message=message, seconds=ending.seconds)
    message = f"it ended its worker, and its process when it ran alone ({ending.cause})"
    return Failed(cell=cell, reason=Reason.DIED, message=message, seconds=ending.seconds)


def _describe_memory(ending: Ending) -> str:
    if ending.memory_kills:
        return "the system ended its process for want of memory, also when it ran alone"
    used = f"it used {ending.peak / 1e9:.2g} GB when it ran alone"
    if ending.is_over and ending.most is not None:
        return f"{used}, more than the {ending.most / 1e9:.2g} GB of its worker"
    return f"its process was killed ({ending.cause}); {used}, and {ending.free / 1e9:.2g} GB were free"


def _hand_over(folder: Path, piece: Workpiece | OnDisk) -> None:
    import cloudpickle  # estimators of a notebook travel by value

    (folder / "path").write_bytes(pickle.dumps(sys.path))
    (folder / "piece").write_bytes(cloudpickle.dumps(piece, protocol=pickle.HIGHEST_PROTOCOL))


def _run_process(folder: Path, cells: Sequence[Cell], *, most: int | None) -> tuple[list[Outcome], Ending]:
    """Run cells in a new process, and return the outcomes that it came to, with how it ended."""
    (folder / "cells").write_bytes(pickle.dumps(list(cells)))
    (folder / "outcomes").write_bytes(b"")
    began, kills, free = time.monotonic(), count_memory_kills(), free_memory()
    process = subprocess.Popen(
        [sys.executable, "-c", _START, str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,
    )
    try:
        peak = _await_end(process, most=most)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # with whatever its cells have started
    return _read_outcomes(folder / "outcomes"), Ending(
        code=process.returncode,
        seconds=time.monotonic() - began,
        peak=peak,
        free=free,
        memory_kills=count_memory_kills() - kills,
        most=most,
    )


def _await_end(process: "subprocess.Popen[bytes]", *, most: int | None) -> int:
    """Wait for the end of a process, and return the bytes that it used at most; one that uses too many is ended."""
    peak = 0
    while True:
        try:
            process.wait(LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            peak = max(peak, peak_memory(process.pid))
            if most is not None and peak > most:
                process.kill()
        else:
            return peak


def _read_outcomes(path: Path) -> list[Outcome]:
    outcomes: list[Outcome] = []
    with path.open("rb") as file, suppress(EOFError, pickle.UnpicklingError):  # the last may be cut short
        while True:
            outcomes.append(pickle.load(file))
    return outcomes


def work_alone(folder: str) -> None:
    """Work on the cells in a folder, in this process that is there for them, and write each outcome as it comes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=leave_with, args=(os.getppid(), folder), daemon=True).start()
    become_worker()
    piece = pickle.loads((Path(folder) / "piece").read_bytes())
    cells = pickle.loads((Path(folder) / "cells").read_bytes())
    with (Path(folder) / "outcomes").open("ab") as file:
        for cell in cells:
            (outcome,) = work_batch(piece, [cell])
            pickle.dump(outcome, file)
            file.flush()
