"""The datasets that a study file names: references one by one, and how they were drawn where that is recorded."""

from collections.abc import Sequence
from pathlib import Path

from bakeoff.core.datasets import SamplingKind, SamplingRecord
from bakeoff.datasets.loaders import expand
from bakeoff.datasets.sample_files import read_sample


def references_of(named: str | Sequence[str], *, base: Path) -> tuple[tuple[str, ...], SamplingRecord]:
    """Return the reference of every dataset, and how the datasets were chosen."""
    texts = [named] if isinstance(named, str) else list(named)
    references = tuple(dict.fromkeys(each for text in texts for each in expand(text, base=base)))
    if len(texts) == 1 and texts[0].strip().endswith(".toml"):
        return references, read_sample(base / texts[0].strip()).record
    return references, SamplingRecord(kind=SamplingKind.OPPORTUNITY, n=len(references))
