"""Studies that are killed or stopped. Run as a program, it takes commands: see `starting`.

It forks a process for each command, and that one for each try, so that the libraries are loaded once.
"""

import json
import os
import random
import resource
import signal
import sys
import time
from pathlib import Path

import pyarrow  # noqa: F401  (loaded once, before any fork)
import sklearn.ensemble  # noqa: F401

from bakeoff.api.study.study import Study
from bakeoff.cli.main import main
from bakeoff.core.errors import StoreError
from bakeoff.store.open import open_store
from bakeoff.study.execution import RunSettings, carry_out_study, load_datasets, prepare_study
from study import faulty  # noqa: F401
from study.cases import NAME, is_running
from study.here import Here

KILLED = 77


def forked(act):
    """Start a process that does something, and return its number."""
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = act() or 0
        except BaseException as error:
            sys.stderr.write(f"{error!r}\n")
        sys.stdout.flush()
        os._exit(code)
    return pid


def code_of(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def said(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def done(url):
    with open_store(url) as store:
        return len(store.scored_keys(NAME)) if NAME in {lock.name for lock in store.studies()} else 0


def run_here(file, url):
    Study.load(file, trust=True).run(url, engine=Here())


def kill_at_moments(file, url, kills):
    """Kill a study at random moments: some cells after it went on, and somewhere within one; say what was done."""
    moments = random.Random(20)
    counts = []
    for _ in range(int(kills)):
        goal = done(url) + moments.randrange(6)
        pid = forked(lambda: run_here(file, url))
        while done(url) < goal:
            time.sleep(0.005)
        time.sleep(moments.uniform(0.0, 0.05))
        os.kill(pid, signal.SIGKILL)
        if code_of(pid) == 0:
            break
        counts.append(done(url))
    run_here(file, url)
    said(*counts)


def kill_with_workers(file, url, kills):
    """Kill a study that works in processes of its own, as soon as each run has recorded something."""
    for _ in range(int(kills)):
        before = done(url)
        pid = forked(lambda: Study.load(file, trust=True).run(url, jobs=2).store and 0)
        while done(url) < before + 2:
            time.sleep(0.02)
        workers = children_of(pid)
        os.kill(pid, signal.SIGKILL)
        code_of(pid)
        said(done(url), len(workers))
        until = time.monotonic() + 20
        while any(map(is_running, workers)) and time.monotonic() < until:
            time.sleep(0.1)
        said(sum(map(is_running, workers)))
    run_here(file, url)


def children_of(pid):
    """Return the worker processes of a run."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == str(pid) and b"popen_loky" in words:
                found.append(int(folder.name))
    return found


class Failing:
    """A store whose Nth call does something else: before the call, or after it."""

    def __init__(self, store, n, act, *, after):
        self._store, self._left, self._act, self._after = store, n, act, after

    def __getattr__(self, name):
        method = getattr(self._store, name)
        if not callable(method):
            return method

        def call(*arguments, **options):
            self._left -= 1
            if self._left == 0 and not self._after:
                self._act()
            answer = method(*arguments, **options)
            if self._left == 0 and self._after:
                self._act()
            return answer

        return call


def run_with(store, file):
    """Run a study on a store that may not be what it seems."""
    study = Study.load(file, trust=True)
    spec = study.specification
    laid = prepare_study(spec, load_datasets(spec, base=study.base), store=store, retry_failed=False)
    carry_out_study(spec, laid, store=store, means=RunSettings(engine=Here()))


def fail_everywhere(file, folder, how):
    """Have the Nth call of a store fail or kill, for every N and before and after it; resume each, and say how many."""

    def fail():
        if how == "kill":
            os._exit(KILLED)
        raise StoreError("injected", where="here", fix="none", code="BO447")

    for after in (False, True):
        for n in range(1, 1000):
            url = f"{folder}/{after}-{n}.db"

            def attempt(url=url, n=n, after=after):
                with open_store(url) as store:
                    run_with(Failing(store, n, fail, after=after), file)

            failed = code_of(forked(attempt)) == KILLED if how == "kill" else raised(attempt)
            if not failed:
                break
            run_here(file, url)
        said(n - 1)


def raised(attempt):
    try:
        attempt()
    except StoreError:
        return True
    return False


def together(file, url):
    """Run one study twice at once; say how each ended."""
    pids = [forked(lambda: run_here(file, url)) for _ in range(2)]
    said(*map(code_of, pids))


def stop_by(file, url, goal, *signals):
    """Send signals to the command line once it has recorded so many; say its code, and how long it took to end."""
    pid = forked(lambda: main(["run", file, "--trust", "-q", "--store", url]))
    while done(url) < int(goal):
        time.sleep(0.02)
    began = time.monotonic()
    for name in signals:
        os.kill(pid, getattr(signal, name))
        time.sleep(0.2)
    code = code_of(pid)
    said(code, round(time.monotonic() - began, 1), done(url))


def run_out_of_room(file, url, size):
    """Run a study whose store may not grow beyond a size; say how it ended."""

    def attempt():
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), resource.RLIM_INFINITY))
        return main(["run", file, "--trust", "-q", "--store", url])

    said(code_of(forked(attempt)), done(url))


COMMANDS = {
    f.__name__: f
    for f in (kill_at_moments, kill_with_workers, fail_everywhere, together, stop_by, run_out_of_room)
}


def obeyed(folder, command, *arguments):
    """Do what is asked for in a process of its own, with what it says in two files; return how it ended."""

    def act():
        for stream, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CREAT, 0o600), stream)
        COMMANDS[command](*arguments)

    return code_of(forked(act))


if __name__ == "__main__":
    for asked in sys.stdin:
        said(obeyed(*json.loads(asked)))
