"""Words of headers that name something other than a classifier: time, counts, ranks, spreads, settings, steps."""

import re
from enum import StrEnum
from functools import lru_cache

from bakeoff.core.measure_names import FILLERS, Field, find_measure, measure_words


class Kind(StrEnum):
    """What a column of numbers may hold in place of a classifier's scores."""

    TIME = "time"
    COUNT = "count"
    RANK = "rank"
    SPREAD = "spread"
    INTERVAL = "interval"
    P_VALUE = "p-value"
    SUMMARY = "summary"
    DIFFERENCE = "difference"
    STEP = "step"
    SETTING = "setting"
    DATE = "date"
    IDENTITY = "identity"
    COST = "cost"
    MEASURE = "measure"


WHY = {
    Kind.TIME: "it measures time",
    Kind.COUNT: "it counts or measures size",
    Kind.RANK: "it holds ranks",
    Kind.SPREAD: "it holds the spread of scores",
    Kind.INTERVAL: "it holds an end of an interval",
    Kind.P_VALUE: "it holds results of a test",
    Kind.SUMMARY: "it summarises the other columns",
    Kind.DIFFERENCE: "it holds differences",
    Kind.STEP: "it counts the steps of a training",
    Kind.SETTING: "it holds settings",
    Kind.DATE: "it holds dates",
    Kind.IDENTITY: "it identifies the rows",
    Kind.COST: "it measures cost",
    Kind.MEASURE: "it is called like a measure, not like a classifier",
}

