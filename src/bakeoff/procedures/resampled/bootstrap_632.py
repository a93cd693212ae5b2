"""Efron's .632 and .632+ estimates of a classifier's error, from three error rates."""

from bakeoff.core.errors import ProcedureError
from bakeoff.procedures.base.arguments import check_arguments

IN_SAMPLE = 0.632  # 1 − 1/e: the share of the examples that a bootstrap sample holds


@check_arguments
def point_632(apparent: float, out_of_bag: float) -> float:
    """Return the .632 estimate of the error rate.

    Parameters
    ----------
    apparent
        Error, on all examples, of the classifier that was trained on all of them. Not that of the classifiers
        trained on bootstrap samples: those have not seen a third of the examples.
    out_of_bag
        Mean error of classifiers trained on bootstrap samples, each on the examples it has not seen.

    Notes
    -----
    A classifier that remembers its examples has an apparent error of 0, and the estimate is then .632 of the out-of-bag
    error whatever the truth: use `point_632_plus`. Source: `efron1983`.

    Examples
    --------
    >>> round(1 - point_632(0.0, 0.504), 3)  # nearest neighbour on pure noise: far from the truth, .5
    0.681
    """
    _check_rates(apparent=apparent, out_of_bag=out_of_bag)
    return (1 - IN_SAMPLE) * apparent + IN_SAMPLE * out_of_bag


@check_arguments
def point_632_plus(apparent: float, out_of_bag: float, *, no_information: float) -> float:
    """Return the .632+ estimate of the error rate, which leans on the out-of-bag error as far as a classifier overfits.

    Parameters
    ----------
    apparent, out_of_bag
        As for `point_632`.
    no_information
        Error to expect if the labels had nothing to do with the examples: the sum over classes of the share of
        the class times the share of examples not predicted as it.

    Notes
    -----
    The out-of-bag error is taken no larger than the no-information rate, and the rate of overfitting between 0 and 1
    (equations 28 to 32 of `efron1997`); without these bounds the estimate can be worse than chance.

    Examples
    --------
    >>> point_632_plus(0.0, 0.504, no_information=0.5)  # the same classifier: the truth
    0.5
    """
    _check_rates(apparent=apparent, out_of_bag=out_of_bag, no_information=no_information)
    bounded, _, weight = overfitting(apparent, out_of_bag, no_information=no_information)
    return (1 - weight) * apparent + weight * bounded


def overfitting(apparent: float, out_of_bag: float, *, no_information: float) -> tuple[float, float, float]:
    """Return what .632+ makes of its errors: the out-of-bag error as bounded, the rate of overfitting, the weight.

    >>> overfitting(0.0, 0.25, no_information=0.5)[1]
    0.5
    """
    bounded = min(out_of_bag, no_information)
    overfits = bounded > apparent and no_information > apparent
    rate = (bounded - apparent) / (no_information - apparent) if overfits else 0.0
    return bounded, rate, IN_SAMPLE / (1 - (1 - IN_SAMPLE) * rate)


def no_information_rate(class_shares: dict[str, float], predicted_shares: dict[str, float]) -> float:
    """Return the error of predictions that have nothing to do with the labels, from counts alone.

    >>> no_information_rate({"a": 0.5, "b": 0.5}, {"a": 0.9, "b": 0.1})
    0.5
    """
    return sum(share * (1 - predicted_shares.get(name, 0.0)) for name, share in class_shares.items())


def _check_rates(**rates: float) -> None:
    for name, rate in rates.items():
        if not 0 <= rate <= 1:
            raise ProcedureError(
                f"{name} = {rate} is not an error rate",
                where=name,
                fix="give a share between 0 and 1",
                code="BO053",
            )
