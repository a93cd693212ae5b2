"""The differences and answers that reference/paired.R wrote down."""

from collections import defaultdict

import numpy as np

from bakeoff.core.results import Alternative
from reference_values import rows

R_ALTERNATIVE = {
    Alternative.TWO_SIDED: "two.sided",
    Alternative.GREATER: "greater",
    Alternative.LESS: "less",
}
ROWS = rows("paired.csv")
_data = defaultdict(list)
_answers = defaultdict(dict)
for row in ROWS:
    if row["test"] == "data":
        _data[row["case"]].append(float(row["value"]))
    else:
        _answers[row["case"], row["test"], row["alternative"], row["level"]][row["what"]] = float(
            row["value"]
        )
CASES = {case: np.array(values) for case, values in _data.items()}
UNTIED = [case for case in CASES if (case, "wilcoxon", "less", "0.95") in _answers]


def answers(case, test, alternative="", level=""):
    """Return what R says, as a dictionary."""
    return _answers[case, test, alternative, str(level)]
