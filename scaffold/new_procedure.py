"""Write the skeleton of a procedure, with tests that fail until it is done.

make new-procedure NAME=van_elteren FOLDER=paired
"""

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
REGISTRY = "src/bakeoff/procedures/registry.py"
PUBLIC = "src/bakeoff/procedures/__init__.py"
LAWFUL = "tests/contract/test_every_procedure.py"
PHRASES = "src/bakeoff/render/paper/phrases.py"
QUESTIONS = "docs/make_pages.py"

MODULE = '''"""{title}: what it is for, in one line."""

from bakeoff.core.arrays import Floats
from bakeoff.core.results import Alternative, TestResult
from bakeoff.procedures.base.arguments import check_arguments


@check_arguments
def {name}(
    differences: Floats, *, level: float = 0.95, alternative: Alternative = Alternative.TWO_SIDED
) -> TestResult:
    """Test that … .

    Parameters
    ----------
    differences : array of shape (n,)
        The advantage of b over a on each dataset, free of floating-point noise.
    level : float
        Confidence level of the interval.
    alternative : Alternative
        Which advantages count as evidence against the null.

    Returns
    -------
    TestResult
        …

    Notes
    -----
    Null: … . Assumes … . Where …, another test is better. Source: `key_in_refs_bib`.

    Examples
    --------
    >>> {name}(…)
    """
    raise NotImplementedError
'''
TEST = '''"""{title} against values from outside this project."""

import numpy as np
import pytest

from bakeoff.procedures.{folder}.{name} import {name}


def test_it_agrees_with_a_value_from_outside():
    # Source: the script beside this file, the version of the program that ran it, the date.
    expected = None
    assert {name}(np.array([1.0, 2.0, 3.0, -1.0])).p_value == pytest.approx(expected, rel=1e-12)
'''
ENTRY = """    Procedure(
        key="{key}",
        name="{title}",
        kind=Kind.PAIR,
        home="{folder}.{name}.{name}",
        requires=(OF_SCORES, NOT_OVER_FOLDS),
        measured="not measured yet: simulate it in validation/ first",
    ),
"""
BODY = """## Formula

…

## Worked example

…
"""


def write_skeleton(name: str, folder: str, *, root: Path = ROOT) -> list[str]:
    """Write every file that a new procedure needs, and return the paths; nothing that exists is overwritten."""
    words = {
        "name": name,
        "folder": folder,
        "key": name.replace("_", "-"),
        "title": name.replace("_", " ").capitalize(),
    }
    files = {
        f"src/bakeoff/procedures/{folder}/{name}.py": MODULE,
        f"tests/reference/test_{name}.py": TEST,
        f"docs/tests/bodies/{words['key']}.md": BODY,
    }
    _require_new(name, folder, files, root)
    for path, text in files.items():
        (root / path).write_text(text.format(**words), encoding="utf-8")
    entry, lawful = (
        ENTRY.format(**words),
        '    "{key}": inputs_for(differences=few_differences),\n'.format(**words),
    )
    home = '    "{name}": "{folder}.{name}",\n'.format(**words)
    _insert(root / REGISTRY, lambda text: text.index("    *PREDICTION_PROCEDURES,"), entry)
    _insert(root / PUBLIC, lambda text: text.index("}\n# What some of them take"), home)
    _insert(root / LAWFUL, lambda text: text.index("\n}", text.index("LAWFUL = {")) + 1, lawful)
    phrase = '        "{key}": "the {key} test",\n'.format(**words)
    _insert(root / PHRASES, lambda text: text.index("    {\n", text.index("TESTS:")) + 6, phrase)
    _insert(root / QUESTIONS, lambda text: text.index('        "wilcoxon", '), f'        "{name}",\n')
    return [*files, REGISTRY, PUBLIC, LAWFUL, PHRASES, QUESTIONS]


def _require_new(name: str, folder: str, files: dict[str, str], root: Path) -> None:
    if not name.isidentifier() or name != name.lower():
        sys.exit(f"NAME={name} is not a name of a function: use letters, digits and _, as van_elteren")
    if not (root / "src/bakeoff/procedures" / folder).is_dir():
        sys.exit(
            f"FOLDER={folder} is not a folder of src/bakeoff/procedures: use the question that it answers"
        )
    taken = [path for path in files if (root / path).exists()]
    if taken:
        sys.exit(f"{taken[0]} is there already: nothing was written")


def _insert(path: Path, place: Callable[[str], int], text: str) -> None:
    before = path.read_text(encoding="utf-8")
    at = place(before)
    path.write_text(before[:at] + text + before[at:], encoding="utf-8")


if __name__ == "__main__":
    for each in write_skeleton(sys.argv[1], sys.argv[2]):
        print(each)
    print("next: CONTRIBUTING.md, 'How to add a procedure'")
