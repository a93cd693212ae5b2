"""The specification of a study: everything that its results depend on, whole and frozen before anything runs."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import numpy as np

from bakeoff.core.costs import Costs
from bakeoff.core.datasets import Task


class Resampling(StrEnum):
    """How training and test sets are made."""

    STRATIFIED = "stratified-k-fold"
    PLAIN = "k-fold"
    GROUPED = "group-k-fold"  # rows of one group stay together
    TIME = "time-series"  # tested on later rows than trained on
    HOLD_OUT = "hold-out"  # repeated random splits
    LEAVE_ONE_OUT = "leave-one-out"
    BOOTSTRAP = "bootstrap"  # trained on rows drawn with replacement, tested on the others
    NESTED = "nested"  # stratified k-fold, and every pair of folds left out together
    HALVES = "half-cv"  # k-fold inside each of two random halves
    GIVEN = "given"  # the splits that came with the dataset, such as those of an OpenML task


class Search(StrEnum):
    """How configurations are searched inside the training set."""

    NONE = "none"
    GRID = "grid"
    RANDOM = "random"
    HALVING = "halving"
    OPTUNA = "optuna"


class Keep(StrEnum):
    """What is kept of every test example."""

    NOTHING = "nothing"
    LABELS = "labels"
    PROBABILITIES = "probabilities"


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """A range that a parameter is drawn from."""

    low: float
    high: float
    log: bool = False
    integer: bool = False


Choices = tuple[Any, ...]

GIVE_UP_AFTER = 5  # cells in a row that hang or die


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassifierSpec:
    """One classifier: an estimator by name with parameters, or an estimator itself, and what may be tuned."""

    name: str
    estimator: Any  # the name of a scikit-learn class, an import path, or an estimator
    parameters: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    search: Mapping[str, Choices | Range] = field(default_factory=lambda: MappingProxyType({}))
    # Impute, scale and encode inside the fold; False: the estimator gets the raw matrix.
    preprocessing: bool = True
    # No two cells of exclusive classifiers run at once: they share a GPU, or something else.
    exclusive: bool = False
    # Of a classifier that stands for one combination of settings that the study varies: what it is called there, and
    # the settings, which are among the parameters too.
    family: str = ""
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    # How this classifier is tuned; None: as the study says.
    tuning: "Tuning | None" = None
    # Whether it is trained by the weights of rows, where a dataset has some; its scores are weighted in any case.
    sample_weights: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Splitting:
    """The resampling and its numbers; the same splits for every classifier."""

    kind: Resampling = Resampling.STRATIFIED
    folds: int = 10
    repeats: int = 1
    test_share: float = 0.3  # of a hold-out
    # Other splits for every classifier, for an analysis of variance of distinct samples.
    distinct: bool = False
    # With distinct samples: rows of their own for every classifier, where there are enough of them.
    apart: bool = False


def describe_splitting(splitting: Splitting) -> dict[str, Any]:
    """Return everything that splits depend on, in plain values; as it was before samples could be kept apart."""
    plain = asdict(splitting)
    if not splitting.apart:
        del plain["apart"]
    return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """How configurations are chosen inside the training set."""

    search: Search = Search.NONE
    folds: int = 3  # 1: one split of the training set into T1 and T2
    trials: int = 20  # of a random or Optuna search
    metric: str | None = None  # None: the first metric of the study


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one cell may take before it is stopped and recorded as failed."""

    seconds: float = 3600.0
    memory: int | None = None  # bytes beyond what the worker holds already
    # Cells in a row that hang or die, after which a classifier is given up; 0: never. No score depends on it.
    give_up_after: int = GIVE_UP_AFTER


class Disturbance(StrEnum):
    """What can be done to the data on purpose."""

    NONE = ""
    PERMUTED_LABELS = "permuted labels"  # value: the number of the permutation
    TRAINING_SHARE = "training share"
    LABEL_NOISE = "label noise"
    ATTRIBUTE_NOISE = "attribute noise"
    MISSING_VALUES = "missing values"
    WHOLE_DATASET = "whole dataset"  # trained and tested on all rows, for the apparent error
    FOLD_PAIRS = "fold pairs"  # two folds left out at once, for nested cross-validation


WITHOUT_AMOUNT = (Disturbance.WHOLE_DATASET, Disturbance.FOLD_PAIRS)


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Condition:
    """One thing that was done to the data on purpose, and how much of it."""

    kind: Disturbance = Disturbance.NONE
    value: float = 0.0

    def __str__(self) -> str:
        if self.kind in WITHOUT_AMOUNT or not self.kind:
            return str(self.kind)
        return f"{self.kind} {self.value:g}"

    @staticmethod
    @cache
    def of(text: str) -> "Condition":
        """Return the condition that a cell's text names.

        >>> Condition.of("label noise 0.1")
        Condition(kind=<Disturbance.LABEL_NOISE: 'label noise'>, value=0.1)
        """
        if not text or text in WITHOUT_AMOUNT:
            return Condition(kind=Disturbance(text))
        kind, _, value = text.rpartition(" ")
        return Condition(kind=Disturbance(kind), value=float(value))


