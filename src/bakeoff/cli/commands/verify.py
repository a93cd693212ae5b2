"""`bakeoff verify`: published studies checked on another machine, repeated, and put together."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli import options as shared
from bakeoff.core.words import write_count

if TYPE_CHECKING:
    from bakeoff.api.study.publication.community import Community
    from bakeoff.api.study.publication.verification import Verification

NOT_PASSED = 1


@click.command("verify", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...", type=click.Path(path_type=Path))
@click.option(
    "--rerun", type=click.IntRange(min=1), metavar="N", help="Run N of the cells again, and compare."
)
@click.option(
    "--data",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Where the datasets of the study file lie.  [default: where you are]",
)
@click.option("--trust", is_flag=True, help="With --rerun: let the study name estimators of any package.")
@click.option(
    "--merge", metavar="FILE", help="Write the scores of several folders as one table, .csv or .parquet."
)
@shared.take("as_json")
def verify_command(
    folders: tuple[Path, ...],
    rerun: int | None,
    data: Path | None,
    *,
    trust: bool,
    merge: str | None,
    as_json: bool,
) -> int:
    """Check what `bakeoff run --publish` wrote: files, digests, splits, scores and verdicts.

    One folder is checked by itself, and cells of it are run again where asked. Of several, the cells that more than
    one has run are compared, and all scores may be merged into one table with who ran each.
    """
    from dataclasses import replace

    from bakeoff.api.study.publication.verification import run_cells_again, verify_folder
    from bakeoff.cli.output import print_json

    _require_use(folders, rerun=rerun, merge=merge)
    checked = [verify_folder(folder) for folder in folders]
    if rerun is not None and checked[0].passed:
        again = run_cells_again(folders[0], most=rerun, base=data or Path(), trust=trust)
        checked[0] = replace(checked[0], checks=(*checked[0].checks, again))
    passed = all(each.passed for each in checked)
    together = _put_together(folders, merge) if passed and len(folders) > 1 else None
    if as_json:
        documents = [each.to_dict() for each in checked]
        print_json(documents[0] if len(folders) == 1 else _community_document(documents, together))
    else:
        for each in checked:
            _print_checks(each)
        if together is not None:
            _print_community(together)
    return 0 if passed and not (together and together.conflicts) else NOT_PASSED


def _require_use(folders: tuple[Path, ...], *, rerun: int | None, merge: str | None) -> None:
    from bakeoff.api.deliveries.files import require_writable
    from bakeoff.store.exports import require_form

    if rerun is not None and len(folders) > 1:
        raise click.UsageError("--rerun goes with one folder.")
    if merge is not None and len(folders) < 2:
        raise click.UsageError("--merge goes with several folders.")
    if merge is not None:
        require_form(require_writable(merge))


def _put_together(folders: tuple[Path, ...], merge: str | None) -> "Community":
    from bakeoff.api.study.publication.community import compare_folders
    from bakeoff.cli.output import say

    together, table = compare_folders(folders)
    if merge is not None:
        (table.to_csv if merge.endswith(".csv") else table.to_parquet)(merge, index=False)
        say(f"written: {merge}")
    return together


def _community_document(checked: list[dict[str, object]], together: "Community | None") -> dict[str, object]:
    base: dict[str, object] = {"schema": "bakeoff/community/1"} if together is None else together.to_dict()
    return base | {"verifications": checked}


def _print_checks(verification: "Verification") -> None:
    from bakeoff.render.names import printable_name

    lines = [f"{verification.folder}: the study {verification.study}, run by {verification.by}"]
    for check in verification.checks:
        lines.append(f"  {'passed' if check.passed else 'FAILED'}  {check.check:<14} {check.said}")
    sys.stdout.write("".join(f"{printable_name(line)}\n" for line in lines))


def _print_community(together: "Community") -> None:
    from bakeoff.render.names import printable_name

    counts = ", ".join(f"{who} {count:,}" for who, count in together.scores_by.items())
    lines = [
        f"together: {counts} scores; {together.agreed:,} were run by more than one and are the same, "
        f"{together.once:,} by one alone, {write_count(len(together.conflicts), 'conflict')}"
    ]
    if together.other_splits:
        lines.append(
            f"  {write_count(together.other_splits, 'cell')} of the same name on other rows: not compared"
        )
    for c in together.conflicts[:20]:
        scores = ", ".join(f"{who} {score:.6g}" for who, score in c.scores.items())
        lines.append(
            f"  conflict: {c.metric} of {c.classifier} on {c.dataset}, repeat {c.repeat}, fold {c.fold}: {scores}"
        )
    for pair, verdicts in together.verdicts.items():
        said = ", ".join(f"{verdict} ({who})" for who, verdict in verdicts.items())
        lines.append(f"  {pair}: {said}")
    sys.stdout.write("".join(f"{printable_name(line)}\n" for line in lines))
