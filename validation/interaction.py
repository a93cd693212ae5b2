"""The test of interaction with subgroups: how often it rejects one and the same difference in all of them at 5 %.

    python -m validation.interaction --out docs/validity/interaction.json

Examples are mended, broken or neither, with the same chances in every subgroup; "one larger" has ten times the examples
in the first subgroup. "Turned" is a true interaction: the difference has the other sign in the last subgroup.
"""

from functools import partial
from typing import Any

import numpy as np

from bakeoff.procedures.base.example_flips import FourCounts
from bakeoff.procedures.predictions.interaction import mean_of_counts, welch_interaction
from validation.cells import Work, measure_missing, options_of
from validation.quoted import shown
from validation.rates import read

SIZES = (10, 20, 50, 200)  # examples of a subgroup
SUBGROUPS = (2, 3, 6)
CHANCES = {  # of being mended and broken
    "few flips": (0.025, 0.025),
    "many flips": (0.15, 0.15),
    "b better": (0.15, 0.05),
    "b better, almost never broken": (0.1, 0.005),
}


def measure(
    chances: tuple[float, float], k: int, n: int, *, larger: bool, turned: bool, trials: int
) -> dict[str, Any]:
    """Return how often the test rejects."""
    rng = np.random.default_rng([k, n, int(larger), int(turned), round(1000 * chances[0])])
    sizes = [10 * n if larger and g == 0 else n for g in range(k)]
    rejected = 0
    for _ in range(trials):
        means = []
        for g, size in enumerate(sizes):
            mend, spoil = chances[::-1] if turned and g == k - 1 else chances
            mends, breaks, alike = rng.multinomial(size, [mend, spoil, 1 - mend - spoil]).tolist()
            counts = FourCounts(both_right=alike, mends=mends, breaks=breaks, both_wrong=0)
            means.append(mean_of_counts(counts))
        rejected += welch_interaction(means, n=sum(sizes)).p_value < 0.05
    return {"rejected": rejected / trials, "trials": trials}


def cells(*, trials: int) -> list[Work]:
    """Return every setting."""
    settings = [
        (f"{name}{more}", chances, more == ", one larger", more == ", turned")
        for name, chances in CHANCES.items()
        for more in ("", ", one larger", *((", turned",) if name == "b better" else ()))
    ]
    return [
        Work(
            f"{name}, {k} subgroups | {n}",
            partial(measure, chances, k, n, larger=larger, turned=turned, trials=trials),
        )
        for name, chances, larger, turned in settings
        for k in SUBGROUPS
        for n in SIZES
    ]


def report() -> str:
    """Return the table: rejections by the number of examples in a subgroup."""
    measured = read("interaction")
    names = list(dict.fromkeys(name.rpartition(" | ")[0] for name in measured))
    lines = [f"| examples of a subgroup | {' | '.join(map(str, SIZES))} |", f"|---|{'---|' * len(SIZES)}"]
    for name in names:
        row = [shown(measured[f"{name} | {n}"]["rejected"]) for n in SIZES]
        lines.append(f"| {name} | {' | '.join(row)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure every setting that the output does not hold yet."""
    options = options_of(__doc__, out="docs/validity/interaction.json", trials=2000).parse_args()
    measure_missing(cells(trials=options.trials), options.out, processes=options.processes)


if __name__ == "__main__":
    main()
