"""simple-evals: means by subgroup with the spread of item scores; items only where examples were kept."""

from bakeoff.core.errors import InputError
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, digest_of
from bakeoff.inputs.options import ReadOptions


def is_means(peek: Peek) -> bool:
    """Say whether a JSON document is flat, with means and their spreads."""
    values = peek.outline.values()
    return any(str(k).endswith(":std") for k in peek.outline) and all(
        isinstance(v, int | float) for v in values
    )


def has_examples(peek: Peek) -> bool:
    """Say whether the result of every example was kept."""
    return isinstance(as_record(peek.outline.get("metadata")).get("example_level_metadata"), list)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers where examples were kept; refuse means."""
    examples = parts.get("examples", ())
    if not examples:
        raise InputError(
            "these are means of one evaluation, and the values called ':std' are the spread of its item scores: "
            "there are no items, and not even their number",
            where=parts["means"][0].file.label,
            fix="run the evaluation so that it keeps the score of every example, and give a table: model, item, score",
            code="BO543",
        )
    return Harvest(sheets=[_read_examples(peek) for peek in examples])


def _read_examples(peek: Peek) -> AnswerSheet:
    stem = peek.file.place.stem.removesuffix("_allresults")
    task, _, model = stem.partition("_")
    sheet = AnswerSheet(model=model or stem, task=task, source=peek.file.label)
    for number, example in peek.entries("metadata", "example_level_metadata", tool="simple-evals"):
        entry = as_record(example)
        prompt = as_text(entry.get("prompt") or entry.get("question"))
        item = as_text(entry.get("prompt_id") or entry.get("id")) or prompt or number
        scores = {str(k): as_number(v) for k, v in entry.items() if k == "score" or isinstance(v, bool)}
        sheet.add(item, scores, digest=digest_of(prompt) if prompt else 0)
    return sheet
