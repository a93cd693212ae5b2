"""Whether two looks were at the same examples."""

from bakeoff.core.ledger import ExampleMarks, Footprint
from bakeoff.inference.claims.same_data import match_footprints


def marks(dataset, numbers, *, of="id and class", limit=None):
    return ExampleMarks(
        dataset=dataset, of=of, size=len(numbers), marks=tuple(numbers), chance=0.5, limit=limit
    )


def test_marks_made_of_the_same_are_compared_and_others_are_not():
    here = Footprint(examples=(marks("test", range(100)),))
    found = match_footprints(here, here)
    assert (found.by, found.shared, found.here, found.there, found.exact) == ("example", 100, 100, 100, True)
    assert match_footprints(here, Footprint(examples=(marks("test", range(100), of="id"),))) is None


def test_a_count_over_several_test_sets_is_exact_only_where_each_is():
    whole, part = marks("one", range(100)), marks("two", range(1000, 1100), limit=1090)
    assert match_footprints(Footprint(examples=(whole,)), Footprint(examples=(whole,))).exact
    both = Footprint(examples=(whole, part))
    assert not match_footprints(both, both).exact


def test_no_more_examples_are_shared_than_the_smaller_test_set_has():
    few, many = (
        Footprint(examples=(marks("test", range(100)),)),
        Footprint(examples=(marks("test", range(150)),)),
    )
    assert [match_footprints(*both).shared for both in ((few, many), (many, few))] == [100, 100]
