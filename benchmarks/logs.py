"""A million lines of a log of lm-evaluation-harness: read and paired, against parsing each line and nothing more.

    python -m benchmarks.logs

The other side parses line by line with orjson where it is installed (`bakeoff[logs]`), else with the json module, and
adds up one number of each line. CPU time of whole processes, in turns. Memory: the largest that the process had,
against the size of the files.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from benchmarks.processes import in_turns, python

LINES, MODELS = 1_000_000, ("alpha", "beta")
BAR, MEMORY_BAR = 2.0, 0.6
PARSER = "orjson" if find_spec("orjson") else "json"


def write_logs(folder: Path) -> list[Path]:
    """Write the answers of two models to half a million questions each; a line has some 1,000 bytes."""
    files = []
    for k, model in enumerate(MODELS):
        (folder / model).mkdir()
        files.append(folder / model / "samples_questions.jsonl")
        with files[-1].open("w") as stream:
            for i in range(LINES // len(MODELS)):
                stream.write(json.dumps(line_of(i, float((i * 7 + k * i) % 3 == 0))) + "\n")
    return files


def line_of(number: int, score: float) -> dict[str, object]:
    """Return one line as the harness writes it."""
    digest = sha256(str(number).encode()).hexdigest()
    return {
        "doc_id": number,
        "doc": {"question": f"What is the answer to question number {number}? " * 3, "choices": list("abcd")},
        "target": str(number % 4),
        "arguments": {"gen_args_0": {"arg_0": "Question: " + "word " * 60, "arg_1": {"until": ["\n"]}}},
        "resps": [[f"The answer is {number % 4}"]],
        "filtered_resps": [str(number % 4)],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": digest,
        "prompt_hash": digest,
        "target_hash": digest,
        "exact_match": score,
    }


def measure(*, rounds: int = 3) -> Iterator[tuple[str, float, float]]:
    """Yield what was measured, the ratio, and the bar that it has to keep."""
    with tempfile.TemporaryDirectory() as folder:
        files = write_logs(Path(folder))
        ours = f"from bakeoff.inputs.logs.read import read_logs; read_logs({folder!r})"
        theirs = (
            f"from {PARSER} import loads\nfor path in {[str(f) for f in files]!r}:\n"
            "  with open(path, 'rb') as lines:\n    sum(loads(line)['exact_match'] for line in lines)"
        )
        times = in_turns({"ours": python(ours), "theirs": python(theirs)}, rounds=rounds)
        peak = "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)"
        memory = int(subprocess.check_output([sys.executable, "-c", f"{ours}\n{peak}"], text=True))
        size = sum(file.stat().st_size for file in files)
    yield f"a million lines read and paired / {PARSER} line by line", times["ours"] / times["theirs"], BAR
    yield "largest memory / size of the files", memory / size, MEMORY_BAR


if __name__ == "__main__":
    for what, ratio, bar in measure():
        print(f"{what}: {ratio:.3f} (at most {bar:g})")
