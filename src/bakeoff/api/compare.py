"""`bakeoff.compare`: read the evidence, infer, look for findings, record the look, deliver."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack, overload

from bakeoff.api.comparison import Comparison
from bakeoff.api.directions import require_direction
from bakeoff.api.estimators import name_estimators, run_estimators
from bakeoff.api.findings import FINDERS, ITEM_FINDERS
from bakeoff.api.gate import gate_request, with_gate
from bakeoff.api.logs import is_of_logs, logged_evidence
from bakeoff.api.settings import KEYWORDS, metric_of_attempts, require_arguments, settings_and_reading
from bakeoff.api.study.stored import is_store_address, open_study, study_evidence
from bakeoff.api.views import with_views
from bakeoff.core import comparison as core
from bakeoff.core.comparison import Settings
from bakeoff.core.costs import Costs
from bakeoff.core.evidence import Scores, StoredStudy
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence, Predictions, TestSetCounts
from bakeoff.core.progress import tell_stage
from bakeoff.inference.compare import infer, with_findings
from bakeoff.inference.findings.model_words import with_model_words
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.omissions import leave_out_names
from bakeoff.inputs.options import Reading, ReadOptions
from bakeoff.inputs.predictions.truth_and_predictions import join_predictions
from bakeoff.inputs.unfollowed import refuse_unfollowed
from bakeoff.procedures.sequential_registry import SEQUENTIAL
from bakeoff.project.muting import mute_findings, require_codes
from bakeoff.project.project_file import find_project_file

if TYPE_CHECKING:
    from bakeoff.api.judged import Judged


@overload
def compare(
    evidence: object,
    *,
    gold_column: str,
    gold: object = None,
    weigh_back: bool = False,
    baseline: str | int | None = None,
    margin: float = 0.0,
    level: float = 0.95,
    **reading: Unpack[Reading],
) -> "Judged": ...
@overload
def compare(
    evidence: object,
    *,
    gold: object,
    gold_column: str | None = None,
    weigh_back: bool = False,
    baseline: str | int | None = None,
    margin: float = 0.0,
    level: float = 0.95,
    **reading: Unpack[Reading],
) -> "Judged": ...
@overload
def compare(
    evidence: object,
    predictions: object = None,
    y: object = None,
    *,
    baseline: str | int | None = None,
    baseline_file: object = None,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    margin: float = 0.0,
    level: float = 0.95,
    alternative: str = "two-sided",
    test: str | None = None,
    adjust: str | None = None,
    only_if: str | None = None,
    missing: str = "pairwise",
    test_train_ratio: float | None = None,
    positive: str | int | None = None,
    over: str = "items",
    average: str = "macro",
    costs: object = None,
    threshold: object = None,
    sequential: bool = False,
    properties: object = None,
    beside: Sequence[str] = (),
    seed: int = 0,
    mute: Sequence[str] = (),
    gate: str | None = None,
    bound: str | None = None,
    share: float | None = None,
    ignore_subgroups: bool = False,
    **reading: Unpack[Reading],
) -> Comparison: ...
def compare(  # noqa: PLR0913 - the contract's names, each a keyword
    evidence: object,
    predictions: object = None,
    y: object = None,
    *,
    baseline: str | int | None = None,
    baseline_file: object = None,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    margin: float = 0.0,
    level: float = 0.95,
    alternative: str = "two-sided",
    test: str | None = None,
    adjust: str | None = None,
    only_if: str | None = None,
    missing: str = "pairwise",
    test_train_ratio: float | None = None,
    positive: str | int | None = None,
    over: str = "items",
    average: str = "macro",
    costs: object = None,
    threshold: object = None,
    sequential: bool = False,
    properties: object = None,
    beside: Sequence[str] = (),
    seed: int = 0,
    mute: Sequence[str] = (),
    gate: str | None = None,
    bound: str | None = None,
    share: float | None = None,
    ignore_subgroups: bool = False,
    gold_column: str | None = None,
    gold: object = None,
    weigh_back: bool = False,
    **reading: Unpack[Reading],
) -> "Comparison | Judged":
    """Compare classifiers and return the verdict with everything it rests on.

    Parameters
    ----------
    evidence : path, text, dataframe, dict, array
        Scores of classifiers on datasets, or their predictions: a file (CSV, TSV, Parquet, JSON, Excel, ARFF,
        …), a table pasted from a paper, a pandas or polars dataframe, a dict of classifier to scores, or an
        array with one column for each classifier; a fitted GridSearchCV or RandomizedSearchCV, or a dict of
        classifier to what `cross_validate` returned. With `predictions`: the true classes, a list, array or Series.
        With X and y: a dict of name to estimator, which are cross-validated on the same ten folds.
    predictions : dict or dataframe, optional
        Classifier to what it said of each example: its classes, or a table of `predict_proba`. Of estimators: X; or a
        dict of name to (X, y) for several datasets.
    y : array, optional
        Of estimators: the true classes. For other folds, tuning and limits use `bakeoff.Study`.
    baseline : str, optional
        The classifier that all others are compared with; without it, all pairs are compared.
    baseline_file : path, optional
        Compare with a classifier of an earlier run: a file of `Comparison.save` or of ``--export
        evidence=FILE.json``, or a table as `evidence` is one. Paired by the ids of datasets, examples or items.
    metric : str, optional
        Which score to compare by: where the evidence has several, or of predictions (f1_macro, roc_auc, …), or of
        several attempts at an item (pass@5, pass^5, best-of-5, majority-of-5).
    higher_is_better : bool, optional
        The direction of the score; without it the name decides (error, loss, rank and time are lower).
    margin : float
        The smallest difference that matters, in units of the score. Without one nothing is ever called
        equivalent.
    level : float
        Confidence level of intervals and verdicts.
    alternative : {"two-sided", "greater", "less"}
        Which advantages of b over a count as evidence.
    test, adjust : str, optional
        The test that carries the verdict, and the adjustment over pairs; by default those that measured
        best among the valid ones for the design.
    only_if : str, optional
        An omnibus test, such as "friedman", that must reject before any pair is called different. It only
        costs power, so it is not the default.
    missing : {"pairwise", "drop-dataset", "refuse", "bounds", "drop-item", "wrong"}
        What to do with datasets that lack a score; of items, with answers that are missing: by default the verdict
        must hold for the worst and the best that they could have scored.
    test_train_ratio : float, optional
        Test size over training size of the resampling, where the evidence does not say it.
    positive : str, optional
        Of two classes the one that precision, recall and F1 of predictions speak of; by default the last.
    over : {"items", "tasks"}
        Of items: whether the claim is about these tasks and items like these, or about tasks like these.
    average : {"macro", "pooled"}
        Of items in several tasks: whether every task counts alike, or every item.
    costs : path or dict, optional
        Compare predictions by expected cost: a TOML file, or what it would hold, such as
        ``{"costs": {"sick": {"well": 10}, "well": {"sick": 1}}}``.
    threshold : {"as-predicted", "chosen", "bayes"} or float, optional
        How scores become decisions where costs are given, in place of what the costs say; "chosen" by least cost, on
        other examples than those that are judged.
    sequential : bool
        Judge by bets that may be stopped at any time: the verdict holds however often one looks, while items,
        examples or datasets arrive.
    properties : path or dict, optional
        What is known of the datasets, and of others: a CSV file with a row for each dataset (rows, attributes,
        classes, …), or dataset to property to number. It shows where the datasets lie among those that are known.
    beside : sequence of str
        Further columns of the same table, such as latency, price and tokens, of which less is better: each is compared
        by itself, and `comparison.beside` says who is on the front. ``plot("trade-off")`` draws the first.
    seed : int
        Seed of everything that is simulated.
    mute : sequence of str
        Codes of findings, such as "BO234", that are listed as muted in place of being shown.
    gate : {"better", "not-worse"}, optional
        What must hold of every pair; the answer is `comparison.gate`, with `passed` and what it rests on.
    bound : {"mean", "mean-in-range", "share", "test"}, optional
        What "not-worse" holds against the margin; over datasets by default their mean.
    share : float, optional
        With ``bound="share"``: so many datasets may lose more than the margin.
    ignore_subgroups : bool
        Let the gate pass although b is worse in a subgroup.
    gold_column, gold : str, path or table, optional
        Of a judge's scores: the column with people's scores of some items, or a second table with id, model and
        people's score. The answer is then a `Judged`: the difference corrected by the labels.
    weigh_back : bool
        These labels were drawn at random within the judge's verdicts.
    **reading
        How to read the evidence: `dataset_column`, `classifier_column`, `score_column`, `id_column`,
        `truth_column`, `group_column`, `subgroup_column`, `cluster_column`, `fold_column`, `repeat_column`,
        `weight_column`, `transpose`, `rows_are`, `pair_by`, `columns_are`, `columns`, `leave_aside`, `rename`,
        `missing_marks`, `only`, `leave_out`, `without`,
        `drop_incomplete`, `allow_mixed_scale`, `study`; of files
        `encoding`, `separator`, `decimal`, `sheet`, `max_bytes`, `max_unpacked`, `max_cells`.

    Returns
    -------
    Comparison
        Frozen; prints as the words of the command line, shows itself in a notebook. With `gold_column` or `gold`, a
        `Judged`.

    See Also
    --------
    audit : What could be wrong with the claim.
    plan : Before the experiment: how many datasets or examples.
    estimate : A single classifier, and how surely it is so good.
    explain : Which properties of the datasets go with the difference.

    Examples
    --------
    >>> import bakeoff
    >>> scores = {"dataset": ["w", "x", "y", "z"], "A": [80, 73, 85, 68], "B": [85, 70, 85, 74]}
    >>> bakeoff.compare(scores).pairs[0].verdict.value
    'undecided'
    >>> y_true = ["cat", "dog", "dog", "cat"] * 10
    >>> said = {"a": ["cat", "dog", "cat", "cat"] * 10, "b": ["dog", "dog", "cat", "dog"] * 10}
    >>> bakeoff.compare(y_true, said).pairs[0].verdict.value
    'worse'
    """
    require_arguments(reading, KEYWORDS, of="compare")
    keywords = {**locals(), **reading}  # by their names
    settings, options = settings_and_reading(keywords)
    if gold_column is not None or gold is not None:
        from bakeoff.api.judged import compare_judged, require_judged  # few wait for it

        require_judged(keywords)
        return compare_judged(
            evidence,
            gold_column=gold_column,
            gold=gold,
            baseline=None if baseline is None else str(baseline),
            level=level,
            margin=margin,
            weigh_back=weigh_back,
            options=options,
        )
    request = gate_request(gate, bound=bound, share=share, subgroups=not ignore_subgroups)
    estimators = name_estimators(evidence, predictions, y)
    if estimators is not None:
        evidence = run_estimators(estimators, predictions, y, metric=metric, seed=seed)
        settings, options = (
            replace(settings, metric=None),
            replace(options, metric=None),
        )  # it was computed so
    elif predictions is not None:
        evidence = join_predictions(evidence, predictions)
    if baseline_file is not None:
        from bakeoff.api.pipelines.baseline import with_baseline_file

        evidence, settings, options = with_baseline_file(evidence, baseline_file, settings, options)
    comparison = compare_evidence(
        evidence, settings, options, costs=costs, threshold=threshold, sequential=sequential, mute=mute
    )
    comparison = comparison if request is None else with_gate(comparison, request)
    if beside:
        from bakeoff.api.further_measures import with_further_measures

        comparison = with_further_measures(comparison, evidence, options, beside)
    if properties is None:
        return comparison
    from bakeoff.api.catalogue_space import locate_in_catalogue

    return locate_in_catalogue(comparison, properties=properties)


def compare_evidence(  # noqa: PLR0913 - what `compare` takes, each by its name
    evidence: object,
    settings: Settings,
    options: ReadOptions,
    *,
    costs: object = None,
    threshold: object = None,
    sequential: bool = False,
    recorded: bool | None = True,
    mute: Sequence[str] = (),
) -> Comparison:
    """Read evidence, compare, look for findings, and write it into the project's ledger if it has one.

    What is only tried (`recorded=False`) is judged as the look that it would be; None asks no ledger.
    """
    codes = require_codes(mute)
    tell_stage("reading")
    read = as_evidence(evidence, options, test=settings.test)
    if is_of_logs(read):  # a metric chose the scores that were read, unless it is made of attempts
        settings = replace(settings, metric=metric_of_attempts(settings.metric))
    if threshold is not None and costs is None:
        read, settings = _decide_by_threshold(read, settings, threshold)
        threshold = None
    if sequential or settings.test in SEQUENTIAL:
        return _judge_in_sequence(read, settings, recorded=recorded, codes=codes)
    inferred = infer(read, settings, costs=_read_costs_and_threshold(costs, threshold))
    require_direction(inferred.comparison)
    comparison = with_findings(inferred, ITEM_FINDERS if isinstance(read, ItemEvidence) else FINDERS)
    comparison = with_model_words(_with_study_answers(comparison, test=settings.test))
    if recorded is not None and find_project_file() is not None:
        from bakeoff.project.ledger import record_look  # without a project nobody waits for it

        comparison = record_look(comparison, write=recorded)
    if codes:
        comparison = replace(comparison, findings=mute_findings(comparison.findings, codes), mute=codes)
    return with_views(Comparison, comparison)


def _judge_in_sequence(
    read: Evidence, settings: Settings, *, recorded: bool | None, codes: Sequence[str]
) -> Comparison:
    """Judge evidence by a test that holds at every look, with what the project's ledger has of the question."""
    from bakeoff.api.sequential import compare_in_sequence

    comparison = compare_in_sequence(read, settings, recorded=recorded)
    if codes:
        comparison = replace(
            comparison, findings=mute_findings(comparison.findings, codes), mute=tuple(codes)
        )
    return with_views(Comparison, comparison)


