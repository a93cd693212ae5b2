"""Published tables, typed from the papers: examples to try, and data for the demonstration.

Each is text as a person would paste it. The metric is named because the papers' tables do not carry it.
"""

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bakeoff.core.arrays import Floats


class Published(NamedTuple):
    """One table of scores from the literature."""

    what: str
    source: str  # a key of render/refs.bib, and where in it
    metric: str
    text: str
    as_printed: tuple[str, ...] = ()  # options of `compare` that follow the source's own calculation

    @property
    def classifiers(self) -> tuple[str, ...]:
        """The classifiers, in the order of the columns."""
        return tuple(self.text.splitlines()[0].split(",")[1:])

    @property
    def datasets(self) -> tuple[str, ...]:
        """The datasets, in the order of the rows."""
        return tuple(line.split(",")[0] for line in self.text.splitlines()[1:])

    @property
    def scores(self) -> "Floats":
        """Datasets × classifiers."""
        import numpy as np

        return np.array(
            [[float(cell) for cell in line.split(",")[1:]] for line in self.text.splitlines()[1:]]
        )

    def __repr__(self) -> str:
        return f"<Published table: {self.what} ({self.source})>"


PUBLISHED = {
    "figure-15.2": Published(
        what="accuracy in percent of two classifiers on ten datasets",
        source="bramer2020, figure 15.2",
        metric="accuracy",
        text="""\
dataset,A,B
dataset 1,80,85
dataset 2,73,70
dataset 3,85,85
dataset 4,68,74
dataset 5,82,71
dataset 6,75,65
dataset 7,73,77
dataset 8,64,73
dataset 9,75,75
dataset 10,69,76
""",
        as_printed=("--test", "paired-t"),
    ),
    "figure-15.5": Published(
        what="A and another new classifier, C: the same mean difference with less spread",
        source="bramer2020, figure 15.5",
        metric="accuracy",
        text="""\
dataset,A,C
dataset 1,80,81
dataset 2,73,74
dataset 3,85,86
dataset 4,68,69
dataset 5,82,83
dataset 6,75,75
dataset 7,73,75
dataset 8,64,63
dataset 9,75,75
dataset 10,69,70
""",
        as_printed=("--test", "paired-t"),
    ),
    "figure-15.6": Published(
        what="figure 15.2 without datasets 5 and 6",
        source="bramer2020, figure 15.6",
        metric="accuracy",
        text="""\
dataset,A,B
dataset 1,80,85
dataset 2,73,70
dataset 3,85,85
dataset 4,68,74
dataset 7,73,77
dataset 8,64,73
dataset 9,75,75
dataset 10,69,76
""",
        as_printed=("--test", "paired-t"),
    ),
    "figure-15.7": Published(
        what="figure 15.6 with two datasets that favour B; A adds up to 744, not to the 704 that is printed",
        source="bramer2020, figure 15.7",
        metric="accuracy",
        text="""\
dataset,A,B
dataset 1,80,85
dataset 2,73,70
dataset 3,85,85
dataset 4,68,74
dataset 7,73,77
dataset 8,64,73
dataset 9,75,75
dataset 10,69,76
dataset 11,75,80
dataset 12,82,88
""",
        as_printed=("--test", "paired-t", "--level", "0.99"),
    ),
    "exercise-15": Published(
        what="the exercise on twenty datasets",
        source="bramer2020, exercise of chapter 15",
        metric="accuracy",
        text="""\
dataset,A,B
dataset 1,74,86
dataset 2,69,75
dataset 3,80,86
dataset 4,67,69
dataset 5,84,83
dataset 6,87,95
dataset 7,69,65
dataset 8,74,81
dataset 9,78,74
dataset 10,72,80
dataset 11,75,73
dataset 12,72,82
dataset 13,70,68
dataset 14,75,78
dataset 15,80,78
dataset 16,84,85
dataset 17,79,79
dataset 18,79,78
dataset 19,63,76
dataset 20,75,71
""",
        as_printed=("--test", "paired-t"),
    ),
    "lecture": Published(
        what="success rates in percent of two classifiers in ten folds; fold 8 differs by 0.6, not by the 0.5 printed",
        source="lecture 9, Comparing classifiers",
        metric="accuracy",
        text="""\
dataset,fold,A,B
lecture,1,89.4,89.8
lecture,2,90.2,90.6
lecture,3,87.7,88.2
lecture,4,90.3,90.9
lecture,5,91.2,91.7
lecture,6,89.4,89.8
lecture,7,90.2,90.6
lecture,8,87.7,88.3
lecture,9,90.3,90.9
lecture,10,91.2,91.7
""",
        as_printed=("--test", "paired-t", "--level", "0.9"),
    ),
    "demsar-2006": Published(
        what="AUC of four variants of C4.5 on fourteen datasets",
        source="demsar2006, table 6",
        metric="AUC",
        text="""\
dataset,C4.5,C4.5+m,C4.5+cf,C4.5+m+cf
adult (sample),0.763,0.768,0.771,0.798
breast cancer,0.599,0.591,0.59,0.569
breast cancer wisconsin,0.954,0.971,0.968,0.967
cmc,0.628,0.661,0.654,0.657
ionosphere,0.882,0.888,0.886,0.898
iris,0.936,0.931,0.916,0.931
liver disorders,0.661,0.668,0.609,0.685
lung cancer,0.583,0.583,0.563,0.625
lymphography,0.775,0.838,0.866,0.875
mushroom,1.0,1.0,1.0,1.0
primary tumor,0.94,0.962,0.965,0.962
rheum,0.619,0.666,0.614,0.669
voting,0.972,0.981,0.975,0.975
wine,0.957,0.978,0.946,0.97
""",
    ),
    "garcia-herrera-2008": Published(
        what="accuracy of five classifiers on thirty datasets",
        source="garcia2008, table 2",
        metric="accuracy",
        text="""\
dataset,C4.5,k-NN(k=1),NaiveBayes,Kernel,CN2
Abalone*,0.219,0.202,0.249,0.165,0.261
Adult*,0.803,0.75,0.813,0.692,0.798
Australian,0.859,0.814,0.845,0.542,0.816
Autos,0.809,0.774,0.673,0.275,0.785
Balance,0.768,0.79,0.727,0.872,0.706
Breast,0.759,0.654,0.734,0.703,0.714
Bupa,0.693,0.611,0.572,0.689,0.572
Cleveland,0.544,0.531,0.558,0.439,0.541
Dermatology,0.945,0.954,0.978,0.541,0.858
German,0.725,0.705,0.739,0.625,0.717
Glass,0.674,0.736,0.721,0.356,0.704
Hayes-Roth,0.801,0.357,0.52,0.309,0.52
Heart,0.785,0.77,0.841,0.659,0.759
Led7Digit,0.71,0.402,0.728,0.12,0.674
Letter*,0.691,0.827,0.667,0.527,0.638
Lymphography,0.743,0.739,0.83,0.549,0.746
Mushrooms*,0.99,0.482,0.941,0.857,0.99
OptDigits*,0.867,0.098,0.915,0.986,0.784
Satimage*,0.821,0.872,0.815,0.885,0.778
SpamBase*,0.893,0.824,0.902,0.739,0.885
Splice*,0.799,0.655,0.925,0.517,0.755
Tic-tac-toe,0.845,0.731,0.693,0.653,0.704
Vehicle,0.741,0.701,0.591,0.663,0.619
Vowel,0.799,0.994,0.603,0.269,0.621
Wine,0.949,0.955,0.989,0.77,0.954
Yeast,0.555,0.505,0.569,0.312,0.556
Zoo,0.928,0.928,0.945,0.419,0.897
Car,0.915,0.857,0.86,0.7,0.777
Crx,0.855,0.796,0.857,0.607,0.809
Ion,0.906,0.359,0.895,0.641,0.918
""",
    ),
}
