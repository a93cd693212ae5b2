"""The tasks of benchmarks/growth.py: their sizes, their data, and what each program is asked to do.

`data` and the programs are bodies of functions: `prepared(size)` returns what `work(given)` gets. The programs named in
`at_home` run with this interpreter, the others with that of the peers.
"""

from typing import NamedTuple


class Task(NamedTuple):
    """One piece of work, at several sizes, by several programs."""

    of: str  # what the size counts
    sizes: tuple[int, ...]
    data: str
    programs: dict[str, str]
    at_home: tuple[str, ...] = ("bakeoff",)


TABLE = """
import numpy as np
rng = np.random.default_rng(size)
scores = rng.uniform(0.6, 0.9, ({datasets}, 1)) + rng.normal(0, 0.03, ({datasets}, size))
return np.round(scores + np.linspace(0, 0.03, size), 4)
"""
DIFFERENCES = """
import numpy as np
return np.round(np.random.default_rng(size).normal(0.1, 1, size), 4)
"""
RIGHT = """
import numpy as np
return np.random.default_rng(size).random((size, 4)) < np.array([0.8, 0.81, 0.82, 0.83])
"""
P_VALUES = """
import numpy as np
return np.random.default_rng(size).random(size) ** 2
"""
CELLS = """
import numpy as np
rng = np.random.default_rng(0)
make = lambda: (rng.normal(size=(500, 8)), rng.integers(0, 2, 500))
return {f"d{i}": make() for i in range(size)}
"""
BARE = """
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
def cells(X, y):
    for train, test in StratifiedKFold(10).split(X, y):
        for model in (GaussianNB(), DecisionTreeClassifier()):
            fitted = clone(model).fit(X[train], y[train])
            fitted.predict(X[test]), fitted.predict_proba(X[test])
"""
TASKS = {
    "signed ranks of all pairs, 100 datasets": Task(
        of="classifiers",
        sizes=(5, 10, 20, 50, 100),
        data=TABLE.format(datasets=100),
        programs={
            "bakeoff": """
from itertools import combinations
from bakeoff.procedures.paired.wilcoxon_p_values import wilcoxon_p_values
wilcoxon_p_values(given, pairs=list(combinations(range(given.shape[1]), 2)))
""",
            "scikit-posthocs": """
import pandas, scikit_posthocs
table = pandas.DataFrame(given).melt()
scikit_posthocs.posthoc_wilcoxon(table, val_col="value", group_col="variable")
""",
            "scipy": """
from itertools import combinations
from scipy.stats import wilcoxon
[wilcoxon(given[:, i], given[:, j]) for i, j in combinations(range(given.shape[1]), 2)]
""",
        },
    ),
    "the whole comparison, 50 datasets": Task(
        of="classifiers",
        sizes=(5, 10, 20, 50),
        data=TABLE.format(datasets=50),
        programs={
            "bakeoff": """
import bakeoff
str(bakeoff.compare(given))
""",
            "autorank": """
import contextlib, io, pandas
from autorank import autorank, create_report
table = pandas.DataFrame(given, columns=[f"c{j}" for j in range(given.shape[1])])
with contextlib.redirect_stdout(io.StringIO()):
    create_report(autorank(table, force_mode="nonparametric", verbose=False))
""",
        },
    ),
    "the Bayesian signed-rank test, 50,000 draws": Task(
        of="datasets",
        sizes=(10, 30, 100, 300),
        data=DIFFERENCES,
        programs={
            "bakeoff": """
import numpy as np
from bakeoff.procedures.bayes.bayes_signed_rank import bayes_signed_rank
bayes_signed_rank(given, margin=0.1, rng=np.random.default_rng(1))
""",
            "baycomp": """
from baycomp import SignedRankTest
SignedRankTest.probs(0 * given, given, 0.1, nsamples=50_000, random_state=1)
""",
        },
    ),
    "Cochran's Q of four classifiers": Task(
        of="examples",
        sizes=(1_000, 10_000, 100_000, 1_000_000),
        data=RIGHT,
        programs={
            "bakeoff": """
from bakeoff.procedures.predictions.cochran_q import cochran_q
cochran_q(given)
""",
            "mlxtend": """
import numpy as np
from mlxtend.evaluate import cochrans_q
cochrans_q(np.ones(len(given), dtype=int), *given.astype(int).T)
""",
            "statsmodels": """
from statsmodels.stats.contingency_tables import cochrans_q
cochrans_q(given.astype(float))
""",
        },
    ),
    "Hommel's adjustment": Task(
        of="p-values",
        sizes=(100, 300, 1_000, 3_000),
        data=P_VALUES,
        programs={
            "bakeoff": """
from bakeoff.procedures.base.adjust import adjust
adjust(given, "hommel")
""",
            "statsmodels": """
from statsmodels.stats.multitest import multipletests
multipletests(given, method="hommel")
""",
        },
    ),
    "a study: 2 classifiers, 10 folds, one process": Task(
        of="datasets",
        sizes=(2, 5, 10, 20),
        data=CELLS,
        at_home=("bakeoff", "scikit-learn loop", "joblib loop"),
        programs={
            "bakeoff": """
import tempfile
from pathlib import Path
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from bakeoff.api.study.study import Study
with tempfile.TemporaryDirectory() as folder:
    models = {"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}
    Study(models, given, resampling={"folds": 10}).run(str(Path(folder) / "study.db"))
""",
            "scikit-learn loop": BARE + "for X, y in given.values():\n    cells(X, y)\n",
            "joblib loop": BARE
            + """
from joblib import Parallel, delayed
Parallel(n_jobs=1)(delayed(cells)(X, y) for X, y in given.values())
""",
        },
    ),
}
