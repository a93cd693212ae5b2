"""`bakeoff.audit`: what could be wrong with a claim."""

from collections.abc import Mapping
from dataclasses import fields, replace
from numbers import Real
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from bakeoff.api.catalogue_space import locate_in_catalogue
from bakeoff.api.compare import as_evidence, compare
from bakeoff.api.settings import CompareKeywords, require, settings_and_reading
from bakeoff.api.views import with_views
from bakeoff.core.answers import audit as core
from bakeoff.core.answers.audit import ClaimContext
from bakeoff.core.comparison import Comparison
from bakeoff.core.datasets import SamplingKind, SamplingRecord
from bakeoff.core.errors import DesignError, UsageError
from bakeoff.core.evidence import Scores, StoredStudy
from bakeoff.core.words import did_you_mean, write_count
from bakeoff.inputs.options import ReadOptions
from bakeoff.pitfalls.checklist import audit_comparison, audit_leaderboard
from bakeoff.project.muting import mute_findings

if TYPE_CHECKING:
    from pathlib import Path

NOTHING_TO_PAIR = ("BO022", "BO023")  # one score for each entry: a leaderboard, if its test records are known


class Audit(core.Audit):
    """A finished audit, with the faces it shows: words, JSON, and a report with all its findings."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the audit as the JSON of the contract."""
        from bakeoff.render.answers.audit import audit_dict

        return audit_dict(self)

    def report(self, path: "str | Path", *, command: str | None = None) -> "Path":
        """Write the report on the comparison with every finding of the audit, and return its path."""
        from bakeoff.api.deliveries.report import write_report

        return write_report(with_audit_findings(self), path, command=command, audit=self)

    def __repr__(self) -> str:
        from bakeoff.render.answers.audit import one_line_audit

        return f"<Audit of {one_line_audit(self)}>"

    def __str__(self) -> str:
        from bakeoff.render.answers.audit import audit_lines
        from bakeoff.render.lines import plain_text

        return plain_text(audit_lines(self))

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def audit(
    evidence: object,
    *,
    tests: int | None = None,
    tried: Mapping[str, int] | None = None,
    groups: int | None = None,
    test_records: int | None = None,
    claim: str | float | None = None,
    **comparing: Unpack[CompareKeywords],
) -> Audit:
    """Say what could be wrong with a claim, with the numbers behind it and what to do.

    Parameters
    ----------
    evidence : Comparison, path, text, dataframe, dict, array
        A finished comparison, or whatever `bakeoff.compare` takes.
    tests : int, optional
        How many tests the claim stands among; by default those that the project's ledger has of this data, else
        the pairs of the comparison.
    tried : dict, optional
        Classifier to the number of its configurations that were tried; a study's store knows them.
    groups : int, optional
        How many groups compare such classifiers on the same public data.
    test_records : int, optional
        Test records behind each score, where the evidence does not say (a column n_test).
    claim : str or float, optional
        A p-value as it was printed, such as ".03": which test it is of.
    **comparing
        The arguments of `bakeoff.compare`, where the evidence is not compared yet.

    Returns
    -------
    Audit
        Frozen; prints as the words of the command line.

    See Also
    --------
    compare : The comparison that is audited.
    calibrate : How often the test in use rejects where nothing differs.

    Examples
    --------
    >>> import bakeoff
    >>> scores = {"A": [80, 73, 85, 68, 82, 75, 73, 64, 75, 69], "B": [85, 70, 85, 74, 71, 65, 77, 73, 75, 76]}
    >>> bakeoff.audit(scores, test="paired-t").fragility[0].flips_with
    2
    """
    claim_context = read_claim_context(
        tests=tests, tried=tried or {}, groups=groups, test_records=test_records, claim=claim
    )
    if isinstance(evidence, Comparison):
        if comparing:
            raise UsageError(
                f"a finished comparison takes no {next(iter(comparing))!r}",
                where="bakeoff.audit",
                fix="say it to bakeoff.compare",
                code="BO066",
            )
        return audit_finished(evidence, claim_context)
    if any(comparing.get(name) is not None for name in ("gold_column", "gold")):
        raise UsageError(
            "a comparison by a judge cannot be audited",
            where="bakeoff.audit",
            fix="bakeoff.compare says what labels and judge show",
            code="BO579",
        )
    try:
        told: dict[str, Any] = {**comparing}
        comparison: Comparison = compare(evidence, **told)
        return audit_finished(comparison, claim_context)
    except DesignError as error:
        settings, options = settings_and_reading(comparing)
        board = _read_leaderboard(evidence, options, claim_context, error)
        return with_views(Audit, audit_leaderboard(board, claim_context, level=settings.level))


