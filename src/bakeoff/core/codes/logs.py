"""The codes of logs of evaluations and of items; `core/codes.py` has them all."""

LOG_CODES = {
    "BO540": "no log that is known",
    "BO541": "the course of one training",
    "BO542": "the history of a search",
    "BO543": "summaries without items, folds or datasets",
    "BO544": "items of the same id with another content",
    "BO545": "logs without scores of items",
    "BO546": "logs of several tools",
    "BO547": "a log that is not as its tool writes it",
    "BO548": "runs that do not say what they are of",
    "BO549": "retrieval runs without judgements",
    "BO550": "two models with few items in common",
    "BO600": "several groups of models that can be compared",
    "BO601": "models that nobody can be compared with",
    "BO602": "answers without ids, which only their order could pair",
    "BO603": "answers that were paired by their order",
    "BO604": "an order that does not pair what it should",
    "BO605": "intervals near 0 or 1 that miss a little too often",
    "BO606": "a log whose last line is cut off",
    "BO607": "answers that a log holds twice",
    "BO646": "runs that are scored by different metrics",
}
