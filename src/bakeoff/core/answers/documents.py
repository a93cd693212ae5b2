"""The JSON documents as types: what a program that reads them may rely on.

`bakeoff schema NAME` prints the JSON Schema of each, which is made from these types. Documents grow: a reader should
take a field that it does not know for news, not for an error.
"""

from typing import Any, Literal, NotRequired, TypedDict

from bakeoff.core.answers.sequential_documents import QuestionDocument, SequentialDocument

Verdict = Literal["better", "worse", "equivalent", "undecided"]
Outcome = Literal["passed", "not passed", "undecided"]
Json = dict[str, Any]


class IntervalDocument(TypedDict):
    """An interval; an end that does not exist is null."""

    low: float | None
    high: float | None
    level: float


class EstimateDocument(TypedDict):
    """A quantity, its value and its interval."""

    of: str
    value: float | None
    low: float | None
    high: float | None
    level: float


class FindingDocument(TypedDict):
    """What a reader should know, with its code."""

    code: str
    severity: Literal["note", "warning", "problem"]
    message: str
    detail: Json


class ResultDocument(TypedDict):
    """What one test says of one pair, task, dataset or subgroup."""

    test: str
    statistic: float | None
    df: float | None
    p_value: float | None
    p_adjusted: float | None
    estimate: EstimateDocument
    n: int
    method: str
    monte_carlo_error: float | None
    steps: dict[str, float | None]
    posterior: NotRequired[dict[str, float]]


class SubgroupDocument(ResultDocument):
    """The verdict on one subgroup."""

    subgroup: str
    examples: int
    verdict: Verdict


class DatasetVerdictDocument(ResultDocument):
    """The verdict on one dataset that has resamples or examples of its own."""

    dataset: str
    verdict: Verdict
    adjusted_by: str
    flips: Json | None
    folds: list[Json] | None


class ByDatasetDocument(TypedDict):
    """Verdicts by dataset, and on how many of them at least the two differ."""

    differing_at_least: int
    datasets: list[DatasetVerdictDocument]


class TaskVerdictDocument(ResultDocument):
    """The verdict on one task."""

    task: str
    verdict: Verdict
    adjusted_by: str


class ByTaskDocument(TypedDict):
    """Verdicts by task, and on how many of them at least the two differ."""

    differing_at_least: int
    tasks: list[TaskVerdictDocument]


class PairDocument(ResultDocument):
    """The answer about one pair: by how much b is better than a, and the verdict."""

    a: str
    b: str
    wins: int | None
    draws: int | None
    losses: int | None
    verdict: Verdict
    verdict_alone: NotRequired[Verdict]
    verdicts_at: dict[str, Verdict]
    equivalence_p: float | None
    effects: list[EstimateDocument]
    population: Json | None
    by_dataset: NotRequired[ByDatasetDocument | None]
    by_task: NotRequired[ByTaskDocument | None]
    flips: Json | None
    by_subgroup: list[SubgroupDocument]
    subgroup_interaction: Json | None


class PairTestDocument(ResultDocument):
    """What one procedure says of one pair."""

    a: str
    b: str


class OmnibusDocument(TypedDict):
    """A test of all classifiers at once."""

    test: str
    statistic: float | None
    df: list[float | None]
    p_value: float | None
    n: int
    method: str
    steps: dict[str, float | None]


class StandingDocument(TypedDict):
    """One classifier's place."""

    classifier: str
    mean_score: float | None
    score_interval: IntervalDocument | None
    scored_on: int | None
    mean_rank: float | None
    ranked_on: int | None
    common_mean: float | None
    rank_interval: list[float] | None
    best: float | None
    strength: EstimateDocument | None


class EvidenceDocument(TypedDict):
    """What was compared: which kind, whose, by which measure."""

    kind: Literal["scores", "predictions", "counts", "items", "battles"]
    source: str
    classifiers: list[str]
    metric: str
    higher_is_better: bool
    direction_from: str
    unit: Literal["fraction", "percent", "plain"]
    digest: str
    datasets: NotRequired[int]
    families: NotRequired[dict[str, list[str]]]
    resamples: NotRequired[int]
    examples: NotRequired[int | None]
    groups: NotRequired[int | None]
    group_noun: NotRequired[str | None]
    items: NotRequired[int | None]
    tasks: NotRequired[int]
    task_names: NotRequired[list[str]]
    attempts: NotRequired[int]
    paired_by: NotRequired[str]


class OmissionDocument(TypedDict):
    """One thing that was left out: how many, by whom, how."""

    part: str
    count: int
    names: list[str]
    by: str
    how: str | None
    after_seeing: bool | None


class LeftOutDocument(TypedDict):
    """All that was left out."""

    classifiers: list[str]
    by: str | list[str] | None
    omissions: list[OmissionDocument]
    datasets: NotRequired[list[str]]
    examples: NotRequired[int]
    resamples: NotRequired[int]
    rows: NotRequired[int]
    tasks: NotRequired[list[str]]
    items: NotRequired[list[str]]


class ColumnDocument(TypedDict):
    """What a column was taken for."""

    name: str
    role: str
    why: NotRequired[str]


class AlternativeDocument(TypedDict):
    """Another reading, with the command that asks for it."""

    meaning: str
    options: list[str]
    command: str


class FileReadingDocument(TypedDict):
    """What one of several files gave."""

    source: str
    gives: str
    columns: list[ColumnDocument]
    rows_skipped: list[Json]


