"""`bakeoff datasets`: the catalogue of datasets, what they are like, and samples drawn from it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bakeoff.app import options as shared
from bakeoff.app.output import columns, in_colour, print_json

if TYPE_CHECKING:
    from bakeoff.render.screen import Line

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
@shared.as_json
@click.pass_context
def command(context: click.Context, catalogue: str | None, as_json: bool) -> int:  # noqa: FBT001 - click's flags
    """List the datasets that are known by name, unless another command follows."""
    if context.invoked_subcommand is not None:
        return 0
    from dataclasses import asdict

    from bakeoff.datasets.catalogue import bundled_entries, read_catalogue
    from bakeoff.render.datasets import document, list_lines

    entries = [*bundled_entries(), *read_catalogue(_place(catalogue)).values()]
    _print(list_lines(entries), document(datasets=[asdict(e) for e in entries]), as_json=as_json)
    return 0


@command.command("describe", context_settings=HELP)
@click.argument("reference")
@click.option("--quick", is_flag=True, help="Leave out the simple classifiers.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of their folds.")
@catalogue_option
@shared.as_json
def describe(reference: str, quick: bool, seed: int, catalogue: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Show what a dataset is like: REFERENCE is a name, a file, openml:ID or artificial:linear?n=200&noise=0.1."""
    from bakeoff.datasets.loaders import load_dataset
    from bakeoff.datasets.properties import measure
    from bakeoff.render.datasets import description, description_lines, document

    dataset = load_dataset(reference, base=_place(catalogue))
    properties = measure(dataset, landmarks=not quick, seed=seed)
    _print(
        description_lines(dataset, properties, columns=columns()),
        document(dataset=description(dataset, properties)),
        as_json=as_json,
    )
    return 0


@command.command("add", context_settings=HELP)
@click.argument("references", nargs=-1, required=True)
@click.option(
    "--landmarks", is_flag=True, help="Train simple classifiers too: how difficult each dataset is."
)
@catalogue_option
@shared.as_json
def add(references: tuple[str, ...], landmarks: bool, catalogue: str | None, as_json: bool) -> int:  # noqa: FBT001
    """Add files, folders or datasets of OpenML to the catalogue, after reading each of them once."""
    from dataclasses import asdict

    from bakeoff.app.files import require_writable, write_whole
    from bakeoff.datasets.catalogue import (
        CATALOGUE_FILE,
        catalogue_text,
        entry_of,
        merged,
        portable,
        read_catalogue,
    )
    from bakeoff.datasets.frames import measured
    from bakeoff.render.datasets import document, list_lines, renamed_lines

    place = _place(catalogue)
    path = require_writable(place / CATALOGUE_FILE if place.is_dir() else place)
    found = measured(references, base=Path.cwd(), landmarks=landmarks)
    new = [entry_of(m.dataset, m.properties, reference=portable(m.reference, path.parent)) for m in found]
    entries = merged(read_catalogue(path), new)
    write_whole(path, catalogue_text(entries))
    wanted = {entry.digest: entry.name for entry in new}
    new = [entry for entry in entries.values() if entry.digest in wanted]
    renamed = [(wanted[e.digest], e.name) for e in new if e.name != wanted[e.digest]]
    _print(
        [*list_lines(new), *renamed_lines(renamed)],
        document(
            added=[asdict(e) for e in new],
            renamed=[{"name": name, "instead_of": taken} for taken, name in renamed],
            catalogue=str(path),
        ),
        as_json=as_json,
    )
    return 0


@command.command("sample", context_settings=HELP)
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
@shared.as_json
def sample(frame: str | None, by: str, output: str | None, catalogue: str | None, **options: Any) -> int:  # noqa: ANN401
    """Draw datasets by chance, each kind of dataset in proportion, and record how and why.

    Properties: rows, attributes, numeric, categorical, classes, imbalance, entropy, missing, duplicates,
    dimensionality, noise, difficulty. Run it before any classifier is run.
    """
    from bakeoff.app.files import require_writable, write_whole
    from bakeoff.datasets.frames import sampled
    from bakeoff.render.datasets import document, sample_dict, sample_lines

    path = require_writable(output) if output else None
    as_json = options.pop("as_json")
    properties = tuple(word.strip() for word in by.split(",") if word.strip())
    made = sampled(frame, base=_place(catalogue), by=properties, **options)
    if path is not None:
        write_whole(path, made.text(path.parent))
    names = [member.dataset.name for member in made.members]
    _print(
        sample_lines(made.record, names, made.draw.strata, columns=columns()),
        document(**sample_dict(made.record, names, made.draw.strata)),
        as_json=as_json,
    )
    if path is None and not as_json:
        sys.stderr.write("nothing was written; -o FILE keeps the record\n")
    return 0


def _place(catalogue: str | None) -> Path:
    return Path(catalogue) if catalogue else Path.cwd()


def _print(lines: "list[Line]", document: dict[str, Any], *, as_json: bool) -> None:
    from bakeoff.render.screen import write

    if as_json:
        print_json(document)
    else:
        write(lines, sys.stdout, colour=in_colour())
