"""The comparison: what was asked, what was found, what may be said. Made once; renderers only say it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.costs import Costs
from bakeoff.core.design import Design
from bakeoff.core.findings import Finding
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.core.reprs import describe_fields, describe_record
from bakeoff.core.results import (
    Alternative,
    Estimate,
    Interval,
    OmnibusResult,
    Posterior,
    TestResult,
    Verdict,
)
from bakeoff.core.summaries import PartialConjunction, RandomEffects

if TYPE_CHECKING:  # a table of scores does not wait for these
    from bakeoff.core.answers.catalogue_space import CatalogueSpace
    from bakeoff.core.answers.further_measures import FurtherMeasure
    from bakeoff.core.answers.gate import Gate
    from bakeoff.core.answers.operating_points import OperatingPoints
    from bakeoff.core.answers.reliability import Reliability
    from bakeoff.core.answers.sequential import Sequential
    from bakeoff.core.answers.studies import Approach, StudyEstimates
    from bakeoff.core.item_facts import ItemFacts
    from bakeoff.core.ledger import LookTaken


FEWEST_IN_SUBGROUP = 5  # examples of a subgroup that is judged at all


class Missing(StrEnum):
    """What is done with datasets that lack a score."""

    PAIRWISE = "pairwise"  # each pair is judged on the datasets that it shares
    DROP_DATASET = "drop-dataset"  # a dataset that lacks any score is left out for all
    REFUSE = "refuse"
    BOUNDS = "bounds"  # of items: the verdict holds whatever the missing answers would have scored
    DROP_ITEM = "drop-item"  # of items: each pair is judged on the items that both answered
    WRONG = "wrong"  # of items: an answer that is missing has the worst score


class Over(StrEnum):
    """What the claim about items generalises over."""

    ITEMS = "items"  # these tasks, and items like these
    TASKS = "tasks"  # tasks like these


class Average(StrEnum):
    """How items of several tasks are averaged."""

    MACRO = "macro"  # every task counts alike
    POOLED = "pooled"  # every item counts alike


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the user asked for; everything that the answer depends on besides the evidence."""

    __repr__ = describe_record

    level: float = 0.95
    margin: float = 0.0  # the smallest difference that matters, in units of the score
    alternative: Alternative = Alternative.TWO_SIDED
    test: str | None = None  # the key of the procedure that carries the verdict; None: the default
    adjust: str | None = None  # None: the default of the design
    only_if: str | None = None  # an omnibus test that must reject before any pair is called different
    baseline: str | None = None
    missing: Missing = Missing.PAIRWISE
    test_train_ratio: float | None = None  # of the resampling, where the evidence does not say it
    metric: str | None = None  # what is computed from predictions; None: the evidence's own
    positive: str | None = None  # the class that precision, recall and F1 speak of; None: the last
    over: Over = Over.ITEMS  # of items: these tasks, or tasks like these
    average: Average = Average.MACRO  # of items in several tasks
    seed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Flips:
    """How two classifiers differ on the examples of one test set: what b mends, what it breaks, how far they agree."""

    mends: int  # b is right where a is wrong
    breaks: int  # b is wrong where a is right
    both_right: int | None  # None where only the flips are known
    both_wrong: int | None
    agreement: float | None = None  # share of examples on which both predict the same class
    kappa: float | None = None  # Cohen's, between the two


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementMatrix:
    """How far each two of many classifiers agree on one test set, whoever is right."""

    __repr__ = describe_record

    of: str  # "predicted class", or "right or wrong" where no more is known
    classifiers: tuple[str, ...]
    share: Floats  # classifiers × classifiers: of the examples on which both say the same
    kappa: Floats  # Cohen's; NaN where both always say one and the same


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupVerdict:
    """What the examples of one subgroup say of one pair, adjusted over the subgroups."""

    __repr__ = describe_record

    subgroup: str
    examples: int
    result: TestResult
    p_adjusted: float
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class SubgroupInteraction:
    """Whether the advantage of b over a is the same in all subgroups, adjusted over the pairs."""

    __repr__ = describe_record

    result: OmnibusResult
    p_adjusted: float
    differs: bool  # at the level of the comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldSpread:
    """The scores of one classifier over the folds of one dataset: their mean, and how far they vary."""

    folds: int
    mean: float
    sd: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Coarseness:
    """What rounding may have done to one pair: judged again with the rounding of its scores drawn anew."""

    __repr__ = describe_record

    step: float  # in which the scores were written
    draws: int
    other_verdicts: int  # how many of them have another verdict
    shakes_verdict: bool  # whether that is one in four or more
    narrow: bool  # whether the interval is narrower than a step
    interval: Interval  # the middle of its ends over the draws


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetVerdict:
    """What the resamples or the examples of one dataset say of one pair, adjusted over the datasets."""

    __repr__ = describe_record

    dataset: str
    result: TestResult
    p_adjusted: float
    verdict: Verdict
    adjusted_by: str = "holm"
    flips: Flips | None = None  # where a test of examples was named
    spread: tuple[FoldSpread, FoldSpread] | None = None  # of a and of b over the folds


