"""`bakeoff` as shells of tests call it: a process of its own each time, forked from one that has loaded the libraries.

Loading takes longer than most commands. A call has its own arguments, folder, environment, streams and exit code; what
is loaded when, and how long a start takes, is tested where `bakeoff` is started by itself (tests/cli).
"""

import atexit
import contextlib
import io
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

FORMS = ("--report", "report.html", "--latex", "paper.tex", "--figures", "figures", "--export", "all.xlsx")
# Started for every call, so it loads next to nothing: hands everything to the program, and ends as the call did.
CALLER = f"""#!{sys.executable} -IS
import json, os, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(os.path.join(os.path.dirname(__file__), "door"))
told = json.dumps([os.getcwd(), sys.argv[1:], dict(os.environ)]).encode()
socket.send_fds(line, [b"%10d" % len(told)], [0, 1, 2])
line.sendall(told)
code = line.makefile().read()
sys.exit(int(code) if code else 70)
"""


@cache
def folder() -> Path:
    """Return the folder with a `bakeoff` that is ahead of the real one on the path, until this process ends."""
    made = tempfile.TemporaryDirectory(prefix="bakeoff-typed-")
    place = Path(made.name)
    (place / "bakeoff").write_text(CALLER, encoding="utf-8")
    (place / "bakeoff").chmod(0o700)
    started = subprocess.Popen(
        [sys.executable, "-P", __file__, str(place / "door")],
        env={**os.environ, "MPLBACKEND": "agg", "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    atexit.register(_stop, started, made)
    assert started.stdout.readline() == b"ready\n"
    return place


def _stop(started: subprocess.Popen, made: tempfile.TemporaryDirectory) -> None:
    started.communicate()  # it ends when nobody can ask it any more
    made.cleanup()


def environment(**more: str) -> dict[str, str]:
    """Return what a shell is to be started with, so that the `bakeoff` it calls is this one."""
    path = os.pathsep.join([str(folder()), str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path, **more}


def listen(door: str) -> None:
    """Answer calls until standard input ends; each has a process, which starts another and waits for its end."""
    _load()
    with socket.socket(socket.AF_UNIX) as entrance:
        entrance.bind(door)
        entrance.listen(16)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        while entrance in select.select([entrance, sys.stdin], [], [])[0]:
            line, _ = entrance.accept()
            with line:
                if os.fork() == 0:
                    _answer(line)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _load() -> None:
    """Compare a table in all forms, which loads what most commands need."""
    import sklearn.linear_model  # noqa: F401

    from bakeoff.cli.main import main
    from bakeoff.inputs.published import PUBLISHED

    heard = io.StringIO()
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        Path("scores.csv").write_text(PUBLISHED["figure-15.2"].text, encoding="utf-8")
        with contextlib.redirect_stdout(heard), contextlib.redirect_stderr(heard):
            code = main(["compare", "scores.csv", *FORMS])
    assert code == 0, heard.getvalue()


def _answer(line: socket.socket) -> None:
    size, streams, _, _ = socket.recv_fds(line, 10, 3)
    told = json.loads(line.makefile("rb").read(int(size)))
    called = os.fork()
    if called == 0:
        line.close()
        _call(streams, *told)
    code = os.waitstatus_to_exitcode(os.waitpid(called, 0)[1])
    with contextlib.suppress(BrokenPipeError):
        line.sendall(str(code if code >= 0 else 128 - code).encode())
    os._exit(0)


def _call(streams: list[int], place: str, arguments: list[str], variables: dict[str, str]) -> None:
    """Do what the script `bakeoff` does."""
    from bakeoff.cli.main import main

    for wanted, given in enumerate(streams):
        os.dup2(given, wanted)
        os.close(given)
    os.chdir(place)
    os.environ.clear()
    os.environ.update(variables)
    encoding = variables.get("PYTHONIOENCODING", "utf-8")
    sys.stdin, sys.stdout, sys.stderr = (
        open(stream, mode, encoding=encoding, errors=errors, closefd=False)  # noqa: SIM115 - until this process ends
        for stream, mode, errors in ((0, "r", "strict"), (1, "w", "strict"), (2, "w", "backslashreplace"))
    )
    code = 1
    try:
        code = main(arguments)
        atexit._run_exitfuncs()
    except BaseException:
        sys.excepthook(*sys.exc_info())
    with contextlib.suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    listen(sys.argv[1])
