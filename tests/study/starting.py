"""Starting `children` as a program."""

import os
import subprocess
import sys

from study.cases import TESTS


def child(*arguments):
    """Run a command of `children`; return the words that it printed, by line, and its messages."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *filter(None, sys.path)])}
    done = subprocess.run(
        [sys.executable, "-m", "study.children", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [line.split() for line in done.stdout.splitlines()], done.stderr
