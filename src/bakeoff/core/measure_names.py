"""The measures of the field by their names: which direction is better, and between which bounds they lie.

A name is taken apart into words. Words that say where or how a measure was taken (test, macro, mean, @10) are set
aside; what is left is looked up. `neg_` and `1 −` turn the direction round.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType


class Field(StrEnum):
    """Which kind of task a measure belongs to."""

    CLASSIFICATION = "classification"
    PROBABILITY = "probability"
    RANKING = "ranking"
    DETECTION = "detection"
    SPEECH = "speech"
    LANGUAGE = "language"
    REGRESSION = "regression"
    CLUSTERING = "clustering"
    GENERATION = "generation"
    DECISION = "decision"
    COST = "cost"
    TIME = "time"
    FAIRNESS = "fairness"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownMeasure:
    """What a name says of a measure."""

    name: str
    field: Field
    higher_is_better: bool
    is_bounded: bool  # between 0 and 1, or 0 and 100 percent


# field, higher is better, bounded: the names, separated by commas
_TABLE: tuple[tuple[Field, bool, bool, str], ...] = (
    (
        Field.CLASSIFICATION, True, True,
        "accuracy, accuracies, acc, balanced accuracy, bacc, balacc, bal acc, oa, top accuracy, top acc, "
        "top 1, top 3, top 5, top 10, top1, top3, top5, top10, "
        "precision, recall, "
        "sensitivity, specificity, tpr, tnr, ppv, npv, true positive rate, true negative rate, "
        "positive predictive value, negative predictive value, f1, f2, f score, f measure, fscore, fmeasure, "
        "f beta, fbeta, f1 score, hit rate, success, success rate, win rate, winrate, pass rate, "
        "solve rate, correct, "
        "percent correct, correctness, pass, exact match, em, match rate, subset accuracy, g mean, "
        "gmean, geometric mean score, "
        "informedness, youden, youden j, youden s j, uar, genauigkeit, treffergenauigkeit, "
        "korrektklassifikationsrate, "
        "exactitude, exactitud, "
        "precisión, précision, precisione, precisão, accuratezza, acurácia, acuracia, rappel, exhaustividad, "
        "准确率, 精度, 正确率, 正解率, 召回率, точность, полнота, nauwkeurigheid, dokładność, "
        "přesnost, správnost, presnosť, noggrannhet, nøjagtighed, nøyaktighet, tarkkuus, pontosság, acuratețe, "
        "acuratete, ακρίβεια, doğruluk, 정확도, 정밀도, 재현율, độ chính xác, akurasi, точність, الدقة, دقة",
    ),
    (
        Field.CLASSIFICATION, True, False,
        "kappa, cohen kappa, cohens kappa, cohen s kappa, fleiss kappa, mcc, matthews, matthews corrcoef, "
        "matthews correlation "
        "coefficient, phi, quadratic kappa, qwk",
    ),
    (
        Field.CLASSIFICATION, False, True,
        "error, errors, err, error rate, misclassification, misclassification rate, misclassified, "
        "misclassifications, incorrect, "
        "percent incorrect, fpr, fnr, fdr, far, frr, false positive rate, false negative rate, "
        "false discovery rate, "
        "false alarm rate, false alarms, miss rate, fall out, ber, balanced error rate, hter, "
        "zero one loss, hamming, "
        "hamming loss, test error, hallucination rate, collision rate, fehler, fehlerrate, fehlerquote, "
        "erreur, taux d erreur, tasa de "
        "error, tasso di errore, "
        "taxa de erro, erro, errore, errori, fout, foutpercentage, błąd, chyba, chybovost, fel, felfrekvens, fejl, "
        "fejlrate, feil, feilrate, virhe, hiba, hibaarány, eroare, σφάλμα, hata, hata oranı, 오류율, 오차, lỗi, "
        "kesalahan, похибка, помилка, 错误率, 误差, ошибка, ошибки, 誤り率, 誤差, エラー率, الخطأ, معدل الخطأ",
    ),
    (
        Field.PROBABILITY, True, True,
        "auc, aucs, auroc, roc auc, auc roc, roc, auprc, aupr, pr auc, auc pr, prauc, rocauc, aucroc, "
        "average precision, "
        "area under roc, area under curve, c index, cindex, concordance, concordance index, ap",
    ),
    (
        Field.PROBABILITY, True, False,
        "gini, likelihood, log likelihood, loglik, loglikelihood, ll, elbo, log score, log evidence, d2, "
        "information gain",
    ),
    (
        Field.PROBABILITY, False, True,
        "brier, brier score, ibs, integrated brier score, ece, mce, ace, expected calibration error, "
        "calibration error",
    ),
    (
        Field.PROBABILITY, False, False,
        "loss, losses, log loss, logloss, cross entropy, crossentropy, xent, xentropy, ce, celoss, bce, "
        "nll, nlll, deviance, bpd, bits per dim, bits dim, bits per dimension, "
        "perplexity, ppl, bpc, bpb, bits per byte, bits per character, hinge, huber, huber loss, "
        "surprisal, kl, kl "
        "divergence, js divergence, jsd, aurc, e aurc, eaurc, augrc, "
        "entropy loss, aic, bic, dic, waic, looic, verlust, perte, pérdida, perda, perdita, 손실, 损失, 損失, потери",
    ),
    (
        Field.RANKING, True, True,
        "ndcg, dcg, map, mean average precision, mrr, reciprocal rank, mean reciprocal rank, hits, hit ratio, "
        "precision at, recall at, p at, r at, rprec, err at, bpref, auc at",
    ),
    (Field.RANKING, True, False, "elo, rating, trueskill, bradley terry"),
    (
        Field.DETECTION, True, True,
        "iou, miou, mean iou, jaccard, dice, dice score, dice coefficient, dice similarity coefficient, "
        "dsc, pq, panoptic quality, ap50, ap75, map50, map75, map50 "
        "95, map 50 95, bbox map, mota, idf1, hota, "
        "froc, pck",
    ),
    (
        Field.DETECTION, False, False,
        "hausdorff, hd, hd95, assd, asd, chamfer, motp, fppi, lamr, epe, endpoint error, mpjpe, nme, "
        "pa mpjpe, mpvpe, pa mpvpe, mpjve, mpjre, ade, fde, minade, minfde, min ade, min fde, abs rel, sq rel, "
        "hausdorff distance, chamfer distance, idsw, id switches, identity switches",
    ),
    (Field.SPEECH, False, True, "eer, equal error rate"),
    (
        Field.SPEECH, False, False,
        "wer, cer, per, mer, ser, der, jer, word error rate, character error rate, phone error rate, min "
        "dcf, mindcf, mcd, "
        "mel cepstral distortion",
    ),
    (Field.SPEECH, True, False, "pesq, stoi, estoi, mos, sdr, si sdr, sisdr, snr, si snr, visqol"),
    (
        Field.LANGUAGE, True, False,
        "bleu, sacrebleu, rouge, rouge l, rougel, rouge1, rouge2, meteor, chrf, comet, bertscore, "
        "bleurt, cider, spice, moverscore, gleu, "
        "las, uas, las f1",
    ),
    (Field.LANGUAGE, False, False, "ter, hter score, edit distance, levenshtein"),
    (
        Field.REGRESSION, True, False,
        "r2, r squared, rsq, adjusted r2, explained variance, pearson, pearson r, pearsonr, spearman, "
        "spearman r, spearman rho, spearman ρ, spearmanr, "
        "kendall, kendall tau, kendall τ, tau, correlation, "
        "corr, pcc, rho, nse, kge, ccc, information coefficient, skill score",
    ),
    (
        Field.REGRESSION, False, False,
        "mse, rmse, mae, mape, smape, mase, msle, rmsle, nrmse, wape, wmape, rmsse, mad, medae, owa, "
        "msis, crps, pinball, quantile loss, "
        "winkler, wis, rae, rrse, rse, sse, sae, mbe, mean squared error, root mean squared error, mean "
        "absolute error, "
        "absolute error, squared error, relative absolute error, relative squared error, "
        "root relative squared error, "
        "percentage error, max error, rmse log, log rmse, residual, distance",
    ),
    (
        Field.CLUSTERING, True, True,
        "nmi, ami, purity, v measure, vmeasure, homogeneity, completeness, fowlkes mallows, rand index",
    ),
    (
        Field.CLUSTERING, True, False,
        "ari, adjusted rand, adjusted rand index, silhouette, calinski harabasz, dunn, dunn index",
    ),
    (Field.CLUSTERING, False, False, "davies bouldin, dbi, inertia, distortion, variation of information"),
    (Field.GENERATION, True, False, "ssim, psnr, ms ssim, inception score, clip score, vmaf"),
    (Field.GENERATION, False, False, "fid, kid, lpips, fvd, fad, niqe, brisque, mmd, emd, wasserstein, "
        "wasserstein distance, sinkhorn distance, sinkhorn"),
    (
        Field.DECISION, True, False,
        "reward, rewards, return, returns, episode return, episode reward, utility, profit, revenue, "
        "sharpe, sharpe ratio, lift, uplift, auuc, qini, payoff, value function",
    ),
    (
        Field.DECISION, False, False,
        "regret, cumulative regret, simple regret, gap, optimality gap, generalization gap, "
        "generalisation gap, "
        "accuracy drop, performance drop, forgetting, mistakes, violations, toxicity, drawdown, max drawdown, "
        "makespan, tour length, exploitability, pehe, shd, structural hamming distance",
    ),
    (
        Field.TIME, False, False,
        "time, times, seconds, sec, secs, ms, milliseconds, minutes, hours, duration, runtime, run time, "
        "latency, elapsed, "
        "elapsed time, cpu, cpu time, gpu hours, "
        "gpu time, gpu days, cpu hours, wall time, walltime, wall clock, training time, fit time, score "
        "time, inference time, "
        "par10, par2, rtf, real time factor, "
        "laufzeit, zeit, dauer, temps, durée, tiempo, tempo, durata, 时间, 時間, время",
    ),
    (
        Field.TIME, True, False,
        "throughput, fps, frames per second, speed, speedup, samples per second, tokens per second, "
        "rtfx, tokens s, tok s, images s, images sec, img s, samples s, it s, "
        "iterations per second",
    ),
    (
        Field.COST, False, False,
        "cost, costs, memory, ram, vram, gpu memory, peak memory, size, model size, flops, macs, gflops, "
        "energy, carbon, emissions, co2, "
        "carbon emission, price, kosten, rank, ranks, ranking, mean rank, average rank, bits",
    ),
    (
        Field.FAIRNESS, False, False,
        "demographic parity difference, demographic parity, statistical parity difference, statistical "
        "parity, equalized odds difference, "
        "equalized odds, equalised odds, equal opportunity difference, average odds difference, "
        "disparity, unfairness, bias amplification",
    ),
)  # fmt: skip

# Words that say where, how and of what a measure was taken, and nothing of its direction.
_FILLERS = """
test train training tr te ts val valid validation dev eval evaluation holdout oof cv out of sample in mean avg
average median macro micro weighted overall final last best worst max min total std sd score scores value
values rate metric metrics measure estimate at k top the on for per per_class percent pct percentage fraction
points b m a binary multi multiclass class samples norm normalized normalised strict none flexible extract
acc_norm ovr ovo cls reg all epoch step batch running ema raw adjusted unweighted mb gb kb s ms sec kwh kg pos
positive neg_class image text new old public private kaggle lb
"""
FILLERS = frozenset(_FILLERS.split())
_NEGATIVE = frozenset({"neg", "negative", "negated", "minus", "inverse", "inverted", "complement"})
_GLUED = re.compile(r"[a-z]{1,8}(logloss|loss|error|rmse|crossentropy|accuracy)")
# The last word, apart from the others, says what a thing is: box loss, val/dfl_loss.
_HEAD = re.compile(
    r"[\W_](?:loss(?:es)?|errors?|err|accuracy|acc|auc|auroc|rmse|mse|mae|mape|precision|recall|f1|"
    r"perplexity|logloss|iou|dice)\W*$",
    re.IGNORECASE,
)


def _list_known_measures() -> Mapping[str, KnownMeasure]:
    known: dict[str, KnownMeasure] = {}
    for field, higher, bounded, names in _TABLE:
        for name in names.split(","):
            phrase = " ".join(name.split())
            known.setdefault(
                phrase, KnownMeasure(name=phrase, field=field, higher_is_better=higher, is_bounded=bounded)
            )
    return MappingProxyType(known)


KNOWN = _list_known_measures()
_LONGEST = max(len(phrase.split()) for phrase in KNOWN)
_IN_PHRASES = frozenset(word for phrase in KNOWN if " " in phrase for word in phrase.split())


_WHOLE = (  # capitals within one word, and signs that belong to one
    ("mAP", "map"), ("IoU", "iou"), ("BLEU", "bleu"), ("chrF", "chrf"), ("kWh", "kwh"), ("^2", "2"), ("²", "2"),
)  # fmt: skip
# As the last word these say what is measured, whatever stands before: top-1 error, accuracy loss.
_LAST = frozenset({"error", "errors", "err", "loss", "gap", "regret"})


# What comes before these is the measure: accuracy of time series, MAE (ms), error under noise.
_AFTER = re.compile(
    r"(?<=\S)\s*[(\[@]|(?<=\w)\s+(?:of|at|on|in|for|by|under|with|over|per|after|from)\s", re.IGNORECASE
)
# Whether these should be high depends on whom one asks: who attacks or who defends, who answers or who asks.
_CONTESTED = re.compile(
    r"\b(?:attack success(?: rate)?|^asr$|jailbreak success(?: rate)?|membership inference \w+|mia \w+|"
    r"(?:refusal|abstention|rejection|acceptance) (?:rate|accuracy))\b"
)
_JOINED = re.compile(r"\b(?:and|or|vs|und|et|y|e)\b|[,;&]", re.IGNORECASE)
# A loss that is reduced or saved is a gain.
_REDUCED = frozenset({"reduction", "reductions", "reduced", "saved", "saving", "savings"})


_MINUS = re.compile(r"^\s*-(?=[A-Za-z])")
_COMPLEMENT = re.compile(r"\b1\s*-\s*(?=[A-Za-z])")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_WORD = re.compile(r"[_\W]+")


def measure_words(name: str) -> list[str]:
    """Return the words of a name in lower case, numbers and signs apart.

    >>> measure_words("metrics/mAP50(B)"), measure_words("test_rocAUC"), measure_words("1 - acc")
    (['metrics', 'map50', 'b'], ['test', 'roc', 'auc'], ['1', 'minus', 'acc'])
    """
    return list(_split_name(name))


@lru_cache(maxsize=8192)
def _split_name(name: str) -> tuple[str, ...]:
    text = name
    if not name.isalnum():  # nearly all names are words, for which the rest has nothing to do
        text = text.replace("−", "-")
        if "-" in text:
            text = _COMPLEMENT.sub("1 minus ", _MINUS.sub("neg ", text))
    for written, plain in _WHOLE:
        if written in text:
            text = text.replace(written, plain)
    if not text.islower():
        text = _CAMEL.sub(" ", text)
    return tuple(_NO_WORD.sub(" ", text).lower().split())


@lru_cache(maxsize=4096)
def find_measure(name: str) -> KnownMeasure | None:
    """Return the measure that a whole name stands for, with nothing in it that is no word of measures.

    >>> find_measure("test_rocAUC").name, find_measure("neg_log_loss").higher_is_better, find_measure("RF")
    ('roc auc', True, None)
    >>> find_measure("1 - accuracy").higher_is_better, find_measure("negative_log_likelihood").higher_is_better
    (False, False)
    """
    if len(name) > 200:
        return None
    words = measure_words(name)
    if len(words) > 1 and _CONTESTED.search(" ".join(words)):
        return None
    found = _find_phrase(words, strictly=True)
    if found is not None and words[-1] in _LAST and found.name.split()[-1] not in _LAST:
        found = KNOWN[words[-1]]
    if found is None and 1 < len(words) < 5 and _HEAD.search(name) and all(w.isalpha() for w in words):
        found = KNOWN.get(words[-1])
    return found and _turn_direction(found, words)


@lru_cache(maxsize=4096)
def measure_within(name: str) -> KnownMeasure | None:
    """Return the measure that a name speaks of, whatever else it says: for names that are known to be measures.

    >>> measure_within("validation cross_entropy (nats)").name, measure_within("foo")
    ('cross entropy', None)
    >>> measure_within("time-dependent AUC").name, measure_within("accuracy (10 s)").name
    ('auc', 'accuracy')
    >>> measure_within("error reduction").higher_is_better, measure_within("attack success rate")
    (True, None)
    """
    if len(name) > 200:
        return None
    words = _spoken_words(name)
    if not words or _CONTESTED.search(" ".join(words)):
        return None
    plain = _spoken_words(_AFTER.split(name, maxsplit=1)[0])
    found = _find_phrase(plain, strictly=False) or _find_phrase(words, strictly=False)
    if found is not None and words[-1] in _LAST and found.name.split()[-1] not in _LAST:
        found = KNOWN[words[-1]]
    return found and _turn_direction(found, words)


def _spoken_words(text: str) -> list[str]:
    """Return the words of a text without the preposition per, which in capitals is the phone error rate."""
    words = measure_words(text)
    return words if "PER" in text or len(words) == 1 else [word for word in words if word != "per"]


def measures_within(text: str) -> tuple[KnownMeasure, ...]:
    """Return every measure that a sentence speaks of, in its order.

    >>> [known.name for known in measures_within("Table 2: error rate and AUC of five classifiers")]
    ['error rate', 'auc']
    """
    words, found, start = _spoken_words(text[:500]), [], 0
    if _CONTESTED.search(" ".join(words)):
        return ()
    while start < len(words):
        for length in range(min(_LONGEST, len(words) - start), 0, -1):
            known = _look_up_measure(words[start : start + length])
            if known is not None:
                found.append(known)
                break
        else:
            length = 1
        start += length
    return tuple(found)


def only_measure(titles: Sequence[str]) -> str | None:
    """Return the measure that titles or captions of a table speak of, where they speak of one alone.

    >>> only_measure(["Test error (%) on ten datasets"]), only_measure(["Accuracy and AUC"]), only_measure(["Table 1"])
    ('test error', None, None)
    >>> only_measure(["Runtime in seconds"]), only_measure(["Chamfer distance of five methods"])
    ('Runtime in seconds', 'chamfer distance')
    """
    given = [title.strip() for title in titles if title.strip()]
    spoken = [known for title in given for known in measures_within(title)]
    found = list(dict.fromkeys(known.name for known in spoken))
    if any(not _REDUCED.isdisjoint(measure_words(title)) for title in given):
        return None
    whole = [title for title in given if find_measure(title) is not None and not _JOINED.search(title)]
    if len(found) == 1 or (
        found and all(known.field is Field.TIME and not known.higher_is_better for known in spoken)
    ):
        return whole[0] if whole else found[0]
    return whole[0] if found and len(whole) == len(given) == 1 else None


def speaks_of_small(text: str) -> str | None:
    """Return the words of a title that name something that should be small, or that may have to be, if any do.

    >>> speaks_of_small("Accuracy and error of models"), speaks_of_small("Attack success rate"), speaks_of_small("AUC")
    ('error', 'attack success rate', None)
    """
    contested = _CONTESTED.search(" ".join(measure_words(text[:500])))
    small = next((known.name for known in measures_within(text) if not known.higher_is_better), None)
    return contested[0] if contested else small


def ends_in_measure(name: str) -> bool:
    """Say whether the last words of a name, but for what stands in brackets, are those of a measure.

    >>> ends_in_measure("peak VRAM (GB)"), ends_in_measure("time-dependent AUC"), ends_in_measure("error type")
    (True, True, False)
    """
    known = measure_within(name)
    words = measure_words(re.sub(r"[(\[].*", "", name))
    return known is not None and bool(words) and _find_phrase(words[-1:], strictly=False) is not None


def _find_phrase(words: list[str], *, strictly: bool) -> KnownMeasure | None:
    """Return the longest measure among words; in a phrase the last one, which says what the others belong to."""
    longest = min(_LONGEST, len(words)) if not _IN_PHRASES.isdisjoint(words) else 1
    for length in range(longest, 0, -1):
        starts = range(len(words) - length + 1)
        for start in starts if strictly else reversed(starts):
            found = _look_up_measure(words[start : start + length])
            if found and (not strictly or all(map(_is_filler, words[:start] + words[start + length :]))):
                return found
    return None


def _look_up_measure(words: list[str]) -> KnownMeasure | None:
    return _look_up_word(words[0]) if len(words) == 1 else KNOWN.get(" ".join(words))


@lru_cache(maxsize=8192)
def _look_up_word(word: str) -> KnownMeasure | None:
    found = KNOWN.get(word)
    if found is None:
        found = KNOWN.get(word.rstrip("0123456789")) if len(word) > 2 else None
        glued = _GLUED.fullmatch(word)
        found = found or (KNOWN[glued[1]] if glued else None)
    return found


def _is_filler(word: str) -> bool:
    return (
        word in FILLERS
        or word in _NEGATIVE
        or word.isdecimal()
        or word in KNOWN
        or re.fullmatch(r"[a-z]{0,3}\d+", word) is not None
    )


def _turn_direction(found: KnownMeasure, words: list[str]) -> KnownMeasure:
    """Turn the direction of neg_log_loss and 1 - accuracy; a negative predictive value is none of these."""
    is_negative = bool(words) and words[0] in _NEGATIVE and not found.name.startswith(words[0])
    is_complement = words[:2] == ["1", "minus"] or words[:2] == ["one", "minus"]
    is_negative = is_negative or (len(words) > 1 and words[-1] in ("negated", "inverted"))
    is_reduced = not found.higher_is_better and not _REDUCED.isdisjoint(words)
    if is_negative or is_complement or is_reduced:
        return KnownMeasure(
            name=found.name,
            field=found.field,
            higher_is_better=not found.higher_is_better,
            is_bounded=found.is_bounded and is_complement,
        )
    return found
