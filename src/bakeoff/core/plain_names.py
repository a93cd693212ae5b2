r"""Names without markup: \textbf{Ours} is Ours, SVM$_{rbf}$ is SVM_rbf, `RF+LDA`_ is RF+LDA."""

import re
import unicodedata
from collections.abc import Iterable

_LONGEST = 2000
_COMMANDS = re.compile(
    r"\\(?:textbf|mathbf|bm|boldsymbol|underline|uline|textit|emph|mathit|mathrm|mathsf|textsf|textsc|textrm|texttt|text|mbox|small|"
    r"footnotesize|scriptsize|tiny|bfseries|itshape|bf|it|em|rm|sc|mathcal|operatorname)(?![a-zA-Z])\s*"
)
_ASIDE = re.compile(
    r"\\(?:cite[a-z]*|footnote|footnotemark|ref|label|cellcolor|rowcolor|textcolor|color)\*?(?:\[[^\]]*\])*(?:\{[^{}]*\})?"
)
_SYMBOLS = {
    r"\%": "%", r"\&": "&", r"\_": "_", r"\#": "#", r"\$": "$", r"\,": " ", r"\;": " ", r"\ ": " ",
    r"\!": "", "~": " ", r"\alpha": "α", r"\beta": "β", r"\gamma": "γ", r"\lambda": "λ", r"\epsilon": "ε",
    r"\sigma": "σ", r"\mu": "μ", r"\times": "×", r"\pm": "±", r"\ell": "l", r"\infty": "∞",
    r"\dagger": "†", r"\ddagger": "‡", r"\star": "*", r"\ast": "*", r"\to": "→", r"\rightarrow": "→",
    r"\uparrow": "↑", r"\downarrow": "↓",
}  # fmt: skip
_RST = re.compile(r"^(?::[\w:]+:)?`([^`<]+?)(?:\s*<[^>]*>)?`_{0,2}$")
_WORDS = """
textbf mathbf bm boldsymbol underline uline textit emph mathit mathrm mathsf textsf textsc textrm texttt text mbox small
footnotesize scriptsize tiny bfseries itshape bf it em rm sc mathcal operatorname cite citep citet citealp footnote
footnotemark ref label cellcolor rowcolor textcolor color
"""
_UNDERSTOOD = {f"\\{word}" for word in _WORDS.split()} | {symbol for symbol in _SYMBOLS if symbol[0] == "\\"}
_SIGNS = re.compile(r"[$`*\\]")  # without one of which there is no markup
_MATHS = re.compile(r"\$[^$]*[_^{\\][^$]*\$")
# Dollars are those of maths where nothing but the end of a name or a sign follows: $k$-NN, not $5 to $10.
_SYMBOL = re.compile(r"(?<!\w)\$(?=[^\s\d])[^$]{0,20}(?<=\S)\$(?!\d)")
_LETTER = r"[a-zA-Z]|\\[ij](?![a-zA-Z])\s?"  # \i and \j have no dot
_ACCENT = re.compile(rf"\\([`'^\"~=.])\s*\{{?({_LETTER})\}}?|\\([cvuHk])\{{({_LETTER})\}}")
_ACCENTS = dict(
    zip(
        "`'^\"~=.cvuHk",
        "\u0300\u0301\u0302\u0308\u0303\u0304\u0307\u0327\u030c\u0306\u030b\u0328",
        strict=True,
    )
)
_BOLD = re.compile(r"^\*\*(.+)\*\*$")


def plain_name(name: str) -> str:
    r"""Return a name without LaTeX, bold and the marks of links.

    >>> plain_name(r"\textbf{Ours}"), plain_name("SVM$_{rbf}$"), plain_name("`RF+LDA`_"), plain_name("$k$-NN")
    ('Ours', 'SVM_rbf', 'RF+LDA', 'k-NN')
    >>> plain_name(r"Na\"ive Bayes"), plain_name(r"Na{\"\i}ve Bayes"), plain_name(r"C:\results\'98")
    ('Naïve Bayes', 'Naïve Bayes', "C:\\results\\'98")
    """
    if not has_markup(name):
        return name
    text = name.strip()
    if _MATHS.fullmatch(text):
        return name  # a symbol, such as $x_1$
    text = print_accents(text)
    if set(re.findall(r"\\(?:[a-zA-Z]+|.)", text)) - _UNDERSTOOD:
        return name  # something else than the markup of names
    if match := _RST.match(text) or _BOLD.match(text):
        return match[1].strip()
    text = _COMMANDS.sub("", _ASIDE.sub("", text))
    for written, shown in _SYMBOLS.items():
        text = text.replace(written, shown)
    if "$" in text or "\\" in name:
        text = re.sub(r"\^(?=[†‡*])", "", re.sub(r"[{}$]", "", text))
    return " ".join(text.split()) or name


def print_accents(text: str) -> str:
    r"""Return a text with the letters that LaTeX puts accents on.

    >>> print_accents(r"Na\"ive, P\'{o}lya, \v{S}id\'ak")
    'Naïve, Pólya, Šidák'
    """
    return _ACCENT.sub(_put_accent, text)


def _put_accent(match: re.Match[str]) -> str:
    accent, letter = (match[1], match[2]) if match[1] else (match[3], match[4])
    return unicodedata.normalize("NFC", letter.removeprefix("\\").strip() + _ACCENTS[accent])


def has_markup(name: str) -> bool:
    """Say whether a name may have markup in it."""
    if len(name) > _LONGEST:
        return False
    if not _SIGNS.search(name) or "\\" in name:
        return "\\" in name
    return bool(
        _MATHS.search(name) or _SYMBOL.search(name) or _RST.match(name.strip()) or _BOLD.match(name.strip())
    )


def is_any_marked_up(names: Iterable[str]) -> bool:
    """Say whether any of many names may have markup in it."""
    names = list(names)
    return bool(_SIGNS.search("\n".join(names))) and any(map(has_markup, names))
