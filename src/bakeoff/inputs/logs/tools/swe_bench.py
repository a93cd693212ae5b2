"""SWE-bench: reports that list which instances were resolved; repositories are groups."""

from collections.abc import Mapping, Sequence

from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_list, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.options import ReadOptions

_SPLITS = {300: "SWE-bench Lite", 500: "SWE-bench Verified", 2294: "SWE-bench", 517: "SWE-bench Multimodal"}
_FOLDERS = {"lite": 300, "verified": 500, "test": 2294, "multimodal": 517}  # of the published submissions
_OF_FILES = ("results", "logs", "/", ".")  # folders that say nothing of the model
METRIC = "resolved"


def is_by_instance(peek: Peek) -> bool:
    """Say whether a JSON document says of each instance whether it was resolved."""
    whole = peek.outline
    if not isinstance(whole, Mapping) or not whole:
        return False
    return all(
        isinstance(v, Mapping) and isinstance(v.get(METRIC), bool) and "__" in k for k, v in whole.items()
    )


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every report: resolved is 1, whatever else was submitted is 0."""
    harvest = Harvest()
    for peek in parts.get("report", ()):
        harvest.sheets.append(_read_report(peek))
    harvest.sheets += _read_instances(parts.get("instances", ()))
    known = {sheet.model for sheet in harvest.sheets}
    lists = [(peek, _model_of(peek, 1)) for peek in parts.get("submission", ())]
    harvest.left = {peek.file.label: "the same run" for peek, model in lists if model in known}
    harvest.sheets += _read_submissions([(peek, model) for peek, model in lists if model not in known])
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


def _read_instances(peeks: Sequence[Peek]) -> list[AnswerSheet]:
    """Return the answers that stand by instance: all of a model in one file, or a file and a folder for each."""
    sheets: dict[str, AnswerSheet] = {}
    for peek in peeks:
        whole = as_record(peek.document)
        alone = len(whole) == 1 and bool(peek.file.folders) and peek.file.folders[-1] in whole
        model = _model_of(peek, 2 if alone else 1)
        sheet = sheets.get(model)
        if sheet is None:
            sheet = sheets[model] = _empty_sheet(model, peek)
        for item, said in whole.items():
            sheet.add(item, {METRIC: float(said[METRIC])}, group=repository_of(item))
    return list(sheets.values())


def _read_submissions(lists: Sequence[tuple[Peek, str]]) -> list[AnswerSheet]:
    """Return the answers of lists of what was resolved: whatever another list names, and this one does not, was not."""
    resolved = {model: set(map(as_text, as_list(as_record(p.document).get(METRIC)))) for p, model in lists}
    others = (as_text(i) for p, _ in lists for ids in as_record(p.document).values() for i in as_list(ids))
    named = sorted({*others, *(item for own in resolved.values() for item in own)})
    sheets = []
    for peek, model in lists:
        sheet = _empty_sheet(model, peek)
        for item in named:
            sheet.add(item, {METRIC: float(item in resolved[model])}, group=repository_of(item))
        sheets.append(sheet)
    if sheets:
        sheets[0].messages.append(_say_missing(len(named), sheets[0].task))
    return sheets


def _say_missing(named: int, task: str) -> str:
    total = next((size for size, name in _SPLITS.items() if name == task and task != "SWE-bench"), None)
    share = "" if total is None or named > total else f" ({named / total:.3g} of it over all {total:,})"
    return (
        f"these files list what was resolved: instances that nobody resolved are in none of them, so that scores and "
        f"differences are over the {named:,} that some file names, and smaller over the whole benchmark{share}"
    )


def _empty_sheet(model: str, peek: Peek) -> AnswerSheet:
    split = next((_FOLDERS[f] for f in reversed(peek.file.folders) if f in _FOLDERS), None)
    return AnswerSheet(
        model=model,
        task="SWE-bench" if split is None else _SPLITS[split],
        source=peek.file.label,
        group_noun="repository",
    )


def _model_of(peek: Peek, above: int) -> str:
    """Return the model that a folder is named after, so many folders above the file."""
    folders = [f for f in peek.file.folders if f not in _OF_FILES]
    return folders[-above] if len(folders) >= above else peek.file.place.stem


def repository_of(item: str) -> str:
    """Return the repository of an instance.

    >>> repository_of("scikit-learn__scikit-learn-11281")
    'scikit-learn__scikit-learn'
    """
    return item.rpartition("-")[0] or item
