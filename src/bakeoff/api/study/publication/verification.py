"""Checking a published study: its files, what they say of each other, and cells that are run again."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.api.study.publication.manifest import MANIFEST, digest_file, read_manifest
from bakeoff.api.study.publication.recount import Recount
from bakeoff.core.errors import BakeoffError
from bakeoff.core.words import write_count, write_list
from bakeoff.study.cells.splits import Split
from bakeoff.study.specification.frozen_text import digest_text

if TYPE_CHECKING:
    import pandas as pd

PLACE = ["dataset", "classifier", "repeat", "fold", "condition"]
NEARLY = 1e-9  # what another processor may change in a score


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was checked, and what came of it."""

    check: str
    passed: bool
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was checked of a published study."""

    folder: str
    study: str
    by: str
    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether everything that was checked is as it should be."""
        return all(check.passed for check in self.checks)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {
            "schema": "bakeoff/verification/1",
            "folder": self.folder,
            "study": self.study,
            "by": self.by,
            "passed": self.passed,
            "checks": [asdict(check) for check in self.checks],
        }


class PublishedStudy:
    """A published folder, read when it is asked."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest = read_manifest(self.folder)
        self.by = str(self.manifest.get("by") or self.folder.name)

    def table(self, name: str) -> "pd.DataFrame":
        """Return one of the tables."""
        import pandas as pd

        return pd.read_parquet(self.folder / f"{name}.parquet")

    @cached_property
    def scores(self) -> "pd.DataFrame":
        """The scores, with a column of conditions and one of failures whether there are any or not."""
        table = self.table("scores")
        for column in ("condition", "failure"):
            table[column] = table.get(column, "")
        return table

    @cached_property
    def cells(self) -> "pd.DataFrame":
        """The cells."""
        return self.table("cells")

    @cached_property
    def plan(self) -> dict[str, Any]:
        """What the study lays down, as it was last amended."""
        plain: dict[str, Any] = json.loads(self.text)
        return plain

    @cached_property
    def targets(self) -> dict[str, dict[str, Any]]:
        """What is to be known of the target of each dataset; nothing in folders that were written before."""
        file = self.folder / "targets.json"
        return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}

    @cached_property
    def text(self) -> str:
        """The frozen text of the specification in force."""
        frozen = json.loads((self.folder / "specification.json").read_text(encoding="utf-8"))
        return str(frozen["amendments"][-1]["text"] if frozen["amendments"] else frozen["text"])


def verify_folder(folder: str | Path) -> Verification:
    """Check a published study by itself: nothing is run."""
    published = PublishedStudy(folder)
    files = check_files(published)
    checks = [files]
    if files.passed:  # of files that were changed, what they say is not asked
        checks += [_attempt_check(name, check, published) for name, check in CHECKS.items()]
    return Verification(
        folder=str(folder), study=str(published.manifest["study"]), by=published.by, checks=tuple(checks)
    )


def _attempt_check(
    name: str, check: Callable[[PublishedStudy], tuple[bool, str]], published: PublishedStudy
) -> Check:
    try:
        passed, said = check(published)
    except (KeyError, ValueError, OSError, TypeError) as error:
        what = error.what if isinstance(error, BakeoffError) else f"{type(error).__name__}: {error}"
        return Check(check=name, passed=False, said=f"it cannot be read: {what}")
    return Check(check=name, passed=passed, said=said)


def check_files(published: PublishedStudy) -> Check:
    """Check that every file is there and has the digest that the manifest lists."""
    listed = published.manifest["files"]
    lost = [name for name in listed if not (published.folder / name).is_file()]
    there = [name for name in listed if name not in lost]
    changed = [name for name in there if digest_file(published.folder / name) != listed[name]["digest"]]
    names = {path.name for path in published.folder.iterdir()}
    more = sorted(names - set(listed) - {MANIFEST})
    faults = [
        f"{word}: {write_list(some, most=5)}"
        for word, some in (("missing", lost), ("changed", changed), ("not listed", more))
        if some
    ]
    said = "; ".join(faults) or f"{write_count(len(listed), 'file')} as listed"
    return Check(check="files", passed=not faults, said=said)


def _check_specification(published: PublishedStudy) -> tuple[bool, str]:
    digest = digest_text(published.text)
    same = digest == published.manifest["specification"]
    return same, f"{digest[:19]}…" if same else "the frozen text has another digest than the manifest says"


def _check_cells(published: PublishedStudy) -> tuple[bool, str]:
    cells, planned = published.cells, int(published.manifest["cells"])
    twice = int(cells["key"].duplicated().sum())
    failed = int(cells["reason"].notna().sum())
    scored = published.scores[published.scores["score"].notna()]
    lacking = len(cells) - failed - len(scored.drop_duplicates(PLACE))
    good = not twice and not lacking and failed == published.manifest["failed"] and len(cells) <= planned
    said = f"{len(cells):,} of {planned:,} planned, {failed:,} failed"
    return good, said if good else f"{said}; {twice:,} twice, {lacking:,} without a score or a reason"


def _check_splits(published: PublishedStudy) -> tuple[bool, str]:
    """Check that every cell was run on the split that the folder lays down for it."""
    rows = published.table("splits")
    if published.plan["splitting"]["distinct"]:
        return True, "every classifier had splits of its own; not compared"
    digests = {}
    for at, part in rows.groupby(["dataset", "repeat", "fold"], sort=False):
        train, test = (part.row[part.role == role].to_numpy(dtype=np.int64) for role in ("train", "test"))
        digests[at] = Split(train=train, test=test).digest
    plain = published.cells[(published.cells.condition == "") & published.cells.reason.isna()]
    others = [c for c in plain.itertuples() if digests.get((c.dataset, c.repeat, c.fold)) != c.split]
    said = f"{write_count(len(digests), 'split')}, the same for every classifier"
    return (
        not others,
        said if not others else f"{write_count(len(others), 'cell')} on another split than is listed",
    )


def _check_scores(published: PublishedStudy) -> tuple[bool, str]:
    """Check the scores that can be computed again from the predictions."""
    predictions = published.table("predictions")
    if predictions.empty:
        return True, "no predictions were kept that a score could be computed from again"
    known = published.scores.set_index([*PLACE, "metric"])["score"]
    wrong, checked = [], 0
    for at, part in predictions.groupby(PLACE, sort=False):
        recount = Recount(published, str(at[0]), part)
        for metric in recount.metrics:
            checked += 1
            if not isclose(recount.score(metric), known[(*at, metric)], abs_tol=NEARLY):
                wrong.append(f"{metric} of {at[1]} on {at[0]}, repeat {at[2]}, fold {at[3]}")
    if not checked:
        return True, "no predictions were kept that a score could be computed from again"
    said = f"{write_count(checked, 'score')} computed again from predictions"
    return not wrong, said if not wrong else f"{len(wrong):,} of {said} differ: {write_list(wrong, most=3)}"


def _check_comparison(published: PublishedStudy) -> tuple[bool, str]:
    """Check that the scores give the verdicts that the folder states."""
    file = published.folder / "comparison.json"
    if not file.exists():
        return True, "the study has no comparison"
    stated = json.loads(file.read_text(encoding="utf-8"))
    again = {(p.a, p.b): p for p in _compare_again(published).pairs}
    other = [
        f"{p['b']} against {p['a']}: stated {p['verdict']}, found {again[p['a'], p['b']].verdict}"
        for p in stated["pairs"]
        if again[p["a"], p["b"]].verdict != p["verdict"]
    ]
    said = f"{write_count(len(stated['pairs']), 'verdict')} as stated"
    return not other, said if not other else write_list(other, most=3)


def _compare_again(published: PublishedStudy) -> Any:  # noqa: ANN401 - a comparison
    from bakeoff.api.compare import compare

    plan = published.plan
    settings = {name: plan[name] for name in ("margin", "level", "baseline", "seed")}
    table = published.scores[
        (published.scores.condition == "") & (published.scores.metric == plan["metrics"][0])
    ]
    table = table.drop(columns=["condition", "failure"])
    return compare(table, metric=plan["metrics"][0], **settings)


CHECKS: dict[str, Callable[[PublishedStudy], tuple[bool, str]]] = {
    "specification": _check_specification,
    "cells": _check_cells,
    "splits": _check_splits,
    "scores": _check_scores,
    "comparison": _check_comparison,
}


def run_cells_again(folder: str | Path, *, most: int, base: Path, trust: bool) -> Check:
    """Run some cells of a published study again on this machine, spread over classifiers and datasets, and compare."""
    from bakeoff.api.study.study import Study
    from bakeoff.study.cells.evaluation import evaluate_cell
    from bakeoff.study.cells.workpiece import Workpiece
    from bakeoff.study.execution import load_datasets

    published = PublishedStudy(folder)
    spec = Study.load(published.folder / "study.toml", trust=trust, base=base).specification
    pieces = {d.name: Workpiece(dataset=d, spec=spec) for d in load_datasets(spec, base=base)}
    changed = sorted(
        n for n, p in pieces.items() if p.dataset.digest != published.plan["contents"][n]["digest"]
    )
    if changed:
        return Check(
            check="rerun", passed=False, said=f"other data than were used: {write_list(changed, most=5)}"
        )
    known = published.scores.set_index([*PLACE, "metric"])["score"]
    results: Counter[bool] = Counter()
    faults = []
    for cell in _choose_cells(published, most):
        outcome = evaluate_cell(pieces[cell.dataset], cell)
        at = (cell.dataset, cell.classifier, cell.repeat, cell.fold, cell.condition)
        scores = getattr(outcome, "scores", {})
        same = bool(scores) and all(isclose(v, known[(*at, m)], abs_tol=NEARLY) for m, v in scores.items())
        results[same] += 1
        if not same:
            faults.append(f"{cell.classifier} on {cell.dataset}, repeat {cell.repeat}, fold {cell.fold}")
    said = f"{write_count(results.total(), 'cell')} run again"
    return Check(
        check="rerun",
        passed=not faults,
        said=f"{said}, with the same scores"
        if not faults
        else f"{said}; others: {write_list(faults, most=5)}",
    )


def _choose_cells(published: PublishedStudy, most: int) -> Iterator[Any]:
    """Yield cells that have a score: one of every classifier on every dataset in turn, then the next of each."""
    from bakeoff.core.outcomes import Cell

    queues: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for row in published.cells[published.cells.reason.isna()].itertuples():
        queues[row.dataset, row.classifier].append(row)
    in_turn = [row for rows in zip_all(list(queues.values())) for row in rows]
    for row in in_turn[:most]:
        yield Cell(
            classifier=row.classifier,
            dataset=row.dataset,
            repeat=row.repeat,
            fold=row.fold,
            key=row.key,
            split="",
            condition=row.condition,
        )


def zip_all(lists: list[list[Any]]) -> Iterator[list[Any]]:
    """Yield the first of every list, then the second of every list that has one, and so on.

    >>> list(zip_all([[1, 2], [3]]))
    [[1, 3], [2]]
    """
    for i in range(max(map(len, lists), default=0)):
        yield [each[i] for each in lists if len(each) > i]
