"""Starting `children` as a program."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]


def child(*arguments: object) -> str:
    """Run a command of `children`; return what it printed."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *filter(None, sys.path)])}
    done = subprocess.run(
        [sys.executable, "-m", "store.children", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
