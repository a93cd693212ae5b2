"""Estimators that misbehave in every way that users' estimators do."""

import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin


class Majority(ClassifierMixin, BaseEstimator):
    """Predicts the largest class: small, quick, and right as far as it goes."""

    def fit(self, X, y):
        self.classes_, counts = np.unique(y, return_counts=True)
        self.largest_ = self.classes_[counts.argmax()]
        return self

    def predict(self, X):
        return np.full(len(X), self.largest_)


class Slow(Majority):
    """Takes a moment, so that a run can be met in the middle."""

    def __init__(self, seconds=0.02):
        self.seconds = seconds

    def fit(self, X, y):
        time.sleep(self.seconds)
        return super().fit(X, y)


# What raises, or returns what is no answer.


class Raises(Majority):
    def fit(self, X, y):
        raise ValueError("the matrix is singular\nand this is the second line")


class RaisesOnOddRows(Majority):
    """Fails where the number of training rows is odd: in one of two folds, say."""

    def fit(self, X, y):
        if len(X) % 2:
            raise ValueError("an odd number of rows")
        return super().fit(X, y)


class WantsFrozenModules(Majority):
    """Fails where the garbage collector looks through all that is loaded."""

    def fit(self, X, y):
        if not gc.get_freeze_count():
            raise ValueError("nothing is frozen")
        return super().fit(X, y)


class RaisesInPredict(Majority):
    def predict(self, X):
        raise KeyError("b")


class Exits(Majority):
    def fit(self, X, y):
        sys.exit(3)


class WrongLength(Majority):
    def predict(self, X):
        return super().predict(X)[:-1]


class NotANumber(Majority):
    def predict(self, X):
        return super().predict(X) * np.nan


class Nothing(Majority):
    def predict(self, X):
        return None


class TwoDimensional(Majority):
    def predict(self, X):
        return super().predict(X)[:, None]


class Ragged(Majority):
    def predict(self, X):
        return [[0]] * (len(X) - 1) + [[0, 1]]


class Texts(Majority):
    def predict(self, X):
        return super().predict(X).astype(str)


class Objects(Majority):
    def predict(self, X):
        return np.array([None] * len(X), dtype=object)


class UnseenLabel(Majority):
    def predict(self, X):
        return super().predict(X) + 100


class Probabilities(Majority):
    """Gives probabilities of one kind or another."""

    def __init__(self, kind):
        self.kind = kind

    def predict_proba(self, X):
        table = np.full((len(X), self.classes_.size), 1 / self.classes_.size)
        match self.kind:
            case "nan":
                return table * np.nan
            case "narrow":
                return table[:, :-1]
            case "large":
                return table * 100
            case "raises":
                raise NotImplementedError("not today")
        return table


# What ends or blocks its process.


class Hangs(Majority):
    def fit(self, X, y):
        time.sleep(3600)


class HangsWithChildren(Majority):
    """Starts a process and a thread, and waits for them."""

    def __init__(self, path):
        self.path = path

    def fit(self, X, y):
        child = subprocess.Popen(["sleep", "3600"])
        with open(self.path, "w") as file:
            file.write(str(child.pid))
        threading.Thread(target=time.sleep, args=(3600,)).start()
        child.wait()


class Dies(Majority):
    def fit(self, X, y):
        os.kill(os.getpid(), signal.SIGKILL)


class Crashes(Majority):
    def fit(self, X, y):
        ctypes.string_at(0)


class LeavesQuietly(Majority):
    def fit(self, X, y):
        os._exit(0)


class DiesWithoutRow(Majority):
    """Ends its worker where the training rows lack the one whose first attribute is 7."""

    def fit(self, X, y):
        if 7.0 not in X[:, 0]:
            os.abort()
        return super().fit(X, y)


class IsKilled(Majority):
    """Is killed the first times that it is fitted, as by somebody outside: nothing tells who sent the signal."""

    def __init__(self, path, times=1):
        self.path = path
        self.times = times

    def fit(self, X, y):
        with open(self.path, "a") as file:
            file.write("x")
        if os.path.getsize(self.path) <= self.times:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)


