"""Cautions beside verdicts on tables with which nothing is wrong: how often BO182, BO183 and BO194 are raised.

    python -m validation.cautions --out docs/validity/cautions.json

Accuracies in percent are printed with one or two decimals; datasets differ in difficulty, differences between
classifiers are symmetric about their mean: normal, with heavy tails (Student's t with 3 degrees of freedom), or counts
of right answers on test sets of 200 to 2,000 records. Classifier i makes i times 8 % fewer errors, or none differs. The
same table is judged with all its digits too: BO182 is a false alarm where the verdicts are the same, BO183 where the
true advantage is 8 % of the errors, BO194 wherever it is raised. The first three settings of whole percents are not
sound: they show that BO182 speaks.
"""

import zlib
from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np

from bakeoff.core.comparison import Comparison, Settings
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Severity
from bakeoff.core.measures import Measure, Unit
from bakeoff.inference.compare import compare
from validation.cells import Work, measure_missing, options_of
from validation.many_settings import Floats
from validation.quoted import shown
from validation.rates import read

MEASURE = Measure(name="accuracy", higher_is_better=True, unit=Unit.PERCENT, direction_from="told")
FEWER = 0.08  # of the errors
COLUMNS = (
    "decided",
    "BO182",
    "BO182, verdicts the same",
    "BO182 as a warning, verdicts the same",
    "verdicts changed by rounding, BO182 silent",
    "BO183",
    "BO194",
)
Draw = Callable[[np.random.Generator, int, int, float], Floats]


def _truth(rng: np.random.Generator, n: int, k: int, fewer: float) -> Floats:
    errors = 100 * rng.beta(2, 6, (n, 1)) * (1 - fewer) ** np.arange(k)
    return 100 - errors


def _normal(rng: np.random.Generator, n: int, k: int, fewer: float) -> Floats:
    return _truth(rng, n, k, fewer) + rng.normal(0, 1.5, (n, k))


def _heavy(rng: np.random.Generator, n: int, k: int, fewer: float) -> Floats:
    return _truth(rng, n, k, fewer) + rng.standard_t(3, (n, k))


def _counts(rng: np.random.Generator, n: int, k: int, fewer: float) -> Floats:
    records = np.exp(rng.uniform(*np.log([200, 2000]), (n, 1))).astype(int)
    return 100 * rng.binomial(records, _truth(rng, n, k, fewer) / 100) / records


DRAWS: dict[str, Draw] = {"normal": _normal, "t3 tails": _heavy, "counts": _counts}


def rates(noise: str, n: int, k: int, decimals: int, fewer: float, *, trials: int) -> dict[str, float]:
    """Return how often each is raised in one setting."""
    key = f"cautions, {noise}, {n}, {k}, {decimals}, {fewer}"
    rng = np.random.default_rng(zlib.crc32(key.encode()))
    seen: Counter[str] = Counter()
    for _ in range(trials):
        exact = np.clip(DRAWS[noise](rng, n, k, fewer), 0, 100)
        seen.update(_outcome(_judge(np.round(exact, decimals)), _judge(exact)))
    return {name: seen[name] / trials for name in COLUMNS} | {"trials": trials}


def _judge(values: Floats) -> Comparison:
    evidence = Scores(
        classifiers=tuple(f"c{j}" for j in range(values.shape[1])),
        datasets=tuple(f"d{i}" for i in range(len(values))),
        values=values,
        measure=MEASURE,
        source="simulation",
        digest="",
    )
    return compare(evidence, Settings())


def _outcome(printed: Comparison, exact: Comparison) -> set[str]:
    """Return the columns that hold of a table."""
    changed = {
        (p.a, p.b) for p, q in zip(printed.pairs, exact.pairs, strict=True) if p.verdict is not q.verdict
    }
    coarse = [f for f in printed.findings if f.code == "BO182"]
    told = {(str(f.detail["a"]), str(f.detail["b"])) for f in coarse}
    warned = {(str(f.detail["a"]), str(f.detail["b"])) for f in coarse if f.severity is Severity.WARNING}
    codes = {f.code for f in printed.findings}
    holds = {
        "decided": any(pair.is_claim for pair in printed.pairs),
        "BO182": bool(told),
        "BO182, verdicts the same": bool(told - changed),
        "BO182 as a warning, verdicts the same": bool(warned - changed),
        "verdicts changed by rounding, BO182 silent": bool(changed - told),
        "BO183": "BO183" in codes,
        "BO194": "BO194" in codes,
    }
    return {name for name, held in holds.items() if held}


def cells(*, trials: int) -> list[Work]:
    """Return every setting: two classifiers in full, five on 20 datasets."""
    coarse = [("normal", n, 2, 0, FEWER) for n in (10, 20, 50)]
    two = [
        (noise, n, 2, decimals, fewer)
        for noise in DRAWS
        for n in (10, 20, 50)
        for decimals in (1, 2)
        for fewer in (0.0, FEWER)
    ]
    five = [(noise, 20, 5, 1, fewer) for noise in DRAWS for fewer in (0.0, FEWER)]
    return [
        Work(_name(*setting), partial(rates, *setting, trials=trials if setting[2] == 2 else trials // 4))
        for setting in (*coarse, *two, *five)
    ]


def _name(noise: str, n: int, k: int, decimals: int, fewer: float) -> str:
    digits = f"{decimals} decimal{'s' if decimals > 1 else ''}" if decimals else "whole percents"
    differ = f"{100 * fewer:g} % fewer errors" if fewer else "none differs"
    return f"{noise}, {n} datasets, {k} classifiers, {digits}, {differ}"


def report() -> str:
    """Return the table."""
    lines = [f"| accuracies | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    for name, cell in read("cautions").items():
        lines.append(f"| {name} | {' | '.join(shown(cell[c]) for c in COLUMNS)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/cautions.json", trials=500).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
