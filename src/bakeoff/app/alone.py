"""A study of one classifier: there is nothing to compare, and its scores are what there is to show."""

import sys
from dataclasses import replace
from math import fsum, isnan
from typing import TYPE_CHECKING, Any

from bakeoff.app.output import print_json
from bakeoff.core.words import counted

if TYPE_CHECKING:
    from bakeoff.app.study import Results
    from bakeoff.core.evidence import Scores


def show_alone(
    results: "Results", scores: "Scores", *, as_json: bool, quiet: bool, explain: bool = False
) -> None:
    """Print what the only classifier of a study scored on each dataset, and all that the study says beyond."""
    from bakeoff.app.muting import muted
    from bakeoff.app.study_output import document, show_answers

    scores = replace(scores, findings=muted(scores.findings, results.mute))
    if as_json:
        print_json(document(results, _document(scores)))
        return
    _print(scores, quiet=quiet)
    if not quiet:
        show_answers(results, explain=explain)


def _print(scores: "Scores", *, quiet: bool) -> None:
    from bakeoff.app.output import columns, in_colour
    from bakeoff.render.findings import finding_lines
    from bakeoff.render.names import fitted, shown
    from bakeoff.render.screen import Span, line, wrapped, write

    known = [float(value) for value in scores.values[:, 0] if not isnan(value)]
    mean = f"{fsum(known) / len(known):.4f}" if known else "unknown"
    told = (
        f"{shown(scores.classifiers[0])} is the only classifier, so there is nothing to compare; "
        f"its mean {shown(scores.measure.name)} over {counted(len(known), 'dataset')} is {mean}"
    )
    if quiet:
        write([line(told)], sys.stdout, colour=False)
        return
    rows = [
        line(f"  {fitted(name, 28)} {_text(value)}")
        for name, value in zip(scores.datasets, scores.values[:, 0], strict=True)
    ]
    head = wrapped(Span("  "), f"{told}.", width=columns(), indent=2)
    found = finding_lines(scores.findings, columns())
    write([[], *head, [], *rows, [], *found], sys.stdout, colour=in_colour())


def _text(value: float) -> str:
    return "failed" if isnan(value) else f"{value:.4f}"


def _document(scores: "Scores") -> dict[str, Any]:
    rows = zip(scores.datasets, scores.values[:, 0].tolist(), strict=True)
    return {
        "schema": "bakeoff/study-scores/1",
        "classifier": scores.classifiers[0],
        "metric": scores.measure.name,
        "scores": [{"dataset": name, "score": None if isnan(value) else value} for name, value in rows],
        "findings": [{"code": f.code, "message": f.message} for f in scores.findings],
    }
