"""Evidence that holds at every look, as JSON."""

from typing import Any

from bakeoff.core.answers.sequential import Sequential, SequentialPair
from bakeoff.render.findings import json_number


def sequential_dict(sequential: Sequential) -> dict[str, Any]:
    """Return the evidence so far, what a verdict takes, and where it stands in the project's ledger."""
    return {
        "unit": sequential.noun,
        "waiting": sequential.waiting,
        "left_over": sequential.left_over,
        "question": sequential.question,
        "questions": sequential.questions,
        "entry": sequential.entry,
        "over_questions": sequential.over_questions,
        "level": json_number(sequential.level),
        "pairs": [_pair_dict(pair) for pair in sequential.pairs],
    }


def _pair_dict(pair: SequentialPair) -> dict[str, Any]:
    return {
        "a": pair.a,
        "b": pair.b,
        "units": pair.units,
        "earlier": pair.earlier,
        "again": pair.again,
        "log10_e_better": json_number(pair.log10_better),
        "log10_e_worse": json_number(pair.log10_worse),
        "log10_e_needed": json_number(pair.log10_needed),
        "log10_e_within_margin": json_number(pair.log10_within_margin),
        "log10_e_beyond_margin": json_number(pair.log10_beyond_margin),
        "looks": len(pair.looks),
        "gone": pair.gone,
        "contradicted": pair.is_contradicted,
        "decision": None
        if pair.decision is None
        else {
            "verdict": pair.decision.verdict,
            "units": pair.decision.units,
            "at": pair.decision.at,
            "entry": pair.decision.entry,
        },
        "horizons": [
            {"about": h.about, "units": json_number(h.units), "one_look": json_number(h.one_look)}
            for h in pair.horizons
        ],
        "path": [[units, json_number(better), json_number(worse)] for units, better, worse in pair.path],
    }