class _Judged:
    """What a test or a posterior says of one pair, of whichever record."""

    __slots__ = ()
    result: TestResult | Posterior
    p_adjusted: float | None

    @property
    def p_value(self) -> float | None:
        """The p-value that counts: adjusted where several pairs were tested; None where a posterior was asked."""
        if self.p_adjusted is not None:
            return self.p_adjusted
        return None if isinstance(self.result, Posterior) else self.result.p_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair(_Judged):
    """The answer about one pair: by how much b is better than a, and the verdict."""

    a: str
    b: str
    result: TestResult | Posterior  # what the verdict rests on
    p_adjusted: float | None  # None where the verdict rests on a posterior
    wins: int
    draws: int
    losses: int
    verdict: Verdict
    verdicts_at: Mapping[str, Verdict]  # the same at other levels, such as "0.99"
    effects: tuple[Estimate, ...] = ()  # effect sizes that respect the pairing
    equivalence_p: float | None = None  # two one-sided tests against the margin; None without a margin
    units: tuple[str, ...] = ()  # the datasets (or resamples) that the pair shares; none on one test set
    advantages: Floats = field(
        default_factory=lambda: np.empty(0)
    )  # the advantage of b over a on each of them
    a_scores: Floats = field(default_factory=lambda: np.empty(0))
    b_scores: Floats = field(default_factory=lambda: np.empty(0))
    population: RandomEffects | None = None  # over datasets: the mean, and the next dataset
    by_dataset: tuple[DatasetVerdict, ...] = ()  # where each dataset has resamples
    datasets_differing: PartialConjunction | None = None  # on how many of them, at least
    flips: Flips | None = None  # on one test set
    by_subgroup: tuple[SubgroupVerdict, ...] = ()
    interaction: SubgroupInteraction | None = (
        None  # with the subgroups, of metrics that are means over examples
    )
    slight: float | None = None  # the most that a shown advantage can be, where that may not matter
    coarse: Coarseness | None = None  # where the scores are too coarse for the verdict or its interval
    # What this look says by itself, where that does not stand over the looks of a ledger.
    alone: Verdict | None = None

    @property
    def is_claim(self) -> bool:
        """Whether the verdict is that one of the two is better."""
        return self.verdict.is_claim

    @property
    def advantage(self) -> float:
        """By how much b is better than a: the estimate of the test that the verdict rests on."""
        return self.result.estimate.value

    @property
    def interval(self) -> Interval:
        """The interval of the advantage, with its level; simultaneous where several pairs were tested."""
        return self.result.estimate.interval

    def __repr__(self) -> str:
        return describe_fields(
            self,
            (
                "a",
                "b",
                "verdict",
                "advantage",
                "interval",
                "p_value",
                "result",
                "wins",
                "draws",
                "losses",
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTest(_Judged):
    """What one procedure says of one pair."""

    __repr__ = describe_record

    a: str
    b: str
    result: TestResult | Posterior
    p_adjusted: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """Why a procedure may not speak about this design."""

    test: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One classifier's place in the table."""

    __repr__ = describe_record

    classifier: str
    mean_score: float | None
    mean_rank: float | None
    rank_interval: Interval | None = None  # over datasets drawn again
    best: float | None = None  # share of such draws in which it ranks first
    strength: Estimate | None = None  # Bradley–Terry
    score_interval: Interval | None = None  # of the score on one test set
    scored_on: int | None = None  # datasets that the mean score is over: those that have a score
    ranked_on: int | None = (
        None  # datasets that the mean rank is over: those with a score of every classifier
    )
    common_mean: float | None = None  # the mean score over the datasets of the mean rank


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A finished comparison."""

    __repr__ = describe_record

    evidence: Evidence
    design: Design
    settings: Settings
    omnibus: tuple[OmnibusResult, ...]
    pairs: tuple[Pair, ...]
    tests: tuple[PairTest, ...]
    objections: tuple[Objection, ...]
    findings: tuple[Finding, ...]
    ranking: tuple[Standing, ...]  # best first
    groups: tuple[tuple[str, ...], ...] = ()  # largest sets without a decided pair; none with a baseline
    agreement: AgreementMatrix | None = None  # of three classifiers or more on one test set
    costs: Costs | None = None  # what errors cost, where predictions were compared by it
    predictions: Predictions | None = None  # where scores by dataset or fold were computed from them
    operating_points: "OperatingPoints | None" = None  # where costs, and scores of two classes, are known
    reliability: "Reliability | None" = None  # of the probabilities, where every classifier gave them
    beside: "tuple[FurtherMeasure, ...]" = ()  # further measures, such as latency and price
    # Where the datasets lie among known ones, if their properties are known.
    space: "CatalogueSpace | None" = None
    gate: "Gate | None" = None  # the answer of the gate, where one was asked for
    approach: "Approach | None" = None  # of a study: Salzberg's steps, where his tests were asked for
    bootstrap: "StudyEstimates | None" = None  # of a bootstrap study: how its .632 estimates come about
    mute: tuple[str, ...] = ()  # codes of findings that are listed as muted, those of a later audit too
    look: "LookTaken | None" = None  # which look at its data it is, where the project has a ledger
    item_facts: "ItemFacts | None" = None  # of items: what is missing, and where the variance comes from
    # Where it may be looked at at any time: the evidence so far, and what a verdict takes.
    sequential: "Sequential | None" = None


AnyComparison = TypeVar("AnyComparison", bound=Comparison)


def without_ledger_verdicts(comparison: AnyComparison) -> AnyComparison:
    """Return a comparison with the verdicts of its own test and level, whatever a ledger leaves of them."""
    if all(pair.alone is None for pair in comparison.pairs):
        return comparison
    pairs = tuple(
        pair if pair.alone is None else replace(pair, verdict=pair.alone, alone=None)
        for pair in comparison.pairs
    )
    return replace(comparison, pairs=pairs)
