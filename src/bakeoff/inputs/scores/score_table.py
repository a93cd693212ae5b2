"""From observations to the table of scores: means over resamples, checks, findings, and a digest of the content."""

from hashlib import sha256
from math import fsum
from re import compile

import numpy as np

from bakeoff.core.arrays import Floats
from bakeoff.core.errors import DesignError, InputError
from bakeoff.core.evidence import Resamples, Scores
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text, write_count
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.scores.observations import Observations
from bakeoff.inputs.scores.resample_rows import settle_incomplete, sort_rows
from bakeoff.inputs.scores.scale import (
    direction_findings,
    find_measure,
    refuse_mixed_scale,
    refuse_mixed_signs,
    refuse_mixed_tasks,
    refuse_out_of_bounds,
    scale_findings,
    sign_findings,
)
from bakeoff.inputs.table.clean_names import case_findings
from bakeoff.inputs.table.precision import precision_findings

# Scores between these can be squared twice.
SMALLEST, LARGEST = 1e-60, 1e60
_CLASSIFIER_WORDS = compile(
    r"forest|tree|bayes|svm|svc|neighbou?r|logistic|logreg|regression|boost|xgb|lgbm|lightgbm|gbm|"
    r"bagging|perceptron|lstm|resnet|transformer|bert|c4\.?5|c5\.0|ripper|ensemble|classifier|"
    r"\b(?:k?-?nn|mlp|cnn|j48|cart|lda|qda|rf|nb|dt|lr)\b"
)  # of names in lower case


def make_scores(observed: Observations, *, options: ReadOptions) -> Scores:
    """Return the table of scores; refuse what cannot be compared."""
    observed, emptied = _drop_empty(observed)
    _refuse_too_little(observed, least=1 if options.one_classifier else 2)
    if not options.allow_mixed_scale:
        refuse_mixed_scale(observed)
        refuse_mixed_signs(observed)
        refuse_mixed_tasks(observed)
        refuse_out_of_bounds(observed)
    observed, incomplete = settle_incomplete(sort_rows(observed), drop=options.drop_incomplete)
    resamples = _make_resamples(observed)
    values = observed.values if resamples is None else _mean_scores(observed)
    if not options.one_score:
        _refuse_one_score(observed, resamples)
    _refuse_extremes(values, observed)
    measure = find_measure(observed, options=options)
    decimals = observed.decimals if resamples is None and _are_mixed(observed.decimals) else None
    findings = (
        emptied
        + (precision_findings(observed.classifiers, decimals) if decimals else ())
        + incomplete
        + sign_findings(observed)
        + direction_findings(observed, measure)
        + scale_findings(observed)
        + case_findings(observed.classifiers, kind="classifier")
        + case_findings(observed.datasets, kind="dataset")
        + (() if options.transpose else _transposed_findings(observed, resamples))
        + _pairing_findings(resamples)
    )
    return Scores(
        classifiers=observed.classifiers,
        datasets=observed.datasets,
        values=values,
        measure=measure,
        source=observed.source,
        digest=_digest_scores(observed, values, resamples),
        spread=observed.spread if resamples is None else None,
        resamples=resamples,
        findings=observed.findings + findings,
        n_test=_count_test_records(observed) if resamples is None else None,
        reading=observed.reading,
        decimals=decimals,
    )


def _are_mixed(decimals: tuple[int | None, ...] | None) -> bool:
    """Say whether some classifiers were written with fewer decimals than others."""
    return decimals is not None and len(set(decimals)) > 1


def _refuse_extremes(values: Floats, observed: Observations) -> None:
    """Refuse scores so large or small that their squares, or the squares of those, are no numbers."""
    largest = float(np.abs(values[np.isfinite(values)]).max(initial=0.0))
    if largest == 0 or SMALLEST <= largest <= LARGEST:
        return
    raise InputError(
        f"the largest score is {largest:.3g}: too {'small' if largest < 1 else 'large'} to compute with",
        where=observed.source,
        fix="give the scores in another unit, or their logarithms",
        code="BO058",
    )


def _count_test_records(observed: Observations) -> Floats | None:
    """Return the test records of each dataset where one score stands for them."""
    if observed.n_test is None:
        return None
    sizes = np.full(len(observed.datasets), np.nan)
    sizes[observed.dataset] = observed.n_test
    return sizes


