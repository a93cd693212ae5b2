"""What the page shows of a comparison: the report's own content, what can be changed, and what moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bakeoff.api.comparison import Comparison
from bakeoff.api.deliveries.report import NO_FIGURES, every_figure, page_drawing, page_figures
from bakeoff.core.codes import CODES
from bakeoff.core.comparison import Comparison as Verdicts
from bakeoff.core.comparison import Pair
from bakeoff.core.errors import BakeoffError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Severity
from bakeoff.core.items import ItemEvidence
from bakeoff.core.options.table import SETTINGS
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import TestResult
from bakeoff.core.words import write_count
from bakeoff.render.html.facts import evidence_facts, python_call
from bakeoff.render.html.report import PageFigure, report_body
from bakeoff.render.numbers import interval_text, p_text, pair_decimals, signed_text, unit_of_estimate
from bakeoff.render.sentences import headline
from bakeoff.render.sentences import strength_text as strength_of
from bakeoff.web.offers import reading_offers
from bakeoff.web.worker.answers import answer_document
from bakeoff.web.worker.evidence import (
    columns_of,
    reading_from_fields,
    requested_comparison,
    requested_evidence,
    requested_tables,
    requested_verdict,
)
from bakeoff.web.worker.outputs import pair_names, pair_text
from bakeoff.web.worker.readings import reading_document
from bakeoff.web.worker.uploaded_stores import studies_in

if TYPE_CHECKING:
    from bakeoff.api.deliveries.gallery import FigureKind

OF_READING = "BO3"  # codes of findings on how evidence was read
OF_CLAIMS = ("BO1", "BO2")  # codes that an audit may come to
MOST_MOVING = 300  # pairs whose numbers the page follows while datasets go and come
NARROW = {"critical-difference": "critical-difference-compact"}
MOST_CHOICES = 2_000  # datasets that are offered to be left out


def page_view(comparison: Comparison, *, whole: Callable[[], Evidence]) -> dict[str, Any]:
    """Return everything that the page shows; drawings follow one by one."""
    figures = page_figures(comparison) if _can_draw() else []
    empty = [
        PageFigure(
            key=k.key, question=k.caption_question(comparison, p), of=pair_text(k.pair_beside(p)), svg=""
        )
        for k, p in figures
    ]
    note = _figure_note(len(every_figure(comparison)) - len(figures)) if _can_draw() else NO_FIGURES
    html, island = report_body(comparison, figures=empty, command=python_call(comparison), note=note)
    evidence = comparison.evidence
    return {
        "html": html,
        "data": island,
        "headline": headline(comparison),
        "answer": answer_document(comparison),
        "findings": _view_findings(comparison),
        "figures": [{"kind": kind.key, "pair": pair_names(pair)} for kind, pair in figures],
        "kind": str(comparison.design.kind),
        "design": str(comparison.design.name),
        "facts": [list(fact) for fact in evidence_facts(comparison)],
        "source": evidence.source,
        "classifiers": list(evidence.classifiers),
        "metric": evidence.measure.name,
        "higher_is_better": evidence.measure.higher_is_better,
        "unit": str(evidence.measure.unit),
        "settings": _settings_fields(comparison),
        "tests": _test_choices(comparison),
        "digest": evidence.digest,
        "moving": _moving_pairs(comparison),
        "decided": sum(pair.verdict != "undecided" for pair in comparison.pairs),
        "pairs": len(comparison.pairs),
        "units": comparison.design.units,
        "suggestions": _suggest_datasets(comparison),
        "choices": _view_choices(whole()),
        "titles": {code: title for code, title in CODES.items() if code.startswith(OF_CLAIMS)},
    }


def verdict_section(comparison: Verdicts | None) -> dict[str, Any] | None:
    """Return the first section of the page, which is shown while the rest is still being made."""
    return (
        None
        if comparison is None
        else {"headline": headline(comparison), "answer": answer_document(comparison)}
    )


def drawing_document(comparison: Comparison, number: int, *, narrow: bool = False) -> dict[str, Any]:
    """Return one drawing of the page, by its number from 1; for a narrow screen in its narrow shape, if it has one."""
    figures = page_figures(comparison)
    kind, pair = figures[min(number, len(figures)) - 1]
    return {"svg": page_drawing(comparison, _narrow_kind(kind) if narrow else kind, pair, number=number)}


def _narrow_kind(kind: "FigureKind") -> "FigureKind":
    """Return the figure that shows the same within the width of a phone, or the figure itself."""
    from bakeoff.api.deliveries.gallery import FIGURES

    other = next((each for each in FIGURES if each.key == NARROW.get(kind.key)), kind)
    return replace(other, question=kind.question, pair_question=kind.pair_question)


def recognise_evidence(fields: Mapping[str, Any], parts: Sequence[bytes]) -> dict[str, Any]:
    """Return what evidence was recognised as; where it was not, its columns, and why."""
    document: dict[str, Any] = {"columns": [], "roles": {}, "studies": studies_in(fields, parts)}
    document |= {"problem": None, "evidence": None}
    tables = None
    try:
        tables = requested_tables(fields, parts)
        if tables is not None:
            document |= columns_of(tables, reading_from_fields(fields["options"]))
        evidence = requested_evidence(fields, parts, tables)
    except BakeoffError as error:
        error_fields = {"code": error.code, "what": error.what, "where": error.where, "fix": error.fix}
        read = reading_document(tables, None, error, fields)
        return {**document, "problem": error_fields, "read": read}
    read = reading_document(tables, evidence, None, fields)
    return {**document, "evidence": _view_facts(evidence), "read": read}


def warm_up() -> None:
    """Show something small once, so that the first visitor does not wait for libraries."""
    rows = (f"{n},{50 + n},{52 + n},{50 + n * n % 17}" for n in range(20))
    text = "\n".join(["dataset,A,B,C", *rows]).encode()
    fields = {"names": ["warm"], "options": {}}
    verdict_section(requested_verdict(fields, [text]))
    comparison = requested_comparison(fields, [text])
    page_view(comparison, whole=lambda: requested_evidence(fields, [text]))
    if _can_draw():
        drawing_document(comparison, 1)


def _figure_note(more: int) -> str:
    return (
        ""
        if more <= 0
        else f"{write_count(more, 'more figure')} come with the ZIP of all figures, under Downloads."
    )


def _can_draw() -> bool:
    from importlib.util import find_spec

    return find_spec("matplotlib") is not None


def _settings_fields(comparison: Comparison) -> dict[str, Any]:
    return {name: getattr(comparison.settings, name) for name in SETTINGS}


def _test_choices(comparison: Comparison) -> list[dict[str, Any]]:
    """Return every test by its key, with why it is not for this design."""
    licensed = dict.fromkeys(test.result.procedure for test in comparison.tests)
    known = [{"test": key, "objection": None} for key in licensed]
    return known + [
        {"test": o.test, "objection": o.reason} for o in comparison.objections if o.test not in licensed
    ]


def _moving_pairs(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the numbers of the pairs that change while datasets go and come."""
    t_tests, digits = _t_tests(comparison), pair_decimals(comparison)
    return [
        {**_moving_pair(comparison, pair, digits), "t": t_tests.get((pair.a, pair.b))}
        for pair in comparison.pairs[:MOST_MOVING]
    ]


