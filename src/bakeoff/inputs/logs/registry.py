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
        if self.where is not Where.CONTENT and not self.fields <= _names(peek, self.where):
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


def _names(peek: Peek, where: Where) -> frozenset[str]:
    if where is Where.HEADER:
        return frozenset(peek.header)
    if where is Where.RECORD:
        return frozenset(peek.record)
    return frozenset(peek.document) if isinstance(peek.document, dict) else frozenset()


def _line(tool: str, part: str, module: str, where: Where, fields: str = "", **more: Any) -> LogFormat:  # noqa: ANN401
    return LogFormat(
        tool=tool, part=part, module=module, where=where, fields=frozenset(fields.split()), **more
    )


_DOC, _REC, _HEAD, _ANY = Where.DOCUMENT, Where.RECORD, Where.HEADER, Where.CONTENT
_HARNESS = "lm-evaluation-harness"

FORMATS: tuple[LogFormat, ...] = (
    _line(_HARNESS, "samples", "lm_eval", _REC, "doc_id doc target resps filtered_resps"),
    _line(_HARNESS, "results", "lm_eval", _DOC, "results versions", check="is_results"),
    _line("Inspect AI", "archive", "inspect_ai", _ANY, check="is_archive"),
    _line("Inspect AI", "log", "inspect_ai", _DOC, "status eval", check="is_log"),
    _line("HELM", "instances", "helm", _REC, "instance_id train_trial_index stats"),
    _line("HELM", "beside", "helm", _ANY, check="is_companion", is_companion=True),
    _line(
        "Every Eval Ever",
        "samples",
        "every_eval_ever",
        _REC,
        "schema_version evaluation_id sample_id evaluation",
    ),
    _line(
        "Every Eval Ever", "aggregate", "every_eval_ever", _DOC, "evaluation_id model_info evaluation_results"
    ),
    _line("promptfoo", "json", "promptfoo", _DOC, "results config", check="is_output"),
    _line("promptfoo", "json", "promptfoo", _DOC, "results stats table", check="is_bare_output"),
    _line("promptfoo", "table", "promptfoo_table", _ANY, check="is_table"),
    _line("DeepEval", "run", "deepeval", _DOC, "testCases", check="is_run"),
    _line("OpenAI evals", "events", "openai_evals", _REC, check="is_log"),
    _line("lighteval", "results", "lighteval", _DOC, "config_general results", check="is_results"),
    _line("lighteval", "details", "lighteval", _ANY, check="is_details"),
    _line("OpenCompass", "summary", "opencompass", _HEAD, "dataset version metric mode"),
    _line("OpenCompass", "results", "opencompass", _DOC, "details", check="is_results"),
    _line("LiveBench", "judgments", "livebench", _REC, "question_id task model score", check="is_judgment"),
    _line("LiveBench", "table", "livebench", _ANY, check="is_parquet"),
    _line("MTEB", "task", "mteb", _DOC, "task_name scores", check="is_task"),
    _line("MTEB", "old task", "mteb", _DOC, "mteb_dataset_name mteb_version", check="is_old_task"),
    _line("SWE-bench", "report", "swe_bench", _DOC, "resolved_ids submitted_ids"),
    _line("SWE-bench", "submission", "swe_bench", _DOC, "resolved no_generation"),
    _line("SWE-bench", "instances", "swe_bench", _ANY, check="is_by_instance"),
    _line("EvalPlus", "results", "evalplus", _DOC, "eval", check="is_results"),
    _line("EvalPlus", "samples", "evalplus", _REC, "task_id completion result passed", check="is_samples"),
    _line("simple-evals", "examples", "simple_evals", _DOC, "score metrics htmls", check="has_examples"),
    _line("simple-evals", "means", "simple_evals", _DOC, "score", check="is_means"),
    _line("AlpacaEval", "annotations", "alpaca_eval", _REC, "instruction generator_1 generator_2 preference"),
    _line("arena battles", "pairs", "arena", _REC, "model_1 model_2 g1_winner g2_winner"),
    _line("arena battles", "games", "arena", _REC, "model judge games", check="is_game"),
    _line("arena battles", "battles", "arena", _HEAD, "winner", check="is_table"),
    _line("arena battles", "battles", "arena", _REC, "winner", check="is_records"),
    _line("AMLB", "results", "amlb", _HEAD, "task framework fold result"),
    _line("tsml", "predictions", "tsml", _ANY, check="is_predictions"),
    _line("tsml", "table", "tsml", _ANY, check="is_table"),
    _line("MOABB", "results", "moabb", _HEAD, "score subject session dataset pipeline"),
    _line("MOABB", "published", "moabb", _ANY, check="is_published"),
    _line("trec_eval", "values", "trec", _ANY, check="is_values"),
    _line("trec_eval", "run", "trec", _ANY, check="is_run"),
    _line("trec_eval", "qrels", "trec", _ANY, check="is_qrels"),
    _line("trec_eval", "ranx", "trec", _ANY, check="is_ranx"),
    _line("ranx", "report", "leaderboards", _DOC, "stat_test metrics model_names"),
    _line("MLflow", "run", "mlflow", _ANY, check="is_run"),
    _line("MLflow", "database", "mlflow", _ANY, check="is_database"),
    _line("MLflow", "table", "mlflow", _HEAD, "run_id experiment_id status", check="is_table"),
    _line("Optuna", "database", "searches", _ANY, check="is_database"),
    _line("Optuna", "journal", "searches", _REC, "op_code worker_id"),
    _line("Optuna", "trials", "searches", _HEAD, "number state", check="is_trials"),
    _line("Weights & Biases", "runs", "wandb", _HEAD, "Name State", check="is_runs"),
    _line("Weights & Biases", "own", "wandb", _ANY, check="is_own"),
    _line("Weights & Biases", "chart", "training", _HEAD, "Step", check="is_chart"),
    _line("scikit-learn", "folds", "sklearn", _HEAD, "fit_time score_time", check="is_folds"),
    _line("Hugging Face Trainer", "state", "training", _DOC, "log_history global_step"),
    _line("a training log", "table", "training", _ANY, check="is_table"),
    _line("a summary of columns", "table", "leaderboards", _ANY, check="is_description"),
    _line("a leaderboard", "table", "leaderboards", _ANY, check="is_table"),
    _line("a leaderboard", "json", "leaderboards", _ANY, check="is_nested"),
    _line("a table of items", "long", "item_tables", _ANY, check="is_long"),
    _line("a table of items", "wide", "item_tables", _ANY, check="is_wide"),
)


def recognise_peek(peek: Peek) -> LogFormat | None:
    """Return the kind of file that this is, or None where no tool is known to write such."""
    return next((known for known in FORMATS if known.matches(peek)), None)


def recognise_log(path: str | PathLike[str]) -> LogFormat | None:
    """Return which tool's file this is, by what it holds; None where no tool is known to write such."""
    file = LogFile(path=Path(path))
    return recognise_peek(peek(file)) if file.path.is_file() else None
