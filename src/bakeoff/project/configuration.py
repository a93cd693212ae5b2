"""The configuration of a project: a `bakeoff.toml` in the working folder or above it says where the ledger is kept."""

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bakeoff.core.errors import UsageError
from bakeoff.core.ledger import Anchor, LedgerEntry, Spending
from bakeoff.core.words import did_you_mean
from bakeoff.project.project_file import FILE, find_project_file

ANCHOR = "bakeoff.head"
SECTIONS = ("ledger", "gate")
KEYS = ("store", "spending", "alpha", "questions")
QUESTIONS = ("e-lond", "each")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Where a project's ledger is kept, and how p-values are adjusted over its looks."""

    store: str
    folder: Path  # of the project file
    # Claims are made as looks come: measured, Holm's method does not cover them.
    spending: Spending = Spending.ALPHA
    alpha: float | None = None  # None: what the comparison's level leaves
    # Over questions that may be looked at at any time: few false claims among all, or each by itself.
    questions: str = "e-lond"

    @property
    def anchor_file(self) -> Path:
        """The file beside the project file that remembers the last entry."""
        return self.folder / ANCHOR

    def anchor(self) -> Anchor | None:
        """Return what was remembered of the ledger, or None where nothing was."""
        try:
            count, head = self.anchor_file.read_text(encoding="ascii").split()
            return Anchor(count=int(count), head=head)
        except (OSError, ValueError):
            return None

    def remember(self, entry: LedgerEntry) -> None:
        """Remember an entry as the last one, unless a later one is; without a word where nothing may be written."""
        known = self.anchor()
        if known is not None and known.count >= entry.sequence:
            return
        unfinished = self.anchor_file.with_name(f".{ANCHOR}.{os.getpid()}")
        try:
            unfinished.write_text(f"{entry.sequence} {entry.hash}\n", encoding="ascii")
            unfinished.replace(self.anchor_file)
        except OSError:
            unfinished.unlink(missing_ok=True)


def find_ledger() -> Ledger | None:
    """Return the ledger of the project that the working folder belongs to; None where there is none."""
    file = find_project_file()
    return None if file is None else _read_project_file(file)


def require_ledger() -> Ledger:
    """Return the ledger of the project, or say how to have one."""
    ledger = find_ledger()
    if ledger is None:
        raise _unfit_error(
            "this folder belongs to no project with a ledger",
            FILE,
            f'write {FILE} with two lines: [ledger] and store = "ledger.db"',
        )
    return ledger


def _read_project_file(path: Path) -> Ledger | None:
    try:
        sections = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _unfit_error(
            f"the project file cannot be read: {error}", str(path), "mend it, or remove it"
        ) from None
    for section in sections:
        if section not in SECTIONS:  # a gate that nobody reads would be one that cannot fail
            raise _unfit_error(
                f"a project file has no section [{section}]{did_you_mean(section, SECTIONS)}",
                str(path),
                f"use {', '.join(f'[{name}]' for name in SECTIONS)}",
            )
    if "gate" in sections:
        from bakeoff.project.gates import read_gates

        read_gates(path)  # one that cannot be asked is refused by every command
    content = sections.get("ledger")
    return None if content is None else _read_ledger(content, path)


def _read_ledger(content: Any, path: Path) -> Ledger:  # noqa: ANN401 - any value of TOML
    if not isinstance(content, dict) or not isinstance(content.get("store"), str) or not content["store"]:
        raise _unfit_error(
            "the ledger has no store",
            str(path),
            'give one under [ledger]: store = "ledger.db" or "postgresql://…"',
        )
    for key in content:
        if key not in KEYS:
            raise _unfit_error(
                f"[ledger] has no setting {key!r}{did_you_mean(key, KEYS)}",
                str(path),
                f"use {', '.join(KEYS)}",
            )
    return Ledger(
        store=_store_address(content["store"], path.parent),
        folder=path.parent,
        spending=_parse_spending(content.get("spending", str(Spending.ALPHA)), path),
        alpha=_parse_alpha(content.get("alpha"), path),
        questions=_parse_questions(content.get("questions", "e-lond"), path),
    )


def _store_address(store: str, folder: Path) -> str:
    if "://" in store:
        return store
    return str(folder / store)


def _parse_questions(said: Any, path: Path) -> str:  # noqa: ANN401 - any value of TOML
    if said not in QUESTIONS:
        raise _unfit_error(
            f"questions = {said!r} is not known", str(path), f"use one of: {', '.join(QUESTIONS)}"
        )
    return str(said)


def _parse_spending(said: Any, path: Path) -> Spending:  # noqa: ANN401 - any value of TOML
    known = [s for s in Spending if s is not Spending.E_LOND]  # which is of questions, not of looks
    if said not in known:
        raise _unfit_error(f"spending = {said!r} is not known", str(path), f"use one of: {', '.join(known)}")
    return Spending(said)


def _parse_alpha(said: Any, path: Path) -> float | None:  # noqa: ANN401 - any value of TOML
    if said is None:
        return None
    if not isinstance(said, float) or not 0 < said < 1:
        raise _unfit_error(f"alpha = {said!r} is not possible", str(path), "use a number such as 0.05")
    return said


def _unfit_error(what: str, where: str, fix: str) -> UsageError:
    return UsageError(what, where=where, fix=fix, code="BO456")
