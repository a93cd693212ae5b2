"""Tables as people write them in LaTeX, Markdown and HTML, with what must be read written down beforehand."""

# ruff: noqa: E501 - sources of papers

import pytest

from bakeoff.inputs.papers.registry import read_paper
from bakeoff.inputs.papers.table_reading import read_tables

PRE = (
    r"\documentclass{article}\title{OakNet: trees}\begin{document}\begin{abstract}We propose OakNet, a tree.\end{abstract}"
    + "\n"
)


def tex(body, pre=""):
    return pre + PRE + body + "\n\\end{document}\n"


def tab(rows, spec="lcc", cap="Accuracy.", env="tabular", extra=""):
    return f"\\begin{{table}}\\caption{{{cap}}}\\begin{{{env}}}{extra}{{{spec}}}\n{rows}\n\\end{{{env}}}\\end{{table}}"


CASES = []


def case(name, source, rows, suffix=".tex", **facts):
    CASES.append(pytest.param(source, rows, suffix, facts, id=name.replace(" ", "-")))


H = r"Method & Iris & Wine \\ \midrule "
G = [["Method", "Iris", "Wine"], ["Stump", "71.2", "80.1"], ["OakNet", "75.1", "84.2"]]
B = r"Stump & 71.2 & 80.1 \\ OakNet & 75.1 & 84.2 \\"
case(
    "newcommand with arguments",
    tex(
        tab(H + r"Stump & \res{71}{2} & \res{80}{1} \\ OakNet & \res{75}{1} & \res{84}{2} \\"),
        r"\newcommand{\res}[2]{#1.#2}",
    ),
    G,
)
case(
    "newcommand optional",
    tex(
        tab(H + r"Stump & \v{71.2} & \v{80.1} \\ OakNet & \v[\bf]{75.1} & \v[\bf]{84.2} \\"),
        r"\newcommand{\v}[2][]{{#1 #2}}",
    ),
    G,
    bold={(2, 1), (2, 2)},
)
case(
    "def",
    tex(tab(H + r"Stump & \a{71.2} & 80.1 \\ OakNet & 75.1 & \a{84.2} \\"), r"\def\a#1{\textbf{#1}}"),
    G,
    bold={(1, 1), (2, 2)},
)
case(
    "def plain",
    tex(tab(H + r"Stump & 71.2 & 80.1 \\ \ours & 75.1 & 84.2 \\"), r"\def\ours{OakNet}"),
    G,
    own=("OakNet",),
)
case(
    "siunitx S",
    tex(
        tab(r"{Method} & {Iris} & {Wine} \\ \midrule " + B, spec="l S[table-format=2.1] S[table-format=2.1]")
    ),
    G,
)
case(
    "num",
    tex(
        tab(H + r"Stump & \num{71.2} & \SI{80.1}{\percent} \\ OakNet & \num{75.1} & \qty{84.2}{\percent} \\")
    ),
    [G[0], ["Stump", "71.2", "80.1%"], ["OakNet", "75.1", "84.2%"]],
    values={(1, 2): 80.1},
)
case(
    "S bold",
    tex(
        tab(
            r"{Method} & {Iris} & {Wine} \\ \midrule Stump & 71.2 & 80.1 \\ OakNet & \bfseries 75.1 & \bfseries 84.2 \\",
            spec="lSS",
        )
    ),
    G,
    bold={(2, 1), (2, 2)},
)
case(
    "pm",
    tex(
        tab(
            H
            + r"Stump & $71.2 \pm 0.3$ & 80.1\,$\pm$\,0.2 \\ OakNet & 75.1$_{\pm 0.1}$ & 84.2{\tiny $\pm$0.4} \\",
            cap="Mean $\\pm$ standard deviation over 5 runs.",
        )
    ),
    None,
    spreads={(1, 1): 0.3, (1, 2): 0.2, (2, 1): 0.1, (2, 2): 0.4},
    spread="standard deviation",
    runs=5,
)
case(
    "pm unsaid",
    tex(tab(H + r"Stump & $71.2 \pm 0.3$ & 80.1 \\ OakNet & 75.1 & 84.2 \\", cap="Results.")),
    None,
    spread="not said",
)
case(
    "se",
    tex(
        tab(
            H + r"Stump & $71.2 \pm 0.3$ & 80.1 \\ OakNet & 75.1 & 84.2 \\",
            cap="Accuracy with standard errors over ten seeds.",
        )
    ),
    None,
    spread="standard error",
    runs=10,
)
case(
    "sub std no pm",
    tex(tab(H + r"Stump & $71.2_{0.3}$ & $80.1_{0.2}$ \\ OakNet & $75.1_{0.1}$ & $84.2_{0.4}$ \\")),
    G,
)
case(
    "paren std",
    tex(tab(H + r"Stump & 71.2 (0.3) & 80.1 (0.2) \\ OakNet & 75.1 (0.1) & 84.2 (0.4) \\")),
    None,
    values={(1, 1): 71.2, (2, 2): 84.2},
)
case("tabularx", tex(tab(H + B, env="tabularx", extra=r"{\textwidth}", spec="lXX")), G)
case(
    "tabular*", tex(tab(H + B, env="tabular*", extra=r"{\columnwidth}", spec=r"@{\extracolsep{\fill}}lcc")), G
)
case("tabulary", tex(tab(H + B, env="tabulary", extra=r"{\columnwidth}", spec=r"LCC")), G)
case(
    "longtable",
    tex(
        r"\begin{longtable}{lcc}\caption{Accuracy.}\\ \toprule Method & Iris & Wine \\ \midrule \endhead "
        + B
        + r"\bottomrule\end{longtable}"
    ),
    G,
)
case(
    "longtable over pages",
    tex(
        r"\begin{longtable}{lcc}\caption{Accuracy.}\\ \toprule Method & Iris & Wine \\ \midrule \endfirsthead "
        r"\multicolumn{3}{l}{continued} \\ Method & Iris & Wine \\ \midrule \endhead \bottomrule \endfoot "
        + B
        + r"\end{longtable}"
    ),
    G,
)
case(
    "threeparttable",
    tex(
        r"\begin{table}\begin{threeparttable}\caption{Accuracy.}\begin{tabular}{lcc}"
        + H
        + r"Stump\tnote{a} & 71.2\tnote{*} & 80.1 \\ OakNet & 75.1 & 84.2 \\"
        + r"\end{tabular}\begin{tablenotes}\item[*] from the original paper\end{tablenotes}\end{threeparttable}\end{table}"
    ),
    None,
    values={(1, 1): 71.2},
    marks={"*": "from the original paper"},
)
case(
    "wraptable",
    tex(
        r"\begin{wraptable}{r}{5cm}\caption{Accuracy.}\begin{tabular}{lcc}"
        + H
        + B
        + r"\end{tabular}\end{wraptable}"
    ),
    G,
    caption="Accuracy.",
)
case(
    "subtables",
    tex(
        r"\begin{table}\begin{subtable}{.5\textwidth}\begin{tabular}{lcc}"
        + H
        + B
        + r"\end{tabular}\caption{First part.}\end{subtable}\begin{subtable}{.5\textwidth}\begin{tabular}{lcc}"
        + H
        + B
        + r"\end{tabular}\caption{Second part.}\end{subtable}\caption{Both.}\end{table}"
    ),
    G,
    count=2,
    caption="First part.",
)
case(
    "commented out",
    tex("%" + tab(H + "X & 1.0 & 2.0 \\\\").replace("\n", "\n%") + "\n" + tab(H + B)),
    G,
    count=1,
)
case("iffalse", tex("\\iffalse\n" + tab(H + "X & 1.0 & 2.0 \\\\") + "\n\\fi\n" + tab(H + B)), G, count=1)
case(
    "comment env",
    tex("\\begin{comment}\n" + tab(H + "X & 1.0 & 2.0 \\\\") + "\n\\end{comment}\n" + tab(H + B)),
    G,
    count=1,
)
case(
    "table in figure",
    tex(r"\begin{figure}\begin{tabular}{lcc}" + H + B + r"\end{tabular}\caption{Accuracy.}\end{figure}"),
    G,
    caption="Accuracy.",
)
case(
    "captionof",
    tex(
        r"\begin{minipage}{5cm}\captionof{table}{Accuracy here.}\begin{tabular}{lcc}"
        + H
        + B
        + r"\end{tabular}\end{minipage}"
    ),
    G,
    caption="Accuracy here.",
)
case(
    "arrows",
    tex(tab(r"Method & FID $\downarrow$ & IS ($\uparrow$) \\ \midrule " + B)),
    [["Method", "FID ↓", "IS (↑)"], *G[1:]],
    higher=(False, True),
)
case(
    "marks",
    tex(
        tab(
            H
            + r"Stump$^\dagger$ & 71.2$^{*}$ & 80.1 \\ OakNet & 75.1\textsuperscript{\ddag} & \textbf{84.2}** \\",
            cap=r"Accuracy. $\dagger$ denotes our rerun. * significant at 5\%.",
        )
    ),
    None,
    values={(1, 1): 71.2, (2, 1): 75.1, (2, 2): 84.2},
    marks={"†": "our rerun", "*": "significant at 5%"},
)
case(
    "multirow multicolumn",
    tex(
        tab(
            r"\multirow{2}{*}{Method} & \multicolumn{2}{c}{Small} \\ \cmidrule(lr){2-3} & Iris & Wine \\ \midrule "
            + B
        )
    ),
    [["Method", "Small", "Small"], ["Method", "Iris", "Wine"], *G[1:]],
    columns=["Small Iris", "Small Wine"],
)
case(
    "multirow rows",
    tex(
        tab(
            r"Kind & Method & Iris & Wine \\ \midrule \multirow{2}{*}{Tree} & Stump & 71.2 & 80.1 \\ & OakNet & 75.1 & 84.2 \\",
            spec="llcc",
        )
    ),
    None,
    rows_=["Tree Stump", "Tree OakNet"],
)
case(
    "colortbl",
    tex(
        tab(
            H
            + r"\rowcolor{gray!20} Stump & \cellcolor{red!30}71.2 & 80.1 \\ \rowcolor[gray]{.9} OakNet & \cellcolor[HTML]{FFFFFF}{75.1} & \color{blue}84.2 \\"
        )
    ),
    G,
)
case(
    "resizebox adjustbox",
    tex(
        r"\begin{table}\caption{Accuracy.}\resizebox{\columnwidth}{!}{\begin{adjustbox}{width=5cm}\begin{tabular}{lcc}"
        + H
        + B
        + r"\end{tabular}\end{adjustbox}}\end{table}"
    ),
    G,
)
case(
    "makecell",
    tex(tab(r"Method & \makecell{Iris\\data} & \thead{Wine} \\ \midrule " + B)),
    [["Method", "Iris data", "Wine"], *G[1:]],
)
case(
    "diagbox", tex(tab(r"\diagbox{Method}{Data} & Iris & Wine \\ \midrule " + B)), None, values={(1, 1): 71.2}
)
case(
    "ifthenelse thousands",
    tex(tab(H + r"Stump & 1,071.2 & 80.1 \\ OakNet & 1{,}075.1 & 84.2 \\")),
    None,
    values={(1, 1): 1071.2, (2, 1): 1075.1},
)
case(
    "double column sep",
    tex(
        tab(
            r"Method && Iris && Wine \\ \midrule Stump && 71.2 && 80.1 \\ OakNet && 75.1 && 84.2 \\",
            spec="lcccc",
        )
    ),
    None,
    columns=["Iris", "Wine"],
)
case(
    "spacing args",
    tex(
        tab(
            r"Method & Iris & Wine \\[2pt] \hline Stump & 71.2 & 80.1 \\*[1ex] OakNet & 75.1 & 84.2 \\ [0.5ex] \hline"
        )
    ),
    G,
)
case(
    "underlined second",
    tex(tab(H + r"Stump & \underline{71.2} & \uline{80.1} \\ OakNet & \textbf{75.1} & \textbf{84.2} \\")),
    G,
    underlined={(1, 1), (1, 2)},
    bold={(2, 1), (2, 2)},
)
case(
    "mathbf",
    tex(tab(H + r"Stump & $71.2$ & $80.1$ \\ OakNet & $\mathbf{75.1}$ & {\boldmath $84.2$} \\")),
    G,
    bold={(2, 1), (2, 2)},
)
case("NiceTabular", tex(tab(H + B, env="NiceTabular")), G)
case("tblr", tex(tab(H + B, env="tblr", spec="colspec={lcc}")), G)
case(
    "nested tabular head",
    tex(tab(r"Method & \begin{tabular}[c]{@{}c@{}}Iris\\ set\end{tabular} & Wine \\ \midrule " + B)),
    [["Method", "Iris set", "Wine"], *G[1:]],
)
case(
    "newcolumntype",
    tex(
        tab(H + B, spec="L{2cm}C{1cm}C{1cm}"),
        r"\newcolumntype{L}[1]{>{\raggedright}p{#1}}\newcolumntype{C}[1]{>{\centering}p{#1}}",
    ),
    G,
)
case(
    "siunitx uncertainty",
    tex(tab(H + r"Stump & 71.2(3) & 80.1(2) \\ OakNet & 75.1(1) & 84.2(4) \\", spec="lSS")),
    None,
    values={(1, 1): 71.2},
)
case(
    "percent",
    tex(tab(H + r"Stump & 71.2\% & 80.1\,\% \\ OakNet & 75.1 \% & 84.2\% \\")),
    None,
    values={(1, 1): 71.2, (1, 2): 80.1, (2, 1): 75.1, (2, 2): 84.2},
)
MD = (
    "# OakNet: trees\n\n## Abstract\n\nWe propose OakNet, a tree.\n\n## Results\n\nTable 1: Accuracy.\n\n%s\n"
)
case(
    "md",
    MD % "| Method | Iris | Wine |\n|---|:-:|--:|\n| Stump | 71.2 | 80.1 |\n| OakNet | **75.1** | __84.2__ |",
    G,
    ".md",
    bold={(2, 1), (2, 2)},
    own=("OakNet",),
)
case(
    "md no outer bars",
    MD % "Method | Iris | Wine\n---|---|---\nStump | 71.2 | 80.1\nOakNet | <b>75.1</b> | <u>84.2</u>",
    G,
    ".md",
    bold={(2, 1)},
    underlined={(2, 2)},
)
case(
    "md math",
    MD
    % "| Method | Iris | Wine |\n|---|---|---|\n| Stump | $71.2 \\pm 0.3$ | $80.1_{\\pm 0.2}$ |\n| OakNet | $\\mathbf{75.1}$ | 84.2<sup>†</sup> |",
    None,
    ".md",
    spreads={(1, 1): 0.3, (1, 2): 0.2},
    bold={(2, 1)},
    values={(2, 2): 84.2},
)
case(
    "md caption below",
    "# T\n\nText that is long enough to be a sentence here.\n\n| Method | Iris | Wine |\n|---|---|---|\n| Stump | 71.2 | 80.1 |\n| OakNet | 75.1 | 84.2 |\n\n**Table 1.** First caption.\n\n| Method | A | B |\n|---|---|---|\n| S | 1.2 | 0.1 |\n\nTable 2. Second caption.\n",
    G,
    ".md",
    caption="Table 1. First caption.",
    count=2,
)
case(
    "md html",
    MD
    % "<table><tr><th rowspan=2>Method</th><th colspan=2>Small</th></tr><tr><th>Iris</th><th>Wine</th></tr><tr><td>Stump</td><td>71.2<sub>0.3</sub></td><td>80.1</td></tr><tr><td>OakNet</td><td><strong>75.1</strong></td><td>84.2</td></tr></table>",
    [["Method", "Small", "Small"], ["Method", "Iris", "Wine"], *G[1:]],
    ".md",
    bold={(3, 1)},
)
case(
    "md fence",
    MD
    % (
        "```\n| a | b |\n|---|---|\n| 1.0 | 2.0 |\n```\n\n| Method | Iris | Wine |\n|---|---|---|\n| Stump | 71.2 | 80.1 |\n| OakNet | 75.1 | 84.2 |"
    ),
    G,
    ".md",
    count=1,
)
HT = "<html><head><title>OakNet: trees</title></head><body><h1>OakNet: trees</h1><h2>Abstract</h2><p>We propose OakNet, a tree.</p>%s</body></html>"
case(
    "html",
    HT
    % "<table><caption>Accuracy.</caption><thead><tr><th>Method</th><th>Iris</th><th>Wine</th></tr></thead><tbody><tr><td>Stump</td><td>71.2</td><td>80.1</td></tr><tr><td>OakNet</td><td><b>75.1</b></td><td style='font-weight: bold'>84.2</td></tr></tbody></table>",
    G,
    ".html",
    bold={(2, 1), (2, 2)},
    caption="Accuracy.",
    own=("OakNet",),
)
case(
    "html latexml",
    HT
    % "<figure><table class='ltx_tabular'><tr><td>Method</td><td>Iris</td><td>Wine</td></tr><tr><td>Stump</td><td>71.2<sup>†</sup></td><td><math alttext='80.1\\pm 0.2'><semantics><mrow><mn>80.1</mn><mo>±</mo><mn>0.2</mn></mrow><annotation>80.1\\pm 0.2</annotation></semantics></math></td></tr><tr><td>OakNet</td><td><span class='ltx_text ltx_font_bold'>75.1</span></td><td><span class='ltx_text ltx_framed_underline'>84.2</span></td></tr></table><figcaption>Table 1: Accuracy. Higher is better.</figcaption></figure>",
    None,
    ".html",
    values={(1, 1): 71.2},
    spreads={(1, 2): 0.2},
    bold={(2, 1)},
    underlined={(2, 2)},
    caption="Table 1: Accuracy. Higher is better.",
)
case(
    "html unclosed",
    HT
    % "<table><tr><td>Method<td>Iris<td>Wine<tr><td>Stump<td>71.2<td>80.1<tr><td>OakNet<td>75.1<td>84.2</table>",
    G,
    ".html",
)


