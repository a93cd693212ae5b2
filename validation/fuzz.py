"""Any bytes at all, given to the readers: evidence or a refusal comes out, in time and in little memory.

    pip install atheris
    python -m validation.fuzz --minutes 40 [--folder FOLDER] [--out docs/validity/fuzz.json]

Coverage-guided: atheris (libFuzzer) watches which branches of `bakeoff.inputs` an input takes and goes on from those
that take new ones. It starts from a small table in every format (`rewrites.py`), the bundled tables and the logs among
the tests' examples; bytes are changed by libFuzzer, cells and lines by `change_cells`. A fault is an exception that is
no refusal, a refusal without what, where or how to mend it, a warning, more than 10 seconds or 2 GB. One input in 40
that is read goes on to the command line, which must end with exit code 0, or 2 and one message. A fault is counted by
where it was raised, its first input is kept in the folder, and the exit code is 1.
"""

import argparse
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path
from random import Random

import numpy as np

from validation.cells import written
from validation.rewrites import WAYS, draw_sheet

PLACE = Path("docs/validity/fuzz.json")
EXAMPLES = Path("tests/inputs/logs/examples")
SECONDS, MEGABYTES, LONGEST = 10, 2048, 12_000
TO_THE_COMMAND_LINE = 40  # of so many that are read, one
CELLS = (
    b"", b"-", b"NA", b"0.5", b"95.5", b"1e5", b"-3", b"inf", b"nan", b"0,93", b"1.234,5", b"93 %", b"0.8 (0.1)",
    b"0.8\xc2\xb10.1", b"**0.8**", b"\\textbf{0.8}", b"dataset", b"classifier", b"mean", b"rank", b"accuracy", b"fold",
    b"y_true", b"seed", b"id", b"params", b"prompt", b"2024-01-02", b"True", b'"', b"'", b"0", b"1", b"9" * 20,
    b"1e999",     b"\xe2\x80\xaeabc", b"{", b"[", b"null", b"logit", b"prob_yes", b"\x00", b"\xff",
)  # fmt: skip


def seeds() -> list[bytes]:
    """Return the files to begin with."""
    from bakeoff.inputs.published import PUBLISHED

    texts = ["\n".join(of.text.splitlines()[:8]) + "\n" for of in PUBLISHED.values()]
    found = [text.encode() for text in texts]
    for number in range(12):
        rng = np.random.default_rng(number)
        sheet = draw_sheet(rng)
        short = sheet._replace(rows=sheet.rows[:12])
        found += [way(short, rng) for way in WAYS.values()]
    logs = (path for path in sorted(EXAMPLES.rglob("*")) if path.is_file())
    return found + [data for data in (path.read_bytes() for path in logs) if len(data) < LONGEST]


def change_cells(data: bytes, rng: Random) -> bytes:
    """Return a text with other cells or lines in the places of some, so that the rest of it stays whole."""
    for separator in rng.sample([b"\n", b",", b"\t", b";", b"|", b"&", b'"'], 7):
        parts = data.split(separator)
        if len(parts) > 2:
            break
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(parts))
        choice = rng.random()
        if choice < 0.5:
            parts[at] = rng.choice(CELLS)
        elif choice < 0.7:
            parts[at] = rng.choice(parts)
        elif choice < 0.85:
            parts.insert(at, rng.choice(parts))
        elif len(parts) > 1:
            del parts[at]
    return separator.join(parts)


