"""Costs: what right and wrong predictions cost or bring, and how common the classes are in deployment."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

Threshold = float | Literal["as-predicted", "chosen", "bayes"]
THRESHOLDS = ("as-predicted", "chosen", "bayes")
RULES = ("accuracy", "youden", "f1")  # without costs: what is highest at the threshold that is chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What each kind of prediction costs, by true and predicted class."""

    matrix: Mapping[str, Mapping[str, float]] = field(default_factory=lambda: MappingProxyType({}))
    benefit: bool = False  # the matrix holds gains: higher is better
    priors: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))  # in deployment
    by_weight: bool = False  # an error costs the weight of its example
    # How scores become decisions; a number: positive are scores from it on.
    threshold: Threshold = "as-predicted"
    source: str = "the costs given"