STAGES = frozenset(
    ["train", "training", "test", "testing", "val", "valid", "validation", "dev", "eval", "holdout"]
)
_HEADS: dict[Kind, str] = {
    Kind.TIME: "time times seconds sec secs ms msec milliseconds minutes mins hours duration runtime "
    "runtimes latency elapsed "
    "cpu walltime laufzeit zeit dauer rechenzeit trainingszeit temps durée tiempo tempo durata 时间 训练时间 "
    "時間 время",
    Kind.COUNT: "n num number count counts size sizes instances inst insts examples samples rows features "
    "feats attributes attr "
    "attrs attribs feat class classes nclasses ninstances nfeatures dims dim dimension dimensions "
    "dimensionality length len tokens nodes leaves rules params "
    "parameters flops gflops mflops tflops macs gmacs mmacs macts activations resolution "
    "records objects cases variables columns points channels support "
    "cardinality obs observations "
    "users visitors clicks views impressions conversions sessions orders edges vertices graphs documents "
    "sentences words "
    "trials downloads likes votes citations submissions entries teams patients participants events deaths "
    "co2 co₂ emission emissions kwh "
    "parameter anzahl instanzen merkmale klassen nombre número numero ram memory mb gb kb disk imbalance "
    "ir 样本数 特征数 类别数 число",
    Kind.RANK: "rank ranks ranking rang rango puesto platz platzierung position place classement rangs 排名 順位 ранг",
    Kind.SPREAD: "std stdev stddev sd sem se stderr var variance iqr dev deviation spread mad uncertainty "
    "streuung ± 标准差",
    Kind.INTERVAL: "low lower lo upper up hi high ci lb ub lcl ucl cilow cihigh ci95 lwr upr q25 q75 q05 q95 "
    "p25 p75 p5 p95 unten oben",
    Kind.P_VALUE: "p pvalue pval padj pvalues significance sig zscore tstat statistic chi2 cohen cohens "
    "hedges effect signifikanz",
    Kind.SUMMARY: "mean avg average max maximum min minimum best worst median sum total overall all oracle vbs "
    "sbs mittelwert mittel "
    "durchschnitt moyenne promedio media média mediana summe ensemble_max 平均 最大 среднее",
    Kind.DIFFERENCE: "diff difference delta δ gain improvement gap increase differenz verbesserung "
    "zuwachs amélioration écart mejora diferencia melhora "
    "diferença miglioramento differenza разница прирост улучшение 提升 改进 差值 差异 改善 差 향상 차이 ratio "
    "quotient speedup margin",
    Kind.STEP: "epoch epochs step steps iter iteration iterations batch batches round rounds epoche "
    "checkpoint checkpoints ckpt layer",
    Kind.SETTING: "lr dropout momentum batchsize epsilon eps gamma alpha beta lambda temperature warmup "
    "hyperparameter hyperparameters config "
    "setting settings param params depth layers estimators regularization penalty decay augment aug seed "
    "prob threshold version "
    "learning_rate budget",
    Kind.DATE: "date datetime timestamp created updated started finished year years month months week weeks "
    "weekday hour day days quarter woche monat tag semaine mois semana mes utc datum jahr "
    "fecha año année anno 年份 published released",
    Kind.IDENTITY: "id ids uuid guid hash index idx nr no row key pk",
}
_KIND_OF = {word: kind for kind in reversed(Kind) for word in _HEADS.get(kind, "").split()}
_GOING_ALONG = """
train training test testing fit score scoring inference infer predict prediction predictions total mean avg
average per of in the taken run eval evaluation build user cpu gpu wall clock real sys all overall val
validation global current max min number num n no nr learning rate size weight batch hidden max_depth value
values estimated adj adjusted corrected raw holm friedman borda conf confidence bound limit interval level s h m k b d g
mb gb ms μs 95 99 90 25 75 5 1 2 sec seconds minutes hours depth leaf split search trainer model data dataset
file embedding task tasks type types cost kg usage win million millions billion billions thousand thousands
datasets benchmarks subsets languages subjects over across on
infer img image perf performance
std relative rel abs absolute percentage pct percent mittlerer mittlere durchschnittlicher moyen moyenne medio
promedio
"""
_BESIDE = frozenset(_GOING_ALONG.split())
_STAGES = (
    "fit train training test testing score scoring predict prediction inference infer eval build total mean"
)
_STAGE_WORDS = frozenset(_STAGES.split())
_PREFIXED = re.compile(
    r"^(?:params?[._/]|parameters/|sys/|config[._/]|hparams?[._/]|hp[._/]|args?[._/]|user_attrs_|system_attrs_|tags[._/]|_step$|_runtime$|_timestamp$)",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"#\s*[^\W\d]|(?:n|nb|num|no|number_of|count_of|anzahl)_[a-z]|(?:number|num|no\.?|count) of "
)
# Of votes and battles: how often nobody was preferred.
_UNDECIDED = re.compile(
    r"no[ _]?(?:preference|winner|difference|choice)|neither|tied?|ties|draws?|undecided|"
    r"both(?:[ _](?:good|bad|equal))?|indifferent|can'?t[ _](?:tell|say)|abstentions?|abstain(?:ed)?",
    re.IGNORECASE,
)
# What share of the examples of a dataset is odd, rare or missing; and what pandas calls a column without a name.
_SHARE = r"(?:%|perc(?:ent(?:age)?)?|pct|ratio|share|fraction|proportion)"
_ODD = r"(?:outliers?|anomal(?:y|ies)|contamination|minority(?:[ _]class)?|missing(?:[ _]values?)?|imbalance)"
_SHARE_OF_ODD = re.compile(
    rf"{_SHARE}[ _]*(?:of[ _])?{_ODD}|{_ODD}[ _]*[(\[]?{_SHARE}[)\]]?|contamination", re.IGNORECASE
)
_UNNAMED = re.compile(r"unnamed:? ?\d+(?:\.\d+)*", re.IGNORECASE)
_GENERIC = frozenset({"score", "scores", "value", "values", "rate", "metric"})
_UNIT_TIME = re.compile(r"[(\[]\s*(?:s|sec|secs|seconds|ms|min|h|hours)\.?\s*[)\]]\s*$", re.IGNORECASE)
_UNIT_COST = re.compile(r"[(\[]\s*(?:\$|€|£|usd|eur|dollars?|cents?|¢)[\w/ ]{0,12}[)\]]\s*$", re.IGNORECASE)
# One letter is a unit beside a word of size only: of two variants one may be called "Ours (B)".
_UNIT_SIZE = re.compile(
    r"(?:[(\[]\s*(?:m|k|kg|k?wh|mb|gb|kb|bytes|params|[gtm]?flops|[gm]?macs|#)|"
    r"(?:flops|macs|params?|parameters|size|weights)\s*[(\[]\s*[gtb]n?)\.?\s*[)\]]\s*$",
    re.IGNORECASE,
)
_TEST = re.compile(
    r"(?:^|[\W_])(?:[tzu][ _-]?tests?|wilcoxon|mcnemar|nemenyi|signif\.?|p[ _-]?werte?|valeurs?[ _-]p|valore?[ _-]p|"
    r"p\s*[<>=]\s*0?\.\d+|p值)(?:$|[\W_])|[ _-](?-i:p)$|^(?-i:p)_",
    re.IGNORECASE,
)
_STATISTIC = re.compile(
    r"count|n|nobs|mean|avg|average|std|sd|sem|var|min|max|median|sum|mode|range|iqr|skew(?:ness)?|kurt(?:osis)?|q[123]|"
    r"p?\d{1,2}(?:\.\d+)?\s*%|p(?:5|10|25|50|75|90|95|99)|minimum|maximum|stdev|variance|first "
    r"quartile|third quartile|1st qu\.?|3rd qu\.?|min\.|max\.|na'?s|missing|distinct|unique|top|freq"
)  # of names in lower case