@pytest.mark.parametrize(("source", "rows", "suffix", "facts"), CASES)
def test_a_table_is_read_as_it_is_written(tmp_path, source, rows, suffix, facts):
    path = tmp_path / f"paper{suffix}"
    path.write_text(source, encoding="utf-8")
    readings = read_tables(read_paper(path))
    assert len(readings) == facts.get("count", 1)
    reading = readings[0]
    assert reading.doubts == ()
    if rows is not None:
        assert [[cell.text for cell in row] for row in reading.table.rows] == rows
    for key, value in facts.get("values", {}).items():
        assert reading.numbers[key].value == pytest.approx(value)
    for key, value in facts.get("spreads", {}).items():
        assert reading.numbers[key].spread == pytest.approx(value)
    assert {key: _fact(reading, key) for key in facts if key in FACTS} == {
        k: v for k, v in facts.items() if k in FACTS
    }


def _marked(reading, what):
    return {
        (r, c)
        for r, row in enumerate(reading.table.rows)
        for c, cell in enumerate(row)
        if r and getattr(cell, what)
    }


FACTS = {
    "bold": lambda r: _marked(r, "bold"),
    "underlined": lambda r: _marked(r, "underlined"),
    "spread": lambda r: str(r.spread),
    "runs": lambda r: r.runs,
    "own": lambda r: r.own,
    "caption": lambda r: r.table.caption,
    "marks": lambda r: dict(r.marks),
    "columns": lambda r: [h.name for h in r.columns],
    "rows_": lambda r: [h.name for h in r.rows],
    "higher": lambda r: tuple(h.higher_is_better for h in r.columns),
}


def _fact(reading, key):
    return FACTS[key](reading)


def test_what_is_input_by_a_file_that_is_input_is_read(tmp_path):
    (tmp_path / "sec").mkdir()
    (tmp_path / "main.tex").write_text(PRE + "\\input{sec/res}\n\\end{document}", encoding="utf-8")
    (tmp_path / "sec" / "res.tex").write_text("\\input{sec/tab.tex}", encoding="utf-8")
    (tmp_path / "sec" / "tab.tex").write_text(tab(H + B), encoding="utf-8")
    (table,) = read_paper(tmp_path).tables
    assert [[cell.text for cell in row] for row in table.rows] == G
    assert str(table.place).startswith("sec/tab.tex")
