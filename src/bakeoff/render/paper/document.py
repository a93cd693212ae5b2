r"""The whole document: an article that compiles with pdflatex as it is, in parts that can be copied."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding
from bakeoff.core.version import __version__
from bakeoff.core.words import name_models
from bakeoff.render.paper.latex import (
    CHARACTER,
    DEFINITION,
    comment_line,
    escape_latex,
    packages_of,
    with_definitions,
)
from bakeoff.render.sentences import bars_note

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
\usepackage{{lscape}}
\IfFileExists{{booktabs.sty}}{{\usepackage{{booktabs}}}}{{%
  \newcommand{{\toprule}}{{\hline}}\newcommand{{\midrule}}{{\hline}}\newcommand{{\bottomrule}}{{\hline}}}}
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
        "differences": "Advantages by dataset or resample; the point with a bar is the estimate with its interval.",
        "flips": "Test examples by which of the two classifiers gets them right.",
        "critical-difference": "Mean ranks of the classifiers. A bar joins neighbours among whom no pair is decided.",
        "matrix": "Advantages of all pairs of classifiers.",
    }
)

ITEM_CAPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "differences": "Advantages by task or item; the point with a bar is the estimate with its interval.",
        "flips": "Items by which of the two models gets them right.",
        "matrix": "Advantages of all pairs of models.",
    }
)


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
    figure: str | None  # the kind of the figure; None where there is none
    captions: Mapping[str, str]  # of further figures, by their keys


def latex_document(comparison: Comparison, parts: PaperParts, *, stem: str) -> str:
    """Return the document made of these parts; `stem` names the files beside it."""
    sections = {
        "methods": f"\\section*{{Methods}}\n{with_definitions(parts.methods)}",
        "results": f"\\section*{{Results}}\n{with_definitions(parts.results)}",
        "table of scores": parts.scores,
        "table of pairs": parts.pairs,
        "table of subgroups": parts.subgroups,
        "table of calibration": parts.calibration,
        "table of further measures": parts.further,
        "figure": ""
        if parts.figure is None
        else figure_section(stem, _document_caption(comparison, parts.figure)),
        **{
            f"figure: {key}": figure_section(stem, escape_latex(caption), key=key)
            for key, caption in parts.captions.items()
        },
        "references": f"\\clearpage\n\\bibliographystyle{{plain}}\n\\bibliography{{{stem}}}",
    }
    return assemble_document(sections, comparison.findings, stem=stem)


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


def _document_caption(comparison: Comparison, kind: str) -> str:
    beside = bars_note(comparison) if kind == "critical-difference" else ""
    caption = CAPTIONS.get(kind, FALLBACK)
    if comparison.design.of_items:
        caption = ITEM_CAPTIONS.get(kind, name_models(FALLBACK))
    elif comparison.design.of_quantities:
        caption = name_models(caption)
    return f"{caption.removesuffix('.')}, {escape_latex(beside)}." if beside else caption


def figure_section(stem: str, caption: str, *, key: str = "") -> str:
    """Return a figure, which the document does without where its file is missing; without a key the main one."""
    file = f"{stem}-{key or 'figure'}.pdf"
    # Drawn for one column of a paper: letters keep their size there.
    room = r"width=0.6\linewidth" if key else r"width=\linewidth"
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
