"""What the report says of fragility: which datasets decide, and what parts of the table say, chosen or not."""

from collections.abc import Sequence
from typing import NamedTuple

from bakeoff.core.answers.audit import DatasetChoice, Fragility, LeaveOneOut, SubsetShare
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_list
from bakeoff.render.fragility import MOST_NAMES, name_of_test, reach_words, spared_text
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import p_text


class SpareRow(NamedTuple):
    """How many datasets the verdict on one pair can spare."""

    b: str
    a: str
    verdict: str
    becomes: str
    without: str  # how many, of how many
    names: str
    p: str  # before and after
    chance: str


class RemovalRow(NamedTuple):
    """What is said without one dataset."""

    dataset: str
    statistic: str
    p: str
    p_value: float
    verdict: str
    changed: bool


class PartRow(NamedTuple):
    """What parts of one size say."""

    size: int
    parts: str
    better: str
    undecided: str
    worse: str


class PickRow(NamedTuple):
    """The part of one size that speaks most for b, and the one that speaks most against."""

    size: int
    best: str
    best_without: str
    worst: str
    worst_without: str


class FragilitySection(NamedTuple):
    """Everything that the section shows."""

    lead: str
    spare: list[SpareRow]
    has_chances: bool
    p_head: str
    test: str
    ones: list[RemovalRow]
    parts: list[PartRow]
    picks: list[PickRow]


def fragility_section(fragility: Sequence[Fragility], *, claims: int) -> FragilitySection | None:
    """Return what the report says of fragility; None where no datasets can be left out."""
    if not fragility:
        return None
    spare = [_spare_row(f) for f in fragility]
    one = fragility[0] if len(fragility) == 1 else None
    return FragilitySection(
        lead=f"{_lead_text(fragility, claims)} {_method_text(fragility)}",
        spare=spare,
        has_chances=any(row.chance for row in spare),
        p_head="p" if fragility[0].adjustment == "none" else "adjusted p",
        test=name_of_test(fragility[0]),
        ones=[] if one is None else _removal_rows(one),
        parts=[] if one is None else [_part_row(share) for share in one.shares],
        picks=[]
        if one is None
        else [PickRow(p.size, *_choice_texts(p.best), *_choice_texts(p.worst)) for p in one.picked],
    )


def _lead_text(fragility: Sequence[Fragility], claims: int) -> str:
    if len(fragility) < claims:
        return f"The main {len(fragility)} of {claims:,} pairs: how few datasets must go for another verdict."
    return "How few datasets must go for another verdict, and which."


def _method_text(fragility: Sequence[Fragility]) -> str:
    """Return what was asked, and how far was searched."""
    first = fragility[0]
    return (
        f"Each removal that is named was put to the test that carries the verdict, {name_of_test(first)}: it says so "
        f"without these datasets, with this p. {reach_words(fragility)}"
    )


def _spare_row(f: Fragility) -> SpareRow:
    return SpareRow(
        b=printable_name(f.b),
        a=printable_name(f.a),
        verdict=str(f.verdict),
        becomes="–" if f.becomes is None else str(f.becomes),
        without=spared_text(f),
        names=write_list([printable_name(n) for n in f.removing], most=MOST_NAMES) if f.removing else "–",
        p="–"
        if f.p_value is None or f.p_value_after is None
        else f"{_p_cell(f.p_value)} → {_p_cell(f.p_value_after)}",
        chance=_chance_text(f),
    )


def _chance_text(f: Fragility) -> str:
    rate = f.as_often_without_a_difference
    if rate is None:
        return ""
    holds = "take as many" if f.verdict is not Verdict.UNDECIDED else "are turned by as few"
    return f"{rate * 100:.0f} % of such verdicts {holds}"


def _removal_rows(f: Fragility) -> list[RemovalRow]:
    """Return every dataset, those first without which the verdict changes, then those that move p most."""
    rows = [r for r in f.leave_one_out if r.p_value is not None]
    rows.sort(key=lambda r: (r.verdict is f.verdict, -abs((r.p_value or 0.0) - (f.p_value or 0.0))))
    return [_removal_row(r, f.verdict) for r in rows]


def _removal_row(row: LeaveOneOut, verdict: Verdict) -> RemovalRow:
    p_value = row.p_value or 0.0
    return RemovalRow(
        dataset=printable_name(row.dataset),
        statistic="" if row.statistic is None else f"{row.statistic:.2f}".replace("-", "−"),
        p=_p_cell(p_value),
        p_value=p_value,
        verdict=str(row.verdict),
        changed=row.verdict is not verdict,
    )


def _part_row(share: SubsetShare) -> PartRow:
    how = "all" if share.exact else "random"
    return PartRow(
        size=share.size,
        parts=f"{share.subsets:,} ({how})",
        better=_fragility_percent(share.better),
        undecided=_fragility_percent(share.undecided),
        worse=_fragility_percent(share.worse),
    )


def _choice_texts(choice: DatasetChoice) -> tuple[str, str]:
    names = write_list([printable_name(n) for n in choice.left_out], most=MOST_NAMES)
    return f"{choice.verdict}, {p_text(choice.p_value)}", names


def _p_cell(p_value: float) -> str:
    return p_text(p_value).removeprefix("p ").removeprefix("= ")


def _fragility_percent(share: float) -> str:
    text = f"{share * 100:.0f} %"
    return "< 1 %" if share > 0 and text == "0 %" else "> 99 %" if share < 1 and text == "100 %" else text
