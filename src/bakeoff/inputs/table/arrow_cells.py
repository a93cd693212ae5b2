"""Very large tables cut into columns of numbered texts by Arrow, where it is installed."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_LONGEST_LINE = 1 << 23  # bytes


class Numbered(NamedTuple):
    """The texts of a column, each once and in order of first appearance, and the number of each cell's text."""

    texts: list[str]
    codes: NDArray[np.int32]


def cut_by_arrow(text: str, separator: str, width: int) -> list[Numbered]:
    """Return the columns below the header; nothing where Arrow is missing, or a line has another length."""
    try:
        import pyarrow as pa
        from pyarrow import csv
    except ImportError:
        return []
    names = [str(j) for j in range(width)]
    kind = pa.dictionary(pa.int32(), pa.string())
    try:
        table = csv.read_csv(
            pa.py_buffer(text.encode()),
            read_options=csv.ReadOptions(
                use_threads=False, block_size=_LONGEST_LINE, skip_rows=1, column_names=names
            ),
            parse_options=csv.ParseOptions(delimiter=separator, quote_char=False, ignore_empty_lines=False),
            convert_options=csv.ConvertOptions(
                column_types=dict.fromkeys(names, kind), strings_can_be_null=False
            ),
        )
    except (pa.ArrowInvalid, UnicodeEncodeError):
        return []
    columns = [column.combine_chunks() for column in table.unify_dictionaries().columns]
    return [Numbered(own.dictionary.to_pylist(), _codes(own.indices)) for own in columns]


def _codes(indices: Any) -> NDArray[np.int32]:  # noqa: ANN401  pyarrow is untyped
    """Return Arrow's numbers as an array; `to_numpy` would import pandas."""
    return np.frombuffer(indices.buffers()[1], dtype=np.int32)[indices.offset :][: len(indices)]
