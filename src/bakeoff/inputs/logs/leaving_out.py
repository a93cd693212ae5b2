"""Models and tasks that the user leaves out of logs: taken away before anything is paired, and remembered."""

from collections.abc import Sequence

from bakeoff.core.errors import UsageError
from bakeoff.core.omissions import EvidencePart, Omissions, OmittedBy, omit
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.options import ReadOptions


def leave_sheets_out(
    sheets: Sequence[AnswerSheet], options: ReadOptions, *, source: str
) -> tuple[list[AnswerSheet], Omissions]:
    """Return the sheets without models and tasks that were named, and the record of it; other names are of items."""
    models = list(dict.fromkeys(sheet.model for sheet in sheets))
    tasks = list(dict.fromkeys(sheet.task for sheet in sheets))
    gone_models = [name for name in models if name in options.leave_out]
    gone_tasks = [t for t in tasks if t in options.without or (t in options.leave_out and t not in models)]
    kept = [s for s in sheets if s.model not in gone_models and s.task not in gone_tasks]
    if not kept:
        raise UsageError(
            "with these models and tasks left out, nothing is left to compare",
            where=source,
            fix="leave out fewer",
            code="BO045",
        )
    record = omit(EvidencePart.MODEL, gone_models, by=OmittedBy.USER, how="--leave-out")
    return kept, record + omit(
        EvidencePart.TASK, gone_tasks, by=OmittedBy.USER, how="--leave-out or --without"
    )
