"""Samples of datasets as files: what was drawn, from what, how and why, for a study to name and a report to tell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bakeoff.core.datasets import Dataset, SamplingKind, SamplingRecord
from bakeoff.datasets.samples.draw import Draw, Stratum, stratum_sizes
from bakeoff.datasets.toml import SCHEMA, list_error, read_toml, write_toml_lines

HEAD = "# A sample of datasets, drawn by chance before any classifier was run. Written by: bakeoff datasets sample\n"
_RECORD = ("frame", "frame_digest", "n_frame", "n", "by", "seed", "reason")


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetSample:
    """The datasets that a file names, how they were chosen, and the digests that they had then."""

    references: tuple[str, ...]
    record: SamplingRecord
    digests: Mapping[str, str]  # by name


def read_sample(path: Path) -> DatasetSample:
    """Return the sample in a file; a catalogue file is an opportunity sample of all that it lists."""
    document = read_toml(path)
    listed = document.get("dataset", [])
    try:
        references = tuple(str(each["reference"]) for each in listed)
        digests = {str(each["name"]): str(each.get("digest", "")) for each in listed}
    except (KeyError, TypeError, AttributeError):
        raise list_error(path, "a dataset has no name or no reference") from None
    if not references:
        raise list_error(path, "it names no datasets")
    return DatasetSample(
        references=references, record=_read_record(document, tuple(digests), path), digests=digests
    )


def _read_record(file: Mapping[str, Any], names: Sequence[str], path: Path) -> SamplingRecord:
    table = file.get("sampling")
    if table is None:
        return opportunity_record(len(names))
    try:
        record_values = {key: table[key] for key in _RECORD}
        record_values["by"] = tuple(record_values["by"])
        record_values["left_out"] = tuple(
            str(name) for name in table.get("frame_names", ()) if name not in names
        )
        cuts = {name: tuple(table.get("cuts", {}).get(name, ())) for name in record_values["by"]}
        strata = [
            Stratum(bins=tuple(each["bins"]), size=int(each["size"]), drawn=int(each["drawn"]))
            for each in file.get("stratum", ())
        ]
        record_values["stratum_sizes"] = stratum_sizes(Draw(chosen=(), strata=tuple(strata), cuts=cuts))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise list_error(path, f"[sampling] is not complete: {error}") from None
    return SamplingRecord(kind=SamplingKind.SAMPLED, **record_values)


def opportunity_record(n: int) -> SamplingRecord:
    """Return the record of datasets that were at hand or were picked."""
    return SamplingRecord(kind=SamplingKind.OPPORTUNITY, n=n)


def sample_text(
    datasets: Sequence[Dataset],
    references: Sequence[str],
    *,
    record: SamplingRecord,
    draw: Draw,
    names: Sequence[str],
) -> str:
    """Return the file of a sample: its record, the strata, the frame by name, and the datasets drawn."""
    record_values = {
        "kind": record.kind.value,
        **{key: _plain_value(getattr(record, key)) for key in _RECORD},
    }
    parts = [
        HEAD,
        write_toml_lines({"schema": SCHEMA}),
        "\n[sampling]\n",
        write_toml_lines(record_values),
        write_toml_lines({"cuts": {k: list(v) for k, v in draw.cuts.items()}, "frame_names": list(names)}),
        *(
            f"\n[[stratum]]\n{write_toml_lines({'bins': list(s.bins), 'size': s.size, 'drawn': s.drawn})}"
            for s in draw.strata
        ),
        *(
            f"\n[[dataset]]\n{write_toml_lines({'name': d.name, 'reference': r, 'digest': d.digest})}"
            for d, r in zip(datasets, references, strict=True)
        ),
    ]
    return "".join(parts)


def _plain_value(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
