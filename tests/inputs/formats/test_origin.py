import io
from pathlib import Path

import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.formats.origin import holds_bytes, load_origin
from bakeoff.inputs.options import ReadOptions

OPTIONS = ReadOptions()


def test_a_path_gives_its_bytes_and_names(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"x")
    origin = load_origin(path, options=OPTIONS)
    assert (origin.data, origin.label, origin.name) == (b"x", str(path), "a.csv")


def test_text_with_lines_is_pasted_text_unless_it_is_a_file() -> None:
    assert load_origin("a\nb", options=OPTIONS).label == "the pasted text"
    assert load_origin('{"a": 1}', options=OPTIONS).label == "the pasted text"


def test_bytes_and_open_files_are_taken() -> None:
    assert load_origin(bytearray(b"x"), options=OPTIONS).data == b"x"
    assert load_origin(memoryview(b"x"), options=OPTIONS).data == b"x"
    assert load_origin(io.StringIO("é"), options=OPTIONS).data == "é".encode()


def test_control_characters_of_a_file_name_are_shown_as_escapes(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        load_origin(tmp_path / "a\x1b[31m.csv", options=OPTIONS)
    assert "\x1b" not in str(caught.value)
    assert "\\x1b" in str(caught.value)


def test_the_size_on_disk_is_looked_at_before_reading(tmp_path: Path) -> None:
    path = tmp_path / "sparse.csv"
    with path.open("wb") as stream:
        stream.truncate(3_000_000_000)  # takes no room: a file with a hole
    with pytest.raises(InputError) as caught:
        load_origin(path, options=OPTIONS)
    assert caught.value.code == "BO004"


def test_a_folder_tells_what_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text("x")
    with pytest.raises(InputError, match=r"scores\.csv"):
        load_origin(tmp_path, options=OPTIONS)


@pytest.mark.parametrize("source", ["a.csv", Path("a"), b"", io.BytesIO()])
def test_places_are_known(source: object) -> None:
    assert holds_bytes(source)


@pytest.mark.parametrize("source", [None, 3, {"a": 1}, [1]])
def test_other_things_are_no_places(source: object) -> None:
    assert not holds_bytes(source)
