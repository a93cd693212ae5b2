"""What was measured last time, and what has changed since beyond noise.

Ratios of times taken in turns in one run hardly depend on the machine; absolute times do, and are compared only with a
record of the same machine. Runs on a busy machine differ by a tenth or two: only changes beyond NOISE are reported.
"""

import json
import os
import platform
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parent / "last.json"
NOISE = 1.3  # a factor
BRIEF = 0.05  # seconds: what is over sooner is all noise


def last(place: Path = RECORD) -> dict[str, Any]:
    """Return the record of the last run, empty where there is none."""
    found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    return found


def changes(before: Mapping[str, Any], ratios: Mapping[str, float]) -> Iterator[str]:
    """Yield a sentence for every figure that changed by more than noise, the slower ones first."""
    known = before.get("ratios", {})
    same_machine = before.get("machine") == machine()
    factors = {
        what: ratio / known[what]
        for what, ratio in ratios.items()
        if known.get(what, 0) > 0
        and ratio > 0
        and _comparable(what, max(ratio, known[what]), same_machine=same_machine)
    }
    for what, factor in sorted(factors.items(), key=lambda item: -item[1]):
        if factor > NOISE or factor < 1 / NOISE:
            word = "slower" if factor > 1 else "faster"
            times = factor if factor > 1 else 1 / factor
            figures = f"{known[what]:.4g} then, {ratios[what]:.4g} now"
            yield f"{times:.2f} times {word} than on {before['date']}: {what}, {figures}"


def _comparable(what: str, larger: float, *, same_machine: bool) -> bool:
    return "seconds" not in what or (same_machine and larger >= BRIEF)


def record(
    ratios: Mapping[str, float], place: Path = RECORD, *, bars: Mapping[str, float] | None = None
) -> None:
    """Write what was measured and promised, dated; figures of suites that did not run stay as they were."""
    before = last(place)
    kept = before.get("ratios", {})
    made = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "python": platform.python_version(),
        "ratios": {**kept, **{what: round(ratio, 5) for what, ratio in ratios.items()}},
        "bars": {**before.get("bars", {}), **(bars or {})},
    }
    place.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def machine() -> str:
    """Return what kind of machine this is: its processor, where the system tells."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    model = next(models, platform.processor())
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} × {model}"
