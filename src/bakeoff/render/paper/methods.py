"""The methods paragraph: how the evidence was made, which test, what the estimate is of, how it was decided."""

from collections.abc import Iterator, Mapping
from typing import Any

from bakeoff.core.comparison import Comparison
from bakeoff.core.design import Design
from bakeoff.core.evidence import Scores
from bakeoff.core.item_facts import Lacking
from bakeoff.core.omissions import Omission, OmittedBy
from bakeoff.core.predictions import Predictions, TestSetCounts
from bakeoff.core.results import Alternative, Posterior, significance
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count, write_list
from bakeoff.render.items import item_question, noun_of
from bakeoff.render.paper.calibration import calibration_method_sentences
from bakeoff.render.paper.further_measures import further_method_sentences
from bakeoff.render.paper.gate import gate_method_sentences
from bakeoff.render.paper.latex import escape_latex, escape_sentence
from bakeoff.render.paper.numbers import spell_number, tex_level, tex_margin, unit_of
from bakeoff.render.paper.phrases import (
    ADJUSTMENTS,
    NAMED_BY_METHOD,
    OF_ONE_CLASS,
    TEST_NOTES,
    TESTS,
    metric_name,
    quantity_name,
)
from bakeoff.render.paper.subgroups import subgroup_method_sentences
from bakeoff.render.sentences import OF_DISCOVERIES, resamples_each, training_text, units_of

MOST_NAMES = 6
OF_RESAMPLES = ("bayes-hierarchical",)  # procedures over datasets that take the resamples as they are
OF_ONE_MODEL = ("bayes-bradley-terry",)  # which judge all pairs by one posterior
MOST_LEFT_OUT = 40  # datasets of a frame, or strata, that are told one by one
# The test sums scores, the interval is of means: a reader who checks one against the other has to know.
_MADE_FOR_MEANS = (
    r"; they are found from the largest studentized deviation of the means when datasets are drawn with replacement "
    r"\cite{efron1993}, and the end next to zero is moved to zero where it would contradict the test "
    r"\cite{strassburger2008}"
)
_CLOSED = (
    r"The test is closed \cite{marcus1976}: a difference is claimed where every partition of the {noun}s into sets "
    "of equals that has both in one set is rejected."
)
_STEPPED = "The adjustment is step-down: pairs with a larger sum are no longer counted."


def methods_paragraph(comparison: Comparison) -> str:
    """Return the methods paragraph of a comparison, in LaTeX, with citations."""
    return " ".join(
        [
            _comparison_sentence(comparison),
            *_dataset_choice_sentences(comparison),
            *_tuning_sentences(comparison),
            *_threshold_sentences(comparison),
            *_missing_sentences(comparison),
            *_approach_sentences(comparison),
            _test_sentence(comparison),
            *_adjustment_sentences(comparison),
            *_gatekeeper_sentences(comparison),
            _estimate_sentence(comparison),
            *_decision_sentences(comparison),
            *_forced_test_sentences(comparison),
            *subgroup_method_sentences(comparison),
            *calibration_method_sentences(comparison),
            *further_method_sentences(comparison),
            *gate_method_sentences(comparison),
            _software_sentence(comparison),
        ]
    )


def _comparison_sentence(comparison: Comparison) -> str:
    evidence, names = comparison.evidence, comparison.evidence.classifiers
    k = len(names)
    listing = f" ({write_list([escape_latex(n) for n in names], most=k)})" if k <= MOST_NAMES else ""
    lower = "" if evidence.measure.higher_is_better else " (lower is better)"
    baseline = comparison.settings.baseline
    how = (
        ""
        if baseline is None or k < 3
        else f", each of the others with the baseline {escape_latex(baseline)},"
    )
    what = "scores" if evidence.measure.name == "score" else metric_name(evidence.measure.name)
    by = f"{what}{_class_words(comparison)}{lower}"
    return (
        f"We compared {spell_number(k)} {noun_of(comparison.design)}s{listing}{how} by their {by} "
        f"{_evidence_words(comparison)}."
    )


