"""Several published folders together: the same cells run by several labs, and what each has that others lack."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.api.study.publication.verification import NEARLY, PLACE, PublishedStudy
from bakeoff.core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

MOST_NAMED = 20  # conflicts that are told one by one


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A score that two folders give differently for the same cell."""

    dataset: str
    classifier: str
    repeat: int
    fold: int
    condition: str
    metric: str
    scores: dict[str, float]  # by who ran it


@dataclass(frozen=True, slots=True, kw_only=True)
class Community:
    """What several folders hold together."""

    folders: tuple[str, ...]
    scores_by: dict[str, int]  # scores that each has run
    once: int  # scores that one folder has
    agreed: int  # scores that several have, and that are the same
    conflicts: tuple[Conflict, ...]
    other_splits: int  # cells of the same name on other rows: they are not the same cell
    verdicts: dict[str, dict[str, str]]  # of each pair, by who ran it

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON."""
        return {"schema": "bakeoff/community/1", **asdict(self)}


def compare_folders(folders: Sequence[str | Path]) -> "tuple[Community, pd.DataFrame]":
    """Return how far folders agree, and all their scores as one table with who ran each.

    A cell that several have run counts once where they agree. Where they do not, none of its scores is in the table.
    """
    import pandas as pd

    studies = [PublishedStudy(folder) for folder in folders]
    names = _tell_apart([study.by for study in studies])
    tables = [
        _scores_with_splits(study).assign(ran_by=name) for study, name in zip(studies, names, strict=True)
    ]
    whole = pd.concat(tables, ignore_index=True)
    _require_one_protocol(studies)
    other_splits = int((whole.groupby(PLACE)["split"].nunique() > 1).sum())
    at = [*PLACE, "split", "metric"]
    groups = whole.groupby(at, sort=False)["score"]
    spread = groups.transform("max") - groups.transform("min")
    is_conflict = spread > NEARLY
    sizes = groups.transform("size")
    merged = whole[~is_conflict].copy()
    merged["ran_by"] = merged.groupby(at, sort=False)["ran_by"].transform(lambda who: "; ".join(who))
    merged = merged.drop_duplicates(at)
    return (
        Community(
            folders=tuple(map(str, folders)),
            scores_by=whole.ran_by.value_counts(sort=False).to_dict(),
            once=int((sizes == 1).sum()),
            agreed=len(merged) - int((sizes == 1).sum()),
            conflicts=tuple(_list_conflicts(whole[is_conflict])),
            other_splits=other_splits,
            verdicts=_verdicts_by_study(studies, names),
        ),
        merged.drop(columns="split"),
    )


def _tell_apart(names: Sequence[str]) -> list[str]:
    return [name if names.count(name) == 1 else f"{name} ({i})" for i, name in enumerate(names, start=1)]


def _scores_with_splits(study: PublishedStudy) -> "pd.DataFrame":
    scores = study.scores[study.scores.score.notna()].drop(columns="failure")
    return scores.merge(study.cells[[*PLACE, "split"]], on=PLACE, how="left")


def _require_one_protocol(studies: Sequence[PublishedStudy]) -> None:
    """Refuse folders whose scores mean different things under the same names."""
    seen: dict[tuple[str, str], tuple[Any, str]] = {}
    for study in studies:
        facts = {("dataset", n): c["digest"] for n, c in study.plan["contents"].items()}
        facts |= {("classifier", c["name"]): _describe_classifier(c) for c in study.plan["classifiers"]}
        for at, fact in facts.items():
            before, who = seen.setdefault(at, (fact, study.by))
            if before != fact:
                raise InputError(
                    f"{at[0]} {at[1]!r} is one thing in the folder of {who} and another in that of {study.by}",
                    where=str(study.folder),
                    fix=f"give that {at[0]} another name in one of the studies, and run it again",
                    code="BO856",
                )


def _describe_classifier(classifier: dict[str, Any]) -> tuple[str, ...]:
    return tuple(
        str(classifier.get(key)) for key in ("estimator", "parameters", "search", "preprocessing", "tuning")
    )


def _list_conflicts(rows: "pd.DataFrame") -> list[Conflict]:
    return [
        Conflict(
            **dict(zip([*PLACE, "metric"], (*at[:5], at[5]), strict=True)),
            scores={who: float(score) for who, score in zip(part.ran_by, part.score, strict=True)},
        )
        for at, part in rows.groupby([*PLACE, "metric"], sort=False)
        if not isclose(part.score.max(), part.score.min(), abs_tol=NEARLY)
    ]


def _verdicts_by_study(studies: Sequence[PublishedStudy], names: Sequence[str]) -> dict[str, dict[str, str]]:
    import json

    verdicts: dict[str, dict[str, str]] = {}
    for study, name in zip(studies, names, strict=True):
        file = study.folder / "comparison.json"
        pairs = json.loads(file.read_text(encoding="utf-8"))["pairs"] if file.exists() else []
        for pair in pairs:
            verdicts.setdefault(f"{pair['b']} against {pair['a']}", {})[name] = pair["verdict"]
    return verdicts
