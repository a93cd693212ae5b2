"""What an answer took: the latency, price and tokens that logs have beside the scores. Never taken for a score."""

from collections.abc import Iterator, Mapping, Sequence
from math import nan

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import write_list
from bakeoff.inputs.logs.json_values import Record, as_number, as_record
from bakeoff.inputs.logs.sheets import AnswerSheet

LATENCY, PRICE, TOKENS = "latency (s)", "price ($)", "tokens"
INPUT_TOKENS, OUTPUT_TOKENS = "input_tokens", "output_tokens"
PLAIN_LATENCY, PLAIN_PRICE = "latency", "price"  # of a table that does not say the unit
# Columns of tables that hold amounts, and what their numbers are multiplied by.
_COLUMNS: Mapping[str, tuple[str, float]] = {
    **dict.fromkeys(("latency_s", "latency_seconds", "duration_s", "time_s", "seconds"), (LATENCY, 1.0)),
    **dict.fromkeys(("latency_ms", "duration_ms", "time_ms"), (LATENCY, 0.001)),
    **dict.fromkeys(("latency", "duration"), (PLAIN_LATENCY, 1.0)),
    **dict.fromkeys(("price_usd", "cost_usd"), (PRICE, 1.0)),
    **dict.fromkeys(("price", "cost"), (PLAIN_PRICE, 1.0)),
    **dict.fromkeys(("tokens", "total_tokens"), (TOKENS, 1.0)),
    **dict.fromkeys(("input_tokens", "prompt_tokens"), (INPUT_TOKENS, 1.0)),
    **dict.fromkeys(("output_tokens", "completion_tokens"), (OUTPUT_TOKENS, 1.0)),
}
_OTHER_NAMES = {
    "time": "latency",
    **{column: name.partition(" (")[0] for column, (name, _) in _COLUMNS.items()},
}
_INPUT_KEYS = ("input_tokens", "prompt_tokens", "prompt", "inputTokenCount")
_OUTPUT_KEYS = ("output_tokens", "completion_tokens", "completion", "outputTokenCount")
_TOTAL_KEYS = ("total_tokens", "total")


def take_amount(sheets: Sequence[AnswerSheet], asked: str | None) -> str | None:
    """Put an amount in the place of the scores where it was asked for, and return the name of what is asked for now.

    A metric of the logs that has the same name comes first.
    """
    if asked is None or any(_is_called(name, asked) for sheet in sheets for name in sheet.metrics):
        return asked
    amount = next((name for name in _amounts_of(sheets) if _is_called(name, asked)), None)
    for sheet in sheets if amount is not None else ():
        sheet.scores = {name: column for name, column in sheet.amounts.items() if name == amount}
        sheet.higher_is_better = dict.fromkeys(sheet.scores, False)
    return asked if amount is None else amount


def amount_findings(sheets: Sequence[AnswerSheet]) -> Iterator[Finding]:
    """Yield that the logs say what answers took, where they do so of every model."""
    names = [_short_name(name) for name in _amounts_of(sheets)]
    if names:
        yield Finding(
            code="BO924",
            severity=Severity.NOTE,
            message=f"the logs also have {write_list(names)} of each answer: --beside {names[0]} shows what a better "
            "score takes",
            detail={"amounts": tuple(names)},
        )


def token_amounts(usage: object) -> dict[str, float]:
    """Return the tokens of one answer, by whichever names a tool has for them; what is unknown is left out."""
    record = as_record(usage)
    into, out, total = (_first_number(record, keys) for keys in (_INPUT_KEYS, _OUTPUT_KEYS, _TOTAL_KEYS))
    total = total if total == total else into + out
    found = {TOKENS: total, INPUT_TOKENS: into, OUTPUT_TOKENS: out}
    return {name: value for name, value in found.items() if value == value}


def amount_columns(names: Sequence[str]) -> dict[str, tuple[str, float]]:
    """Return the columns of a table that hold amounts, each with the amount and the factor of its numbers.

    >>> amount_columns(["model", "score", "latency_ms", "cost"])
    {'latency_ms': ('latency (s)', 0.001), 'cost': ('price', 1.0)}
    """
    found: dict[str, tuple[str, float]] = {}
    for name in names:
        amount = _COLUMNS.get(name.casefold().replace(" ", "_"))
        if amount is not None and amount[0] not in (taken for taken, _ in found.values()):
            found[name] = amount
    return found


def known_amounts(amounts: Mapping[str, object]) -> dict[str, float]:
    """Return amounts as numbers, without those that are none or below zero."""
    numbers = {name: as_number(value) for name, value in amounts.items() if value is not None}
    return {name: value for name, value in numbers.items() if value >= 0}


def _first_number(record: Record, keys: Sequence[str]) -> float:
    return next((as_number(record[key]) for key in keys if record.get(key) is not None), nan)


def _amounts_of(sheets: Sequence[AnswerSheet]) -> list[str]:
    """Return the amounts that every model has; one that is 0 throughout was not counted by the tool."""
    by_model: dict[str, set[str]] = {}
    for sheet in sheets:
        counted = {name for name, column in sheet.amounts.items() if any(value > 0 for value in column)}
        by_model.setdefault(sheet.model, set()).update(counted)
    shared = set.intersection(*by_model.values()) if by_model else set()
    order = (LATENCY, PLAIN_LATENCY, PRICE, PLAIN_PRICE, TOKENS, INPUT_TOKENS, OUTPUT_TOKENS)
    return [name for name in order if name in shared]


def _short_name(name: str) -> str:
    return name.partition(" (")[0]


def _is_called(name: str, asked: str) -> bool:
    wanted = asked.casefold().replace(" ", "_")
    return _OTHER_NAMES.get(wanted, wanted) in (name.casefold(), _short_name(name).casefold())
