"""Intervals and estimates as every JSON document has them."""

from typing import Any

from bakeoff.core.results import Estimate, Interval
from bakeoff.render.findings import json_number


def interval_dict(interval: Interval) -> dict[str, Any]:
    """Return an interval: its ends, null where infinite, and its level."""
    return {"low": json_number(interval.low), "high": json_number(interval.high), "level": interval.level}


def interval_or_null(interval: Interval | None) -> dict[str, Any] | None:
    """Return an interval, or null where there is none."""
    return None if interval is None else interval_dict(interval)


def estimate_dict(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate: of what, its value, and its interval."""
    return {
        "of": estimate.of,
        "value": json_number(estimate.value),
        **interval_dict(estimate.interval),
    }
