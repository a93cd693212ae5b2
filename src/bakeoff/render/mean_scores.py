"""Which mean scores stand side by side, and over how many datasets they are."""

from bakeoff.core.comparison import Comparison, Standing
from bakeoff.core.words import write_count
from bakeoff.render.items import noun_of


def ranking_basis(comparison: Comparison) -> str:
    """Return on how many datasets means and ranks rest, where these are not all; else nothing.

    Such as 'means and mean ranks are over the 28 datasets with a score of every classifier'.
    """
    scored = sorted({s.scored_on for s in comparison.ranking if s.scored_on is not None})
    ranked = next((s.ranked_on for s in comparison.ranking if s.ranked_on is not None), None)
    if scored in ([], [ranked]) or (ranked is None and len(scored) == 1):
        return ""
    each = f"{scored[0]:,}" if len(scored) == 1 else f"{scored[0]:,} to {scored[-1]:,}"
    if ranked is None:
        noun = "items" if comparison.design.of_items else "datasets"
        return f"each mean is over the {noun} with a score of its own {noun_of(comparison.design)} ({each})"
    every = f"the {write_count(ranked, 'dataset')} with a score of every {noun_of(comparison.design)}"
    return f"means and mean ranks are over {every}"


def shown_mean(standing: Standing) -> float | None:
    """Return the mean that stands beside a mean rank: over the datasets of that rank, where there is one."""
    return standing.mean_score if standing.common_mean is None else standing.common_mean


def order_words(comparison: Comparison) -> str:
    """Return in which order classifiers stand: by means over different datasets none is known to be best."""
    ranked = any(s.mean_rank is not None for s in comparison.ranking)
    return "best first" if ranked or not uneven_counts(comparison) else "in the order of their means"


def uneven_counts(comparison: Comparison) -> dict[str, int]:
    """Return over how many datasets or items each mean score is, where these differ; else nothing.

    Such means stand side by side with their numbers, and none is called the best.
    """
    counts = {
        s.classifier: s.scored_on
        for s in comparison.ranking
        if s.scored_on is not None and s.common_mean is None
    }
    return counts if len(set(counts.values())) > 1 else {}
