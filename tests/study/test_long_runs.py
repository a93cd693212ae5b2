"""A run of a week: time budgets, what is given up, a database that is away, what is left, what is exported."""

import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest

from bakeoff.api.compare import compare
from bakeoff.api.study.study import Results, Study
from bakeoff.cli.main import main
from bakeoff.core.errors import StoreError
from bakeoff.core.outcomes import Cell, Failed, Reason, Scored
from bakeoff.store.open import open_store
from bakeoff.study import patience, time_left
from bakeoff.study.patience import Endurance, PatientStore
from bakeoff.study.time_left import TimeLeft
from store.relay import relay_to
from study import faulty
from study.cases import exported, study_file


def cell(classifier="a", dataset="d", fold=0):
    return Cell(
        classifier=classifier,
        dataset=dataset,
        repeat=0,
        fold=fold,
        key=f"{classifier}{dataset}{fold}",
        split="",
    )


def scored(at, seconds=1.0):
    return Scored(cell=at, scores={"accuracy": 1.0}, n_train=1, n_test=1, measured={"fit_seconds": seconds})


def failed(at, reason=Reason.HUNG):
    return Failed(cell=at, reason=reason, message="", seconds=60.0)


def test_a_time_budget_ends_the_run_and_the_printed_command_goes_on_with_all_options(tmp_path, capsys):
    file = study_file(tmp_path, seconds=0.0)
    store = str(tmp_path / "elsewhere.db")
    words = [
        "run",
        str(file),
        "--store",
        store,
        "--trust",
        "--time-budget",
        "0.01s",
        "--export",
        str(tmp_path / "s.csv"),
    ]
    assert main(words) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert (
        "the 0.01s are used up; what is done is kept, and the same command goes on: bakeoff run" in said.err
    )
    for word in words[1:]:
        assert word in said.err
    assert len(list(Results(store, name="kill").outcomes())) < 80
    assert not (tmp_path / "s.csv").exists()


@pytest.mark.parametrize("text", ["8", "0h", "-1h", "h", "1w", "nan h"])
def test_a_time_that_cannot_be_meant_is_refused(tmp_path, capsys, text):
    assert main(["run", str(study_file(tmp_path)), "--trust", "--time-budget", text]) == 2
    assert "is no time" in capsys.readouterr().err


class TestWhatIsGivenUp:
    def test_a_classifier_that_dies_again_and_again_is_given_up_and_taken_up_again(self, tmp_path, worker):
        study = Study(
            {"good": "GaussianNB", "tree": "DecisionTreeClassifier", "dies": faulty.Crashes()},
            ["iris"],
            resampling={"folds": 5},
            limits={"give_up_after": 1, "seconds": 30},
        )
        results = study.run(tmp_path / "s.db", engine=worker)
        reasons = [f.reason for f in results.failures]
        assert len(reasons) == 5
        assert set(reasons) == {Reason.DIED, Reason.GIVEN_UP}
        assert reasons.count(Reason.DIED) <= 3  # two are under way when the first dies
        (finding,) = [f for f in results.compare().findings if f.code == "BO860"]
        assert "dies on " in finding.message
        assert study.run(tmp_path / "s.db", engine=worker).tally.failed == 0
        assert study.run(tmp_path / "s.db", engine=worker, retry_failed=True).tally.failed == 5

    def test_one_dataset_on_which_it_hangs_costs_no_other(self):
        endurance = Endurance(3)
        endurance.note(scored(cell(dataset="small")))
        for fold in range(3):
            endurance.note(failed(cell(dataset="large", fold=fold)))
        assert endurance.exhausted([("a", "large"), ("a", "small")]) == [("a", "large")]

    def test_without_any_score_it_is_given_up_everywhere(self):
        endurance = Endurance(3)
        for dataset in ("one", "two", "three"):
            endurance.note(failed(cell(dataset=dataset), Reason.DIED))
        assert endurance.exhausted([("a", "four"), ("b", "four")]) == [("a", "four")]

    def test_one_dataset_that_nothing_copes_with_costs_no_other_although_it_came_first(self):
        endurance = Endurance(3)
        for fold in range(3):
            endurance.note(failed(cell(dataset="large", fold=fold)))
        assert endurance.exhausted([("a", "large"), ("a", "small")]) == [("a", "large")]

    def test_a_score_between_begins_the_count_anew_and_an_exception_does_not_count(self):
        endurance = Endurance(2)
        outcomes = [
            failed(cell(fold=0)),
            scored(cell(fold=1)),
            failed(cell(fold=2)),
            failed(cell(fold=3), Reason.RAISED),
        ]
        for outcome in [*outcomes, failed(cell(fold=4))]:
            endurance.note(outcome)
        assert endurance.exhausted([("a", "d")]) == []

    def test_nothing_is_given_up_where_the_study_says_so(self):
        endurance = Endurance(0)
        for fold in range(9):
            endurance.note(failed(cell(fold=fold)))
        assert endurance.exhausted([("a", "d")]) == []


