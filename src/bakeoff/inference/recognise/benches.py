"""Build the bench: settle what is missing, recognise the design, and prepare the evidence for procedures."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.comparison import Missing, Settings
from bakeoff.core.costs import Costs
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.items import ItemEvidence
from bakeoff.core.omissions import OmittedBy
from bakeoff.core.plain_names import plain_name
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.inference.bench.bench import Bench, PairIndex, ScoreBench
from bakeoff.inference.recognise.score_design import recognise_scores


def build_bench(evidence: Evidence, settings: Settings, costs: Costs | None = None) -> Bench:
    """Return the bench for any kind of evidence."""
    if costs is not None and not isinstance(evidence, Predictions):
        raise UsageError(
            "costs are of predictions, and this evidence has none",
            where="--costs",
            fix="give predictions: the true class and what each classifier predicted, example by example",
            code="BO078",
        )
    if isinstance(evidence, ItemEvidence):
        raise DesignError(
            "this is asked of scores and predictions, and these are items",
            where=evidence.source,
            fix="use bakeoff compare, which judges items, or bakeoff plan for how many are needed",
            code="BO074",
        )
    _require_no_items_asked(settings, evidence.source)
    settings = settle_baseline(settings, evidence.classifiers)
    if isinstance(evidence, Scores):
        return build_score_bench(evidence, settings)
    # tables of scores do not wait for it
    from bakeoff.inference.recognise.example_benches import build_test_set_bench

    return build_test_set_bench(
        evidence, settings, list_pairs(evidence.classifiers, settings.baseline), costs
    )


def _require_no_items_asked(settings: Settings, source: str) -> None:
    """Refuse what can be asked of items only."""
    plain = Settings()
    for name in ("over", "average"):
        if (said := getattr(settings, name)) != getattr(plain, name):
            raise UsageError(
                f"--{name} {said} is asked of items within tasks, and this evidence has none",
                where=f"--{name}, {source}",
                fix=f"leave --{name} out, or give answers to items: columns model, item, score and perhaps task",
                code="BO261",
            )
    if settings.missing in (Missing.BOUNDS, Missing.DROP_ITEM, Missing.WRONG):
        raise UsageError(
            f"--missing {settings.missing} is for answers to items, and this evidence has none",
            where=f"--missing, {source}",
            fix="use one of: pairwise, drop-dataset, refuse",
            code="BO067",
        )


def build_score_bench(evidence: Scores, settings: Settings) -> ScoreBench:
    """Return the bench for a table of scores."""
    settings = settle_baseline(settings, evidence.classifiers)
    pairs = list_pairs(evidence.classifiers, settings.baseline)
    scores = settle_missing(evidence, settings.missing)
    bench = ScoreBench(
        evidence=scores, design=recognise_scores(scores, settings), settings=settings, pairs=pairs
    )
    _require_shared_units(bench)
    return bench


def settle_baseline(settings: Settings, names: tuple[str, ...]) -> Settings:
    """Return settings with the baseline by the name that it is shown with; refuse one that is not there."""
    baseline = settings.baseline
    if baseline is None or baseline in names:
        return settings
    baseline = plain_name(baseline)
    if baseline not in names:
        raise UsageError(
            f"the baseline {baseline!r} is not among the classifiers{did_you_mean(baseline, names)}",
            where="--baseline",
            fix=f"use one of: {', '.join(names[:20])}",
            code="BO063",
        )
    return replace(settings, baseline=baseline)


def list_pairs(names: tuple[str, ...], baseline: str | None) -> tuple[PairIndex, ...]:
    """Return all pairs, or each with the baseline."""
    if baseline is None:
        return tuple((i, j) for i in range(len(names)) for j in range(i + 1, len(names)))
    a = names.index(baseline)
    return tuple((a, j) for j in range(len(names)) if j != a)


def settle_missing(evidence: Scores, missing: Missing) -> Scores:
    """Return the scores as far as they can be used, or refuse them, as was asked for."""
    lacking: NDArray[np.bool_] = np.isnan(evidence.values)
    if missing is Missing.PAIRWISE or not lacking.any():
        return evidence
    if missing is Missing.DROP_DATASET:
        if (~lacking.any(axis=1)).sum() < 2 and len(evidence.datasets) > 1:
            raise _nothing_complete(evidence, lacking)
        return _keep_datasets(evidence, np.asarray(~lacking.any(axis=1)))
    cells = [f"{evidence.classifiers[j]!r} on {evidence.datasets[i]!r}" for i, j in np.argwhere(lacking)[:5]]
    more = f" and {lacking.sum() - 5} more" if lacking.sum() > 5 else ""
    raise DesignError(
        f"{lacking.sum()} scores are missing: {', '.join(cells)}{more}",
        where=evidence.source,
        fix="give them, or pass --missing pairwise (each pair on the datasets it shares) or drop-dataset",
        code="BO082",
    )


def _nothing_complete(evidence: Scores, lacking: NDArray[np.bool_]) -> DesignError:
    """Return the error where next to no dataset has every score, with the classifier that is cheapest to leave out."""
    left = [int((~np.delete(lacking, j, axis=1).any(axis=1)).sum()) for j in range(lacking.shape[1])]
    best = int(np.argmax(left))
    number = int((~lacking.any(axis=1)).sum())
    offer = (
        f"without {evidence.classifiers[best]!r} there are {left[best]}: --leave-out "
        f"{evidence.classifiers[best]!r}; or "
    )
    return DesignError(
        f"{'no dataset has' if number == 0 else 'only one dataset has'} a score of every classifier, so "
        f"that nothing is left to compare",
        where=f"--missing drop-dataset, {evidence.source}",
        fix=f"{offer if left[best] > 1 and lacking.shape[1] > 2 else ''}use --missing pairwise (each "
        f"pair on the datasets that it shares)",
        code="BO563",
    )


def _keep_datasets(evidence: Scores, kept: NDArray[np.bool_]) -> Scores:
    """Return the evidence on the datasets that are kept, with a finding that names the others."""
    left_out = [name for name, keep in zip(evidence.datasets, kept, strict=True) if not keep]
    finding = Finding(
        code="BO345",
        severity=Severity.WARNING,
        message=f"Left out because a score is missing: {write_list(left_out)}.",
        detail={"datasets": left_out},
    )
    return replace(
        evidence.subset(kept, by=OmittedBy.MISSING, how="--missing drop-dataset"),
        findings=(*evidence.findings, finding),
    )


def _require_shared_units(bench: ScoreBench) -> None:
    """Refuse a pair that has no dataset in common: nothing can be said of it."""
    for a, b in bench.pairs:
        if not bench.find_shared((a, b)).any():
            names = bench.evidence.classifiers
            raise DesignError(
                f"{names[a]!r} and {names[b]!r} have no dataset on which both have a score",
                where=bench.evidence.source,
                fix=f"give the missing scores, or leave one of them out: --leave-out {names[b]!r}",
                code="BO084",
            )
