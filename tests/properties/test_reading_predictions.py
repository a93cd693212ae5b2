"""Laws of reading predictions: order says nothing where there are ids, and nothing but our own errors escapes."""

from contextlib import suppress

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions

LABELS = st.sampled_from(["a", "b", "c"])
NAMES = (
    "id, y_true, y_pred, label, class, rf, svm, rf:a, rf:b, prob_a, pred_rf, conf_rf, model, dataset, group, weight, "
    "fold, epoch, correct, acc, score, inst#, actual, predicted, error, prediction, subject, split, doc_id"
)
HEADERS = st.sampled_from(NAMES.split(", "))
CELLS = st.sampled_from(
    ["", "a", "b", "1", "0", "1.0", "0.5", "true", "False", "nan", "NA", "-1", "2:b", "1:a", "x y", "é"]
)


@st.composite
def predictions(draw):
    size = draw(st.integers(2, 12))
    truth = [
        *draw(st.permutations(["a", "b"])),
        *draw(st.lists(LABELS, min_size=size - 2, max_size=size - 2)),
    ]
    answers = [[*truth[:1], *draw(st.lists(LABELS, min_size=size - 1, max_size=size - 1))] for _ in range(2)]
    return truth, answers, draw(st.permutations(range(size)))


@settings(max_examples=50, deadline=None)
@given(predictions())
def test_the_order_of_rows_says_nothing_where_there_are_ids(drawn):
    truth, (rf, svm), order = drawn
    ids = [f"e{i}" for i in range(len(truth))]
    one = {"id": ids, "y_true": truth, "rf": rf, "svm": svm}
    other = {name: [cells[i] for i in order] for name, cells in one.items()}
    first, second = read_evidence(one), read_evidence(other)
    assert (first.correct[list(order)] == second.correct).all()
    assert first.classes == second.classes


@settings(max_examples=50, deadline=None)
@given(predictions())
def test_long_and_wide_tables_say_the_same(drawn):
    truth, (rf, svm), order = drawn
    ids = [f"e{i}" for i in range(len(truth))]
    wide = read_evidence({"id": ids, "y_true": truth, "rf": rf, "svm": svm})
    rows = [("rf", i) for i in range(len(ids))] + [("svm", i) for i in order]
    long = read_evidence(
        [
            {"id": ids[i], "model": m, "y_true": truth[i], "y_pred": (rf if m == "rf" else svm)[i]}
            for m, i in rows
        ]
    )
    assert wide.digest == long.digest
    assert (wide.correct == (wide.labels == wide.truth[:, None])).all()


@settings(max_examples=300, deadline=None)
@given(st.data(), st.booleans())
def test_whatever_a_table_holds_there_is_evidence_or_an_error_that_helps(data, drop):
    width = data.draw(st.integers(2, 6))
    header = data.draw(st.lists(HEADERS, min_size=width, max_size=width))
    rows = data.draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=6))
    text = "\n".join(",".join(row) for row in [header, *rows]) + "\n"
    with suppress(BakeoffError):
        made = read_evidence(text, options=ReadOptions(drop_incomplete=drop))
        assert len(made.classifiers) > 0
        assert made.digest.startswith("sha256:")
        if (probabilities := getattr(made, "probabilities", None)) is not None:
            given = probabilities[~np.isnan(probabilities)]
            assert ((given >= 0) & (given <= 1)).all()