@lru_cache(maxsize=8192)
def kind_of(name: str) -> Kind | None:
    """Return what a whole name says that a column holds, if it is not a name of a classifier.

    >>> kind_of("training_time"), kind_of("numInst"), kind_of("TimeSeriesForest"), kind_of("p-value"), kind_of("RF")
    (<Kind.TIME: 'time'>, <Kind.COUNT: 'count'>, None, <Kind.P_VALUE: 'p-value'>, None)
    """
    text = name.strip()
    if not text or len(text) > 100:
        return None
    if _PREFIXED.match(text):
        return Kind.STEP if text == "_step" else Kind.SETTING
    words = split_words(text)
    if found := _kind_by_whole(text) or kind_of_words(words):
        return found
    if _COUNTED.match(text):
        return Kind.COUNT
    if set(words) <= FILLERS and _GENERIC & set(words):
        return Kind.MEASURE
    if _TEST.search(text):
        return Kind.P_VALUE
    known = find_measure(text)
    if known is not None:
        return Kind.TIME if known.field is Field.TIME and not known.higher_is_better else Kind.MEASURE
    return None


def _kind_by_whole(text: str) -> Kind | None:
    """Return the kind of a name that only as a whole says one: outlier perc, no preference, Unnamed: 0."""
    if _SHARE_OF_ODD.fullmatch(text) or _UNDECIDED.fullmatch(text):
        return Kind.COUNT
    return Kind.IDENTITY if _UNNAMED.fullmatch(text) else None


def split_words(name: str) -> tuple[str, ...]:
    """Return the words of a header in lower case.

    >>> split_words("numInst"), split_words("RF rank"), split_words("#classes"), split_words("SVM (s)")
    (('num', 'inst'), ('rf', 'rank'), ('n', 'classes'), ('svm', 's'))
    """
    return tuple(measure_words(name.replace("#", " n ").replace("Δ", " delta ").replace("±", " ± ")))


def kind_of_words(words: tuple[str, ...]) -> Kind | None:
    """Return the kind that all of these words together name: one of them is a word of the kind, the rest go with it."""
    kinds = [_KIND_OF.get(word) for word in words]
    if not any(kinds) or not all(
        k or w in _BESIDE or w in FILLERS or w.isdecimal() for k, w in zip(kinds, words, strict=True)
    ):
        return None
    heads = [k for k, w in zip(kinds, words, strict=True) if k is not None and w not in _BESIDE] or [
        k for k in kinds if k
    ]
    if len(words) == 1 and len(words[0]) == 1 and words[0] not in ("n", "p"):
        return None
    return heads[-1]


def is_timed(words: tuple[str, ...]) -> bool:
    """Say whether words are a stage and a unit of time.

    >>> is_timed(("fit", "s")), is_timed(("train", "ms")), is_timed(("s",)), is_timed(("ms", "boss"))
    (True, True, False, False)
    """
    units = {"s", "sec", "ms"} & set(words)
    rest = set(words) - units
    return bool(units and rest) and rest <= _STAGE_WORDS


def unit_kind(name: str) -> Kind | None:
    """Return what the unit in brackets at the end of a header says.

    >>> unit_kind("SVM (s)"), unit_kind("size [MB]"), unit_kind("kNN (k=1)")
    (<Kind.TIME: 'time'>, <Kind.COUNT: 'count'>, None)
    """
    if _UNIT_TIME.search(name):
        return Kind.TIME
    if _UNIT_COST.search(name):
        return Kind.COST
    return Kind.COUNT if _UNIT_SIZE.search(name) else None


def is_statistic(name: str) -> bool:
    """Say whether a header names a statistic of a sample, as describe() does."""
    return bool(_STATISTIC.fullmatch(name.strip().replace("_", " ").lower()))
