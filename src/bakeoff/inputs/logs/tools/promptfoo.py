"""promptfoo: output.json with a result for each provider, prompt and test."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from bakeoff.core.errors import DesignError
from bakeoff.inputs.logs.amounts import LATENCY, PRICE, known_amounts, token_amounts
from bakeoff.inputs.logs.battles import BattleRow, battles_of
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import Record, as_list, as_number, as_record, as_text
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet, shorten_id, status_of_error
from bakeoff.inputs.logs.tools.promptfoo_table import read_table
from bakeoff.inputs.options import ReadOptions

_CHOICE = "select-best"  # the assertion by which a judge chooses one of several outputs
_ERROR = 2  # failureReason: 0 none, 1 an assertion, 2 an error


def is_output(peek: Peek) -> bool:
    """Say whether a JSON document is an output: results with a version and prompts or a table."""
    results = peek.outline["results"]
    return (
        isinstance(results, Mapping) and "results" in results and ("version" in results or "stats" in results)
    )


def is_bare_output(peek: Peek) -> bool:
    """Say whether a JSON document is an early output: the results themselves, without the configuration."""
    return isinstance(peek.outline["results"], list) and {"head", "body"} <= set(
        as_record(peek.outline["table"])
    )


def is_lines(peek: Peek) -> bool:
    """Say whether every line is a result, as promptfoo writes them to a file that ends in .jsonl."""
    return peek.has_lines


def _results_of(peek: Peek) -> Record:
    if peek.has_lines:
        return {}
    inside = peek.outline["results"]
    return as_record(peek.outline if isinstance(inside, list) else inside)


def _entries_of(peek: Peek, name: str, *inside: str) -> Iterator[Record]:
    """Yield the entries of a part of the results, which are the document itself in early versions; or the lines."""
    if peek.has_lines:
        return peek.file.records("promptfoo")
    path = (name,) if isinstance(peek.outline["results"], list) else ("results", name)
    return (as_record(entry) for _, entry in peek.entries(*path, *inside, tool="promptfoo"))


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers of every output; several providers are compared, or the prompts of one."""
    sheets, rows = [], []
    found = (*parts.get("json", ()), *parts.get("lines", ()))
    for peek in found:
        choices: _Choices = defaultdict(list)
        sheets += _read_output(peek, choices)
        rows += [row for item, said in choices.items() for row in _battles_of_choice(item, said)]
    tables = parts.get("table", ())
    left = {}
    for peek in tables:
        if found:
            left[peek.file.label] = "the same results as in the JSON file, in a table"
        else:
            sheets += read_table(peek)
    battles = battles_of(rows, source=found[0].file.label) if rows else None
    return Harvest(sheets=compare_prompts(sheets), battles=battles, left=left)


_Choices = dict[str, list[tuple[str, bool]]]  # of each test: who answered, and whether a judge chose it


def _note_choices(choices: _Choices, result: Record) -> None:
    for part in map(as_record, as_list(as_record(result.get("gradingResult")).get("componentResults"))):
        if as_record(part.get("assertion")).get("type") == _CHOICE:
            name = as_text(as_record(result.get("provider")).get("label")) or _provider_of(result, [])
            choices[shorten_id(f"{_item_of(result)} {_prompt_of(result)}")].append(
                (name, part.get("pass") is True)
            )


def _battles_of_choice(item: str, said: list[tuple[str, bool]]) -> list[BattleRow]:
    """Return the battles of outputs of which a judge has chosen the best: it beat each of the others."""
    if sum(chosen for _, chosen in said) != 1:  # nobody was chosen, or the test was run more than once
        return []
    return [
        BattleRow(left=a, right=b, share=float(won), prompt=item)
        for (a, won), (b, lost) in combinations(said, 2)
        if won != lost
    ]


def compare_prompts(sheets: list[AnswerSheet]) -> list[AnswerSheet]:
    """Return the sheets as they are; of one provider, its prompts stand in the place of models."""
    providers, prompts = {s.model for s in sheets}, {s.task for s in sheets}
    if len(providers) != 1 or len(prompts) < 2:
        return sheets
    passed = (value for s in sheets for value in s.scores.get("success", ()))
    if not any(s.settings.get("assertions") for s in sheets) and all(passed):
        raise DesignError(
            "there is one provider only, and its tests have no assertions: every answer passes",
            where=sheets[0].source,
            fix="add assertions to the tests, or a second provider",
            code="BO022",
        )
    for sheet in sheets:
        sheet.model, sheet.task = sheet.task, sheet.model
    return sheets


