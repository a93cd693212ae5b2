"""A table looked at from one side: lines that are summed up, and the items that they run over."""

from collections.abc import Iterator
from dataclasses import dataclass

from bakeoff.core.answers.paper import Heading, Number, PaperCell, Place, Role, TableReading


@dataclass(frozen=True, slots=True)
class Sheet:
    """A reading as lines × items: lines are columns, or rows where it is turned."""

    reading: TableReading
    is_turned: bool  # lines are the rows of the table

    @property
    def lines(self) -> tuple[Heading, ...]:
        """The columns, or the rows."""
        return self.reading.rows if self.is_turned else self.reading.columns

    @property
    def items(self) -> tuple[Heading, ...]:
        """The rows, or the columns."""
        return self.reading.columns if self.is_turned else self.reading.rows

    def number(self, line: Heading, item: Heading) -> Number | None:
        """Return the number where a line and an item meet."""
        key = (line.index, item.index) if self.is_turned else (item.index, line.index)
        return self.reading.numbers.get(key)

    def cell(self, line: Heading, item: Heading) -> PaperCell:
        """Return the cell where a line and an item meet."""
        row, column = (line, item) if self.is_turned else (item, line)
        return self.reading.table.rows[row.index][column.index]

    def place(self, line: Heading, item: Heading) -> Place:
        """Return where a cell stands in the source."""
        return place_of_row(self.reading, (line if self.is_turned else item).index)

    def of(self, *roles: Role) -> list[Heading]:
        """Return the lines with these roles."""
        return [line for line in self.lines if line.role in roles]


def both_sheets(reading: TableReading) -> Iterator[Sheet]:
    """Yield a reading seen by columns and by rows."""
    yield Sheet(reading, is_turned=False)
    yield Sheet(reading, is_turned=True)


def place_of_row(reading: TableReading, row: int) -> Place:
    """Return where a row of a table stands: its line, or the page of the table."""
    table = reading.table
    if table.place.line is None or row >= len(table.lines) or not table.lines[row]:
        return table.place
    return Place(file=table.place.file, line=table.lines[row])


def printed(number: Number) -> str:
    """Return a number as the paper prints it."""
    return f"{number.value:.{number.decimals}f}"


def rounded(value: float, like: Number) -> str:
    """Return a computed value with one digit more than a printed one."""
    return f"{value:.{like.decimals + 1}f}"


def followers(number: int, line: Heading) -> str:
    """Return how many other cells of a line follow a rule, as the beginning of a sentence about them."""
    return (
        f"1 other cell of “{line.name}” follows"
        if number == 1
        else f"{number} other cells of “{line.name}” follow"
    )


def is_shifted(sheet: Sheet, item: Heading) -> bool:
    """Say whether a row has a number in a column without a heading that most rows leave empty: its cells slipped."""
    return any(
        sheet.number(line, item) is not None
        and 2 * sum(sheet.number(line, i) is not None for i in sheet.items) < len(sheet.items)
        for line in sheet.lines
        if not line.path
    )


def is_stand_in(sheet: Sheet, line: Heading, item: Heading) -> bool:
    """Say whether a bare 0 or 1 stands among numbers with decimals: a stroke that was misread, or nothing at all."""
    number = sheet.number(line, item)
    if number is None or number.decimals or number.value not in (0, 1):
        return False
    others = [n for i in sheet.items if i != item and (n := sheet.number(line, i)) is not None]
    return sum(n.decimals > 0 for n in others) >= 2 and all(n.decimals or n.value in (0, 1) for n in others)
