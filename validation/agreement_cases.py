"""Random evidence and questions, for asking every output the same: tables of scores, folds, resamples, predictions."""

import csv
import io
from dataclasses import dataclass, field, replace

import numpy as np

NAMES = ("ada", "bay", "cnn", "dtw", "elm", "fld", "gbm", "hmm")


@dataclass(frozen=True)
class Case:
    """A file, and what is asked of it, as Python calls it."""

    seed: int
    kind: str
    text: str
    options: dict[str, object] = field(default_factory=dict)
    gate: str | None = None

    def words(self) -> list[str]:
        """Return the options as the command line takes them."""
        said: list[str] = []
        for name, value in self.options.items():
            if name == "higher_is_better":
                said.append("--higher-is-better" if value else "--lower-is-better")
                continue
            for each in value if isinstance(value, list) else [value]:
                said += [f"--{name.replace('_', '-')}", str(each)]
        return said


def draw_case(seed: int) -> Case:
    """Return one case; the seed is all that it depends on."""
    rng = np.random.default_rng([14, seed])
    kind = str(
        rng.choice(["wide", "long", "folds", "resamples", "predictions"], p=[0.35, 0.15, 0.1, 0.1, 0.3])
    )
    if kind == "predictions":
        return _predictions(seed, rng)
    if kind == "folds":
        return _folds(seed, rng)
    return _with_families(_scores(seed, kind, rng))