def _dataset_choice_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield how the datasets of a study were chosen."""
    for finding in comparison.findings:
        detail = finding.detail
        reason = str(detail.get("reason") or "").strip().rstrip(".")
        why = f"; the reason for the choice: {escape_latex(reason)}" if reason else ""
        if finding.code == "BO253":
            by = [escape_latex(str(each)) for each in detail.get("by") or ()]  # type: ignore[attr-defined]
            strata = f", stratified by {write_list(by, most=6)}" if by else ""
            yield (
                f"The datasets were drawn at random, before anything was run, as {detail['n']} of the "
                f"{detail['n_frame']} in {escape_latex(str(detail['frame'] or 'a catalogue'))}{strata} (seed "
                f"{detail['seed']}){why}.{_strata_words(detail)} The claim is about that frame; how it came about is "
                "itself not random."
            )
        elif finding.code == "BO254":
            yield f"The datasets are artificial, made with known properties{why}."
        elif finding.code == "BO234":
            yield f"The datasets are an opportunity sample, not drawn from a catalogue{why}."


def _strata_words(detail: Mapping[str, Any]) -> str:
    names = [escape_latex(str(name)) for name in detail.get("names_left_out") or ()]
    strata = [
        f"{each['drawn']} of {each['size']} with {escape_latex(str(each['stratum']))}"
        for each in detail.get("strata") or ()
    ]
    left = f" Not drawn: {write_list(names, most=MOST_LEFT_OUT)}." if names else ""
    return left + (f" Of the strata were drawn {write_list(strata, most=MOST_LEFT_OUT)}." if strata else "")


def _tuning_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield how the parameters of a study's classifiers were tuned."""
    for finding in comparison.findings:
        if finding.code == "BO256":
            detail: Any = finding.detail
            ways = "; ".join(map(_way_words, detail["ways"]))
            yield (
                f"Parameters were tuned inside each training set only, {ways}; what was tuned "
                f"was then trained again on the whole training set.{_untuned_sentence(detail)}"
            )


def _way_words(way: Mapping[str, Any]) -> str:
    of = [
        f"{escape_latex(name)} ({write_list([escape_latex(p) for p in parameters], most=6)})"
        for name, parameters in way["parameters"].items()
    ]
    how = "one split of it" if way["folds"] == 1 else f"{spell_number(way['folds'])} folds of it"
    by = f"by {way['search']} search and {metric_name(str(way['metric']))} on {how}"
    return f"{by}: {write_list(of, most=MOST_NAMES)}"


def _untuned_sentence(detail: Mapping[str, Any]) -> str:
    names = [escape_latex(str(name)) for name in detail.get("not_tuned") or ()]
    return f" Nothing was tuned of {write_list(names, most=MOST_NAMES)}." if names else ""


