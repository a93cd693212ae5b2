"""`bakeoff audit PAPER`: a whole paper through the door, in every format."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

from bakeoff.cli.main import main

ROWS = {
    "NaiveRows": (71.2, 80.1, 65.0, 77.3, 90.2, 81.1, 70.4, 66.6),
    "TreeRows": (73.4, 82.0, 66.1, 78.8, 91.0, 83.5, 72.9, 69.0),
    "RivalNet": (75.1, 84.2, 69.3, 80.0, 93.1, 85.5, 74.2, 71.7),
}
DATASETS = ("Iris", "Wine", "Glass", "Sonar", "Voting", "Heart", "Yeast", "Ecoli")


def means():
    return {name: sum(values) / len(values) for name, values in ROWS.items()}


def latex(
    *,
    mean_of_tree=None,
    bold="RivalNet",
    text="",
    caption="Accuracy in percent. Higher is better, the best is bold.",
):
    lines = []
    for name, values in ROWS.items():
        cells = [rf"\best{{{v:.1f}}}" if name == bold else f"{v:.1f}" for v in values]
        mean = mean_of_tree if name == "TreeRows" and mean_of_tree is not None else means()[name]
        lines.append(f"{name} & " + " & ".join(cells) + rf" & {mean:.1f} \\")
    table = "\n".join(lines)
    return rf"""\documentclass{{article}}
