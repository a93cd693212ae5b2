r"""The whole document: an article that compiles with pdflatex as it is, in parts that can be copied."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.core.version import __version__
from bakeoff.core.words import name_models
from bakeoff.render.figures.labels import judgement_label
from bakeoff.render.paper.latex import (
    CHARACTER,
    DEFINITION,
    comment_line,
    escape_latex,
    escape_sentence,
    packages_of,
    with_definitions,
)
from bakeoff.render.paper.phrases import TESTS
from bakeoff.render.sentences import units_of

# Fonts with the letters of many scripts, of which LuaLaTeX and XeLaTeX take the first that is installed.
_WIDE_FONTS = (
    "Noto Sans CJK JP",
    "Noto Sans CJK SC",
    "Source Han Sans",
    "Droid Sans Fallback",
    "Arial Unicode MS",
)
_FONTS = "".join(
    rf"\IfFontExistsTF{{{font}}}{{\newfontfamily\bakeofffont{{{font}}}}}{{" for font in _WIDE_FONTS
) + "}" * len(_WIDE_FONTS)
_PREAMBLE = rf"""\documentclass{{article}}
\newif\ifbakeoffunicode
\ifdefined\XeTeXversion\bakeoffunicodetrue\fi
\ifdefined\directlua\IfFileExists{{luaotfload.sty}}{{\bakeoffunicodetrue}}{{}}\fi
\ifbakeoffunicode
  \usepackage{{fontspec}}
  {_FONTS}
\else
  \IfFileExists{{lmodern.sty}}{{\usepackage[T1]{{fontenc}}\usepackage{{lmodern}}}}{{}}
\fi
\usepackage[margin=2.5cm]{{geometry}}
\usepackage{{graphicx}}
\usepackage{{longtable}}
\IfFileExists{{pdflscape.sty}}{{\usepackage{{pdflscape}}}}{{\usepackage{{lscape}}}}
\IfFileExists{{booktabs.sty}}{{\usepackage{{booktabs}}}}{{%
  \newcommand{{\toprule}}{{\hline\noalign{{\smallskip}}}}%
  \newcommand{{\midrule}}{{\noalign{{\smallskip}}\hline\noalign{{\smallskip}}}}%
  \newcommand{{\bottomrule}}{{\noalign{{\smallskip}}\hline}}}}
