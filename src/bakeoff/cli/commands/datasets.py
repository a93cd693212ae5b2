"""`bakeoff datasets`: the catalogue of datasets, what they are like, and samples drawn from it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.output import columns, has_colour, print_json

if TYPE_CHECKING:
    from bakeoff.render.lines import Line

WORDS = """List the datasets that are known by name: those of scikit-learn, and those that were added.

\b
  bakeoff datasets                            the catalogue
  bakeoff datasets describe iris              size, types, balance, missing, noise, difficulty
  bakeoff datasets add folder/ openml:31      files (CSV, TSV, ARFF, Parquet), folders, OpenML
  bakeoff datasets sample --n 20 --by rows,classes,missing -o sample.toml
"""
HELP = {"help_option_names": ["-h", "--help"]}
catalogue_option = click.option(
    "--catalogue",
    metavar="FILE",
    help="The catalogue file, where it is not bakeoff-datasets.toml in this folder.",
)


@click.group("datasets", context_settings=HELP, invoke_without_command=True, help=WORDS)
@catalogue_option
@shared.take("as_json")
@click.pass_context
def datasets_command(context: click.Context, catalogue: str | None, as_json: bool) -> int:  # noqa: FBT001 - click's flags
    """List the datasets that are known by name, unless another command follows."""
    if context.invoked_subcommand is not None:
        return 0
    from dataclasses import asdict

    from bakeoff.datasets.catalogue import bundled_entries, read_catalogue
    from bakeoff.render.answers.datasets import catalogue_lines, datasets_document

    entries = [*bundled_entries(), *read_catalogue(_catalogue_folder(catalogue)).values()]
    _print_result(
        catalogue_lines(entries), datasets_document(datasets=[asdict(e) for e in entries]), as_json=as_json
    )
    return 0


@datasets_command.command("describe", context_settings=HELP)
@click.argument("reference")
@click.option("--quick", is_flag=True, help="Leave out the simple classifiers.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of their folds.")
@catalogue_option
@shared.take("as_json")
def describe(reference: str, quick: bool, seed: int, catalogue: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Show what a dataset is like: REFERENCE is a name, a file, openml:ID or artificial:linear?n=200&noise=0.1."""
    from bakeoff.datasets.loaders import load_dataset
    from bakeoff.datasets.properties import measure_dataset
    from bakeoff.render.answers.datasets import datasets_document, description_dict, description_lines

    dataset = load_dataset(reference, base=_catalogue_folder(catalogue))
    properties = measure_dataset(dataset, landmarks=not quick, seed=seed)
    _print_result(
        description_lines(dataset, properties, columns=columns()),
        datasets_document(dataset=description_dict(dataset, properties)),
        as_json=as_json,
    )
    return 0


@datasets_command.command("add", context_settings=HELP)
@click.argument("references", nargs=-1, required=True)
@click.option(
    "--landmarks", is_flag=True, help="Train simple classifiers too: how difficult each dataset is."
)
@catalogue_option
@shared.take("as_json")
def add(references: tuple[str, ...], landmarks: bool, catalogue: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Add files, folders or datasets of OpenML to the catalogue, after reading each of them once."""
    from dataclasses import asdict

    from bakeoff.api.deliveries.files import require_writable, write_whole
    from bakeoff.datasets.catalogue import (
        CATALOGUE_FILE,
        catalogue_text,
        make_entry,
        make_portable,
        merge_entries,
        read_catalogue,
    )
    from bakeoff.datasets.samples.sampling_frame import measure_datasets
    from bakeoff.render.answers.datasets import catalogue_lines, datasets_document, new_name_lines

    place = _catalogue_folder(catalogue)
    path = require_writable(place / CATALOGUE_FILE if place.is_dir() else place)
    matches = measure_datasets(references, base=Path.cwd(), landmarks=landmarks)
    new = [
        make_entry(m.dataset, m.properties, reference=make_portable(m.reference, path.parent))
        for m in matches
    ]
    entries = merge_entries(read_catalogue(path), new)
    write_whole(path, catalogue_text(entries))
    names_by_digest = {entry.digest: entry.name for entry in new}
    new = [entry for entry in entries.values() if entry.digest in names_by_digest]
    renamed = [(names_by_digest[e.digest], e.name) for e in new if e.name != names_by_digest[e.digest]]
    _print_result(
        [*catalogue_lines(new), *new_name_lines(renamed)],
        datasets_document(
            added=[asdict(e) for e in new],
            renamed=[{"name": name, "instead_of": taken} for taken, name in renamed],
            catalogue=str(path),
        ),
        as_json=as_json,
    )
    return 0


@datasets_command.command("sample", context_settings=HELP)
@click.option("--n", "n", type=click.IntRange(min=1), required=True, help="How many datasets to draw.")
@click.option(
    "--by", required=True, metavar="P,P,…", help="Properties to stratify by: rows,classes,missing,…"
)
@click.option(
    "--bins", type=click.IntRange(min=1), default=3, show_default=True, help="Bins of each property."
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the draw.")
@click.option(
    "--from", "frame", metavar="PLACE", help="A folder or openml-suite:ID instead of the catalogue."
)
@click.option("--reason", default="", metavar="TEXT", help="Why these: what the claim is to be about.")
@click.option("-o", "--output", metavar="FILE", help="Write the sample to a file that a study can name.")
@catalogue_option
@shared.take("as_json")
def sample(frame: str | None, by: str, output: str | None, catalogue: str | None, **options: Any) -> int:  # noqa: ANN401
    """Draw datasets by chance, each kind of dataset in proportion, and record how and why.

    Properties: rows, attributes, numeric, categorical, classes, imbalance, entropy, missing, duplicates,
    dimensionality, noise, difficulty. Run it before any classifier is run.
    """
    from bakeoff.api.deliveries.files import require_writable, write_whole
    from bakeoff.datasets.samples.sampling_frame import draw_recorded_sample
    from bakeoff.render.answers.datasets import datasets_document, sample_dict, sample_lines

    path = require_writable(output) if output else None
    as_json = options.pop("as_json")
    properties = tuple(word.strip() for word in by.split(",") if word.strip())
    drawn_sample = draw_recorded_sample(frame, base=_catalogue_folder(catalogue), by=properties, **options)
    if path is not None:
        write_whole(path, drawn_sample.text(path.parent))
    names = [member.dataset.name for member in drawn_sample.members]
    _print_result(
        sample_lines(drawn_sample.record, names, drawn_sample.draw.strata, columns=columns()),
        datasets_document(**sample_dict(drawn_sample.record, names, drawn_sample.draw.strata)),
        as_json=as_json,
    )
    if path is None and not as_json:
        sys.stderr.write("nothing was written; -o FILE keeps the record\n")
    return 0


def _catalogue_folder(catalogue: str | None) -> Path:
    return Path(catalogue) if catalogue else Path.cwd()


def _print_result(lines: "list[Line]", document: dict[str, Any], *, as_json: bool) -> None:
    from bakeoff.render.lines import write_lines

    if as_json:
        print_json(document)
    else:
        write_lines(lines, sys.stdout, colour=has_colour())
