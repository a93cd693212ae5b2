"""Times of whole processes, taken in turns so that a busy machine treats all alike."""

import os
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence


def cpu_seconds(command: Sequence[str]) -> float:
    """Return the CPU time of one run of a command, user and system."""
    # As installed: modules are compiled once, not in every run.
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=compiled)
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def in_turns(commands: Mapping[str, Sequence[str]], *, rounds: int) -> dict[str, float]:
    """Return the median CPU time of every command over `rounds` rounds, after one to warm the caches."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for i in range(rounds + 1):
        for name, command in commands.items():
            seconds = cpu_seconds(command)
            if i:
                times[name].append(seconds)
    return {name: statistics.median(values) for name, values in times.items()}


def python(code: str) -> list[str]:
    """Return the command that runs a piece of Python with this interpreter."""
    return [sys.executable, "-c", code]


def bakeoff(*arguments: str) -> list[str]:
    """Return the command that runs our command line with this interpreter."""
    return [
        sys.executable,
        "-c",
        "import sys; from bakeoff.cli.main import main; sys.exit(main())",
        *arguments,
    ]