def audit_finished(comparison: Comparison, context: ClaimContext) -> Audit:
    """Audit a finished comparison, with what a study's store knows of it."""
    _check_names(context, comparison.evidence.classifiers)
    known = _with_ledger(_with_store(context, comparison.evidence.stored), comparison)
    return with_views(Audit, _mute_audit(audit_comparison(locate_in_catalogue(comparison), known)))


def with_audit_findings(audit: core.Audit) -> Comparison:
    """Return the comparison with every finding of its audit, for a report."""
    if audit.comparison is None:
        raise UsageError(
            "a leaderboard has no comparison to report",
            where="--report",
            fix="leave --report out, or give scores on several datasets",
            code="BO401",
        )
    return replace(audit.comparison, findings=audit.findings)


def _mute_audit(made: core.Audit) -> core.Audit:
    """Return an audit in which what the comparison mutes is muted."""
    codes = () if made.comparison is None else made.comparison.mute
    return replace(made, findings=mute_findings(made.findings, codes))


def read_claim_context(
    *,
    tests: int | None,
    tried: Mapping[str, int],
    groups: int | None,
    test_records: int | None,
    claim: str | float | None,
) -> ClaimContext:
    """Return what the user says of the claim, or refuse what cannot be meant."""
    numbers = {"tests": tests, "groups": groups, "test_records": test_records, **tried}
    for name, value in numbers.items():
        require(
            value is None or (isinstance(value, Real) and value >= 1), name, value, "a number from 1 upwards"
        )
    text = None if claim is None else str(claim).strip()
    if text is not None:
        require(_is_p_value(text), "claim", claim, "a p-value between 0 and 1, such as .03")
    return ClaimContext(tests=tests, tried=dict(tried), groups=groups, test_records=test_records, claim=text)


def _is_p_value(text: str) -> bool:
    try:
        return 0 <= float(text) <= 1
    except ValueError:
        return False


def _check_names(context: ClaimContext, names: tuple[str, ...]) -> None:
    for name in context.tried:
        if name not in names:
            raise UsageError(
                f"there is no classifier {name!r}{did_you_mean(name, names)}",
                where=f"--tried {name}",
                fix=f"the classifiers are {', '.join(names[:10])}",
                code="BO067",
            )


def _read_leaderboard(
    evidence: object, options: ReadOptions, context: ClaimContext, error: DesignError
) -> Scores:
    """Return one score for each entry, where that is all there is and the test records are known."""
    if error.code not in NOTHING_TO_PAIR or context.test_records is None:
        raise error
    turned = not options.transpose if error.code == "BO022" else options.transpose
    read = as_evidence(evidence, replace(options, one_score=True, transpose=turned))
    if not isinstance(read, Scores) or len(read.datasets) != 1:
        raise error
    return read


def _with_ledger(context: ClaimContext, comparison: Comparison) -> ClaimContext:
    """Return what is told with the tests that the project's ledger has of this data, unless their number was told."""
    from bakeoff.project.ledger import tests_on_record

    counts = None if context.tests is not None else tests_on_record(comparison)
    if counts is None:
        return context
    tests, looks = counts
    return replace(context, tests=tests, tests_from=f"the ledger, {write_count(looks, 'look')} at this data")


def _with_store(context: ClaimContext, stored: StoredStudy | None) -> ClaimContext:
    """Return what is told with what the store of a study recorded: configurations tried, and the sample of datasets."""
    if stored is None:
        return context
    columns = stored.columns
    most = np.zeros(len(columns.classifier.names), dtype=np.int64)
    np.maximum.at(most, columns.classifier.codes, columns.tried)
    tried = {
        name: count for name, count in zip(columns.classifier.names, most.tolist(), strict=True) if count
    }
    record = _sampling_record(stored.plan)
    return replace(
        context, tried=context.tried or tried, tried_inside=not context.tried and bool(tried), sampling=record
    )


def _sampling_record(specification: Mapping[str, Any]) -> SamplingRecord:
    sampling = specification.get("sampling") or {}
    kind = SamplingKind.SAMPLED if sampling.get("kind") == "sampled" else SamplingKind.OPPORTUNITY
    known = {f.name for f in fields(SamplingRecord)} - {"kind"}
    values: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in sampling.items() if k in known
    }
    values.setdefault("reason", str(specification.get("why_these_datasets", "")))
    return SamplingRecord(kind=kind, **values)
