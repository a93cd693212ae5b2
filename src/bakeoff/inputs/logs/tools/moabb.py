"""MOABB: a row for each pipeline, dataset, subject and session; published tables have pipelines in rows."""

import re
from collections import defaultdict
from statistics import fmean

from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.logs.harvest import Harvest, Parts, ScoreRow
from bakeoff.inputs.logs.json_values import as_number
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.tables import cells_of, rows_of
from bakeoff.inputs.options import ReadOptions

_HIGHER = True
_CLASS = re.compile(r":class:`~?([^`]+)`")
_LINKED = re.compile(r"`([^`<]+?)\s*(?:<[^>]*>)?`_*")


def is_published(peek: Peek) -> bool:
    """Say whether the columns are datasets as the documentation links them."""
    return sum(bool(_CLASS.search(cell)) for cell in peek.header) >= 2


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return scores by dataset, with subjects in the place of resamples; sessions are averaged within subjects.

    Of one dataset the subjects are the units: nobody's recordings train another's pipeline.
    """
    harvest = Harvest(fold_noun="subject")
    means: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for peek in parts.get("results", ()):
        for row in rows_of(peek):
            means[row["dataset"], row["pipeline"], row["subject"]].append(as_number(row["score"]))
    datasets = list({dataset for dataset, _, _ in means})
    if len(datasets) == 1:
        subjects = {subject for _, _, subject in means}
        harvest.findings.append(_name_subjects(datasets[0], len(subjects)))
        harvest.rows = [
            ScoreRow(f"{d}, subject {s}", p, "score", fmean(v), "", _HIGHER) for (d, p, s), v in means.items()
        ]
    else:
        harvest.rows = [ScoreRow(d, p, "score", fmean(v), s, _HIGHER) for (d, p, s), v in means.items()]
    for peek in parts.get("published", ()):
        harvest.rows += _read_published(peek)
    return harvest


def _name_subjects(dataset: str, subjects: int) -> Finding:
    message = (
        f"the units are {write_count(subjects, 'subject')} of one dataset, {quote_text(dataset)}: where datasets are "
        "spoken of, these are meant, and the claim is about subjects like these"
    )
    return Finding(code="BO960", severity=Severity.NOTE, message=message, detail={"subjects": subjects})


def _read_published(peek: Peek) -> list[ScoreRow]:
    rows = cells_of(peek)
    datasets = [match[1] if (match := _CLASS.search(cell)) else cell.strip() for cell in next(rows, [])[1:]]
    found = []
    for row in rows:
        match = _LINKED.fullmatch(row[0].strip())
        pipeline = match[1] if match else row[0].strip()
        for dataset, cell in zip(datasets, row[1:], strict=False):
            mean = as_number(re.split(r"±|\+/-", cell)[0].strip())
            found.append(ScoreRow(dataset, pipeline, "score", mean, "", _HIGHER))
    return found
