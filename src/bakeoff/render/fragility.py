"""How fragility is said wherever it is said: by which test, of how many, how far it was searched."""

from collections.abc import Sequence

from bakeoff.core.answers.audit import Fragility
from bakeoff.core.words import write_count

MOST_NAMES = 10  # datasets of a removal that are named on screens and pages; the JSON has them all


def name_of_test(f: Fragility) -> str:
    """Return the test that was asked, with its adjustment where it has one of its own.

    Such as "wilcoxon", "wilcoxon with holm" or "max-t".
    """
    return f.test if f.adjustment in ("none", f.test) else f"{f.test} with {f.adjustment}"


def spared_text(f: Fragility) -> str:
    """Return how many datasets of how many, and whether fewer may do: "2 of 10", "at most 4 of 30"."""
    if f.flips_with is None:
        return "no removal" if f.exact else "no removal that was tried"
    return f"{'' if f.exact else 'at most '}{f.flips_with} of {f.datasets}"


def reach_words(fragility: Sequence[Fragility]) -> str:
    """Return how far smallest removals were looked for, and what is only a bound."""
    first = fragility[0].searched
    if first.by == "proof":
        if all(f.exact for f in fragility):
            none = all(f.flips_with is None for f in fragility)
            return "That is so for every choice of datasets." if none else "No smaller set does it."
        return "“At most”: fewer may do, as ties leave too many choices to try them all."
    every = first.every_up_to or 0
    tried = (
        "Not every dataset was left out in turn, but for each pair"
        if every == 0
        else f"Tried were all sets of {'one dataset' if every == 1 else f'up to {every} datasets'} and, for each pair,"
    )
    most = max(f.searched.judged for f in fragility)
    return (
        f"{tried} more and more of those that speak most for its verdict, or against it: up to "
        f"{write_count(most, 'part')} of the table for a pair. “At most”: fewer may do."
    )
