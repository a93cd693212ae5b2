"""The codes of studies: what a study file says of data, long runs and published folders; `core/codes` has them all."""

STUDY_CODES = {
    "BO850": "a column that lays down no splits",
    "BO853": "a time that cannot be meant",
    "BO860": "classifiers that were given up",
}
