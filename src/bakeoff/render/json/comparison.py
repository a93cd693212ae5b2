"""The comparison as the JSON of the contract: full precision, and never NaN or infinity."""

from dataclasses import asdict, fields
from typing import Any

from bakeoff.core.comparison import AgreementMatrix, Comparison, FoldSpread, Pair, PairTest, Standing
from bakeoff.core.design import Design
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.omissions import EvidencePart, Omission, count_omitted, omitted_names
from bakeoff.core.predictions import Evidence
from bakeoff.core.results import OmnibusResult, Posterior, TestResult
from bakeoff.core.summaries import RandomEffects
from bakeoff.core.version import __version__
from bakeoff.render.answers.reading import alternative_dicts, doubt_dicts, shape_dict
from bakeoff.render.approach import approach_dict
from bakeoff.render.findings import finding_dicts, json_number
from bakeoff.render.items import items_dict
from bakeoff.render.json.values import estimate_dict, interval_or_null
from bakeoff.render.operating_points import costs_dict, operating_dict
from bakeoff.render.sentences import summary

SCHEMA = "bakeoff/comparison/1"


def comparison_dict(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain dicts, lists, strings and numbers."""
    return {
        "schema": SCHEMA,
        "version": __version__,
        "evidence": _comparison_evidence(comparison),
        "reading": reading_dict(comparison.evidence),
        "design": str(comparison.design.name),
        "settings": _comparison_settings(comparison),
        "omnibus": _comparison_omnibus(comparison.omnibus[0]) if comparison.omnibus else None,
        "omnibus_tests": [_comparison_omnibus(o) for o in comparison.omnibus],
        "pairs": [_comparison_pair(p, comparison.design) for p in comparison.pairs],
        "tests": [_test(t) for t in comparison.tests],
        "objections": [{"test": o.test, "reason": o.reason} for o in comparison.objections],
        "findings": finding_dicts(comparison.findings),
        "ranking": [_comparison_standing(s) for s in comparison.ranking],
        "groups": [list(g) for g in comparison.groups],
        "agreement": _comparison_agreement(comparison.agreement),
        "costs": costs_dict(comparison.costs),
        "operating_points": operating_dict(comparison.operating_points),
        "calibration": _calibration(comparison),
        **_further(comparison),
        **_gate(comparison),
        **_look(comparison),
        **_sequential(comparison),
        **({} if comparison.item_facts is None else {"items": items_dict(comparison.item_facts)}),
        "approach": None if comparison.approach is None else approach_dict(comparison.approach),
        **_bootstrap(comparison),
        "summary": summary(comparison),
    }


def _further(comparison: Comparison) -> dict[str, Any]:
    if not comparison.beside:
        return {}
    from bakeoff.render.further_measures import further_measure_dict  # few comparisons have any

    return {"beside": [further_measure_dict(found) for found in comparison.beside]}


def _calibration(comparison: Comparison) -> dict[str, Any] | None:
    if comparison.reliability is None:
        return None
    from bakeoff.render.reliability import reliability_dict  # most comparisons have no probabilities

    return reliability_dict(comparison.reliability)


def _bootstrap(comparison: Comparison) -> dict[str, Any]:
    if comparison.bootstrap is None:
        return {}
    from bakeoff.render.json.study import estimates_dict  # most comparisons are of no bootstrap study

    return {"bootstrap": estimates_dict(comparison.bootstrap)}


def _gate(comparison: Comparison) -> dict[str, Any]:
    if comparison.gate is None:
        return {}
    from bakeoff.render.gate import gate_dict  # most comparisons have no gate

    return {"gate": gate_dict(comparison.gate, comparison)}


def _sequential(comparison: Comparison) -> dict[str, Any]:
    if comparison.sequential is None:
        return {}
    from bakeoff.render.json.sequential import sequential_dict  # most comparisons are of one look

    return {"sequential": sequential_dict(comparison.sequential)}


def _look(comparison: Comparison) -> dict[str, Any]:
    look = comparison.look
    if look is None:
        return {}
    return {
        "look": {
            "number": look.number,
            "level": look.level,
            "spending": str(look.spending),
            "written": look.written,
        }
    }


def _comparison_evidence(comparison: Comparison) -> dict[str, Any]:
    evidence, design = comparison.evidence, comparison.design
    if isinstance(evidence, ItemEvidence):
        return _item_evidence(evidence, design)
    return {
        "kind": str(design.kind),
        "source": evidence.source,
        "classifiers": list(evidence.classifiers),
        "datasets": design.members or len(evidence.datasets),
        **_comparison_families(evidence),
        "resamples": design.resamples,
        "examples": design.examples or None,
        "groups": design.groups or None,
        "items": design.items or None,
        "metric": evidence.measure.name,
        "higher_is_better": evidence.measure.higher_is_better,
        "direction_from": evidence.measure.direction_from,
        "unit": str(evidence.measure.unit),
        "digest": evidence.digest,
    }


def _comparison_families(evidence: Evidence) -> dict[str, Any]:
    """Return the families of datasets, where each counts once; else nothing."""
    if not isinstance(evidence, Scores) or not evidence.families:
        return {}
    return {"families": {family.name: list(family.members) for family in evidence.families}}


def _item_evidence(evidence: ItemEvidence, design: Design) -> dict[str, Any]:
    return {
        "kind": str(design.kind),
        "source": evidence.source,
        "classifiers": list(evidence.models),
        "items": design.items,
        "examples": design.items,  # the word that predictions have for it
        "tasks": len(evidence.tasks),
        "task_names": list(evidence.tasks),
        "attempts": design.attempts,
        "groups": design.groups or None,
        "group_noun": evidence.group_noun if design.groups else None,
        "paired_by": evidence.paired_by,
        "metric": evidence.metric,
        "higher_is_better": evidence.higher_is_better,
        "direction_from": evidence.measure.direction_from,
        "unit": str(evidence.unit),
        "digest": evidence.digest,
    }


def reading_dict(evidence: Evidence) -> dict[str, Any]:
    """Return what was left out of evidence, by whom, how and when, and how many scores are missing."""
    omissions = evidence.left_out
    if isinstance(evidence, ItemEvidence):
        return _item_reading(evidence)
    by = list(dict.fromkeys(str(o.by) for o in omissions))
    missing = int((evidence.values != evidence.values).sum()) if isinstance(evidence, Scores) else 0
    reading = evidence.reading
    return {
        **({} if reading is None else shape_dict(reading)),
        "left_out": {
            "datasets": list(omitted_names(omissions, EvidencePart.DATASET)),
            "classifiers": list(omitted_names(omissions, EvidencePart.CLASSIFIER)),
            "examples": count_omitted(omissions, EvidencePart.EXAMPLE),
            "resamples": count_omitted(omissions, EvidencePart.RESAMPLE),
            "rows": count_omitted(omissions, EvidencePart.ROW),
            "by": by[0] if len(by) == 1 else by or None,
            "omissions": [omission_dict(o) for o in omissions],
        },
        "missing": missing,
        "failed": 0 if reading is None else reading.failed,
        "doubts": [] if reading is None else doubt_dicts(reading.doubts),
        "alternatives": [] if reading is None else alternative_dicts(reading.alternatives),
    }


def _item_reading(evidence: ItemEvidence) -> dict[str, Any]:
    omissions, reading = evidence.left_out, evidence.reading
    by = list(dict.fromkeys(str(o.by) for o in omissions))
    return {
        **({} if reading is None else shape_dict(reading)),
        "left_out": {
            "classifiers": list(omitted_names(omissions, EvidencePart.MODEL)),
            "tasks": list(omitted_names(omissions, EvidencePart.TASK)),
            "items": list(omitted_names(omissions, EvidencePart.ITEM)),
            "by": by[0] if len(by) == 1 else by or None,
            "omissions": [omission_dict(o) for o in omissions],
        },
        "missing": int((~evidence.is_answered).sum()),
        "doubts": [] if reading is None else doubt_dicts(reading.doubts),
        "alternatives": [] if reading is None else alternative_dicts(reading.alternatives),
    }


def omission_dict(omission: Omission) -> dict[str, Any]:
    """Return one thing that was left out."""
    return {
        "part": str(omission.part),
        "count": omission.count,
        "names": list(omission.names),
        "by": str(omission.by),
        "how": omission.how or None,
        "after_seeing": omission.after_seeing,
    }


def _comparison_settings(comparison: Comparison) -> dict[str, Any]:
    settings = comparison.settings
    known = {f.name: getattr(settings, f.name) for f in fields(settings) if f.name not in _NOT_LISTED}
    if not comparison.design.of_items:
        known = {name: value for name, value in known.items() if name not in _OF_ITEMS}
    plain = {name: str(value) if isinstance(value, str) else value for name, value in known.items()}
    return {**plain, "test_train_ratio": comparison.design.test_train_ratio}


_NOT_LISTED = ("metric", "positive")  # the metric stands with the evidence; schema 1 has no positive class
_OF_ITEMS = ("over", "average")


def _comparison_pair(pair: Pair, design: Design) -> dict[str, Any]:
    paired = design.paired
    return {
        "a": pair.a,
        "b": pair.b,
        **result_dict(pair.result, pair.p_adjusted),
        "wins": pair.wins if paired else None,
        "draws": pair.draws if paired else None,
        "losses": pair.losses if paired else None,
        "verdict": str(pair.verdict),
        **({} if pair.alone is None else {"verdict_alone": str(pair.alone)}),
        "verdicts_at": {level: str(verdict) for level, verdict in pair.verdicts_at.items()},
        "equivalence_p": json_number(pair.equivalence_p),
        "effects": [estimate_dict(e) for e in pair.effects],
        "population": _comparison_population(pair.population),
        **({"by_task": _by_task(pair)} if design.of_items else {"by_dataset": _by_dataset(pair)}),
        "flips": None if pair.flips is None else asdict(pair.flips),
        "by_subgroup": [
            {
                "subgroup": s.subgroup,
                "examples": s.examples,
                **result_dict(s.result, s.p_adjusted),
                "verdict": str(s.verdict),
            }
            for s in pair.by_subgroup
        ],
        "subgroup_interaction": _interaction(pair),
    }


def _interaction(pair: Pair) -> dict[str, Any] | None:
    if pair.interaction is None:
        return None
    result = pair.interaction.result
    return {
        "test": result.procedure,
        "statistic": json_number(result.statistic),
        "df": [json_number(df) for df in result.df],
        "p_value": json_number(result.p_value),
        "p_adjusted": json_number(pair.interaction.p_adjusted),
        "differs": pair.interaction.differs,
    }


def _comparison_standing(standing: Standing) -> dict[str, Any]:
    interval = standing.rank_interval
    return {
        "classifier": standing.classifier,
        "mean_score": json_number(standing.mean_score),
        "score_interval": interval_or_null(standing.score_interval),
        "scored_on": standing.scored_on,
        "mean_rank": json_number(standing.mean_rank),
        "ranked_on": standing.ranked_on,
        "common_mean": json_number(standing.common_mean),
        "rank_interval": None if interval is None else [interval.low, interval.high],
        "best": json_number(standing.best),
        "strength": None if standing.strength is None else estimate_dict(standing.strength),
    }


def _comparison_agreement(matrix: AgreementMatrix | None) -> dict[str, Any] | None:
    if matrix is None:
        return None
    return {
        "of": matrix.of,
        "classifiers": list(matrix.classifiers),
        "share": matrix.share.tolist(),
        "kappa": [[json_number(value) for value in row] for row in matrix.kappa.tolist()],
    }


def _comparison_population(summary: RandomEffects | None) -> dict[str, Any] | None:
    if summary is None:
        return None
    spread = summary.heterogeneity
    return {
        "mean": estimate_dict(summary.mean),
        "next_dataset": estimate_dict(summary.next_dataset),
        "between_variance": spread and json_number(spread.between_variance),
        "i_squared": spread and json_number(spread.share),
        "method": summary.method,
    }


def _by_dataset(pair: Pair) -> dict[str, Any] | None:
    if pair.datasets_differing is None:
        return None
    return {
        "differing_at_least": pair.datasets_differing.at_least,
        "datasets": [
            {
                "dataset": d.dataset,
                **result_dict(d.result, d.p_adjusted),
                "verdict": str(d.verdict),
                "adjusted_by": d.adjusted_by,
                "flips": None if d.flips is None else asdict(d.flips),
                "folds": None if d.spread is None else [_comparison_spread(s) for s in d.spread],
            }
            for d in pair.by_dataset
        ],
    }


def _by_task(pair: Pair) -> dict[str, Any] | None:
    if pair.datasets_differing is None:
        return None
    return {
        "differing_at_least": pair.datasets_differing.at_least,
        "tasks": [
            {
                "task": d.dataset,
                **result_dict(d.result, d.p_adjusted),
                "verdict": str(d.verdict),
                "adjusted_by": d.adjusted_by,
            }
            for d in pair.by_dataset
        ],
    }


def _comparison_spread(spread: FoldSpread) -> dict[str, Any]:
    return {"folds": spread.folds, "mean": json_number(spread.mean), "sd": json_number(spread.sd)}


def _test(test: PairTest) -> dict[str, Any]:
    return {"a": test.a, "b": test.b, **result_dict(test.result, test.p_adjusted)}


def result_dict(result: TestResult | Posterior, p_adjusted: float | None) -> dict[str, Any]:
    """Return what a test says of a pair."""
    test = result if isinstance(result, TestResult) else None
    body: dict[str, Any] = {
        "test": result.procedure,
        "statistic": test and json_number(test.statistic),
        "df": test and json_number(test.df),
        "p_value": test and json_number(test.p_value),
        "p_adjusted": json_number(p_adjusted),
        "estimate": estimate_dict(result.estimate),
        "n": result.n,
        "method": result.method,
        "monte_carlo_error": json_number(result.monte_carlo_error),
        "steps": {name: json_number(value) for name, value in result.steps.items()},
    }
    if isinstance(result, Posterior):
        body["posterior"] = {"worse": result.worse, "equivalent": result.equivalent, "better": result.better}
    return body


def _comparison_omnibus(result: OmnibusResult) -> dict[str, Any]:
    return {
        "test": result.procedure,
        "statistic": json_number(result.statistic),
        "df": [json_number(d) for d in result.df],
        "p_value": json_number(result.p_value),
        "n": result.n,
        "method": result.method,
        "steps": {name: json_number(value) for name, value in result.steps.items()},
    }
