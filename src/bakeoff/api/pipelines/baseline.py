"""`--baseline-file`: the evidence of now, with a classifier of an earlier run as the baseline."""

from dataclasses import replace

from bakeoff.api.compare import as_evidence
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Scores
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Predictions
from bakeoff.inputs.baseline.joining import join_baseline
from bakeoff.inputs.baseline.saved import SavedEvidence, read_saved
from bakeoff.inputs.options import ReadOptions


def with_baseline_file(
    evidence: object, file: object, settings: Settings, options: ReadOptions
) -> tuple[SavedEvidence, Settings, ReadOptions]:
    """Return the joined evidence, the settings with its baseline, and no more to be said about how to read it."""
    alone = replace(options, one_classifier=True, one_score=True)
    now = _require_ids(as_evidence(evidence, alone, test=settings.test))
    earlier = read_saved(file)
    if earlier is None:
        earlier = _require_ids(as_evidence(file, alone, test=settings.test))
    joined, label = join_baseline(now, earlier, name=settings.baseline)
    return joined, replace(settings, baseline=label), ReadOptions(metric=options.metric)


def _require_ids(evidence: object) -> SavedEvidence:
    if isinstance(evidence, Scores | Predictions | ItemEvidence):
        return evidence
    raise UsageError(
        "counts have no ids by which another file could be paired with them",
        where="--baseline-file",
        fix="give tables of scores, predictions or items",
        code="BO671",
    )
