"""The sampling frame: the datasets that a sample is drawn from, read and measured; and the sample with its record."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bakeoff.core.datasets import Dataset, DatasetProperties, SamplingKind, SamplingRecord
from bakeoff.datasets.catalogue import bundled_entries, make_portable, read_catalogue
from bakeoff.datasets.loaders import expand_reference, load_dataset
from bakeoff.datasets.properties import measure_dataset
from bakeoff.datasets.samples.draw import (
    BINS,
    Draw,
    draw_sample,
    frame_digest,
    needs_landmarks,
    stratum_sizes,
)
from bakeoff.datasets.samples.sample_files import sample_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One dataset of a frame."""

    reference: str
    dataset: Dataset
    properties: DatasetProperties


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedSample:
    """A sample: what was drawn, how, and from what."""

    members: tuple[Member, ...]
    record: SamplingRecord
    draw: Draw
    frame_names: tuple[str, ...]

    def text(self, folder: Path) -> str:
        """Return the file that records the sample; paths inside `folder`, where it will lie, become relative."""
        return sample_text(
            [m.dataset for m in self.members],
            [make_portable(m.reference, folder) for m in self.members],
            record=self.record,
            draw=self.draw,
            names=self.frame_names,
        )


def measure_datasets(references: Sequence[str], *, base: Path, landmarks: bool) -> tuple[Member, ...]:
    """Return every dataset that the references stand for, read and measured, in order of their names."""
    single_references = [each for reference in references for each in expand_reference(reference, base=base)]
    members = []
    for reference in single_references:
        dataset = load_dataset(reference, base=base)
        properties = measure_dataset(dataset, landmarks=landmarks)
        members.append(Member(reference=reference, dataset=dataset, properties=properties))
    return tuple(sorted(members, key=lambda member: (member.dataset.name, member.reference)))


def catalogue_references(base: Path) -> tuple[str, ...]:
    """Return references to all datasets of the catalogue: the bundled ones, and those that were added."""
    return tuple(entry.reference for entry in (*bundled_entries(), *read_catalogue(base).values()))


def draw_recorded_sample(
    frame: str | None,
    *,
    base: Path,
    n: int,
    by: Sequence[str],
    bins: int = BINS,
    seed: int = 0,
    reason: str = "",
) -> RecordedSample:
    """Draw a stratified sample of datasets and record it.

    Parameters
    ----------
    frame : str or None
        A folder, a suite of OpenML, or another reference to several datasets; None is the catalogue of `base`.
    base : Path
        The folder that relative paths start from, or a catalogue file.
    n, by, bins
        As in `bakeoff.datasets.samples.draw.draw_sample`.
    seed : int
        The seed of the draw.
    reason : str
        Why these datasets: what the claim is to be about.
    """
    references = catalogue_references(base) if frame is None else (frame,)
    members = measure_datasets(references, base=base, landmarks=needs_landmarks(by))
    rng = np.random.default_rng(seed)
    draw = draw_sample([m.properties for m in members], n=n, by=by, bins=bins, rng=rng)
    drawn_members = tuple(members[i] for i in draw.chosen)
    record = SamplingRecord(
        kind=SamplingKind.SAMPLED,
        frame=frame or "the catalogue",
        frame_digest=frame_digest((m.dataset.name, m.dataset.digest) for m in members),
        n_frame=len(members),
        n=n,
        by=tuple(by),
        seed=seed,
        reason=reason,
        left_out=tuple(m.dataset.name for i, m in enumerate(members) if i not in draw.chosen),
        stratum_sizes=stratum_sizes(draw),
    )
    names = tuple(m.dataset.name for m in members)
    return RecordedSample(members=drawn_members, record=record, draw=draw, frame_names=names)