def _read_output(peek: Peek, choices: _Choices) -> list[AnswerSheet]:
    results = _results_of(peek)
    has_providers = any("provider" in as_record(entry) for entry in as_list(results.get("results")))
    if as_record(results.get("table")) and not has_providers:
        return _read_old_table(as_record(results["table"]), peek)
    prompts = [as_record(p) for p in as_list(results.get("prompts"))]
    sheets: dict[tuple[str, str], AnswerSheet] = {}
    for result in _entries_of(peek, "results"):
        model, prompt = _provider_of(result, prompts), _prompt_of(result)
        sheet = sheets.get((model, prompt))
        if sheet is None:
            sheet = sheets[model, prompt] = AnswerSheet(
                repeats_are_attempts=True,
                model=model,
                task=prompt,
                source=peek.file.label,
                settings={"date": as_text(results.get("timestamp"))},
            )
        _add_result(sheet, result)
        _note_choices(choices, result)
    order = [(as_text(p.get("provider")), as_text(p.get("label") or p.get("raw"))) for p in prompts]
    return sorted(
        sheets.values(), key=lambda s: order.index((s.model, s.task)) if (s.model, s.task) in order else 99
    )


def _read_old_table(table: Record, peek: Peek) -> list[AnswerSheet]:
    """Return the answers of an output of version 2, whose providers stand in the head of its table."""
    head = as_record(table.get("head"))
    heads = [as_record(prompt) for prompt in as_list(head.get("prompts"))]
    names = [as_text(name) for name in as_list(head.get("vars"))]
    sheets = [
        AnswerSheet(
            repeats_are_attempts=True,
            model=as_text(p.get("provider")) or "provider",
            task=as_text(p.get("label") or p.get("display") or p.get("raw")) or "prompt",
            source=peek.file.label,
            settings={"assertions": "yes"},
        )
        for p in heads
    ]
    for row in _entries_of(peek, "table", "body"):
        item = as_text(dict(zip(names, as_list(row.get("vars")), strict=False)))
        for sheet, output in zip(sheets, map(as_record, as_list(row.get("outputs"))), strict=False):
            scores = {"success": as_number(output.get("pass")), "score": as_number(output.get("score"))}
            sheet.add(item, scores, amounts=_amounts_of(output))
    return sheets


def _provider_of(result: Record, prompts: list[Record]) -> str:
    provider = result.get("provider")
    if isinstance(provider, Mapping):
        return as_text(provider.get("label") or provider.get("id"))
    number = result.get("promptIdx")
    beside = prompts[number] if isinstance(number, int) and number < len(prompts) else {}
    return as_text(provider or beside.get("provider")) or "provider"


def _prompt_of(result: Record) -> str:
    prompt = as_record(result.get("prompt"))
    return as_text(prompt.get("label") or prompt.get("display") or prompt.get("raw")) or "prompt"


def _add_result(sheet: AnswerSheet, result: Record) -> None:
    case = as_record(result.get("testCase"))
    if as_list(case.get("assert")) or as_list(as_record(result.get("gradingResult")).get("componentResults")):
        sheet.settings["assertions"] = "yes"
    item = _item_of(result)
    if _is_error(result):
        sheet.add(item, {}, status=status_of_error(result.get("error")))
        return
    named = {str(k): as_number(v) for k, v in as_record(result.get("namedScores")).items()}
    scores = {"success": as_number(result.get("success")), "score": as_number(result.get("score")), **named}
    sheet.add(item, scores, amounts=_amounts_of(result))


def _amounts_of(result: Record) -> dict[str, float]:
    """Return what an answer took; of one that was kept from an earlier run, nothing."""
    if as_record(result.get("response")).get("cached"):
        return {}
    milliseconds = as_number(result.get("latencyMs"))
    return known_amounts(
        {LATENCY: milliseconds / 1000, PRICE: result.get("cost"), **token_amounts(result.get("tokenUsage"))}
    )


def _item_of(result: Record) -> str:
    case = as_record(result.get("testCase"))
    variables = as_record(result.get("vars")) or as_record(case.get("vars"))
    return as_text(variables) if variables else as_text(case.get("description") or result.get("testIdx"))


def _is_error(result: Record) -> bool:
    reason = result.get("failureReason")
    if reason is not None:
        return bool(reason == _ERROR)
    grading = as_record(result.get("gradingResult"))
    return bool(result.get("error")) and not grading.get("componentResults")
