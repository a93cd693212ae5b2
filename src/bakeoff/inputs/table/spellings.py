"""How people spell the columns of a table of scores, and the words for measures and summaries."""

import re
from enum import StrEnum
from functools import lru_cache

from bakeoff.core.measure_names import find_measure
from bakeoff.core.measures import is_bounded, is_known_measure, lower_is_better


class Role(StrEnum):
    """What a column may be, apart from scores."""

    DATASET = "dataset"
    CLASSIFIER = "classifier"
    METRIC = "metric"
    REPEAT = "repeat"
    FOLD = "fold"
    SEED = "seed"
    N_TRAIN = "n_train"
    N_TEST = "n_test"
    SCORE = "score"
    TRUTH = "truth"
    PREDICTION = "prediction"
    CLUSTER = "cluster"  # the family of a dataset; only where the user names the column


_SPELLINGS: dict[Role, str] = {  # preferred spellings first
    Role.DATASET: "dataset data_set dataset_name datasetname key_dataset datasets data problem problem_name task "
    "task_name taskname db database domain benchmark corpus instance data_id task_id dataset_id did "
    "data_name dataname dataset_title ds ds_name openml_id openml_task openml_task_id test_set testset "
    "datensatz datensätze "
    "jeu_de_données jeu_de_donnees conjunto_de_datos conjunto_de_dados base_de_datos insieme_di_dati 数据集 "
    "データセット набор_данных "
    "zbiór_danych gegevensset veri_kümesi",
    Role.CLASSIFIER: "classifier classifier_name classifiers key_scheme algorithm algorithm_name algorithms algo "
    "method method_name methods model model_name models_name learner learner_name learner_id estimator "
    "estimator_name framework scheme clf approach technique system flow flow_name pipeline pipeline_name alg_name alg "
    "algorithm_id model_id modelid run_name experiment experiment_name wflow_id classifier_id method_id "
    "variant agent agent_name llm llm_name solver solver_name team team_name teamname submission entrant klassifikator "
    "verfahren methode modell algorithmus lernverfahren classifieur méthode modèle algorithme "
    "clasificador método modelo algoritmo "
    "classificador classificatore metodo modello 分类器 方法 模型 算法 分類器 手法 モデル классификатор метод модель "
    "алгоритм "
    "sınıflandırıcı klasyfikator",
    Role.METRIC: "metric metric_name measure measure_name scoring metrics measures evaluation_measure maß "
    "mass metrik kennzahl "
    "métrique métrica metrica mesure medida 指标 метрика",
    Role.REPEAT: "repeat repeats rep reps run run_id iteration iter key_run repetition replicate trial repeat_id "
    "wiederholung durchlauf lauf répétition repetición ripetizione ejecución execução exécution esecuzione "
    "tirage herhaling powtórzenie przebieg прогон запуск повтор 运行 重复 試行 반복",
    Role.FOLD: "fold fold_id foldid split split_id resample resample_id resampling key_fold cv_fold folds resamples "
    "cv_split split_number outer_fold pli partición pliegue dobra partição piega фолд разбиение 折 折数 分割 폴드",
    Role.SEED: "seed random_seed random_state rng_seed seed_id rng zufallszahl startwert semilla semente graine "
    "种子 随机种子 シード сид",
    Role.N_TRAIN: "n_train ntrain train_size number_of_training_instances num_train training_size n_training",
    Role.N_TEST: "n_test ntest test_size number_of_testing_instances num_test testing_size n_testing",
    Role.SCORE: "score test_score mean_test_score value result performance metric_value metric_score scores mean_score "
    "estimate wert ergebnis punktzahl résultat valeur resultado valor risultato valore 分数 得分 значение",
    Role.TRUTH: "y_true true_label true_class actual truth ground_truth true_labels y",
    Role.PREDICTION: "y_pred pred predicted prediction predicted_label predicted_class predictions y_hat",
}


_NO_WORD = re.compile(r"[_\W]+")


@lru_cache(maxsize=8192)
def spelling_key(name: str) -> str:
    """Return a name as it is compared with spellings: letters and digits only, in lower case."""
    return _NO_WORD.sub("", name).casefold()


_ROLES: dict[str, tuple[Role, int]] = {
    spelling_key(spelling): (role, rank)
    for role, spellings in _SPELLINGS.items()
    for rank, spelling in enumerate(spellings.split())
}
_ORDINARY = re.compile(r"[\w\s.:#-]*")  # a name such as <data> is somebody's name, not a spelling

