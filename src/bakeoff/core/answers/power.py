"""Plans: what a design can show before it is run."""

from dataclasses import dataclass

from bakeoff.core.reprs import describe_record

TEST_WORDS = {
    "wilcoxon": "Wilcoxon's signed-rank test",
    "paired-t": "the paired t-test",
    "sign": "the sign test",
    "sign-flip": "the sign-flip test",
    "mcnemar-midp": "McNemar's mid-p test",
}


def write_test_name(key: str) -> str:
    """Return how a sentence names a test; its key where there are no words for it.

    >>> write_test_name("wilcoxon"), write_test_name("other-test")
    ("Wilcoxon's signed-rank test", 'other-test')
    """
    return TEST_WORDS.get(key, key)


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

    __repr__ = describe_record

    sd: float
    step: float  # that scores are rounded to; 0 where they are not
    level: float
    power: float
    test: str  # that would judge so many datasets, and whose power this is
    difference: float | None  # None where that test cannot find any, however large
    datasets: int
    datasets_by_paired_t: int | None  # where the number of datasets was asked for
    fewest: int  # datasets with which the test can decide at all
    asked: str  # "datasets" or "difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class LookingCost:
    """The same question looked at at any time: how many examples a verdict takes, beside a size fixed beforehand."""

    expected: float | None  # the mean number to a verdict, looking after each; None: more than are followed
    enough: int | None  # by which a verdict is there with the power asked for
    chance: float | None  # that it is there by the number that one look needs


@dataclass(frozen=True, slots=True, kw_only=True)
class ExamplePlan:
    """Two classifiers on one test set: a difference of accuracies and the number of examples that find it."""

    discordance: float
    level: float
    power: float
    difference: float | None  # None where no possible difference would be found so surely
    examples: int
    asked: str  # "examples" or "difference"
    sequential: LookingCost | None = None  # where it was asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotPlan:
    """What a pilot over datasets tells of the study to come: where its variance lies, and what would lessen it."""

    __repr__ = describe_record

    a: str
    b: str
    metric: str
    source: str
    level: float
    power: float
    difference: float  # to be found
    datasets_at_hand: int
    sd: float  # of the advantages over datasets
    sd_low: float  # of the pilot's datasets there are few: the sd may be this small
    sd_high: float  # or this large
    step: float  # that the pilot's differences are rounded to; 0 where they are not
    test: str  # that would judge so many datasets, and whose power this is
    test_now: str  # that judges the datasets at hand
    shown_now: float | None  # the difference that the datasets at hand find; None where they cannot find any
    shown_high: float | None  # the same if the sd is sd_high
    datasets: int  # needed in all
    datasets_low: int  # if the sd is sd_low
    datasets_high: int
    datasets_by_paired_t: int
    resamples: int  # of each dataset; 1: within and between cannot be told apart
    between_sd: float | None  # of the true advantages
    within_sd: float | None  # typical error of a dataset's advantage, by the corrected variance
    endless_sd: float | None  # of the advantages with endlessly many resamples of the same data
    datasets_endless: int | None  # needed then: all that more folds can buy
    members: int = 0  # datasets whose families' means are the datasets here; 0 where each stands for itself
    asked: str = "datasets"


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotFoldPlan:
    """What a pilot on one dataset tells of more resamples of it: their noise shrinks, the shared data stays."""

    __repr__ = describe_record

    a: str
    b: str
    metric: str
    source: str
    level: float
    power: float
    difference: float
    resamples: int  # at hand
    sd: float  # of the advantages over resamples
    test_train_ratio: float
    shown_now: float
    shown_endless: float  # with endlessly many resamples
    resamples_needed: int | None  # None: no number of them shows the difference
    asked: str = "resamples"


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotExamplePlan:
    """What predictions on one test set tell of the test set that would show a difference."""

    __repr__ = describe_record

    a: str
    b: str
    source: str
    level: float
    power: float
    difference: float
    examples_at_hand: int
    discordance: float  # share of examples that one alone gets right
    shown_now: float | None
    examples: int  # needed
    asked: str = "examples"
    sequential: LookingCost | None = None  # where it was asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemPlan:
    """Two models on items: how many items, how many attempts of each at every item, and what they cost."""

    __repr__ = describe_record

    items: int
    attempts: int
    difference: float
    power: float  # that they reach
    level: float
    item_sd: float  # of the items' true differences
    attempt_sd: float | None  # of one attempt of each model at an item; None where that is not known
    item_cost: float
    attempt_cost: float
    cost: float  # items × (item cost + 2 × attempts × attempt cost)
    items_with_one_attempt: int  # that would find the same
    cost_with_one_attempt: float
    asked: str  # "items and attempts", "items", "power" or "difference"
    a: str | None = None  # of a pilot
    b: str | None = None
    source: str | None = None
    metric: str | None = None
    items_at_hand: int | None = None
    attempts_at_hand: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResamplingDesign:
    """One way to resample a dataset, what it claims, what it costs, and what was measured of it."""

    name: str
    kind: str  # under [resampling] in a study file
    test: str
    trained_on: int  # examples: what the claim is about
    fits: int  # of each classifier
    rejected_least: float  # share of true nulls rejected at 5 %, over the learners and data that were tried
    rejected_most: float
    rejected_for_adversaries: float  # the most, for learners that were built against such designs
    held_least: float  # share of samples of real data whose 95 % interval held the truth, no class being rare
    held_most: float
    held_least_where_rare: float  # the same with fewer than 10 examples of a class
    held_most_where_rare: float
    power_naive_bayes: float  # as a share of that of 10 × 10 folds
    power_tree: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ResamplingPlan:
    """How one dataset may be resampled to compare two learners on it, the recommended design first."""

    __repr__ = describe_record

    examples: int
    learners: int  # that true nulls were tried with
    kinds_of_data: int
    designs: tuple[ResamplingDesign, ...]


Plan = (
    Family
    | DatasetPlan
    | ExamplePlan
    | PilotPlan
    | PilotFoldPlan
    | PilotExamplePlan
    | ItemPlan
    | ResamplingPlan
)
