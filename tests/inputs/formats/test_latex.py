import numpy as np
import pytest

from bakeoff.inputs.evidence import read_evidence as read
from bakeoff.inputs.options import ReadOptions

PAPER = r"""
\begin{table}[t]
\caption{Accuracy % not a table
}
\begin{tabular}{l@{\hspace{1em}}|cc}
\toprule
Data set & \textbf{RF}~\cite{breiman} & SVM$^{rbf}$ \\
\midrule
Iris\footnote{UCI} & $\mathbf{0.95} \pm 0.02$ & 0.94$\pm$.01 \\[2pt]
so\_nar & \underline{0.87} $\pm$ 0.03 & -- \\ \cmidrule(lr){2-3}
Caf\'e \& bar & \multicolumn{1}{c}{0.5 $\pm$ 0.1} & \cellcolor{gray!20}{0.25 $\pm$ 0.1} \\
\bottomrule
\end{tabular}
\end{table}
"""


def tabular(header: str, environment: str = "tabular", width: str = "") -> str:
    rows = f"{header} \\\\\nIris & 0.9 & 0.8 \\\\\nWine & 0.7 & 0.6 \\\\\n"
    return f"\\begin{{{environment}}}{width}{{lcc}}\n{rows}\\end{{{environment}}}\n"


def test_a_table_of_a_paper_is_read_as_it_prints() -> None:
    scores = read(PAPER)
    assert scores.classifiers == ("RF", "SVM^rbf")
    assert scores.datasets == ("Iris", "so_nar", "Café & bar")
    assert np.array_equal(scores.values, [[0.95, 0.94], [0.87, np.nan], [0.5, 0.25]], equal_nan=True)
    assert scores.spread is not None
    assert np.array_equal(scores.spread, [[0.02, 0.01], [0.03, np.nan], [0.1, 0.1]], equal_nan=True)


def test_bare_rows_are_enough() -> None:
    scores = read("Data & RF & SVM \\\\ \\hline\nIris & 0.9 & 0.8 \\\\\nWine & 0.7 & 0.6\n")
    assert scores.datasets == ("Iris", "Wine")


def test_headings_over_several_columns_tell_columns_of_the_same_name_apart() -> None:
    text = r"""\begin{tabular}{lcccc}
& \multicolumn{2}{c}{Accuracy} & \multicolumn{2}{c}{Time} \\
Data & RF & SVM & RF & SVM \\ \hline
Iris & 0.9 & 0.8 & 3 & 4 \\
Wine & 0.7 & 0.6 & 5 & 6 \\
\end{tabular}"""
    scores = read(text + "\n")
    assert (scores.classifiers, scores.measure.name) == (("RF", "SVM"), "Accuracy")
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert read(text + "\n", options=ReadOptions(metric="time")).values.tolist() == [[3, 4], [5, 6]]


def test_a_heading_over_names_that_do_not_repeat_is_left_out() -> None:
    text = tabular("& \\multicolumn{2}{c}{Trees} \\\\\nData & RF & GBM")
    assert read(text).classifiers == ("RF", "GBM")


def test_rows_of_methods_are_turned_round() -> None:
    scores = read(
        "Method & MNIST & SVHN & CIFAR \\\\\nResNet & 99.1 & 95.2 & 93.0 \\\\\nVGG & 99.0 & 96.0 & 92.0 \\\\\n"
    )
    assert (scores.classifiers, scores.datasets) == (("ResNet", "VGG"), ("MNIST", "SVHN", "CIFAR"))
    assert [finding.code for finding in scores.findings] == ["BO307"]


def test_a_double_backslash_inside_braces_does_not_end_a_row() -> None:
    text = tabular("Data & \\shortstack{Random\\\\Forest} & SVM")
    assert read(text).classifiers == ("Random Forest", "SVM")


@pytest.mark.parametrize("environment", ["tabular", "tabularx", "tabular*", "longtable", "array"])
def test_the_relatives_of_tabular_are_read(environment: str) -> None:
    width = "{\\textwidth}" if environment in ("tabularx", "tabular*") else ""
    text = tabular("Data & RF & SVM", environment, width)
    assert read(text).datasets == ("Iris", "Wine")


def test_messages_name_the_line_of_the_paper() -> None:
    with pytest.raises(Exception, match="line 10, column 2"):
        read(PAPER.replace("\\underline{0.87}", "best"))


@pytest.mark.parametrize(
    ("cell", "printed"),
    [
        (r"\rotatebox[origin=c]{90}{Ours ($\alpha$=0.5)}", "Ours (α=0.5)"),
        (r"\textcolor[HTML]{FF0000}{\textbf{Ours}}", "Ours"),
        (r"\begin{turn}{60}Ours\end{turn}", "Ours"),
        (r"\makecell[l]{Random\\Forest}", "Random Forest"),
        (r"\parbox[t]{2mm}{\rotatebox{90}{Ours}}", "Ours"),
        (r"\resizebox{2cm}{!}{Ours}\phantom{$^*$}", "Ours"),
    ],
)
def test_arguments_that_are_not_printed_are_no_part_of_a_name(cell: str, printed: str) -> None:
    assert read(tabular(f"Data & {cell} & SVM")).classifiers == (printed, "SVM")


def test_what_only_takes_room_is_no_digit_of_a_score() -> None:
    scores = read(
        "Data & RF & SVM \\\\\nIris & \\phantom{1}5.3 & \\textcolor{red}{61.2} \\\\\nWine & 55.0 & 6.0 \\\\\n"
    )
    assert scores.values.tolist() == [[5.3, 61.2], [55.0, 6.0]]


@pytest.mark.parametrize("arrow", ["uparrow", "downarrow"])
def test_an_arrow_says_which_scores_are_better(arrow: str) -> None:
    scores = read(tabular(f"Data & RF $\\{arrow}$ & SVM $\\{arrow}$"))
    assert (scores.classifiers, scores.measure.higher_is_better) == (("RF", "SVM"), arrow == "uparrow")


def test_heads_and_feet_of_further_pages_are_no_rows() -> None:
    head = "Data & RF & SVM \\\\ \\midrule\n"
    again = (
        "\\multicolumn{3}{l}{continued} \\\\\n"
        + head
        + "\\endhead\n\\multicolumn{3}{r}{more on the next page} \\\\\n"
    )
    rows = "Iris & 0.9 & 0.8 \\\\\nWine & 0.7 & best \\\\\n"
    text = f"\\begin{{longtable}}{{lrr}}\n{head}\\endfirsthead\n{again}\\endfoot\n{rows}\\end{{longtable}}"
    scores = read(text.replace("best", "0.6"))
    assert (scores.classifiers, scores.datasets) == (("RF", "SVM"), ("Iris", "Wine"))
    with pytest.raises(Exception, match="line 10, column 3"):
        read(text)