def _table(rows: list[list[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _draw_scores(rng: np.random.Generator, datasets: int, classifiers: int) -> np.ndarray:
    """Return scores as fractions, with gains of random size, skew, noise and hardly any difference now and then."""
    gains = np.linspace(0, float(rng.choice([0, 0.01, 0.03, 0.08])), classifiers)
    rng.shuffle(gains)
    noise = (
        rng.standard_t(3, (datasets, classifiers))
        if rng.random() < 0.3
        else rng.normal(size=(datasets, classifiers))
    )
    return np.clip(rng.uniform(0.4, 0.9, (datasets, 1)) + gains + 0.02 * noise, 0.01, 0.999)


def _scores(seed: int, kind: str, rng: np.random.Generator) -> Case:
    few = kind == "resamples"
    classifiers = int(rng.integers(2, 6 if few else 9))
    datasets = int(rng.integers(3, 16 if few else 41))
    percent = rng.random() < 0.4
    digits = int(rng.choice([1, 2, 3, 6])) + (0 if percent else 1)
    values = _draw_scores(rng, datasets, classifiers)
    names, rows = (
        NAMES[:classifiers],
        [f"{'abcdefghij'[i // 10]}{'klmnopqrst'[i % 10]}" for i in range(datasets)],
    )

    def written(x: float) -> str:
        return f"{x * (100 if percent else 1):.{digits}f}"

    gone = rng.random(values.shape) < (0.06 if rng.random() < 0.3 else 0)
    gone[:, 0] = False
    if kind == "wide":
        body = [
            [r, *("" if gone[i, j] else written(values[i, j]) for j in range(classifiers))]
            for i, r in enumerate(rows)
        ]
        text = _table([["dataset", *names], *body])
    else:
        repeats = int(rng.integers(3, 8)) if few else 1

        def noise() -> float:
            return float(rng.normal(0, 0.01)) if few else 0.0

        head = ["dataset", "classifier", *(["repeat"] if few else []), "score"]
        body = [
            [r, n, *([k + 1] if few else []), written(min(max(values[i, j] + noise(), 0), 1))]
            for i, r in enumerate(rows) for j, n in enumerate(names) for k in range(repeats) if not gone[i, j]
        ]  # fmt: skip
        text = _table([head, *body])
    options = _settings(rng, names, unit=100 if percent else 1) | _of_scores(rng, rows)
    options |= _of_tests(rng, [n for n in names if n != options.get("baseline")], classifiers)
    return Case(seed, kind, text, options, _gate(rng, options))


def _with_families(case: Case) -> Case:
    """Return some of the cases with a column of families, by a stream of its own: the others stay as they were."""
    rng = np.random.default_rng([15, case.seed])
    if rng.random() > 0.15:
        return case
    head, *rows = csv.reader(io.StringIO(case.text))
    datasets = list(dict.fromkeys(row[0] for row in rows))
    sizes = rng.integers(1, 4, len(datasets))
    family = dict(zip(datasets, np.repeat(np.arange(len(datasets)), sizes).tolist(), strict=False))
    body = [[row[0], f"kin {family[row[0]]}", *row[1:]] for row in rows]
    text = _table([[head[0], "family", *head[1:]], *body])
    return replace(case, text=text, options={**case.options, "cluster_column": "family"})


def _of_scores(rng: np.random.Generator, rows: list[str]) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.3:
        options["higher_is_better"] = bool(rng.random() < 0.5)
    if rng.random() < 0.15:
        options["missing"] = "drop-dataset"
    if rng.random() < 0.25 and len(rows) > 5:
        options["without"] = [str(x) for x in rng.choice(rows, int(rng.integers(1, 3)), replace=False)]
    return options


def _of_tests(rng: np.random.Generator, names: list[str], classifiers: int) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.1 and classifiers > 3:
        options["leave_out"] = names[-1:]
    many = ("nemenyi", "tukey", "friedman-z") if classifiers > 2 else ()
    if rng.random() < 0.35:
        options["test"] = str(rng.choice(["wilcoxon", "paired-t", "sign", "sign-flip", *many]))
    if classifiers > 2 and rng.random() < 0.2 and options.get("test") in ("wilcoxon", "paired-t", "sign"):
        options["adjust"] = str(rng.choice(["holm", "hochberg", "bonferroni", "bh", "none"]))
    return options


def _folds(seed: int, rng: np.random.Generator) -> Case:
    classifiers, repeats = int(rng.integers(2, 5)), int(rng.choice([1, 5, 10]))
    names, folds = NAMES[:classifiers], 10
    gains = rng.choice([0, 0.01, 0.04]) * np.arange(classifiers)
    rows: list[list[object]] = [["dataset", "classifier", "repeat", "fold", "score"]]
    for r in range(repeats):
        for f in range(folds):
            base = rng.normal(0.75, 0.04)
            rows += [
                ["iris", n, r + 1, f + 1, f"{base + gains[j] + rng.normal(0, 0.02):.4f}"]
                for j, n in enumerate(names)
            ]
    options = _settings(rng, names, unit=1) | {"test_train_ratio": 0.1111}
    return Case(seed, "folds", _table(rows), options, _gate(rng, options))


def _predictions(seed: int, rng: np.random.Generator) -> Case:
    classifiers, n = int(rng.integers(2, 6)), int(rng.integers(20, 401))
    names, classes = NAMES[:classifiers], int(rng.choice([2, 2, 3]))
    truth = rng.integers(0, classes, n)
    grouped, parted = rng.random() < 0.25, rng.random() < 0.3
    group = rng.integers(0, max(4, n // 6), n)
    shared = rng.normal(size=group.max() + 1)[group] if grouped else np.zeros(n)
    hard = rng.normal(size=n) + shared
    head: list[object] = ["id", "y_true", *(["patient"] if grouped else []), *(["region"] if parted else [])]
    lifts = rng.normal(1.2, float(rng.choice([0, 0.2, 0.6])), classifiers)
    right = (lifts + rng.normal(size=(n, classifiers)) * 0.7) > hard[:, None] * 0.8
    said = np.where(right, truth[:, None], (truth[:, None] + 1) % classes)
    rows: list[list[object]] = [[*head, *names]]
    for i in range(n):
        extra = [
            *([f"p{group[i]}"] if grouped else []),
            *(["north", "south", "west"][i % 3 : i % 3 + 1] if parted else []),
        ]
        rows.append([i, f"c{truth[i]}", *extra, *(f"c{c}" for c in said[i])])
    options = _settings(rng, names, unit=1)
    if grouped:
        options["group_column"] = "patient"
    if parted:
        options["subgroup_column"] = "region"
    if rng.random() < 0.2 and not grouped:
        options["metric"] = str(rng.choice(["f1_macro", "balanced_accuracy"]))
    return Case(seed, "predictions", _table(rows), options, _gate(rng, options))


def _settings(rng: np.random.Generator, names: tuple[str, ...], *, unit: float) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.35:
        options["margin"] = float(rng.choice([0.005, 0.01, 0.03]) * unit)
    if rng.random() < 0.35:
        options["baseline"] = str(rng.choice(names))
    if rng.random() < 0.2:
        options["level"] = float(rng.choice([0.9, 0.99]))
    if rng.random() < 0.15:
        options["alternative"] = str(rng.choice(["greater", "less"]))
    return options


def _gate(rng: np.random.Generator, options: dict[str, object]) -> str | None:
    if rng.random() > 0.4:
        return None
    return "not-worse" if "margin" in options else "better"
