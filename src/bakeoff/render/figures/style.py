"""One quiet style for every figure: right for print and screen, and for colour-blind readers."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial, wraps
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, filterwarnings

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#222222"
QUIET = "#8a8a8a"
RULE = "#d0d0d0"
BETTER = "#0072b2"  # Okabe and Ito's blue and vermilion: told apart by all readers, and in grey
WORSE = "#d55e00"
BAND = "#56b4e9"
EQUAL = "#009e73"  # their bluish green

EVEN = 0.2133  # luminance at which white and our ink have the same contrast, 4:1
_TYPESETTING = ("GSUB", "GPOS", "GDEF", "MATH", "kern")  # tables of a font
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
    "font.sans-serif": ["DejaVu Sans"],
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


# Fonts that have the letters of East Asia, which DejaVu Sans lacks; the first that is installed is used.
EAST_ASIAN = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Source Han Sans", "Hiragino Sans", "PingFang SC", "Yu Gothic",
    "Microsoft YaHei", "Malgun Gothic", "WenQuanYi Zen Hei", "Droid Sans Fallback",
)  # fmt: skip
# Fonts of further scripts; all that are installed are used.
OTHER_SCRIPTS = (
    "Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Telugu", "Noto Sans Thai",
    "Noto Sans Arabic", "Noto Sans Ethiopic", "Noto Sans Symbols2", "Noto Emoji", "Arial Unicode MS",
)  # fmt: skip
# The last resort of a page: whatever shows it takes a font that has the letters. A picture takes DejaVu Sans.
GENERIC = "sans-serif"


@contextmanager
def figure_style() -> Iterator[None]:
    """Give the context in which figures are made; the user's own settings come back afterwards."""
    from matplotlib import rc_context

    families = PARAMETERS | {"font.family": list(_style_families())}
    with rc_context(families), catch_warnings(), _lean_fonts(), _remembered_fonts():
        _ignore_missing_letters()
        yield


@contextmanager
def _lean_fonts() -> Iterator[None]:
    """Leave out of the fonts of a PDF what only a typesetter reads: going through it takes half of the time."""
    from fontTools import subset

    load = subset.load_font

    @wraps(load)
    def load_lean(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as fontTools has it
        font = load(*arguments, **options)
        for table in _TYPESETTING:
            if table in font:
                del font[table]
        return font

    subset.load_font = load_lean
    try:
        yield
    finally:
        subset.load_font = load


@contextmanager
def _remembered_fonts() -> Iterator[None]:
    """Look up once in a figure which fonts have a style: matplotlib goes through all families for every text."""
    from matplotlib.font_manager import FontProperties, fontManager

    find = getattr(type(fontManager), "_find_fonts_by_props", None)
    if find is None:  # a release that names it otherwise: slower, and the same to look at
        yield
        return
    found: dict[FontProperties, list[Any]] = {}

    def find_once(prop: Any, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - as matplotlib has it
        if arguments or options or not isinstance(prop, FontProperties):
            return find(fontManager, prop, *arguments, **options)
        if prop not in found:
            found[prop.copy()] = find(fontManager, prop)
        return list(found[prop])

    vars(fontManager)["_find_fonts_by_props"] = find_once
    try:
        yield
    finally:
        vars(fontManager).pop("_find_fonts_by_props", None)


def silence_font_warnings(axes: "Axes") -> "Axes":
    """Let axes be drawn, by whoever and wherever, without a warning for each letter that no installed font has."""
    for name in ("draw", "get_tightbbox"):
        setattr(axes, name, partial(_draw_silently, getattr(axes, name)))
    return axes


def letters_without_font(texts: Iterable[str]) -> str:
    """Return the letters that no font of the figures has, each once: pictures show a box in their place.

    >>> letters_without_font(["naïve Bayes", "αβγ", "Łódź"])
    ''
    """
    letters = sorted({letter for text in texts for letter in text if letter.isprintable() and letter != " "})
    missing = _find_missing(letters)
    return _find_missing(missing) if missing and _take_new_fonts() else missing


def _find_missing(letters: Iterable[str]) -> str:
    from matplotlib.font_manager import get_font

    fonts = [get_font(path) for path in _style_paths(_style_families())]
    return "".join(c for c in letters if not any(font.get_char_index(ord(c)) for font in fonts))


@cache
def _take_new_fonts() -> bool:
    """Let matplotlib know the fonts that were installed since it listed them, which it does once; say if there are."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    known = {os.path.realpath(font.fname) for font in fontManager.ttflist}
    new = [path for path in findSystemFonts() if os.path.realpath(path) not in known]
    for path in new:
        with suppress(RuntimeError, OSError, UnicodeError):  # no font that it can read
            fontManager.addfont(path)
    return bool(new)


def _draw_silently(draw: Callable[..., Any], /, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401
    with catch_warnings():
        _ignore_missing_letters()
        return draw(*arguments, **options)


def _ignore_missing_letters() -> None:
    # Names may be in any script; whoever writes a picture finds out by `letters_without_font`.
    filterwarnings("ignore", message="Glyph .* missing from")


def _style_families() -> tuple[str, ...]:
    from matplotlib.font_manager import fontManager

    installed = frozenset(font.name for font in fontManager.ttflist)
    east_asian = [name for name in EAST_ASIAN if name in installed][:1]
    others = [name for name in OTHER_SCRIPTS if name in installed]
    return (*PARAMETERS["font.family"], *east_asian, *others, GENERIC)


@cache
def _style_paths(families: tuple[str, ...]) -> tuple[str, ...]:
    from matplotlib.font_manager import FontProperties, findfont

    names = [family for family in families if family != GENERIC]
    return tuple(findfont(FontProperties(family=family)) for family in names)


def ink_on(colour: Sequence[float]) -> str:
    """Return white or our ink, whichever is read better on a field of this red, green and blue (WCAG 2.2, contrast).

    >>> ink_on((0.1, 0.5, 0.73)), ink_on((0.35, 0.64, 0.8))
    ('white', '#222222')
    """
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "white" if luminance < EVEN else INK
