"""What a script learns from the exit code; 2 is for bad usage or input, 130 for an interruption (`main.py`)."""

from collections.abc import Mapping

# By `GateOutcome`, which a comparison without a gate does not wait for.
GATE_CODES: Mapping[str, int] = {"passed": 0, "not passed": 1, "undecided": 3}
FAILED_CELLS = 4  # of a study: its results are there and shown, some of its cells failed
INTERRUPTED = 130  # by a person, a signal, or the time budget of a study
