"""HELM: a folder for each run, with statistics of every instance; nearly all of them are book-keeping."""

import re
from collections.abc import Iterator

from bakeoff.core.words import shorten
from bakeoff.inputs.logs.amounts import LATENCY, known_amounts, token_amounts
from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import Record, as_count, as_list, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of
from bakeoff.inputs.options import ReadOptions

_COMPANIONS = frozenset(
    {
        "stats.json",
        "scenario_state.json",
        "run_spec.json",
        "scenario.json",
        "instances.json",
        "display_requests.json",
        "display_predictions.json",
    }
)
_MAIN = [
    "exact_match",
    "quasi_exact_match",
    "prefix_exact_match",
    "quasi_prefix_exact_match",
    "final_number_exact_match",
    "math_equiv",
    "math_equiv_chain_of_thought",
    "f1_score",
    "classification_micro_f1",
    "rouge_l",
    "rouge_2",
    "bleu_4",
    "edit_similarity",
    "ndcg@10",
    "rr@10",
    "pass",
    "program_accuracy",
    "execution_accuracy",
    "chain_of_thought_correctness",
    "ifeval_strict_accuracy",
]
_BOOKS = re.compile(
    r"(num_|training_|inference_|finish_reason|batch_size|prompt_truncated|max_prob|logprob|perplexity|bits_per"
    r"|logits?|.*_cost$|.*runtime.*|calibration|ece|platt|.*@\d+$|estimated_)"
)


def is_companion(peek: Peek) -> bool:
    """Say whether a file belongs to a run folder and holds no scores of instances."""
    return peek.file.name in _COMPANIONS and peek.file.beside("per_instance_stats.json") is not None


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every run folder; perturbed copies are left out, train trials are attempts."""
    return Harvest(sheets=[sheet for peek in parts.get("instances", ()) for sheet in _read_run(peek)])


def _read_run(peek: Peek) -> list[AnswerSheet]:
    """Return one sheet for each split: they are never mixed, and those beside the test split say which they are."""
    targets = dict(_request_targets(peek.file))
    by_split: dict[str, AnswerSheet] = {}
    perturbed = 0
    for entry in peek.file.records("HELM"):
        if entry.get("perturbation"):
            perturbed += 1
            continue
        split = _split_of(entry)
        sheet = by_split.get(split) or by_split.setdefault(split, _new_sheet(peek))
        item = as_text(entry.get("instance_id"))
        trial = as_count(entry.get("train_trial_index"), otherwise=0)
        stats = as_list(entry.get("stats"))
        scores, amounts = _instance_scores(stats), _instance_amounts(stats)
        sheet.add(item, scores, attempt=trial, digest=targets.get(item, 0), amounts=amounts)
    sheets = [_prefer_main_metrics(sheet) for sheet in by_split.values()]
    for split, sheet in by_split.items():
        if len(by_split) > 1 and split != "test":
            sheet.task = f"{sheet.task} ({split})"
    if sheets and perturbed:
        sheets[0].settings["perturbed"] = f"{perturbed} left out"
    return sheets


def _new_sheet(peek: Peek) -> AnswerSheet:
    spec = _helm_file_beside(peek.file, "run_spec.json")
    adapter = as_record(spec.get("adapter_spec"))
    folder = peek.file.folders[-1] if peek.file.folders else ""
    name = as_text(spec.get("name")) or folder
    return AnswerSheet(
        model=as_text(adapter.get("model")) or _model_in(name) or folder,
        task=_without_model(name),
        source=peek.file.label,
        settings=_adapter_settings(adapter),
    )


def _helm_file_beside(file: LogFile, name: str) -> Record:
    near = file.beside(name)
    return {} if near is None else as_record(Peek(near, b"{").document)


def _instance_scores(stats: list[Record]) -> dict[str, float]:
    found: dict[str, float] = {}
    for stat in map(as_record, stats):
        about = as_record(stat.get("name"))
        name = as_text(about.get("name"))
        if about.get("perturbation") or about.get("split") in ("train",) or not stat.get("count"):
            continue
        if name in _MAIN or not _BOOKS.match(name):
            found[name] = as_number(stat.get("mean"))
    return found


def _instance_amounts(stats: list[Record]) -> dict[str, float]:
    """Return what an answer took, by the book-keeping of the run; retries and training are no part of it."""
    means = {
        as_text(as_record(stat.get("name")).get("name")): stat.get("mean")
        for stat in map(as_record, stats)
        if stat.get("count") and not as_record(stat.get("name")).get("perturbation")
    }
    out = means.get("num_output_tokens", means.get("num_completion_tokens"))
    tokens = token_amounts({"input_tokens": means.get("num_prompt_tokens"), "output_tokens": out})
    return known_amounts({LATENCY: means.get("inference_runtime"), **tokens})


def _split_of(entry: Record) -> str:
    first = as_record(next(iter(as_list(entry.get("stats"))), None))
    return as_text(as_record(first.get("name")).get("split"))


def _prefer_main_metrics(sheet: AnswerSheet) -> AnswerSheet:
    """Return the sheet with the metrics first that suites use as their main one."""
    order = sorted(sheet.scores, key=lambda m: _MAIN.index(m) if m in _MAIN else len(_MAIN))
    sheet.scores = {name: sheet.scores[name] for name in order}
    return sheet


def _request_targets(file: LogFile) -> Iterator[tuple[str, int]]:
    """Yield the instances of the scenario that lies beside a file, with digests of text and right answers."""
    near = file.beside("scenario_state.json")
    for _, request in () if near is None else Peek(near, b"{").entries("request_states", tool="HELM"):
        instance = as_record(as_record(request).get("instance"))
        if instance.get("perturbation"):
            continue
        right = [
            as_text(as_record(as_record(r).get("output")).get("text") or as_record(r).get("output"))
            for r in as_list(instance.get("references"))
            if "correct" in as_list(as_record(r).get("tags"))
        ]
        text = as_text(as_record(instance.get("input")).get("text") or instance.get("input"))
        yield as_text(instance.get("id")), digest_of(text, *right)


def _model_in(name: str) -> str:
    match = re.search(r"model=([^,]+)", name)
    return match[1].replace("_", "/", 1) if match else ""


def _without_model(name: str) -> str:
    """Return the name of a run without its model.

    >>> _without_model("mmlu:subject=law,model=openai_gpt2"), _without_model("simple_mcqa:model=toy_large")
    ('mmlu:subject=law', 'simple_mcqa')
    """
    return re.sub(r"[:,_]?(model|model_deployment)=[^,]+", "", name).strip(":,_-") or name


def _adapter_settings(adapter: Record) -> dict[str, str]:
    template = [
        adapter.get(k)
        for k in ("instructions", "input_prefix", "output_prefix", "reference_prefix", "method")
    ]
    said = {
        "template": f"{digest_of(*template):016x}"[:8] if adapter else "",
        "shots": as_text(adapter.get("max_train_instances")),
        "temperature": as_text(adapter.get("temperature")),
        "limit": as_text(adapter.get("max_eval_instances")),
        "revision": as_text(adapter.get("model_deployment"))
        * (adapter.get("model_deployment") != adapter.get("model")),
    }
    return {key: shorten(value, most=80) for key, value in said.items() if value}
