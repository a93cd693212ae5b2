"""A replication from end to end: run the locked study on new datasets, and judge both."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.core.answers import replication as core
from bakeoff.core.words import shorten, write_list
from bakeoff.store.open import open_store

if TYPE_CHECKING:
    from bakeoff.api.study.study import Results, Study


@dataclass(frozen=True, slots=True)
class Replication:
    """A finished replication, with the faces it shows: words and JSON."""

    answer: core.Replication

    def to_dict(self) -> dict[str, Any]:
        """Return the replication as JSON."""
        from bakeoff.render.answers.replication import replication_dict

        return replication_dict(self.answer)

    def __repr__(self) -> str:
        outcomes = [f"{pair.b} against {pair.a}: {pair.outcome}" for pair in self.answer.pairs]
        return f"<Replication: {shorten(write_list(outcomes, most=3), most=300)}>"

    def __str__(self) -> str:
        from bakeoff.render.answers.replication import replication_lines
        from bakeoff.render.lines import plain_text

        return plain_text(replication_lines(self.answer, columns=100))


def replication_of(study: "Study", new: Sequence[str], store: "str | os.PathLike[str]") -> "Study":
    """Return the study that replicates another on new datasets; refused where it would be no replication."""
    from bakeoff.api.study.study import Study
    from bakeoff.study.replication import specify_replication

    with open_store(store) as opened:
        spec, _ = specify_replication(study.specification, list(new), store=opened, base=study.base)
    return Study.from_specification(spec, base=study.base)


def judge_together(first: "Results", again: "Results") -> Replication:
    """Compare by the first results, by the new ones and by both, and say what became of the claim."""
    from bakeoff.api.compare import compare_evidence
    from bakeoff.api.settings import make_settings
    from bakeoff.core.outcomes import columns_of
    from bakeoff.inference.claims.replication import judge_replication
    from bakeoff.inputs.options import ReadOptions
    from bakeoff.study.evidence import scores_evidence
    from bakeoff.study.replication import mark_datasets

    spec = first.specification
    first, again = first.snapshot(), again.snapshot()
    before, after = first.compare(), again.compare()
    taken = frozenset(before.evidence.datasets)
    outcomes = [*first.outcomes(), *mark_datasets(again.outcomes(), taken)]
    both = scores_evidence(columns_of(outcomes), metric=None, source=f"{first.store}: both", condition="")
    options = (
        {}
        if spec is None
        else {"margin": spec.margin, "level": spec.level, "baseline": spec.baseline, "seed": spec.seed}
    )
    together = compare_evidence(both, make_settings(**options), ReadOptions(), recorded=None)
    return Replication(judge_replication(before, after, together))
