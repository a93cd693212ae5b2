"""The lines of the decided pairs: every column begins at one place, whatever the numbers before it."""

import pytest

import bakeoff
from bakeoff.inputs.published import PUBLISHED


@pytest.mark.parametrize("options", [{}, {"baseline": "C4.5"}])
def test_what_follows_p_values_of_different_widths_begins_at_one_place(options):
    shown = str(bakeoff.compare(PUBLISHED["garcia-herrera-2008"].text, **options)).splitlines()
    rows = [line for line in shown if " better than " in line and " wins " in line]
    assert len({line[line.index(" p ") :].partition(" wins")[0].rstrip() for line in rows}) > 1
    assert len({line.index(" wins ") for line in rows}) == 1
    assert len({line.index(" p ") for line in rows}) == 1
