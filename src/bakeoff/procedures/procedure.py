"""What a procedure is to the rest of the house: a key, a function, and the conditions under which it may speak."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import NamedTuple, cast

from bakeoff.core.design import Design
from bakeoff.core.results import OmnibusResult, Posterior, TestResult


class Kind(StrEnum):
    """What a procedure answers."""

    PAIR = "one pair"  # returns a TestResult
    POSTERIOR = "one pair, as probabilities"  # returns a Posterior
    RANKED = "each pair, by its ranks among all classifiers"  # returns one TestResult for each pair
    POSTERIORS = "each pair, as probabilities by one model of all"  # returns one Posterior for each pair
    FAMILY = "all pairs at once"  # returns one TestResult, with p_adjusted, for each pair
    OMNIBUS = "whether any classifiers differ"  # returns an OmnibusResult


class Condition(NamedTuple):
    """Something that a design must satisfy, in words and in code.

    A procedure may be forced by name against a condition that is `forcible`: it can be computed, but
    its error rate is not what it says, and `says` tells by how much.
    """

    says: str
    holds: Callable[[Design], bool]
    forcible: bool = False


PairResult = TestResult | Posterior
Result = PairResult | OmnibusResult | tuple[TestResult, ...] | tuple[Posterior, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure:
    """A procedure, and the conditions under which it may speak.

    `home` is the file and function it lives in, imported when it is first run: nobody waits for the others. `run`
    and `run_pairs` name what they need by their parameters; the analysis hands it over by name.
    """

    key: str
    name: str  # as a person would say it
    kind: Kind
    home: str  # "folder.module.function"
    requires: tuple[Condition, ...]
    measured: str  # error rates measured by simulation, in one sentence
    pairs_home: str | None = None  # the same for all pairs at once
    on_request: str | None = None  # why it is run only when it is named

    def objections(self, design: Design) -> tuple[str, ...]:
        """Say why this procedure does not suit `design`; empty when it does."""
        return tuple(c.says for c in self.requires if not c.holds(design))

    @property
    def run(self) -> Callable[..., Result]:
        """The function itself."""
        return cast("Callable[..., Result]", _import_function(self.home))

    @property
    def run_pairs(self) -> Callable[..., Sequence[PairResult]] | None:
        """The function for all pairs at once, where there is one."""
        return (
            None
            if self.pairs_home is None
            else cast("Callable[..., Sequence[PairResult]]", _import_function(self.pairs_home))
        )


def _import_function(home: str) -> object:
    module, _, function = home.rpartition(".")
    return getattr(import_module(f"bakeoff.procedures.{module}"), function)
