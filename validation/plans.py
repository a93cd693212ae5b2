"""Whether a promised power is reached, by the test that carries the verdict.

    python -m validation.plans --out docs/validity/plans.json

Over datasets: for n datasets the plan names the difference that is found with chance .8; so many studies are drawn and
judged by the default test. Normal differences, heavy tails (Student's t with 3 degrees of freedom, the same standard
deviation), and scores rounded to half a standard deviation, where the plan is told so. The same for a number of
datasets that the plan names. BO204 knows the spread from n datasets only: how often the difference that
it names is truly found with chance .8 or more, as seen and at the upper end.
On one test set: for examples and discordance, how often McNemar's mid-p test finds the difference that is named.
"""

from functools import partial
from math import sqrt

import numpy as np

from bakeoff.core.results import Alternative
from bakeoff.inference.choose import default_test_over_datasets
from bakeoff.inference.planning.power import answer_power_question
from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.base.quick_tests import QUICK_TESTS
from bakeoff.procedures.planning.dataset_power import Question, find_detectable_difference
from bakeoff.procedures.planning.paired_t_power import sd_interval
from bakeoff.procedures.predictions.mcnemar import mcnemar_midp
from bakeoff.procedures.registry import find_procedure
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

SIZES = (6, 8, 10, 15, 20, 50)
STEP = 0.5


def drawn(rng: np.random.Generator, shape: str, size: tuple[int, int], difference: float) -> np.ndarray:
    """Return differences with standard deviation 1 about the true one."""
    if shape == "heavy tails":
        return difference + rng.standard_t(3, size) / sqrt(3)
    values = difference + rng.standard_normal(size)
    return STEP * np.round(values / STEP) if shape == "rounded" else values


def rejects(key: str, values: np.ndarray) -> bool:
    """Say whether the test calls these differences decided at 5 %."""
    quick = QUICK_TESTS.get(key)
    if quick is None:
        return bool(find_procedure(key).run(differences=values).p_value < 0.05)
    answer = quick(values, Alternative.TWO_SIDED)
    return answer is not None and answer[1] < 0.05


def reached(shape: str, n: int, *, trials: int) -> dict[str, float | str]:
    """Return how often n datasets find the difference that the plan names for them."""
    made = answer_power_question(sd=1.0, datasets=n, step=STEP if shape == "rounded" else 0.0)
    rng = np.random.default_rng([n, len(shape)])
    found = [rejects(made.test, row) for row in drawn(rng, shape, (trials, n), made.difference)]
    return {
        "test": made.test,
        "difference": made.difference,
        "promised": 0.8,
        "reached": float(np.mean(found)),
        "trials": trials,
    }


def reached_by_number(difference: float, *, trials: int) -> dict[str, float | str]:
    """Return how often the number of datasets that the plan names finds the difference."""
    made = answer_power_question(sd=1.0, difference=difference)
    rng = np.random.default_rng([int(1000 * difference), 1])
    found = [rejects(made.test, row) for row in drawn(rng, "normal", (trials, made.datasets), difference)]
    return {
        "test": made.test,
        "datasets": made.datasets,
        "promised": 0.8,
        "reached": float(np.mean(found)),
        "trials": trials,
    }


def spread_known(shape: str, n: int, *, trials: int) -> dict[str, float]:
    """Return how often what BO204 says is found with chance .8 truly is: as seen, and at the upper end."""
    rng = np.random.default_rng([n, len(shape), 2])
    test = default_test_over_datasets(n, level=0.95)
    effect = find_detectable_difference(test, 1.0, n, question=Question())
    true = _truly_found(rng, shape, n, test)
    sds = drawn(rng, shape, (trials, n), 0.0).std(axis=1, ddof=1)
    ends = np.array([sd_interval(sd, n) for sd in sds.tolist()])
    return {
        "truly found with chance .8": true,
        "as seen": float((effect * sds >= true).mean()),
        "at the upper end": float((effect * ends[:, 1] >= true).mean()),
        "trials": trials,
    }


def _truly_found(rng: np.random.Generator, shape: str, n: int, test: str) -> float:
    """Return the difference that n datasets of this shape find with chance .8, from 4,000 studies."""
    base = drawn(rng, shape, (4000, n), 0.0)
    low, high = 0.0, 4.0
    for _ in range(12):
        middle = (low + high) / 2
        power = np.mean([rejects(test, row) for row in base + middle])
        low, high = (middle, high) if power < 0.8 else (low, middle)
    return high


def on_examples(n: int, discordance: float, *, trials: int) -> dict[str, float | None]:
    """Return how often n examples find the difference in accuracy that the plan names for them."""
    made = answer_power_question(discordance=discordance, examples=n)
    if made.difference is None:
        return {"difference": None, "promised": None, "reached": None, "trials": trials}
    rng = np.random.default_rng([n, int(1000 * discordance), 3])
    gains = (discordance + made.difference) / 2
    counts = rng.multinomial(n, [gains, discordance - gains, 1 - discordance], size=trials)[:, :2]
    pairs, times = np.unique(counts, axis=0, return_counts=True)
    found = [
        mcnemar_midp(FourCounts(both_right=n - b - a, mends=b, breaks=a, both_wrong=0)).p_value < 0.05
        for b, a in pairs.tolist()
    ]
    return {
        "difference": made.difference,
        "promised": 0.8,
        "reached": float(np.average(found, weights=times)),
        "trials": trials,
    }


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    shapes = ("normal", "heavy tails", "rounded")
    return [
        *(Work(f"{n} datasets, {s}", partial(reached, s, n, trials=trials)) for s in shapes for n in SIZES),
        *(
            Work(f"a difference of {d:g} sd", partial(reached_by_number, d, trials=trials))
            for d in (2.0, 1.0, 0.7, 0.5, 0.3)
        ),
        *(
            Work(f"spread of {n} datasets, {s}", partial(spread_known, s, n, trials=trials))
            for s in ("normal", "heavy tails")
            for n in (6, 10, 20)
        ),
        *(
            Work(f"{n} examples, discordance {d:g}", partial(on_examples, n, d, trials=trials))
            for n, d in ((50, 0.3), (100, 0.1), (100, 0.3), (1000, 0.1), (5000, 0.05))
        ),
    ]


def report_datasets() -> str:
    """Return the table of power over datasets: what is reached where .80 is promised."""
    found = read("plans")
    lines = ["| datasets | normal | heavy tails | rounded |", "|---|---|---|---|"]
    for n in SIZES:
        shapes = ("normal", "heavy tails", "rounded")
        lines.append(
            f"| {n} | " + " | ".join(shown(found[f"{n} datasets, {s}"]["reached"]) for s in shapes) + " |"
        )
    return "\n".join(lines)


def report_rest() -> str:
    """Return the table of the other promises."""
    lines = ["| promise | promised | reached |", "|---|---|---|"]
    for name, cell in read("plans").items():
        if name.startswith("a difference"):
            lines.append(f"| {cell['datasets']} datasets for {name} | .800 | {shown(cell['reached'])} |")
        if "examples" in name:
            lines.append(f"| {name}: {cell['difference']:.3g} | .800 | {shown(cell['reached'])} |")
        if name.startswith("spread"):
            lines.append(
                f"| BO204, {name}: the difference as seen suffices | .500 | {shown(cell['as seen'])} |"
            )
            lines.append(
                f"| the same: that at the upper end suffices | .900 | {shown(cell['at the upper end'])} |"
            )
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/plans.json", trials=10_000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
