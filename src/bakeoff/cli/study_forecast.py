"""`bakeoff run --plan`: the cells, the time, and what the study will be able to detect. Nothing is recorded."""

import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.core.answers.power import write_test_name
from bakeoff.core.datasets import Dataset
from bakeoff.core.errors import BakeoffError
from bakeoff.core.outcomes import Scored
from bakeoff.core.words import duration_text, write_count, write_list
from bakeoff.inference.choose import default_test_over_datasets
from bakeoff.inference.planning.power import fewest_datasets
from bakeoff.procedures.planning.dataset_power import Question, find_detectable_difference
from bakeoff.store.open import open_store_to_read
from bakeoff.study.cells.estimators import find_objections, join_objections
from bakeoff.study.execution import load_datasets
from bakeoff.study.forecast import PATIENCE, Forecast, forecast_study
from bakeoff.study.specification.specification import Specification

if TYPE_CHECKING:
    from bakeoff.api.study.study import Study
    from bakeoff.render.lines import Line
    from bakeoff.study.engines.engine import Engine

MOST_FRUITLESS = 5  # cells that were tried in vain and are told one by one


def show_forecast(study: "Study", store: str, *, as_json: bool, engine: "Engine | None" = None) -> int:
    """Show what a study will do: of the classifiers that can be made, before the others are refused."""
    spec = study.specification
    objections = find_objections(spec)
    able = replace(spec, classifiers=tuple(c for c in spec.classifiers if c.name not in objections))
    if not able.classifiers:
        raise join_objections(objections)
    datasets = load_datasets(spec, base=study.base)
    expected = forecast_study(able, datasets, known=_known_seconds(store, spec.name), engine=engine)
    document = _forecast_document(able, datasets, expected, objections)
    if as_json:
        from bakeoff.cli.output import print_json

        print_json(document)
    else:
        from bakeoff.cli.output import columns, has_colour
        from bakeoff.render.lines import write_lines

        lines = _forecast_lines(document, expected, spec.level, columns())
        write_lines(lines, sys.stdout, colour=has_colour())
    if objections:
        raise join_objections(objections)
    return 0


def _forecast_document(
    spec: Specification,
    datasets: Sequence[Dataset],
    expected: Forecast,
    objections: Mapping[str, BakeoffError],
) -> dict[str, Any]:
    """Return the plan as data: what `--json` prints."""
    # Over fewer datasets the exact tests, which judge all but distinct samples, cannot decide whatever the scores are.
    fewest = 2 if spec.splitting.distinct else fewest_datasets(spec.level)
    # In units of the standard deviation of the differences between datasets, since none has been seen yet.
    count = len(datasets)
    test = (
        "paired-t" if spec.splitting.distinct else default_test_over_datasets(max(count, 2), level=spec.level)
    )
    detectable = (
        None
        if count < fewest
        else find_detectable_difference(test, 1.0, count, question=Question(level=spec.level))
    )
    return {
        "schema": "bakeoff/study-plan/1",
        "name": spec.name,
        "task": str(spec.task),
        "classifiers": [c.name for c in spec.classifiers],
        "datasets": [{"name": d.name, "rows": d.rows, "attributes": len(d.features)} for d in datasets],
        "cells": expected.cells,
        "fits": expected.fits,
        "seconds": expected.seconds,
        "seconds_without": list(expected.untold),
        "permutations": spec.permutations,
        "detectable_in_sd": detectable,
        "detectable_by": None if detectable is None else test,
        "fewest_datasets": fewest,
        "fruitless": [
            {"classifier": name, "dataset": dataset, "why": why}
            for (name, dataset), why in expected.fruitless.items()
        ],
        "refused": [{"classifier": name, "why": error.what} for name, error in objections.items()],
    }


