"""The datasets that a study file names: references one by one, and how they were drawn where that is recorded."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from bakeoff.core.datasets import SamplingRecord
from bakeoff.core.errors import UsageError
from bakeoff.core.words import write_list
from bakeoff.datasets.loaders import expand_reference
from bakeoff.datasets.samples.sample_files import opportunity_record, read_sample


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferencedDatasets:
    """The reference of every dataset, how the datasets were chosen, and the digests of those in a sample file."""

    references: tuple[str, ...]
    sampling: SamplingRecord
    drawn: dict[str, str]  # by name


def read_references(named: str | Sequence[str], *, base: Path) -> ReferencedDatasets:
    """Return the reference of every dataset, how the datasets were chosen, and the digests they had then."""
    texts = [named] if isinstance(named, str) else list(named)
    single = [each for text in texts for each in _expand_lists(text)]
    references = tuple(each for text in single for each in expand_reference(text, base=base))
    _require_each_once(references)
    samples = [read_sample(base / text.strip()) for text in texts if text.strip().endswith(".toml")]
    digests = {name: digest for sample in samples for name, digest in sample.digests.items() if digest}
    if samples and len(texts) == 1:
        return ReferencedDatasets(references=references, sampling=samples[0].record, drawn=digests)
    return ReferencedDatasets(
        references=references, sampling=opportunity_record(len(references)), drawn=digests
    )


def _require_each_once(references: Sequence[str]) -> None:
    twice = [each for each, count in Counter(references).items() if count > 1]
    if twice:
        raise UsageError(
            f"{write_list(twice, most=4)} {'is' if len(twice) == 1 else 'are'} among the datasets more than once",
            where="datasets",
            fix="name each once: a folder, a sample or a suite that has it names it already",
            code="BO247",
        )


def _expand_lists(text: str) -> list[str]:
    """Return one reference for every combination of the lists in a reference to artificial data.

    >>> _expand_lists("artificial:linear?n=200&noise=[0,0.1]")
    ['artificial:linear?n=200&noise=0', 'artificial:linear?n=200&noise=0.1']
    """
    if not text.startswith("artificial:") or not set("[]") & set(text):
        return [text]
    lists = [_split_values(inside) for inside in re.findall(r"=\[([^\[\]]*)\]", text)]
    frame = re.sub(r"=\[[^\[\]]*\]", "=\0", text)
    if not all(lists) or set("[]") & set(frame):
        raise UsageError(
            f"the lists in {text!r} cannot be understood",
            where="datasets",
            fix="write for example artificial:linear?n=[100,400]&noise=[0,0.1,0.2]",
            code="BO494",
        )
    parts = frame.split("\0")
    return [
        "".join(part + value for part, value in zip(parts, (*values, ""), strict=True))
        for values in product(*lists)
    ]


def _split_values(inside: str) -> list[str]:
    return [value.strip() for value in inside.split(",") if value.strip()]
