"""A judge corrected by labels, and which items to label: as a screen, as JSON, as CSV."""

import csv
from io import StringIO
from typing import Any

from bakeoff.core.answers.judged import Agreement, JudgedDifference, LabelPlan
from bakeoff.core.results import Estimate, Verdict
from bakeoff.core.spreadsheets import guard_cell
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count
from bakeoff.render.findings import finding_dicts, finding_lines, json_number
from bakeoff.render.json.values import estimate_dict
from bakeoff.render.lines import Line, Span, align_rows, hint_lines, line, wrap_paragraph
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import decimals_of, interval_text, level_text, p_text, signed_text

SCHEMA = "bakeoff/judged/1"
FEW_ANSWERS = 60  # with 40 the intervals of agreement cover .93
PLAN_SCHEMA = "bakeoff/labels/1"
_VERDICTS = {
    Verdict.BETTER: "{b} is better than {a}",
    Verdict.WORSE: "{b} is worse than {a}",
    Verdict.EQUIVALENT: "{b} and {a} are equivalent",
    Verdict.UNDECIDED: "it is undecided which of {a} and {b} is better",
}


def judged_summary(found: JudgedDifference) -> str:
    """Return the answer in one sentence."""
    said = _VERDICTS[found.verdict].format(a=printable_name(found.a), b=printable_name(found.b))
    by = (
        f"By labels of all {found.items:,} items"
        if found.labels == found.items
        else f"By the judge corrected by {write_count(found.labels, 'label')} of {found.items:,} items"
    )
    return f"{by}, {said}: advantage {_estimate_text(found.corrected)}, {p_text(found.p_value)}."


def _estimate_text(estimate: Estimate) -> str:
    decimals = decimals_of(estimate)
    level = level_text(estimate.interval.level)
    return f"{signed_text(estimate.value, decimals)} ({level} interval {interval_text(estimate.interval, decimals)})"


def judged_rows(found: JudgedDifference) -> list[tuple[str, str, str]]:
    """Return the estimates side by side: name, value, interval."""
    named = (
        ("corrected", found.corrected),
        ("labels alone", found.gold_only),
        ("judge alone", found.judge_only),
        ("bias of the judge", found.judge_bias),
        *((estimate.of, estimate) for estimate in found.tendencies),
    )
    rows = []
    for name, estimate in named:
        decimals = decimals_of(estimate)
        rows.append((name, signed_text(estimate.value, decimals), interval_text(estimate.interval, decimals)))
    return rows


def judged_sentences(found: JudgedDifference) -> list[str]:
    """Return what is said below the estimates."""
    texts = [_weight_text(found)]
    if found.agreement is not None:
        texts.append(_agreement_text(found.agreement))
    return texts


def judged_lines(found: JudgedDifference, *, columns: int = 100) -> list[Line]:
    """Return what a person sees."""
    rows = [("", "advantage", f"{level_text(found.level)} interval"), *judged_rows(found)]
    lines: list[Line] = [[], *wrap_paragraph(Span("  "), judged_summary(found), width=columns, indent=2), []]
    lines += [line(f"  {row}") for row in align_rows(rows)]
    lines.append([])
    for text in judged_sentences(found):
        lines += wrap_paragraph(Span("  "), text, width=columns, indent=2)
    return [
        *lines,
        [],
        *finding_lines(found.findings, columns),
        *hint_lines(
            [
                "bakeoff label FILE --budget 100 which items to label next",
                "--report FILE.html a page",
                "--json data",
            ],
            columns,
        ),
        [],
    ]


def _weight_text(found: JudgedDifference) -> str:
    if found.labels == found.items:
        return "Every item has a label, so that the judge adds nothing: the corrected difference is that of the labels."
    return f"The judge counts {found.weight:.2f} of 1 ({found.method}); judge alone is right only if its errors cancel."


