"""Tables of LaTeX papers: what authors write, and the cells that it prints."""

import pytest

from bakeoff.core.answers.paper import Role, Spread
from bakeoff.inputs.papers.cells import read_number
from bakeoff.inputs.papers.registry import is_paper, read_paper
from bakeoff.inputs.papers.table_reading import read_table


@pytest.fixture
def read(tmp_path):
    def write_and_read(body, *, preamble="", caption="Accuracy."):
        source = (
            f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n\\section{{Results}}\n\\begin{{table}}"
            f"\\caption{{{caption}}}\\label{{tab:x}}\n{body}\n\\end{{table}}\n\\end{{document}}\n"
        )
        path = tmp_path / "paper.tex"
        path.write_text(source, encoding="utf-8")
        return read_paper(path).tables[0]

    return write_and_read


def texts(table):
    return [[cell.text for cell in row] for row in table.rows]


def tabular(*rows, columns="lcc"):
    head = f"\\begin{{tabular}}{{{columns}}}\n\\toprule\nMethod & A & B \\\\\n\\midrule\n"
    return head + "\n".join(rows) + "\n\\bottomrule\n\\end{tabular}"


@pytest.mark.parametrize(
    ("cell", "text", "bold"),
    [
        (r"93.1", "93.1", False),
        (r"\textbf{93.1}", "93.1", True),
        (r"{\bf 93.1}", "93.1", True),
        (r"$\mathbf{93.1}$", "93.1", True),
        (r"\best{93.1}", "93.1", True),
        (r"\textbf{93.1} $\pm$ 0.2", "93.1 ± 0.2", True),
        (r"$93.1_{\pm 0.2}$", "93.1 ±0.2", False),
        (r"\cellcolor{gray!25}\textbf{93.1}", "93.1", True),
        (r"\textcolor{red}{93.1}", "93.1", False),
        (r"\underline{93.1}", "93.1", False),
        (r"93.1\% % the best so far", "93.1%", False),
        (r"\multirow{1}{*}{93.1}", "93.1", False),
        (r"\makecell{93.1}", "93.1", False),
        (r"93.1~\cite{someone2020}", "93.1", False),
        (r"\num{93.1}", "93.1", False),
    ],
)
def test_a_cell_is_what_it_prints(read, cell, text, bold):
    preamble = "\\newcommand{\\best}[1]{\\textbf{#1}}"
    rest = " & 88.0 \\\\" if "%" not in cell.replace("\\%", "") else "\n& 88.0 \\\\"
    table = read(tabular(f"ours & {cell}{rest}", "svm & 90.0 & 81.0 \\\\"), preamble=preamble)
    assert texts(table)[1] == ["ours", text, "88.0"]
    assert table.rows[1][1].bold is bold


def test_marks_are_set_aside_and_explained_by_the_caption(read):
    table = read(
        tabular(r"ours & 93.1$^\dagger$ & 88.0* \\", r"svm & 90 & 81 \\"),
        caption="Scores. † denotes our own runs.",
    )
    assert table.rows[1][1].marks == ("†",)
    assert table.rows[1][2].marks == ("*",)
    assert read_table(table).marks == {"†": "our own runs"}


def test_spans_become_headings_of_every_column_under_them(read):
    body = (
        "\\begin{tabular}{lcccc}\\hline\n & \\multicolumn{2}{c}{Iris} & \\multicolumn{2}{c}{Wine} \\\\ "
        "\\cmidrule(lr){2-3}\\cmidrule(lr){4-5}\n"
        "Method & Acc $\\uparrow$ & Loss $\\downarrow$ & Acc $\\uparrow$ & Loss $\\downarrow$ \\\\ \\hline\n"
        "\\multirow{2}{*}{svm} & 90.1 & 0.3 & 80.2 & 0.4 \\\\\n & 91.1 & 0.2 & 81.2 & 0.5 \\\\ \\hline\\end{tabular}"
    )
    reading = read_table(read(body))
    assert [h.path for h in reading.columns] == [
        ("Iris", "Acc ↑"),
        ("Iris", "Loss ↓"),
        ("Wine", "Acc ↑"),
        ("Wine", "Loss ↓"),
    ]
    assert [h.higher_is_better for h in reading.columns] == [True, False, True, False]
    assert [h.name for h in reading.rows] == ["svm", "svm"]


def test_roles_of_rows_and_columns_are_read_from_their_names(read):
    body = tabular(
        r"svm & 90.1 & 80.2 \\",
        r"Average & 90.1 & 80.2 \\",
        r"Mean rank & 1.0 & 2.0 \\",
        r"\#Params (M) & 3 & 4 \\",
    )
    reading = read_table(read(body))
    assert [h.role for h in reading.rows] == [Role.SCORES, Role.AVERAGE, Role.RANK, Role.OTHER]


@pytest.mark.parametrize(
    ("caption", "spread", "runs"),
    [
        ("Mean and standard deviation over 5 seeds.", Spread.DEVIATION, 5),
        ("Mean $\\pm$ standard error of ten runs.", Spread.ERROR, 10),
        ("95\\% confidence intervals.", Spread.INTERVAL, None),
        ("Results.", Spread.UNSAID, None),
    ],
)
def test_what_plus_minus_is_comes_from_the_caption_or_is_not_said(read, caption, spread, runs):
    reading = read_table(
        read(tabular(r"svm & 90.1 $\pm$ 0.2 & 80.2 $\pm$ 0.3 \\", r"knn & 9 & 8 \\"), caption=caption)
    )
    assert reading.spread is spread
    assert reading.runs == runs


def test_rows_with_more_cells_than_columns_are_listed_and_not_judged(read):
    reading = read_table(read(tabular(r"svm & 90.1 & 80.2 & 1 & 2 & 3 \\", r"knn & 9 & 8 \\")))
    assert reading.doubts


@pytest.mark.parametrize("text", ["ResNet-50", "", "-", "n/a", "10/20", "1:3"])
def test_what_is_no_single_number_is_no_number(text):
    from bakeoff.core.answers.paper import PaperCell

    assert read_number(PaperCell(text=text)) is None


def test_a_command_that_uses_itself_does_not_hang(tmp_path):
    path = tmp_path / "paper.tex"
    path.write_text(
        "\\documentclass{a}\\newcommand{\\x}{\\y}\\newcommand{\\y}{\\x\\x}\\begin{document}\n"
        + tabular(r"\x & 90.1 & 80.2 \\", r"knn & 9 & 8 \\")
        + "\\end{document}",
        encoding="utf-8",
    )
    assert read_paper(path).tables[0].rows[2][1].text == "9"


def test_an_input_outside_the_folder_is_not_followed(tmp_path):
    (tmp_path / "secret.tex").write_text("secret", encoding="utf-8")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "main.tex").write_text(
        "\\begin{document}\n\\input{../secret}\n\\end{document}", encoding="utf-8"
    )
    paper = read_paper(folder)
    assert "secret" in paper.unread[0]
    assert all("secret" not in s.text for s in paper.sentences)


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("a.tex", "\\begin{tabular}{lc} a & 1 \\\\ b & 2 \\end{tabular}", False),
        ("a.tex", "\\section{x}", True),
        ("a.md", "| a | b |\n|---|---|\n| 1 | 2 |\n", False),
        ("a.csv", "a,b\n1,2\n", False),
    ],
)
def test_one_table_is_no_paper(tmp_path, name, source, expected):
    (tmp_path / name).write_text(source, encoding="utf-8")
    assert is_paper(tmp_path / name) is expected
