import gzip
import io
import lzma
import struct
import zipfile

import pytest

from bakeoff.core.errors import InputError
from bakeoff.inputs.formats.compression import unpack
from bakeoff.inputs.formats.origin import Origin
from bakeoff.inputs.options import ReadOptions


def origin(data: bytes, name: str = "a.csv.gz") -> Origin:
    return Origin(data=data, label=name, name=name)


def test_plain_bytes_pass_unchanged() -> None:
    plain = origin(b"dataset,a,b", "a.csv")
    assert unpack(plain, options=ReadOptions()) is plain


def test_the_name_loses_its_ending() -> None:
    assert unpack(origin(gzip.compress(b"x")), options=ReadOptions()).name == "a.csv"


def test_the_limit_of_the_user_holds() -> None:
    with pytest.raises(InputError) as caught:
        unpack(origin(gzip.compress(bytes(1000))), options=ReadOptions(max_unpacked=999))
    assert caught.value.code == "BO005"


def test_a_small_file_of_one_letter_is_no_bomb() -> None:
    assert len(unpack(origin(gzip.compress(b"a" * 10_000_000)), options=ReadOptions()).data) == 10_000_000


def test_a_zip_that_lies_about_its_size_is_stopped_while_reading() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", bytes(60_000_000))
    data = bytearray(stream.getvalue())
    directory = data.rindex(b"PK\x01\x02")
    data[directory + 24 : directory + 28] = struct.pack("<I", 100)
    with pytest.raises(InputError) as caught:
        unpack(origin(bytes(data), "a.zip"), options=ReadOptions())
    assert caught.value.code in ("BO005", "BO006")


def test_an_encrypted_zip_says_so() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("a.csv", b"dataset,a,b")
    data = bytearray(stream.getvalue())
    data[6] |= 1  # the flag for encryption, in the header of the member and in the directory
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(InputError, match="encrypted"):
        unpack(origin(bytes(data), "a.zip"), options=ReadOptions())


def test_a_huge_dictionary_is_not_allocated() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 29}]
    data = lzma.compress(b"dataset,a,b", filters=filters)
    with pytest.raises(InputError) as caught:
        unpack(origin(data, "a.xz"), options=ReadOptions())
    assert caught.value.code == "BO006"


def test_an_open_document_spreadsheet_is_named() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "<a/>")
    with pytest.raises(InputError, match="OpenDocument"):
        unpack(origin(stream.getvalue(), "a.ods"), options=ReadOptions())
