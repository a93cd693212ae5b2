"""What one answer must not say beside another: verdict, p and interval of a pair, gates, printed numbers, sentences."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

Document = dict[str, Any]
ASKED: Counter[str] = Counter()  # how often each question was put
NUMBER = r"[+−-]?\d[\d,]*\.?\d*(?:e[+−-]?\d+)?"


def alpha_of(document: Document) -> float:
    """Return the chance of a false claim that is allowed."""
    return 1 - document["settings"]["level"]


def contradictions(document: Document) -> Iterator[str]:
    """Yield where verdict, p and interval of one pair tell different stories."""
    for pair in document["pairs"]:
        ASKED["pairs"] += 1
        if pair.get("p_adjusted") is not None and pair.get("p_value") is not None:
            told = (
                f"{pair['b']} over {pair['a']}: {pair['verdict']}, p {pair['p_value']}, {pair['p_adjusted']}"
            )
            yield from (f"{told}: {what}" for what, wrong in _stories(pair, document).items() if wrong)


def _stories(pair: Document, document: Document) -> dict[str, bool]:
    alpha, margin = alpha_of(document), document["settings"]["margin"]
    estimate, verdict, p = pair["estimate"], pair["verdict"], pair["p_adjusted"]
    low, high = _end(estimate["low"], -math.inf), _end(estimate["high"], math.inf)
    ends = f"interval {low} to {high}"
    unless = document["settings"]["only_if"] is not None
    return {
        "adjusted below raw": p < pair["p_value"] - 1e-12,
        f"decided at {alpha}": verdict in ("better", "worse") and p > alpha + 1e-12,
        f"undecided at {alpha}": verdict == "undecided" and p < alpha - 1e-12 and not unless,
        f"better, {ends}": verdict == "better" and low < 0,
        f"worse, {ends}": verdict == "worse" and high > 0,
        f"undecided, {ends}": verdict == "undecided" and (low > 0 or high < 0),
        f"equivalent within {margin}, {ends}": verdict == "equivalent"
        and not -margin <= low <= high <= margin,
        f"{estimate['value']} outside {ends}": not low - 1e-12 <= estimate["value"] <= high + 1e-12,
    }


def _end(value: float | None, infinite: float) -> float:
    return infinite if value is None else value


def gate_contradictions(document: Document, code: int, err: str, asked: str | None) -> Iterator[str]:
    """Yield where the exit code, the words and the verdicts say otherwise of a gate."""
    gate = document.get("gate")
    if (gate is not None) != bool(asked):
        yield f"gate asked {asked}, JSON says {gate}"
    if gate is None:
        return
    ASKED["gates"] += 1
    if (code == 0) != gate["passed"] or (": passed" in err) != gate["passed"]:
        yield f"gate: exit {code}, JSON {gate['passed']}, words {err[:120]}"
    by_pair = {(p["a"], p["b"]): str(p["verdict"]) for p in document["pairs"]}
    if gate["passed"] and "worse" in by_pair.values() and gate["gate"] == "better":
        yield "gate better passed beside a verdict of worse"
    for each in gate["pairs"]:
        told = f"gate on {each['b']} over {each['a']}, {each['verdict']}, passed {each['passed']}"
        yield from (f"{told}: {what}" for what, wrong in _judged(each, gate, by_pair).items() if wrong)


def _judged(each: Document, gate: Document, by_pair: dict[tuple[str, str], str]) -> dict[str, bool]:
    verdict, bound = by_pair.get((each["a"], each["b"])), each.get("bound")
    bounded = gate["gate"] == "not-worse" and isinstance(bound, float) and gate["bound"] != "share"
    better = gate["gate"] == "better"
    return {
        f"the verdict is {verdict}": not gate["judged_two_sided"] and each["verdict"] != verdict,
        "not what is asked": better and each["passed"] != (each["verdict"] == "better"),
        f"bound {bound}": bounded and each["passed"] != (bound > -gate["margin"]),  # type: ignore[operator]
    }


def same_document(who: str, other: Document, document: Document) -> Iterator[str]:
    """Yield what another document says otherwise of pairs, settings, evidence, findings and what was left out."""
    for part in ("settings", "reading", "design", "omnibus", "groups", "ranking", "pairs"):
        if not equal(other[part], document[part]):
            yield f"{who}: {part} {_first_difference(other[part], document[part])}"
    for name, value in document["evidence"].items():
        if name != "source" and not equal(other["evidence"][name], value):
            yield f"{who}: evidence {name} {other['evidence'][name]} | {value}"
    codes = [sorted((f["code"], f["message"]) for f in d["findings"]) for d in (other, document)]
    if codes[0] != codes[1]:
        odd = [c for c in codes[0] + codes[1] if codes[0].count(c) != codes[1].count(c)]
        yield f"{who}: findings differ: {odd[:2]}"


def equal(x: Any, y: Any) -> bool:
    """Say whether two parts of documents are the same, floats to nine digits."""
    if isinstance(x, float) or isinstance(y, float):
        if x is None or y is None or isinstance(x, str) or isinstance(y, str):
            return bool(x == y)
        return math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(x, dict) and isinstance(y, dict):
        return x.keys() == y.keys() and all(equal(x[k], y[k]) for k in x)
    if isinstance(x, list | tuple) and isinstance(y, list | tuple):
        return len(x) == len(y) and all(map(equal, x, y))
    return bool(x == y)


def _first_difference(x: Any, y: Any, path: str = "") -> str:
    if isinstance(x, dict) and isinstance(y, dict):
        for k in [*x, *y]:
            if k not in x or k not in y:
                return f"{path}.{k} is in one only"
            if not equal(x[k], y[k]):
                return _first_difference(x[k], y[k], f"{path}.{k}")
    if isinstance(x, list | tuple) and isinstance(y, list | tuple) and len(x) == len(y):
        for i, (p, q) in enumerate(zip(x, y, strict=True)):
            if not equal(p, q):
                return _first_difference(p, q, f"{path}[{i}]")
    return f"{path}: {x} | {y}"[:300]


def contradicts(advantage: str, interval: str, p: str, pair: Document, alpha: float) -> Iterator[str]:
    """Yield where what is printed of a pair is not its exact numbers, rounded."""
    estimate = pair["estimate"]
    shown, ends = _numbers(advantage), _numbers(interval)
    if shown and not _rounds(shown[0], estimate["value"], advantage):
        yield f"advantage {advantage} | {estimate['value']}"
    exact = [x for x in (estimate["low"], estimate["high"]) if x is not None and math.isfinite(x)]
    same = len(ends) == len(exact) and all(_rounds(x, y, interval) for x, y in zip(ends, exact, strict=True))
    if ends and not same:
        yield f"interval {interval} | {exact}"
    elif len(ends) == 2 and pair["verdict"] != "equivalent":
        excludes = [pairs[0] > 0 or pairs[1] < 0 for pairs in (ends, exact)]
        if excludes[0] != excludes[1]:
            yield f"interval {interval} | {exact}: the end next to zero"
    yield from _p_contradicts(p, pair.get("p_adjusted"), alpha)


def _p_contradicts(p: str, true: float | None, alpha: float) -> Iterator[str]:
    ps = re.findall(r"(<\s*)?(\d*\.\d+|\d+)", p)
    if not ps or true is None:
        return
    value, less = float(ps[-1][1]), bool(ps[-1][0])
    near = true < value if less else math.isclose(value, true, rel_tol=0.06, abs_tol=6e-5)
    if not near or (not less and (value < alpha) != (true < alpha)):
        yield f"p {p} | {true} at {alpha}"


def _numbers(text: str) -> list[float]:
    text = re.sub(
        r"above (\+?0)\b|\((0\.0*),", r" 1e-300 ", text
    )  # an end that is not zero, and rounds to it
    text = re.sub(r"below ([−-]?0)\b|(?<= )0\.0*\)", r" -1e-300 ", text)
    return [float(x.replace("−", "-").replace(",", "")) for x in re.findall(NUMBER, text.replace(", ", " "))]


def _rounds(printed: float, value: float, text: str) -> bool:
    decimals = max((len(x.partition(".")[2].split("e")[0]) for x in re.findall(r"\d+\.\d+", text)), default=0)
    return (
        abs(printed - value) <= 0.5000001 * 10.0**-decimals + abs(value) * 1e-9
        or "e" in text
        or "above" in text
        or "below" in text
    )


def sentence_contradicts(quiet: str, document: Document) -> Iterator[str]:
    """Yield where the sentence that answers says otherwise than the verdicts."""
    told = f"-q {quiet.strip()[:160]!r}"
    decided = [p for p in document["pairs"] if p["verdict"] in ("better", "worse")]
    of_all = quiet.split("By subgroup")[0]
    if decided and re.search(r"no(thing| pair) is decided|none .* decided", of_all, re.IGNORECASE):
        yield f"{told} | {len(decided)} decided"
    if len(document["pairs"]) > 1:
        return
    pair = document["pairs"][0]
    first, second = (pair["a"], pair["b"]) if pair["verdict"] == "worse" else (pair["b"], pair["a"])
    claimed = f"{first} is better" in quiet or f"{second} is worse" in quiet
    words = {"equivalent": "equivalent" in quiet, "undecided": quiet.strip().startswith("Undecided")}
    if not words.get(pair["verdict"], claimed):
        yield f"{told} | {pair['verdict']}"
    for used in re.findall(r"these (\d[\d,]*)(?: of \d+)? datasets", quiet):
        if int(used.replace(",", "")) != pair["n"]:
            yield f"-q counts {used} datasets, the test {pair['n']}"
