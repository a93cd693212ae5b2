"""Papers reviewed by machine: planted slips found, cells read, alarms on sound papers.

    python -m validation.papers [--shared DIR] [--each N] [--no-pdf]

Published tables are cut at random and written as papers in LaTeX with one slip of each kind, and without any. The same
tables are compiled, where pdflatex is there, and read back from the PDF. Counts are written to
docs/validity/papers.json; docs/validity/papers.md is made from them and from what was judged by hand
(validation/paper_alarms.json).
"""

import argparse
import json
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.random import Generator

from bakeoff.core.answers.paper_audit import PaperFinding
from bakeoff.core.findings import Severity
from bakeoff.inputs.papers.registry import read_paper
from bakeoff.inputs.papers.table_reading import read_table
from bakeoff.pitfalls.papers.review import find_sums
from validation.altered_tables import Table, bundled, shared
from validation.paper_tables import FINDS, SLIPS, WHOLE_SLIPS, Draft, make_draft, printed_grid, write_paper

TARGET = Path(__file__).parent.parent / "docs" / "validity"
ALARMS = Path(__file__).parent / "paper_alarms.json"
LAYOUTS = TARGET / "paper_layouts.json"


def main() -> int:
    """Run everything and write the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path)
    parser.add_argument("--each", type=int, default=100, help="papers with each slip")
    parser.add_argument("--no-pdf", action="store_true")
    options = parser.parse_args()
    tables = bundled() + (shared(options.shared) if options.shared else [])
    with TemporaryDirectory() as folder:
        counts = {"tables": [t.name for t in tables], "each": options.each}
        counts["slips"] = find_slips(tables, options.each, Path(folder))
        counts["sound"] = count_false_alarms(tables, 2 * options.each, Path(folder))
        counts["extraction"] = measure_extraction(
            tables,
            options.each,
            Path(folder),
            pdf=not options.no_pdf and shutil.which("pdflatex") is not None,
        )
    (TARGET / "papers.json").write_text(json.dumps(counts, indent=1) + "\n", encoding="utf-8")
    (TARGET / "papers.md").write_text(write_page(counts), encoding="utf-8")
    print(write_page(counts))
    return 0


def draw_draft(tables: list[Table], rng: Generator) -> Draft:
    """Return a part of a published table, 4 to 6 methods on 6 to 14 datasets, in percent."""
    while True:
        table = tables[int(rng.integers(len(tables)))]
        values = np.asarray(table.values, dtype=float)
        values = values * (100 if np.nanmax(values) <= 1 else 1)
        methods = rng.choice(values.shape[1], min(values.shape[1], int(rng.integers(4, 7))), replace=False)
        rows = rng.choice(values.shape[0], min(values.shape[0], int(rng.integers(6, 15))), replace=False)
        part = values[np.ix_(rows, methods)]
        names = tuple(f"{_plain(table.classifiers[k])}" for k in methods[:-1])
        datasets = tuple(_plain(table.datasets[k]) for k in rows)
        distinct = len(set(names)) == len(names) and len(set(datasets)) == len(datasets)
        if np.isfinite(part).all() and len(methods) >= 4 and len(rows) >= 6 and distinct and part.min() > 1:
            return make_draft((*names, "RivalNet"), datasets, part, rng)


def _plain(name: str) -> str:
    """Return a name that no other check takes for a number, a measure or a summary."""
    kept = "".join(c for c in name.title() if c.isalnum())[:14]
    return f"D{kept}" if not kept[:1].isalpha() or len(kept) < 3 else kept


def find_slips(tables: list[Table], each: int, folder: Path) -> dict[str, dict[str, int]]:
    """Return how many slips of each kind are found, and how many other alarms those papers get."""
    found: dict[str, dict[str, int]] = {}
    for kind, slip in SLIPS.items():
        rng = np.random.default_rng([21, len(found)])
        hits = others = 0
        for _ in range(each):
            source = write_paper(slip(draw_draft(tables, rng), rng), rng)
            codes = {r.code for r in _alarms(source, folder)}
            hits += bool(FINDS[kind] & codes)
            others += bool(codes - FINDS[kind])
        found[kind] = {"planted": each, "found": hits, "other alarms": others}
    for kind, (make, codes_wanted) in WHOLE_SLIPS.items():
        rng = np.random.default_rng([21, len(found)])
        codes = [{r.code for r in _alarms(make(rng), folder)} for _ in range(each)]
        found[kind] = {
            "planted": each,
            "found": sum(bool(c & codes_wanted) for c in codes),
            "other alarms": sum(bool(c - codes_wanted) for c in codes),
        }
    return found


def count_false_alarms(tables: list[Table], number: int, folder: Path) -> dict[str, int]:
    """Return how many sound papers get any alarm."""
    rng = np.random.default_rng(210)
    alarmed = sum(bool(_alarms(write_paper(draw_draft(tables, rng), rng), folder)) for _ in range(number))
    return {"papers": number, "alarmed": alarmed}


def _alarms(source: str, folder: Path) -> list[PaperFinding]:
    """Return what does not add up in a paper, as its review says it."""
    path = folder / "paper.tex"
    path.write_text(source, encoding="utf-8")
    paper = read_paper(path)
    readings = [r for t in paper.tables if not (r := read_table(t, paper.names)).doubts]
    return [finding for finding in find_sums(paper, readings) if finding.severity is not Severity.NOTE]


def measure_extraction(tables: list[Table], number: int, folder: Path, *, pdf: bool) -> dict[str, object]:
    """Return how many tables have every cell right, read from LaTeX and from the PDF made of it."""
    rng = np.random.default_rng(2100)
    counts: Counter[str] = Counter()
    seconds: list[float] = []
    for _ in range(number):
        draft = draw_draft(tables, rng)
        turned = bool(rng.random() < 0.4)
        source = write_paper(draft, rng, is_turned=turned)
        (folder / "paper.tex").write_text(source, encoding="utf-8")
        truths = [
            printed_grid(draft, turned=turned),
            [
                ["Dataset", *draft.methods],
                *([d, *r] for d, r in zip(draft.datasets, draft.repeated or [], strict=True)),
            ],
        ]
        bold = sum(sum(row) for row in draft.bold)
        _count(counts, "LaTeX", folder / "paper.tex", truths, bold)
        if pdf:
            done = subprocess.run(
                ["pdflatex", "-interaction=batchmode", "paper.tex"],
                cwd=folder,
                capture_output=True,
                check=False,
            )
            if done.returncode == 0:
                start = time.process_time()
                _count(counts, "PDF", folder / "paper.pdf", truths, bold)
                seconds.append(time.process_time() - start)
    return {
        **{key: int(count) for key, count in counts.items()},
        "seconds of a PDF": round(float(np.median(seconds)), 3) if seconds else None,
    }


def _count(counts: Counter[str], kind: str, path: Path, truths: list[list[list[str]]], bold: int) -> None:
    paper = read_paper(path)
    counts[f"{kind} tables"] += len(truths)
    for truth, table in zip(truths, paper.tables, strict=False):
        if read_table(table, ("RivalNet",)).doubts:
            continue
        counts[f"{kind} judged"] += 1
        texts = [[cell.text.replace("−", "-") for cell in row] for row in table.rows]
        counts[f"{kind} right"] += texts == truth
        cells = [(a, b) for x, y in zip(texts, truth, strict=False) for a, b in zip(x, y, strict=False)]
        counts[f"{kind} cells"] += sum(len(row) for row in truth)
        counts[f"{kind} cells right"] += sum(a == b for a, b in cells) if len(texts) == len(truth) else 0
    if paper.tables:
        counts[f"{kind} bold right"] += (
            sum(c.bold and c.text.replace(".", "").isdigit() for row in paper.tables[0].rows for c in row)
            == bold
        )


def write_page(counts: dict) -> str:
    """Return the page of the documentation."""
    slips = "\n".join(
        f"| {kind} | {c['planted']} | {c['found']} | {c['other alarms']} |"
        for kind, c in counts["slips"].items()
    )
    e = counts["extraction"]
    rows = "\n".join(
        f"| {kind} | {e[f'{kind} tables']} | {e[f'{kind} judged']} | {e[f'{kind} right']} | "
        f"{e[f'{kind} cells right']:,} of {e[f'{kind} cells']:,} |"
        for kind in ("LaTeX", "PDF")
        if f"{kind} tables" in e
    )
    return PAGE.format(
        slips=slips,
        extraction=rows,
        layouts=_layout_section(),
        real=_real_section(),
        **counts["sound"],
        tables=len(counts["tables"]),
    )


def _layout_section() -> str:
    """Return what was counted on tables compiled in several classes of papers (validation/paper_layouts.py)."""
    if not LAYOUTS.exists():
        return ""
    known = json.loads(LAYOUTS.read_text(encoding="utf-8"))
    parts = [
        "\n".join(
            f"| {name} | {c.get('tables', 0)} | {c.get('judged', 0)} | {c.get('right', 0)} |"
            for name, c in known[kind].items()
        )
        for kind in ("classes", "shapes")
    ]
    totals = {
        key: sum(c.get(key, 0) for c in known["classes"].values()) for key in ("tables", "judged", "right")
    }
    share = f"{totals['right'] / totals['judged']:.0%}"
    return LAYOUT.format(classes=parts[0], shapes=parts[1], share=share, slowest=known["slowest"], **totals)


def _tally(entries: list[dict[str, str]], key: str) -> str:
    """Return the rows of a table: judgements by hand for each code or standing."""
    found = Counter((a[key], a["judgement"]) for a in entries)
    return "\n".join(
        f"| {name} | {found[name, 'right']} | {found[name, 'wrong']} | {found[name, 'open']} |"
        for name in sorted({a[key] for a in entries})
    )


def _real_section() -> str:
    """Return what was judged by hand, from the list of alarms on papers of others."""
    if not ALARMS.exists():
        return ""
    known = json.loads(ALARMS.read_text(encoding="utf-8"))
    return "\n".join(
        [
            REAL.format(rows=_tally(known["alarms"], "code"), **known["counts"]),
            SECOND.format(rows=_tally(known["second"]["alarms"], "code"), **known["second"]["counts"]),
            THIRD.format(rows=_tally(known["third"]["alarms"], "code"), **known["third"]["counts"]),
            CLAIMS.format(rows=_tally(known["claims"]["judged"], "standing"), **known["claims"]["counts"]),
        ]
    )


PAGE = """# Reviews of papers