class TestTimeLeft:
    def test_it_knows_what_is_left_by_classifier_and_dataset(self):
        todo = [cell(c, d, f) for c in ("quick", "slow") for d in ("small", "large") for f in range(10)]
        left = TimeLeft(todo, {"small": 100, "large": 1000})
        assert left.seconds(1) is None
        for at, seconds in (("quick", 0.1), ("slow", 2.0)):
            left.note(scored(cell(at, "small"), seconds))
        # 9 × .1 and 9 × 2 on the small one; ten times as long for each of 10 on the large one
        assert left.seconds(1) == pytest.approx(0.9 + 18 + 10 + 200, rel=0.01)
        assert left.seconds(2) == pytest.approx(left.seconds(1) / 2, rel=0.01)

    def test_the_start_of_the_workers_is_not_counted_for_every_cell(self, monkeypatch):
        now = [0.0]
        monkeypatch.setattr(time_left, "time", SimpleNamespace(monotonic=lambda: now[0]))
        left = TimeLeft([cell(fold=fold) for fold in range(1_000)], {"d": 100})
        for fold, arrived in enumerate(
            (8.0, 8.01, 8.02)
        ):  # eight seconds of imports before the first of 5 ms
            now[0] = arrived
            left.note(scored(cell(fold=fold), 0.005))
        assert left.seconds(1) == pytest.approx(997 * 0.025 / 3)  # 5 ms each, and as much again beside them

    def test_it_does_not_grow_when_the_costly_cells_come_first(self):
        todo = [cell("a", d, f) for d in ("small", "large") for f in range(10)]
        left = TimeLeft(todo, {"small": 10, "large": 1000})
        seen = []
        for fold in range(10):
            left.note(scored(cell("a", "large", fold), 5.0))
            seen.append(left.seconds(1))
        assert seen == sorted(seen, reverse=True)
        assert seen[-1] == pytest.approx(10 * 0.05, rel=0.01)


def _cut_and_stop(database, relay):
    """Wait until a run has begun, cut it off from its store, and stop it."""
    while True:
        with suppress(StoreError), open_store(database) as store:
            if store.runs("kill"):
                break
        sleep(0.05)
    relay.cut()
    os.kill(os.getpid(), signal.SIGTERM)


class Away:
    """A store whose server cannot be reached the first few times."""

    def __init__(self, times, code="BO449"):
        self.left, self.code, self.asked = times, code, 0

    def record(self, run, *outcomes):
        self.asked += 1
        if self.asked <= self.left:
            raise StoreError("the database server cannot be reached", where="", fix="", code=self.code)
        return True


class TestADatabaseThatIsAway:
    @pytest.fixture(autouse=True)
    def _short_pauses(self, monkeypatch):
        monkeypatch.setattr(patience, "FIRST_PAUSE", 0.001)

    def test_it_is_asked_again_until_it_is_back(self):
        said = []
        store = PatientStore(Away(5), stop=threading.Event(), say=said.append)
        assert store.record(None, ())
        assert len(said) == 2
        assert said[0].endswith("trying again, and going on when it is back")

    def test_other_errors_are_told_at_once(self):
        store = Away(1, code="BO447")
        with pytest.raises(StoreError):
            PatientStore(store, stop=threading.Event(), say=print).record(None, ())
        assert store.asked == 1

    def test_a_run_that_is_stopped_waits_no_longer(self):
        stop = threading.Event()
        stop.set()
        with pytest.raises(StoreError, match="had to end while the database server was away"):
            PatientStore(Away(5), stop=stop, say=print).record(None, ())

    def test_a_run_whose_time_is_used_up_waits_no_longer(self):
        store = Away(1000)
        with pytest.raises(StoreError) as left:
            PatientStore(store, stop=threading.Event(), say=print, until=monotonic() + 0.05).record(None, ())
        assert left.value.code == "BO949"
        assert store.asked < 20

    def test_a_run_of_limited_time_ends_although_the_server_stays_away(self, database, tmp_path, here):
        address = urlsplit(database)
        with relay_to(address.hostname, address.port) as relay:
            url = database.replace(f":{address.port}", f":{relay.port}")
            study = Study.load(study_file(tmp_path), trust=True)
            with pytest.raises(StoreError) as left:
                study.run(url, engine=here, begun=lambda *_: relay.cut(), time_budget=0.2)
        assert left.value.code == "BO949"

    def test_a_run_that_is_stopped_while_the_server_is_away_says_how_to_go_on(
        self, database, tmp_path, capsys
    ):
        address = urlsplit(database)
        with relay_to(address.hostname, address.port) as relay:
            url = database.replace(f":{address.port}", f":{relay.port}")
            threading.Thread(target=_cut_and_stop, args=(database, relay)).start()
            words = [str(study_file(tmp_path, seconds=0.3)), "--store", url, "--worker", "--trust"]
            assert main(["run", *words]) == 130
        said = capsys.readouterr()
        assert said.out == ""
        assert "the run had to end while the database server was away; what is recorded is kept" in said.err
        assert f"goes on: bakeoff run {' '.join(words)}" in said.err

    def test_a_network_that_is_cut_at_the_start_and_twice_later_loses_and_doubles_nothing(
        self, database, tmp_path, here
    ):
        study = Study.load(study_file(tmp_path), trust=True)
        study.run(tmp_path / "plain.db", engine=here)
        address = urlsplit(database)
        with relay_to(address.hostname, address.port) as relay:
            url = database.replace(f":{address.port}", f":{relay.port}")
            heard, said = [], []

            def cut_for_a_while(*_):
                relay.cut()
                threading.Timer(0.3, relay.mend).start()

            def hear(outcome):
                heard.append(outcome.cell.key)
                if len(heard) in (10, 40):
                    cut_for_a_while()

            tally = study.run(url, engine=here, begun=cut_for_a_while, heard=hear, say=said.append).tally
        assert len(heard) == len(set(heard))
        assert (tally.scored + tally.elsewhere, tally.failed, tally.interrupted) == (80, 0, False)
        assert sum("trying again" in text for text in said) == 3
        assert exported(database, tmp_path) == exported(tmp_path / "plain.db", tmp_path)


