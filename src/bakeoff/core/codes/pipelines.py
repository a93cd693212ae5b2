"""The codes of pipelines and other programs; `core/codes` has them all."""

PIPELINE_CODES = {
    "BO663": "estimators that cannot be compared",
    "BO664": "a tracking server of MLflow that cannot be read",
    "BO670": "the result of an earlier run without its evidence",
    "BO671": "an earlier run of another kind, or by another measure",
    "BO672": "several classifiers in a baseline file",
    "BO673": "nothing that two files could be paired by",
    "BO674": "the same ids with another content in a baseline file",
    "BO675": "a project file whose gates cannot be used",
    "BO676": "what only one of two files has",
    "BO677": "a comment that cannot be written",
    "BO678": "an assertion about scores that do not fit together",
    "BO679": "a document that bakeoff did not write",
    "BO680": "no such experiment of MLflow, or no artifact that all runs have",
    "BO682": "runs that the verdict cannot be logged back to",
    "BO683": "a shell that cannot be completed",
}
