"""What a paper's table holds: where the headings end, what each row and column is, what its caption says."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from bakeoff.core.answers.paper import (
    Heading,
    Number,
    Paper,
    PaperCell,
    PaperTable,
    Part,
    Role,
    Spread,
    TableReading,
)
from bakeoff.core.measure_names import Field, KnownMeasure, find_measure
from bakeoff.inputs.papers.captions import find_marks, find_runs, read_caption
from bakeoff.inputs.papers.cells import read_number
from bakeoff.inputs.readings.vocabulary import Kind, kind_of, unit_kind

_AVERAGE = re.compile(
    r"(?:macro[- ]?|overall )?(?:avg|average|averaged|mean|ave|aver)\.?(?: (?:acc(?:uracy)?|score|scores|f1|"
    r"auc|performance|perf|value)\.?)?",
    re.IGNORECASE,
)
_AVERAGE_AFTER = re.compile(
    r"(?:acc(?:uracy)?|score|f1|auc|performance)\.? (?:avg|average|mean)\.?", re.IGNORECASE
)
_RANK = re.compile(r"(?:(?:avg|average|mean|aver)\.? ?)?(?:rank|ranking|ranks)\.?", re.IGNORECASE)
_TOTAL = re.compile(r"total|sum|Σ", re.IGNORECASE)
_WINS = re.compile(
    r"(?:# ?|no\. of |number of |total )?(?:wins?|best|1st(?: count)?|first places?|top-?1 count)",
    re.IGNORECASE,
)
_DIFFERENCE = re.compile(
    r"(?:Δ|δ|delta|gain|gains|abs\.? gain|rel\.? gain|improvement|improv\.?|impr\.?|imp\.?|diff\.?|"
    r"difference|change|gap|decrease|increase|drop|reduction|vs\.?(?= ))(?: .*)?|.* (?:Δ|gain|improvement)",
    re.IGNORECASE,
)
_SPREAD = re.compile(
    r"(?:std|sd|s\.d\.|stdev|std\.? ?dev\.?|se|sem|stderr|ci|±|var|variance|σ)\.?", re.IGNORECASE
)
_SPREAD_INSIDE = re.compile(r"[(\[](?:std|sd|stdev|var|variance|σ)\.?[)\]]\s*$", re.IGNORECASE)
_DECORATION = re.compile(r"[()\[\]%↑↓*†‡:]|\(?[↑↓]\)?")
_OWN = re.compile(
    r"\b(?:ours?|our (?:method|model|approach)|proposed|this (?:work|paper)|we)\b", re.IGNORECASE
)
_SEVERAL = re.compile(r"(?:^|\s)\d+\.\d+\s+[-−]?\d+\.\d+(?:\s|$)")  # nothing but a space between two numbers
_CITED = re.compile(r"\[\d+(?:\s*,\s*\d+)*\]|\bet al\b|\((?:[^()]*\s)?(?:19|20)\d\d[a-z]?\)")
_CODE = re.compile(r"[A-Za-z]{2}")
_LARGER = 5.0  # times as large as gains are scores
_OTHER = (
    Kind.TIME,
    Kind.COUNT,
    Kind.STEP,
    Kind.SETTING,
    Kind.DATE,
    Kind.IDENTITY,
    Kind.P_VALUE,
    Kind.INTERVAL,
)


def read_table(table: PaperTable, names: tuple[str, ...] = ()) -> TableReading:
    """Return the reading of a table; what is not certain is among its doubts, and then nobody judges it."""
    numbers = {
        (r, c): number
        for r, row in enumerate(table.rows)
        for c, cell in enumerate(row)
        if (not cell.spanned or not cell.text) and (number := read_number(cell)) is not None
    }
    first = _first_data_row(table, numbers)
    columns = _column_headings(table, numbers, first)
    rows = _row_headings(table, numbers, first, {c.index for c in columns})
    columns = _mark_gains(columns, [[row[h.index] for row in table.rows[first:]] for h in columns])
    rows = _mark_gains(rows, [[table.rows[h.index][c.index] for c in columns] for h in rows])
    caption = read_caption(table.caption, any(n.spread is not None for n in numbers.values()))
    kept = {key: number for key, number in numbers.items() if key[0] >= first}
    reading = TableReading(
        table=table, columns=columns, rows=rows, numbers=kept, methods_in_rows=None,
        higher_is_better=caption.higher_is_better, measure=caption.measure, spread=caption.spread, runs=caption.runs,
        shares_training=caption.shares_training,
        test_size=caption.test_size, bold_is_best=caption.bold_is_best,
        marks={**caption.marks, **find_marks(table.notes)},
        doubts=(*table.doubts, *_find_doubts(table, columns, rows, kept)),
    )  # fmt: skip
    return _orient(reading, names)


def _mark_gains(headings: tuple[Heading, ...], cells: Sequence[Sequence[PaperCell]]) -> tuple[Heading, ...]:
    """Return headings without those as scores that print gains: signed numbers beside far larger ones without signs."""
    signs = [[c.text.lstrip()[:1] for c in line if c.text and not c.spanned] for line in cells]
    gains = [bool(x) and "+" in x and sum(c in "+-−–±" for c in x) >= 0.8 * len(x) for x in signs]
    sizes = [[abs(n.value) for c in line if (n := read_number(c)) is not None] for line in cells]
    small, large = (
        [v for x, is_gain in zip(sizes, gains, strict=True) for v in x if is_gain is kind]
        for kind in (True, False)
    )
    if not small or not large or median(large) < _LARGER * median(small):
        return headings
    return tuple(
        replace(h, role=Role.OTHER) if is_gain and h.role in (Role.SCORES, Role.AVERAGE) else h
        for h, is_gain in zip(headings, gains, strict=True)
    )


def read_tables(paper: Paper) -> list[TableReading]:
    """Return the readings of all tables; what ± is may be said once in the text for all of them."""
    readings = [read_table(table, paper.names) for table in paper.tables]
    stated = find_runs(sentence.text for sentence in paper.sentences if sentence.part is not Part.CAPTION)
    if stated is None:
        return readings
    spread, runs = stated
    return [
        replace(r, spread=spread, runs=runs) if r.spread is Spread.UNSAID and r.runs in (None, runs) else r
        for r in readings
    ]


def plain_heading(text: str) -> str:
    """Return a heading without arrows, marks and what stands in brackets.

    >>> plain_heading("Avg. (↑)"), plain_heading("Accuracy [%]")
    ('Avg.', 'Accuracy')
    """
    bare = re.sub(r"[(\[][^()\[\]]*[)\]]", " ", text) if not text.strip().startswith(("(", "[")) else text
    return " ".join(_DECORATION.sub(" ", bare).split())


def _first_data_row(table: PaperTable, numbers: dict[tuple[int, int], Number]) -> int:
    """Return the first row of numbers that is below the headings."""
    ruled = next((r for r in sorted(table.rules) if 0 < r < len(table.rows)), None)
    by_numbers = next((r for r in range(len(table.rows)) if r > 0 and _is_data(table, numbers, r)), 1)
    if _is_data(table, numbers, 0) and any(n.decimals for (r, _), n in numbers.items() if r == 0):
        by_numbers = 0
    if ruled is None or ruled > 5 or any(_is_data(table, numbers, r, decimals=True) for r in range(ruled)):
        return by_numbers
    while ruled < len(table.rows) - 1 and not _is_data(table, numbers, ruled) and ruled < by_numbers:
        ruled += 1
    return ruled


def _is_data(
    table: PaperTable, numbers: dict[tuple[int, int], Number], row: int, *, decimals: bool = False
) -> bool:
    cells = [c for c, cell in enumerate(table.rows[row]) if cell.text and not cell.spanned and c > 0]
    found = [numbers[row, c] for c in cells if (row, c) in numbers]
    if decimals and not any(n.decimals for n in found):
        return False
    return len(found) >= 1 and 2 * len(found) >= len(
        [c for c in cells if table.rows[row][c].text not in "-–—"]
    )


def _column_headings(
    table: PaperTable, numbers: dict[tuple[int, int], Number], first: int
) -> tuple[Heading, ...]:
    headings: list[Heading] = []
    data = range(first, len(table.rows))
    paths: list[tuple[str, ...]] = []
    for c in range(len(table.rows[0])):
        filled = [
            r
            for r in data
            if table.rows[r][c].text not in ("", "-", "–", "—") and not table.rows[r][c].spanned
        ]
        counted = [r for r in filled if (r, c) in numbers]
        path = _table_reading_path(table, first, c)
        if not counted or 2 * len(counted) < len(filled) or (c == 0 and not _is_unnamed(table, first)):
            continue
        if paths and path[:-1] != paths[-1][:-1]:
            block = headings[-1].block + 1
        else:
            block = headings[-1].block if headings else 0
        paths.append(path)
        headings.append(make_heading(c, path, block))
    return _keep_codes(headings)


def _keep_codes(headings: list[Heading]) -> tuple[Heading, ...]:
    """Return columns of which most have codes as names with all of these as scores: Hi and Id are languages there.

    >>> codes = [make_heading(k, (name,), 0) for k, name in enumerate(["De", "Hi", "Id", "Zh", "Avg"], start=1)]
    >>> [str(h.role) for h in _keep_codes(codes)]
    ['scores', 'scores', 'scores', 'scores', 'average']
    """
    codes = [h for h in headings if _CODE.fullmatch(plain_heading(h.last))]
    if len(codes) < 4 or 4 * len(codes) < 3 * (len(headings) - 1):
        return tuple(headings)
    return tuple(
        replace(h, role=Role.SCORES) if h in codes and h.role in (Role.OTHER, Role.SPREAD) else h
        for h in headings
    )


def _is_unnamed(table: PaperTable, first: int) -> bool:
    """Say whether a table has no column of names: numbers from its first column on, under a named heading."""
    return first > 0 and find_measure(plain_heading(table.rows[first - 1][0].text)) is not None


def _table_reading_path(table: PaperTable, first: int, column: int) -> tuple[str, ...]:
    path: list[str] = []
    for r in range(first):
        row = table.rows[r]
        text = row[column].text
        if (
            sum(1 for cell in row if cell.text and not cell.spanned) == 1
            and len(row) > 2
            and r == 0
            and first > 1
        ):
            continue  # a title over the whole table
        if text and text not in "-–—" and (not path or path[-1] != text):
            path.append(text)
    return tuple(path)


def make_heading(index: int, path: tuple[str, ...], block: int) -> Heading:
    """Return a heading with the role that its words give it."""
    measure, arrow = _find_direction(path)
    return Heading(
        index=index,
        path=path,
        role=_role_of(path),
        measure=measure.name if measure else None,
        higher_is_better=arrow if arrow is not None else (measure.higher_is_better if measure else None),
        arrow=arrow is not None,
        block=block,
    )


def _role_of(path: tuple[str, ...]) -> Role:
    """Return the role of a heading: a measure under "Avg." is an average too."""
    if any(_SPREAD_INSIDE.search(part) for part in path):
        return Role.SPREAD
    role = find_role(path[-1]) if path else Role.SCORES
    if role is Role.SCORES and any(find_role(part) is Role.AVERAGE for part in path[:-1]):
        return Role.AVERAGE
    return role


def find_role(text: str) -> Role:
    """Return the role that a heading names; scores where it names none.

    >>> find_role("Avg."), find_role("Mean rank"), find_role("CIFAR-10"), find_role("Params (M)")
    (<Role.AVERAGE: 'average'>, <Role.RANK: 'rank'>, <Role.SCORES: 'scores'>, <Role.OTHER: 'other'>)
    """
    plain = plain_heading(text)
    if not plain:
        return Role.OTHER if text.strip() in ("#", "%") else Role.SCORES
    for pattern, role in (
        (_AVERAGE, Role.AVERAGE), (_AVERAGE_AFTER, Role.AVERAGE), (_RANK, Role.RANK), (_TOTAL, Role.TOTAL),
        (_WINS, Role.WINS), (_DIFFERENCE, Role.DIFFERENCE), (_SPREAD, Role.SPREAD),
    ):  # fmt: skip
        if pattern.fullmatch(plain):
            return role
    if text.strip().startswith("#") or unit_kind(text) is not None or kind_of(plain) in _OTHER:
        return Role.OTHER
    if kind_of(plain) is Kind.SUMMARY:
        return Role.OTHER
    return Role.SCORES


def _find_direction(path: tuple[str, ...]) -> tuple[KnownMeasure | None, bool | None]:
    """Return the measure that a heading names, and what its arrow says; the narrowest heading first."""
    arrow = next((up for text in reversed(path) if (up := _table_reading_arrow(text)) is not None), None)
    found = (find_measure(plain_heading(text)) or _measure_in(plain_heading(text)) for text in reversed(path))
    return next((measure for measure in found if measure is not None), None), arrow


def _table_reading_arrow(text: str) -> bool | None:
    up, down = "↑" in text, "↓" in text
    return up if up != down else None


def _measure_in(text: str) -> KnownMeasure | None:
    """Return the measure that a heading ends with: "ImageNet Acc."; one or two letters are too little to be sure."""
    words = text.split()
    for count in (2, 1):
        found = find_measure(" ".join(words[-count:])) if len(words) > count else None
        if found is not None and len(found.name) > 2 and found.field is not Field.TIME:
            return found
    return None


def _row_headings(
    table: PaperTable, numbers: dict[tuple[int, int], Number], first: int, columns: set[int]
) -> tuple[Heading, ...]:
    headings: list[Heading] = []
    block, title = 0, ""
    for r in range(first, len(table.rows)):
        row = table.rows[r]
        starts = r in table.rules and r > first
        if not any((r, c) in numbers and c in columns for c in range(len(row))):
            texts = [cell.text for cell in row if cell.text and not cell.spanned]
            if len(texts) == 1:
                title = texts[0]
                block += 1
            continue
        block += starts
        label = [row[c].text for c in range(len(row)) if c not in columns and c <= max(columns, default=0)]
        path = tuple(dict.fromkeys(text for text in (title, *label) if text and text not in "-–—"))
        heading = make_heading(r, path, block)
        if (
            heading.role is Role.OTHER and len(plain_heading(heading.last)) < 4
        ):  # MS, LR: names of methods too
            heading = replace(heading, role=Role.SCORES)
        headings.append(heading)
    return _close_every_row(headings, table, first)


def _close_every_row(headings: list[Heading], table: PaperTable, first: int) -> tuple[Heading, ...]:
    """Rules under every row group nothing: all rows are then one block."""
    inner = [r for r in range(first + 1, len(table.rows)) if r in table.rules]
    if len(headings) > 2 and len(inner) >= 0.8 * (len(table.rows) - first - 1):
        return tuple(replace(h, block=0) for h in headings)
    return tuple(headings)


def _find_doubts(
    table: PaperTable,
    columns: tuple[Heading, ...],
    rows: tuple[Heading, ...],
    numbers: dict[tuple[int, int], Number],
) -> list[str]:
    doubts: list[str] = []
    if not numbers or not columns or not rows:
        doubts.append("it holds no numbers under headings")
        return doubts
    unnamed = sum(1 for h in columns if not h.path)
    if 2 * unnamed > len(columns):
        doubts.append("most of its columns have no heading")
    names = Counter(h.path for h in rows)
    if names and max(names.values()) > 1 and len(names) < len(rows) / 2:
        doubts.append("most of its rows have the same names")
    if any(
        _SEVERAL.search(cell.text) for row in table.rows[rows[0].index :] for cell in row if not cell.spanned
    ):
        doubts.append("some cells hold several numbers")
    if table.confidence < 0.9:
        doubts.append(f"the cells were made from a page, with a confidence of {table.confidence:.0%}")
    return doubts


def _orient(reading: TableReading, names: tuple[str, ...]) -> TableReading:
    """Return the reading with the rows or columns that are the paper's own method."""
    known = {name.lower() for name in names}
    rows = tuple(h.name for h in reading.rows if _is_own(h, known))
    columns = tuple(h.name for h in reading.columns if _is_own(h, known))
    measures = sum(h.measure is not None for h in reading.columns)
    if (rows and not columns) or (measures * 2 > len(reading.columns) and not columns):
        return replace(reading, methods_in_rows=True, own=rows)
    if columns and not rows:
        return replace(reading, methods_in_rows=False, own=columns)
    return reading


def _is_own(heading: Heading, known: set[str]) -> bool:
    """Say whether a heading is of the paper's own method: it is called so, or named; who is cited is somebody else."""
    if any(_OWN.search(part) for part in heading.path):
        return True
    return any(
        _begins_with(part.lower(), known) or _is_added(part.lower(), known)
        for part in heading.path
        if not _CITED.search(part)
    )


def _begins_with(part: str, known: set[str]) -> bool:
    """Say whether a name is one of the known, or one of them with something added: a variant."""
    return any(part == name or re.match(rf"{re.escape(name)}(?:\s|\(|-|_|\+|/|,|\[)", part) for name in known)


def _is_added(part: str, known: set[str]) -> bool:
    """Say whether one of the known names is added to something else.

    >>> _is_added("resnet + oaknet", {"oaknet"}), _is_added("w/o oaknet", {"oaknet"})
    (True, False)
    """
    return any(re.search(rf"\+\s*{re.escape(name)}(?![\w-])", part) for name in known if len(name) > 2)
