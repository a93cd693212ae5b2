"""Name the test files that a change needs: its own, those of the same name, and those that import what it touches.

python -m scaffold.changed_tests [REVISION]
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ALWAYS = ("tests/golden", "tests/contract/test_floor_plan.py", "tests/api/test_public_names.py")
MOST = 40  # beyond this only tests of the same name: the whole is `make test`
SLOW = ("tests/browser", "tests/calibration", "tests/published", "tests/docs")


def changed_files(revision: str, *, root: Path = ROOT) -> list[Path]:
    """Return the Python files that differ from a revision, those that git does not know yet among them."""
    asked = (["diff", "--name-only", revision], ["ls-files", "--others", "--exclude-standard"])
    names = [
        name
        for words in asked
        for name in subprocess.run(
            ["git", *words], cwd=root, capture_output=True, text=True, check=True
        ).stdout.split()
    ]
    return [Path(name) for name in names if name.endswith(".py") and (root / name).exists()]


def needed_tests(changed: list[Path], *, root: Path = ROOT) -> list[str]:
    """Return the tests that a change of these files needs, slow ones only where they changed themselves."""
    tests = [path.relative_to(root) for path in sorted((root / "tests").rglob("test_*.py"))]
    own = [path for path in changed if path in tests]
    sources = [path for path in changed if path.parts[:1] == ("src",)]
    quick = [path for path in tests if not path.as_posix().startswith(SLOW)]
    named = [path for path in quick if path.stem.removeprefix("test_") in {source.stem for source in sources}]
    modules = [".".join(source.with_suffix("").parts[1:]) for source in sources]
    importing = [path for path in quick if _mentions(root / path, modules)]
    both = named if len(importing) > MOST else named + importing
    return [*ALWAYS, *dict.fromkeys(path.as_posix() for path in own + both)]


def _mentions(path: Path, modules: list[str]) -> bool:
    text = path.read_text(encoding="utf-8")
    return any(f"{module} import" in text for module in modules)


if __name__ == "__main__":
    revision = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    sys.stdout.write(" ".join(needed_tests(changed_files(revision))) + "\n")
