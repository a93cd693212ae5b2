"""promptfoo: output.csv, with columns headed [provider] prompt and a status beside each."""

import re
from collections.abc import Sequence

from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_number, as_text, not_as_written
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import FAILED, AnswerSheet
from bakeoff.inputs.logs.tables import cells_of
from bakeoff.inputs.options import ReadOptions

_OUTPUT = re.compile(r"\[([^\]]+)\] (.+)", re.DOTALL)
_VERDICT = re.compile(r"\s*\[(PASS|FAIL|ERROR)\](?:\s*\(([\d.]+)\))?")
METRIC = "Status == PASS"


def is_table(peek: Peek) -> bool:
    """Say whether a table has columns of outputs, with a status beside them or inside their cells."""
    outputs = [i for i, cell in enumerate(peek.header) if _OUTPUT.fullmatch(cell)]
    if not outputs:
        return False
    return "Status" in peek.header or any(_VERDICT.search(line) for line in peek.first_lines[1:])


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return the answers, by the reader that knows both kinds of file."""
    from bakeoff.inputs.logs.tools.promptfoo import read as read_both

    return read_both(parts, options)


def read_table(peek: Peek) -> list[AnswerSheet]:
    """Return one sheet for each provider and prompt of a table."""
    rows = cells_of(peek)
    header = next(rows, [])
    outputs = {i: match for i, cell in enumerate(header) if (match := _OUTPUT.fullmatch(cell.strip()))}
    variables = [i for i in range(min(outputs)) if header[i].strip() != "Description"]
    sheets = {
        i: AnswerSheet(model=match[1], task=match[2], source=peek.file.label, repeats_are_attempts=True)
        for i, match in outputs.items()
    }
    for row in rows:
        if len(row) < len(header):
            raise not_as_written("a row is cut off", tool="promptfoo", where=peek.file.label)
        item = as_text({header[i]: row[i] for i in variables}) if variables else row[0]
        for i, sheet in sheets.items():
            _add_table_row(sheet, item, header, row, i)
    return list(sheets.values())


def _add_table_row(
    sheet: AnswerSheet, item: str, header: Sequence[str], row: Sequence[str], place: int
) -> None:
    if header[place + 1 : place + 2] == ["Status"]:
        status, score = row[place + 1].strip().upper(), row[place + 2]
        sheet.settings["assertions"] = "yes"
    else:
        match = _VERDICT.match(row[place])
        status, score = (match[1], match[2]) if match else ("", "")
        if match and "No assertions" not in row[place]:
            sheet.settings["assertions"] = "yes"
    if status not in ("PASS", "FAIL"):
        sheet.add(item, {}, status=FAILED)
        return
    sheet.add(item, {METRIC: float(status == "PASS"), "Score": as_number(score)})
