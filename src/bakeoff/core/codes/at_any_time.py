"""The codes of looking at any time: errors from BO640 on, findings from BO650 on."""

SEQUENTIAL_CODES = {
    "BO640": "a score without bounds, to be looked at at any time",
    "BO641": "an option for one look, beside --sequential",
    "BO642": "evidence that no test judges at any time",
    "BO643": "logs to watch that cannot be read",
    "BO644": "a question to watch that is none",
    "BO645": "a study that cannot be stopped early",
    "BO650": "evidence that holds at every look",
    "BO651": "what looking at any time costs",
    "BO652": "the order in which units come",
    "BO653": "a difference that drifts along the order",
    "BO654": "what is bet on, and what waits",
    "BO655": "which question of the project it is",
    "BO656": "units without ids in the ledger",
    "BO657": "other answers, or other items, under the same names",
    "BO660": "looks that contradict each other",
    "BO661": "a mean that an earlier look has disproved",
    "BO662": "a task of which nothing can be compared yet",
}
