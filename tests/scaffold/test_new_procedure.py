"""The skeleton of a procedure has everything that a procedure needs, and fails until it is done."""

import ast
import shutil

import pytest
from scaffold.new_procedure import LAWFUL, PHRASES, PUBLIC, QUESTIONS, REGISTRY, ROOT, write_skeleton


@pytest.fixture
def copy(tmp_path):
    kept = ("docs/tests/bodies/sign.md", "tests/reference/test_sign.py")
    for path in (REGISTRY, PUBLIC, LAWFUL, PHRASES, QUESTIONS, *kept):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    (tmp_path / "src/bakeoff/procedures/paired").mkdir()
    return tmp_path


def test_a_procedure_gets_its_module_its_line_its_tests_and_its_page(copy):
    written = write_skeleton("van_elteren", "paired", root=copy)
    assert all((copy / path).exists() for path in written)
    for path in written:
        if path.endswith(".py"):
            ast.parse((copy / path).read_text(encoding="utf-8"))
    assert 'home="paired.van_elteren.van_elteren"' in (copy / REGISTRY).read_text(encoding="utf-8")
    assert '"van-elteren": inputs_for(' in (copy / LAWFUL).read_text(encoding="utf-8")
    assert '"van_elteren": "paired.van_elteren"' in (copy / PUBLIC).read_text(encoding="utf-8")
    assert '"van-elteren": "the van-elteren test"' in (copy / PHRASES).read_text(encoding="utf-8")
    assert '"van_elteren",' in (copy / QUESTIONS).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "folder", "message"),
    [
        ("van-elteren", "paired", "is not a name of a function"),
        ("van_elteren", "pairs", "is not a folder"),
        ("sign", "paired", "is there already"),
    ],
)
def test_a_slip_writes_nothing(copy, name, folder, message):
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    with pytest.raises(SystemExit, match=message):
        write_skeleton(name, folder, root=copy)
    assert before == {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
