"""The power is lost: what was on its way to the disk is torn, and nothing else is lost (UX case 60)."""

import os
import struct

import pytest

from bakeoff.api.study.study import Study
from bakeoff.store.open import open_store
from study.cases import NAME, exported, study_file

HEADER, FRAME = 32, 24  # bytes, by the format of SQLite's write-ahead log
CELLS = 16
MET = 11  # cells that were recorded when the power went


def frames_of(log):
    """Return the page numbers of the frames of a write-ahead log that are in force, and the size of a page."""
    (size,) = struct.unpack(">I", log[8:12])
    pages, at = [], HEADER
    while at + FRAME + size <= len(log) and log[at + 8 : at + 16] == log[16:24]:  # the salts of this round
        pages.append(struct.unpack(">I", log[at : at + 4])[0])
        at += FRAME + size
    return pages, size


def end_of(log):
    pages, size = frames_of(log)
    return HEADER + len(pages) * (FRAME + size)


@pytest.fixture(scope="module")
def met(here, tmp_path_factory):
    """A study, undisturbed; and its database and log as they lay on the disk in the middle of it."""
    folder = tmp_path_factory.mktemp("power")
    file = study_file(folder, folds=2, repeats=2, seconds=0)
    store, files, recorded = folder / "study.db", [], []

    def heard(outcome):
        log = (folder / "study.db-wal").read_bytes()
        recorded.append((outcome.cell.key, end_of(log)))
        if len(recorded) == MET:
            files.extend([store.read_bytes(), log])

    Study.load(file, trust=True).run(store, engine=here, heard=heard)
    return file, files, recorded[:MET], exported(store, folder)


def end_runs(store):
    """End the run that the power cut has ended: its process, which is this one, is still there."""
    for run in store.runs(NAME):
        store.end(run)


def torn(log, how):
    """Return a log as a power cut may leave it, and up to where it is as it was."""
    pages, size = frames_of(log)
    end, last = HEADER + len(pages) * (FRAME + size), FRAME + size
    match how:
        case "cut within the last page":
            return log[: end - size // 2], end - last
        case "cut within the last frame's header":
            return log[: end - last + 10], end - last
        case "the last page is noise":
            return log[: end - size] + os.urandom(size), end - last
        case "the last three pages are zeros":
            return log[: end - 3 * last] + bytes(3 * last), end - 3 * last
        case "a page in the middle never came":
            at = HEADER + len(pages) // 2 * last
            return log[: at + FRAME] + bytes(size) + log[at + last :], at
    return b"", 0


@pytest.mark.parametrize(
    "how",
    [
        "cut within the last page",
        "cut within the last frame's header",
        "the last page is noise",
        "the last three pages are zeros",
        "a page in the middle never came",
        "nothing of the log came",
    ],
)
def test_a_torn_log_costs_what_was_in_the_torn_part_and_the_same_command_goes_on(how, met, here, tmp_path):
    file, (database, log), recorded, whole = met
    cut, safe = torn(log, how)
    store = tmp_path / "study.db"
    store.write_bytes(database)
    (tmp_path / "study.db-wal").write_bytes(cut)
    surely = [key for key, end in recorded if end <= safe]
    with open_store(store) as opened:
        assert opened.check() == ()
        kept = opened.scored_keys(NAME)
        end_runs(opened)
    assert kept == {key for key, _ in recorded[: len(kept)]}  # what is lost was recorded last
    assert set(surely) <= kept
    assert len(kept) < MET
    tally = Study.load(file, trust=True).run(store, engine=here).tally
    assert (tally.scored, tally.failed) == (CELLS - len(kept), 0)
    assert exported(store, tmp_path) == whole


def test_a_page_torn_while_it_is_copied_from_the_log_is_read_from_the_log(met, here, tmp_path):
    file, (database, log), recorded, whole = met
    pages, size = frames_of(log)
    store = tmp_path / "study.db"
    half = bytearray(database)
    for page in {page for page in pages if page * size <= len(database)}:
        half[page * size - size // 2 : page * size] = os.urandom(size // 2)
    assert bytes(half) != database
    store.write_bytes(half)
    (tmp_path / "study.db-wal").write_bytes(log)
    with open_store(store) as opened:
        assert opened.check() == ()
        assert opened.scored_keys(NAME) == {key for key, _ in recorded}
        end_runs(opened)
    Study.load(file, trust=True).run(store, engine=here)
    assert exported(store, tmp_path) == whole