_ID = re.compile(r"|unnamed: ?\d+(?:\.\d+)*|__index_level_\d+__|level_\d+|id|index|row|row[ _]?(?:id|names?)")
_COUNTER = re.compile(r"x|no\.?|nr\.?|number|n|#")
_SUMMARY = re.compile(
    r"(?:the )?(?:(?:overall|grand|total|column) )?"
    r"(?:averages?|avgs?|means?|medians?|mittel|mittelwerte?|gesamtmittel|durchschnitt|schnitt|gesamt|insgesamt|summe|"
    r"zwischensumme|moyennes?|médiane|media|mediana|promedio|promedio general|moyenne générale|"
    r"média|somme|suma|итого|среднее|平均|平均值|均值|平均数|平均分|总体|总计|总平均|整体|合計|平均排名|平均順位|"
    r"المتوسط|متوسط|المعدل|میانگین|ממוצע|평균|औसत|ortalama|średnia|průměr|gemiddelde?|medelvärde|gjennomsnitt|"
    r"gennemsnit|keskiarvo|átlag|medie|μέσος όρος|середнє|trung bình|rata rata|"
    r"ø|mu|maximum|minimum|max|min|std|stdev|sd|sub ?totals?|g ?means?|geo means?|standard "
    r"deviation|sums?|totals?|counts?|overall|ranks?|wins?|"
    r"loss(?:es)?|ties|draws|best|worst|"
    r"(?:avg|average|mean|median|friedman|overall|final|arithmetic|geometric|geom|harmonic|std|macro|micro|weighted|ø) "
    r"(?:ranks?|ranking|scores?|accuracy|acc|auc|error|errors|rank position|performance|mean|mean rank|avg|average|"
    r"rang)|"
    r"(?:mittlerer|durchschnittlicher|mittlere) (?:rang|platz|genauigkeit|güte)|(?:rang|rank|ranking|"
    r"classement) (?:moyen|"
    r"médian|avg|average|mean)|(?:rango|ranking|puesto|posición) (?:medio|promedio)|posto medio|rangmittel|rangsumme|"
    r"(?:num|number|no|n|count)(?: of)? (?:the )?(?:wins?|losses|ties|draws|best|times best)|"
    r"wins? (?:ties?|draws?|loss(?:es)?)(?: (?:loss(?:es)?|ties?|draws?))?|w [tdl] [ltd]|"
    r"(?:p values?|pvalues?)(?: \w+){0,5}|effect sizes?(?: \w+){0,3}|cohens? (?:s )?d|cliffs? (?:s )?delta|"
    r"(?:wilcoxon|nemenyi|friedman|mcnemar|sign|t)(?: signed ranks?)? (?:tests?|p|p values?|statistics?))"
    r"(?: sd| std)?"
    r"(?: (?:(?:of|over|on|across|for|all|the|n|other|\d+) )*(?:all|datasets?|data sets|tasks?|benchmarks?|languages?|"
    r"folds|seeds|runs|subsets|subjects|domains))?"
)
_PROPERTY = re.compile(
    r"(?:(?:n|num|number|no|nr|total)(?: of)? )?(?:the )?(?:(?:train|training|test|testing|numeric|nominal|categorical|"
    r"discrete) )?(?:classes|class|instances|examples|samples|rows|features|attributes|series|dimensions|dims|dim|"
    r"channels|objects|cases|points|variables|columns|size|length|series length)"
)
_SPREAD = re.compile(
    r"(?:^| )(?:std|stdev|stddev|sd|standard deviation|std dev|stderr|sem|se|standard error|spread|sigma|"
    r"standardabweichung|streuung|écart type|desviación estándar|标准差)$|^(?:std|stdev|stddev|sd|stderr|sem|sigma) "
)
_SPREAD_SIGN = re.compile(r"±|\+/-|\+-|\\pm|σ")
_CENTRE = re.compile(r"(?:^| )(?:mean|avg|average)$|^(?:mean|avg|average) ")
_ACCURACY = re.compile(r"(?<![a-z])(?:acc|accuracy|accuracies|percent correct)(?![a-z])")
_TRAINING = re.compile(r"(?<![a-z])train(ing)?(?![a-z])")
_VALIDATION = re.compile(r"(?<![a-z])(?:val|valid|validation|dev)(?![a-z])")
_COSTS = re.compile(
    r"(?<![a-z])(?:time|times|seconds|duration|runtime|latency|memory|size|cost|rank|ranks)(?![a-z])"
)


_DIGITS = tuple("0123456789")  # no summary ends in one
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


@lru_cache(maxsize=8192)
def as_words(name: str) -> str:
    """Return a name as lower-case words.

    >>> as_words("Average_Rank"), as_words("trainingTime"), as_words("#Wins")
    ('average rank', 'training time', 'n wins')
    """
    spaced = _CAMEL.sub(" ", name.replace("#", " n "))
    return _NO_WORD.sub(" ", spaced).strip().lower()


