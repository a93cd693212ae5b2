"""What a study says beyond its comparison, as JSON: full precision, and never NaN or infinity."""

from dataclasses import asdict
from typing import Any

from bakeoff.core.answers.studies import (
    Beyond,
    ConditionCurves,
    DistinctSamples,
    Factors,
    Randomizations,
    StudyEstimates,
)
from bakeoff.core.measures import Measure
from bakeoff.core.results import OmnibusResult
from bakeoff.render.findings import finding_dicts, json_number
from bakeoff.render.json.values import interval_or_null


def estimates_dict(made: StudyEstimates) -> dict[str, Any]:
    """Return the estimates of a study as plain values."""
    return {
        **_study_metric(made.measure),
        "level": made.level,
        "each": [
            {
                "classifier": one.classifier,
                "dataset": one.dataset,
                "estimates": [
                    {
                        "method": e.method,
                        "of": e.of,
                        "value": json_number(e.value),
                        "interval": interval_or_null(e.interval),
                        "why_no_interval": e.why_no_interval or None,
                        "citation": e.citation or None,
                    }
                    for e in one.each
                ],
                **({} if one.steps is None else {"steps": asdict(one.steps)}),
            }
            for one in made.each
        ],
    }


def randomization_dict(made: Randomizations) -> dict[str, Any]:
    """Return the randomization tests as plain values, with their reference distributions."""
    return {
        **_study_metric(made.measure),
        "permutations": made.planned,
        "each": [
            {
                "classifier": one.classifier,
                "dataset": one.dataset,
                "observed": json_number(one.observed),
                "reference": [json_number(score) for score in one.reference],
                "p": one.p_value,
                "p_adjusted": one.p_adjusted,
                "permutations": one.permutations,
                "stopped": one.stopped,
                "finished": one.finished,
                "optimism": json_number(one.optimism),
                "adjusted": json_number(one.adjusted),
                "why_not_adjusted": one.why_not_adjusted or None,
            }
            for one in made.each
        ],
        "findings": finding_dicts(made.findings),
    }


def curves_dict(made: ConditionCurves) -> dict[str, Any]:
    """Return curves over conditions as plain values."""
    return {
        "kind": made.kind,
        **_study_metric(made.measure),
        "undisturbed": made.undisturbed,
        "level": made.level,
        "datasets": made.datasets,
        "method": made.method,
        "each": [
            {
                "classifier": curve.classifier,
                "points": [
                    {
                        "rate": point.rate,
                        "mean": json_number(point.mean),
                        "n": point.n,
                        "change": None
                        if point.change is None
                        else {
                            "value": json_number(point.change.value),
                            "interval": interval_or_null(point.change.interval),
                        },
                    }
                    for point in curve.points
                ],
            }
            for curve in made.each
        ],
    }


def resources_dict(made: Beyond) -> dict[str, Any]:
    """Return times, sizes and complexity as plain values."""
    return {
        **_study_metric(made.measure),
        "level": made.level,
        "classifiers": [
            {
                "classifier": one.classifier,
                "score": json_number(one.score),
                "complexity": dict(one.complexity),
            }
            for one in made.classifiers
        ],
        "resources": [
            {
                "name": use.name,
                "means": {m.classifier: json_number(m.mean) for m in use.means},
                "ratios": [
                    {
                        "classifier": r.classifier,
                        "against": r.against,
                        "ratio": json_number(r.ratio),
                        "interval": interval_or_null(r.interval),
                        "differs": r.differs,
                    }
                    for r in use.ratios
                ],
                "why_untested": use.why_untested or None,
            }
            for use in made.resources
        ],
    }


def anova_dict(made: DistinctSamples) -> dict[str, Any]:
    """Return the analysis of variance of distinct samples as plain values."""
    return {
        **_study_metric(made.measure),
        "level": made.level,
        "means": dict(made.means),
        "datasets": [
            {
                "dataset": one.dataset,
                "corrected": _study_omnibus(one.corrected),
                "by_the_book": _study_omnibus(one.by_the_book),
                "p_adjusted": one.p_adjusted,
                "sharing": str(one.sharing),
                "over": one.over,
            }
            for one in made.each
        ],
        "over_datasets": None if made.over_datasets is None else _study_omnibus(made.over_datasets),
        "findings": finding_dicts(made.findings),
    }


def factors_dict(made: Factors) -> dict[str, Any]:
    """Return the analysis of factors as plain values."""
    return {
        **_study_metric(made.measure),
        "properties": list(made.properties),
        "settings": list(made.settings),
        "factors": [
            {
                "factor": one.factor,
                "effects": dict(one.effects),
                "sum_of_squares": json_number(one.sum_of_squares),
                "df": one.df,
                "f": json_number(one.f),
                "p": json_number(one.p_value),
                "residual_df": one.residual_df,
            }
            for one in made.each
        ],
        "residual_df": list(made.residual_df),
        "assumptions": list(made.assumptions),
    }


def _study_metric(measure: Measure) -> dict[str, Any]:
    return {"metric": measure.name, "higher_is_better": measure.higher_is_better}


def _study_omnibus(result: OmnibusResult) -> dict[str, Any]:
    return {
        "test": result.procedure,
        "statistic": json_number(result.statistic),
        "df": list(result.df),
        "p": result.p_value,
        "method": result.method,
        "assumptions": list(result.assumptions),
    }