What `bakeoff audit PAPER` finds, and what it says of papers that are sound. `python -m validation.papers --shared DIR`
makes the first three parts again.

## Planted slips

Parts of {tables} published tables (4 to 6 methods, 6 to 14 datasets) were written as papers in LaTeX, by rows or by
columns, each with one slip. *Other alarms* are papers with an alarm of another code: a share among percents, for one,
also spoils the mean that runs over it.

| slip | planted | found | other alarms |
|---|---:|---:|---:|
{slips}

## Sound papers made by machine

The same papers without a slip: {papers}, of which {alarmed} got an alarm.

## Cells

The same papers read from LaTeX, and from the PDF that pdflatex makes of them. A table is *right* when every cell is,
headings too; *judged* are those that were read for certain.

| from | tables | judged | right | cells right |
|---|---:|---:|---:|---:|
{extraction}

{layouts}
{real}"""
LAYOUT = """## Cells of printed papers

Tables with known cells, compiled with pdflatex in six classes, in one column and in two, across both columns too, in
four sizes of letters, and read back from the PDF (`python -m validation.paper_layouts`). *Right*: every cell, heading,
bold and underlined number. Of {tables} tables {judged} were judged, of these {right} right ({share}); the slowest
document took {slowest} s of processor.

| class | tables | judged | right |
|---|---:|---:|---:|
{classes}

