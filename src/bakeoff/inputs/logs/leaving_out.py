"""Models and tasks that the user leaves out of logs: taken away before anything is paired, and remembered."""

from collections.abc import Sequence

from bakeoff.core.errors import UsageError
from bakeoff.core.omissions import EvidencePart, Omissions, OmittedBy, omit
from bakeoff.core.words import quote_text
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.messages import did_you_mean, join_with_commas
from bakeoff.inputs.options import ReadOptions


def leave_sheets_out(
    sheets: Sequence[AnswerSheet], options: ReadOptions, *, source: str
) -> tuple[list[AnswerSheet], Omissions]:
    """Return the sheets without models and tasks that were named, and the record of it; refuse names there are not."""
    models = list(dict.fromkeys(sheet.model for sheet in sheets))
    tasks = list(dict.fromkeys(sheet.task for sheet in sheets))
    for name in (*options.leave_out, *options.without):
        if name not in tasks and (name in options.without or name not in models):
            raise _unknown(name, [*models, *tasks], source)
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
    record = omit(EvidencePart.CLASSIFIER, gone_models, by=OmittedBy.USER, how="--leave-out")
    return kept, record + omit(
        EvidencePart.DATASET, gone_tasks, by=OmittedBy.USER, how="--leave-out or --without"
    )


def _unknown(name: str, known: Sequence[str], source: str) -> UsageError:
    return UsageError(
        f"no model or task is called {quote_text(name)}",
        where=source,
        fix=f"{did_you_mean(name, known)}there are {join_with_commas(map(quote_text, known), most=12)}",
        code="BO045",
    )
