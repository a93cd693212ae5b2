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
