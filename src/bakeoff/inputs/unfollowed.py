"""Columns that were named and that this kind of evidence does not know: refused, never left aside without a word."""

from collections.abc import Mapping

from bakeoff.core.errors import InputError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.inputs.options import ReadOptions

_ONLY = "compare each by itself: --only {column}=VALUE"
# option: what it is of, and what to do instead
_OF_ITEMS: Mapping[str, tuple[str, str]] = {
    "subgroup_column": ("subgroups are judged of predictions of single examples", _ONLY),
    "cluster_column": ("families are of datasets", "name items that belong together with --group-column"),
    "weight_column": (
        "weights are of predictions of single examples",
        "leave it out: every item counts alike",
    ),
    "fold_column": ("folds are of scores and predictions", "name attempts at an item with --repeat-column"),
}
# A study and a log know no families; of a table they were averaged when it was read.
_WITHOUT_FAMILIES: Mapping[str, tuple[str, str]] = {
    "cluster_column": (
        "families are named by a column of a table",
        "export the scores as a table with a column of families beside the dataset",
    ),
}
_OF_SCORES: Mapping[str, tuple[str, str]] = {
    "subgroup_column": ("subgroups are judged of predictions of single examples", _ONLY),
    "group_column": (
        "groups are of predictions of single examples, or of items",
        "name families of datasets with --cluster-column",
    ),
    "weight_column": (
        "weights are of predictions of single examples",
        "leave it out: every dataset counts alike",
    ),
}


def refuse_unfollowed(evidence: object, options: ReadOptions) -> None:
    """Refuse a column of subgroups, groups, families or weights that the evidence would be judged without."""
    if isinstance(evidence, ItemEvidence):
        known: Mapping[str, tuple[str, str]] = _OF_ITEMS
        what = "these are answers to items"
    elif isinstance(evidence, Scores):
        known = _OF_SCORES if evidence.families else {**_OF_SCORES, **_WITHOUT_FAMILIES}
        what = "these are scores"
    else:
        return
    for name, (of, fix) in known.items():
        column = getattr(options, name)
        if column is not None:
            raise InputError(
                f"{of}, and {what}",
                where=f"--{name.replace('_', '-')}, {evidence.source}",
                fix=fix.format(column=column),
                code="BO583",
            )
