"""Numbers that stand side by side."""

import pytest

from bakeoff.core.words import write_alike


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([0.5, 0.4987], ["0.5000", "0.4987"]),
        ([80.0, 75.0], ["80", "75"]),
        ([74.4, 75.125, None], ["74.40", "75.12", "–"]),
        ([0.0, 0.0], ["0", "0"]),
        ([-0.5, 0.25], ["−0.50", "0.25"]),
        ([-1e-9, 0.25], ["0.00", "0.25"]),
        ([2.0, float("inf"), float("-inf")], ["2", "∞", "−∞"]),
        ([], []),
    ],
)
def test_all_have_the_same_decimals_and_none_more_than_they_need(values, told):
    assert write_alike(values) == told
