"""`bakeoff run --plan`: the cells, the time, and what the study will be able to detect. Nothing is recorded."""

import sys
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.core.outcomes import Scored
from bakeoff.procedures.power import detectable_difference
from bakeoff.store.open import open_store
from bakeoff.study.carry_out import loaded
from bakeoff.study.forecast import Forecast, forecast

if TYPE_CHECKING:
    from bakeoff.app.study import Study
    from bakeoff.study.engines import Engine

MOST_FRUITLESS = 5  # cells that were tried in vain and are told one by one


def show_plan(study: "Study", store: str, *, as_json: bool, engine: "Engine | None" = None) -> int:
    """Show what a study will do."""
    spec = study.specification
    datasets = loaded(spec, base=study.base)
    expected = forecast(spec, datasets, known=_known(store, spec.name), engine=engine)
    # In units of the standard deviation of the differences between datasets, since none has been seen yet.
    detectable = None if len(datasets) < 2 else detectable_difference(1.0, n=len(datasets), level=spec.level)
    document = {
        "schema": "bakeoff/study-plan/1",
        "name": spec.name,
        "classifiers": [c.name for c in spec.classifiers],
        "datasets": [{"name": d.name, "rows": d.rows, "attributes": len(d.features)} for d in datasets],
        "cells": expected.cells,
        "fits": expected.fits,
        "seconds": expected.seconds,
        "permutations": spec.permutations,
        "detectable_in_sd": None if detectable is None else float(detectable),
        "fruitless": [
            {"classifier": name, "dataset": dataset, "why": why}
            for (name, dataset), why in expected.fruitless.items()
        ],
    }
    if as_json:
        from bakeoff.app.output import print_json

        print_json(document)
        return 0
    sys.stdout.write("\n".join(_lines(document, expected, spec.level)) + "\n")
    return 0


def _lines(document: dict[str, Any], expected: Forecast, level: float) -> list[str]:
    from bakeoff.render.names import fitted, shown

    lines = [
        f"{shown(document['name'])}: {len(document['classifiers'])} classifiers × "
        f"{len(document['datasets'])} datasets, "
        f"{expected.cells:,} cells, {expected.fits:,} fits",
        "",
    ]
    lines += [
        f"  {fitted(d['name'], 28)} {d['rows']:>8,} rows {d['attributes']:>6,} attributes"
        for d in document["datasets"]
    ]
    lines += ["", f"time     {_time(expected)}"]
    lines += [
        f"{'failed' if i == 0 else '':9}{shown(one['classifier'])} on {shown(one['dataset'])}: {shown(one['why'])}"
        for i, one in enumerate(document["fruitless"][:MOST_FRUITLESS])
    ]
    if len(document["fruitless"]) > MOST_FRUITLESS:
        lines.append(f"{'':9}and {len(document['fruitless']) - MOST_FRUITLESS} more")
    if document["permutations"]:
        lines.append(
            f"besides  at most {document['permutations']:,} permutations of the labels, each as many cells as the data "
            "undisturbed; fewer where the answer is clear early; not in the time above"
        )
    if document["detectable_in_sd"] is not None:
        lines.append(
            f"detects  a mean difference of {document['detectable_in_sd']:.2f} standard deviations between datasets or "
            f"more, 4 times in 5 at {level:.10g}"
        )
    else:
        lines.append(
            "detects  one dataset says nothing about others: the verdict will be about this dataset alone"
        )
    return lines


def _time(expected: Forecast) -> str:
    if expected.seconds is None:
        return "unknown: a classifier could not be tried on any dataset"
    guessed = f"; {expected.guessed} of them guessed by the number of rows" if expected.guessed else ""
    return (
        f"about {_spoken(expected.seconds)} on one process "
        f"({expected.tried} of {expected.tried + expected.guessed} pairs of classifier and dataset were tried{guessed})"
    )


def _spoken(seconds: float) -> str:
    for size, name in ((86400, "days"), (3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} seconds"


def _known(store: str, name: str) -> dict[tuple[str, str], float]:
    """Return what cells took that are in the store already."""
    if "://" not in store and not Path(store).exists():
        return {}
    took: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    with open_store(store) as opened:
        if name not in [lock.name for lock in opened.studies()]:
            return {}
        for outcome in opened.outcomes(name):
            if isinstance(outcome, Scored):
                seconds = outcome.measured.get("fit_seconds", 0.0) + outcome.measured.get(
                    "predict_seconds", 0.0
                )
                took[outcome.cell.classifier, outcome.cell.dataset].append(seconds)
    return {at: sum(values) / len(values) for at, values in took.items()}
