"""What a script learns from the exit code; 2 is for bad usage or input, 130 for an interruption (`main.py`)."""

from bakeoff.core.answers.gate import GateOutcome

GATE_CODES = {GateOutcome.PASSED: 0, GateOutcome.NOT_PASSED: 1, GateOutcome.UNDECIDED: 3}
FAILED_CELLS = 4  # of a study: its results are there and shown, some of its cells failed
INTERRUPTED = 130  # by a person, a signal, or the time budget of a study
