"""Tables are read once: rows are kept, names joined and predictions recognised in one place."""

from bakeoff.inputs.evidence import make_evidence, read_evidence, read_tables
from bakeoff.inputs.options import ReadOptions

TABLE = "kind,number,A,B\nx,1,80,85\nx,2,73,70\nx,3,85,85\nw,4,68,74\n"


def test_rows_can_be_kept_by_a_column_that_names_are_joined_from():
    options = ReadOptions(dataset_column="kind+number", only=(("kind", "x"),))
    evidence = read_evidence(TABLE, options=options)
    assert evidence.datasets == ("x 1", "x 2", "x 3")
    assert [(o.count, o.names) for o in evidence.left_out] == [(1, ("w 4",))]


def test_tables_hold_all_rows_and_those_that_are_asked_for():
    tables = read_tables(TABLE, options=ReadOptions(only=(("kind", "x"),), leave_out=("number",)))
    assert [grid.height for grid in (*tables.whole, *tables.grids)] == [4, 3]
    assert tables.predictions == (None,)


def test_evidence_of_tables_is_the_evidence_of_their_source():
    options = ReadOptions(dataset_column="kind+number")
    assert make_evidence(read_tables(TABLE, options=options), options=options).digest == (
        read_evidence(TABLE, options=options).digest
    )


def test_rows_and_names_may_come_as_lists():
    assert ReadOptions(only=[["kind", "x"]], leave_out=["A"]) == ReadOptions(
        only=(("kind", "x"),), leave_out=("A",)
    )