class ReadingPartDocument(TypedDict):
    """How the evidence was understood."""

    left_out: LeftOutDocument
    missing: int
    shape: NotRequired[str]
    columns: NotRequired[list[ColumnDocument]]
    rows_skipped: NotRequired[list[Json]]
    reasons: NotRequired[list[str]]
    files: NotRequired[list[FileReadingDocument]]
    failed: NotRequired[int]
    doubts: NotRequired[list[Json]]
    alternatives: NotRequired[list[AlternativeDocument]]


class GatePairDocument(TypedDict):
    """One pair at a gate."""

    a: str
    b: str
    passed: bool
    verdict: Verdict
    bounded: str | None
    value: float | None
    bound: float | None
    level: float | None
    method: str | None
    worst: Json | None
    units: int | None
    losing: int | None
    losing_at_most: float | None
    refuted: bool


class GateDocument(TypedDict):
    """The answer of a gate."""

    gate: Literal["better", "not-worse"]
    passed: bool
    outcome: Outcome
    margin: float
    bound: str | None
    share: float | None
    pairs: list[GatePairDocument]
    subgroups_count: bool
    worse_subgroups: list[Json]
    unjudged_subgroups: list[str]
    judged_two_sided: bool
    why: str


class ComparisonDocument(TypedDict):
    """The document of `bakeoff compare --json`."""

    schema: Literal["bakeoff/comparison/1"]
    version: str
    evidence: EvidenceDocument
    reading: ReadingPartDocument
    design: str
    settings: Json
    omnibus: OmnibusDocument | None
    omnibus_tests: list[OmnibusDocument]
    pairs: list[PairDocument]
    tests: list[PairTestDocument]
    objections: list[dict[str, str]]
    findings: list[FindingDocument]
    ranking: list[StandingDocument]
    groups: list[list[str]]
    agreement: Json | None
    costs: Json | None
    operating_points: Json | None
    calibration: Json | None
    approach: Json | None
    summary: str
    gate: NotRequired[GateDocument]
    look: NotRequired[Json]
    sequential: NotRequired[SequentialDocument]
    items: NotRequired[Json]
    bootstrap: NotRequired[Json]
    beside: NotRequired[list[Json]]
    saved_evidence: NotRequired[Json]


class ReadingDocument(TypedDict):
    """The document of `bakeoff read --json`."""

    schema: Literal["bakeoff/reading/1"]
    version: str
    evidence: EvidenceDocument
    reading: ReadingPartDocument
    design: str | None
    ties: int | None
    options: list[str]
    findings: list[FindingDocument]


class EntryDocument(TypedDict):
    """One entry of a leaderboard."""

    name: str
    score: float | None
    low: float | None
    high: float | None
    rank: int
    rank_set: list[int]
    rank_set_marginal: list[int]
    tied_for_best: bool
    n: int | None
    chance_best: NotRequired[float]
    elo: NotRequired[float | None]
    win_chance: NotRequired[float | None]
    part: NotRequired[int]


class StepDocument(TypedDict):
    """One step of the ladder: two neighbours."""

    above: str
    below: str
    gap: float | None
    p_value: float | None
    p_adjusted: float | None


class BoardEvidenceDocument(TypedDict):
    """What a leaderboard is of."""

    kind: str
    source: str
    entries: int
    unit: str
    units: int
    groups: int | None
    metric: str
    higher_is_better: bool
    digest: str


class LeaderboardDocument(TypedDict):
    """The document of `bakeoff leaderboard --json`."""

    schema: Literal["bakeoff/leaderboard/1"]
    version: str
    evidence: BoardEvidenceDocument
    level: float
    method: str
    entries: list[EntryDocument]
    ladder: list[StepDocument]
    tied_for_best: list[str]
    real_steps: int
    pairs: int
    separated_pairs: int
    tie_groups: NotRequired[list[list[str]]]
    addition: NotRequired[Json | None]
    separate_nobody: Json
    more_units_to_separate_first_two: float | None
    halves: Json | None
    battles: Json | None
    findings: list[FindingDocument]
    summary: str


class LedgerEntryDocument(TypedDict):
    """One entry of a ledger; what it says of a look is there where it is one."""

    sequence: int
    at: str
    previous: str
    hash: str
    look: int | None
    kind: str | None
    body: NotRequired[Any]
    identity: NotRequired[str]
    data: NotRequired[list[Any]]
    source: NotRequired[str]
    settings: NotRequired[Json]
    note: NotRequired[str]
    left_out: NotRequired[list[Any]]
    pairs: NotRequired[list[Json]]


class LedgerDocument(TypedDict):
    """The document of `bakeoff ledger --json`."""

    schema: Literal["bakeoff/ledger/1"]
    version: str
    entries: list[LedgerEntryDocument]
    questions: NotRequired[list[QuestionDocument]]
    head: str | None
    whole: bool
    problems: list[str]


class GateAnswerDocument(TypedDict):
    """The answer to one question of a project file."""

    name: str
    kind: Literal["better", "not-worse"]
    evidence: list[str]
    passed: bool
    outcome: Outcome
    judged_among: int
    why: str
    comparison: ComparisonDocument


class GatesDocument(TypedDict):
    """The document of `bakeoff gate --json`."""

    schema: Literal["bakeoff/gates/1"]
    version: str
    passed: bool
    outcome: Outcome
    exit_code: Literal[0, 1, 3]
    level: float
    adjust: Literal["holm", "none"]
    family: int
    gates: list[GateAnswerDocument]
    summary: str


Document = ComparisonDocument | ReadingDocument | LeaderboardDocument | LedgerDocument | GatesDocument
DOCUMENTS: dict[str, type] = {
    "comparison": ComparisonDocument,
    "reading": ReadingDocument,
    "leaderboard": LeaderboardDocument,
    "ledger": LedgerDocument,
    "gates": GatesDocument,
}
