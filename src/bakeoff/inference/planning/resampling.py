"""How to resample one dataset to compare learners on it: what each design claims, costs and was measured to do."""

from dataclasses import dataclass

from bakeoff.core.answers.power import ResamplingDesign, ResamplingPlan
from bakeoff.core.errors import UsageError

LEARNERS, KINDS_OF_DATA = 12, 6  # that true nulls were tried with
FEWEST = 20  # examples: fewer leave halves of fewer than ten


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A design, with the share of the examples that it trains on, and what was measured of it."""

    name: str
    kind: str  # under [resampling] in a study file
    test: str
    share: float
    fits: int
    natural: tuple[
        float, float
    ]  # share of true nulls rejected at 5 %: least and most, over learners and data
    adversaries: float  # the most, for learners that were built against it
    held: tuple[
        float, float
    ]  # share of samples of real data whose 95 % interval held the truth: least and most, no class being rare
    held_where_rare: tuple[float, float]  # the same with fewer than 10 examples of a class
    power: tuple[
        float, float
    ]  # where b is worse, as a share of that of 10 × 10 folds: naive Bayes, tree of depth 6


# In order of preference. Measured by validation/halves.py; docs/validity/halves.md.
DESIGNS = (
    _Known(
        name="50 × 2 folds",
        kind="50x2",
        test="corrected-t",
        share=0.5,
        fits=100,
        natural=(0.000, 0.055),
        adversaries=0.093,
        held=(0.855, 1.000),
        held_where_rare=(0.360, 0.995),
        power=(0.79, 0.12),
    ),
    _Known(
        name="5 folds inside each half, halved 50 times",
        kind="half-cv",
        test="half-cv",
        share=0.4,
        fits=500,
        natural=(0.000, 0.051),
        adversaries=0.083,
        held=(0.830, 0.997),
        held_where_rare=(0.953, 1.000),
        power=(0.93, 0.78),
    ),
    _Known(
        name="10 × 10 folds",
        kind="stratified-k-fold",
        test="corrected-t",
        share=0.9,
        fits=100,
        natural=(0.010, 0.260),
        adversaries=0.459,
        held=(0.325, 0.980),
        held_where_rare=(0.500, 0.967),
        power=(1.00, 1.00),
    ),
)


def plan_resampling(examples: int) -> ResamplingPlan:
    """Return the designs for one dataset of so many examples, the recommended one first."""
    if examples < FEWEST:
        raise UsageError(
            f"{examples} examples are too few to be halved: a half would have fewer than {FEWEST // 2}",
            where="--examples",
            fix=f"give {FEWEST} or more; with fewer, compare over several datasets",
            code="BO072",
        )
    return ResamplingPlan(
        examples=examples,
        learners=LEARNERS,
        kinds_of_data=KINDS_OF_DATA,
        designs=tuple(_fit_design(known, examples) for known in DESIGNS),
    )


def _fit_design(known: _Known, examples: int) -> ResamplingDesign:
    return ResamplingDesign(
        name=known.name,
        kind=known.kind,
        test=known.test,
        trained_on=round(known.share * examples),
        fits=known.fits,
        rejected_least=known.natural[0],
        rejected_most=known.natural[1],
        rejected_for_adversaries=known.adversaries,
        held_least=known.held[0],
        held_most=known.held[1],
        held_least_where_rare=known.held_where_rare[0],
        held_most_where_rare=known.held_where_rare[1],
        power_naive_bayes=known.power[0],
        power_tree=known.power[1],
    )
