"""The source of a LaTeX paper as one text: what is input is put in, comments go, and every line keeps its place."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path

from bakeoff.core.answers.paper import Place
from bakeoff.core.errors import InputError

_INPUT = re.compile(
    r"\\(?:input|include|subfile|subfileinclude)\s*\{([^{}]{1,300})\}|\\input\s+([^\s{}\\%]{1,300})"
)
_IMPORT = re.compile(r"\\(?:sub)?import\*?\s*\{([^{}]{0,300})\}\s*\{([^{}]{1,300})\}")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_HIDDEN = re.compile(
    r"\\begin\{(comment|verbatim|lstlisting|minted|filecontents)\*?\}.*?\\end\{\1\*?\}|\\iffalse\b.*?\\fi\b",
    re.DOTALL,
)
_DEEPEST = 12
_MOST_FILES = 500
_LARGEST = 20_000_000


@dataclass(frozen=True, slots=True)
class LatexSource:
    """The text of a paper, and where each of its lines stands."""

    text: str
    starts: list[int]  # of each line in the text
    origins: list[tuple[str, int]]
    unread: tuple[str, ...]

    def place(self, offset: int) -> Place:
        """Return the file and the line of a character."""
        file, line = self.origins[max(0, bisect_right(self.starts, offset) - 1)]
        return Place(file=file, line=line)


def read_latex_source(path: Path) -> LatexSource:
    """Return the whole source of a paper: a .tex file, or a folder that holds one."""
    root = _find_root(path) if path.is_dir() else path
    folder = path if path.is_dir() else path.parent
    reader = _Reader(folder, root)
    lines = reader.read(root, _DEEPEST)
    text, starts, position = "", [], 0
    parts = []
    for line, _ in lines:
        starts.append(position)
        parts.append(line + "\n")
        position += len(line) + 1
    text = _HIDDEN.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), "".join(parts))
    return LatexSource(
        text, starts or [0], [origin for _, origin in lines] or [(root.name, 1)], tuple(reader.unread)
    )


class _Reader:
    def __init__(self, folder: Path, root: Path) -> None:
        self.folder, self.root_folder, self.unread, self.files = folder.resolve(), root.parent, list[str](), 0

    def read(self, path: Path, deepest: int) -> list[tuple[str, tuple[str, int]]]:
        """Return the lines of a file with what it inputs in their places."""
        self.files += 1
        name = self._name(path)
        lines: list[tuple[str, tuple[str, int]]] = []
        for number, raw in enumerate(_read_text(path).split("\n"), start=1):
            line = _COMMENT.sub(r"\1", raw)
            at = 0
            for match in sorted((*_INPUT.finditer(line), *_IMPORT.finditer(line)), key=lambda m: m.start()):
                lines.append((line[at : match.start()], (name, number)))
                lines.extend(self._input("/".join(filter(None, match.groups())), path, deepest))
                at = match.end()
            lines.append((line[at:], (name, number)))
        return lines

    def _input(self, target: str, path: Path, deepest: int) -> list[tuple[str, tuple[str, int]]]:
        found = self._locate(target.strip().strip('"'), path)
        if found is None:
            self.unread.append(f"{target.strip()}: not found, input by {self._name(path)}")
            return []
        if deepest == 0 or self.files >= _MOST_FILES:
            self.unread.append(f"{target.strip()}: input too deep, by {self._name(path)}")
            return []
        return self.read(found, deepest - 1)

    def _locate(self, target: str, path: Path) -> Path | None:
        for folder in (self.root_folder, path.parent, self.folder):
            for name in (target, f"{target}.tex"):
                found = folder / name
                if found.is_file() and found.resolve().is_relative_to(self.folder):
                    return found
        return None

    def _name(self, path: Path) -> str:
        resolved = path.resolve()
        return (
            resolved.relative_to(self.folder).as_posix()
            if resolved.is_relative_to(self.folder)
            else path.name
        )


def _read_text(path: Path) -> str:
    if path.stat().st_size > _LARGEST:
        raise InputError(
            f"the file has {path.stat().st_size:,} bytes, more than the source of a paper has",
            where=str(path),
            fix="give the .tex file of the paper itself",
            code="BO701",
        )
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        return data.decode("latin-1").replace("\r\n", "\n").replace("\r", "\n")


def _find_root(folder: Path) -> Path:
    """Return the .tex file of a folder that is the paper: the one with a document, and the most of it."""
    candidates = [
        (path, text)
        for path in sorted(folder.rglob("*.tex"))[:_MOST_FILES]
        if path.stat().st_size <= _LARGEST and "\\begin{document}" in (text := _read_text(path))
    ]
    if not candidates:
        raise InputError(
            "no .tex file of the folder has \\begin{document}",
            where=str(folder),
            fix="give the .tex file of the paper, or of one of its tables, itself",
            code="BO700",
        )
    return max(
        candidates, key=lambda c: (_looks_like_main(c[0], folder), _expansion_limit(c[1]), -len(c[0].parts))
    )[0]


def _looks_like_main(path: Path, folder: Path) -> int:
    names = ("main", "paper", "ms", "manuscript", "arxiv", folder.name.lower())
    return 2 * (path.parent == folder) + (path.stem.lower() in names)


def _expansion_limit(text: str) -> int:
    return len(text) + 20_000 * (len(_INPUT.findall(text)) + text.count("\\begin{tabular"))
