"""Commands of LaTeX that print one sign."""

ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328", "r": "\u030a",
}  # fmt: skip
SYMBOLS = {
    "pm": "±", "textpm": "±", "mp": "∓", "uparrow": "↑", "downarrow": "↓", "Uparrow": "↑", "Downarrow": "↓",
    "nearrow": "↑", "searrow": "↓", "rightarrow": "→", "to": "→", "leftarrow": "←", "Rightarrow": "→",
    "longrightarrow": "→", "leftrightarrow": "↔", "textuparrow": "↑", "textdownarrow": "↓",
    "dagger": "†", "dag": "†", "textdagger": "†", "ddagger": "‡", "ddag": "‡", "textdaggerdbl": "‡", "ast": "*",
    "star": "*", "bigstar": "★", "S": "§", "P": "¶", "textasteriskcentered": "*", "circ": "°", "bullet": "•",
    "checkmark": "✓", "cmark": "✓", "ding": "✓", "xmark": "✗", "times": "×", "cdot": "·", "cdots": "…", "ldots": "…",
    "dots": "…", "infty": "∞", "approx": "≈", "sim": "~", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "neq": "≠",
    "ne": "≠", "ll": "≪", "gg": "≫", "lt": "<", "gt": ">", "textless": "<", "textgreater": ">", "minus": "-",
    "textminus": "-", "textendash": "–", "textemdash": "—", "textbackslash": "\\", "textasciitilde": "~",
    "textunderscore": "_", "degree": "°", "percent": "%", "triangle": "△", "triangledown": "▽", "blacktriangle": "▲",
    "blacktriangledown": "▼", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε",
    "varepsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Delta": "Δ", "Gamma": "Γ", "Theta": "Θ", "Lambda": "Λ", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ",
    "Omega": "Ω", "ell": "ℓ", "mid": "|", "vert": "|", "Vert": "‖", "lbrack": "[", "rbrack": "]", "colon": ":",
    "quad": " ", "qquad": " ", "enspace": " ", "thinspace": "", "newline": " ", "par": " ", "space": " ", "ae": "æ",
    "AE": "Æ", "oe": "œ", "OE": "Œ", "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "i": "ı",
    "LaTeX": "LaTeX", "TeX": "TeX", "eg": "e.g.", "ie": "i.e.", "etal": "et al.", "backslash": "\\", "cap": "∩",
    "cup": "∪", "in": "∈", "subset": "⊂", "setminus": "\\", "emptyset": "∅", "varnothing": "∅", "dash": "-",
    "slash": "/", "langle": "⟨", "rangle": "⟩", "forall": "∀", "exists": "∃", "nabla": "∇", "partial": "∂", "Im": "ℑ",
    "%": "%", "&": "&", "#": "#", "$": "$", "_": "_", "{": "{", "}": "}", "-": "", "@": "",
}  # fmt: skip
