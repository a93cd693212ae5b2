"""The procedures that hold however often one looks, and the conditions under which they may speak."""

from bakeoff.procedures.prediction_registry import ACCURACIES, ONE_MODEL_EACH, UNWEIGHTED
from bakeoff.procedures.procedure import Condition, Kind, Procedure

ANSWERS = Condition(
    "it judges answers to items, or right and wrong predictions on one test set",
    lambda d: d.of_items or (d.on_examples and d.paired and d.metric in (*ACCURACIES, "mean score")),
)
DATASETS = Condition(
    "it judges scores on several datasets",
    lambda d: d.datasets > 1 and not d.on_examples and not d.of_items,
)

SEQUENTIAL_PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        key="betting",
        name="bets on bounded differences (e-process, confidence sequence)",
        kind=Kind.PAIR,
        home="sequential.betting.betting",
        requires=(ANSWERS, UNWEIGHTED, ONE_MODEL_EACH),
        measured=(
            "Looked at after each of 1,000 items, it ever claims a difference that is not there in .024 of projects at "
            "5 %, and ever passes a gate at its margin in .013; by means of groups in .007 to .015, where "
            "single items of groups that tilt together are called different in .169."
        ),
        on_request="it is for looking at any time (--sequential)",
    ),
    Procedure(
        key="sign-betting",
        name="bets on the signs of symmetric differences (e-process, confidence sequence)",
        kind=Kind.PAIR,
        home="sequential.betting.sign_betting",
        requires=(DATASETS,),
        measured=(
            "Looked at after each of 60 datasets, it ever claims a difference that is not there in .025 to .028 of "
            "projects at 5 % (normal, heavy-tailed), in .084 where differences are skewed with mean 0."
        ),
        on_request="it is for looking at any time (--sequential)",
    ),
)
SEQUENTIAL = frozenset(procedure.key for procedure in SEQUENTIAL_PROCEDURES)
