"""Papers as they are printed: one or two columns, several classes, small letters, headings over several columns.

    python -m validation.paper_layouts [--each N] [--folder DIR]

Tables with known cells are compiled with pdflatex in every layout and read back from the PDF. A table counts as right
when every cell of it is. Needs the LaTeX classes that it names; those that are not there are left out and said.
"""

import argparse
import json
import shutil
import subprocess
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.random import Generator

from bakeoff.inputs.papers.registry import read_paper
from bakeoff.inputs.papers.table_reading import read_table

TARGET = Path(__file__).parent.parent / "docs" / "validity"
CLASSES = {
    "article": (r"\documentclass{article}", "article.cls"),
    "article, two columns": (r"\documentclass[twocolumn]{article}", "article.cls"),
    "IEEEtran": (r"\documentclass[conference]{IEEEtran}", "IEEEtran.cls"),
    "acmart": (r"\documentclass[sigconf,nonacm]{acmart}", "acmart.cls"),
    "elsarticle, two columns": (r"\documentclass[5p,twocolumn]{elsarticle}", "elsarticle.cls"),
    "llncs": (r"\documentclass{llncs}", "llncs.cls"),
}
SHAPES = ("plain", "grouped", "multirow", "spread", "underlined", "unruled", "grid", "resized")
WORDS = (
    "the method of trees learns from records and forests vote on each case while margins grow slowly with depth and "
    "noise is kept small by pruning that removes leaves without support in held out parts of the data"
)


@dataclass(frozen=True)
class Sample:
    """A table with what is printed in each cell, in LaTeX and as text; a cell over several columns repeats."""

    shape: str
    source: str
    grid: list[list[str]]
    bold: set[tuple[int, int]]
    underlined: set[tuple[int, int]]
    is_wide: bool


def draw_sample(shape: str, rng: Generator) -> Sample:
    """Return a table of one shape with random numbers and names."""
    methods = [
        f"{rng.choice(['Oak', 'Elm', 'Ash', 'Fir', 'Yew', 'Bay'])}{k}" for k in range(int(rng.integers(3, 8)))
    ]
    columns = 4 if shape == "grouped" else int(rng.integers(2, 4 if shape in ("multirow", "spread") else 6))
    values = rng.uniform(50, 99, (len(methods), columns))
    texts = [[f"{v:.1f}" for v in row] for row in values]
    if shape == "spread":
        texts = [[f"{v:.1f} ± {rng.uniform(0.1, 3):.1f}" for v in row] for row in values]
    best = {(int(np.argmax(values[:, k])), k) for k in range(columns)}
    second = (
        {(int(np.argsort(-values[:, k])[1]), k) for k in range(columns)} if shape == "underlined" else set()
    )
    names = [
        str(x)
        for x in rng.choice(
            ["Iris", "Wine", "Glass", "Sonar", "Heart", "Yeast", "Ecoli"], columns, replace=False
        )
    ]
    labels = 2 if shape == "multirow" else 1
    heads, head_rows = _write_heads(shape, names, labels)
    body = _write_body(shape, methods, texts, best, second)
    rules = (r"\toprule", r"\midrule", r"\bottomrule") if rng.random() < 0.6 else (r"\hline",) * 3
    rules = ("", "", "") if shape == "unruled" else (r"\hline",) * 3 if shape == "grid" else rules
    bar = "|" if shape == "grid" else ""
    spec = bar + bar.join("l" * labels + "c" * columns) + bar
    lines = "\n".join([rules[0], heads, rules[1], body, rules[2]])
    tabular = rf"\begin{{tabular}}{{{spec}}}" + "\n" + lines + "\n" + r"\end{tabular}"
    size = str(rng.choice([r"\small", r"\footnotesize", r"\scriptsize", ""]))
    wide = bool(rng.random() < 0.3)
    if shape == "resized":
        tabular = rf"\resizebox{{{'0.8' if wide else '1'}\linewidth}}{{!}}{{{tabular}}}"
    first = len(head_rows)
    grid = [*head_rows, *_grid_body(shape, methods, texts)]
    return Sample(
        shape,
        size + "\n" + tabular,
        grid,
        {(first + r, labels + c) for r, c in best},
        {(first + r, labels + c) for r, c in second},
        wide,
    )


def _write_heads(shape: str, names: list[str], labels: int) -> tuple[str, list[list[str]]]:
    if shape == "grouped":
        upper = r" & \multicolumn{2}{c}{Small sets} & \multicolumn{2}{c}{Large sets} \\"
        rule = r"\cmidrule(lr){2-3}\cmidrule(lr){4-5}"
        lower = "Method & " + " & ".join(names) + r" \\"
        return "\n".join([upper, rule, lower]), [
            ["", "Small sets", "Small sets", "Large sets", "Large sets"],
            ["Method", *names],
        ]
    left = ["Kind", "Method"][2 - labels :]
    return " & ".join([*left, *names]) + r" \\", [[*left, *names]]


def _write_body(
    shape: str,
    methods: list[str],
    texts: list[list[str]],
    best: set[tuple[int, int]],
    second: set[tuple[int, int]],
) -> str:
    rows = []
    half = (len(methods) + 1) // 2
    for r, (method, row) in enumerate(zip(methods, texts, strict=True)):
        cells = [_style(t, (r, c) in best, (r, c) in second) for c, t in enumerate(row)]
        label = [method]
        if shape == "multirow":
            block = half if r == 0 else len(methods) - half if r == half else 0
            name = "Tree" if r == 0 else "Wood"
            label = [rf"\multirow{{{block}}}{{*}}{{{name}}}" if block else "", method]
        rows.append(
            (r"\midrule " if shape == "multirow" and r == half else "")
            + " & ".join([*label, *cells])
            + r" \\"
        )
        if shape == "grid":
            rows[-1] += r" \hline"
    return "\n".join(rows) if shape != "grid" else "\n".join(rows)[: -len(r" \hline")]


