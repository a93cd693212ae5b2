"""Which files are known: one line for each kind, with the fields that settle it. Order breaks ties."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Reader
from bakeoff.inputs.logs.peek import Peek, peek


class Where(StrEnum):
    """Where the fields stand that settle what a file is."""

    DOCUMENT = "document"  # keys of a JSON document
    RECORD = "record"  # keys of the first JSON object: of a line, or of an array
    HEADER = "header"  # names of columns
    CONTENT = "content"  # nothing but `check` settles it


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFormat:
    """One kind of file of one tool."""

    tool: str
    part: str  # what it holds, in the words of the tool's reader
    module: str
    where: Where
    fields: frozenset[str] = frozenset()
    check: str = ""  # a function of the module that looks closer
    is_companion: bool = False  # of use beside others, and nothing by itself

    def matches(self, peek: Peek) -> bool:
        """Say whether a file is of this kind."""
        if self.where is not Where.CONTENT and not self.fields <= _document_names(peek, self.where):
            return False
        return not self.check or bool(self._member(self.check)(peek))

    @property
    def read(self) -> Reader:
        """The reader of the tool; it is imported when the first file of its kind is met."""
        reader: Reader = self._member("read")
        return reader

    def _member(self, name: str) -> Callable[..., Any]:
        member: Callable[..., Any] = getattr(import_module(f"bakeoff.inputs.logs.tools.{self.module}"), name)
        return member


def _document_names(peek: Peek, where: Where) -> frozenset[str]:
    if where is Where.HEADER:
        return frozenset(peek.header)
    if where is Where.RECORD:
        return frozenset(peek.record)
    return frozenset(peek.outline) if isinstance(peek.outline, dict) else frozenset()


def _log_format(tool: str, part: str, module: str, where: Where, fields: str = "", **more: Any) -> LogFormat:  # noqa: ANN401
    return LogFormat(
        tool=tool, part=part, module=module, where=where, fields=frozenset(fields.split()), **more
    )


_DOC, _REC, _HEAD, _ANY = Where.DOCUMENT, Where.RECORD, Where.HEADER, Where.CONTENT
_HARNESS = "lm-evaluation-harness"

FORMATS: tuple[LogFormat, ...] = (
    _log_format(_HARNESS, "samples", "lm_eval", _REC, "doc_id doc target resps filtered_resps"),
    _log_format(_HARNESS, "results", "lm_eval", _DOC, "results versions", check="is_results"),
    _log_format("Inspect AI", "archive", "inspect_ai", _ANY, check="is_archive"),
    _log_format("Inspect AI", "log", "inspect_ai", _DOC, "status eval", check="is_log"),
    _log_format("HELM", "instances", "helm", _REC, "instance_id train_trial_index stats"),
    _log_format("HELM", "beside", "helm", _ANY, check="is_companion", is_companion=True),
    _log_format(
        "Every Eval Ever",
        "samples",
        "every_eval_ever",
        _REC,
        "schema_version evaluation_id sample_id evaluation",
    ),
    _log_format(
        "Every Eval Ever", "aggregate", "every_eval_ever", _DOC, "evaluation_id model_info evaluation_results"
    ),
    _log_format("promptfoo", "json", "promptfoo", _DOC, "results config", check="is_output"),
    _log_format("promptfoo", "json", "promptfoo", _DOC, "results stats table", check="is_bare_output"),
    _log_format(
        "promptfoo", "lines", "promptfoo", _REC, "testIdx promptIdx vars success score", check="is_lines"
    ),
    _log_format("promptfoo", "table", "promptfoo_table", _ANY, check="is_table"),
    _log_format("DeepEval", "run", "deepeval", _DOC, "testCases", check="is_run"),
    _log_format("DeepEval", "run", "deepeval", _DOC, "testRunData", check="is_run"),
    _log_format("OpenAI evals", "events", "openai_evals", _REC, check="is_log"),
    _log_format("lighteval", "results", "lighteval", _DOC, "config_general results", check="is_results"),
    _log_format("lighteval", "details", "lighteval", _ANY, check="is_details"),
    _log_format("OpenCompass", "summary", "opencompass", _HEAD, "dataset version metric mode"),
    _log_format("OpenCompass", "results", "opencompass", _DOC, "details", check="is_results"),
    _log_format(
        "LiveBench", "judgments", "livebench", _REC, "question_id task model score", check="is_judgment"
    ),
    _log_format("LiveBench", "table", "livebench", _ANY, check="is_parquet"),
    _log_format("MTEB", "task", "mteb", _DOC, "task_name scores", check="is_task"),
    _log_format("MTEB", "old task", "mteb", _DOC, "mteb_dataset_name mteb_version", check="is_old_task"),
    _log_format("SWE-bench", "report", "swe_bench", _DOC, "resolved_ids submitted_ids"),
    _log_format("SWE-bench", "submission", "swe_bench", _DOC, "resolved no_generation"),
    _log_format("SWE-bench", "instances", "swe_bench", _ANY, check="is_by_instance"),
    _log_format("EvalPlus", "results", "evalplus", _DOC, "eval", check="is_results"),
    _log_format(
        "EvalPlus", "samples", "evalplus", _REC, "task_id completion result passed", check="is_samples"
    ),
    _log_format(
        "simple-evals", "examples", "simple_evals", _DOC, "score metrics htmls", check="has_examples"
    ),
    _log_format("simple-evals", "means", "simple_evals", _DOC, "score", check="is_means"),
    _log_format(
        "AlpacaEval", "annotations", "alpaca_eval", _REC, "instruction generator_1 generator_2 preference"
    ),
    _log_format("arena battles", "pairs", "arena", _REC, "model_1 model_2 g1_winner g2_winner"),
    _log_format("arena battles", "games", "arena", _REC, "model judge games", check="is_game"),
    _log_format("arena battles", "battles", "arena", _HEAD, "winner", check="is_table"),
    _log_format("arena battles", "battles", "arena", _REC, "winner", check="is_records"),
    _log_format("AMLB", "results", "amlb", _HEAD, "task framework fold result"),
    _log_format("tsml", "predictions", "tsml", _ANY, check="is_predictions"),
    _log_format("tsml", "table", "tsml", _ANY, check="is_table"),
    _log_format("MOABB", "results", "moabb", _HEAD, "score subject session dataset pipeline"),
    _log_format("MOABB", "published", "moabb", _ANY, check="is_published"),
    _log_format("trec_eval", "values", "trec", _ANY, check="is_values"),
    _log_format("trec_eval", "run", "trec", _ANY, check="is_run"),
    _log_format("trec_eval", "qrels", "trec", _ANY, check="is_qrels"),
    _log_format("trec_eval", "ranx", "trec", _ANY, check="is_ranx"),
    _log_format("ranx", "report", "leaderboards", _DOC, "stat_test metrics model_names"),
    _log_format("MLflow", "run", "mlflow", _ANY, check="is_run"),
    _log_format("MLflow", "database", "mlflow", _ANY, check="is_database"),
    _log_format("MLflow", "table", "mlflow", _HEAD, "run_id experiment_id status", check="is_table"),
    _log_format("Optuna", "database", "searches", _ANY, check="is_database"),
    _log_format("Optuna", "journal", "searches", _REC, "op_code worker_id"),
    _log_format("Optuna", "trials", "searches", _HEAD, "number state", check="is_trials"),
    _log_format("Weights & Biases", "runs", "wandb", _HEAD, "Name State", check="is_runs"),
    _log_format("Weights & Biases", "own", "wandb", _ANY, check="is_own"),
    _log_format("Weights & Biases", "chart", "training", _HEAD, "Step", check="is_chart"),
    _log_format("Weights & Biases", "bounded", "training", _ANY, check="is_bounded"),
    _log_format("scikit-learn", "folds", "sklearn", _HEAD, "fit_time score_time", check="is_folds"),
    _log_format("Hugging Face Trainer", "state", "training", _DOC, "log_history global_step"),
    _log_format("a training log", "table", "training", _ANY, check="is_table"),
    _log_format("a summary of columns", "table", "leaderboards", _ANY, check="is_description"),
    _log_format("a leaderboard", "table", "leaderboards", _ANY, check="is_table"),
    _log_format("a leaderboard", "json", "leaderboards", _ANY, check="is_nested"),
    _log_format("a table of items", "long", "item_tables", _ANY, check="is_long"),
    _log_format("a table of items", "wide", "item_tables", _ANY, check="is_wide"),
)


def recognise_peek(peek: Peek) -> LogFormat | None:
    """Return the kind of file that this is, or None where no tool is known to write such."""
    return next((known for known in FORMATS if known.matches(peek)), None)


def recognise_log(path: str | PathLike[str]) -> LogFormat | None:
    """Return which tool's file this is, by what it holds; None where no tool is known to write such."""
    file = LogFile(path=Path(path))
    return recognise_peek(peek(file)) if file.path.is_file() else None