def _approach_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield how the recommended approach was followed, where it was."""
    approach = comparison.approach
    if approach is None:
        return
    unmet = [step.number for step in approach.steps if not step.met]
    lacking = (
        f"; of its steps, {write_list(unmet, most=9)} {'was' if len(unmet) == 1 else 'were'} not met"
        if unmet
        else ""
    )
    yield (
        rf"We followed the approach recommended by Salzberg \cite{{{approach.citation}}}{lacking}: on the pooled test "
        f"subsets of each dataset we compared the classifiers by the {escape_latex(approach.test)} test, with "
        "the Bonferroni "
        f"adjustment over the {spell_number(len(approach.tests))} {'test' if len(approach.tests) == 1 else 'tests'}. "
        f"{escape_latex(approach.answer)} {escape_latex(approach.answer_all)}"
    )


def _class_words(comparison: Comparison) -> str:
    evidence = comparison.evidence
    has_two_classes = isinstance(evidence, Predictions) and len(evidence.classes) == 2
    if (
        not has_two_classes
        or evidence.measure.name not in OF_ONE_CLASS
        or not isinstance(evidence, Predictions)
    ):
        return ""
    return f" of the class {escape_latex(evidence.classes[1])}"


def _evidence_words(comparison: Comparison) -> str:
    design = comparison.design
    if isinstance(comparison.evidence, TestSetCounts) and not design.paired:
        sizes = zip(comparison.evidence.classifiers, comparison.evidence.total, strict=True)
        totals = " and ".join(f"{escape_latex(name)} on {total:,g} examples" for name, total in sizes)
        return f"on two independent test sets, {totals}"
    if design.of_items:
        return f"on {escape_latex(item_question(design))}"
    if design.on_examples:
        return _test_set_words(comparison)
    if design.datasets > 1:
        if design.members:
            of = f"{spell_number(design.members)} datasets in {spell_number(design.datasets)} families"
            return f"on {of}, each family counting once, by the mean of its scores"
        return f"on {spell_number(design.datasets)} datasets{_resamples_words(comparison)}"
    trained = escape_sentence(training_text(design))
    if design.halvings:
        times = f"{design.halvings:,} times"
        return f"in cross-validation inside the halves of one dataset, which was halved {times}{trained}"
    folds = ""
    if design.folds > 1:
        repeats = f"{design.repeats} repetitions of " if design.repeats > 1 else ""
        folds = f" ({repeats}{design.folds}-fold cross-validation)"
    return f"on {write_count(design.resamples, 'resample')} of one dataset{folds}{trained}"


def _resamples_words(comparison: Comparison) -> str:
    """Return how many resamples the score of a dataset is the mean of, or that the model takes them as they are."""
    if comparison.design.resamples < 2:
        return ""
    number = resamples_each(comparison)
    each = spell_number(int(number)) if number.isdigit() else number
    if comparison.pairs[0].result.procedure in OF_RESAMPLES:
        return f", with {each} resamples of each"
    return f", each score being the mean of {each} resamples"


def _test_set_words(comparison: Comparison) -> str:
    evidence, design = comparison.evidence, comparison.design
    if isinstance(evidence, TestSetCounts) and not evidence.total_known:
        flips = write_count(design.examples, "example")
        return f"on one test set, of which only the {flips} that exactly one of them gets right are known"
    weights = ", weighted as given" if design.weighted else ""
    pooled = (
        ", whose predictions are pooled over the folds of a cross-validation" if design.pooled_folds else ""
    )
    return f"on the same {units_of(design)}{weights}{pooled}"


def _threshold_sentences(comparison: Comparison) -> Iterator[str]:
    """Yield how scores were turned into classes, where a threshold was asked for."""
    evidence = comparison.predictions or comparison.evidence
    how = evidence.decided_by if isinstance(evidence, Predictions) else ""
    if how.startswith("an example"):
        yield f"{escape_latex(how[:1].upper() + how[1:])}."
    elif how:
        yield f"Scores were turned into classes by {escape_latex(how)}."


def _missing_sentences(comparison: Comparison) -> Iterator[str]:
    evidence = comparison.evidence
    for omission in evidence.left_out:
        yield f"{_left_out_words(omission)}."
    yield from _missing_answers(comparison)
    if isinstance(evidence, Scores) and not comparison.design.complete:
        lacking = int((evidence.values != evidence.values).sum())
        are = "is" if lacking == 1 else "are"
        of = f"Of the {evidence.values.size:,} scores"  # a sentence does not begin with figures
        yield f"{of}, {spell_number(lacking)} {are} missing; {_shared_words(comparison)}."


def _shared_words(comparison: Comparison) -> str:
    """Return on how many datasets pairs were compared where scores are missing."""
    shared = [len(pair.units) for pair in comparison.pairs]
    fewest, most = min(shared), max(shared)
    if len(shared) == 1:
        return f"the two were compared on the {spell_number(most)} datasets on which both have a score"
    numbers = f"{fewest:,}" if fewest == most else f"{fewest:,} to {most:,}"
    both = f"both {noun_of(comparison.design)}s have a score"
    return f"each pair was compared on the datasets on which {both} ({numbers})"


def _missing_answers(comparison: Comparison) -> Iterator[str]:
    """Yield how many answers each model lacks, and what was made of them."""
    facts = comparison.item_facts
    if facts is None or not facts.lacking:
        return
    each = [
        f"{escape_latex(lacking.model)} {', '.join(f'{n:,} {status}' for status, n in _method_kinds(lacking).items())}"
        for lacking in facts.lacking[:MOST_NAMES]
    ]
    rule = {
        "bounds": "a difference is claimed only where it holds for the worst and the best that they could have scored",
        "drop-item": "each pair was compared on the items that both answered",
        "wrong": "they were counted as wrong",
    }.get(str(comparison.settings.missing), "")
    yield f"Some answers are missing ({'; '.join(each)}); {rule}."


def _method_kinds(lacking: Lacking) -> dict[str, int]:
    return {**lacking.statuses, **({"not attempted": len(lacking.absent)} if lacking.absent else {})}


def _left_out_words(omission: Omission) -> str:
    number = f"{omission.count:,}" if omission.count > 12 else spell_number(omission.count).capitalize()
    noun = write_count(omission.count, omission.part).partition(" ")[2]
    names = (
        f" ({write_list([escape_latex(n) for n in omission.names], most=MOST_NAMES)})"
        if omission.names
        else ""
    )
    were = "was" if omission.count == 1 else "were"
    why = {
        OmittedBy.USER: "by hand",
        OmittedBy.READER: "for want of any score",
        OmittedBy.MISSING: "because a score or a prediction is missing",
    }[omission.by]
    only = omission.how.removeprefix("--only ").replace(" --only ", " and ")
    how = f" (only {escape_latex(only)} was kept)" if omission.how.startswith("--only ") else ""
    seen = ", after the result with " + ("it" if omission.count == 1 else "them") + " had been seen"
    return f"{number} {noun}{names} {were} left out {why}{how}{seen if omission.after_seeing else ''}"


def _test_sentence(comparison: Comparison) -> str:
    result = comparison.pairs[0].result
    methods = {pair.result.method for pair in comparison.pairs}
    plain = result.procedure in NAMED_BY_METHOD or len(methods) > 1
    method = "" if plain else f" ({escape_latex(result.method.removeprefix('bootstrap, '))})"
    ratio = comparison.design.test_train_ratio
    is_corrected = ratio is not None and result.procedure in (
        "corrected-t",
        "bayes-correlated-t",
        "bayes-hierarchical",
    )
    size = f", with a ratio of test to training size of {ratio:.3g}" if is_corrected else ""
    name = rf"{TESTS[result.procedure]} \cite{{{result.citation}}}{method}"
    first = f"We used {name}{_unit_word(comparison.design)}{size}{_sides_words(comparison)}."
    return " ".join(filter(None, [first, TEST_NOTES.get(result.procedure)]))


def _unit_word(design: Design) -> str:
    if design.on_examples or design.datasets < 2:
        return ""
    unit = "family of datasets" if design.members else "dataset"
    return f", with the {unit} as the unit of analysis"


def _sides_words(comparison: Comparison) -> str:
    alternative, pair = comparison.settings.alternative, comparison.pairs[0]
    if isinstance(pair.result, Posterior):
        if pair.result.region:
            return f"; {pair.result.region} counts as practical equivalence"
        return f"; differences within $\\pm${tex_margin(comparison)} count as practically equivalent"
    if alternative is Alternative.TWO_SIDED:
        return ", two-sided"
    better = alternative is Alternative.GREATER
    if len(comparison.pairs) == 1:
        first, second = (pair.b, pair.a) if better else (pair.a, pair.b)
        return (
            f"; it is one-sided: only an advantage of {escape_latex(first)} over {escape_latex(second)} "
            "counts as evidence"
        )
    if comparison.settings.baseline is not None:
        sides = "the others over the baseline" if better else "the baseline over the others"
        return f"; it is one-sided: only advantages of {sides} count as evidence"
    side = "first" if better else "second"
    noun = noun_of(comparison.design)
    return f"; it is one-sided: only an advantage of the {noun} named {side} in a pair counts as evidence"


def _adjustment_sentences(comparison: Comparison) -> Iterator[str]:
    pairs, how = len(comparison.pairs), str(comparison.settings.adjust)
    if pairs < 2 or comparison.pairs[0].result.procedure in OF_ONE_MODEL:
        return
    if isinstance(comparison.pairs[0].result, Posterior):
        yield f"Each of the {spell_number(pairs)} pairs was judged by itself, without an adjustment for their number."
        return
    if how == "none":
        yield f"No adjustment was made for the number of comparisons ({pairs:,})."
    elif how in ADJUSTMENTS:
        name, condition = ADJUSTMENTS[how]
        rate = "false discovery rate" if how in OF_DISCOVERIES else "family-wise error rate"
        yield (
            f"The $p$-values of the {spell_number(pairs)} pairs were adjusted by {name}, which controls the "
            f"{rate}{condition}; the confidence intervals were widened to agree with them."
        )
    else:
        first = comparison.pairs[0].result
        if first.procedure == "max-t":
            noun = noun_of(comparison.design)
            yield _CLOSED.replace("{noun}", noun) if "partitions" in first.steps else _STEPPED
        purpose = _MADE_FOR_MEANS if first.procedure == "max-t" else ""
        yield f"The confidence intervals of the {spell_number(pairs)} pairs hold simultaneously{purpose}."


def _gatekeeper_sentences(comparison: Comparison) -> Iterator[str]:
    for gate in comparison.omnibus:
        if gate.procedure == comparison.settings.only_if:
            name = TESTS[gate.procedure]
            yield rf"No pair was called different unless {name} \cite{{{gate.citation}}} rejected as well."


def _estimate_sentence(comparison: Comparison) -> str:
    result = comparison.pairs[0].result
    of = quantity_name(result.estimate.of)
    unit = unit_of(result.estimate, comparison)
    kind = "credible" if isinstance(result, Posterior) else "confidence"
    first, second = (f"the {noun_of(comparison.design)} named first", "the other")
    if len(comparison.pairs) == 1:
        first, second = escape_latex(comparison.pairs[0].b), escape_latex(comparison.pairs[0].a)
    return (
        f"The advantage of {first} over {second} is estimated by {of}{', in' + unit if unit else ''}, with its "
        f"{tex_level(result.estimate.interval.level)} {kind} interval; positive values favour {first}."
    )


def _decision_sentences(comparison: Comparison) -> Iterator[str]:
    level, margin, noun = comparison.settings.level, comparison.settings.margin, noun_of(comparison.design)
    if isinstance(comparison.pairs[0].result, Posterior):
        chance = f"{level:.10g}".removeprefix("0")
        yield f"A verdict needs a posterior probability of at least {chance}; all else is reported as undecided."
        return
    adjusted = "adjusted " if len(comparison.pairs) > 1 and comparison.settings.adjust != "none" else ""
    alpha = f"{significance(level):.10g}".removeprefix("0")
    yield f"A difference is claimed where the {adjusted}$p$-value is below {alpha}."
    if margin > 0 and comparison.settings.alternative is Alternative.TWO_SIDED:
        margin_text = tex_margin(comparison)
        yield (
            f"The smallest difference that matters was set to {margin_text}: two {noun}s are called equivalent in "
            f"practice where the whole {tex_level(level)} confidence interval lies within $\\pm${margin_text} (two "
            r"one-sided tests \cite{schuirmann1987}), whether or not it excludes zero."
        )
    yield f"All else is reported as undecided: a large $p$-value does not show that two {noun}s are equally good."


def _forced_test_sentences(comparison: Comparison) -> Iterator[str]:
    carrying = comparison.pairs[0].result.procedure
    for finding in comparison.findings:
        if finding.code == "BO130":
            test, reason = (escape_sentence(str(finding.detail[key])) for key in ("test", "reason"))
            which = "this test" if finding.detail["test"] == carrying else f"the {test} test"
            yield f"The conditions of {which} are not met here: {reason}."


def _software_sentence(comparison: Comparison) -> str:
    digest = comparison.evidence.digest.partition(":")[2][:12]
    return (
        f"All computations were made with the Python package bakeoff {escape_latex(__version__)} (seed "
        f"{comparison.settings.seed}; the data have the SHA-256 digest {digest}\\,\\dots)."
    )
