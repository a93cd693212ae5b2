import codecs

import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.formats.decoding import decode
from bakeoff.inputs.formats.origin import Origin
from bakeoff.inputs.options import ReadOptions


def decoded(data: bytes, encoding: str | None = None) -> str:
    return decode(Origin(data=data, label="a.csv"), options=ReadOptions(encoding=encoding))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides(encoding: str) -> None:
    assert decoded("é,数".encode(encoding)) == "é,数"


def test_big_and_little_ends_are_told_apart() -> None:
    assert decoded(codecs.BOM_UTF16_BE + "é".encode("utf-16-be")) == "é"
    assert decoded(codecs.BOM_UTF16_LE + "é".encode("utf-16-le")) == "é"


def test_line_ends_become_one_kind() -> None:
    assert decoded(b"a\r\nb\rc\nd") == "a\nb\nc\nd"


def test_the_user_knows_better() -> None:
    assert decoded(b"M\xfcnze", "latin-1") == "Münze"
    assert decoded("é".encode("utf-16-le"), "utf-16-le") == "é"


def test_the_place_of_a_bad_byte_is_named() -> None:
    with pytest.raises(InputError, match=r"byte 0xfc at offset 7\n  where: a.csv, line 2") as caught:
        decoded(b"abc\ndef\xfcg")
    assert caught.value.code == "BO011"
