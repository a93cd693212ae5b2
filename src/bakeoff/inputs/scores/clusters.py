"""Families of datasets: a column beside the dataset names its family, and every family counts once, by its mean."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from bakeoff.core.arrays import Floats, tidy
from bakeoff.core.errors import BakeoffError, DesignError, UsageError
from bakeoff.core.evidence import Family, Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.omissions import EvidencePart, OmittedBy, omit
from bakeoff.core.words import quote_text, write_count, write_list
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.keys import CodedNames
from bakeoff.inputs.table.clean_names import clean_names
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.roles import Roles
from bakeoff.inputs.table.spellings import Role

Clusters = Mapping[str, str]  # dataset to family
OPTION = "--cluster-column"


def clusters_of(grid: Grid, roles: Roles, datasets: CodedNames) -> dict[str, str]:
    """Return the family of each dataset; one without a name there is a family of its own."""
    if Role.CLUSTER not in roles:
        return {}
    column = grid.columns[roles[Role.CLUSTER]]
    where = f"{grid.source}, column {quote_text(column.name)}"
    cells = clean_names(column.text(), kind="family", where=where).clean
    names = [datasets.names[code] for code in datasets.codes.tolist()]
    return merge_clusters(
        [(name, cell or name) for name, cell in zip(names, cells, strict=True)], where=where
    )


def merge_clusters(pairs: Iterable[tuple[str, str]], *, where: str) -> dict[str, str]:
    """Return the family of each dataset; refuse a dataset with two."""
    found: dict[str, str] = {}
    for dataset, family in pairs:
        if found.setdefault(dataset, family) != family:
            raise UsageError(
                f"the dataset {quote_text(dataset)} is in two families, {quote_text(found[dataset])} and "
                f"{quote_text(family)}",
                where=f"{OPTION}, {where}",
                fix="name one family for each dataset, the same in all its rows",
                code="BO045",
            )
    return found


def refuse_clusters(options: ReadOptions, *, what: str, where: str) -> None:
    """Refuse a column of families where there are no datasets in rows."""
    if options.cluster_column is not None:
        raise not_in_rows(what, where)


def not_in_rows(what: str, where: str) -> UsageError:
    """Return the error for a column of families beside something that is not a dataset."""
    return UsageError(
        f"families are of datasets, and {what}",
        where=f"{OPTION}, {where}",
        fix="give a table of scores with a row for each dataset and a column of families beside it; examples that "
        "belong together are named by --group-column",
        code="BO045",
    )


def name_members(names: Sequence[str], clusters: Clusters, datasets: Sequence[str]) -> tuple[str, ...]:
    """Return names of datasets to leave out, with every family that is named replaced by its datasets.

    >>> name_members(["pair", "c"], {"a": "pair", "b": "pair", "c": "c"}, ["a", "b", "c"])
    ('a', 'b', 'c')
    """
    members = {name: [d for d in datasets if clusters.get(d) == name] for name in names}
    return tuple(one for name in names for one in ([name] if name in datasets else members[name] or [name]))


def average_families(scores: Scores, clusters: Clusters, *, column: str) -> Scores:
    """Return the means of the families in place of their datasets, with the record of who was averaged.

    A family's mean is over those of its datasets that have a score of every classifier, so that all are averaged over
    the same; where it has none, classifiers that lack a score in it lack their mean.
    """
    families = _cluster_families(scores, clusters)
    if len(families) < 2:
        raise _one_family(families[0], scores, column)
    rows = [_used_rows(scores, family) for family in families]
    used = tuple(
        Family(family.name, tuple(scores.datasets[i] for i in own))
        for family, own in zip(families, rows, strict=True)
    )
    gone = [
        name for f, kept in zip(families, used, strict=True) for name in f.members if name not in kept.members
    ]
    return replace(
        scores,
        datasets=tuple(family.name for family in used),
        values=tidy(np.array([scores.values[own].mean(axis=0) for own in rows])),
        spread=None,
        resamples=None,
        n_test=_cluster_sums(scores.n_test, rows),
        families=used,
        findings=(*scores.findings, _say(scores, used, column)),
        left_out=scores.left_out + omit(EvidencePart.DATASET, gone, by=OmittedBy.MISSING, how=OPTION),
    )


def _cluster_families(scores: Scores, clusters: Clusters) -> list[Family]:
    members: dict[str, list[str]] = {}
    for name in scores.datasets:
        members.setdefault(clusters.get(name, name), []).append(name)
    return [Family(name, tuple(own)) for name, own in members.items()]


def _used_rows(scores: Scores, family: Family) -> list[int]:
    """Return the rows of a family whose mean is taken: those with every score, or all where there is none."""
    rows = [scores.datasets.index(name) for name in family.members]
    complete = [i for i in rows if not np.isnan(scores.values[i]).any()]
    return complete or rows


def _cluster_sums(sizes: Floats | None, rows: Sequence[Sequence[int]]) -> Floats | None:
    return None if sizes is None else np.array([sizes[list(own)].sum() for own in rows])


def _say(scores: Scores, families: Sequence[Family], column: str) -> Finding:
    several = [f for f in families if len(f.members) > 1]
    total = sum(len(f.members) for f in families)
    folds = "; the folds of single datasets are not used" if scores.resamples is not None else ""
    most = write_list([f"{quote_text(f.name)} of {len(f.members)}" for f in several], most=4)
    message = (
        f"each family of datasets counts once, by the mean of its scores: {write_count(total, 'dataset')} in "
        f"{write_count(len(families), 'family')} by the column {quote_text(column)}"
        f"{f' ({most})' if several else ', each of one dataset'}{folds}; where datasets are named or counted "
        "elsewhere, families are meant"
    )
    detail = {"column": column, "datasets": total, "families": {f.name: list(f.members) for f in families}}
    return Finding(code="BO329", severity=Severity.NOTE, message=message, detail=detail)


def _one_family(family: Family, scores: Scores, column: str) -> BakeoffError:
    return DesignError(
        f"all {write_count(len(family.members), 'dataset')} are of one family, {quote_text(family.name)}: one "
        "difference says "
        "nothing about chance",
        where=f"{OPTION} {column}, {scores.source}",
        fix="give datasets of several families, or name the column that tells them apart",
        code="BO023",
    )
