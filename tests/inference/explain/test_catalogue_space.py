"""Where datasets lie among others: principal axes against R, and what lies beyond."""

import numpy as np
import pytest

from bakeoff.inference.explain.catalogue_space import place_in_catalogue
from bakeoff.inputs.properties import make_properties

ROWS = {
    "iris": (150, 4, 0), "wine": (178, 13, 0), "breast_cancer": (569, 30, 0), "digits": (1797, 64, 0),
    "small": (40, 12, 0.2), "wide": (120, 900, 0.05), "long": (90000, 8, 0), "full": (3000, 20, 0.4),
}  # fmt: skip
TABLE = make_properties(
    {name: {"rows": r, "attributes": a, "missing_share": m} for name, (r, a, m) in ROWS.items()},
    source="test",
)
NOTHING = make_properties({}, source="none")
# Source: prcomp of R 4.2.2 (catalogue_space.R); the signs are ours: the largest loading is positive.
LOADINGS = [(0.6285211217, -0.5761224807, -0.5225362062), (0.1312835067, -0.5835993420, 0.8013591260)]
POINTS = {"iris": (0.6420186566, 0.0492726349), "long": (2.1372660781, 0.1555480556),
          "full": (-0.5456255683, 1.7847115364)}  # fmt: skip
SHARES = (0.43560, 0.29879)


def _space(*compared, own=TABLE, catalogue=NOTHING):
    return place_in_catalogue(compared, own, catalogue)


def test_the_axes_and_the_points_are_those_of_r():
    space = _space("iris", "wine", "breast_cancer")
    for axis, loadings, share in zip(space.axes, LOADINGS, SHARES, strict=True):
        assert [value for _, value in axis.loadings] == pytest.approx(loadings, abs=1e-9)
        assert axis.share == pytest.approx(share, abs=5e-6)
    found = {d.name: (d.x, d.y) for d in space.datasets}
    for name, point in POINTS.items():
        assert found[name] == pytest.approx(point, abs=1e-8)


def test_what_has_more_of_anything_than_all_that_was_compared_lies_beyond():
    space = _space("Iris", "wine*", "breast_cancer")
    assert [d.name for d in space.compared] == ["iris", "wine", "breast_cancer"]
    assert all(d.within for d in space.compared)
    assert not any(d.within for d in space.others)
    rows, attributes, missing = space.ranges
    assert ((rows.low, rows.high, rows.beyond), attributes.beyond, missing.beyond) == ((150, 569, 5), 2, 3)
    wider = _space("small", "long", "wide", "full", "nowhere")
    assert {d.name for d in wider.others if d.within} == {"wine", "breast_cancer", "digits"}
    assert wider.unknown == ("nowhere",)


def test_the_same_numbers_in_another_unit_lie_at_the_same_places():
    scaled = make_properties(
        {name: {"rows": 10 * r, "attributes": a, "missing_share": m} for name, (r, a, m) in ROWS.items()},
        source="test",
    )
    one, other = _space("iris", "wine", "digits"), _space("iris", "wine", "digits", own=scaled)
    assert np.allclose([(d.x, d.y) for d in one.datasets], [(d.x, d.y) for d in other.datasets])


def test_the_catalogue_adds_datasets_and_no_dataset_counts_twice():
    own = make_properties({n: {"rows": ROWS[n][0], "attributes": ROWS[n][1]} for n in ("iris", "wine", "digits")},
                           source="own")  # fmt: skip
    space = _space("iris", "wine", "digits", own=own, catalogue=TABLE)
    assert sorted(d.name for d in space.datasets) == sorted(ROWS)
    assert [r.name for r in space.ranges] == ["rows", "attributes"]


@pytest.mark.parametrize("compared", [("iris", "wine"), ("nowhere",), tuple(ROWS)])
def test_too_few_known_datasets_have_no_place(compared):
    assert _space(*compared) is None


def test_one_property_alone_spans_no_plane():
    own = make_properties({n: {"rows": ROWS[n][0], "constant": 1.0} for n in ROWS}, source="own")
    assert _space("iris", "wine", "digits", own=own) is None
