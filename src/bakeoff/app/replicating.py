"""A replication from end to end: run the locked study on new datasets, and judge both."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bakeoff.core import replication as core
from bakeoff.core.words import brief, listed
from bakeoff.store.open import open_store

if TYPE_CHECKING:
    from bakeoff.app.study import Results, Study


@dataclass(frozen=True, slots=True)
class Replication:
    """A finished replication, with the faces it shows: words and JSON."""

    answer: core.Replication

    def to_dict(self) -> dict[str, Any]:
        """Return the replication as JSON."""
        from bakeoff.render.replication import replication_dict

        return replication_dict(self.answer)

    def __repr__(self) -> str:
        outcomes = [f"{pair.b} against {pair.a}: {pair.outcome}" for pair in self.answer.pairs]
        return f"<Replication: {brief(listed(outcomes, most=3), most=300)}>"

    def __str__(self) -> str:
        from bakeoff.render.replication import replication_lines
        from bakeoff.render.screen import as_plain

        return as_plain(replication_lines(self.answer, columns=100))


def replication_of(study: "Study", new: Sequence[str], store: "str | os.PathLike[str]") -> "Study":
    """Return the study that replicates another on new datasets; refused where it would be no replication."""
    from bakeoff.app.study import Study
    from bakeoff.study.replication import replicated

    with open_store(store) as opened:
        spec, _ = replicated(study.specification, list(new), store=opened, base=study.base)
    return Study.specified(spec, base=study.base)


def judged_together(first: "Results", again: "Results") -> Replication:
    """Compare by the first results, by the new ones and by both, and say what became of the claim."""
    from bakeoff.app.door import compare_evidence
    from bakeoff.app.settings import make_settings
    from bakeoff.inference.replicate import judge_replication
    from bakeoff.inputs.options import ReadOptions
    from bakeoff.study.evidence import scores_evidence
    from bakeoff.study.replication import with_marked_datasets

    spec = first.specification
    before, after = first.compare(), again.compare()
    taken = frozenset(before.evidence.datasets)
    outcomes = [*first.outcomes(), *with_marked_datasets(again.outcomes(), taken)]
    both = scores_evidence(outcomes, metric=None, source=f"{first.store}: both", condition="")
    told = (
        {}
        if spec is None
        else {"margin": spec.margin, "level": spec.level, "baseline": spec.baseline, "seed": spec.seed}
    )
    together = compare_evidence(both, make_settings(**told), ReadOptions(), recorded=None)
    return Replication(judge_replication(before, after, together))


def show_replication(study: "Study", new: Sequence[str], store: str, *, options: dict[str, Any]) -> int:
    """Run the replication with progress, and print the verdict on both."""
    from bakeoff.app.output import columns, in_colour, print_json
    from bakeoff.app.running import carried_out
    from bakeoff.app.study import Results
    from bakeoff.render.replication import replication_lines
    from bakeoff.render.screen import write

    again = replication_of(study, new, store)
    results = carried_out(
        again, store, jobs=options["jobs"], engine=options["engine"], retry_failed=options["retry_failed"]
    )
    if results.tally is not None and results.tally.interrupted:
        sys.stderr.write("stopped; what is done is kept, and the same command goes on\n")
        return 130
    spec = study.specification
    made = judged_together(Results(store, name=spec.name, specification=spec), results)
    if options["as_json"]:
        print_json(made.to_dict())
    else:
        write(replication_lines(made.answer, columns=columns()), sys.stdout, colour=in_colour())
    return 1 if results.failed else 0