def _forecast_lines(document: dict[str, Any], expected: Forecast, level: float, columns: int) -> "list[Line]":
    from bakeoff.render.lines import Span, line, wrap_paragraph
    from bakeoff.render.names import fit_name, printable_name

    size = (
        f"{write_count(len(document['classifiers']), _learner_noun(document))} × "
        f"{write_count(len(document['datasets']), 'dataset')}"
    )
    head = (
        f"  {printable_name(document['name'])}: {size}, {write_count(expected.cells, 'cell')}, "
        f"{write_count(expected.fits, 'fit')}"
    )
    datasets = [
        line(f"  {fit_name(d['name'], 28)} {d['rows']:>8,} rows {d['attributes']:>6,} attributes")
        for d in document["datasets"]
    ]
    rows = [("time", _time_text(expected)), *_fruitless_rows(document["fruitless"])]
    if document["refused"]:
        names = write_list([printable_name(r["classifier"]) for r in document["refused"]], most=4)
        rows.append(("without", f"{names}: cannot be made, so not in the numbers above"))
    if document["permutations"]:
        rows.append(
            (
                "besides",
                f"at most {document['permutations']:,} permutations of the labels, each as many cells as the data "
                "undisturbed; fewer where the answer is clear early; not in the time above",
            )
        )
    rows.append(("detects", _detectable_text(document, level)))
    paragraphs = [wrap_paragraph(Span(f"  {word}"), text, width=columns, indent=11) for word, text in rows]
    return [[], line(head), [], *datasets, [], *(each for some in paragraphs for each in some), []]


def _learner_noun(document: dict[str, Any]) -> str:
    return "regressor" if document["task"] == "regression" else "classifier"


def _fruitless_rows(cells: list[dict[str, str]]) -> list[tuple[str, str]]:
    """Return the cells that were tried in vain, the first few of them with the reason."""
    from bakeoff.render.names import printable_name

    texts = [
        f"{printable_name(c['classifier'])} on {printable_name(c['dataset'])}: {printable_name(c['why'])}"
        for c in cells
    ]
    more = [f"and {len(texts) - MOST_FRUITLESS} more"] if len(texts) > MOST_FRUITLESS else []
    return [("" if i else "failed", text) for i, text in enumerate([*texts[:MOST_FRUITLESS], *more])]


def _detectable_text(document: dict[str, Any], level: float) -> str:
    from bakeoff.render.numbers import level_text

    count = len(document["datasets"])
    if len(document["classifiers"]) == 1:
        return f"nothing: the only {_learner_noun(document)} has none to be compared with"
    if count == 1:
        return "one dataset says nothing about others: the verdict will be about this dataset alone"
    if document["detectable_in_sd"] is None:
        return (
            f"no difference: over {write_count(count, 'dataset')} no exact test can decide at the {level_text(level)} "
            f"level, whatever the scores; at least {document['fewest_datasets']} are needed"
        )
    alone = ", one pair by itself: among several, adjusted, more" if len(document["classifiers"]) > 2 else ""
    return (
        f"a mean difference of {document['detectable_in_sd']:.2f} standard deviations between datasets or more, "
        f"in 80 % of cases at the {level_text(level)} level, by {write_test_name(document['detectable_by'])}{alone}"
    )


def _time_text(expected: Forecast) -> str:
    if expected.seconds is None:
        return "unknown: no classifier could be tried on any dataset"
    guessed = f", {expected.guessed} guessed by the number of rows" if expected.guessed else ""
    tried = {name for name, _ in expected.fruitless}
    without = _without_text(
        [n for n in expected.untold if n in tried], "not tried successfully on any dataset"
    ) + _without_text(
        [n for n in expected.untold if n not in tried], f"trying ended after {PATIENCE:.0f} seconds"
    )
    return (
        f"about {duration_text(expected.seconds)} on one process{without} ({expected.tried} of "
        f"{write_count(expected.pairs, 'pair')} of classifier and dataset were tried{guessed})"
    )


def _without_text(names: list[str], why: str) -> str:
    from bakeoff.render.names import printable_name

    return f", without {write_list(list(map(printable_name, names)), most=4)}: {why}" if names else ""


def _known_seconds(store: str, name: str) -> dict[tuple[str, str], float]:
    """Return what cells took that are in the store already."""
    if "://" not in store and not Path(store).exists():
        return {}
    took: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    with open_store_to_read(store) as opened:
        if name not in [lock.name for lock in opened.studies()]:
            return {}
        for outcome in opened.outcomes(name):
            if isinstance(outcome, Scored):
                seconds = outcome.measured.get("fit_seconds", 0.0) + outcome.measured.get(
                    "predict_seconds", 0.0
                )
                took[outcome.cell.classifier, outcome.cell.dataset].append(seconds)
    return {at: sum(values) / len(values) for at, values in took.items()}
