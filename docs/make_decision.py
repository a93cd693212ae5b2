"""Draw which test carries the verdict, by the kind of evidence: the figure of docs/which.md.

python docs/make_decision.py (the build of the documentation runs it)
"""

from pathlib import Path
from typing import NamedTuple

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from bakeoff.procedures.registry import find_procedure

TARGET = Path(__file__).parent / "made" / "decision.svg"
ASKED, ANSWER = "#0072B2", "#009E73"  # of Okabe and Ito


class Leaf(NamedTuple):
    """One kind of evidence: the questions that lead to it, and the key of its test."""

    evidence: str
    question: str
    key: str


LEAVES = (
    Leaf("scores of several datasets", "two classifiers", "wilcoxon"),
    Leaf("scores of several datasets", "three or more", "max-t"),
    Leaf("scores of the folds\nof one dataset", "test size over\ntraining size known", "corrected-t"),
    Leaf("predictions on\none test set", "two classifiers", "mcnemar-midp"),
    Leaf("predictions on\none test set", "three or more", "max-t-predictions"),
    Leaf("predictions on\none test set", "examples in groups", "mcnemar-clustered"),
    Leaf("predictions on\none test set", "area under ROC curve", "delong"),
    Leaf("predictions on\none test set", "log loss, Brier, cost", "paired-losses"),
    Leaf("predictions on\none test set", "F1, MCC, … ", "paired-bootstrap"),
    Leaf("each on a test set\nof its own", "counts right of how many", "two-proportions"),
)


def main() -> None:
    """Draw the figure."""
    figure = Figure(figsize=(8.6, 5.4))
    FigureCanvasSVG(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, 10), ylim=(-len(LEAVES) + 0.3, 0.9))
    axes.axis("off")
    for text, x in (("evidence", 1.4), ("and", 4.6), ("the test that carries the verdict", 8.0)):
        axes.text(x, 0.62, text, ha="center", va="center", fontsize=9, color="0.4")
    for i, leaf in enumerate(LEAVES):
        _leaf(axes, -i, leaf)
    for evidence in dict.fromkeys(leaf.evidence for leaf in LEAVES):
        rows = [-i for i, leaf in enumerate(LEAVES) if leaf.evidence == evidence]
        _box(axes, 1.4, sum(rows) / len(rows), evidence, ASKED)
        for row in rows:
            axes.plot((2.75, 3.3), (sum(rows) / len(rows), row), color="0.6", lw=0.8, zorder=0)
    TARGET.parent.mkdir(exist_ok=True)
    figure.savefig(TARGET, metadata={"Date": None})


def _leaf(axes, y, leaf):
    axes.text(4.6, y, leaf.question, ha="center", va="center", fontsize=9)
    axes.plot((5.9, 6.6), (y, y), color="0.6", lw=0.8, zorder=0)
    _box(axes, 8.0, y, find_procedure(leaf.key).key, ANSWER)


def _box(axes, x, y, text, colour):
    edge = {"boxstyle": "round,pad=0.35", "fc": "white", "ec": colour, "lw": 1.2}
    axes.text(x, y, text, ha="center", va="center", fontsize=9, bbox=edge)


if __name__ == "__main__":
    main()
