"""The Python door to reading: how evidence is understood, without judging it."""

from dataclasses import dataclass
from typing import Any, Unpack

from bakeoff.api.compare import as_evidence
from bakeoff.api.directions import doubt_direction
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import BakeoffError
from bakeoff.core.items import ItemEvidence
from bakeoff.core.predictions import Evidence
from bakeoff.core.readings import Reading as CoreReading
from bakeoff.inputs.options import Reading, ReadOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEvidence:
    """Evidence as it was understood: it prints as the words of `bakeoff read`."""

    evidence: Evidence

    @property
    def reading(self) -> CoreReading | None:
        """The role of each column, with reasons and doubts."""
        return self.evidence.reading

    @property
    def design(self) -> str | None:
        """The design that a comparison would recognise, such as 'two-classifiers-many-datasets'; None without one."""
        from bakeoff.inference.items.compare import lay_out_items
        from bakeoff.inference.recognise.benches import build_bench

        evidence = self.evidence
        try:
            if isinstance(evidence, ItemEvidence):
                return str(lay_out_items(evidence, Settings()).design.name)
            return str(build_bench(evidence, Settings()).design.name)
        except BakeoffError:
            return None

    def to_dict(self) -> dict[str, Any]:
        """Return the reading as the JSON of the contract."""
        from bakeoff.render.answers.reading import read_dict

        return read_dict(self.evidence, self.design)

    def __str__(self) -> str:
        from bakeoff.render.answers.reading import reading_lines
        from bakeoff.render.lines import plain_text

        return plain_text(reading_lines(self.evidence, 100, self.design))

    def __repr__(self) -> str:
        from bakeoff.render.answers.reading import reading_line

        return f"<ReadEvidence: {reading_line(self.evidence)}>"

    def _repr_html_(self) -> str:
        from html import escape

        return f"<pre>{escape(str(self))}</pre>"


def read(
    evidence: object,
    *,
    metric: str | None = None,
    higher_is_better: bool | None = None,
    **reading: Unpack[Reading],
) -> ReadEvidence:
    """Say how evidence is understood: what each column is, what was left aside and why. Nothing is judged.

    Parameters
    ----------
    evidence : path, text, dataframe, dict, array
        Whatever `bakeoff.compare` takes.
    metric, higher_is_better
        As in `bakeoff.compare`.
    **reading
        How to read it, as in `bakeoff.compare`: `columns`, `leave_aside`, `rows_are`, `columns_are`, `rename`, ….

    Returns
    -------
    ReadEvidence
        Prints as the words of the command line; `.evidence` can be given to `compare`.

    See Also
    --------
    compare : Compare the classifiers of what was read.
    audit : What could be wrong with the claim.

    Examples
    --------
    >>> import bakeoff
    >>> made = bakeoff.read({"dataset": ["iris", "wine"], "RF": [0.9, 0.8], "SVM": [0.7, 0.8], "time": [3.0, 4.0]})
    >>> made.reading.columns_of("classifier"), made.reading.columns_of("left aside")
    (('RF', 'SVM'), ('time',))
    """
    said: dict[str, Any] = {**reading}
    return read_evidence_of(evidence, ReadOptions(metric=metric, higher_is_better=higher_is_better, **said))


def read_evidence_of(evidence: object, options: ReadOptions) -> ReadEvidence:
    """Return evidence as it is read by some options."""
    return ReadEvidence(evidence=doubt_direction(as_evidence(evidence, options)))
