"""One quiet style for every figure: right for print and screen, and for colour-blind readers."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any

INK = "#222222"
QUIET = "#8a8a8a"
RULE = "#d0d0d0"
BETTER = "#0072b2"  # Okabe and Ito's blue and vermilion: told apart by all readers, and in grey
WORSE = "#d55e00"
BAND = "#56b4e9"
EQUAL = "#009e73"  # their bluish green

EVEN = 0.2133  # luminance at which white and our ink have the same contrast, 4:1
TIPPED = "tipped"  # the gid of marks that a page shows a tip for; with a number where each mark has its own

PARAMETERS: Any = {
    "axes.edgecolor": QUIET,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.6,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9,
    "axes.labelsize": 8,
    "figure.constrained_layout.use": True,
    "font.size": 8,
    "font.family": ["DejaVu Sans"],
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "bakeoff",
    "text.color": INK,
    "text.parse_math": False,  # names are text, never formulas
    "xtick.color": QUIET,
    "xtick.labelcolor": INK,
    "ytick.color": QUIET,
    "ytick.labelcolor": INK,
}


# Fonts that have the letters of East Asia, which DejaVu Sans lacks; those that are installed are used.
EAST_ASIAN = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Source Han Sans", "Hiragino Sans", "PingFang SC", "Yu Gothic",
    "Microsoft YaHei", "Malgun Gothic", "WenQuanYi Zen Hei", "Droid Sans Fallback",
)  # fmt: skip


def quiet_style() -> AbstractContextManager[None]:
    """Return the context in which figures are made; the user's own settings come back afterwards."""
    from matplotlib import rc_context

    return rc_context(PARAMETERS | {"font.family": [*PARAMETERS["font.family"], *_east_asian_fonts()]})


@cache
def _east_asian_fonts() -> tuple[str, ...]:
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    return tuple(name for name in EAST_ASIAN if name in installed)[:1]


def ink_on(colour: Sequence[float]) -> str:
    """Return white or our ink, whichever is read better on a field of this red, green and blue (WCAG 2.2, contrast).

    >>> ink_on((0.1, 0.5, 0.73)), ink_on((0.35, 0.64, 0.8))
    ('white', '#222222')
    """
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "white" if luminance < EVEN else INK
