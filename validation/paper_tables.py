"""Papers made by machine: a table of published scores, written as people write it, with one slip or with none."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import floor, log10

import numpy as np
from numpy.random import Generator
from scipy.stats import t as student

PREAMBLE = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage[margin=1.5cm,landscape]{geometry}
\usepackage{color}
\newcommand{\best}[1]{\textbf{#1}}
\newcommand{\ours}{RivalNet}
\providecommand{\toprule}{\hline}
\providecommand{\midrule}{\hline}
\providecommand{\bottomrule}{\hline}
\providecommand{\multirow}[3]{#3}
\title{RivalNet: a method of our own}
\begin{document}
\begin{abstract}
We propose RivalNet. We compare it with others on several datasets.
\end{abstract}
\section{Experiments}
"""


@dataclass(frozen=True)
class Draft:
    """A table before it is printed: texts of its cells, which are bold, and what is said beside it."""

    methods: tuple[str, ...]
    datasets: tuple[str, ...]
    cells: list[list[str]]  # datasets × methods
    bold: list[list[bool]]
    summaries: list[tuple[str, list[str]]] = field(default_factory=list)  # rows under the table
    gains: list[str] | None = None  # a column of differences between the last two methods
    caption: str = "Accuracy in percent of all methods. Higher is better. The best is in bold."
    text: tuple[str, ...] = ()
    repeated: list[list[str]] | None = None  # the same table again

    @property
    def header(self) -> list[str]:
        """The names over the columns."""
        return ["Dataset", *self.methods, *(["Gain"] if self.gains is not None else [])]

    @property
    def rows(self) -> list[list[str]]:
        """Every row as it is printed, without styles."""
        gains = self.gains or [None] * len(self.datasets)
        body = [
            [d, *r, *([g] if g is not None else [])]
            for d, r, g in zip(self.datasets, self.cells, gains, strict=True)
        ]
        return [
            *body,
            *([name, *values] + ([""] if self.gains is not None else []) for name, values in self.summaries),
        ]


def make_draft(
    names: tuple[str, ...], datasets: tuple[str, ...], values: np.ndarray, rng: Generator
) -> Draft:
    """Return a sound table of percents, with mean, rank and wins that follow from what is printed."""
    cells = [[f"{v:.1f}" for v in row] for row in values]
    shown = np.array([[float(c) for c in row] for row in cells])
    best = shown.max(axis=1)
    bold = [[v == b for v in row] for row, b in zip(shown, best, strict=True)]
    ranks = np.array([[1 + (row > v).sum() + ((row == v).sum() - 1) / 2 for v in row] for row in shown])
    gains = [f"{b - a:+.1f}" for a, b in zip(shown[:, -2], shown[:, -1], strict=True)]
    wins = [str(int(sum(row[k] == row.max() for row in shown))) for k in range(shown.shape[1])]
    summaries = [
        ("Average", [f"{v:.1f}" for v in shown.mean(axis=0)]),
        ("Mean rank", [f"{v:.2f}" for v in ranks.mean(axis=0)]),
        ("Wins", wins),
    ]
    lead = shown[0, -1] - shown[0, 0]
    verb = "improves over" if lead >= 0 else "falls behind"
    text = (
        f"Table~\\ref{{tab:main}} shows that \\ours{{}} {verb} {names[0]} by {abs(lead):.1f} points on {datasets[0]}.",
        f"On {datasets[1]}, \\ours{{}} achieves {shown[1, -1]:.1f}\\%.",
    )
    return Draft(
        names, datasets, cells, bold, summaries, gains, text=text, repeated=[list(row) for row in cells]
    )


Slip = Callable[[Draft, Generator], Draft]


def slip_mean(draft: Draft, rng: Generator) -> Draft:
    """Return the paper with a mean that is off by half a point or more."""
    return _change_summary(
        draft, 0, rng, lambda v: f"{float(v) + rng.choice([-1, 1]) * rng.uniform(0.5, 3):.1f}"
    )


def slip_rank(draft: Draft, rng: Generator) -> Draft:
    """Return the paper with a mean rank that is off by a third or more."""
    return _change_summary(
        draft, 1, rng, lambda v: f"{float(v) + rng.choice([-1, 1]) * rng.uniform(1.0, 1.5):.2f}"
    )


