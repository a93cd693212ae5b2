"""What the Weka Experimenter writes: results as CSV or ARFF, and the table that its tester prints."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from bakeoff.core.arff_rows import split_row
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.table.grid import Grid
from bakeoff.inputs.table.rows import TextRow, make_grid

Scheme = tuple[str, str, str]  # class, options, version

_TESTER = re.compile(r"^\s*(?:Tester:\s+weka\.|Analysing:\s+\w+)", re.MULTILINE)
_TOP = re.compile(r"^Dataset[ \t]+\(\d+\)", re.MULTILINE)
_METRIC = re.compile(r"^Analysing:\s+(\S+)", re.MULTILINE)
_KEY = re.compile(r"^\((\d{1,9})\)\s+(\S+)\s+('(?:\\.|[^'\\])*')?", re.MULTILINE)
_NUMBERED = re.compile(r"\((\d{1,9})\)")
_COUNT = re.compile(r"\(\d+\)\s+")
_CELL = re.compile(r"(-?[\d.]+)\s*(?:\(\s*([\d.]+)\s*\))?\s*[v*]?")


def is_weka_csv(text: str) -> bool:
    """Say whether a text is the CSV of a Weka result listener, which quotes with apostrophes."""
    return text.lstrip().startswith("Key_Dataset,")


def read_weka_csv(text: str, *, source: str, name: str) -> Grid:
    """Return the grid of the CSV that a Weka result listener writes."""
    numbered = [(n, line) for n, line in enumerate(text.split("\n"), start=1) if line.strip()]
    rows: list[TextRow] = [split_row(line) for _, line in numbered]
    return make_grid(rows, [n for n, _ in numbered], source=source, name=name)


def shorten_schemes(grids: Sequence[Grid]) -> list[Grid]:
    """Return grids of Weka results with schemes named as people say them: J48, or J48 -C 0.25 where there are two.

    Options, and the package where even those agree, are added only to tell the schemes of all grids apart.
    """
    full = [_read_schemes(grid) for grid in grids]
    short = _short_names(list(dict.fromkeys(scheme for schemes in full for scheme in schemes)))
    return [_rename_schemes(grid, schemes, short) for grid, schemes in zip(grids, full, strict=True)]


def _read_schemes(grid: Grid) -> list[Scheme]:
    """Return the class, options and version of the scheme of each row; nothing if these are no results of Weka."""
    columns = {c.name: c.text() for c in grid.columns if c.name.startswith("Key_Scheme")}
    if "Key_Scheme" not in columns:
        return []
    blank = [""] * grid.height
    options = map(str.strip, columns.get("Key_Scheme_options", blank))
    return list(zip(columns["Key_Scheme"], options, columns.get("Key_Scheme_version_ID", blank), strict=True))


def _rename_schemes(grid: Grid, schemes: list[Scheme], short: dict[Scheme, str]) -> Grid:
    used = {short[scheme]: " ".join(scheme[:2]).strip() for scheme in dict.fromkeys(schemes)}
    if all(name == full for name, full in used.items()):
        return grid
    names = [short[scheme] for scheme in schemes]
    columns = tuple(replace(c, cells=names) if c.name == "Key_Scheme" else c for c in grid.columns)
    pairs = (f"{quote_text(name)} is {full}" for name, full in used.items())
    message = f"the names of Weka's schemes were shortened: {join_with_commas(pairs, most=3)}"
    finding = Finding(code="BO315", severity=Severity.NOTE, message=message, detail={"schemes": used})
    return replace(grid, columns=columns).with_findings(finding)


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
        uses = Counter(form(s) for s in left)
        names.update({s: form(s) for s in left if uses[form(s)] == 1 and form(s) not in names.values()})
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
    grid = make_grid(rows, places, source=source, name=name)
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
    return [first.strip(), *(_score_text(cell) for cell in [score, *others] if cell.strip())]


def _score_text(cell: str) -> str:
    match = _CELL.fullmatch(cell.strip())
    if match is None:
        return cell.strip()
    return f"{match[1]} ({match[2]})" if match[2] else match[1]
