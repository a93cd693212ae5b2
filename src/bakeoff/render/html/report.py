"""The report: one page that stands alone. A finished comparison and finished figures in, HTML out."""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import isfinite
from typing import TYPE_CHECKING, Any

from bakeoff.core.answers.audit import Fragility
from bakeoff.core.answers.pair_order import order_pairs
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.results import Posterior, TestResult
from bakeoff.render.approach import approach_section
from bakeoff.render.cautions import interaction_text
from bakeoff.render.gate import gate_line
from bakeoff.render.html import facts as html_facts
from bakeoff.render.html import scores as html_scores
from bakeoff.render.html import tables as html_tables
from bakeoff.render.html.first_screen import first_screen_context
from bakeoff.render.html.fragility import fragility_section
from bakeoff.render.html.scores import ScoreGrid
from bakeoff.render.items import noun_of
from bakeoff.render.lines import plain_text
from bakeoff.render.mean_scores import order_words, ranking_basis
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text, p_text
from bakeoff.render.sentences import bars_note, difference_phrase, headline, kind_of_intervals, summary
from bakeoff.render.text.calculation import calculation_lines
from bakeoff.render.text.comparison import judgement_text

if TYPE_CHECKING:
    from jinja2 import Environment, Template

MOST_BY_SUBGROUP = 30  # pairs whose subgroups are listed
MANY_CELLS = 50_000  # scores, and with them pairs, that a download has with six digits
PAIR_FIELDS = (
    "a", "b", "verdict", "advantage", "low", "high", "level", "p_value", "p_adjusted", "better", "equivalent",
    "worse", "wins", "draws", "losses",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFigure:
    """A figure of the page: what it answers, of which pair, and the drawing itself."""

    key: str
    question: str
    svg: str
    of: str = ""  # the pair, where it is about one


def report_html(
    comparison: Comparison,
    *,
    figures: Sequence[PageFigure],
    note: str,
    command: str,
    libraries: Mapping[str, str],
    fragility: Sequence[Fragility] = (),
) -> str:
    """Return the report on a comparison as one HTML page that needs no other file.

    `note` says which figures there are besides, or why there are none; `command` repeats the comparison;
    `libraries` are the versions it was made with; `fragility` is that of its audit.
    """
    last = sorted(figures, key=lambda figure: figure.key == "fragility")  # it stands in a section of its own
    section = fragility_section(fragility, claims=len(comparison.pairs))
    content = _report_content(comparison, figures=last, note=note, command=command, libraries=libraries)
    context = {
        **content,
        **first_screen_context(comparison, content["findings"], content["reading"]),
        "fragility": section,
        "margin_how": " with --margin",
        "script": _template_file("report.js"),
        "script_hash": b64encode(sha256(_template_file("report.js").encode()).digest()).decode(),
        "style": _template_file("report.css"),
    }
    return _report_templates().get_template("report.html").render(_mark_safe(context))


def report_body(
    comparison: Comparison, *, figures: Sequence[PageFigure], command: str, note: str = ""
) -> tuple[str, str]:
    """Return the content of the report, without the page around it, and the data that make it live, as JSON.

    A figure whose drawing is empty is left to whoever shows the content to fill in.
    """
    context = _report_content(comparison, figures=figures, note=note, command=command, libraries={})
    markup = (
        _report_templates().get_template("report_body.html").render(_mark_safe({**context, "margin_how": ""}))
    )
    return markup, context["island"]


def report_asset(name: str) -> str:
    """Return a file that makes pages look and behave as the report does: report.css or report.js."""
    return _template_file(name)


def page_template(name: str) -> "Template":
    """Return a template of pages: everything that it is given is escaped, unless it is marked as markup."""
    return _report_templates().get_template(name)


def _report_content(
    comparison: Comparison,
    *,
    figures: Sequence[PageFigure],
    note: str,
    command: str,
    libraries: Mapping[str, str],
) -> dict[str, Any]:
    pairs = order_pairs(comparison)
    grid = html_scores.score_grid(comparison)
    return {
        **_summary_context(comparison),
        **_evidence_context(comparison),
        **_table_context(comparison, pairs, grid),
        "figures": figures,
        "figures_note": note,
        "fragility": None,
        "approach": approach_section(comparison.approach),
        "calibration": _calibration_section(comparison),
        "further": _further_sections(comparison),
        "computed": html_facts.computation_facts(comparison, command, libraries),
        "island": _report_island(comparison, pairs, grid),
    }


def _calibration_section(comparison: Comparison) -> dict[str, Any] | None:
    found = comparison.reliability
    if found is None:
        return None
    from bakeoff.render.reliability import calibration_sentence, reading_note, row_texts

    rows = [(printable_name(own.classifier), *row_texts(own)) for own in found.each]
    return {"sentence": calibration_sentence(found), "note": reading_note(found), "rows": rows}


def _further_sections(comparison: Comparison) -> list[dict[str, Any]]:
    if not comparison.beside:
        return []
    from bakeoff.render.further_measures import front_sentence, pairs_sentence, row_texts, sort_points

    return [
        {
            "score": printable_name(found.trade_off.score.name),
            "name": printable_name(found.measure.name),
            "sentence": front_sentence(found),
            "note": pairs_sentence(found),
            "rows": [
                (printable_name(p.name), *texts)
                for p, texts in zip(sort_points(found), row_texts(found), strict=True)
            ],
        }
        for found in comparison.beside
    ]


def _summary_context(comparison: Comparison) -> dict[str, Any]:
    paragraph, first = summary(comparison), headline(comparison)
    return {
        "headline": first,
        "support": paragraph.removeprefix(first).strip(),
        "how_judged": judgement_text(comparison),
        "verdict": str(comparison.pairs[0].verdict) if len(comparison.pairs) == 1 else "",
        "gate": gate_line(comparison),
        "margin": comparison.settings.margin,
        "level": level_text(comparison.settings.level),
    }


def _evidence_context(comparison: Comparison) -> dict[str, Any]:
    return {
        "facts": html_facts.evidence_facts(comparison),
        "reading": html_facts.finding_rows(comparison, about_reading=True),
        "findings": html_facts.finding_rows(comparison, about_reading=False),
        "settings": html_facts.setting_facts(comparison),
        "calculation": plain_text(calculation_lines(comparison)).strip("\n"),
        "refused": html_tables.unused_procedures(comparison),
    }


def _capitalise(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _table_context(comparison: Comparison, pairs: Sequence[Pair], grid: ScoreGrid | None) -> dict[str, Any]:
    ranks = html_tables.rank_rows(comparison)
    return {
        "pairs": html_tables.pair_rows(pairs, comparison),
        "all_pairs": len(pairs),
        "strength": _strength_heading(comparison),
        "kind_of_intervals": _capitalise(kind_of_intervals(comparison)),
        "on_flips": any(p.flips is not None for p in pairs),
        "tallied": comparison.design.paired,
        "subgroups": [
            (
                "" if len(pairs) == 1 else f"{printable_name(p.b)} over {printable_name(p.a)}",
                _subgroup_rows(p),
                interaction_text(p),
            )
            for p in pairs[:MOST_BY_SUBGROUP]
            if p.by_subgroup
        ],
        "noun": noun_of(comparison.design),
        "by_task": [
            (
                "" if len(pairs) == 1 else f"{printable_name(p.b)} over {printable_name(p.a)}",
                _task_rows(p, comparison),
            )
            for p in pairs[:MOST_BY_SUBGROUP]
            if p.by_dataset and comparison.design.of_items
        ],
        "subgroups_judged": sum(len(p.by_subgroup) for p in pairs),
        "scores": html_scores.score_table(comparison, grid),
        "ranks": ranks,
        "told_apart": difference_phrase(comparison),
        "bars_beside_ranks": bars_note(comparison),
        "ranked_apart": ranking_basis(comparison),
        "in_order": order_words(comparison).capitalize(),
        "ranked_by": {name: any(getattr(r, name) for r in ranks) for name in html_tables.RankRow._fields},
        "tests": html_tables.tests_of_one(comparison),
        "matrix": html_tables.tests_of_many(pairs, comparison),
        "procedures": html_tables.procedures_of(comparison),
        "omnibus": [
            (o.procedure, f"{o.statistic:.4g}".replace("-", "−"), p_text(o.p_value), o.method)
            for o in comparison.omnibus
        ],
    }


def _strength_heading(comparison: Comparison) -> str:
    if isinstance(comparison.pairs[0].result, Posterior):
        return "posterior"
    return "p" if comparison.settings.adjust in (None, "none") else "adjusted p"


def _task_rows(pair: Pair, comparison: Comparison) -> list[tuple[str, ...]]:
    facts = comparison.item_facts
    sizes = {} if facts is None else dict(zip(facts.tasks, facts.items_by_task, strict=True))
    return [
        (
            printable_name(v.dataset),
            f"{sizes.get(v.dataset, v.result.n):,}",
            html_tables.estimate_text(v.result.estimate),
            p_text(v.p_adjusted),
            str(v.verdict),
        )
        for v in pair.by_dataset
    ]


def _subgroup_rows(pair: Pair) -> list[tuple[str, ...]]:
    return [
        (
            printable_name(s.subgroup),
            f"{s.examples:,}",
            html_tables.estimate_text(s.result.estimate),
            p_text(s.p_adjusted),
            str(s.verdict),
        )
        for s in pair.by_subgroup
    ]


def _report_island(comparison: Comparison, pairs: Sequence[Pair], grid: ScoreGrid | None) -> str:
    """Return the numbers behind the page as JSON that no name can break out of."""
    names = comparison.evidence.classifiers
    place = {name: i for i, name in enumerate(names)}
    data: dict[str, Any] = {
        "classifiers": names,
        "fields": PAIR_FIELDS,
        "pairs": [_pair_data(p, place, digits=9 if len(pairs) <= MANY_CELLS // 10 else 6) for p in pairs],
        "left_out": html_facts.left_out_text(comparison),
        "higher": comparison.evidence.measure.higher_is_better,
        "unit": "" if grid is None else grid.unit,
        "rows": () if grid is None else grid.names,
        "scores": () if grid is None else _shorten_scores(grid, len(names)),
        "signs": {f"{a},{b}": signs for (a, b), signs in html_scores.signs_of(comparison).items()},
    }
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _pair_data(pair: Pair, place: Mapping[str, int], *, digits: int) -> list[object]:
    result, ends = pair.result, pair.result.estimate.interval
    test = result if isinstance(result, TestResult) else None
    chances = (
        (result.better, result.equivalent, result.worse)
        if isinstance(result, Posterior)
        else (None, None, None)
    )
    numbers = (
        result.estimate.value, ends.low, ends.high, ends.level, test and test.p_value, pair.p_adjusted, *chances,
    )  # fmt: skip
    tally = (pair.wins, pair.draws, pair.losses)
    return [
        place[pair.a],
        place[pair.b],
        str(pair.verdict),
        *(_report_number(n, digits) for n in numbers),
        *tally,
    ]


def _report_number(value: float | None, digits: int) -> float | None:
    return float(f"{value:.{digits}g}") if value is not None and isfinite(value) else None


def _shorten_scores(grid: ScoreGrid, columns: int) -> Sequence[Sequence[float | None]]:
    """Return the scores, with six digits where there are very many."""
    if len(grid.values) * columns <= MANY_CELLS:
        return grid.values
    return [[None if v is None else float(f"{v:.6g}") for v in row] for row in grid.values]


def _mark_safe(context: dict[str, Any]) -> dict[str, Any]:
    """Mark what is markup already: our own files, drawings made of elements, and the escaped data."""
    from markupsafe import Markup

    ours: dict[str, Any] = {
        name: Markup(context[name]) for name in ("script", "style", "island") if name in context
    }
    drawings = [(f, Markup(f.svg)) for f in context["figures"]]
    return {**context, **ours, "figures": drawings}


@cache
def _template_file(name: str) -> str:
    return (files("bakeoff.render") / "templates" / name).read_text(encoding="utf-8")


@cache
def _report_templates() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bakeoff.render"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["capitalize_first"] = _capitalise
    return environment
