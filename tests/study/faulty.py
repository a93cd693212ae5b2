"""Estimators that misbehave in every way that users' estimators do."""

import os
import signal
import time

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


class Raises(Majority):
    def fit(self, X, y):
        raise ValueError("the matrix is singular\nand this is the second line")


class Exits(Majority):
    def fit(self, X, y):
        raise SystemExit(3)


class Hangs(Majority):
    def fit(self, X, y):
        time.sleep(3600)


class Dies(Majority):
    def fit(self, X, y):
        os.kill(os.getpid(), signal.SIGKILL)


class DiesOnSomeRows(Majority):
    """Kills its worker on a share of the training sets, always the same ones."""

    def fit(self, X, y):
        if int(abs(X).sum() * 1000) % 4 == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().fit(X, y)


class Greedy(Majority):
    def fit(self, X, y):
        self.hoard_ = np.ones(2_000_000_000)
        return self


class WrongLength(Majority):
    def predict(self, X):
        return super().predict(X)[:-1]


class NotANumber(Majority):
    def predict(self, X):
        return super().predict(X) * np.nan


class UnseenLabel(Majority):
    def predict(self, X):
        return super().predict(X) + 100


class Warns(Majority):
    def fit(self, X, y):
        import warnings

        for i in range(10_000):
            warnings.warn(f"not converged in {i % 2} steps", stacklevel=2)
        return super().fit(X, y)


class Slow(Majority):
    """Takes a moment, so that a run can be met in the middle."""

    def __init__(self, seconds=0.02):
        self.seconds = seconds

    def fit(self, X, y):
        time.sleep(self.seconds)
        return super().fit(X, y)