class Watch:
    """What became of the inputs so far; noted now and then, since the process may be ended from outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.outcomes: Counter[str] = Counter()
        self.faults: dict[str, int] = {}

    def try_input(self, data: bytes) -> None:
        """Read one input, note what became of it, and keep it where it shows a new fault."""
        try:
            outcome = read_input(data)
            if outcome == "read" and self.outcomes["read"] % TO_THE_COMMAND_LINE == 0:
                self.outcomes[ask_command_line(data)] += 1
        except Exception as error:
            outcome = "fault"
            self._keep_fault(data, error)
        self.outcomes[outcome] += 1
        if self.outcomes.total() % 500 == 0:
            self.note()

    def note(self) -> None:
        """Write the counts."""
        written(
            {"outcomes": self.outcomes, "faults": self.faults}, self.folder / f"counts-{os.getpid()}.json"
        )

    def _keep_fault(self, data: bytes, error: Exception) -> None:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if "bakeoff" in f.filename]
        where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
        name = f"{type(error).__name__} at {where}: {str(error)[:160]}"
        if name not in self.faults:
            (self.folder / f"fault-{len(list(self.folder.glob('fault-*')))}").write_bytes(data)
            print(name, flush=True)
        self.faults[name] = self.faults.get(name, 0) + 1


def read_input(data: bytes) -> str:
    """Return "read", or the code of the refusal."""
    from bakeoff.core.errors import BakeoffError
    from bakeoff.inputs.evidence import read_evidence
    from bakeoff.inputs.options import ReadOptions

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            read_evidence(data, options=ReadOptions(max_unpacked=20_000_000))
        except BakeoffError as error:
            if not (error.what and error.where and error.fix):
                raise AssertionError(f"{error.code} says too little") from error
            return str(error.code)
    return "read"


def ask_command_line(data: bytes) -> str:
    """Return how the command line ended."""
    from bakeoff.cli.main import main as command_line

    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "input"
        place.write_bytes(data)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), warnings.catch_warnings():
            warnings.simplefilter("error")
            code = command_line(["compare", str(place), "-q"])
    if code not in (0, 2) or "Traceback" in err.getvalue():
        raise AssertionError(f"exit code {code}: {err.getvalue()[-200:]}")
    if code == 2 and (out.getvalue() or len(re.findall(r"^error", err.getvalue(), re.MULTILINE)) != 1):
        raise AssertionError(f"refused with {out.getvalue()[:80]!r} and {err.getvalue()[:200]!r}")
    return f"command line, exit code {code}"


def fuzz(folder: Path, seconds: int) -> None:
    """Fuzz in this process, until the time is over or an input takes too much of something."""
    import atheris

    with atheris.instrument_imports(include=["bakeoff.inputs"]):
        import bakeoff.cli.main
        import bakeoff.inputs.evidence  # noqa: F401
    watch = Watch(folder)
    rng = Random(time.time_ns())

    def change(data: bytes, longest: int, seed: int) -> bytes:
        return change_cells(data, rng)[:longest] if rng.random() < 0.5 else atheris.Mutate(data, longest)

    limits = (
        f"-max_total_time={seconds}",
        f"-timeout={SECONDS}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={LONGEST}",
    )
    words = [
        "fuzz",
        *limits,
        "-print_final_stats=1",
        f"-artifact_prefix={folder}/killed-",
        str(folder / "corpus"),
    ]
    atheris.Setup(words, watch.try_input, custom_mutator=change)
    atheris.Fuzz()


def run(folder: Path, minutes: float) -> None:
    """Fuzz in processes of their own, one after the other: one that is ended by an input costs only itself."""
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds()):
        (corpus / f"seed-{number}").write_bytes(data)
    end = time.monotonic() + 60 * minutes
    while (left := int(end - time.monotonic())) > 5:
        command = [
            sys.executable,
            "-m",
            "validation.fuzz",
            "--folder",
            str(folder),
            "--within",
            str(min(left, 600)),
        ]
        with (folder / "log").open("a", encoding="utf-8") as log:
            subprocess.run(command, check=False, stdout=log, stderr=subprocess.STDOUT)


def collect(folder: Path, minutes: float) -> dict[str, object]:
    """Return what all processes noted."""
    outcomes: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for place in folder.glob("counts-*.json"):
        made = json.loads(place.read_text(encoding="utf-8"))
        outcomes.update(made["outcomes"])
        faults.update(made["faults"])
    killed = sorted(path.name.split("-")[1] for path in folder.glob("killed-*"))
    corpus = len(list((folder / "corpus").iterdir()))
    return {
        "minutes": minutes,
        "inputs": outcomes.total(),
        "kept for new branches": corpus,
        "outcomes": dict(outcomes.most_common()),
        "faults": dict(faults),
        "killed": dict(Counter(killed)),
    }


def report() -> str:
    """Return the table of the page."""
    made = json.loads(PLACE.read_text(encoding="utf-8"))
    outcomes, faults = made["outcomes"], made["faults"]
    through = {
        name: outcomes.get(f"command line, exit code {code}", 0)
        for name, code in (("verdicts", 0), ("refusals", 2))
    }
    refused = sum(count for name, count in outcomes.items() if name.startswith("BO"))
    lines = ["| what came out | inputs |", "|---|---:|"]
    counts = {
        "evidence": outcomes["read"],
        f"a refusal, of {sum(name.startswith('BO') for name in outcomes)} kinds": refused,
        "of what was read, verdicts of the command line": through["verdicts"],
        "of what was read, refusals of the command line": through["refusals"],
        **faults,
        **{f"stopped, watched by the fuzzer: {name}": count for name, count in made["killed"].items()},
        "all": made["inputs"],
    }
    return "\n".join([*lines, *(f"| {name} | {count:,} |" for name, count in counts.items())])


def main() -> int:
    """Fuzz, and write what was found."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "bakeoff-fuzz")
    parser.add_argument("--out", type=Path, default=PLACE)
    parser.add_argument("--within", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.within:
        fuzz(options.folder, options.within)
        return 0
    run(options.folder, options.minutes)
    made = collect(options.folder, options.minutes)
    written(made, options.out)
    return 1 if made["faults"] or made["killed"] else 0


if __name__ == "__main__":
    sys.exit(main())
