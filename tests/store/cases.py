"""Cells and outcomes to be stored."""

import numpy as np

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.ledger import Look, LookedPair, LookKind
from bakeoff.core.outcomes import Cell, CellPredictions, Failed, Reason, Scored, Trial
from bakeoff.store.study_records import StoredFinding


def cell(i: int, *, prefix: str = "k", classifier: str | None = None) -> Cell:
    return Cell(
        classifier=classifier or f"classifier {i % 2}",
        dataset=f"dataset {i // 4}",
        repeat=0,
        fold=i // 2 % 2,
        key=f"{prefix}{i:03d}",
        split=f"s{i // 2}",
    )


def cells(n: int, *, prefix: str = "k") -> list[Cell]:
    return [cell(i, prefix=prefix) for i in range(n)]


def scored(of: Cell, *, accuracy: float = 0.5) -> Scored:
    return Scored(
        cell=of,
        scores={"f1": accuracy / 3, "accuracy": accuracy},
        n_train=90,
        n_test=10,
        measured={"fit seconds": 0.1 + 0.2, "bytes": 123456789.0},
        complexity={"leaves": 7.0},
        trials=(
            Trial(number=0, parameters='{"C": 0.1}', score=0.1 + 0.2),
            Trial(number=1, parameters='{"C": 1}', score=None, chosen=True),
        ),
        warnings=("did not converge (3 times)", "\ud800 and \0 and 'ñ'"),
    )


def failed(of: Cell, *, message: str = "it raised") -> Failed:
    return Failed(cell=of, reason=Reason.RAISED, message=message, detail="Traceback …", seconds=1.5)


def said(*, probabilities: bool = True) -> CellPredictions:
    rng = np.random.default_rng(1)
    return CellPredictions(
        rows=rng.permutation(40),
        truth=rng.integers(0, 3, 40),
        labels=rng.integers(0, 3, 40),
        classes=("setosa", "ver'si", "ñ"),
        probabilities=rng.dirichlet([1, 1, 1], 40) if probabilities else None,
    )


def look(identity: str, *, p_value: float | None = 0.04, marks: tuple[str, ...] = ("dataset iris",)) -> Look:
    pair = LookedPair(a="ñ\0", b="b", test="wilcoxon", p_value=p_value, p_adjusted=p_value, verdict="better")
    return Look(
        kind=LookKind.COMPARISON,
        identity=identity,
        marks=marks,
        source="scores.csv",
        settings={"level": 0.95, "margin": 0.0},
        pairs=(pair,),
    )


def kept(code: str, *keys: str, message: str = "other results") -> StoredFinding:
    detail = {"cells": 5, "moved": [{"dataset": "ñ\0", "accuracy": 0.1 + 0.2}], "none": None}
    finding = Finding(code=code, severity=Severity.WARNING, message=message, detail=detail)
    return StoredFinding(finding=finding, cells=keys)
