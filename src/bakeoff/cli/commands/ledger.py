"""`bakeoff ledger`: every look at the data of this project, and whether the record is whole."""

import sys

import click

from bakeoff.cli import options as shared


@click.command("ledger", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("action", type=click.Choice(["list", "check"]), default="list")
@shared.take("as_json")
def ledger_command(action: str, as_json: bool) -> int:  # noqa: FBT001 - click's flag
    """List what this project has looked at, or check that nothing was changed, removed, moved or cut off.

    A project has a ledger where its folder, or one above it, has a file bakeoff.toml with

    \b
      [ledger]
      store = "ledger.db"              or postgresql://…, which a team shares
      spending = "alpha-spending"      the default; "holm" for a family that is judged once, at its end

    Every comparison is then written down; nothing leaves the machine. Look k at the same data is judged at
    alpha·6/(π²k²), so that all claims made on the way hold together. `check` exits with 1 if the record is not whole.
    """  # noqa: D301 - click reads the backspace as: keep these lines
    from bakeoff.cli.output import columns, has_colour, print_json
    from bakeoff.core.ledger import chain_problems
    from bakeoff.project.configuration import require_ledger
    from bakeoff.project.ledger import look_numbers, standing_pairs_by_entry
    from bakeoff.render.answers.ledger import check_lines, ledger_dict, ledger_lines
    from bakeoff.render.lines import write_lines
    from bakeoff.store.open import open_store

    ledger = require_ledger()
    with open_store(ledger.store) as store:
        entries = store.ledger()
    problems, looks = chain_problems(entries, ledger.anchor()), look_numbers(entries)
    pairs = standing_pairs_by_entry(entries, ledger.spending)
    if as_json:
        print_json(ledger_dict(entries, looks, pairs, problems))
    elif action == "check":
        write_lines(check_lines(entries, problems, columns=columns()), sys.stdout, colour=has_colour())
    else:
        write_lines(ledger_lines(entries, looks, pairs, columns=columns()), sys.stdout, colour=has_colour())
    return 1 if action == "check" and problems else 0
