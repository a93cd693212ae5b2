"""What the ledger says of a look: which one it is, what it leaves of the verdicts, and what is gone since."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bakeoff.core.comparison import Comparison
from bakeoff.core.findings import Finding, Severity
from bakeoff.core.ledger import Spending, chain_problems, plain_name
from bakeoff.core.omissions import EvidencePart, count_omitted, omitted_names
from bakeoff.core.results import Verdict
from bakeoff.core.words import write_count, write_list

if TYPE_CHECKING:
    from bakeoff.inference.claims.looks import PairOverLooks
    from bakeoff.inference.findings.pipeline import Finder
    from bakeoff.project.ledger import Earlier, RecordedLook

MOST = 4  # pairs told one by one
BY_SCORES = {"row": " (known by their scores)"}
HOW = {Spending.HOLM: "Holm's method", Spending.ALPHA: "alpha spending"}


def find_seen_omissions(comparison: Comparison, alone: Comparison) -> Iterator[Finding]:
    """Yield anew what was left out, where an earlier look had seen it; `alone` is the comparison without its ledger."""
    from bakeoff.inference.findings.comparison_findings import omission_findings

    if comparison.evidence.left_out != alone.evidence.left_out:
        yield from omission_findings(comparison.evidence)


def find_broken_chain(recorded: "RecordedLook") -> Iterator[Finding]:
    """Yield that the ledger was tampered with."""
    problems = chain_problems(recorded.entries, recorded.ledger.anchor())
    if problems:
        yield Finding(
            code="BO159",
            severity=Severity.PROBLEM,
            message=f"The ledger was tampered with: {write_list(problems, most=3)}. How often this data was looked at "
            "is not known; bakeoff ledger check says more.",
            detail={"problems": list(problems)},
        )


def find_look(comparison: Comparison, recorded: "RecordedLook") -> Iterator[Finding]:
    """Yield which look at its data a comparison is, and what that leaves of its verdicts."""
    judged, entry, spending = recorded.judged, recorded.entry, recorded.ledger.spending
    earlier, number = judged.earlier, len(judged.earlier) + 1
    fallen = [p for p in judged.pairs if p.verdict_over_looks is not p.verdict]
    first = f" The first was on {earlier[0][0].at[:10]}{_common_text(earlier[0])}." if earlier else ""
    adjusted = _adjusted_words(judged.pairs, fallen, spending) if earlier or fallen else ""
    here = (
        f"This is look {number} at {_data_words(comparison)} (entry {entry.sequence} of the ledger)."
        if entry is not None
        else f"What is tried here is not written into the project's ledger, and nobody counts it; it is judged as the "
        f"look that it would be, look {number} at {_data_words(comparison)}. Run it with bakeoff compare to "
        "have it counted."
    )
    yield Finding(
        code="BO173" if entry is None else "BO158",
        severity=Severity.WARNING if fallen else Severity.NOTE,
        message=f"{here}{first}{adjusted}",
        detail={
            "look": number,
            "entry": None if entry is None else entry.sequence,
            "hash": None if entry is None else entry.hash,
            "spending": str(spending),
            "alpha": judged.alpha,
            "level_of_look": judged.level,
            "earlier": [e.sequence for e, _, _ in earlier],
            "shared": [
                {"by": m.by, "shared": m.shared, "here": m.here, "there": m.there} for _, _, m in earlier
            ],
            "pairs": [_pair_detail(p) for p in judged.pairs],
        },
    )


def find_repeat(recorded: "RecordedLook") -> Iterator[Finding]:
    """Yield that a comparison is one that the ledger has already."""
    if recorded.is_new:
        return
    number = 0 if recorded.entry is None else recorded.entry.sequence
    yield Finding(
        code="BO160",
        severity=Severity.NOTE,
        message=f"This is the same comparison as entry {number} of the ledger, and no new look.",
        detail={"entry": number},
    )


def find_gone_data(comparison: Comparison, recorded: "RecordedLook") -> Iterator[Finding]:
    """Yield what an earlier look had and this one has not, beyond what it says to have left out."""
    omissions = comparison.evidence.left_out
    left_out = {plain_name(name) for name in omitted_names(omissions, EvidencePart.DATASET)}
    for entry, _, shared in recorded.judged.earlier:
        names = [name for name in shared.gone if name not in left_out]
        part = EvidencePart.EXAMPLE if shared.by == "example" else EvidencePart.DATASET
        number = len(names) if shared.gone else shared.there - shared.shared - count_omitted(omissions, part)
        if number <= 0 or not shared.exact:
            continue
        which = f" ({write_list(names)})" if names else BY_SCORES.get(shared.by, "")
        yield Finding(
            code="BO171",
            severity=Severity.WARNING,
            message=f"{write_count(number, shared.by)}{which} of entry "
            f"{entry.sequence} of the ledger {'is' if number == 1 else 'are'} not in this evidence, which shares "
            f"{shared.shared:,} of its {shared.here:,} with it: if left out because of what that look showed, the "
            "p-values here do not allow for it.",
            detail={"entry": entry.sequence, "count": number, "names": names, "by": shared.by},
        )
        return


def _common_text(earlier: "Earlier") -> str:
    """Return what the look shares with an earlier one, where it is not all of both."""
    shared = earlier[2]
    if shared.shared == shared.here == shared.there:
        return ""
    about = "" if shared.exact else "about "
    noun, how = write_count(2, shared.by).partition(" ")[2], BY_SCORES.get(shared.by, "")
    return f", and shares {about}{shared.shared:,} of the {shared.here:,} {noun} here{how}; it had {shared.there:,}"


def _data_words(comparison: Comparison) -> str:
    evidence = comparison.predictions or comparison.evidence
    return "these datasets" if len(evidence.datasets) > 1 else "this test set"


def _adjusted_words(
    pairs: "Sequence[PairOverLooks]", fallen: "Sequence[PairOverLooks]", spending: Spending
) -> str:
    texts = [_pair_words(p) for p in (fallen or pairs)]
    over = f" Over looks, by {HOW[spending]}: {write_list(texts, most=MOST)}"
    if fallen:
        which = "this verdict does" if len(fallen) == 1 else "these verdicts do"
        return f"{over}; {which} not stand. What other findings say of verdicts is of this look by itself."
    claimed = any(p.verdict.is_claim for p in pairs)
    return f"{over}; what was claimed stands." if claimed else f"{over}; nothing is claimed."


def _pair_words(p: "PairOverLooks") -> str:
    if p.p_over_looks is None or p.p_value is None or p.verdict is Verdict.EQUIVALENT:
        return f"{p.b} against {p.a} {p.verdict_over_looks} (by itself {p.verdict})"
    return f"{p.b} against {p.a} p = {p.p_over_looks:.2g} (by itself {p.p_value:.2g})"


def _pair_detail(p: "PairOverLooks") -> dict[str, object]:
    return {
        "a": p.a,
        "b": p.b,
        "p_adjusted": p.p_value,
        "p_over_looks": p.p_over_looks,
        "verdict": str(p.verdict),
        "verdict_over_looks": str(p.verdict_over_looks),
    }


LOOK_FINDERS: "tuple[Finder, ...]" = (
    find_seen_omissions,
    find_broken_chain,
    find_look,
    find_repeat,
    find_gone_data,
)
