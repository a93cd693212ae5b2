r"""Text for LaTeX: every name compiles with pdflatex, whatever it is written in, and stays text."""

from unicodedata import normalize

from bakeoff.render.names import shown

# What pdflatex has no letter for is shown by its code point; the character itself goes along as a second argument.
CHARACTER = r"\bakeoffchar"
DEFINITION = rf"\providecommand{{{CHARACTER}}}[2]{{\texttt{{U+#1}}}}"

_ASCII = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"{\char34}", "`": r"\`{}",
    # A row of a table may begin with a name, and \\ takes [ and * for its own.
    "[": "{[}", "]": "{]}", "*": "{*}",
}  # fmt: skip
_LIGATURES = "-',"  # two of one kind in a row would become one other character
_LETTERS = {
    "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}",
    "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}", "–": "{}--{}", "—": "{}---{}", "‘": "{}`{}", "’": "{}'{}",
    "“": "{}``{}", "”": "{}''{}", "…": r"\dots{}", "\u00a0": "~", "×": r"$\times$", "±": r"$\pm$", "−": "$-$",
    "≤": r"$\leq$",
    "≥": r"$\geq$", "≠": r"$\neq$", "≈": r"$\approx$", "∞": r"$\infty$", "°": r"$^{\circ}$", "µ": r"$\mu$",
    "¹": "$^{1}$", "²": "$^{2}$", "³": "$^{3}$", "·": r"$\cdot$", "→": r"$\to$", "←": r"$\gets$", "§": r"\S{}",
    "√": r"$\surd$", "∑": r"$\sum$", "∂": r"$\partial$", "•": r"$\bullet$", "½": r"$\frac{1}{2}$",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c", "\u0323": "d", "\u0331": "b",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "ς": "varsigma",
    "σ": "sigma", "τ": "tau", "υ": "upsilon", "φ": "varphi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma",
    "Δ": "Delta", "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Υ": "Upsilon", "Φ": "Phi",
    "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_DOTLESS = {"i": r"\i", "j": r"\j"}


def escaped(text: str) -> str:
    r"""Return a name or a sentence as LaTeX that shows it: no character of it is a command.

    Everything becomes ASCII: accents become LaTeX's, Greek letters mathematics; a character that pdflatex has no
    letter for becomes ``\bakeoffchar{4E2D}{中}``, which prints U+4E2D until it is defined otherwise.

    >>> print(escaped("C4.5_m & 50%"))
    C4.5\_m \& 50\%
    >>> print(escaped("Müller–α"))
    M\"{u}ller{}--{}$\alpha$
    """
    clean = normalize("NFC", shown(text))
    pairs = zip(clean, [*clean[1:], ""], strict=True)
    return "".join(_plain(c, following) if c.isascii() else _beyond_ascii(c) for c, following in pairs)


def _plain(character: str, following: str) -> str:
    if character in _LIGATURES and following == character:
        return f"{character}{{}}"
    return _ASCII.get(character, character)


def _beyond_ascii(character: str) -> str:
    if character in _LETTERS:
        return _LETTERS[character]
    if character in _GREEK:
        return rf"$\{_GREEK[character]}$"
    apart = normalize("NFD", character)
    base, marks = apart[0], apart[1:]
    if base.isascii() and base.isalpha() and len(marks) == 1 and marks[0] in _ACCENTS:
        above = marks[0] not in "\u0327\u0323\u0331"
        return rf"\{_ACCENTS[marks[0]]}{{{_DOTLESS.get(base, base) if above else base}}}"
    return rf"{CHARACTER}{{{ord(character):04X}}}{{{character}}}"


def printed_width(name: str) -> int:
    """Return how many letters wide a name prints: one that shows as U+4E2D counts six."""
    return len(shown(name)) + 5 * escaped(name).count(CHARACTER)


def commented(text: str) -> str:
    """Return text as one line of comment, which nothing in it can end."""
    return f"% {shown(text.replace(chr(10), ' '))}"


def with_definitions(part: str) -> str:
    """Return a part that can be pasted by itself: with the definition that its characters need, if they do."""
    return f"{DEFINITION}\n{part}" if CHARACTER in part and DEFINITION not in part else part