AS_IT_IS = (Condition(),)

# What an estimate needs beyond the resamples themselves: planned by itself, never asked for.
NEEDED_CONDITIONS = MappingProxyType(
    {
        Resampling.BOOTSTRAP: (Condition(kind=Disturbance.WHOLE_DATASET),),
        Resampling.NESTED: (Condition(kind=Disturbance.FOLD_PAIRS),),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Specification:
    """A whole study."""

    name: str
    classifiers: tuple[ClassifierSpec, ...]
    datasets: tuple[Any, ...]  # references such as "iris" or a path, or datasets themselves
    splitting: Splitting = field(default_factory=Splitting)
    tuning: Tuning = field(default_factory=Tuning)
    task: Task = Task.CLASSES
    metrics: tuple[str, ...] = ("accuracy",)
    costs: Costs | None = None
    conditions: tuple[Condition, ...] = AS_IT_IS
    permutations: int = 0  # of the labels, at most, for a randomization test of every classifier
    keep: Keep = Keep.PROBABILITIES
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    baseline: str | None = None
    similar: str | None = None  # the known algorithm most like the new one, which a fair study includes
    margin: float = 0.0
    level: float = 0.95
    why_these_datasets: str = ""
    meant_for: str = ""  # what the new algorithm is for, which the datasets should show
    sampling: Any = None  # how the datasets were drawn, where they were
    # By name: the digests of datasets when they were drawn.
    drawn: Mapping[str, str] = field(default_factory=dict)
    mute: tuple[str, ...] = ()  # codes of findings that are listed as muted, and not shown
    code_folder: str = (
        ""  # where the user's own modules lie beside the study file; only for a file that is trusted
    )

    def classifier(self, name: str) -> ClassifierSpec:
        """Return the classifier of this name."""
        return next(c for c in self.classifiers if c.name == name)

    def tuning_of(self, classifier: ClassifierSpec) -> Tuning:
        """Return how a classifier is tuned: by its own words, or by those of the study."""
        return self.tuning if classifier.tuning is None else classifier.tuning


def describe_variations(classifiers: Iterable[ClassifierSpec]) -> dict[str, Any]:
    """Return, by name, which classifiers are settings of one and the same, in plain values."""
    return {
        c.name: {
            "of": c.family,
            "settings": {name: _plain_value(value) for name, value in c.settings.items()},
        }
        for c in classifiers
        if c.settings
    }


def describe_classifier(spec: ClassifierSpec) -> dict[str, Any]:
    """Return everything that a classifier's results depend on, in plain values."""
    plain = {
        "name": spec.name,
        "estimator": spec.estimator
        if isinstance(spec.estimator, str)
        else _describe_estimator(spec.estimator),
        "parameters": _plain_value(spec.parameters),
        "search": _plain_value(spec.search),
        "preprocessing": spec.preprocessing,
    }
    return plain if spec.sample_weights else plain | {"sample_weights": False}


def _describe_estimator(estimator: Any) -> dict[str, Any]:  # noqa: ANN401 - any estimator
    kind = type(estimator)
    parameters = estimator.get_params(deep=False) if hasattr(estimator, "get_params") else vars(estimator)
    return {"class": f"{kind.__module__}.{kind.__qualname__}", "parameters": _plain_value(parameters)}


def _plain_value(value: Any) -> Any:  # noqa: ANN401 - whatever parameters hold
    if isinstance(value, Mapping):
        return {str(k): _plain_value(v) for k, v in sorted(value.items())}
    if isinstance(value, list | tuple):
        return [_plain_value(v) for v in value]
    if isinstance(value, Range):
        return asdict(value)
    if hasattr(value, "get_params") and not isinstance(value, type):
        return _describe_estimator(value)
    if isinstance(value, str | int | float | bool | None):
        return value
    name = getattr(value, "__qualname__", "<")
    if callable(value) and "<" not in name:
        return f"{value.__module__}.{name}"
    return _fingerprint(value)


def _fingerprint(value: Any) -> str:  # noqa: ANN401
    """Return a text that differs where values differ, and is the same tomorrow.

    The text of a long array is cut, that of an object has its address, and every lambda has the same name.
    """
    kind = type(value).__name__
    if isinstance(value, np.ndarray) and value.dtype.kind != "O":
        content = sha256(f"{value.dtype.str} {value.shape}".encode() + np.ascontiguousarray(value).tobytes())
        return f"{kind} {content.hexdigest()}"
    text = repr(value)
    if " at 0x" not in text and "..." not in text:
        return text
    import cloudpickle

    return f"{kind} {sha256(cloudpickle.dumps(value, protocol=5)).hexdigest()}"