def _grid_body(shape: str, methods: list[str], texts: list[list[str]]) -> list[list[str]]:
    half = (len(methods) + 1) // 2
    label = [
        [("Tree" if r < half else "Wood"), m] if shape == "multirow" else [m] for r, m in enumerate(methods)
    ]
    return [[*name, *row] for name, row in zip(label, texts, strict=True)]


def _style(text: str, is_bold: bool, is_second: bool) -> str:  # noqa: FBT001 - marks
    safe = text.replace(" ± ", r"\,$\pm$\,")
    return rf"\textbf{{{safe}}}" if is_bold else rf"\underline{{{safe}}}" if is_second else safe


def write_layout(name: str, samples: list[Sample], rng: Generator) -> str:
    """Return a document of a class with prose and tables in turn."""
    document = [CLASSES[name][0], r"\usepackage{booktabs,multirow,graphicx}"]
    document += [r"\begin{document}", r"\title{OakNet: a method}", r"\author{A. Nobody}"]
    document += [r"\maketitle", r"\section{Introduction}", _prose(rng, 60)]
    is_above = name in ("IEEEtran", "acmart") or bool(rng.random() < 0.5)  # a paper has them on one side
    for k, sample in enumerate(samples):
        star = (
            "*"
            if sample.is_wide and "two" in name + (" two" if name in ("IEEEtran", "acmart") else "")
            else ""
        )
        caption = rf"\caption{{Accuracy in percent of the methods of part {k + 1}. Higher is better.}}"
        inner = [caption, sample.source] if is_above else [sample.source, caption]
        document += [
            rf"\begin{{table{star}}}[t]\centering",
            *inner,
            rf"\end{{table{star}}}",
            _prose(rng, 220),
        ]
    return "\n".join([*document, r"\end{document}", ""])


def _prose(rng: Generator, words: int) -> str:
    parts = [str(rng.choice(WORDS.split(" "))) for _ in range(words)]
    return " ".join(w.capitalize() + "." if k % 17 == 16 else w for k, w in enumerate(parts)) + ".\n"


def main() -> int:
    """Compile, read and count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--each", type=int, default=2, help="documents of each class, with every shape in them"
    )
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--folder", type=Path, help="keep documents here")
    parser.add_argument("--write", action="store_true", help="write docs/validity/paper_layouts.json")
    options = parser.parse_args()
    if shutil.which("pdflatex") is None:
        raise SystemExit("pdflatex is not here")
    with TemporaryDirectory() as scratch:
        counts = measure_layouts(options.each, options.seed, options.folder or Path(scratch))
    print(json.dumps(counts, indent=1))
    if options.write:
        (TARGET / "paper_layouts.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    return 0


def measure_layouts(each: int, seed: int, folder: Path) -> dict[str, object]:
    """Return, by class and by shape, how many tables there are, are judged, and have every cell right."""
    rng = np.random.default_rng(seed)
    by_class: dict[str, Counter[str]] = {}
    by_shape: dict[str, Counter[str]] = {shape: Counter() for shape in SHAPES}
    missing, slowest = [], 0.0
    folder.mkdir(parents=True, exist_ok=True)
    for name, (_, file) in CLASSES.items():
        if subprocess.run(["kpsewhich", file], capture_output=True, check=False).returncode:
            missing.append(name)
            continue
        by_class[name] = Counter()
        for k in range(each):
            samples = [draw_sample(shape, rng) for shape in rng.permutation(SHAPES)]
            stem = f"{''.join(c for c in name if c.isalnum())}{k}"
            (folder / f"{stem}.tex").write_text(write_layout(name, samples, rng), encoding="utf-8")
            subprocess.run(
                ["pdflatex", "-interaction=batchmode", f"{stem}.tex"],
                cwd=folder,
                capture_output=True,
                check=False,
            )
            if not (folder / f"{stem}.pdf").is_file():
                missing.append(name)
                continue
            start = time.process_time()
            _count(folder / f"{stem}.pdf", samples, by_class[name], by_shape)
            slowest = max(slowest, time.process_time() - start)
    return {
        "classes": {k: dict(v) for k, v in by_class.items()},
        "shapes": {k: dict(v) for k, v in by_shape.items()},
        "missing": missing,
        "slowest": round(slowest, 2),
    }


def _count(path: Path, samples: list[Sample], total: Counter[str], by_shape: dict[str, Counter[str]]) -> None:
    paper = read_paper(path)
    for k, sample in enumerate(samples, start=1):
        found = [t for t in paper.tables if f"of part {k}." in t.caption.lower()]
        facts = ["tables"]
        if found and not read_table(found[0], ("OakNet",)).doubts:
            facts.append("judged")
            if _is_right(found[0].rows, sample):
                facts.append("right")
            else:
                print(
                    path.name,
                    "part",
                    k,
                    sample.shape,
                    [[c.text for c in r] for r in found[0].rows],
                    sample.grid,
                )
        total.update(facts)
        by_shape[sample.shape].update(facts)


def _is_right(rows: tuple, sample: Sample) -> bool:
    texts = [[cell.text for cell in row] for row in rows]
    bold = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.bold and r}
    underlined = {(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.underlined}
    return texts == sample.grid and bold == sample.bold and underlined == sample.underlined


if __name__ == "__main__":
    raise SystemExit(main())
