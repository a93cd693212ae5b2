"""How often the system has ended a process for want of memory: what tells a memory eater from other deaths."""

from pathlib import Path

_PLACES = (Path("/proc/vmstat"), Path("/sys/fs/cgroup/memory.events"))


def count_memory_kills(places: tuple[Path, ...] = _PLACES) -> int:
    """Return how many processes the system, or this control group, has ended for want of memory."""
    return sum(_read_count(place) for place in places)


def _read_count(place: Path) -> int:
    try:
        lines = place.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("oom_kill "))
