"""`bakeoff compare --gold-column`: two models by a judge, corrected by people's labels."""

import sys
from typing import Any

import click

from bakeoff.cli.command_line import command_line
from bakeoff.cli.options import keywords_from_options
from bakeoff.cli.output import columns, has_colour, print_json, say
from bakeoff.core.errors import UsageError
from bakeoff.core.options.table import READINGS, select_values

# What decides otherwise, or writes what a judge's comparison does not have.
NOT_TAKEN = (
    "test",
    "adjust",
    "only_if",
    "costs",
    "threshold",
    "figures",
    "latex",
    "exports",
    "gate",
    "explain",
)


def compare_by_judge(options: dict[str, Any]) -> int:
    """Compare, print, and return the exit code."""
    from bakeoff.api.deliveries.files import write_whole
    from bakeoff.api.deliveries.report import library_versions, require_page
    from bakeoff.api.judged import compare_judged
    from bakeoff.inputs.options import ReadOptions
    from bakeoff.render.answers.judged import judged_dict, judged_lines, judged_summary
    from bakeoff.render.html.judged import judged_report
    from bakeoff.render.lines import line, write_lines

    _refuse_options(options)
    page = None if options["report"] is None else require_page(options["report"])
    found = compare_judged(
        options["evidence"][0],
        gold_column=options["gold_column"],
        gold=options["gold"],
        baseline=options["baseline"],
        level=options["level"],
        margin=options["margin"],
        weigh_back=options["weigh_back"],
        options=ReadOptions(**select_values(keywords_from_options(options), READINGS)),
    ).answer
    if options["as_json"]:
        print_json(judged_dict(found))
    elif options["quiet"]:
        write_lines([line(judged_summary(found))], sys.stdout, colour=False)
    else:
        write_lines(judged_lines(found, columns=columns()), sys.stdout, colour=has_colour())
    if page is not None:
        repeat = command_line(click.get_current_context())
        write_whole(page, judged_report(found, command=repeat, libraries=library_versions()))
        say(f"written: {page}")
    return 0


def _refuse_options(options: dict[str, Any]) -> None:
    for name in NOT_TAKEN:
        if options[name]:
            flag = "export" if name == "exports" else name.replace("_", "-")
            raise UsageError(
                f"a comparison by a judge takes no --{flag}",
                where=f"--{flag}",
                fix="leave it out; --json has every number",
                code="BO579",
            )
    if len(options["evidence"]) != 1:
        raise UsageError(
            f"{len(options['evidence'])} files were given, and the judge's scores are one",
            where="EVIDENCE",
            fix="give one file with id, model and score; people's scores with --gold FILE",
            code="BO577",
        )
