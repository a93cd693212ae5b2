"""SWE-bench: reports that list which instances were resolved; repositories are groups."""

from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_list, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.options import ReadOptions

_SPLITS = {300: "SWE-bench Lite", 500: "SWE-bench Verified", 2294: "SWE-bench", 517: "SWE-bench Multimodal"}
METRIC = "resolved"


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every report: resolved is 1, whatever else was submitted is 0."""
    harvest = Harvest()
    for peek in parts.get("report", ()):
        harvest.sheets.append(_read_report(peek))
    for peek in parts.get("submission", ()):
        harvest.sheets.append(_read_submission(peek))
    return harvest


def _read_report(peek: Peek) -> AnswerSheet:
    whole = as_record(peek.document)
    total = whole.get("total_instances")
    sheet = AnswerSheet(
        model=peek.file.name.removesuffix(".json"),
        task=_SPLITS.get(total, "SWE-bench") if isinstance(total, int) else "SWE-bench",
        source=peek.file.label,
        group_noun="repository",
    )
    resolved = set(map(as_text, as_list(whole.get("resolved_ids"))))
    submitted = list(dict.fromkeys([*map(as_text, as_list(whole.get("submitted_ids"))), *sorted(resolved)]))
    for item in submitted:
        sheet.add(item, {METRIC: float(item in resolved)}, group=repository_of(item))
    errors = as_list(whole.get("error_ids"))
    empty = as_list(whole.get("empty_patch_ids"))
    if errors or empty:
        sheet.messages.append(
            f"{sheet.model}: {len(errors):,} with errors and {len(empty):,} empty patches count as not resolved, as "
            "the benchmark does"
        )
    left = len(as_list(whole.get("incomplete_ids")))
    if left:
        sheet.settings["not submitted"] = f"{left:,} or more"
    return sheet


def _read_submission(peek: Peek) -> AnswerSheet:
    whole = as_record(peek.document)
    folders = [f for f in peek.file.folders if f not in ("results", "/", ".")]
    sheet = AnswerSheet(
        model=folders[-1] if folders else peek.file.place.stem,
        task="SWE-bench",
        source=peek.file.label,
        group_noun="repository",
    )
    resolved = list(map(as_text, as_list(whole.get("resolved"))))
    named = [as_text(i) for value in whole.values() for i in as_list(value)]
    for item in dict.fromkeys([*resolved, *named]):
        sheet.add(item, {METRIC: float(item in set(resolved))}, group=repository_of(item))
    return sheet


def repository_of(item: str) -> str:
    """Return the repository of an instance.

    >>> repository_of("scikit-learn__scikit-learn-11281")
    'scikit-learn__scikit-learn'
    """
    return item.rpartition("-")[0] or item
