"""What the Weka Experimenter writes: results as CSV or ARFF, and the table that its tester prints."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from bakeoff.core.findings import Finding, Severity
from bakeoff.inputs.arff import split_row
from bakeoff.inputs.grid import Grid
from bakeoff.inputs.messages import listed, quoted
from bakeoff.inputs.rows import TextRow, grid_of_rows

_TESTER = re.compile(r"^\s*(?:Tester:\s+weka\.|Analysing:\s+\w+)", re.MULTILINE)
_TOP = re.compile(r"^Dataset[ \t]+\(\d+\)", re.MULTILINE)
_METRIC = re.compile(r"^Analysing:\s+(\S+)", re.MULTILINE)
_KEY = re.compile(r"^\((\d+)\)\s+(\S+)\s+('(?:\\.|[^'\\])*')?", re.MULTILINE)
_NUMBERED = re.compile(r"\((\d+)\)")
_COUNT = re.compile(r"\(\d+\)\s+")
_CELL = re.compile(r"(-?[\d.]+)\s*(?:\(\s*([\d.]+)\s*\))?\s*[v*]?")


def is_weka_csv(text: str) -> bool:
    """Say whether a text is the CSV of a Weka result listener, which quotes with apostrophes."""
    return text.lstrip().startswith("Key_Dataset,")


def read_weka_csv(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of the CSV that a Weka result listener writes."""
    numbered = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    rows: list[TextRow] = [split_row(line) for _, line in numbered]
    return grid_of_rows(rows, [n for n, _ in numbered], source=source, name=name)


def with_short_schemes(grid: Grid) -> Grid:
    """Return a grid of Weka results with schemes named as people say them: J48, or J48 -C 0.25 where there are two.

    Options, and the package where even those agree, are added only to tell schemes apart.
    """
    columns = {c.name: c for c in grid.columns}
    scheme = columns.get("Key_Scheme")
    if scheme is None:
        return grid
    blank = [""] * grid.height
    options = columns["Key_Scheme_options"].text() if "Key_Scheme_options" in columns else blank
    versions = columns["Key_Scheme_version_ID"].text() if "Key_Scheme_version_ID" in columns else blank
    full = list(zip(scheme.text(), map(str.strip, options), versions, strict=True))
    short = _short_names(list(dict.fromkeys(full)))
    renamed = replace(scheme, cells=[short[key] for key in full])
    grid = replace(grid, columns=tuple(renamed if c is scheme else c for c in grid.columns))
    pairs = [
        f"{quoted(name)} is {' '.join(key[:2]).strip()}" for key, name in short.items() if name != key[0]
    ]
    if not pairs:
        return grid
    detail = {"schemes": {name: " ".join(key[:2]).strip() for key, name in short.items()}}
    message = f"the names of Weka's schemes were shortened: {listed(pairs, most=3)}"
    return grid.with_findings(Finding(code="BO315", severity=Severity.NOTE, message=message, detail=detail))


Scheme = tuple[str, str, str]


def _short_names(schemes: list[Scheme]) -> dict[Scheme, str]:
    forms: tuple[Callable[[Scheme], str], ...] = (
        lambda s: s[0].rpartition(".")[2],
        lambda s: f"{s[0].rpartition('.')[2]} {s[1]}".strip(),
        lambda s: f"{s[0].removeprefix('weka.classifiers.')} {s[1]}".strip(),
        lambda s: f"{s[0]} {s[1]} {s[2]}".strip(),
    )
    names: dict[Scheme, str] = {}
    for form in forms:
        left = [s for s in schemes if s not in names]
        taken = Counter(form(s) for s in left)
        names.update({s: form(s) for s in left if taken[form(s)] == 1 and form(s) not in names.values()})
    return {s: names.get(s, " ".join(s)) for s in schemes}


def is_tester_output(text: str) -> bool:
    """Say whether a text is what Weka's tester prints: datasets, schemes, and marks for significance."""
    return bool(_TESTER.search(text[:5000])) and bool(_TOP.search(text))


def read_tester_output(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of a table printed by Weka's tester; its marks (v, *) are not scores."""
    lines = text.split("\n")
    top = next(i for i, line in enumerate(lines) if _TOP.match(line))
    names = _scheme_names(text, [int(n) for n in _NUMBERED.findall(lines[top])])
    rows: list[TextRow] = [["dataset", *names]]
    places = [top + 1]
    for number, line in enumerate(lines[top + 1 :], start=top + 2):
        if not line.strip() or line.lstrip().startswith(("(v/", "Key")):
            break
        if not line.startswith("---"):
            rows.append(_tester_row(line))
            places.append(number)
    grid = grid_of_rows(rows, places, source=source, name=name)
    metric = _METRIC.search(text)
    return replace(grid, metric=metric[1] if metric else None)


def _scheme_names(text: str, numbers: list[int]) -> list[str]:
    full = {int(n): (scheme, options.strip("'").strip(), "") for n, scheme, options in _KEY.findall(text)}
    schemes = [full.get(n, (f"({n})", "", str(n))) for n in numbers]
    short = _short_names(schemes)
    return [short[s] for s in schemes]


def _tester_row(line: str) -> list[str]:
    before, _, after = _COUNT.sub("  ", line, count=1).partition("|")
    first, _, score = before.strip().rpartition(" ")
    others = re.split(r"\||(?<=[\dv*)])\s{2,}", after)
    return [first.strip(), *(_score(cell) for cell in [score, *others] if cell.strip())]


def _score(cell: str) -> str:
    match = _CELL.fullmatch(cell.strip())
    if match is None:
        return cell.strip()
    return f"{match[1]} ({match[2]})" if match[2] else match[1]
