"""A comparison as tables for other programs: pairs, scores, tests, findings and a summary; CSV and Markdown of them."""

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from types import MappingProxyType
from typing import Any

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.items import STATUSES, ItemEvidence
from bakeoff.core.results import Posterior
from bakeoff.core.spreadsheets import guard_cell
from bakeoff.core.version import __version__
from bakeoff.render.findings import json_number
from bakeoff.render.gate import gate_line
from bakeoff.render.html.facts import left_out_text
from bakeoff.render.json.comparison import comparison_dict
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import (
    counted_text,
    interval_text,
    level_text,
    pair_decimals,
    unit_of_estimate,
)
from bakeoff.render.sentences import strength_text, summary, verdict_text

ExportCell = str | float | int | None
_MARKDOWN = re.compile(r"([\\`*_\[\]|<>~&]|^[#+=-]|(?<=^\d)[.)])")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportTable:
    """One table: the names of its columns, and its rows; None where there is nothing to say."""

    columns: tuple[str, ...]
    rows: tuple[tuple[ExportCell, ...], ...]


def pairs_table(comparison: Comparison) -> ExportTable:
    """Return one row for each pair: what the verdict rests on, in full precision."""
    posterior = isinstance(comparison.pairs[0].result, Posterior)
    columns = (
        "b", "a", "verdict", "advantage", "low", "high", "level", "p_value", "p_adjusted", "of", "test", "method", "n",
        "wins", "draws", "losses", *(("better", "equivalent", "worse") if posterior else ()),
    )  # fmt: skip
    if any(pair.alone is not None for pair in comparison.pairs):
        columns = (*columns, "verdict_alone")
    rows = tuple(_export_rows(comparison_dict(comparison)["pairs"], columns))
    if not (gone := left_out_text(comparison)):
        return ExportTable(columns=columns, rows=rows)
    return ExportTable(columns=(*columns, "left_out"), rows=tuple((*row, gone) for row in rows))


def tests_table(comparison: Comparison) -> ExportTable:
    """Return one row for each pair and procedure that the design licenses."""
    columns = (
        "b", "a", "test", "method", "of", "advantage", "low", "high", "level", "statistic", "df", "p_value",
        "p_adjusted", "n", "better", "equivalent", "worse",
    )  # fmt: skip
    return ExportTable(
        columns=columns, rows=tuple(_export_rows(comparison_dict(comparison)["tests"], columns))
    )


def _export_rows(records: list[dict[str, Any]], columns: tuple[str, ...]) -> Iterator[tuple[ExportCell, ...]]:
    for record in records:
        estimate = record["estimate"]
        flat = {**record, **estimate, "advantage": estimate["value"], **record.get("posterior", {})}
        yield tuple(flat.get(name) for name in columns)


def subgroups_table(comparison: Comparison) -> ExportTable:
    """Return one row for each pair and subgroup that was judged."""
    columns = (
        "b", "a", "subgroup", "examples", "verdict", "advantage", "low", "high", "level", "p_value", "p_adjusted", "of",
        "test", "method",
    )  # fmt: skip
    records = [
        {"a": pair["a"], "b": pair["b"], **part}
        for pair in comparison_dict(comparison)["pairs"]
        for part in pair["by_subgroup"]
    ]
    return ExportTable(columns=columns, rows=tuple(_export_rows(records, columns)))


def calibration_table(comparison: Comparison) -> ExportTable:
    """Return one row for each classifier that gave probabilities, then one for each pair compared by calibration."""
    columns = (
        "classifier", "than", "verdict", "brier", "miscalibration", "miscalibration_by_chance", "discrimination", "ece",
        "ece_by_chance", "advantage", "low", "high", "level", "p_value", "p_adjusted",
    )  # fmt: skip
    document = comparison_dict(comparison)["calibration"]
    if document is None:
        return ExportTable(columns=columns, rows=())
    pairs = [
        {
            **pair,
            **pair["estimate"],
            "classifier": pair["b"],
            "than": pair["a"],
            "advantage": pair["estimate"]["value"],
        }
        for pair in document["pairs"]
    ]
    records = [*document["classifiers"], *pairs]
    return ExportTable(columns=columns, rows=tuple(tuple(r.get(name) for name in columns) for r in records))


def scores_table(comparison: Comparison) -> ExportTable:
    """Return one row for each score: of a dataset, or of a resample where they are known.

    Of predictions, the metric of each classifier with its interval.
    """
    evidence = comparison.evidence
    if isinstance(evidence, ItemEvidence):
        return _export_answers(evidence)
    if not isinstance(evidence, Scores):
        return _standing_table(comparison)
    if evidence.resamples is None:
        rows = (
            (dataset, name, evidence.measure.name, json_number(value))
            for dataset, values in zip(evidence.datasets, evidence.values.tolist(), strict=True)
            for name, value in zip(evidence.classifiers, values, strict=True)
        )
        return ExportTable(columns=("dataset", "classifier", "metric", "score"), rows=tuple(rows))
    return _resample_table(evidence)


