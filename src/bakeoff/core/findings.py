"""Findings: what a reader should know about a claim, as data with a code."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from bakeoff.core.reprs import describe_record

Detail = Mapping[str, object]


class Severity(StrEnum):
    """How much a finding should worry the reader."""

    NOTE = "note"  # what was done, or worth knowing
    WARNING = "warning"  # the claim may not bear what it seems to
    PROBLEM = "problem"  # the claim should not be made from this evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What to know about the evidence or the claim: code, words and the numbers behind them."""

    __repr__ = describe_record

    code: str
    severity: Severity
    message: str
    detail: Detail = field(default_factory=lambda: MappingProxyType({}))