@pytest.fixture(scope="module")
def with_failures(here, tmp_path_factory):
    study = Study(
        {"good": "GaussianNB", "tree": "DecisionTreeClassifier", "raises": faulty.Raises()},
        ["iris", "wine", "breast_cancer"],
        metrics=["accuracy", "kappa"],
        resampling={"folds": 2},
    )
    return study.run(tmp_path_factory.mktemp("failures") / "s.db", engine=here)


class TestExportsOfFailures:
    @pytest.mark.parametrize("ending", ["csv", "parquet"])
    def test_a_failed_cell_has_its_reason_in_place_of_a_score(self, with_failures, tmp_path, ending):
        import pandas as pd

        file = tmp_path / f"scores.{ending}"
        with_failures.to_csv(file)
        table = pd.read_csv(file) if ending == "csv" else pd.read_parquet(file)
        assert list(table.columns)[-1] == "failure"
        lost = table[table.classifier == "raises"]
        assert len(lost) == 12
        assert lost.score.isna().all()
        assert set(lost.metric) == {"accuracy", "kappa"}
        assert lost.failure.str.startswith("raised: ValueError: the matrix is singular").all()
        assert (table[table.classifier == "good"].failure.fillna("") == "").all()

    def test_the_export_compares_as_the_store_does(self, with_failures, tmp_path):
        file = tmp_path / "scores.csv"
        with_failures.to_csv(file)
        by_file = compare(str(file), metric="accuracy")
        by_store = compare(with_failures.store, metric="accuracy")
        assert [(p.a, p.b, p.verdict) for p in by_file.pairs] == [
            (p.a, p.b, p.verdict) for p in by_store.pairs
        ]


@pytest.fixture
def public_folder():
    with TemporaryDirectory() as folder:
        yield Path(folder)


def test_a_store_that_may_only_be_read_is_compared_as_it_lies(public_folder, here):
    folder = public_folder
    study = Study(
        {"a": "GaussianNB", "b": "DecisionTreeClassifier"}, ["iris", "wine"], resampling={"folds": 2}
    )
    study.run(folder / "s.db", engine=here)
    told = compare(str(folder / "s.db")).summary  # loads what nobody may not read where the source lies
    before = sorted(path.name for path in folder.iterdir())
    (folder / "s.db").chmod(0o444)
    folder.chmod(0o555)
    code, words = _as_nobody(lambda: compare(str(folder / "s.db")).summary)
    folder.chmod(0o755)
    assert (code, words) == (0, told)
    assert sorted(path.name for path in folder.iterdir()) == before


def _as_nobody(ask):
    """Ask in a process that has no rights of its own, and return its exit code and what it said."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.chdir("/")  # nobody may not look where the source lies
            if os.geteuid() == 0:
                os.setgid(65534)
                os.setuid(65534)
            os.write(writer, ask().encode())
            code = 0
        except BaseException as error:
            os.write(writer, repr(error).encode())
        finally:
            os._exit(code)
    os.close(writer)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), os.read(reader, 65_536).decode()


def test_a_worker_shows_nothing_and_says_where_the_results_are(tmp_path, here, capsys):
    file = study_file(tmp_path, seconds=0.0)
    Study.load(file, trust=True).run(tmp_path / "study.db", engine=here)
    assert main(["run", str(file), "--trust", "--worker"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert f"no cell is left to take; the results: bakeoff run {file} --trust" in said.err
