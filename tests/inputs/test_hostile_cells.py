"""Files that nobody wrote: long runs of signs, spaces and digits where names and numbers are looked for."""

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from bakeoff import BakeoffError, compare
from bakeoff.inputs.evidence import read_evidence

LONG = 20_000
SECONDS = 30  # of the processor; a file of these is read in a tenth of one
RUNS = ("#", "*", "'", '"', "(", "[", "<", "|", "^a", " *", " ", "\u00a0", "\t", "\n", "_", "-", ".", ":", "a ", "a_",
        "0.", "9", "³", "\\a", "\\dagger", "(*")  # fmt: skip


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    """Fail where a pattern or a search takes a time that grows with a power of what is in a cell."""

    def fail(number: int, frame: FrameType | None) -> None:
        raise AssertionError(f"still reading after {SECONDS} seconds")

    before = signal.signal(signal.SIGPROF, fail)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGPROF, before)


def _files(run: str) -> Iterator[str]:
    """Yield tables with the run in a header, in the names of rows, in cells, in predictions, and alone."""
    rows = [f"d{i},0.{i}5,0.{i}7" for i in range(1, 9)]
    yield "\n".join([f"dataset,a{run}b,svm", *rows])
    yield "\n".join([f"dataset,rf{run}1,rf{run}2", *rows])
    yield "\n".join(["dataset,rf,svm", *(f"n={run}{row}" for row in rows)])
    yield "\n".join(["dataset,rf,svm", *(f"d{i},0.{i}5{run}!,0.{i}7" for i in range(1, 9))])
    yield "\n".join([f"y_true,pred{run}!,svm_prob{run}yes", *([f"yes{run},no,0.5", "no,no,0.25"] * 4)])
    yield "\n".join(
        [
            f"dataset,classifier,fold,{run}acc",
            *(f"d{i},rf{run}{j},{i}{run},0.{i}{j}" for i in (1, 2) for j in (1, 2)),
        ]
    )
    yield f"{run}!"


def _is_read_or_refused(text: str) -> bool:
    try:
        read_evidence(text.encode())
    except BakeoffError as error:
        return bool(error.what and error.fix)
    return True


@pytest.mark.parametrize("run", RUNS)
def test_a_long_run_of_a_sign_is_read_or_refused_and_not_searched_for_ever(run: str) -> None:
    assert all(_is_read_or_refused(text) for text in _files(run * (LONG // len(run))))


@pytest.mark.parametrize("digits", [20, 400, 5000])
@pytest.mark.parametrize("name", ["fold{}", "rf_fold{}", "split{}_test_score", "rf ({})", "s{}"])
def test_numbers_in_headers_may_be_longer_than_integers_are(name: str, digits: int) -> None:
    heads = ",".join(name.format("9" * digits + end) for end in "123")
    rows = [f"d{i},0.{i}5,0.{i}7,0.{i}6" for i in range(1, 9)]
    assert _is_read_or_refused("\n".join([f"dataset,{heads}", *rows]))


@pytest.mark.parametrize("rows", ["mean,a\n\nrank,b\n", "rank\nmean\nx,y\n", "avg,x\nd,y\nmean,z\nd2,w\n"])
def test_rows_called_mean_in_a_table_without_a_number_are_refused(rows: str) -> None:
    with pytest.raises(BakeoffError):
        read_evidence(f"dataset,rf\n{rows}".encode())


@pytest.mark.parametrize("name", ["logit", "score", "conf"])
def test_a_column_of_classes_is_a_classifier_whatever_it_is_called(name: str) -> None:
    rows = ["cat,cat,dog", "dog,dog,dog", "cat,dog,cat", "dog,dog,cat"] * 6
    as_named = compare("\n".join([f"y_true,forest,{name}", *rows]).encode()).to_dict()["pairs"]
    plain = compare("\n".join(["y_true,forest,svm", *rows]).encode()).to_dict()["pairs"]
    assert as_named[0]["estimate"]["value"] == pytest.approx(plain[0]["estimate"]["value"])
    assert {as_named[0]["a"], as_named[0]["b"]} == {"forest", name}


def test_columns_called_endless_are_no_steps_and_no_warning():
    head = b"data-2 & C4.5 &inf&inf&inf&prob_yes"
    with pytest.raises(BakeoffError) as refused:
        read_evidence(head + b"\nmean\ndata-2 &id&seed& t &id& 0.679 \\\\\n" + head)
    assert refused.value.code == "BO024"


@pytest.mark.parametrize(
    "text",
    [
        # Twice as much is endless, the sum of a column is, and the difference of two.
        "x,a,b\n"
        + "".join(f"{name},1e308,{i}\n" for i, name in enumerate(("iris", "wine", "car", "zoo", "vote"))),
        "x,a,b\n0e307 k,1e308,70\n1e309 k,0.5,3\n0k,1e308,0.5\n",
        "x,a,b,c\n0e305 k,1e307,-1.7e308,70\ninfk,0.5,1e307,1e307\n2e306 k,0.5,-1.7e308,70\n3e307 k,1e307,70,3\n"
        "-1.7e308k,0.5,1e307,3\nd5,0.5,70,3\n6e308 k,3,-1.7e308,0.5\n1e307k,1e307,-1.7e308,70\n",
    ],
)
def test_numbers_near_the_largest_there_are_are_refused_without_a_warning(text: str) -> None:
    with pytest.raises(BakeoffError) as refused:
        read_evidence(text)
    assert refused.value.code in ("BO058", "BO560")