def _with_study_answers(comparison: core.Comparison, *, test: str | None) -> core.Comparison:
    """Return the comparison of a study with what only its store can answer; `test` is the one that was named."""
    stored = comparison.evidence.stored
    if stored is None:
        return comparison
    from bakeoff.api.study.analyses import bootstrap_estimates
    from bakeoff.api.study.approach import approach_of, follows_approach

    steps = None
    if test is not None and follows_approach(comparison, test):
        steps = approach_of(comparison, stored, test=test)
    estimates = bootstrap_estimates(stored, metric=comparison.evidence.measure.name)
    return replace(comparison, approach=steps, bootstrap=estimates)


def as_evidence(evidence: object, options: ReadOptions, *, test: str | None = None) -> Evidence:
    """Return evidence as it is, or as it is read from whatever was given; a store gives what `test` judges."""
    if isinstance(evidence, TestSetCounts):
        return evidence
    if isinstance(evidence, Scores | Predictions):
        return leave_out_names(evidence, options)
    if isinstance(evidence, ItemEvidence):
        from bakeoff.inputs.items.parts import leave_parts_out

        return leave_parts_out(evidence, options)
    if is_store_address(evidence):
        from bakeoff.inference.recognise.example_benches import judges_examples

        # A test of examples asks for what tuning tried, too, which is read with each outcome.
        evidence = open_study(evidence, study=options.study, is_whole=judges_examples(test))
    if isinstance(evidence, StoredStudy):
        of_study = study_evidence(evidence, metric=options.metric, test=test)
        refuse_unfollowed(of_study, options)
        return replace(leave_out_names(of_study, options), read_with=options.said)
    logged = _read_experiment(evidence, options) or logged_evidence(evidence, options)
    if logged is not None:
        refuse_unfollowed(logged, options)
        return logged
    return replace(read_evidence(evidence, options=options), read_with=options.said)


def _read_experiment(evidence: object, options: ReadOptions) -> Evidence | None:
    """Return what the runs of an experiment have logged; None where no experiment is named."""
    if not isinstance(evidence, str) or not evidence.startswith("mlflow:") or "\n" in evidence:
        return None
    from bakeoff.api.pipelines.mlflow import read_experiment

    return read_experiment(evidence, options)


def _decide_by_threshold(read: Evidence, settings: Settings, threshold: object) -> tuple[Evidence, Settings]:
    """Return predictions decided by a threshold without costs, and settings with the metric that suits it."""
    from bakeoff.inference.costs.decision_rules import decide_by_threshold
    from bakeoff.inputs.costs import read_rule

    return decide_by_threshold(read, settings, read_rule(threshold, "--threshold"))


def _read_costs_and_threshold(costs: object, threshold: object) -> Costs | None:
    if costs is None:
        return None
    from bakeoff.inputs.costs import read_costs, read_threshold

    read = read_costs(costs)
    return read if threshold is None else replace(read, threshold=read_threshold(threshold, "--threshold"))