def slip_count(draft: Draft, rng: Generator) -> Draft:
    """Return the paper with a count of wins that is off by two or more."""
    return _change_summary(draft, 2, rng, lambda v: str(int(v) + int(rng.integers(2, 5))))


def _change_summary(draft: Draft, which: int, rng: Generator, change: Callable[[str], str]) -> Draft:
    name, values = draft.summaries[which]
    k = int(rng.integers(len(values)))
    changed = [change(v) if i == k else v for i, v in enumerate(values)]
    return replace(
        draft, summaries=[(name, changed) if i == which else s for i, s in enumerate(draft.summaries)]
    )


def slip_bold(draft: Draft, rng: Generator) -> Draft:
    """Set the second best in bold in place of the best."""
    values = np.array([[float(c) for c in row] for row in draft.cells])
    rows = [i for i, row in enumerate(values) if len(set(row)) > 2]
    i = int(rng.choice(rows))
    second = sorted(set(values[i]))[-2]
    bold = [[bool(v == second) for v in values[i]] if k == i else row for k, row in enumerate(draft.bold)]
    return replace(draft, bold=bold)


def slip_sign(draft: Draft, rng: Generator) -> Draft:
    """Return the paper with a gain of the wrong sign."""
    gains = list(draft.gains or [])
    k = int(rng.choice([i for i, g in enumerate(gains) if abs(float(g)) > 0.3]))
    gains[k] = f"{-float(gains[k]):+.1f}"
    return replace(draft, gains=gains)


def slip_swap(draft: Draft, rng: Generator) -> Draft:
    """Exchange two columns where the table is printed again."""
    a, b = (int(k) for k in rng.choice(len(draft.methods), 2, replace=False))
    rows = [list(row) for row in draft.repeated or []]
    for row in rows:
        row[a], row[b] = row[b], row[a]
    return replace(draft, repeated=rows)


def slip_repeat(draft: Draft, rng: Generator) -> Draft:
    """Change one number, that differs where the table is printed again."""
    rows = [list(row) for row in draft.repeated or []]
    i, k = int(rng.integers(len(rows))), int(rng.integers(len(rows[0])))
    rows[i][k] = f"{float(rows[i][k]) + rng.choice([-1, 1]) * rng.uniform(0.3, 4):.1f}"
    return replace(draft, repeated=rows)


def slip_percent(draft: Draft, rng: Generator) -> Draft:
    """Return the paper with a share where percents are printed, with everything else as it was."""
    k = int(rng.integers(len(draft.methods)))
    columns = np.array([[float(c) for c in row] for row in draft.cells])
    fit = [
        i
        for i in range(len(draft.cells))
        if columns[i].min() > 25 and columns[i].max() < 2 * columns[i].min()
    ]
    i = int(rng.choice(fit)) if fit else 0
    cells = [list(row) for row in draft.cells]
    cells[i][k] = f"{float(cells[i][k]) / 100:.3f}"
    return replace(draft, cells=cells, repeated=None)


def slip_text(draft: Draft, rng: Generator) -> Draft:
    """Return the paper with an improvement in the text that is not that of the table."""
    shown = float(draft.text[0].split(" by ")[1].split(" points")[0])
    wrong = shown + rng.uniform(0.6, 3)
    return replace(
        draft,
        text=(draft.text[0].replace(f"by {shown:.1f} points", f"by {wrong:.1f} points"), *draft.text[1:]),
    )


def slip_value(draft: Draft, rng: Generator) -> Draft:
    """Return the paper with a score in the text that no cell of the table has."""
    shown = float(draft.text[1].split("achieves ")[1].split("\\%")[0])
    printed = {float(c) for row in draft.rows for c in row if c.replace(".", "").isdigit()}
    wrong = next(
        v for v in (shown + k * 0.1 for k in range(3, 60)) if all(abs(v - p) > 0.16 for p in printed)
    )
    return replace(draft, text=(draft.text[0], draft.text[1].replace(f"{shown:.1f}\\%", f"{wrong:.1f}\\%")))


