"""lighteval: results_*.json with means for each task, details_*.parquet with a row for each document."""

import re
from collections.abc import Mapping

from bakeoff.inputs.logs.files import LogFile
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import Record, as_number, as_record, as_text, parse_json
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of
from bakeoff.inputs.logs.tables import parquet_names, parquet_rows
from bakeoff.inputs.options import ReadOptions

_STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d+)?")
_DETAILS = re.compile(r"details_(.+?)(?:_(\d{4}-\d\d-\d\dT[\d\-:.]+))?\.parquet")


def is_results(peek: Peek) -> bool:
    """Say whether a JSON document is a summary: it describes the model beside the results."""
    return isinstance(peek.outline["config_general"], Mapping) and isinstance(
        peek.outline["results"], Mapping
    )


def is_details(peek: Peek) -> bool:
    """Say whether a Parquet file holds documents with their metrics."""
    names = parquet_names(peek)
    return ("doc" in names and "metric" in names) or ("metrics" in names and {"example", "hashes"} <= names)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of files of details; the means of summaries where there are none."""
    harvest = Harvest(better_files="the details as well: lighteval --save-details", fewest_tasks=6)
    for peek in parts.get("details", ()):
        harvest.sheets.append(_read_details(peek.file))
    for peek in parts.get("results", ()):
        if harvest.sheets:
            harvest.left[peek.file.label] = "means of the same runs"
        else:
            harvest.rows += _read_means(as_record(peek.document))
    return harvest


def _read_details(file: LogFile) -> AnswerSheet:
    match = _DETAILS.fullmatch(file.name)
    name = match[1] if match else file.place.stem
    task, shots = _split_shots(name)
    settings = {"shots": shots, "date": match[2] if match and match[2] else ""}
    sheet = AnswerSheet(model=_model_of(file), task=task, source=file.label, settings=settings)
    for number, row in enumerate(parquet_rows(file)):
        doc = _as_mapping(row.get("doc") or row.get("example"))
        text = as_text(doc.get("query") or row.get("example"))
        known = as_text(doc.get("id"))
        metrics = _as_mapping(row.get("metric") or row.get("metrics"))
        scores = {str(k): as_number(v) for k, v in metrics.items() if isinstance(v, int | float)}
        sheet.add(
            known or text or str(number), scores, digest=digest_of(text, as_text(doc.get("gold_index")))
        )
    return sheet


def _as_mapping(value: object) -> Record:
    """Return a struct, or the JSON text of one."""
    if isinstance(value, str):
        try:
            return as_record(parse_json(value.encode()))
        except ValueError:
            return {}
    if isinstance(value, list):  # a map column: pairs
        return {str(pair[0]): pair[1] for pair in value if isinstance(pair, tuple | list) and len(pair) == 2}
    return as_record(value)


def _split_shots(name: str) -> tuple[str, str]:
    """Return the task and its number of shots.

    >>> _split_shots("leaderboard|arc:challenge|25|0"), _split_shots("gsm8k|5"), _split_shots("mmlu")
    (('leaderboard|arc:challenge', '25'), ('gsm8k', '5'), ('mmlu', ''))
    """
    parts = name.split("|")
    numbers = [i for i, part in enumerate(parts) if part.isdigit()]
    return ("|".join(parts[: numbers[0]]), parts[numbers[0]]) if numbers and numbers[0] else (name, "")


def _model_of(file: LogFile) -> str:
    """Return the model by the folders: details/<owner>/<model>/<time>/."""
    folders = [f for f in file.folders if not _STAMP.fullmatch(f)]
    after = folders[folders.index("details") + 1 :] if "details" in folders else folders[-1:]
    return "/".join(after).replace("__", "/") or file.place.stem


def _read_means(whole: Record) -> list[ScoreRow]:
    about = as_record(whole.get("config_general"))
    model = as_text(about.get("model_name") or as_record(about.get("model_config")).get("model_name"))
    rows = []
    for name, values in as_record(whole.get("results")).items():
        task, _ = _split_shots(name)
        if task == "all" or "_average" in name:
            continue
        for metric, value in as_record(values).items():
            number = as_number(value)
            if not metric.endswith("_stderr") and number == number:
                rows.append(ScoreRow(task, model, metric, number))
    return rows
