"""The datasets that come with scikit-learn: no download, no file."""

from dataclasses import dataclass

import numpy as np

from bakeoff.core.datasets import Dataset, NumericColumn, Task, make_dataset
from bakeoff.datasets.assembly.targets import encode_quantities


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundled:
    """What is known of a bundled dataset without loading it."""

    name: str
    what: str
    rows: int
    attributes: int
    classes: int
    majority_share: float


BUNDLED = {
    each.name: each
    for each in (
        Bundled(
            name="iris",
            what="three species by four lengths",
            rows=150,
            attributes=4,
            classes=3,
            majority_share=50 / 150,
        ),
        Bundled(
            name="wine",
            what="three cultivars by chemical analysis",
            rows=178,
            attributes=13,
            classes=3,
            majority_share=71 / 178,
        ),
        Bundled(
            name="breast_cancer",
            what="benign or malignant by cell nuclei",
            rows=569,
            attributes=30,
            classes=2,
            majority_share=357 / 569,
        ),
        Bundled(
            name="digits",
            what="handwritten digits, 8 × 8 pixels",
            rows=1797,
            attributes=64,
            classes=10,
            majority_share=183 / 1797,
        ),
    )
}


BUNDLED_QUANTITIES = ("diabetes",)  # whose target is a number; not in the catalogue, which is one of classes


def load_bundled(name: str) -> Dataset:
    """Return one of the bundled datasets."""
    from sklearn import datasets

    is_quantity = name in BUNDLED_QUANTITIES
    bunch = getattr(datasets, f"load_{name}")(**({"scaled": False} if is_quantity else {}))
    columns = [
        NumericColumn(name=str(label), values=np.ascontiguousarray(bunch.data[:, j], dtype=np.float64))
        for j, label in enumerate(bunch.feature_names)
    ]
    if is_quantity:
        target = encode_quantities(np.array(bunch.target, dtype=np.float64))
        return make_dataset(
            name=name,
            features=columns,
            target=target.codes,
            classes=target.classes,
            source=f"sklearn:{name}",
            task=Task.QUANTITY,
            meanings=target.meanings,
        )
    return make_dataset(
        name=name,
        features=columns,
        target=np.array(bunch.target, dtype=np.int64),
        classes=[str(c) for c in bunch.target_names],
        source=f"sklearn:{name}",
    )