class Greedy(Majority):
    def fit(self, X, y):
        self.hoard_ = np.ones(2_000_000_000)
        return self


_LEAK = []


class Heavy(Majority):
    """Leaves a model of 80 MB, and remembers it after the cell."""

    def fit(self, X, y):
        self.hoard_ = np.ones(10_000_000)
        _LEAK.append(self.hoard_)
        return super().fit(X, y)


# What talks, or changes what is not its own.


class Warns(Majority):
    def fit(self, X, y):
        for i in range(10_000):
            warnings.warn(f"not converged in {i % 2} steps", stacklevel=2)
        return super().fit(X, y)


class Prints(Majority):
    """Prints to both streams, by Python and past it, text and bytes that are no text."""

    def fit(self, X, y):
        for i in range(1_000):
            print(f"iteration {i}")  # noqa: T201 - users' estimators do
        sys.stderr.write("careful\n")
        os.write(1, b"\xff\x00 past Python\n")
        os.write(2, b"\xff\x00 past Python\n")
        return super().fit(X, y)


class Vandal(Majority):
    """Changes its data, the folder, the environment and the generators of its process."""

    def fit(self, X, y):
        X[:] = 0
        y[:] = 0
        os.chdir("/")
        os.environ["BAKEOFF_TEST"] = "changed"
        np.random.seed(0)  # noqa: NPY002 - users' estimators do
        np.seterr(all="raise")
        self.classes_, self.largest_ = np.array([0, 1, 2]), 0
        return self


class Surroundings(Majority):
    """Predicts by what it finds around it: the data, the folder, the environment, the generator."""

    def predict(self, X):
        clean = "BAKEOFF_TEST" not in os.environ and os.getcwd() != "/" and np.geterr()["over"] != "raise"
        drawn = np.random.randint(3, size=len(X))  # noqa: NPY002 - users' estimators do
        return drawn if clean and X.any() else super().predict(X)


class Restless(Majority):
    """Predicts by chance, and heeds no seed."""

    def predict(self, X):
        return np.random.default_rng().choice(self.classes_, size=len(X))


class NeverTwice(Majority):
    """Fails where another of its kind is being fitted at the same time, as on a GPU without room for two."""

    def __init__(self, path):
        self.path = path

    def fit(self, X, y):
        os.close(os.open(self.path, os.O_CREAT | os.O_EXCL))
        time.sleep(0.05)
        os.unlink(self.path)
        warnings.warn(f"process {os.getpid()}", stacklevel=2)
        return super().fit(X, y)


class Threads(Majority):
    """Notes how many threads and processes an estimator that asks for all of them is given."""

    def fit(self, X, y):
        from joblib import Parallel, cpu_count, delayed, effective_n_jobs
        from threadpoolctl import threadpool_info

        pids = set(Parallel(n_jobs=-1)(delayed(os.getpid)() for _ in range(4)))
        threads = max((pool["num_threads"] for pool in threadpool_info()), default=1)
        counts = len(pids | {os.getpid()}), effective_n_jobs(-1), threads
        warnings.warn(f"{counts} of {cpu_count()}", stacklevel=2)
        return super().fit(X, y)


# What cannot be copied or sent.


class WithoutParameters:
    """Has fit and predict and nothing else, and is a model already when it is given."""

    def __init__(self):
        self.fitted = 0

    def fit(self, X, y):
        if self.fitted:
            raise ValueError("it was fitted before")
        self.fitted += 1
        self.label_ = int(np.bincount(y).argmax())
        return self

    def predict(self, X):
        return np.full(len(X), self.label_)


class ChangesItsParameters(Majority):
    def __init__(self, depth=1):
        self.depth = depth + 1


class TakesAnything(Majority):
    def __init__(self, *args):
        self.args = args


class HoldsALock(Majority):
    def __init__(self):
        self.lock = threading.Lock()
