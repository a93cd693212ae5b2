"""How people spell the columns of predictions and of the logs of language models."""

import re
from collections.abc import Iterable
from enum import StrEnum


class Part(StrEnum):
    """What a column of predictions may be, apart from the answers of a classifier that names it."""

    ID = "id"
    TRUTH = "truth"
    PREDICTION = "prediction"
    OUTCOME = "outcome"
    CONFIDENCE = "confidence"
    SCORE = "score"
    DATASET = "dataset"
    CLASSIFIER = "classifier"
    GROUP = "group"
    SUBGROUP = "subgroup"
    WEIGHT = "weight"
    FOLD = "fold"
    ATTEMPT = "attempt"
    ASIDE = "aside"


_CERTAIN: dict[Part, str] = {  # preferred spellings first
    Part.ID: "id example_id sample_id doc_id question_id item_id prompt_id instance_id case_id record_id image_id "
    "example sample inst instance question qid item case record uid uuid guid row_id rowid row index idx obs "
    "observation series image filename file rownames unnamed_0 index_level_0 key",
    Part.TRUTH: "y_true true_label true_class true_labels actual actual_label actual_class truth ground_truth "
    "gold_label y_test",
    Part.PREDICTION: "y_pred predicted pred prediction predicted_label predicted_class pred_label pred_class "
    "predictions y_hat label_pred",
    Part.OUTCOME: "correct is_correct exact_match passed is_pass success solved resolved is_right em correctness "
    "outcome",
    Part.CONFIDENCE: "confidence conf",
    Part.SCORE: "y_score score prob proba probability y_prob y_proba decision_function decision logit",
    Part.DATASET: "dataset data_set dataset_name datasetname problem problem_name task task_name benchmark corpus",
    Part.CLASSIFIER: "classifier classifier_name algorithm algorithm_name algo method method_name model model_name "
    "model_id learner learner_name estimator estimator_name framework scheme clf approach system",
    Part.GROUP: "group cluster group_id cluster_id patient patient_id subject subject_id document document_id "
    "user_id speaker speaker_id passage_id conversation_id",
    Part.WEIGHT: "weight weights sample_weight example_weight",
    Part.FOLD: "fold fold_id cv_fold foldid split split_id resample",
    Part.ATTEMPT: "epoch attempt repeat repetition rep trial run",
    Part.ASIDE: "sex gender age site hospital country language lang category topic difficulty level source date "
    "time timestamp text prompt input output response completion question_text error comment note url latency "
    "tokens cost subset",
}
_POSSIBLE: dict[Part, str] = {  # words that mean it only beside others that fit
    Part.TRUTH: "y label labels class target gold expected reference",
    Part.OUTCOME: "acc accuracy acc_norm score value match reward grade pass pass_at_1",
    Part.ID: "task_id",
}


def spelled(name: str) -> str:
    """Return a name as it is compared with spellings: lower case, underscores between words.

    >>> spelled("Doc-ID"), spelled("inst#"), spelled("prob_a")
    ('doc_id', 'inst', 'prob_a')
    """
    return re.sub(r"[\W_]+", "_", name).strip("_").casefold()


def _both(spelling: str) -> tuple[str, str]:
    return spelling, spelling.replace("_", "")


_PARTS: dict[str, tuple[Part, int]] = {
    form: (part, rank)
    for part, spellings in _CERTAIN.items()
    for rank, spelling in enumerate(spellings.split())
    for form in _both(spelling)
}
_EXAMPLES = frozenset(
    form
    for kind in ("example", "sample", "doc", "question", "item", "prompt", "instance")
    for form in _both(f"{kind}_id")
) | {"qid", "example", "sample"}


def part_of(name: str) -> tuple[Part | None, int]:
    """Return what a column of this name is if the name can mean nothing else, and how preferred the spelling is."""
    return _PARTS.get(spelled(name), (None, 0))


def spellings_of(part: Part, *, certain: bool) -> tuple[str, ...]:
    """Return the spellings of a part, preferred ones first: those that are certain, or those that may mean it."""
    words = (_CERTAIN if certain else _POSSIBLE).get(part, "").split()
    return tuple(form for spelling in words for form in dict.fromkeys(_both(spelling)))


def is_example_id(name: str) -> bool:
    """Say whether a column of this name numbers examples and not, as plain ids may, runs of an experiment."""
    return spelled(name) in _EXAMPLES


_SEPARATOR = r"[\s_.:\-]+"
_ANSWER = r"(?:y_?)?pred(?:icted|iction|ictions)?(?:_class|_label)?"
_PREDICTION_OF = re.compile(
    rf"{_ANSWER}{_SEPARATOR}(?P<after>.+)|(?P<before>.+?){_SEPARATOR}{_ANSWER}", re.IGNORECASE
)
_RIGHT = r"(?:is_)?(?:correct|passed|exact_match|right|solved)"
_OUTCOME_OF = re.compile(
    rf"{_RIGHT}{_SEPARATOR}(?P<after>.+)|(?P<before>.+?){_SEPARATOR}(?:{_RIGHT}|acc)", re.IGNORECASE
)
_NUMBER = (
    r"(?P<{0}>prob(?:a|ability|abilities)?|conf(?:idence)?|p|y_?score|scores?|decision(?:_function)?|logit)"
)
_NUMBER_OF = re.compile(
    rf"(?:y_)?{_NUMBER.format('first')}(?=[\d\s_.:\-])[\s_.:\-]*(?P<after>.+)"
    rf"|(?P<before>.+?){_SEPARATOR}{_NUMBER.format('last')}"
    rf"|(?P<name>.+?){_SEPARATOR}prob(?:a|ability)?{_SEPARATOR}(?P<label>.+)",
    re.IGNORECASE,
)


def has_answers(names: Iterable[str]) -> bool:
    """Say whether columns of these names are about single examples: one is the truth, a prediction or an outcome."""
    answers = (Part.TRUTH, Part.PREDICTION, Part.OUTCOME)
    return any(part_of(name)[0] in answers for name in names)


def predictor(name: str) -> str | None:
    """Return whose predictions a column of this name holds, where its name says so.

    >>> predictor("pred_J48"), predictor("rf_pred"), predictor("rf")
    ('J48', 'rf', None)
    """
    match = _PREDICTION_OF.fullmatch(name.strip())
    return None if match is None else match["after"] or match["before"]


def outcome_of(name: str) -> str | None:
    """Return whose right and wrong answers a column of this name holds, where its name says so.

    >>> outcome_of("gpt_correct"), outcome_of("is_correct_llama"), outcome_of("rf")
    ('gpt', 'llama', None)
    """
    match = _OUTCOME_OF.fullmatch(name.strip())
    return None if match is None else match["after"] or match["before"]


def number_of(name: str) -> tuple[Part, str] | None:
    """Return what kind of number a column holds and what its name says besides.

    >>> number_of("prob1_TSF"), number_of("conf_J48"), number_of("rf_score"), number_of("rf")
    ((<Part.SCORE: 'score'>, '1_TSF'), (<Part.CONFIDENCE: 'confidence'>, 'J48'), (<Part.SCORE: 'score'>, 'rf'), None)
    """
    match = _NUMBER_OF.fullmatch(name.strip())
    if match is None:
        return None
    if match["name"]:
        return Part.SCORE, f"{match['name']}:{match['label']}"
    word = (match["first"] or match["last"]).lower()
    return Part.CONFIDENCE if word.startswith("conf") else Part.SCORE, match["after"] or match["before"]
