"""The memory that a log takes, at 50, 200 and 1,000 MB: growth of the largest memory over growth of the files.

    python -m benchmarks.log_memory

Texts: prompts of 1,000 and answers of 2,000 to 10,000 characters, as logs of language models have them; what grows
with them is what the readers keep of texts. Thin rows: lines of some 130 bytes with an id and a score and no text;
what grows with them is what is kept of every answer.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np

SIZES = (50, 200, 1000)  # MB
BAR, TABLE_BAR, THIN_BAR = 0.05, 0.2, 2.0
_POOL = 200
_READ = """
import resource, sys
from bakeoff.api.logs import logged_evidence
from bakeoff.inputs.options import ReadOptions
evidence = logged_evidence(sys.argv[1], ReadOptions())
print(len(evidence.items), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""
_ABOUT = {"version": 2, "status": "success", "plan": {}, "results": {}, "stats": {}}


def measure(*, sizes: tuple[int, ...] = SIZES) -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, the ratio, and the bar that it has to keep."""
    for kind, write, bar in KINDS:
        peaks = []
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                place = write(Path(folder), size * 1_000_000)
                said = subprocess.check_output([sys.executable, "-c", _READ, str(place)], text=True).split()
            peaks.append(int(said[1]))
            print(
                f"  {kind}, {size:,} MB, {int(said[0]):,} items: {peaks[-1] / 1e6:,.0f} MB", file=sys.stderr
            )
        growth = (peaks[-1] - peaks[0]) / ((sizes[-1] - sizes[0]) * 1_000_000)
        yield f"{kind}: growth of memory / growth of the log", growth, bar


@cache
def _texts() -> list[str]:
    rng = np.random.default_rng(0)
    words = ["".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz"), rng.integers(2, 9))) for _ in range(2000)]
    return [" ".join(rng.choice(words, 2000))[: rng.integers(2000, 10_000)] for _ in range(_POOL)]


def _write_until(path: Path, size: int, line_of: Callable[[int], str], *, between: str = "\n") -> None:
    with path.open("a", encoding="utf-8") as stream:
        number = written = 0
        while written < size:
            line = (between if number else "") + line_of(number)
            written += stream.write(line)
            number += 1


def _text(number: int) -> str:
    return _texts()[number % _POOL]


def _is_right(number: int, model: int) -> bool:
    return (number * 7919 + model * 31) % 5 > model


def _write_lines(folder: Path, size: int) -> Path:
    """Write lines of lm-evaluation-harness for two models."""
    for k, model in enumerate("ab"):
        (folder / model).mkdir()
        _write_until(
            folder / model / "samples_task.jsonl",
            size // 2,
            lambda i, k=k: _line(i, k, _text(i), _text(i + 7)),
        )
    return folder


def _line(number: int, model: int, question: str, answer: str) -> str:
    record = {
        "doc_id": number,
        "doc": {"question": question[:1000]},
        "target": "a",
        "resps": [[answer]],
        "filtered_resps": ["a"],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": f"{number:064x}",
        "exact_match": float(_is_right(number, model)),
    }
    return json.dumps(record)


def _write_thin(folder: Path, size: int) -> Path:
    """Write lines without texts."""
    for k, model in enumerate("ab"):
        (folder / model).mkdir()
        _write_until(folder / model / "samples_task.jsonl", size // 2, lambda i, k=k: _thin_line(i, k))
    return folder


def _thin_line(number: int, model: int) -> str:
    start = f'{{"doc_id": {number}, "doc": {{}}, "target": "a", "resps": [], "filtered_resps": []'
    return f'{start}, "filter": "none", "acc": {float(_is_right(number, model))}}}'


def _write_documents(folder: Path, size: int) -> Path:
    """Write two logs of Inspect AI as JSON, each one document."""
    for k, model in enumerate("ab"):
        path = folder / f"{model}.json"
        start = json.dumps({**_ABOUT, "eval": {"task": "t", "model": model, "dataset": {"name": "d"}}})
        path.write_text(f'{start[:-1]}, "samples": [\n')
        _write_until(path, size // 2, lambda i, k=k: json.dumps(_sample(i, k), indent=2), between=",\n")
        with path.open("a") as stream:
            stream.write("]}")
    return folder


def _sample(number: int, model: int) -> dict[str, object]:
    messages = [
        {"role": "user", "content": _text(number)[:1000]},
        {"role": "assistant", "content": _text(number + 7)},
    ]
    value = "C" if _is_right(number, model) else "I"
    return {
        "id": number,
        "epoch": 1,
        "input": _text(number)[:1000],
        "target": "a",
        "messages": messages,
        "output": {"choices": [{"message": messages[1]}]},
        "scores": {"match": {"value": value, "answer": "a"}},
    }


def _write_table(folder: Path, size: int) -> Path:
    """Write one CSV of model, item, prompt, answer and score."""
    path = folder / "items.csv"
    path.write_text("model,item,prompt,answer,score\n")
    _write_until(path, size, lambda i: _table_row(i // 2, i % 2))
    return path


def _table_row(item: int, model: int) -> str:
    return f'{"ab"[model]},q{item},"{_text(item)[:1000]}","{_text(item + 7)}",{int(_is_right(item, model))}'


KINDS: tuple[tuple[str, Callable[[Path, int], Path], float], ...] = (
    ("lines of JSON with texts", _write_lines, BAR),
    ("documents of JSON with texts", _write_documents, BAR),
    ("a CSV with texts", _write_table, TABLE_BAR),
    ("thin lines of JSON", _write_thin, THIN_BAR),
)

if __name__ == "__main__":
    for what, ratio, bar in measure():
        print(f"{what}: {ratio:.3f} (at most {bar:g})")
