"""The table of scores in the report: datasets × classifiers, the best in bold, marks against a baseline."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import NamedTuple

from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.evidence import Scores
from bakeoff.core.results import Verdict
from bakeoff.render.names import printable_name

MOST_CELLS = 12_000
FEWEST_ROWS = 20
OPPOSITE = {Verdict.BETTER: Verdict.WORSE, Verdict.WORSE: Verdict.BETTER}
SIGN = {Verdict.BETTER: "+", Verdict.WORSE: "-"}  # of one dataset, in the data of the page
MARKS = {"+": "▲", "-": "▼", "higher": "△", "lower": "▽"}


class ScoreCell(NamedTuple):
    """One score: its text, whether it is the best of its row, and its mark against the baseline."""

    text: str
    value: float | None
    best: bool
    mark: str


class ScoreRow(NamedTuple):
    """The scores on one dataset or resample."""

    name: str
    cells: tuple[ScoreCell, ...]


class Total(NamedTuple):
    """How one classifier fares against the baseline over all datasets."""

    tally: str
    verdict: str


class ScoreTable(NamedTuple):
    """What the page shows of the scores."""

    unit: str  # what a row is: dataset or resample
    classifiers: tuple[str, ...]
    baseline: int
    tested: bool  # marks rest on a test of each dataset
    rows: tuple[ScoreRow, ...]
    all_rows: int
    totals: tuple[Total, ...]


class ScoreGrid(NamedTuple):
    """The scores by themselves: names and numbers, as they were given."""

    unit: str
    names: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]


def score_grid(comparison: Comparison) -> ScoreGrid | None:
    """Return the scores that were compared, or nothing where the evidence is predictions or counts."""
    evidence = comparison.evidence
    if not isinstance(evidence, Scores):
        return None
    if len(evidence.datasets) > 1 or evidence.resamples is None:
        return ScoreGrid("dataset", evidence.datasets, _round_noise(evidence.values.tolist()))
    resamples = evidence.resamples
    return ScoreGrid("resample", resamples.names, _round_noise(resamples.values.tolist()))


def _round_noise(rows: list[list[float]]) -> tuple[tuple[float | None, ...], ...]:
    """Return rows free of binary noise, so that equal scores are equal in the page too."""
    return tuple(tuple(None if isnan(v) else float(f"{v:.12g}") for v in row) for row in rows)


def score_table(comparison: Comparison, grid: ScoreGrid | None) -> ScoreTable | None:
    """Return the table of scores with marks against the baseline."""
    if grid is None:
        return None
    names = comparison.evidence.classifiers
    baseline = names.index(comparison.settings.baseline) if comparison.settings.baseline else 0
    higher = comparison.evidence.measure.higher_is_better
    signs = signs_of(comparison)
    against = _totals_against(comparison.pairs, names[baseline])
    most = max(FEWEST_ROWS, MOST_CELLS // len(names))
    digits = _score_decimals(grid.values)
    rows = (
        _score_row(name, values, _Row(i, baseline, higher, digits), signs)
        for i, (name, values) in enumerate(zip(grid.names[:most], grid.values[:most], strict=True))
    )
    return ScoreTable(
        unit=grid.unit,
        classifiers=tuple(map(printable_name, names)),
        baseline=baseline,
        tested=bool(signs),
        rows=tuple(rows),
        all_rows=len(grid.names),
        totals=tuple(_total_or_blank(against.get(name)) for name in names),
    )


def signs_of(comparison: Comparison) -> dict[tuple[int, int], str]:
    """Return what single datasets say of each pair (a, b): '+' where b is better, '-' worse, '.' undecided."""
    place = {name: i for i, name in enumerate(comparison.evidence.classifiers)}
    rows = comparison.evidence.datasets
    return {
        (place[p.a], place[p.b]): _sign_text({d.dataset: d.verdict for d in p.by_dataset}, rows)
        for p in comparison.pairs
        if p.by_dataset
    }


def _sign_text(verdicts: Mapping[str, Verdict], rows: Sequence[str]) -> str:
    return "".join(SIGN.get(verdicts.get(name, Verdict.UNDECIDED), ".") for name in rows)


class _Row(NamedTuple):
    place: int
    baseline: int
    higher: bool
    digits: int | None


def _score_row(
    name: str, values: Sequence[float | None], row: _Row, signs: Mapping[tuple[int, int], str]
) -> ScoreRow:
    known = [v for v in values if v is not None]
    best = (max(known) if row.higher else min(known)) if known else None
    cells = (
        ScoreCell(
            _score_text(v, row.digits), v, v is not None and v == best, _score_mark(j, values, row, signs)
        )
        for j, v in enumerate(values)
    )
    return ScoreRow(printable_name(name), tuple(cells))


def _score_mark(
    column: int, values: Sequence[float | None], row: _Row, signs: Mapping[tuple[int, int], str]
) -> str:
    value, base = values[column], values[row.baseline]
    if column == row.baseline or value is None or base is None:
        return ""
    if signs:
        return MARKS.get(_score_sign(column, row, signs), "")
    if value == base:
        return ""
    return MARKS["higher" if (value > base) is row.higher else "lower"]


def _score_sign(column: int, row: _Row, signs: Mapping[tuple[int, int], str]) -> str:
    forward, backward = signs.get((row.baseline, column)), signs.get((column, row.baseline))
    if forward is not None:
        return forward[row.place]
    return "." if backward is None else {"+": "-", "-": "+", ".": "."}[backward[row.place]]


def _score_text(value: float | None, digits: int | None) -> str:
    if value is None:
        return "–"
    text = f"{value:.3g}" if digits is None else f"{value:.{digits}f}"
    return text.replace("-", "−")


def _score_decimals(rows: Sequence[Sequence[float | None]]) -> int | None:
    """Return the decimals that the scores were given with, at most four; None where they are very small."""
    known = [abs(v) for row in rows for v in row if v is not None]
    if not known or max(known) < 0.01:
        return None
    texts = (f"{v:.4f}".rstrip("0").partition(".")[2] for v in known)
    return max(map(len, texts))


def _totals_against(pairs: Sequence[Pair], baseline: str) -> dict[str, Total]:
    totals = {}
    for p in pairs:
        if baseline == p.a:
            totals[p.b] = Total(f"{p.wins}/{p.draws}/{p.losses}", str(p.verdict))
        elif baseline == p.b:
            turned = OPPOSITE.get(p.verdict, p.verdict)
            totals[p.a] = Total(f"{p.losses}/{p.draws}/{p.wins}", str(turned))
    return totals


def _total_or_blank(total: Total | None) -> Total:
    return total or Total("", "")