SLIPS: dict[str, Slip] = {
    "a wrong mean": slip_mean, "a wrong mean rank": slip_rank, "a wrong count of wins": slip_count, "the wrong cell in "
                                                                                                    "bold": slip_bold,
    "a wrong sign": slip_sign, "two columns exchanged": slip_swap, "a number that differs between tables": slip_repeat,
    "a share among percents": slip_percent, "an improvement in the text": slip_text, "a score in the text": slip_value,
}  # fmt: skip
FINDS = {
    "a wrong mean": {"BO710"}, "a wrong mean rank": {"BO712"}, "a wrong count of wins": {"BO713"}, "the wrong cell in "
                                                                                                   "bold": {"BO715"},
    "a wrong sign": {"BO714"}, "two columns exchanged": {"BO724"}, "a number that differs between tables": {"BO724"},
    "a share among percents": {"BO726", "BO710", "BO714"}, "an improvement in the text": {"BO722"}, "a score in the "
                                                                                                    "text": {"BO725"},
}  # fmt: skip


def write_paper(draft: Draft, rng: Generator, *, is_turned: bool | None = None) -> str:
    """Return the paper in LaTeX, in one of the ways that people write tables."""
    turned = bool(rng.random() < 0.4) if is_turned is None else is_turned
    parts = [PREAMBLE, " ".join(draft.text), "\n\n", _write_table(draft, rng, turned=turned)]
    if draft.repeated is not None:
        again = replace(
            draft,
            cells=draft.repeated,
            summaries=[],
            gains=None,
            bold=[[False] * len(draft.methods) for _ in draft.cells],
        )
        again = replace(again, caption="Accuracy in percent, once more.")
        parts.append(_write_table(again, rng, turned=False, label="tab:again"))
    return "".join([*parts, "\\end{document}\n"])


def printed_grid(draft: Draft, *, turned: bool) -> list[list[str]]:
    """Return the texts of the printed table, row by row."""
    grid = [draft.header, *draft.rows]
    return [list(column) for column in zip(*grid, strict=True)] if turned else grid


def _write_table(draft: Draft, rng: Generator, *, turned: bool, label: str = "tab:main") -> str:
    grid, bold = [draft.header, *draft.rows], [[False] * len(draft.header)]
    bold += [[False, *row, *([False] if draft.gains is not None else [])] for row in draft.bold]
    bold += [[False] * len(draft.header)] * len(draft.summaries)
    if turned:
        grid, bold = [list(c) for c in zip(*grid, strict=True)], [list(c) for c in zip(*bold, strict=True)]
    style = int(rng.integers(3))
    rows = [
        " & ".join(_style(text, is_bold, rng) for text, is_bold in zip(row, marks, strict=True)) + r" \\"
        for row, marks in zip(grid, bold, strict=True)
    ]
    top, middle, end = (
        (r"\toprule", r"\midrule", r"\bottomrule"),
        (r"\hline", r"\hline", r"\hline"),
        (r"\hline\hline", r"\hline", r"\hline"),
    )[style]
    first = len(draft.datasets) + 1
    body = [top, rows[0], middle, *rows[1:first]] if not turned else [top, rows[0], middle, *rows[1:]]
    if not turned and draft.summaries:
        body += [middle, *rows[first:]]
    caption = rf"\caption{{{draft.caption}}}\label{{{label}}}"
    table = "\n".join([rf"\begin{{tabular}}{{l{'c' * (len(grid[0]) - 1)}}}", *body, end, r"\end{tabular}"])
    inner = [caption, table] if rng.random() < 0.5 else [table, caption]
    return "\n".join([r"\begin{table}[h]\centering\small", *inner, r"\end{table}", ""])


def _style(text: str, is_bold: bool, rng: Generator) -> str:  # noqa: FBT001 - a mark
    safe = text.replace("%", r"\%").replace("_", r"\_").replace("&", r"\&").replace("#", r"\#")
    if safe.startswith(("+", "-")):
        safe = f"${safe}$"
    if not is_bold:
        return safe if rng.random() < 0.9 or not text else rf"{{\color{{black}} {safe}}}"
    return (rf"\textbf{{{safe}}}", rf"{{\bf {safe}}}", rf"\best{{{safe}}}", rf"{{\bfseries {safe}}}")[
        int(rng.integers(4))
    ]


