"""`bakeoff.explain`: which properties of the datasets go with the difference."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Unpack

from bakeoff.api.settings import SettingsAndReading, settings_and_reading
from bakeoff.api.study.stored import is_store_address, open_study
from bakeoff.core.answers import explanation as core
from bakeoff.core.answers.explanation import PropertyTable
from bakeoff.core.answers.studies import Factors
from bakeoff.core.datasets import Dataset
from bakeoff.core.errors import BakeoffError, DesignError, InputError
from bakeoff.core.evidence import StoredStudy
from bakeoff.core.omissions import EvidencePart, Omission
from bakeoff.core.predictions import Evidence, TestSetCounts
from bakeoff.core.reprs import describe_fields
from bakeoff.inputs.options import ReadOptions


@dataclass(frozen=True, slots=True)
class Explanation:
    """A finished explanation, with the faces it shows: words and JSON."""

    answer: core.Explanation

    @property
    def summary(self) -> str:
        """The answer in a few words."""
        return self.answer.summary

    def to_dict(self) -> dict[str, Any]:
        """Return the explanation as JSON."""
        from bakeoff.render.answers.explanation import explanation_dict

        return explanation_dict(self.answer)

    def __repr__(self) -> str:
        return describe_fields(self.answer, ("a", "b", "explained", "summary", "slopes", "source"))

    def __str__(self) -> str:
        from bakeoff.render.answers.explanation import explanation_lines
        from bakeoff.render.lines import plain_text

        return plain_text(explanation_lines(self.answer, columns=100))


def explain(
    evidence: object,
    properties: "str | os.PathLike[str] | Mapping[str, Mapping[str, float]] | Sequence[str] | None" = None,
    *,
    pair: tuple[str, str] | None = None,
    permutations: int = 1999,
    landmarks: bool = False,
    **settings: Unpack[SettingsAndReading],
) -> Explanation:
    """Say where b beats a: which properties of the datasets go with the advantage.

    Parameters
    ----------
    evidence : path, dataframe, dict, store
        Scores of classifiers on datasets, as for `bakeoff.compare`.
    properties : path, dict or list, optional
        A CSV file with a row for each dataset, or dataset → property → number, or the names of columns of the evidence
        that are properties. Without it, they are measured of the datasets that a store's study names.
    pair : (str, str), optional
        Which two classifiers, a and then b, where there are more.
    permutations : int
        Of the datasets, for p-values over all properties.
    landmarks : bool
        Of a store: train simple classifiers too, to measure how difficult each dataset is.
    **settings
        As for `bakeoff.compare`: `level`, `metric`, `seed`, …

    See Also
    --------
    compare : Whether b beats a at all.
    audit : What could be wrong with the claim.

    Examples
    --------
    >>> import bakeoff
    >>> names = [f"set {c}" for c in "abcdefgh"]
    >>> scores = {"dataset": names, "A": [80.0] * 8, "B": [70, 71, 74, 77, 81, 84, 88, 92]}
    >>> rows = {name: {"rows": 100.0 * i + 100} for i, name in enumerate(names)}
    >>> bakeoff.explain(scores, rows, permutations=499).answer.explained
    True
    """
    from bakeoff.api.compare import as_evidence
    from bakeoff.inference.explain.explanation import explain_advantage as infer
    from bakeoff.inference.explain.sentences import add_factors

    comparison_settings, options = settings_and_reading(settings)
    if is_store_address(evidence) and not properties:  # its datasets are measured
        evidence = open_study(evidence, study=options.study)
    table, options = _read_dataset_properties(evidence, properties, options, landmarks=landmarks)
    read = _without_columns(as_evidence(evidence, options), table)
    a, b = pair or (None, None)
    record = infer(read, comparison_settings, table, a=a, b=b, permutations=permutations)
    stored = read.stored
    return Explanation(
        record if stored is None else add_factors(record, _study_factors(stored, options.metric))
    )


def _without_columns(evidence: Evidence, table: PropertyTable) -> Evidence:
    """Return evidence whose columns of properties are not said to be classifiers that were left out."""
    if isinstance(evidence, TestSetCounts):
        return evidence
    omissions: list[Omission] = []
    for each in evidence.left_out:
        names = tuple(
            name for name in each.names if each.part is not EvidencePart.CLASSIFIER or name not in table.names
        )
        gone = len(each.names) - len(names)
        if each.count > gone:
            omissions.append(replace(each, names=names, count=each.count - gone))
    return evidence if tuple(omissions) == evidence.left_out else replace(evidence, left_out=tuple(omissions))


def _study_factors(stored: StoredStudy, metric: str | None) -> Factors | None:
    """Return the factors of a study itself: what it varied of data and of classifiers; None where it varied nothing."""
    from bakeoff.api.study.study import Results

    results = Results(stored.store, name=stored.study, record=stored)
    if not results.facts.has_factors:
        return None
    try:
        return results.factors(metric)
    except DesignError:  # too few datasets have every score; the run of the study says so
        return None


def _read_dataset_properties(
    evidence: object, properties: object, options: ReadOptions, *, landmarks: bool
) -> tuple[PropertyTable, ReadOptions]:
    from bakeoff.inputs.properties import make_properties, read_properties

    if isinstance(properties, str | os.PathLike):
        return read_properties(os.fspath(properties)), options
    if isinstance(properties, Mapping):
        return make_properties(properties, source="the properties given"), options
    if isinstance(properties, Sequence) and properties and isinstance(evidence, str | os.PathLike):
        columns = [str(name) for name in properties]
        reading = replace(options, leave_out=(*options.leave_out, *columns))
        return read_properties(os.fspath(evidence), columns=columns, key=options.dataset_column), reading
    if isinstance(evidence, StoredStudy):
        return measure_properties(evidence, landmarks=landmarks), options
    raise InputError(
        "nothing is known of the datasets that could explain a difference",
        where="--properties",
        fix="give a CSV file: dataset, then a column for each property; or name columns with --property; or a store",
        code="BO458",
    )


def measure_properties(study: StoredStudy, *, landmarks: bool) -> PropertyTable:
    """Return what can be measured of the datasets that a study in a store names."""
    from bakeoff.datasets.loaders import load_dataset
    from bakeoff.inputs.properties import make_properties
    from bakeoff.store.addresses import parse_address

    store, name, frozen = study.store, study.study, study.plan
    path = parse_address(store).path
    base = Path() if path is None else path.parent
    by_dataset = {}
    if "datasets" not in frozen:
        raise InputError(
            f"the study {name!r} does not say where its datasets are",
            where=store,
            fix="give --properties FILE",
            code="BO458",
        )
    artificial = all(str(each).startswith("artificial:") for each in frozen["datasets"])
    for reference in frozen["datasets"]:
        try:
            dataset = load_dataset(reference, base=base)
        except BakeoffError as error:
            raise InputError(
                f"the dataset {reference!r} of the study cannot be loaded again: {error.what}",
                where=store,
                fix="run it from the folder of the study file, or give --properties FILE",
                code="BO458",
            ) from error
        from_recipe = _recipe_properties(reference) if artificial else {}
        by_dataset[dataset.name] = from_recipe or _measure_dataset(dataset, landmarks=landmarks)
    table = make_properties(by_dataset, source=f"measured of the datasets of {name!r}")
    return replace(table, designed=True, source=f"set in the datasets of {name!r}") if artificial else table


def _recipe_properties(reference: str) -> dict[str, float]:
    """Return the properties in numbers that artificial data were made with: the factors of the study."""
    from dataclasses import asdict

    from bakeoff.datasets.sources.artificial import parse_recipe

    recipe = asdict(parse_recipe(reference.removeprefix("artificial:")))
    return {
        name: float(value)
        for name, value in recipe.items()
        if name != "seed" and isinstance(value, int | float) and not isinstance(value, bool)
    }


def _measure_dataset(dataset: Dataset, *, landmarks: bool) -> dict[str, float]:
    from bakeoff.datasets.properties import measure_dataset

    properties = measure_dataset(dataset, landmarks=landmarks)
    numbers = {
        "rows": properties.rows,
        "attributes": properties.attributes,
        "categorical_share": properties.categorical / properties.attributes,
        "classes": properties.classes,
        "majority_share": properties.majority_share,
        "missing_share": properties.missing_share,
        "dimensionality": properties.dimensionality,
        "noise_floor": properties.noise_floor,
    }
    if properties.difficulty is not None:
        numbers["difficulty"] = properties.difficulty
    return {name: float(value) for name, value in numbers.items()}