def _moving_pair(comparison: Comparison, pair: Pair, digits: int) -> dict[str, Any]:
    estimate = pair.result.estimate
    unit = unit_of_estimate(estimate, comparison.evidence.measure.unit)
    return {
        "a": pair.a,
        "b": pair.b,
        "verdict": str(pair.verdict),
        "advantage": f"{signed_text(estimate.value, digits)}{unit}",
        "interval": interval_text(estimate.interval, digits),
        "strength": strength_of(pair),
        "test": pair.result.procedure,
        "tally": f"{pair.wins}/{pair.draws}/{pair.losses}",
    }


def _t_tests(comparison: Comparison) -> dict[tuple[str, str], dict[str, Any]]:
    """Return the paired t-test of each pair, whichever test carries the verdict: it is the one that everybody knows."""
    return {
        (test.a, test.b): {
            "statistic": signed_text(test.result.statistic, 3),
            "p": p_text(test.result.p_value),
        }
        for test in comparison.tests
        if test.result.procedure == "paired-t" and isinstance(test.result, TestResult)
    }


def _suggest_datasets(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the sets of datasets that findings say would turn the verdict."""
    findings = [f for f in comparison.findings if f.code == "BO101" and f.detail.get("carries_the_verdict")]
    return [
        {"without": list(f.detail["removing"]), "becomes": str(f.detail.get("becomes", ""))}  # type: ignore[call-overload]
        for f in findings
    ]


def _view_findings(comparison: Comparison) -> list[dict[str, Any]]:
    """Return what was found, but for notes on how it was read: they stand with the evidence."""
    return [
        {
            "code": f.code,
            "severity": str(f.severity),
            "message": f.message,
            "without": f.detail.get("removing") if f.detail.get("carries_the_verdict") else None,
            "offers": reading_offers(f.message),
        }
        for f in comparison.findings
        if not (f.code.startswith(OF_READING) and f.severity is Severity.NOTE)
    ]


def _view_choices(evidence: Evidence) -> dict[str, Any] | None:
    """Return the datasets that may be left out, with their scores."""
    if not isinstance(evidence, Scores) or not 3 <= len(evidence.datasets) <= MOST_CHOICES:
        return None
    values = [[None if v != v else v for v in row] for row in evidence.values.tolist()]
    few = len(evidence.classifiers) * len(evidence.datasets) <= 20_000
    return {"datasets": list(evidence.datasets), "scores": values if few else None}


def _view_facts(evidence: Evidence) -> dict[str, Any]:
    kinds: dict[type, str] = {Scores: "scores", ItemEvidence: "items"}
    return {
        "kind": kinds.get(type(evidence), "predictions"),
        "source": evidence.source,
        "digest": evidence.digest,
        "classifiers": list(evidence.classifiers),
        "datasets": len(evidence.datasets),
        "metric": evidence.measure.name,
        "higher_is_better": evidence.measure.higher_is_better,
        "direction_from": evidence.measure.direction_from,
        "findings": [{"code": f.code, "message": f.message} for f in evidence.findings],
    }
