"""Starting `children` as a program, once: loading the libraries takes longer than most of what it is asked to do."""

import atexit
import json
import os
import select
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from study.cases import TESTS

PATIENCE = 300  # seconds


@cache
def program():
    """Return the program, which waits for commands until this process ends."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), *filter(None, sys.path)])}
    command = [sys.executable, "-m", "study.children"]
    started = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    )
    atexit.register(started.communicate)
    return started


def child(*arguments):
    """Give `children` a command; return the words that it printed, by line, and its messages."""
    with TemporaryDirectory() as folder:
        program().stdin.write(json.dumps([folder, *map(str, arguments)]) + "\n")
        program().stdin.flush()
        if not select.select([program().stdout], [], [], PATIENCE)[0]:
            program().kill()
        code = program().stdout.readline().strip()
        printed, messages = (Path(folder, name).read_text() for name in ("out", "err"))
    assert code == "0", (code, messages)
    return [line.split() for line in printed.splitlines()], messages
