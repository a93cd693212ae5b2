"""Everything that can be wrong with predictions gives one error that says what, where and how to mend it."""

from typing import NamedTuple

import pytest

from bakeoff.core.codes import CODES
from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence
from bakeoff.inputs.options import ReadOptions


class Fault(NamedTuple):
    id: str
    content: object  # a text, an object, or a dict of files {name: text}
    code: str
    words: tuple[str, ...]
    options: ReadOptions = ReadOptions()


class Files(dict[str, str]):
    """Files of one kind, given together."""


TSML = "Gun,TSF,TEST,0,MILLISECONDS,PREDICTIONS,x\n{}\n0.5,1,1,1,1,2,,-1,-1\n"
FAULTS = [
    Fault("lists of different length", {"y_true": [1, 0, 1], "rf": [1, 0]}, "BO085", ("'rf' has 2 values",)),
    Fault(
        "no ids, other length",
        Files(a="y_true,y_pred\nx,x\ny,y\n", b="y_true,y_pred\nx,x\n"),
        "BO086",
        ("ids", "'b'"),
    ),
    Fault(
        "no ids, other truth",
        Files(a="y_true,y_pred\nx,x\ny,y\n", b="y_true,y_pred\ny,y\nx,x\n"),
        "BO086",
        ("row by row",),
    ),
    Fault(
        "ids in one file only",
        Files(a="id,y_true,y_pred\n1,x,x\n", b="y_true,y_pred\nx,x\n"),
        "BO086",
        ("ids", "b.csv"),
    ),
    Fault("outcomes without ids", Files(a="correct\n1\n0\n", b="correct\n1\n1\n"), "BO086", ("neither ids",)),
    Fault(
        "long without ids",
        "model,y_true,y_pred\na,x,x\na,y,y\nb,x,y\n",
        "BO086",
        ("'b' has no prediction for example 2",),
    ),
    Fault(
        "id missing on one side",
        Files(a="id,y_true,y_pred\n1,x,x\n2,y,y\n", b="id,y_true,y_pred\n1,x,x\n3,y,y\n"),
        "BO087",
        ("'a' has no prediction for 1 example", "example '3'", "--drop-incomplete"),
    ),
    Fault(
        "no id in common",
        Files(a="id,y_true,y_pred\n1,x,x\n", b="id,y_true,y_pred\nq1,x,x\n"),
        "BO087",
        ("written in the same way",),
    ),
    Fault(
        "truth lacks an id",
        Files(truth="id,y_true\n1,x\n", rf="id,y_pred\n1,x\n2,x\n"),
        "BO087",
        ("no true class", "example '2'"),
    ),
    Fault(
        "duplicate id",
        "id,y_true,rf,svm\n1,x,x,y\n1,x,y,y\n2,y,y,y\n",
        "BO088",
        ("example '1'", "'rf'", "line 2"),
    ),
    Fault(
        "duplicate id with filters",
        "doc_id,filter,acc\n1,strict,1\n1,flexible,0\n",
        "BO088",
        ("'filter'", "--only filter=flexible"),
    ),
    Fault(
        "truth differs",
        Files(a="id,y_true,y_pred\n1,x,x\n2,y,y\n", b="id,y_true,y_pred\n1,y,x\n2,y,y\n"),
        "BO089",
        ("true class of example '1'", "b.csv, line 2"),
    ),
    Fault(
        "truth differs in one file", "id,model,y_true,y_pred\n1,a,x,x\n1,b,y,x\n", "BO089", ("example '1'",)
    ),
    Fault("no truth", "id,y_pred\n1,x\n2,y\n", "BO090", ("no true classes", "--truth-column")),
    Fault("no truth, long", "id,model,prediction\n1,a,x\n1,b,y\n", "BO090", ("y_true",)),
    Fault("no predictions", "id,y_true\n1,x\n2,y\n", "BO091", ("no predictions",)),
    Fault(
        "empty prediction",
        "id,y_true,rf,svm\n7,x,x,y\n8,y,,y\n",
        "BO092",
        ("'rf'", "example '8'", "line 3, column 3"),
    ),
    Fault(
        "NaN prediction",
        {"id": [7, 8], "y_true": [1, 0], "rf": [1.0, float("nan")]},
        "BO092",
        ("'rf'", "'8'"),
    ),
    Fault("NA prediction", "id,y_true,rf\n7,x,NA\n8,y,y\n", "BO092", ("'rf'", "'7'")),
    Fault(
        "missing mark of the user",
        "id,y_true,rf\n7,x,fail\n8,y,y\n",
        "BO092",
        ("'7'",),
        ReadOptions(missing_marks=("fail",)),
    ),
    Fault("empty truth", "id,y_true,rf\n7,,x\n8,y,y\n9,x,x\n", "BO092", ("true class", "'7'")),
    Fault("empty outcome", "doc_id,correct\n7,\n8,1\n", "BO092", ("'7'",)),
    Fault(
        "no label in common",
        "id,y_true,rf,svm\n1,x,x,0\n2,y,y,1\n",
        "BO093",
        ("'svm'", "'0', '1'", "'x', 'y'", "--leave-out 'svm'"),
    ),
    Fault("no label in common, long", "id,model,y_true,y_pred\n1,a,x,X\n2,a,y,Y\n", "BO093", ("'a'",)),
    Fault(
        "probability above one",
        "id,y_true,rf:x,rf:y\n1,x,1.7,-0.7\n",
        "BO094",
        ("1.7", "example '1'", "'rf'", "scores"),
    ),
    Fault(
        "probability in percent",
        "id,y_true,rf:x,rf:y\n1,x,70,30\n2,y,20,80\n",
        "BO094",
        ("70", "not percentages"),
    ),
    Fault("probability that is text", "id,y_true,y_pred,prob\n1,1,1,high\n2,0,0,0.2\n", "BO094", ("'high'",)),
    Fault(
        "probabilities sum to more",
        "id,y_true,rf:x,rf:y\n1,x,0.7,0.3\n2,y,0.5,0.6\n",
        "BO095",
        ("example '2'", "1.1", "line 3"),
    ),
    Fault(
        "probability empty",
        "id,y_true,rf:x,rf:y\n1,x,0.7,0.3\n2,y,,0.6\n",
        "BO092",
        ("example '2'", "probability"),
    ),
    Fault(
        "probability of a class missing",
        "id,y_true,rf:x,rf:y\n1,x,0.7,0.3\n2,y,0.4,0.6\n3,z,0.5,0.5\n",
        "BO097",
        ("'z'", "rf:z"),
    ),
    Fault(
        "probability of an unknown class",
        {"y_true": ["x", "y"], "rf": [0.3, 0.8]},
        "BO097",
        ("which class", "rf:y"),
    ),
    Fault("score outside its range", "doc_id,score\n1,7\n2,9\n", "BO096", ("'7'", "right nor wrong")),
    Fault("outcome in odd words", "doc_id,correct\n1,true\n2,perhaps\n", "BO096", ("'perhaps'", "line 3")),
    Fault(
        "outcome in odd words of one model",
        "id,model,correct\n1,a,1\n1,b,perhaps\n",
        "BO096",
        ("'perhaps'", "line 3"),
    ),
    Fault("negative weight", "id,y_true,rf,weight\n1,x,x,-1\n2,y,y,1\n", "BO098", ("weight", "'1'")),
    Fault("weights of zero", "id,y_true,rf,weight\n1,x,x,0\n2,y,y,0\n", "BO098", ("weight", "every example")),
    Fault("group missing", "id,y_true,rf,patient\n1,x,x,p\n2,y,y,\n", "BO098", ("group", "'2'", "patient")),
    Fault(
        "classes of one classifier for two classifiers",
        "y_true,p_a,p_b\n" + "1,0.3,0.7\n0,0.6,0.4\n" * 4,
        "BO910",
        ("'p_a'", "'p_b'", "add up to 1"),
    ),
    Fault(
        "regression",
        {"y_true": [i + 0.37 for i in range(50)], "rf": [i + 0.4 for i in range(50)]},
        "BO099",
        ("0.37", "regression"),
    ),
    Fault("id empty", "id,y_true,rf\n,x,x\nq2,y,y\n", "BO040", ("no id",)),
    Fault("classifier empty", "id,model,y_true,y_pred\n1,,x,x\n2,a,y,y\n", "BO040", ("classifier", "line 2")),
    Fault(
        "predictions beside scores",
        Files(a="id,y_true,y_pred\n1,x,x\n", b="dataset,rf,svm\nu,0.5,0.6\nv,0.7,0.8\n"),
        "BO047",
        ("b.csv",),
    ),
    Fault(
        "labels beside outcomes",
        Files(a="id,y_true,y_pred\n1,x,x\n", b="id,correct\n1,1\n"),
        "BO047",
        ("right",),
    ),
    Fault(
        "dataset in one file only",
        Files(a="dataset,id,y_true,y_pred\nu,1,x,x\n", b="id,y_true,y_pred\n1,x,x\n"),
        "BO047",
        ("dataset", "b.csv"),
    ),
    Fault("unknown column", "id,y_true,rf\n1,x,x\n", "BO030", ("'grp'",), ReadOptions(group_column="grp")),
    Fault(
        "unknown classifier", "id,y_true,rf\n1,x,x\n", "BO045", ("'svn'",), ReadOptions(leave_out=("svn",))
    ),
    Fault("tsml file cut short", TSML, "BO017", ("not complete",)),
    Fault("tsml file with a short line", TSML + "0,0,,1,0\n1,1\n", "BO017", ("2 cells and 5 cells",)),
    Fault("control characters", "id,y_true,a\x1b[31m\n1,x,x\n2,y,y\n", "BO039", ("control",)),
]


def given(fault, folder):
    if not isinstance(fault.content, Files):
        return fault.content
    for name, text in fault.content.items():
        (folder / f"{name}.csv").write_text(text)
    return [folder / f"{name}.csv" for name in fault.content]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_a_fault_has_its_code_and_says_what_where_and_how_to_mend_it(fault, tmp_path):
    with pytest.raises(BakeoffError) as caught:
        read_evidence(given(fault, tmp_path), options=fault.options)
    error = caught.value
    assert error.code == fault.code, error
    for words in fault.words:
        assert words in str(error)
    assert error.where
    assert error.fix
    assert "\x1b" not in str(error)


def test_every_error_about_predictions_occurs_here():
    mine = {code for code in CODES if "BO085" <= code <= "BO099"}
    assert mine <= {fault.code for fault in FAULTS}