def _agreement_text(agreement: Agreement) -> str:
    named = (("κ", agreement.kappa), ("AC1", agreement.ac1), ("α", agreement.alpha))
    parts = [
        f"{name} {estimate.value:.2f} ({estimate.interval.low:.2f} to {estimate.interval.high:.2f})".replace(
            "-", "−"
        )
        for name, estimate in named
        if estimate is not None
    ]
    few = (
        "; with so few answers these intervals are a little short" if agreement.answers < FEW_ANSWERS else ""
    )
    return (
        f"Judge and people agree on {agreement.share.value:.0%} of "
        f"{write_count(agreement.answers, 'labelled answer')}: "
        f"{', '.join(parts) or 'one class only'}{few}."
    ).replace("%", " %")


def judged_dict(found: JudgedDifference) -> dict[str, Any]:
    """Return it as plain dicts, lists, strings and numbers."""
    agreement = found.agreement
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": {"kind": "judged", "source": found.source, "items": found.items, "labels": found.labels},
        "a": found.a,
        "b": found.b,
        "level": found.level,
        "verdict": str(found.verdict),
        "p_value": found.p_value,
        "corrected": estimate_dict(found.corrected),
        "labels_alone": estimate_dict(found.gold_only),
        "judge_alone": estimate_dict(found.judge_only),
        "judge_bias": estimate_dict(found.judge_bias),
        "tendencies": [estimate_dict(estimate) for estimate in found.tendencies],
        "groups": found.groups,
        "weight": found.weight,
        "method": found.method,
        "agreement": None
        if agreement is None
        else {
            "answers": agreement.answers,
            **{
                name: None if estimate is None else estimate_dict(estimate)
                for name, estimate in (
                    ("share", agreement.share),
                    ("kappa", agreement.kappa),
                    ("ac1", agreement.ac1),
                    ("alpha", agreement.alpha),
                )
            },
        },
        "findings": finding_dicts(found.findings),
        "summary": judged_summary(found),
    }


def plan_csv(plan: LabelPlan) -> str:
    """Return a table to be filled in by people: a row for each item and model, with an empty label."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "model", "stratum", "chance", "gold"])
    for name, stratum, chance in zip(plan.ids, plan.stratum, plan.chance, strict=True):
        for model in (plan.a, plan.b):
            writer.writerow([guard_cell(name), guard_cell(model), stratum, repr(chance), ""])
    return out.getvalue()


def plan_dict(plan: LabelPlan) -> dict[str, Any]:
    """Return a plan of labels as plain dicts, lists, strings and numbers."""
    return {
        "schema": PLAN_SCHEMA,
        "version": __version__,
        "evidence": {"kind": "judged", "source": plan.source},
        "a": plan.a,
        "b": plan.b,
        "seed": plan.seed,
        "strata": [
            {"stratum": name, "items": items, "labels": labels} for name, items, labels in plan.planned
        ],
        "expected_width": json_number(plan.expected_width),
        "labels": [
            {"id": name, "stratum": stratum, "chance": chance}
            for name, stratum, chance in zip(plan.ids, plan.stratum, plan.chance, strict=True)
        ],
    }


def plan_lines(plan: LabelPlan, *, columns: int = 100) -> list[Line]:
    """Return what a person sees of a plan of labels."""
    rows = [("judge says", "items", "labels")]
    rows += [(_judged_name(name, plan), f"{items:,}", f"{labels:,}") for name, items, labels in plan.planned]
    text = (
        f"Label {write_count(len(plan.ids), 'item')}, drawn at random within the judge's verdicts (seed {plan.seed}). "
        "Every label drawn must come back, or the estimate is no longer unbiased."
    )
    width = (
        ""
        if plan.expected_width is None
        else f" The interval will be about {plan.expected_width:.3f} wide, if labels vary as those so far."
    )
    return [
        [],
        *wrap_paragraph(Span("  "), text + width, width=columns, indent=2),
        [],
        *(line(f"  {row}") for row in align_rows(rows)),
        [],
        *hint_lines(
            ["--export labels.csv the table to fill in", "compare FILE --gold labels.csv the answer"], columns
        ),
        [],
    ]


def _judged_name(stratum: str, plan: LabelPlan) -> str:
    return {
        "a better": f"{printable_name(plan.a)} better",
        "b better": f"{printable_name(plan.b)} better",
    }.get(stratum, stratum)
