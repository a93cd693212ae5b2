"""Watching an evaluation: looks at logs while they grow, until the question is decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bakeoff.api.compare import as_evidence
from bakeoff.api.comparison import Comparison
from bakeoff.api.gate import gate_request, with_gate
from bakeoff.api.logs import is_of_logs
from bakeoff.api.sequential import compare_in_sequence
from bakeoff.api.settings import metric_of_attempts, settings_and_reading
from bakeoff.api.views import with_views
from bakeoff.core.answers.gate import GateKind, GateOutcome
from bakeoff.core.answers.sequential import Stream
from bakeoff.core.errors import BakeoffError, InputError, UsageError

# What is said of evidence that is not there yet, or not whole yet: the next look may find more.
NOT_YET = ("BO001", "BO018", "BO019", "BO022", "BO263", "BO540", "BO543", "BO545", "BO547", "BO550", "BO662")


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedLook:
    """One look at an evaluation under way."""

    comparison: Comparison | None  # None where there is nothing to compare yet
    why_not: str = ""

    @property
    def outcome(self) -> GateOutcome:
        """How the gate came out so far."""
        gate = None if self.comparison is None else self.comparison.gate
        return GateOutcome.UNDECIDED if gate is None else gate.outcome

    @property
    def spared(self) -> int:
        """How many items need not be run any more: those that not every model has tried."""
        sequential = None if self.comparison is None else self.comparison.sequential
        return 0 if sequential is None else sequential.waiting


@dataclass
class Watch:
    """Logs under way, and what earlier looks at them have counted: the first outcome of a unit stands."""

    evidence: Sequence[str]
    gate: str | None
    keywords: Mapping[str, Any]
    seen: dict[tuple[str, str], list[Stream]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.gate is None:
            raise UsageError(
                "watching ends when a question is decided, and none was asked",
                where="--gate",
                fix="give --gate better, or --gate not-worse with --margin",
                code="BO644",
            )
        self.request = gate_request(self.gate)
        self.settings, self.options = settings_and_reading(self.keywords)
        if self.request is not None and self.request.kind is GateKind.NOT_WORSE and not self.settings.margin:
            raise UsageError(
                "it cannot be shown that b is not worse at all, only that it loses less than a margin",
                where="--gate not-worse",
                fix="give --margin, such as --margin 0.01",
                code="BO644",
            )

    def fingerprint(self) -> tuple[tuple[str, int, int], ...]:
        """Return what tells whether anything was written since the last look: sizes and times of the files."""
        found = []
        for name in self.evidence:
            path = Path(name)
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                try:
                    told = file.stat()
                except OSError:
                    continue
                found.append((str(file), told.st_size, told.st_mtime_ns))
        return tuple(found)

    def look(self, *, write: bool = False) -> WatchedLook:
        """Look once; with `write`, the look is written into the project's ledger where it has one."""
        try:
            comparison = self._compare(write=write)
        except BakeoffError as error:
            if error.code not in NOT_YET:
                raise
            return WatchedLook(comparison=None, why_not=error.what)
        if comparison.sequential is not None and not write:
            for pair in comparison.sequential.pairs:
                if pair.stream is not None:
                    self.seen.setdefault((pair.a, pair.b), []).append(pair.stream)
        return WatchedLook(comparison=comparison)

    def _compare(self, *, write: bool) -> Comparison:
        settings, named = self.settings, list(self.evidence)
        read = as_evidence(named[0] if len(named) == 1 else named, self.options)
        if is_of_logs(read):
            settings = replace(settings, metric=metric_of_attempts(settings.metric))
        judged = compare_in_sequence(read, settings, recorded=write, seen=self.seen)
        comparison = with_views(Comparison, judged)
        return comparison if self.request is None else with_gate(comparison, self.request)


def require_there(watch: Watch) -> None:
    """Refuse to look once at what is not there."""
    missing = [name for name in watch.evidence if not Path(name).exists()]
    if missing:
        raise InputError(
            f"there is nothing at {missing[0]!r} yet",
            where=missing[0],
            fix="name the file or folder that the evaluation writes into; without --once, watching waits for it",
            code="BO643",
        )
