"""Methods and datasets by which numbers are predicted: what is told of such predictions is mostly an error."""

import re
from collections.abc import Sequence

from bakeoff.core.words import quote_text, write_list

_METHODS = re.compile(
    r"arima|prophet|n-?beats|n-?hits|deepar|tbats|croston|holt|winters|timesfm|chronos|moirai|dlinear|nlinear|patchtst|"
    r"autoformer|fedformer|itransformer|(?:seasonal|s)[\s_-]?na[iï]ve|exponential[\s_-]smoothing|regressor|"
    r"(?<!logistic)(?<!logistic[\s_-])regression|\b(?:ets|theta|svr|ols|gpr|krr|lasso|elastic[\s_-]?net)\b"
)  # of names in lower case
_DATASETS = re.compile(
    r"etth\d|ettm\d|pems|metr-?la|m[345](?:[\s_-](?:hourly|daily|weekly|monthly|quarterly|yearly))?|tourism|nn[35]|ili|"
    r"exchange(?:[\s_-]?rate)?|fd00[1-4]|traffic|weather|boston|california(?:[\s_-]housing)?|housing|bodyfat|kin8nm|airfoil|"
    r"auto-?mpg|concrete|energy(?:[\s_-]efficiency)?|power(?:[\s_-]plant)?|naval|yacht|qm9|esol|freesolv|lipophilicity|zinc"
)  # whole names in lower case
# Of these nobody makes classes, as some do of Boston's houses.
_NUMBERS_ONLY = re.compile(
    r"esol|freesolv|lipo(?:philicity)?|qm[789]|zinc|california[\s_-]?housing|fd00[1-4]|ett[hm]\d"
)
_MOSTLY = 0.5
_FEW = 2


def holds_numbers(dataset: str) -> bool:
    """Say whether a dataset is one of numbers to be predicted, by a name that means no other.

    >>> holds_numbers("ESOL"), holds_numbers("boston")
    (True, False)
    """
    return _NUMBERS_ONLY.fullmatch(dataset.strip().lower()) is not None


def number_predictors(methods: Sequence[str], datasets: Sequence[str]) -> str | None:
    """Return in words what says that numbers are predicted, not classes; None where nothing does.

    >>> number_predictors(["ARIMA", "Prophet", "XGBoost"], ["a", "b"])
    "'ARIMA' and 'Prophet' predict numbers"
    >>> number_predictors(["Ours", "LSTM"], ["ETTh1", "ETTh2", "Weather"])
    "on 'ETTh1', 'ETTh2' and 'Weather' numbers are predicted"
    >>> number_predictors(["SVM", "logistic regression"], ["iris", "weather"])
    """
    named = [name for name in methods if _METHODS.search(name.lower())]
    if len(named) >= _FEW and len(named) >= _MOSTLY * len(methods):
        return f"{write_list([quote_text(name) for name in named])} predict numbers"
    known = [name for name in datasets if _DATASETS.fullmatch(name.strip().lower())]
    if len(known) >= _FEW and len(known) >= _MOSTLY * len(datasets):
        return f"on {write_list([quote_text(name) for name in known])} numbers are predicted"
    return None