def role_of(name: str) -> tuple[Role, int] | tuple[None, int]:
    """Return the role that a column of this name has by its spelling, and how preferred the spelling is.

    >>> role_of("Data Set")[0], role_of("data-set")[1] < role_of("task")[1], role_of("<data>")[0]
    (<Role.DATASET: 'dataset'>, True, None)
    >>> role_of("params.dataset")[0], role_of("params.lr")[0]
    (<Role.DATASET: 'dataset'>, None)
    """
    if prefix := _TRACKED.match(name):  # a tracker's setting, behind any column that is called so by itself
        role, order = _ROLES.get(spelling_key(name[prefix.end() :]), (None, 0))
        return (role, order + len(_ROLES)) if role in _TOLD_BY_SETTINGS else (None, 0)
    if not _ORDINARY.fullmatch(name):
        return None, 0
    return _ROLES.get(spelling_key(name), (None, 0))


_TRACKED = re.compile(r"(?:params?|parameters|config|hparams|tags)[./]", re.IGNORECASE)
_TOLD_BY_SETTINGS = (Role.DATASET, Role.CLASSIFIER, Role.SEED, Role.FOLD)


def spellings_of(*roles: Role) -> tuple[str, ...]:
    """Return the spellings of some roles.

    >>> spellings_of(Role.SEED)[:2]
    ('seed', 'random_seed')
    """
    return tuple(spelling for role in roles for spelling in _SPELLINGS[role].split())


def is_id(name: str) -> bool:
    """Say whether a column of this name only identifies the rows."""
    return bool(_ID.fullmatch(name.strip().casefold()))


def is_counter(name: str) -> bool:
    """Say whether a column of this name may count the rows; it may also be something else."""
    return bool(_COUNTER.fullmatch(name.strip().casefold()))


@lru_cache(maxsize=8192)
def is_summary(name: str) -> bool:
    """Say whether a row or column of this name summarises the others.

    >>> is_summary("Average_Rank"), is_summary("Wins"), is_summary("wine"), is_summary("rank-svm")
    (True, True, False, False)
    """
    return name[-1:] not in _DIGITS and bool(_SUMMARY.fullmatch(as_words(name)))


def is_property(name: str) -> bool:
    """Say whether a column of this name describes the datasets: how large they are, and so on."""
    return bool(_PROPERTY.fullmatch(as_words(name)))


@lru_cache(maxsize=8192)
def is_spread(name: str) -> bool:
    """Say whether a column of this name holds the spread of another.

    >>> is_spread("rf_std"), is_spread("accuracy_standard_deviation"), is_spread("RF ±"), is_spread("standard")
    (True, True, True, False)
    """
    return bool(_SPREAD.search(_spread_words(name)))


def _spread_words(name: str) -> str:
    return as_words(_SPREAD_SIGN.sub(" sd ", name))


@lru_cache(maxsize=8192)
def strip_summary_words(name: str) -> str:
    """Return a name without the words for mean and spread.

    >>> strip_summary_words("RF_mean"), strip_summary_words("RF_std"), strip_summary_words("mean_test_score")
    ('rf', 'rf', 'test score')
    """
    return _CENTRE.sub("", _SPREAD.sub("", _spread_words(name))).strip()


def is_measure(name: str) -> bool:
    """Say whether this is the name of a measure rather than of a classifier."""
    return find_measure(name) is not None


def is_cost(name: str) -> bool:
    """Say whether a column of this name holds what something costs, such as a time."""
    return bool(_COSTS.search(as_words(name)))


@lru_cache(maxsize=8192)
def is_of_validation(name: str) -> bool:
    """Say whether scores of this name were taken on validation data.

    >>> is_of_validation("val_acc"), is_of_validation("metrics.valid/loss"), is_of_validation("value")
    (True, True, False)
    """
    return bool(_VALIDATION.search(as_words(name)))


def without_validation_word(name: str) -> str:
    """Return the words of a name without the one for validation.

    >>> without_validation_word("val_loss"), without_validation_word("loss")
    ('loss', 'loss')
    """
    return " ".join(_VALIDATION.sub(" ", as_words(name)).split())


def score_preference(name: str) -> tuple[int, int]:
    """Return how much a column of this name is wanted as the score; less is more.

    What was looked at while models were chosen (validation) comes after what was not, and before training.

    >>> sorted(["duration", "auc", "val_acc", "result", "acc", "acc_train"], key=score_preference)
    ['acc', 'result', 'auc', 'val_acc', 'acc_train', 'duration']
    """
    text = as_words(name)
    training = 1 if _TRAINING.search(text) else 0
    if is_cost(name):
        return 5, training
    if training:
        return 4, 0
    if is_of_validation(name):
        return (3 if lower_is_better(name) else 2), 2
    if _ACCURACY.search(text):
        return 0, text.count(" ")
    role, rank = role_of(name)
    if role is Role.SCORE:
        return 1, rank
    return (3 if lower_is_better(name) else 2 if is_bounded(name) else 3), 1 if not is_known_measure(
        name
    ) else 0
