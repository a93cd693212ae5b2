"""The names of resamplings: what a study file may say under `kind`, and what it stands for."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from bakeoff.core.words import did_you_mean
from bakeoff.study.specification.specification import Resampling, Splitting

# Kinds under their own names, and names for a kind with settings of its own.
RESAMPLINGS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {kind.value: {"kind": kind} for kind in Resampling}
    | {
        "stratified-group-k-fold": {"kind": Resampling.GROUPED},
        "predefined": {"kind": Resampling.GIVEN},
        "5x2": {"kind": Resampling.STRATIFIED, "folds": 2, "repeats": 5},
        "50x2": {"kind": Resampling.STRATIFIED, "folds": 2, "repeats": 50},
        "half-cv": {"kind": Resampling.HALVES, "folds": 5, "repeats": 50},
    }
)

# What a study does that names no resampling: on one dataset, what a test of unstable learners holds for, too.
OF_ONE_DATASET, OF_SEVERAL = "50x2", "stratified-k-fold"

# Whose rows can be dealt out, so that classifiers with samples of their own share none.
_DEALT = (Resampling.STRATIFIED, Resampling.PLAIN, Resampling.HOLD_OUT)


def require_resampling(name: str) -> str:
    """Return the name of a resampling, or refuse it."""
    if name not in RESAMPLINGS:
        raise ValueError(f"there is no resampling {name!r}{did_you_mean(name, list(RESAMPLINGS))}")
    return name


def make_splitting(name: str, *, is_stratified: bool = True, **settings: Any) -> Splitting:  # noqa: ANN401 - those of a Splitting
    """Return what a name and settings stand for; what the name fixes comes before the settings.

    Without classes there is nothing to stratify by: folds are then plain ones.

    >>> make_splitting("5x2", folds=10).folds
    2
    """
    splitting = Splitting(**{**settings, **RESAMPLINGS[name]})
    if splitting.kind is Resampling.STRATIFIED and not is_stratified:
        splitting = replace(splitting, kind=Resampling.PLAIN)
    return replace(splitting, apart=splitting.distinct and splitting.kind in _DEALT)
