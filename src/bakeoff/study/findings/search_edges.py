"""Findings on searches whose best value lay at the edge of what was searched."""

import json
from collections import Counter
from collections.abc import Mapping
from itertools import compress
from math import log
from typing import Any

import numpy as np

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.outcomes import OutcomeColumns
from bakeoff.core.words import write_list

OUTERMOST = 0.02  # share of a range, or of its logarithm, that counts as its edge
LEAST = 3  # values of a list: the one of two is always at an edge


def tuning_findings(columns: OutcomeColumns, specification: Mapping[str, Any]) -> tuple[Finding, ...]:
    """Return a finding on parameters whose best value lay at one edge of the search in more than half of the cells."""
    spaces = {c["name"]: c["search"] for c in specification["classifiers"]}
    edges: Counter[tuple[str, str, str]] = Counter()
    cells: Counter[str] = Counter()
    for (name, chosen), count in _count_chosen(columns).items():
        cells[name] += count
        for parameter, value in json.loads(chosen).items():
            edges[name, parameter, find_edge(value, spaces.get(name, {}).get(parameter))] += count
    often = [(*at, n) for at, n in edges.items() if at[2] and n > cells[at[0]] / 2]
    if not often:
        return ()
    texts = [f"{p} of {name} ({edge}, {n:,} of {cells[name]:,} cells)" for name, p, edge, n in often]
    edge_details = [
        {"classifier": name, "parameter": p, "edge": edge, "cells": n, "of": cells[name]}
        for name, p, edge, n in often
    ]
    return (
        Finding(
            code="BO235",
            severity=Severity.NOTE,
            message=(
                f"the best value lay at the edge of the search for {write_list(texts, most=3)}: a better one "
                "may lie beyond"
            ),
            detail={"edges": edge_details},
        ),
    )


def _count_chosen(columns: OutcomeColumns) -> Counter[tuple[str, str]]:
    """Count the parameters that tuning chose for each classifier on the data as they are."""
    if not any(columns.chosen):
        return Counter()
    is_plain = np.array([not name for name in columns.condition.names], dtype=np.bool_)[
        columns.condition.codes
    ]
    names = columns.classifier.texts(is_plain)
    chosen = compress(columns.chosen, is_plain.tolist())
    return Counter((name, text) for name, text in zip(names, chosen, strict=True) if text)


def find_edge(value: object, space: object) -> str:
    """Return at which edge of a list of numbers or of a range a value lies; nothing where it lies at none.

    >>> find_edge(100, [1, 10, 100]), find_edge(10, [1, 10, 100])
    ('the largest', '')
    >>> find_edge(0.011, {"low": 0.01, "high": 100, "log": True})
    'the smallest'
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return ""
    if isinstance(space, Mapping):
        return _find_edge_of_range(float(value), space)
    numbers = [v for v in space if isinstance(v, int | float)] if isinstance(space, list) else []
    if len(set(numbers)) < LEAST or len(numbers) < len(space):  # type: ignore[arg-type]
        return ""
    return _edge_text(low=value == min(numbers), high=value == max(numbers))


def _find_edge_of_range(value: float, space: Mapping[str, Any]) -> str:
    scale = log if space.get("log") else float
    low, high = scale(space["low"]), scale(space["high"])
    place = (scale(value) - low) / (high - low)
    return _edge_text(low=place <= OUTERMOST, high=place >= 1 - OUTERMOST)


def _edge_text(*, low: bool, high: bool) -> str:
    return "the smallest" if low else "the largest" if high else ""
