"""Rules for the page's scripts that need no package: every import is there and used, nothing is run from text.

python -m scaffold.lint_scripts
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src/bakeoff/web/assets"
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\./[\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?:const|class|let) ([\w$]+)", re.MULTILINE)
TOP = re.compile(r"^(?:const|let|class) (?:\{[^}]*\}|(\w+))", re.MULTILINE)
NEVER = {
    r"\beval\(|new Function\(": "runs text as code",
    r"\bvar ": "var: use const or let",
    r"[^=!]==[^=]|!=[^=]": "compares with == or !=: use === or !==",
    r"console\.log": "prints",
    r"document\.write|insertAdjacentHTML|outerHTML =": "writes markup",
    r"\bstyle=": "has a style in markup, which the policy forbids",
}
# Markup that the server's templates have made, and escaped.
TRUSTED = ("made.innerHTML = html;", "made.innerHTML = view.html;", 'querySelector(".drawing").innerHTML')


def lint(name: str, text: str, exports: dict[str, set[str]]) -> Iterator[str]:
    """Yield what is wrong with one script."""
    for number, line in enumerate(text.splitlines(), 1):
        code = re.sub(r"//.*", "", line)
        for pattern, why in NEVER.items():
            if re.search(pattern, code):
                yield f"{name}:{number}: {why}"
        if "innerHTML" in code and not any(trusted in code for trusted in TRUSTED):
            yield f"{name}:{number}: writes markup that is not the server's own"
    yield from _lint_imports(name, text, exports)
    for match in TOP.finditer(text):
        if match[1] and _count(match[1], text) == 1:
            yield f"{name}: {match[1]} is never used"


def _lint_imports(name: str, text: str, exports: dict[str, set[str]]) -> Iterator[str]:
    for names, source in IMPORT.findall(text):
        module = source.removeprefix("./")
        if module not in exports:
            yield f"{name}: there is no {module}"
            continue
        for each in filter(None, (part.strip() for part in names.split(","))):
            told, _, local = each.partition(" as ")
            if told not in exports[module]:
                yield f"{name}: {module} exports no {told}"
            if _count(local or told, text) < 2:
                yield f"{name}: imports {local or told} and does not use it"


def _count(name: str, text: str) -> int:
    return len(re.findall(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text))


def lint_folder(folder: Path = FOLDER) -> list[str]:
    """Return what is wrong with the scripts of a folder; exports that no script uses too."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js"))}
    exports = {name: set(EXPORT.findall(text)) for name, text in texts.items()}
    wrong = [each for name, text in texts.items() for each in lint(name, text, exports)]
    everything = "\n".join(texts.values()) + "\n".join(
        path.read_text(encoding="utf-8") for path in (FOLDER.parents[3] / "tests/web/js").glob("*.mjs")
    )
    for name, names in exports.items():
        wrong += [f"{name}: nobody uses {each}" for each in names if _count(each, everything) < 2]
    return wrong


if __name__ == "__main__":
    found = lint_folder()
    print("\n".join(found) or "the scripts keep the rules")
    sys.exit(bool(found))
