"""Who is at work, and whether a process that once was still is."""

import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """A process, told apart from a later one that was given the same number."""

    host: str
    machine: str  # processes of one machine see each other; two containers of one host do not
    pid: int
    started: str  # empty where the system does not say


def this_process() -> Process:
    """Return the process that asks."""
    return Process(host=platform.node(), machine=_machine(), pid=os.getpid(), started=_started(os.getpid()))


def is_gone(process: Process) -> bool:
    """Tell whether a process is known to have ended; one on another machine never is."""
    if process.machine != _machine() or not _can_ask():
        return False
    if not _exists(process.pid):
        return True
    return process.started != _started(process.pid)


def _can_ask() -> bool:
    return sys.platform != "win32"  # there, signal 0 would end the process


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _machine() -> str:
    try:
        return f"{platform.node()} {os.readlink('/proc/self/ns/pid')}"
    except OSError:
        return platform.node()


def _started(pid: int) -> str:
    # Field 22 of proc(5): clock ticks since the machine started, so that no change of the clock moves it. The name of
    # the program, in parentheses, may hold anything. A zombie has ended.
    try:
        fields = (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        )
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else f"{boot} {fields[19]}"
