"""`bakeoff read`: how the evidence is understood, without judging it."""

import json
import sys
from typing import Any

import click

from bakeoff.cli import options as shared
from bakeoff.cli.command_line import commands_as_typed
from bakeoff.cli.commands.compare import compare_command, evidence_from_options
from bakeoff.cli.output import columns, has_colour, print_json
from bakeoff.core.errors import ReadingError
from bakeoff.core.options.option import Door, Use
from bakeoff.core.options.table import READINGS, options_of, select_values

READS = (Use.READING, Use.SETTING_AND_READING)
HERE = {"evidence", "as_json", "mends", "breaks", "total"} | {
    shared.click_name(option) for option in options_of(Door.COMPARE) if option.use in READS
}


@click.command("read", cls=shared.Sectioned, context_settings={"help_option_names": ["-h", "--help"]})
def read_command(as_json: bool, **options: Any) -> int:  # noqa: ANN401, FBT001 - click's own dictionary
    """Show how EVIDENCE is understood: the role of each column, what was left aside and why, and what would change it.

    Nothing is tested or judged. Where a table can be read in several ways, the message has the command for each.
    """
    from bakeoff.api.read import read_evidence_of
    from bakeoff.inputs.options import ReadOptions
    from bakeoff.render.lines import write_lines

    try:
        with commands_as_typed():
            reading = ReadOptions(**select_values(shared.keywords_from_options(options), READINGS))
            understood = read_evidence_of(evidence_from_options(options), reading)
    except ReadingError as error:
        if not as_json:
            raise
        from bakeoff.render.answers.reading import refusal_dict

        sys.stderr.write(json.dumps(refusal_dict(error), ensure_ascii=False, indent=2) + "\n")
        return 2
    if as_json:
        print_json(understood.to_dict())
        return 0
    from bakeoff.render.answers.reading import reading_lines

    write_lines(
        reading_lines(understood.evidence, columns(), understood.design), sys.stdout, colour=has_colour()
    )
    return 0


read_command.params = [p for p in compare_command.params if p.name in HERE]