| shape | tables | judged | right |
|---|---:|---:|---:|
{shapes}
"""
REAL = """## Papers of others

{papers} papers from public repositories that had no part in making the checks: {tables} tables, {judged} of them
judged. {alarmed} of these, or sentences of the text, got an alarm (what "does not add up", without notes); every alarm
was read by hand against its source. *Right*: the numbers do not agree, as the alarm says. *Wrong*: the alarm has
misread the paper. *Open*: the source does not say. No text of the papers is kept; `validation/paper_alarms.json` has
repository, place, code and judgement.

| alarm | right | wrong | open |
|---|---:|---:|---:|
{rows}

Tables with a wrong alarm: {wrong_tables} of {judged} that were judged ({wrong_share}). The {development} papers on
which the checks were made had {development_tables} judged tables and {development_wrong} wrong alarms.

What these had misread was then mended. {again_papers} further papers, {again_judged} judged tables, got
{again_alarmed} alarms after that.
"""

SECOND = """
### A second sample

{papers} more papers, {latex} of them LaTeX from public repositories and {markdown} published ones as a program turned
their PDFs into Markdown: {tables} tables, {judged} of them judged. Every alarm was read by hand with its
numbers and, where these left a doubt, with its table. A number that the conversion lost or misread counts against the
alarm where it could be seen.

| alarm | right | wrong | open |
|---|---:|---:|---:|
{rows}

Tables with a wrong alarm: {wrong_tables} of {judged} ({wrong_share}). What these had misread was then mended; run
again, {again_alarms} alarms are left on these papers, {again_wrong} of them wrong.
"""
THIRD = """
### A third sample

{papers} more papers, {latex} of them LaTeX from public repositories and {markdown} published ones as a program turned
their PDFs into Markdown, none of them read before: {tables} tables, {judged} of them judged. Every alarm was read by
hand with its table; with the samples before, {read} alarms were.

| alarm | right | wrong | open |
|---|---:|---:|---:|
{rows}

Tables with a wrong alarm: {wrong_tables} of {judged} ({wrong_share}). The mechanism behind each was mended, with a
made-up table for it among the tests (`tests/pitfalls/papers/test_granted.py`); the papers with an alarm, run again,
have {again_alarms}, {again_wrong} of them wrong.
"""
CLAIMS = """
## Claims

In {papers} papers, {latex} of them LaTeX, {claims} sentences were found that claim something of a comparison;
{matched} of them ({share}) were judged, the others are not checkable. Of the LaTeX papers it is {latex_share}; of
the others, which a program made from PDFs, 4 tables in 10 cannot be read for certain. One hundred claims, drawn at
random before the last changes, were read by hand: 15 were no comparison at all ("is the first to …") and are no
longer taken for one; 9 were judged; 10 name a table that could not be read for certain or does not say whether high
or low is better; of about 20 no table with the own method could be read; the others name no table, rival or
dataset, speak of a figure, or several tables that do not agree may be meant.

{read} judgements, before the last changes, were read by hand with sentence, reason and table. *Right*: the standing
is what the table makes of the sentence. Of the {wrong} wrong ones {mended} were mended by their mechanism: who
found a result was taken for who is ahead, a heading of another clause for the one compared, an ablation for the
comparison with others, kinds of one measure for datasets.

| standing | right | wrong | open |
|---|---:|---:|---:|
{rows}
"""

if __name__ == "__main__":
    raise SystemExit(main())