def impossible_deviation(rng: Generator) -> str:
    """Return a paper with one standard deviation that scores between 0 and 100 cannot have."""
    means = rng.uniform(60, 97, size=(4, 3))
    spreads = rng.uniform(0.1, 2.0, size=(4, 3))
    i, k = int(rng.integers(4)), int(rng.integers(3))
    spreads[i, k] = (100 - means[i, k]) * 5**0.5 + rng.uniform(3, 12)
    rows = "\n".join(
        f"M{r} & "
        + " & ".join(rf"${m:.1f} \pm {s:.1f}$" for m, s in zip(means[r], spreads[r], strict=True))
        + r" \\"
        for r in range(4)
    )
    return _small_table(
        "Accuracy (\\%), mean and standard deviation over 5 runs.",
        ["Accuracy A", "Accuracy B", "Accuracy C"],
        rows,
    )


def impossible_share(rng: Generator) -> str:
    """Return a paper with one accuracy that no count of 150 test images gives."""
    counts = rng.integers(75, 149, size=(5, 2))
    texts = [[f"{100 * c / 150:.2f}" for c in row] for row in counts]
    i, k = int(rng.integers(5)), int(rng.integers(2))
    texts[i][k] = f"{100 * (counts[i, k] + rng.uniform(0.3, 0.7)) / 150:.2f}"
    rows = "\n".join(f"M{r} & " + " & ".join(texts[r]) + r" \\" for r in range(5))
    return _small_table("Accuracy (\\%) on the 150 test images.", ["Accuracy A", "Accuracy B"], rows)


def wrong_p_value(rng: Generator) -> str:
    """Return a paper with a p-value that is not that of its t."""
    df, t = int(rng.integers(5, 40)), rng.uniform(1.8, 3.2)
    p = float(2 * student.sf(t, df)) * rng.choice([0.2, 0.3, 3.0])
    return (
        PREAMBLE
        + f"The difference was tested ($t({df}) = {t:.2f}$, $p = {_two_digits(p)}$). It is large.\n"
        + "\\end{document}\n"
    )


def _two_digits(p: float) -> str:
    """Return a p-value with two digits that count, so that rounding does not hide a slip."""
    return f"{p:.{1 - floor(log10(p))}f}"


def wrong_second(rng: Generator) -> str:
    """Return a paper in which the best is bold, the second underlined, and once the third in its place."""
    values = np.round(rng.uniform(60, 95, size=(5, 6)), 1)
    order = np.argsort(-values, axis=0)
    slip = int(rng.integers(6))
    texts = [[f"{v:.1f}" for v in row] for row in values]
    for k in range(6):
        best, second = int(order[0, k]), int(order[2 if k == slip else 1, k])
        texts[best][k] = rf"\textbf{{{texts[best][k]}}}"
        texts[second][k] = rf"\underline{{{texts[second][k]}}}"
    rows = "\n".join(f"M{r} & " + " & ".join(row) + r" \\" for r, row in enumerate(texts))
    return _small_table("Accuracy. Higher is better.", [f"Set{c}" for c in "ABCDEF"], rows)


def _small_table(caption: str, heads: list[str], rows: str) -> str:
    body = (
        rf"\begin{{tabular}}{{l{'c' * len(heads)}}}"
        + "\n\\hline\nMethod & "
        + " & ".join(heads)
        + " \\\\\n\\hline\n"
        + rows
        + "\n\\hline\n\\end{tabular}"
    )
    return PREAMBLE + rf"\begin{{table}}\caption{{{caption}}}{body}\end{{table}}" + "\n\\end{document}\n"


WHOLE_SLIPS: dict[str, tuple[Callable[[Generator], str], set[str]]] = {
    "an impossible deviation": (impossible_deviation, {"BO719"}),
    "an impossible share": (impossible_share, {"BO718"}),
    "a wrong p-value": (wrong_p_value, {"BO720"}),
    "the third underlined as second": (wrong_second, {"BO741"}),
}
