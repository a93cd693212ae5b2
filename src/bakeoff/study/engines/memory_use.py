"""What the system says of memory: what is free, what a process used, how many it has ended for want of it."""

from pathlib import Path

_PLACES = (Path("/proc/vmstat"), Path("/sys/fs/cgroup/memory.events"))
_LIMIT = Path("/sys/fs/cgroup/memory.max")


def count_memory_kills(places: tuple[Path, ...] = _PLACES) -> int:
    """Return how many processes the system, or this control group, has ended for want of memory."""
    return sum(_read_number(place, "oom_kill") or 0 for place in places)


def free_memory(system: Path = Path("/proc/meminfo"), limit: Path = _LIMIT) -> int:
    """Return the bytes that a new process can have, of the system or of this control group; 0 where nobody says."""
    available = (_read_number(system, "MemAvailable:") or 0) * 1024
    most = _read_limit(limit)
    return available if most is None else min(available, most)


def peak_memory(pid: int) -> int:
    """Return the bytes of memory that a process used at most; 0 where it is gone, or nobody says."""
    return (_read_number(Path(f"/proc/{pid}/status"), "VmHWM:") or 0) * 1024


def _read_number(place: Path, name: str) -> int | None:
    """Return the number beside a name in a list of the system's."""
    try:
        lines = place.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return None
    words = (line.split() for line in lines)
    return next((int(pair[1]) for pair in words if pair[:1] == [name]), None)


def _read_limit(place: Path) -> int | None:
    """Return the bytes that a control group may use; None where there is no such limit."""
    try:
        text = place.read_text(encoding="ascii").strip()
    except OSError:
        return None
    return int(text) if text.isdigit() else None
