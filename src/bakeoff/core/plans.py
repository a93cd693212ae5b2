"""Plans: what a design can show before it is run."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """What becomes of a family of tests if nothing differs, and what would keep it honest."""

    tests: int
    level: float
    expected_false_positives: float  # whatever the dependence between the tests
    at_least_one: float  # the chance of one or more, if the tests are independent
    bonferroni_level: float  # what each p-value must be below, whatever the dependence
    sidak_level: float  # the same for independent (or positively dependent) tests


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetPlan:
    """Two classifiers over datasets: a difference and the number of datasets that find it."""

    sd: float
    level: float
    power: float
    difference: float
    datasets: int
    datasets_by_wilcoxon: int | None  # where the number of datasets was asked for
    asked: str  # "datasets" or "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplePlan:
    """Two classifiers on one test set: a difference of accuracies and the number of examples that find it."""

    discordance: float
    level: float
    power: float
    difference: float | None  # None where no possible difference would be found so surely
    examples: int
    asked: str  # "examples" or "difference"


Plan = Family | DatasetPlan | ExamplePlan
