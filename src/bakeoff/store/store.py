"""A store of results: what the study's runner writes and everyone reads."""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from sqlalchemy import Connection

from bakeoff.core.findings import Finding
from bakeoff.core.ledger import LedgerEntry, Look
from bakeoff.core.outcomes import Cell, Outcome, OutcomeColumns
from bakeoff.store import checks, exports, findings, ledger, locks, plans, progress, runs
from bakeoff.store.addresses import lacks_log, parse_address
from bakeoff.store.columns import read_columns
from bakeoff.store.connections import make_engine, read_transaction, settle_journal, write_transaction
from bakeoff.store.faults import translate_errors
from bakeoff.store.migrations import bring_up_to_date
from bakeoff.store.outcomes import outcome_rows, read_outcome, read_outcomes, write_outcomes
from bakeoff.store.progress import CellCount, Failure
from bakeoff.store.snapshots import find_snapshot, keep_snapshot, take_snapshot
from bakeoff.store.study_records import Lock, Run, StoredFinding

__all__ = ["Lock", "Run", "Store"]


class Store:
    """The outcomes of studies in a database; every method is one transaction, or several short ones that read.

    An outcome belongs to the key of its cell, so that studies which plan the same cell share it. May be used from
    several threads; each process opens its own.
    """

    def __init__(self, url: str | os.PathLike[str], *, patience: float) -> None:
        address = parse_address(url)
        self.url, self.where = os.fspath(url), address.shown
        self._lacked_log = address.path is not None and lacks_log(address.path)  # before we open one
        self._engine = make_engine(address, patience=patience)
        try:
            with translate_errors(self.where):
                bring_up_to_date(self._engine, address)
                self.journal = settle_journal(self._engine, address, patience=patience)
        except BaseException:
            self._engine.dispose()
            raise

    def __repr__(self) -> str:
        return f"<store {self.where}>"

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def lock(self, name: str, *, text: str, digest: str) -> Lock:
        """Freeze the specification of a study; add an amendment where another digest is in force."""
        with self._writing() as connection:
            locked = locks.lock_specification(connection, name, text=text, digest=digest)
        self._make_durable()
        return locked

    def studies(self) -> tuple[Lock, ...]:
        """Return the frozen specifications, in the order in which they were frozen."""
        with self._reading() as connection:
            return locks.read_locks(connection)

    def begin(self, name: str) -> Run:
        """Enter this process as at work on a study; `beat` at least every 20 seconds keeps it alive."""
        with self._writing() as connection:
            run = runs.begin_run(connection, name)
        self._make_durable()  # so that a copy of the file alone shows that something was under way
        return run

    def beat(self, run: Run) -> None:
        """Say that a run is alive."""
        with self._writing() as connection:
            runs.mark_alive(connection, run)

    def end(self, run: Run) -> None:
        """Say that a run has ended; what it had taken on and not finished is free again."""
        with self._writing() as connection:
            runs.end_run(connection, run)
        self._keep_snapshot(run.study)
        self._make_durable()

    def runs(self, name: str) -> tuple[Run, ...]:
        """Return the runs of a study that are alive."""
        with self._reading() as connection:
            return runs.live_runs(connection, study=locks.study_id(connection, name))

    def is_cut_off(self, name: str) -> bool:
        """Say whether results may be missing that another file holds: a run has not ended, and there is no log.

        Either the run was killed, and all that it had recorded is here; or the file was copied while the run was at
        work, without the log beside it.
        """
        with self._reading() as connection:
            return self._lacked_log and runs.has_unended_run(
                connection, study=locks.study_id(connection, name)
            )

    def plan(self, name: str, cells: Sequence[Cell]) -> None:
        """Make `cells` the plan of a study; cells that are no longer in it are hidden, not deleted."""
        with self._writing() as connection:
            plans.replace_plan(connection, name, cells)

    def count_planned(self, name: str) -> int:
        """Return how many cells the plan of a study has."""
        with self._reading() as connection:
            return plans.count_planned(connection, name)

    def scored_keys(self, name: str) -> frozenset[str]:
        """Return the keys of the plan that were scored."""
        with self._reading() as connection:
            return plans.select_keys(connection, name, failed=False)

    def failed_keys(self, name: str) -> frozenset[str]:
        """Return the keys of the plan that failed."""
        with self._reading() as connection:
            return plans.select_keys(connection, name, failed=True)

    def claim(self, run: Run, keys: Sequence[str]) -> frozenset[str]:
        """Take on cells for a run; return those that are not scored and that no other live run has taken on."""
        with self._writing() as connection:
            return runs.claim_cells(connection, run, keys)

    def record(self, run: Run, *outcomes: Outcome) -> tuple[Outcome, ...]:
        """Write down finished cells, each of them whole and all or none, and let go of their claims.

        Returns
        -------
        tuple of Outcome
            Those that were written: a cell that has a score already keeps it. A failure gives way to what came of
            another attempt.
        """
        rows = [outcome_rows(outcome, run) for outcome in outcomes]
        with self._writing() as connection:
            written = write_outcomes(connection, rows)
        return tuple(outcome for outcome, is_written in zip(outcomes, written, strict=True) if is_written)

    def outcomes(
        self, name: str, *, predictions: bool = False, conditions: Sequence[str] | None = None
    ) -> Iterator[Outcome]:
        """Yield the outcomes of the plan of a study, in its order, under the names that it uses.

        With `conditions`, those under one of them only: a study may have a hundred cells on permuted labels for each
        other one.
        """
        return read_outcomes(self._reading, name, with_predictions=predictions, conditions=conditions)

    def columns(self, name: str) -> OutcomeColumns:
        """Return what the cells of the plan of a study yielded, as columns: scores, failures, warnings, tuning."""
        with self._reading() as connection:
            kept = find_snapshot(connection, name)
            return read_columns(connection, name) if kept is None else kept

    def outcome(self, key: str, *, predictions: bool = True) -> Outcome | None:
        """Return what one cell yielded; None where it has not been run."""
        with self._reading() as connection:
            return read_outcome(connection, key, with_predictions=predictions)

    def environment(self, run: Run, text: str) -> None:
        """Keep the versions of the libraries that a run uses, as JSON."""
        digest = hashlib.sha256(text.encode()).hexdigest()
        with self._writing() as connection:
            runs.keep_environment(connection, run, text=text, digest=digest)

    def environments(self, name: str) -> dict[str, int]:
        """Return how many outcomes of a study's plan came from each environment; more than one is worth a finding."""
        with self._reading() as connection:
            return plans.count_environments(connection, name)

    def keep_findings(self, name: str, *, origin: str, found: Sequence[StoredFinding]) -> None:
        """Keep what a check of a study has found, in the place of what the same check found before."""
        with self._writing() as connection:
            findings.replace_findings(connection, name, origin=origin, found=found)
        self._make_durable()

    def findings(self, name: str) -> tuple[Finding, ...]:
        """Return what checks of a study have found, as long as the cells that were checked are in its plan."""
        with self._reading() as connection:
            return findings.read_findings(connection, name)

    def export(self, name: str, path: str | os.PathLike[str], *, measured: bool = False) -> None:
        """Write one row for each cell and metric to a .csv or .parquet file, in the order of the plan.

        The bytes do not depend on the order in which cells were run. Times and sizes do differ from run to run; they
        go to a file of their own, with `measured`. A cell that failed has its reason in the column `failure`, and no
        score. What was done to the data on purpose, and failures, are columns where there are any.
        """
        with self._reading() as connection:
            has_conditions = plans.has_conditions(connection, name)
            has_failures = bool(plans.select_keys(connection, name, failed=True))
        (lock,) = [lock for lock in self.studies() if lock.name == name]
        present = {"condition": has_conditions, "failure": has_failures}
        exports.export_outcomes(
            self.outcomes(name),
            Path(path),
            measured=measured,
            metrics=_frozen_metrics(lock.text_in_force),
            without=[column for column, is_present in present.items() if not is_present],
        )

    def enter(self, look: Look) -> tuple[LedgerEntry, bool]:
        """Write a look into the ledger, unless the same one is there; return its entry, and whether it is new."""
        with self._writing() as connection:
            entry = ledger.append_look(connection, look)
        self._make_durable()
        return entry

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """Return the ledger, in order."""
        with self._reading() as connection:
            return ledger.read_entries(connection)

    def progress(self, name: str) -> tuple[CellCount, ...]:
        """Return how many cells of every classifier on every dataset are planned, scored and failed."""
        with self._reading() as connection:
            return progress.count_cells(connection, name)

    def failures(self, name: str, *, most: int) -> tuple[Failure, ...]:
        """Return the first failures of a study, in the order of the plan."""
        with self._reading() as connection:
            return progress.first_failures(connection, name, most=most)

    def check(self) -> tuple[str, ...]:
        """Return what is wrong with the store, in words; nothing where it is whole."""
        with self._reading() as connection:
            return checks.find_problems(connection)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with translate_errors(self.where), read_transaction(self._engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with translate_errors(self.where), write_transaction(self._engine) as connection:
            yield connection

    def _keep_snapshot(self, name: str) -> None:
        """Keep the columns of a study for those who compare it, where no run is at work any more."""
        with self._reading() as connection:
            snapshot = take_snapshot(connection, name)
        if snapshot is not None:
            with self._writing() as connection:
                keep_snapshot(connection, name, snapshot)

    def _make_durable(self) -> None:
        # With synchronous = NORMAL a power cut may take back the last commits; a checkpoint puts them on the disk. It
        # is best effort: what it could not do, the next one does.
        if self.journal == "wal":
            with translate_errors(self.where), self._engine.connect() as connection:
                raw = connection.connection.dbapi_connection
                if raw is not None:
                    raw.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")


def _frozen_metrics(text: str) -> list[str]:
    """Return the metrics that a frozen specification names; none where the text is not one of ours."""
    try:
        plain = json.loads(text)
    except ValueError:
        return []
    return [str(each) for each in plain.get("metrics", ())] if isinstance(plain, dict) else []
