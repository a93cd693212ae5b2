"""The blocks of code on a page: ```sh and ```python run, in order and in one folder.

An ```output block holds what the block before it prints.

python tests/docs/blocks.py PAGE... runs pages and writes what they print into their ```output blocks.
"""

import io
import re
import subprocess
import sys
from contextlib import chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
_FENCE = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    language: str
    text: str
    start: int  # of its text on the page
    line: int


def blocks(page: str) -> list[Block]:
    """Return all blocks of a page."""
    return [Block(m[1], m[2], m.start(2), page.count("\n", 0, m.start()) + 1) for m in _FENCE.finditer(page)]


def run(page: str, folder: Path) -> list[tuple[Block, str]]:
    """Run a page in a folder, and return each ```output block with what was really printed before it."""
    names: dict[str, object] = {"__name__": "page"}
    printed, compared = "", []
    for block in blocks(page):
        if block.language == "sh":
            printed = _shell(block, folder)
        elif block.language == "python":
            printed = _python(block, folder, names)
        elif block.language == "output":
            compared.append((block, printed))
    return compared


def _shell(block: Block, folder: Path) -> str:
    from typed import environment  # beside this folder

    env = environment(COLUMNS="100", PYTHONIOENCODING="utf-8", MPLBACKEND="agg")
    command = ["bash", "-euo", "pipefail", "-c", _harmless(block)]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False, timeout=300)
    if done.returncode:
        raise AssertionError(
            f"line {block.line}: exit {done.returncode}\n{block.text}\n{done.stderr.decode()}"
        )
    return trimmed(done.stdout.decode())


def _harmless(block: Block) -> str:
    """Return the commands of a block, unless they would change this Python or never end."""
    if re.search(r"pip install|bakeoff serve", block.text):
        raise AssertionError(
            f"line {block.line}: mark what installs or serves as ```text, so that no test runs it"
        )
    return block.text


def _python(block: Block, folder: Path, names: dict[str, object]) -> str:
    out = io.StringIO()
    with chdir(folder), redirect_stdout(out):
        exec(compile(block.text, f"line {block.line}", "exec"), names)
    return trimmed(out.getvalue())


def trimmed(text: str) -> str:
    """Return text without blank lines at either end, and without blanks at the end of lines."""
    return "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"


def rewrite(path: Path) -> None:
    """Write what a page prints into its ```output blocks."""
    page = path.read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        for block, printed in reversed(run(page, Path(folder))):
            page = page[: block.start] + printed + page[block.start + len(block.text) :]
    path.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))
    for name in sys.argv[1:]:
        rewrite(Path(name))