def _resample_table(evidence: Scores) -> ExportTable:
    resamples = evidence.resamples
    if resamples is None:
        raise ValueError("no resamples")
    sizes = {"n_train": resamples.n_train, "n_test": resamples.n_test}
    known = {name: values.tolist() for name, values in sizes.items() if values is not None}
    rows = (
        (evidence.datasets[resamples.dataset[i]], int(resamples.repeat[i]), int(resamples.fold[i]), name,
         evidence.measure.name,
         json_number(float(resamples.values[i, j])), *(json_number(values[i]) for values in known.values()))
        for i in range(resamples.dataset.size)
        for j, name in enumerate(evidence.classifiers)
    )  # fmt: skip
    columns = ("dataset", "repeat", "fold", "classifier", "metric", "score", *known)
    return ExportTable(columns=columns, rows=tuple(rows))


def _export_answers(evidence: ItemEvidence) -> ExportTable:
    """Return one row for each answer, as a table of items is read."""
    tasks, status = evidence.item_task.tolist(), evidence.status.tolist()
    rows = (
        (
            evidence.models[m],
            evidence.tasks[tasks[i]],
            str(evidence.items[i]),
            e,
            str(STATUSES[status[r]]),
            json_number(x),
        )
        for r, (m, i, e, x) in enumerate(
            zip(
                evidence.model.tolist(),
                evidence.item.tolist(),
                evidence.attempt.tolist(),
                evidence.score.tolist(),
                strict=True,
            )
        )
    )
    return ExportTable(columns=("model", "task", "item", "attempt", "status", "score"), rows=tuple(rows))


def _standing_table(comparison: Comparison) -> ExportTable:
    rows = (
        (
            s.classifier,
            comparison.evidence.measure.name,
            json_number(s.mean_score),
            None if s.score_interval is None else json_number(s.score_interval.low),
            None if s.score_interval is None else json_number(s.score_interval.high),
        )
        for s in comparison.ranking
    )
    return ExportTable(columns=("classifier", "metric", "score", "low", "high"), rows=tuple(rows))


def findings_table(comparison: Comparison) -> ExportTable:
    """Return one row for each finding."""
    rows = tuple((f.code, str(f.severity), f.message) for f in comparison.findings)
    return ExportTable(columns=("code", "severity", "message"), rows=rows)


def summary_table(comparison: Comparison) -> ExportTable:
    """Return what was asked, of what, and the answer: one row for each."""
    document = comparison_dict(comparison)
    facts = {
        "answer": summary(comparison),
        **({} if comparison.gate is None else {"gate": gate_line(comparison)}),
        "version": __version__,
        "design": document["design"],
        **{name: _cell_value(value) for name, value in document["evidence"].items()},
        **document["settings"],
        "left_out": left_out_text(comparison) or "nothing",
        "missing_scores": document["reading"]["missing"],
    }
    return ExportTable(columns=("what", "value"), rows=tuple(facts.items()))


def _cell_value(value: object) -> ExportCell:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_cell_value(each)}" for name, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else value  # type: ignore[return-value]


TABLES: Mapping[str, Callable[[Comparison], ExportTable]] = MappingProxyType(
    {
        "summary": summary_table,
        "pairs": pairs_table,
        "scores": scores_table,
        "tests": tests_table,
        "findings": findings_table,
        "subgroups": subgroups_table,
        "calibration": calibration_table,
    }
)


def csv_text(table: ExportTable) -> str:
    """Return a table as CSV that every program reads alike: full precision, text that is no formula."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([guard_cell(cell) for cell in row] for row in table.rows)
    return stream.getvalue()


def markdown_text(comparison: Comparison) -> str:
    """Return the answer and its pairs as Markdown, rounded for people; names are text, never markup."""
    head = ("comparison", "verdict", "advantage", "interval", "evidence", "wins · draws · losses")
    digits = pair_decimals(comparison)
    rows = [
        head,
        tuple("---" for _ in head),
        *(_markdown_row(pair, comparison, digits) for pair in comparison.pairs),
    ]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    level = level_text(comparison.pairs[0].result.estimate.interval.level)
    of = comparison.pairs[0].result.estimate.of
    note = f"Advantage: {of}, with its {level} interval; test: {comparison.settings.test}."
    gate = "" if comparison.gate is None else f"{escape_markdown(gate_line(comparison))}\n\n"
    return f"{escape_markdown(summary(comparison))}\n\n{gate}{table}\n\n{escape_markdown(note)}\n"


def _markdown_row(pair: Pair, comparison: Comparison, digits: int) -> tuple[str, ...]:
    estimate = pair.result.estimate
    counts = f"{pair.wins} · {pair.draws} · {pair.losses}" if comparison.design.paired else "–"
    return (
        escape_markdown(f"{pair.b} over {pair.a}"),
        verdict_text(pair),
        f"{counted_text(estimate.value, digits, unit_of_estimate(estimate, comparison.evidence.measure.unit))}",
        interval_text(estimate.interval, digits),
        strength_text(pair).replace("<", "&lt;"),
        counts,
    )


def escape_markdown(text: str) -> str:
    r"""Return text that Markdown shows as it is.

    >>> print(escape_markdown("a_b|c*"))
    a\_b\|c\*
    """
    return _MARKDOWN.sub(r"\\\1", printable_name(text))