\newcommand{{\best}}[1]{{\textbf{{#1}}}}
\title{{RivalNet: a method}}
\begin{{document}}
\begin{{abstract}}
We propose RivalNet, which is a method.
\end{{abstract}}
\section{{Experiments}}
{text}
\begin{{table}}
\caption{{{caption}}}\label{{tab:main}}
\begin{{tabular}}{{l{"c" * 9}}}
\toprule
Method & {" & ".join(DATASETS)} & Avg. \\
\midrule
{table}
\bottomrule
\end{{tabular}}
\end{{table}}
\end{{document}}
"""


class Ran(NamedTuple):
    exit_code: int
    stdout: str
    stderr: str


def run(*words):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["audit", *map(str, words)])
    return Ran(code, out.getvalue(), err.getvalue())


def audit(path, *words):
    result = run(path, "--json", *words)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def codes(document, severity="warning"):
    return [r["code"] for r in document["findings"] if r["severity"] == severity]


@pytest.fixture
def paper(tmp_path):
    def write(source, name="paper.tex"):
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return path

    return write


def test_a_sound_paper_gets_a_clean_page(paper):
    found = audit(paper(latex()))
    assert codes(found) == []
    assert found["summary"].startswith("Nothing was found")
    assert found["verdicts"][0]["better"] == ["NaiveRows", "TreeRows"]


def test_a_wrong_mean_is_found_with_its_line_and_its_sum(paper):
    path = paper(latex(mean_of_tree=79.9))
    (finding,) = [r for r in audit(path)["findings"] if r["code"] == "BO710"]
    line = next(n for n, text in enumerate(path.read_text().split("\n"), 1) if "TreeRows" in text)
    assert finding["place"] == f"paper.tex:{line}"
    assert "79.9" in finding["message"]
    assert f"{means()['TreeRows']:.2f}" in finding["calculation"]


def test_a_mean_that_is_cut_off_is_granted(paper):
    cut = int(means()["TreeRows"] * 10) / 10
    assert codes(audit(paper(latex(mean_of_tree=cut)))) == []


def test_bold_that_marks_the_own_method_and_not_the_best_is_not_judged(paper):
    assert codes(audit(paper(latex(bold="NaiveRows")))) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Table~\ref{tab:main} shows that RivalNet outperforms TreeRows by 2.2 points on Wine.", []),
        (r"Table~\ref{tab:main} shows that RivalNet outperforms TreeRows by 3.1 points on Wine.", ["BO722"]),
        (r"In Table~\ref{tab:main}, RivalNet is better on 8 of 8 datasets.", []),
        (r"In Table~\ref{tab:main}, RivalNet is better on 6 of 8 datasets.", ["BO723"]),
        ("RivalNet achieves 84.2\\% on Wine.", []),
        ("RivalNet achieves 85.9\\% on Wine.", ["BO725"]),
        ("This raises accuracy from 70.0 to 77.0, an improvement of 10.0\\%.", []),
        ("This raises accuracy from 70.0 to 77.0, an improvement of 17.0\\%.", ["BO721"]),
        ("The test gave $t(9) = 3.00$, $p = .015$ in all.", []),
        ("The test gave $t(9) = 3.00$, $p = .001$ in all.", ["BO720"]),
        ("It gave $t(9) = 13.196$, $p = 3.41 \\times 10^{-7}$ here.", []),
    ],
)
def test_numbers_of_the_text_are_checked_where_they_are_certainly_meant(paper, text, expected):
    assert codes(audit(paper(latex(text=text)))) == expected


def test_a_claim_of_all_datasets_is_contradicted_by_one(paper):
    text = r"Table~\ref{tab:main} shows that RivalNet consistently outperforms all others."
    source = latex(text=text).replace("82.0", "88.0")
    (claim,) = [c for c in audit(paper(source))["claims"] if c["standing"] == "contradicted"]
    assert "7 of 8" in claim["why"]


def test_a_claim_that_the_table_carries_is_said_to_be_carried(paper):
    text = r"Table~\ref{tab:main} shows that RivalNet outperforms TreeRows."
    (claim,) = [c for c in audit(paper(latex(text=text)))["claims"] if c["part"] == "body"]
    assert claim["standing"] == "carried"


def test_a_folder_with_inputs_is_one_paper_and_places_name_the_file(tmp_path):
    source = latex(mean_of_tree=79.9)
    begin, end = source.index("\\begin{tabular}"), source.index("\\end{tabular}") + len("\\end{tabular}")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "scores.tex").write_text("% the scores\n" + source[begin:end], encoding="utf-8")
    main_file = source[:begin] + "\\resizebox{\\linewidth}{!}{\\input{tables/scores}}" + source[end:]
    (tmp_path / "main.tex").write_text(main_file, encoding="utf-8")
    (finding,) = [r for r in audit(tmp_path)["findings"] if r["code"] == "BO710"]
    assert finding["place"].startswith("tables/scores.tex:")


PROSE = (
    "We propose RivalNet, a method that is compared with two others on eight datasets of the usual kind, as the table "
    "below shows in full."
)


def printed_rows(bold):
    """Return every row as texts, with one wrong mean."""
    wrong = {**means(), "TreeRows": 79.9}
    return [
        [
            name,
            *(bold.format(f"{v:.1f}") if name == "RivalNet" else f"{v:.1f}" for v in values),
            f"{wrong[name]:.1f}",
        ]
        for name, values in ROWS.items()
    ]


def markdown():
    rows = "\n".join(f"| {' | '.join(row)} |" for row in printed_rows("**{}**"))
    head = f"| Method | {' | '.join(DATASETS)} | Avg. |\n|---|{'---|' * 9}"
    caption = "Table 1: Accuracy in percent. Higher is better."
    abstract = f"# RivalNet: a method\n\n## Abstract\n\n{PROSE}\n\n"
    return f"{abstract}## Experiments\n\n{PROSE}\n\n{caption}\n\n{head}\n{rows}\n"


def html():
    head = "".join(f"<th>{d}</th>" for d in ("Method", *DATASETS, "Avg."))
    rows = "\n".join(f"<tr>{''.join(f'<td>{c}</td>' for c in row)}</tr>" for row in printed_rows("<b>{}</b>"))
    caption = "<caption>Table 1: Accuracy. Higher is better.</caption>"
    title = "<h1>RivalNet: a method</h1><p>We propose RivalNet.</p>"
    return f"<html><body>{title}<table>{caption}\n<tr>{head}</tr>\n{rows}</table></body></html>"


@pytest.mark.parametrize(("source", "name"), [(markdown(), "paper.md"), (html(), "paper.html")])
def test_markdown_and_html_are_read_like_latex(paper, source, name):
    found = audit(paper(source, name))
    assert codes(found) == ["BO710"]
    assert found["tables"][0]["own"] == ["RivalNet"]
    bold = {c["row"] for c in found["tables"][0]["cells"] if c["bold"]}
    assert len(bold) == 1


def test_the_screen_the_pages_and_the_json_say_the_same(paper, tmp_path):
    path = paper(latex(mean_of_tree=79.9))
    found = audit(path)
    screen = " ".join(run(path).stdout.split())
    run(path, "--report", tmp_path / "r.html")
    run(path, "--report", tmp_path / "r.md")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    notes = (tmp_path / "r.md").read_text(encoding="utf-8")
    for finding in found["findings"]:
        assert finding["message"] in screen
        assert finding["code"] in screen
        assert finding["code"] in page
        assert finding["code"] in notes
    assert found["summary"] in screen
    assert found["summary"] in page


def test_the_author_gets_a_checklist(paper, tmp_path):
    path = paper(latex(mean_of_tree=79.9))
    assert "[ ]" in run(path, "--author").stdout
    run(path, "--author", "--report", tmp_path / "r.html")
    assert "checkbox" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_single_table_in_latex_is_still_a_table_of_scores(paper):
    source = latex()
    only = source[source.index("\\begin{tabular}") : source.index("\\end{tabular}") + len("\\end{tabular}")]
    result = run(paper(only.replace(" & Avg.", "").replace("\\best", "\\textbf"), "table.tex"), "--json")
    assert "bakeoff/paper-audit" not in result.stdout


def test_an_option_of_tables_is_refused_with_its_name(paper):
    result = run(paper(latex()), "--tests", "7")
    assert result.exit_code == 2
    assert "--tests" in result.stderr


def test_a_folder_without_a_document_is_not_a_paper(tmp_path):
    (tmp_path / "notes.tex").write_text("nothing", encoding="utf-8")
    assert run(tmp_path, "--paper").exit_code == 2


def test_a_file_that_is_no_pdf_is_refused(tmp_path):
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4 nothing more")
    result = run(tmp_path / "paper.pdf")
    assert result.exit_code == 2
