"""How people spell the columns of predictions and of the logs of language models."""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache


class PredictionRole(StrEnum):
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


_CERTAIN: dict[PredictionRole, str] = {  # preferred spellings first
    PredictionRole.ID: "id example_id sample_id doc_id question_id item_id prompt_id instance_id case_id "
    "record_id image_id "
    "example sample inst instance question qid item case record uid uuid guid row_id rowid row index idx obs "
    "observation series image filename file rownames unnamed_0 index_level_0 key",
    PredictionRole.TRUTH: "y_true true_label true_class true_labels actual actual_label actual_class truth "
    "ground_truth "
    "gold_label y_test wahrheit wahre_klasse vérité vérité_terrain verdad clase_real clase_verdadera classe_réelle "
    "classe_vera verità 真实标签 真实类别",
    PredictionRole.PREDICTION: "y_pred predicted pred prediction predicted_label predicted_class pred_label pred_class "
    "predictions y_hat label_pred",
    PredictionRole.OUTCOME: "correct is_correct exact_match passed is_pass success solved resolved is_right em "
    "correctness "
    "outcome",
    PredictionRole.CONFIDENCE: "confidence conf",
    PredictionRole.SCORE: "y_score score prob proba probability y_prob y_proba decision_function decision logit",
    PredictionRole.DATASET: "dataset data_set dataset_name datasetname problem problem_name task task_name "
    "benchmark corpus",
    PredictionRole.CLASSIFIER: "classifier classifier_name algorithm algorithm_name algo method method_name "
    "model model_name "
    "model_id learner learner_name estimator estimator_name framework scheme clf approach system pipeline "
    "pipeline_name alg_name alg run_name experiment experiment_name agent agent_name llm llm_name solver",
    PredictionRole.GROUP: "group cluster group_id cluster_id patient patient_id subject subject_id document "
    "document_id "
    "user_id speaker speaker_id passage_id conversation_id",
    PredictionRole.WEIGHT: "weight weights sample_weight example_weight",
    PredictionRole.FOLD: "fold fold_id cv_fold foldid split split_id resample",
    PredictionRole.ATTEMPT: "epoch attempt repeat repetition rep trial run seed random_seed random_state",
    PredictionRole.ASIDE: "sex gender female male is_female is_male race ethnicity region smoker smoking married "
    "camera scanner device ward season year month weekday geschlecht alter klinik sexe sexo género 性别 "
    "age site hospital country language lang category topic difficulty level "
    "source date "
    "time timestamp text prompt input output response completion question_text error comment note url latency "
    "tokens cost subset",
}
_POSSIBLE: dict[PredictionRole, str] = {  # words that mean it only beside others that fit
    PredictionRole.TRUTH: "y label labels class target gold expected reference diagnosis disease biopsy histology "
    "pathology consensus correct_answer answer_key",
    PredictionRole.OUTCOME: "acc accuracy acc_norm score value match reward grade pass pass_at_1",
    PredictionRole.ID: "task_id",
}


_NO_LETTERS = re.compile(r"[\W_]+")
# What only items of evaluations are called; a plain "id" or "instance" may be anything.
ITEM_NAMES = frozenset(
    {
        "item", "item_id", "input", "input_id", "prompt", "prompt_id", "question", "question_id", "doc_id", "sample_id",
        "problem_id", "query", "query_id",
    }
)  # fmt: skip


@lru_cache(maxsize=8192)
def snake_key(name: str) -> str:
    """Return a name as it is compared with spellings: lower case, underscores between words.

    >>> snake_key("Doc-ID"), snake_key("inst#"), snake_key("prob_a")
    ('doc_id', 'inst', 'prob_a')
    """
    return _NO_LETTERS.sub("_", name).strip("_").casefold()


def _with_and_without_underscores(spelling: str) -> tuple[str, str]:
    return spelling, spelling.replace("_", "")


_ROLES: dict[str, tuple[PredictionRole, int]] = {
    form: (part, rank)
    for part, spellings in _CERTAIN.items()
    for rank, spelling in enumerate(spellings.split())
    for form in _with_and_without_underscores(spelling)
}
_EXAMPLES = frozenset(
    form
    for kind in ("example", "sample", "doc", "question", "item", "prompt", "instance")
    for form in _with_and_without_underscores(f"{kind}_id")
) | {"qid", "example", "sample"}


def prediction_role(name: str) -> tuple[PredictionRole | None, int]:
    """Return what a column of this name is if the name can mean nothing else, and how preferred the spelling is."""
    return _ROLES.get(snake_key(name), (None, 0))


def spellings_of(part: PredictionRole, *, certain: bool) -> tuple[str, ...]:
    """Return the spellings of a part, preferred ones first: those that are certain, or those that may mean it."""
    words = (_CERTAIN if certain else _POSSIBLE).get(part, "").split()
    return tuple(
        form for spelling in words for form in dict.fromkeys(_with_and_without_underscores(spelling))
    )


def is_example_id(name: str) -> bool:
    """Say whether a column of this name numbers examples and not, as plain ids may, runs of an experiment."""
    return snake_key(name) in _EXAMPLES


_SEPARATOR = r"(?<![\s_.:\-])[\s_.:\-]++"  # a whole run of signs, looked at once
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


def are_about_examples(names: Iterable[str]) -> bool:
    """Say whether columns of these names are about single examples: one is the truth, a prediction or an outcome."""
    answers = (PredictionRole.TRUTH, PredictionRole.PREDICTION, PredictionRole.OUTCOME)
    return any(prediction_role(name)[0] in answers for name in names)


def predictor_name(name: str) -> str | None:
    """Return whose predictions a column of this name holds, where its name says so.

    >>> predictor_name("pred_J48"), predictor_name("rf_pred"), predictor_name("rf")
    ('J48', 'rf', None)
    """
    match = _PREDICTION_OF.fullmatch(name.strip())
    return None if match is None else match["after"] or match["before"]


def graded_classifier(name: str) -> str | None:
    """Return whose right and wrong answers a column of this name holds, where its name says so.

    >>> graded_classifier("gpt_correct"), graded_classifier("is_correct_llama"), graded_classifier("rf")
    ('gpt', 'llama', None)
    """
    match = _OUTCOME_OF.fullmatch(name.strip())
    return None if match is None else match["after"] or match["before"]


def names_probability(name: str) -> bool:
    """Say whether a column holds probabilities of a classifier by its name.

    >>> names_probability("rf_prob"), names_probability("prob_rf"), names_probability("rf_score")
    (True, True, False)
    """
    return "prob" in name.casefold() and number_kind(name) is not None


def number_kind(name: str) -> tuple[PredictionRole, str] | None:
    """Return what kind of number a column holds and what its name says besides.

    >>> number_kind("prob1_TSF"), number_kind("conf_J48"), number_kind("rf")
    ((<PredictionRole.SCORE: 'score'>, '1_TSF'), (<PredictionRole.CONFIDENCE: 'confidence'>, 'J48'), None)
    """
    match = _NUMBER_OF.fullmatch(name.strip())
    if match is None:
        return None
    if match["name"]:
        return PredictionRole.SCORE, f"{match['name']}:{match['label']}"
    word = (match["first"] or match["last"]).lower()
    return PredictionRole.CONFIDENCE if word.startswith("conf") else PredictionRole.SCORE, match[
        "after"
    ] or match["before"]
