"""The frozen text of a specification: what is kept before the first cell, and what its digest is taken of."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from typing import Any

import numpy as np

from bakeoff.core.datasets import Dataset, SamplingRecord, Task
from bakeoff.study.findings.leaks import find_leaks
from bakeoff.study.specification.classifier_code import find_code
from bakeoff.study.specification.specification import (
    GIVE_UP_AFTER,
    ClassifierSpec,
    Specification,
    describe_classifier,
    describe_splitting,
    describe_variations,
)

# No result depends on them: what is shown, and what the datasets are checked against before anything runs.
LEFT_OUT = ("mute", "drawn", "code_folder")


def freeze_specification(spec: Specification, datasets: Sequence[Dataset]) -> str:
    """Return the specification as JSON with sorted keys: the text that is frozen, and that its digest is taken of.

    The contents of the datasets and the code of the classifiers are part of it: a file that is changed later, or
    another version of a package, is an amendment too.
    """
    plain = asdict(replace(spec, datasets=(), classifiers=()))  # whole tables would be copied
    for name in LEFT_OUT:
        del plain[name]
    if spec.limits.give_up_after == GIVE_UP_AFTER:  # as studies were frozen before anything was given up
        del plain["limits"]["give_up_after"]
    if not spec.meant_for:  # as studies were frozen before it was asked for
        del plain["meant_for"]
    if isinstance(spec.sampling, SamplingRecord) and not spec.sampling.n_frame:
        del plain["sampling"]["left_out"], plain["sampling"]["stratum_sizes"]  # nothing was drawn
    if spec.task is Task.CLASSES:  # as studies were frozen before there were other tasks
        del plain["task"]
    plain["splitting"] = describe_splitting(spec.splitting)
    plain["datasets"] = [_dataset_reference(d) for d in spec.datasets]
    plain["classifiers"] = [_frozen_classifier(c) for c in spec.classifiers]
    varied = describe_variations(spec.classifiers)
    if varied:  # as studies were frozen before settings could be varied
        plain["varied"] = varied
    plain["code"] = {c.name: find_code(c) for c in spec.classifiers}
    plain["contents"] = {dataset.name: _dataset_content(dataset, spec) for dataset in datasets}
    return json.dumps(plain, sort_keys=True, default=str, ensure_ascii=False)


def _frozen_classifier(classifier: ClassifierSpec) -> dict[str, Any]:
    plain = describe_classifier(classifier)
    return plain if classifier.tuning is None else plain | {"tuning": asdict(classifier.tuning)}


def _dataset_content(dataset: Dataset, spec: Specification) -> dict[str, Any]:
    counts = np.bincount(dataset.strata, minlength=1)
    content = {
        "digest": dataset.digest,
        "rows": dataset.rows,
        "smallest_class": int(counts[counts > 0].min(initial=dataset.rows)),
        "groups": dataset.groups is not None,
        "times": dataset.times is not None,
    }
    if dataset.weights is not None:
        content["weights"] = True
    leaks = find_leaks(dataset, spec)
    return content | {"leaks": leaks} if leaks else content


def drop_versions(text: str) -> dict[str, Any]:
    """Return a frozen specification without the versions of packages, for what may be done with others."""
    plain: dict[str, Any] = json.loads(text)
    plain["code"] = {name: code["sources"] for name, code in plain.get("code", {}).items()}
    return plain


def digest_text(text: str) -> str:
    """Return the fingerprint of a text."""
    return f"sha256:{sha256(text.encode()).hexdigest()}"


def _dataset_reference(dataset: Any) -> str:  # noqa: ANN401 - a reference or a dataset
    return dataset if isinstance(dataset, str) else f"{dataset.name} {dataset.digest}"
