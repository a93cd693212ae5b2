"""Measures of a ranking: nDCG@10, average precision and reciprocal rank, as trec_eval defines them."""

from collections.abc import Mapping, Sequence
from itertools import islice
from math import log2

Ranking = dict[str, float]  # document: score of the system
Judgements = dict[str, dict[str, float]]  # query: document: relevance

CUT = 10


def rank_documents(scores: Mapping[str, float]) -> list[str]:
    """Return documents from the best to the worst; ties are broken by name, from the last to the first.

    >>> rank_documents({"a": 1.0, "b": 2.0, "c": 2.0})
    ['c', 'b', 'a']
    """
    return sorted(scores, key=lambda document: (scores[document], document), reverse=True)


def measure_query(ranking: Sequence[str], relevance: Mapping[str, float]) -> dict[str, float]:
    """Return the measures of one query; unjudged documents count as not relevant.

    >>> measure_query(["x", "y"], {"y": 1.0})
    {'nDCG@10': 0.6309297535714575, 'AP': 0.5, 'RR': 0.5}
    """
    gains = [max(relevance.get(document, 0.0), 0.0) for document in ranking]
    return {
        f"nDCG@{CUT}": _normalised_gain(gains, relevance),
        "AP": _average_precision(gains, relevance),
        "RR": next((1.0 / rank for rank, gain in enumerate(gains, start=1) if gain > 0), 0.0),
    }


def _normalised_gain(gains: Sequence[float], relevance: Mapping[str, float]) -> float:
    ideal = sorted((max(r, 0.0) for r in relevance.values()), reverse=True)
    best = _discounted_gain(ideal)
    return _discounted_gain(gains) / best if best else 0.0


def _discounted_gain(gains: Sequence[float]) -> float:
    return sum(gain / log2(rank + 1) for rank, gain in enumerate(islice(gains, CUT), start=1))


def _average_precision(gains: Sequence[float], relevance: Mapping[str, float]) -> float:
    total = sum(r > 0 for r in relevance.values())
    found, precision = 0, 0.0
    for rank, gain in enumerate(gains, start=1):
        if gain > 0:
            found += 1
            precision += found / rank
    return precision / total if total else 0.0