def _drop_empty(observed: Observations) -> tuple[Observations, tuple[Finding, ...]]:
    """Return the observations without classifiers and datasets that have no score at all."""
    is_present = ~np.isnan(observed.values)
    classifiers = is_present.any(axis=0)
    datasets = np.zeros(len(observed.datasets), dtype=np.bool_)
    datasets[observed.dataset[is_present.any(axis=1)]] = True
    if classifiers.all() and datasets.all():
        return observed, ()
    gone = [observed.classifiers[j] for j in np.flatnonzero(~classifiers).tolist()]
    lost = [observed.datasets[i] for i in np.flatnonzero(~datasets).tolist()]
    parts = (
        [f"{write_count(len(gone), 'classifier')} ({join_with_commas(map(quote_text, gone))})"]
        if gone
        else []
    )
    parts += (
        [f"{write_count(len(lost), 'dataset')} ({join_with_commas(map(quote_text, lost))})"] if lost else []
    )
    message = f"without any score, and so left out: {' and '.join(parts)}"
    detail = {"classifiers": tuple(gone), "datasets": tuple(lost)}
    finding = Finding(code="BO316", severity=Severity.WARNING, message=message, detail=detail)
    rows = np.flatnonzero(datasets[observed.dataset])
    return observed.keep(rows=rows, columns=np.flatnonzero(classifiers)), (finding,)


def _refuse_too_little(observed: Observations, *, least: int) -> None:
    if len(observed.classifiers) == 0:
        raise DesignError("the table holds no score", where=observed.source, fix="fill it in", code="BO021")
    if len(observed.classifiers) < least:
        name = observed.classifiers[0]
        raise DesignError(
            f"there is only one classifier, {quote_text(name)}, on {write_count(len(observed.datasets), 'dataset')}: "
            "nothing to compare it with",
            where=observed.source,
            fix="add the scores of another classifier, or give its file too; if the table is long, name its columns "
            f"with --classifier-column and --score-column{_dataset_guess_text(observed)}",
            code="BO022",
        )


def _dataset_guess_text(observed: Observations) -> str:
    """Return which column was taken for the names of datasets by a guess: it may have been meant as a classifier."""
    guess = next((f.message for f in observed.findings if f.code == "BO303"), None)
    return "" if guess is None else f"; {guess}"


def _refuse_one_score(observed: Observations, resamples: Resamples | None) -> None:
    if len(observed.datasets) == 1 and resamples is None:
        raise DesignError(
            f"there is only one dataset, {quote_text(observed.datasets[0])}, with one score for each classifier: "
            "one difference says nothing about chance",
            where=observed.source,
            fix="give the scores of each fold (a column 'fold'), or of more datasets",
            code="BO023",
        )


def _make_resamples(observed: Observations) -> Resamples | None:
    if not observed.resampled or (np.diff(np.sort(observed.dataset)) != 0).all():
        return None
    return Resamples(
        dataset=observed.dataset,
        repeat=observed.repeat,
        fold=observed.fold,
        values=observed.values,
        n_train=observed.n_train,
        n_test=observed.n_test,
    )


def _mean_scores(observed: Observations) -> Floats:
    """Return the mean over the resamples of each dataset; exact sums, so that their order does not matter."""
    starts = np.flatnonzero(np.diff(observed.dataset, prepend=-1))
    blocks = np.split(observed.values, starts[1:])
    means = [[fsum(column) / len(column) for column in block.T.tolist()] for block in blocks]
    return np.array(means, dtype=np.float64)


def _transposed_findings(observed: Observations, resamples: Resamples | None) -> tuple[Finding, ...]:
    n, k = len(observed.datasets), len(observed.classifiers)
    by_name = n > 1 and _share_like_classifiers(observed.datasets) > 0.5 > _share_like_classifiers(
        observed.classifiers
    )
    if resamples is not None or not (by_name or (k > 2 * n and k > 7)):
        return ()
    why = "its rows are named like classifiers" if by_name else f"{k} classifiers on {n} datasets are unusual"
    message = f"the table may be transposed: {why}; --transpose turns it round"
    return (
        Finding(code="BO306", severity=Severity.WARNING, message=message, detail={"rows": n, "columns": k}),
    )


def _share_like_classifiers(names: tuple[str, ...]) -> float:
    """Return the share of names that sound like classifiers; a few hundred names are enough to tell."""
    some = names[:300]
    return sum(bool(_CLASSIFIER_WORDS.search(name.lower())) for name in some) / len(some)


def _pairing_findings(resamples: Resamples | None) -> tuple[Finding, ...]:
    if resamples is None:
        return ()
    message = "resamples of the same number are taken to be the same split for every classifier"
    return (Finding(code="BO323", severity=Severity.NOTE, message=message),)


def _digest_scores(observed: Observations, values: Floats, resamples: Resamples | None) -> str:
    """Return a digest of names and numbers, the same whatever format they came in."""
    # Names hold no control characters, so that none of them can look like two.
    names = "\n".join([*observed.classifiers, "", *observed.datasets])
    content = sha256(names.encode("utf-8", "surrogatepass"))
    content.update(_canonical_bytes(values))
    if resamples is not None:
        for keys in (resamples.dataset, resamples.repeat, resamples.fold):
            content.update(np.ascontiguousarray(keys, dtype="<i8").tobytes())
        content.update(_canonical_bytes(resamples.values))
    return f"sha256:{content.hexdigest()}"


def _canonical_bytes(values: Floats) -> bytes:
    plain = np.where(np.isnan(values), np.nan, values) + 0.0  # one NaN, no negative zero
    return np.ascontiguousarray(plain, dtype="<f8").tobytes()
