"""Files are written whole or not at all, and refused before the work begins."""

import os
import resource
import signal

import pytest

from bakeoff.api.deliveries.files import require_writable, write_whole
from bakeoff.core.errors import UsageError


def test_a_file_is_written_with_the_permissions_that_new_files_have(tmp_path):
    plain = tmp_path / "plain"
    plain.touch()
    write_whole(tmp_path / "made", "α")
    assert (tmp_path / "made").read_bytes() == "α".encode()
    assert (tmp_path / "made").stat().st_mode == plain.stat().st_mode


def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path):
    target = tmp_path / "report.html"
    target.write_text("old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))  # the kernel refuses to write more
    try:
        with pytest.raises(UsageError, match="could not be written"):
            write_whole(target, "x" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["report.html"]


@pytest.mark.parametrize("name", ["", "missing/report.html"], ids=["a folder", "no folder"])
def test_what_cannot_be_written_is_refused_with_its_path(tmp_path, name):
    with pytest.raises(UsageError) as refused:
        require_writable(tmp_path / name)
    assert refused.value.code == "BO410"
    assert str(tmp_path) in str(refused.value)