% Characters that pdflatex has no letter for print as U+ and their number; LuaLaTeX and XeLaTeX show them, by
% \bakeofffont where it is defined.
{DEFINITION}
\sloppy
\begin{{document}}"""


MADE_BY = "% Made by bakeoff "  # how every file of the kit begins; with the version
FALLBACK = "The comparison of the classifiers."
# By the key of the figure.
CAPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "flips": "Test examples by which of the two classifiers gets them right.",
        "critical-difference": "Mean ranks of the classifiers.",
        "matrix": "Advantages of all pairs of classifiers.",
    }
)

ITEM_CAPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "flips": "Items by which of the two models gets them right.",
        "matrix": "Advantages of all pairs of models.",
    }
)
TEXT_WIDTH = 6.3  # inches of the lines of the article: a figure takes its own share of them


@dataclass(frozen=True, slots=True, kw_only=True)
class FigurePart:
    """A figure of the kit: its kind, what stands below it beside its title, and its own width in inches."""

    key: str
    statement: str
    inches: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperParts:
    """The parts of a paper, in LaTeX."""

    methods: str
    results: str
    scores: str  # empty where no score is known
    pairs: str
    subgroups: str  # empty where none were judged
    calibration: str  # empty without probabilities
    further: str  # empty without further measures
    figure: FigurePart | None  # that answers first; None where there is none
    further_figures: tuple[FigurePart, ...]


def latex_document(comparison: Comparison, parts: PaperParts, *, stem: str) -> str:
    """Return the document made of these parts; `stem` names the files beside it."""
    sections = {
        "methods": f"\\section*{{Methods}}\n{with_definitions(parts.methods)}",
        "results": f"\\section*{{Results}}\n{with_definitions(parts.results)}",
        "table of scores": parts.scores,
        "table of pairs": _pairs_section(parts),
        "table of subgroups": parts.subgroups,
        "table of calibration": parts.calibration,
        "table of further measures": parts.further,
        "figure": ""
        if parts.figure is None
        else figure_section(stem, _document_caption(comparison, parts.figure), inches=parts.figure.inches),
        **{
            f"figure: {part.key}": figure_section(
                stem, escape_sentence(part.statement), key=part.key, inches=part.inches
            )
            for part in parts.further_figures
        },
        "references": f"\\clearpage\n\\bibliographystyle{{plain}}\n\\bibliography{{{stem}}}",
    }
    return assemble_document(sections, comparison.findings, stem=stem)


def _pairs_section(parts: PaperParts) -> str:
    """Return the table of pairs; one that does not float waits for the tables before it, whose numbers come first."""
    overtakes = r"\begin{longtable}" in parts.pairs and r"\begin{table}" in parts.scores
    return f"\\clearpage\n{parts.pairs}" if overtakes else parts.pairs


def assemble_document(sections: Mapping[str, str], findings: Sequence[Finding], *, stem: str) -> str:
    """Return an article of these sections, with findings as comments at its head; empty sections are left out."""
    body = "\n\n".join(f"% ---- {name} ----\n{text}" for name, text in sections.items() if text)
    return "\n".join([*_document_head(findings, stem, body), _PREAMBLE, "", body, r"\end{document}", ""])


def _compile_steps(body: str) -> str:
    """Return how the document is compiled: by pdflatex, unless names have letters that it lacks."""
    program = "lualatex" if CHARACTER in body else "pdflatex"
    why = " (names have letters that pdflatex lacks)" if CHARACTER in body else ""
    return f"{program}{why}, bibtex, {program}, {program}"


def _document_head(found: Sequence[Finding], stem: str, body: str) -> list[str]:
    packages = packages_of(body)
    findings = [f"{f.code} ({f.severity}): {f.message}" for f in found]
    return [
        f"{MADE_BY}{__version__}. Compile: {_compile_steps(body)}.",
        f"% Each part below may be copied into a paper; the tables need {packages}, the citations {stem}.bib.",
        *(["% Before you rely on it:"] if findings else []),
        *map(comment_line, findings),
    ]


def _document_caption(comparison: Comparison, figure: FigurePart) -> str:
    """Return what the figure is, and the sentences that would stand in it elsewhere; tests by their names."""
    title, test = CAPTIONS.get(figure.key, FALLBACK), comparison.pairs[0].result.procedure
    statement = escape_sentence(
        figure.statement.replace(judgement_label(comparison), units_of(comparison.design))
    ).replace(f"by {test}", f"by {TESTS.get(test, test)}")
    if figure.key == "differences":
        pair, noun = comparison.pairs[0], comparison.design.unit_noun
        return f"Advantage of {escape_latex(pair.b)} over {escape_latex(pair.a)} by {noun}. {statement}"
    if comparison.design.of_items:
        title = ITEM_CAPTIONS.get(figure.key, name_models(FALLBACK))
    elif comparison.design.of_quantities:
        title = name_models(title)
    return f"{title} {statement}".rstrip()


def figure_section(stem: str, caption: str, *, inches: float, key: str = "") -> str:
    """Return a figure, which the document does without where its file is missing; without a key the main one."""
    file = f"{stem}-{key or 'figure'}.pdf"
    # As wide as it was drawn: letters keep their size.
    share = min(1.0, inches / TEXT_WIDTH)
    room = r"width=\linewidth" if share > 0.99 else rf"width={share:.2f}\linewidth"
    return "\n".join(
        [
            rf"\IfFileExists{{{file}}}{{%",
            r"\begin{figure}[htbp]",
            r"\centering",
            rf"\includegraphics[{room},height=0.85\textheight,keepaspectratio]{{{file}}}",
            rf"\caption{{{caption}}}",
            rf"\label{{fig:bakeoff{'-' if key else ''}{key}}}",
            r"\end{figure}}{}",
        ]
    )
