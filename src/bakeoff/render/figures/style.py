"""One quiet style for every figure: right for print and screen, and for colour-blind readers."""

from contextlib import AbstractContextManager
from typing import Any

INK = "#222222"
QUIET = "#8a8a8a"
RULE = "#d0d0d0"
BETTER = "#0072b2"  # Okabe and Ito's blue and vermilion: told apart by all readers, and in grey
WORSE = "#d55e00"
BAND = "#56b4e9"

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


def quiet_style() -> AbstractContextManager[None]:
    """Return the context in which figures are made; the user's own settings come back afterwards."""
    from matplotlib import rc_context

    return rc_context(PARAMETERS)
