"""Scores whose signs contradict the name of their measure are asked about: the verdict would be the opposite."""

import pytest

import bakeoff
from bakeoff.core.errors import ReadingError

SIZES = (0.31, 0.32, 0.33, 0.37, 0.36, 0.35, 0.39)


def table_of(measure, sign):
    rows = [
        {"dataset": f"d{i}", "model": name, measure: sign * (size + more)}
        for i, size in enumerate(SIZES)
        for name, more in (("A", 0.0), ("B", 0.1 + i / 100))
    ]
    return {key: [row[key] for row in rows] for key in rows[0]}


@pytest.mark.parametrize(
    ("measure", "sign", "said"),
    [
        ("log_loss", -1, "a loss with its sign turned"),
        ("mean_squared_error", -1, "a loss with its sign turned"),
        ("likelihood", -1, "no likelihood is"),
        ("neg_log_loss", 1, "the loss itself"),
        ("log_likelihood", 1, "negative log likelihood"),
    ],
)
def test_signs_that_contradict_a_name_are_a_question(measure, sign, said):
    table = table_of(measure, sign)
    with pytest.raises(ReadingError, match=said) as caught:
        bakeoff.compare(table)
    assert caught.value.code == "BO562"
    for is_higher, verdict in ((True, "better"), (False, "worse")):
        made = bakeoff.compare(table, higher_is_better=is_higher)
        assert made.pairs[0].verdict == (
            verdict if sign > 0 else {"better": "worse", "worse": "better"}[verdict]
        )


@pytest.mark.parametrize(
    ("measure", "sign"),
    [
        ("log_loss", 1),
        ("neg_log_loss", -1),
        ("log_likelihood", -1),
        ("nll", 1),
        ("aic", -1),
        ("statistical_parity_difference", -1),
    ],
)
def test_signs_that_fit_a_name_are_no_question(measure, sign):
    assert bakeoff.compare(table_of(measure, sign)).pairs[0].verdict in ("better", "worse")


def test_a_reading_shows_the_doubt_and_both_commands(tmp_path):
    file = tmp_path / "scores.csv"
    table = table_of("log_loss", -1)
    file.write_text(
        "\n".join([",".join(table), *(",".join(map(str, row)) for row in zip(*table.values(), strict=True))])
    )
    document = bakeoff.read(file).to_dict()["reading"]
    assert [d["severity"] for d in document["doubts"]] == ["serious"]
    assert [a["options"] for a in document["alternatives"]] == [["--higher-is-better"], ["--lower-is-better"]]


def test_a_word_that_all_classifiers_share_and_nobody_knows_may_be_a_loss(tmp_path):
    file = tmp_path / "table.csv"
    rows = "".join(
        f"{d},0.{80 + i},0.{70 + i}\n"
        for i, d in enumerate(["iris", "glass", "zoo", "wine", "vote", "heart"])
    )
    file.write_text(f"dataset,quux SVM,quux RF\n{rows}")
    with pytest.raises(ReadingError, match="share the word 'quux'"):
        bakeoff.compare(file)
    file.write_text(f"dataset,tuned SVM,tuned RF\n{rows}")
    assert bakeoff.compare(file).pairs[0].verdict in ("better", "worse")


def scores_file(folder, methods, datasets, *, times=1):
    """Write scores in which the first method is lowest everywhere."""
    rows = [
        [d, *(f"{times * (0.6 + 0.1 * j**1.5 / 2 + 0.01 * i):.3f}" for j in range(len(methods)))]
        for i, d in enumerate(datasets)
    ]
    file = folder / "scores.csv"
    file.write_text("\n".join(",".join(row) for row in [["dataset", *methods], *rows]))
    return file


SOME = [f"dataset {letter}" for letter in "abcdefgh"]
SERIES = ["ETTh1", "ETTh2", "ETTm1", "ETTm2", "Weather", "Traffic", "Exchange", "ILI"]


@pytest.mark.parametrize(
    ("methods", "datasets", "said"),
    [
        (["ARIMA", "Prophet"], SOME, "'ARIMA' and 'Prophet' predict numbers"),
        (["SVR", "Lasso", "Linear Regression", "Random Forest"], SOME, "'Linear Regression' predict numbers"),
        (["RandomForestRegressor", "XGBRegressor"], SOME, "predict numbers"),
        (["Transformer", "Ours"], SERIES, "numbers are predicted"),
    ],
)
def test_scores_without_a_name_of_what_predicts_numbers_are_asked_about(tmp_path, methods, datasets, said):
    file = scores_file(tmp_path, methods, datasets)
    with pytest.raises(ReadingError, match=said) as caught:
        bakeoff.compare(file)
    assert caught.value.code == "BO562"
    first = bakeoff.compare(file, higher_is_better=False).ranking[0]
    assert first.classifier == methods[0]
    assert bakeoff.compare(file, metric="RMSE").ranking[0].classifier == methods[0]


@pytest.mark.parametrize(
    ("methods", "datasets"),
    [
        (["SVM", "Logistic Regression"], SOME),
        (["logistic-regression", "Ridge", "RF"], ["iris", "wine", "weather", *SOME]),
        (["Rocket", "Prophet"], SOME),
    ],
)
def test_scores_of_classifiers_are_not_taken_for_errors(tmp_path, methods, datasets):
    assert bakeoff.compare(scores_file(tmp_path, methods, datasets)).ranking[0].classifier == methods[-1]


def test_percentages_on_datasets_of_numbers_are_shares_of_something(tmp_path):
    file = scores_file(tmp_path, ["Transformer", "Ours"], SERIES, times=100)
    assert bakeoff.compare(file).ranking[0].classifier == "Ours"
