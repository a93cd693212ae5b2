"""How the evidence came to be; decides which procedures may speak."""

from dataclasses import dataclass
from enum import StrEnum

from bakeoff.core.reprs import describe_record


class DesignName(StrEnum):
    """The designs of the contract, by the names that users rely on."""

    ONE_CLASSIFIER = "one-classifier"
    TWO_INDEPENDENT_TEST_SETS = "two-classifiers-independent-test-sets"
    TWO_ONE_TEST_SET = "two-classifiers-one-test-set"
    TWO_ONE_DATASET_RESAMPLED = "two-classifiers-one-dataset-resampled"
    TWO_MANY_DATASETS = "two-classifiers-many-datasets"
    MANY_ONE_TEST_SET = "many-classifiers-one-test-set"
    MANY_ONE_DATASET_RESAMPLED = "many-classifiers-one-dataset-resampled"
    MANY_MANY_DATASETS = "many-classifiers-many-datasets"
    TWO_ONE_TASK = "two-models-one-task"
    TWO_MANY_TASKS = "two-models-many-tasks"
    MANY_ONE_TASK = "many-models-one-task"
    MANY_MANY_TASKS = "many-models-many-tasks"


class EvidenceKind(StrEnum):
    """What kind of evidence was given."""

    SCORES = "scores"
    PREDICTIONS = "predictions"
    ITEMS = "items"


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """How the evidence came to be: the facts that procedures state their conditions about."""

    __repr__ = describe_record

    name: DesignName
    kind: EvidenceKind
    classifiers: int
    datasets: int  # datasets in the table
    units: int  # what is paired and taken as independent: datasets, resamples or examples
    resamples: int  # per dataset; 1 where only one score is known for each dataset
    members: int = 0  # datasets whose families' means are the datasets here; 0 where each stands for itself
    repeats: int = 1
    folds: int = 1
    halvings: int = 0  # of the dataset, where folds were made inside its halves
    knows_examples: bool = False  # of halves: whether it is known which examples are right
    train_size: int = 0  # examples that a resample was trained on, on average; 0 where that is not known
    train_range: tuple[int, int] = (0, 0)  # the fewest and the most of them
    complete: bool = True  # no missing cell
    test_train_ratio: float | None = None
    has_baseline: bool = False
    margin: float = 0.0
    one_sided: bool = False
    examples: int = 0  # test examples, where they are what is paired; 0 for scores
    paired: bool = True  # False: each classifier has a test set of its own
    counts_only: bool = False  # only how many are right is known, not which
    flips_only: bool = False  # of a shared test set, only the examples that exactly one classifier gets right
    classes: int = 0  # 0 where only right and wrong are known
    metric: str = "accuracy"  # what is computed from predictions
    has_scores: bool = False  # of classes, or their probabilities: what ranks the examples
    clustered: bool = False  # examples depend on each other within groups
    groups: int = 0  # of examples that depend on each other; 0 where each example stands for itself
    group_noun: str = "group"
    items: int = 0  # that the examples are attempts at; 0 where there is one attempt at each
    item_noun: str = "example"
    weighted: bool = False
    pooled_folds: bool = False  # the examples were predicted by several models, one for each fold
    tasks: int = 0  # that the items belong to; 0 where the evidence is none of items
    attempts: int = 1  # at each item, at most
    has_equal_attempts: bool = True  # whether every model has so many at every item that it has
    over_tasks: bool = False  # the claim is about tasks like these, not about these
    of_quantities: bool = False  # the score is one of predicted numbers, such as RMSE
    is_pooled: bool = False  # items of several tasks count alike, whatever their task

    @property
    def of_items(self) -> bool:
        """Whether the evidence is of items within tasks."""
        return self.kind is EvidenceKind.ITEMS

    @property
    def by_task(self) -> bool:
        """Whether the tasks are averaged: there are several, and their items are not pooled."""
        return self.tasks > 1 and not self.is_pooled

    @property
    def of_resamples(self) -> bool:
        """Whether learners are compared over resamples of one dataset."""
        return self.name in (DesignName.TWO_ONE_DATASET_RESAMPLED, DesignName.MANY_ONE_DATASET_RESAMPLED)

    @property
    def on_examples(self) -> bool:
        """Whether the examples of a test set, not datasets or resamples, are what is compared."""
        return self.examples > 0

    @property
    def unit_noun(self) -> str:
        """What is paired: an item, an example, a dataset or a resample."""
        if self.of_items:
            return "item"
        if self.on_examples:
            return "example"
        return "dataset" if self.datasets > 1 else "resample"
