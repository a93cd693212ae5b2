"""What a store keeps about a study besides its outcomes: the lock, its amendments, who is at work, what was found."""

from dataclasses import dataclass
from datetime import datetime

from bakeoff.core.findings import Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """A change of the specification after it was frozen."""

    number: int  # 1, 2, … in the order they were made; clocks are not asked
    at: datetime  # UTC
    digest: str
    text: str
    cells_seen: int  # outcomes of the study that were there before the change


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A specification as it was frozen before the first cell, with what was changed later."""

    name: str
    digest: str
    at: datetime  # UTC
    text: str
    amendments: tuple[Amendment, ...] = ()

    @property
    def text_in_force(self) -> str:
        """The specification as it was last amended."""
        return self.amendments[-1].text if self.amendments else self.text

    @property
    def digest_in_force(self) -> str:
        """The fingerprint of the specification as it was last amended."""
        return self.amendments[-1].digest if self.amendments else self.digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One process that works on a study."""

    id: int
    study: str
    host: str
    pid: int
    since: datetime  # UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFinding:
    """A finding of a check on a study, with the cells that it rests on: without them it says nothing any more."""

    finding: Finding
    cells: tuple[str, ...]  # their keys
