"""What a study file may say, part by part: the keys, their types and what they are where nothing is said."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from bakeoff.core.datasets import Task
from bakeoff.study.specification.resampling_names import require_resampling
from bakeoff.study.specification.specification import GIVE_UP_AFTER, Keep, Search


class Part(BaseModel):
    """A table of a study file; a key that it does not know is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class RangePart(Part):
    """A range that a parameter is drawn from."""

    low: float
    high: float
    log: bool = False
    integer: bool = False


class OwnTuningPart(Part):
    """How one classifier is tuned, where that is not as the study says."""

    search: Search | None = None
    folds: Annotated[int, Field(ge=1, le=100)] | None = None
    trials: Annotated[int, Field(ge=1, le=100_000)] | None = None
    metric: str | None = None


class ClassifierPart(Part):
    """A classifier."""

    estimator: str
    parameters: dict[str, Any] = {}
    vary: dict[str, list[Any]] = {}
    search: dict[str, list[Any] | RangePart] = {}
    tuning: OwnTuningPart | None = None
    preprocessing: Literal["default", "none"] = "default"
    exclusive: bool = False
    sample_weights: bool = True


class ResamplingPart(Part):
    """How training and test sets are made."""

    kind: Annotated[str, AfterValidator(require_resampling)] | None = None  # by the number of datasets
    folds: Annotated[int, Field(ge=2, le=1000)] = 10
    repeats: Annotated[int, Field(ge=1, le=100_000)] = 1
    test_share: Annotated[float, Field(gt=0, lt=1)] = 0.3
    distinct: bool = False


class TuningPart(Part):
    """How configurations are searched."""

    search: Search = Search.GRID
    folds: Annotated[int, Field(ge=1, le=100)] = 3
    trials: Annotated[int, Field(ge=1, le=100_000)] = 20
    metric: str | None = None


class LimitsPart(Part):
    """What a cell may take."""

    seconds: Annotated[float, Field(gt=0)] = 3600.0
    memory_gb: Annotated[float, Field(gt=0)] | None = None
    give_up_after: Annotated[int, Field(ge=0)] = GIVE_UP_AFTER


class ConditionsPart(Part):
    """What is done to the data on purpose."""

    label_noise: list[Annotated[float, Field(gt=0, lt=1)]] = []
    attribute_noise: list[Annotated[float, Field(gt=0, le=1)]] = []
    missing_values: list[Annotated[float, Field(gt=0, lt=1)]] = []
    training_share: list[Annotated[float, Field(gt=0, lt=1)]] = []
    permutations: Annotated[int, Field(ge=0, le=100_000)] = 0


class StudyPart(Part):
    """A whole study file."""

    name: str = ""
    why_these_datasets: str = ""
    meant_for: str = ""
    datasets: list[str] | str
    classifiers: dict[str, ClassifierPart]
    task: Task = Task.CLASSES
    metrics: Annotated[list[str], Field(min_length=1)] | None = None  # by the task
    baseline: str | None = None
    most_similar: str | None = None
    margin: Annotated[float, Field(ge=0)] = 0.0
    level: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    seed: Annotated[int, Field(ge=0)] = 0
    keep: Keep = Keep.PROBABILITIES
    costs: str | None = None
    mute: list[str] = []
    resampling: ResamplingPart = ResamplingPart()
    tuning: TuningPart = TuningPart()
    limits: LimitsPart = LimitsPart()
    conditions: ConditionsPart = ConditionsPart()
