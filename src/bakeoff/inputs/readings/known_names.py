"""Names that are known: of classifiers and other methods, and of datasets that people test on."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

# Alternatives that begin with a letter are passed over fast; those that begin with \b are tried together.
_METHODS = re.compile(
    r"forest|tree|bayes|svm|svc|neighbou?r|logistic|logreg|logit|regression|boost|xgb|lgbm|lightgbm|gbm|gbdt|"
    r"bagging|perceptron|lstm|resnet|densenet|vgg|transformer|gpt|llama|mistral|qwen|gemini|claude|"
    r"c4\.?5|c5\.0|ripper|ensemble|classifier|ridge|lasso|elastic.?net|jrip|kstar|zero-?r\b|one-?r\b|rocket|hydra|"
    r"inception|weasel|shapelet|hive.?cote|auto.?ml|autogluon|auto-?sklearn|tpot|flaml|tabnet|tabpfn|unet|u-net|yolo|"
    r"fasttext|baseline|proposed|dummy|majority|stacking|voting|discriminant|kernel|neural|network|autoencoder|"
    r"arima|prophet|naive|riemann|gaussian|gradient|machine|-sklearn|_sklearn|_weka|_caret|_matlab|"
    r"wald\b|baum\b|vektor|nachbar|forêt|bosque|árbol|随机森林|支持向量机|决策树|\d-?nn\b|"
    r"\b(?:k?-?nn\b|mlp|bert|h2o|"
    r"(?:cnn|rnn|gru|j48|cart|qda|lda|rf|nb|dt|lr|gp|et|smo|ibk|dtw|boss|hc[12]|elm|vit|ours?|sgd|net|vae|gan|ets|csp|"
    r"(?:fg)?mdm)\b)"
)  # of names in lower case
_GENERIC = re.compile(r"\balg\w*\b|\bmodel\b|\bmethod\b|\bclf\w*|classif|learner|pipeline", re.IGNORECASE)
_KNOWN = """
abalone adult allbp anneal annealing appendicitis arcene arrhythmia audiology australian autos balance
balance-scale balloons bands bank banknote bank-marketing biodeg blood blood-transfusion breast breast-cancer
breast-w bupa california car car-evaluation census chess churn cifar10 cifar100 cifar-10 cifar-100 cleveland
cmc coil2000 colic contraceptive covertype covtype crx credit credit-a credit-g german-credit cylinder-bands
derm dermatology diabetes digits ecoli eeg electricity fashion-mnist fertility flags flare gas gisette glass
haberman hayes-roth heart heart-c heart-h heart-statlog hepatitis higgs hill-valley horse horse-colic
housevotes housing hypothyroid hypo imagenet imdb internet-ads iono ionosphere iris isolet jm1 kc1 kc2 kddcup
krkopt kr-kp kr-vs-kp labor landsat led24 led7 lenses letter letters libras liver liver-disorders lung
lung-cancer lymph lymphography madelon magic mammographic mfeat mnist monk monks monks-1 monks-2 monks-3
movement_libras mushroom mushrooms musk musk1 musk2 newthyroid new-thyroid nomao nursery optdigits ozone page
page-blocks pageblocks parkinsons pendigits phoneme pima planning poker postoperative primary-tumor promoters
qsar-biodeg ring ringnorm satellite satimage segment segmentation seismic semeion shuttle sick sonar soybean
spam spambase spect spectf spectheart splice steel-plates svhn synthetic-control tae texture thyroid
tic-tac-toe tictactoe titanic trains twonorm unbalanced vehicle vertebral vote votes vowel waveform
waveform-5000 wdbc wholesale wilt wine wine-quality winequality wisconsin wpbc yale yeast zoo acsf1 adiac
arrowhead beef beetlefly birdchicken coffee computers cricketx earthquakes ecg200 ecg5000 fiftywords fish
forda fordb gunpoint ham handoutlines haptics herring italypowerdemand lightning2 lightning7 mallat meat
oliveoil osuleaf plane strawberry symbols trace twopatterns wafer worms yoga agnews dbpedia sst2 sst-2 cola
mrpc qnli qqp rte mnli squad boolq hellaswag arc piqa mmlu gsm8k humaneval mbpp winogrande truthfulqa triviaqa
bnci2014_001 bnci2014001 physionet schirrmeister2017 weibo zhou2016 cho2017 amazon jasmine kddcup09 numerai
helena dionis robert riccardo dilbert fabert albert
cora citeseer pubmed ogbn-arxiv ogbn-products ogbg-molhiv mutag enzymes nci1 ppi yelp arxiv dblp computers zinc
qm9 bbbp tox21 sider clintox bace esol freesolv lipophilicity coco voc pascal-voc lvis ade20k cityscapes kitti
nuscenes openimages places365 stl10 stl-10 tinyimagenet tiny-imagenet imagenet-1k imagenet-a imagenet-r
imagenet-v2 imagenet-sketch objectnet caltech101 caltech-101 caltech256 cub cub-200 flowers102 oxford-flowers
food101 food-101 aircraft stanford-cars dtd eurosat resisc45 sun397 usps kmnist emnist celeba lfw ucf101
kinetics hmdb51 chexpert chestx-ray14 mimic mimic-cxr isic ham10000 brats btcv acdc kvasir cvc-clinicdb
librispeech voxceleb voxconverse dihard commonvoice common-voice
timit tedlium switchboard callhome voxpopuli fleurs esc50 esc-50
urbansound8k audioset gtzan wmt14 wmt16 iwslt14 iwslt multi30k wikitext wikitext-2 wikitext-103 enwik8 text8
lambada cnndm cnn-dm xsum samsum gigaword sst sst1 sst-5 trec subj mpqa 20newsgroups 20news r8 r52 ohsumed
yelp-polarity ag-news ag_news conll conll03 conll2003 ontonotes wnut wnut17 snli anli xnli wnli stsb sts-b paws
pawsx multirc wic wsc copa naturalquestions nq hotpotqa msmarco ms-marco beir scifact nfcorpus fiqa trec-covid
touche quora climate-fever scidocs arguana webquestions commonsenseqa csqa strategyqa openbookqa obqa siqa bbh
bigbench big-bench mathqa aime gpqa ifeval mt-bench mtbench alpacaeval arena-hard swe-bench swebench
livecodebench ds1000 multipl-e mgsm svamp asdiv arc-e arc-c arc-easy arc-challenge mmlu-pro ceval cmmlu agieval
tydiqa xquad mlqa flores etth1 etth2 ettm1 ettm2 ili ecl m4 m5 pems04 pems08 metr-la pems-bay movielens ml-1m
ml-100k ml-20m gowalla lastfm epinions criteo avazu kuairec fb15k fb15k-237 wn18 wn18rr yago nell yelp2018
amazon-book qbert seaquest halfcheetah walker2d cartpole smac atari mujoco bodyfat kin8nm airfoil autompg
auto-mpg bikesharing news20 rcv1 a9a w8a ijcnn1 real-sim webspam tweeteval semeval wikiann multinli medmcqa
medqa pubmedqa legalbench casehold ledgar
"""
_DATASETS = frozenset(_KNOWN.split())
_DATASET_WORDS = re.compile(
    r"data ?set|benchmark|^:class:|\b(?:data|(?:sub)?task[\s_-]?\w{0,2}|problem|ds?\d+)\b"
)  # of names in lower case
_JOINTS, _NUMBERED = re.compile(r"[\s_-]"), re.compile(r"[\W_]*\d+$")
_UNIT = re.compile(r"[(\[][^)\]]*[)\]]\s*$")
_FIRST_WORD = re.compile(r"[\s_(\[.-]")
_MOST = 20
_MOSTLY = 0.5
_MOST_WORDS = 5  # of a name beside a measure
# What classifiers are called besides their names; any other word that all share may be a measure.
_NEUTRAL_WORDS = """
our ours new old the tuned untuned default vanilla plain base baseline basic standard fast deep auto robust simple
weighted balanced calibrated optimized optimised stacked pretrained finetuned single multi hybrid improved proposed
model models classifier classifiers clf estimator learner algorithm method approach pipeline system net network
small medium large tiny big full mini ensemble based rbf linear poly gaussian with without smote pca cpu gpu
features original raw all test score scores value result results
"""
_NEUTRAL = frozenset(_NEUTRAL_WORDS.split())
# Digits among letters, several capitals or a joint: names that somebody gave, not words of a language.
_GIVEN = re.compile(r"[^\W\d]\S*\d|\d\S*[^\W\d]|[A-Z]\S*[A-Z]|\w[_.]\w")
_COUNTED_NAME = re.compile(r"([^\W\d_]+)[ _-]?\d{1,3}")
_LONGEST = 100  # letters of a name that may say what it is


def share_of_methods(names: Iterable[str], *, generic: bool = True) -> float:
    """Return the share of names that sound like classifiers; `generic` takes 'model 3' for one too."""
    return _share_passing(
        names, lambda name: is_method(name) or (generic and bool(_GENERIC.search(name.replace("_", " "))))
    )


def share_of_datasets(names: Iterable[str]) -> float:
    """Return the share of names that datasets are known by."""
    return _share_passing(names, is_dataset)


def counted_names(names: Sequence[str]) -> frozenset[str]:
    """Return the names that are counted, three of one kind or more: d1, d2 and d3 are no measures, though D² is one.

    >>> sorted(counted_names(["d1", "d2", "d3", "f1"]))
    ['d1', 'd2', 'd3']
    """
    stems: dict[str, list[str]] = {}
    for name in names:
        if found := _COUNTED_NAME.fullmatch(name):
            stems.setdefault(found[1].casefold(), []).append(name)
    return frozenset(name for group in stems.values() if len(group) > 2 for name in group)


def are_given_names(names: Sequence[str]) -> bool:
    """Say whether half of the names or more are no plain words: XLM-R, en_de, resnet50."""
    return 2 * sum(bool(_GIVEN.search(name)) for name in names) >= len(names)


@lru_cache(maxsize=8192)
def is_method(name: str) -> bool:
    """Say whether a name sounds like a classifier.

    >>> is_method("Random Forest"), is_method("SVM_rbf"), is_method("iris")
    (True, True, False)
    """
    text = name.replace("_", " ").casefold()
    found = _METHODS.search(text) or ("_" in name and _METHODS.search(name.casefold()))
    return bool(found) and not is_dataset(name)


@lru_cache(maxsize=8192)
def is_dataset(name: str) -> bool:
    """Say whether a name is one of a dataset.

    >>> is_dataset("Iris"), is_dataset("breast cancer"), is_dataset("SVM"), is_dataset("glass2")
    (True, True, False, True)
    """
    plain = name.strip().casefold()
    if plain in _DATASETS or _DATASET_WORDS.search(plain):
        return True
    if plain.isalpha():  # one word, and not a known one
        return False
    first = _FIRST_WORD.split(plain, maxsplit=1)[0]
    return (len(first) > 3 and first in _DATASETS) or not _DATASETS.isdisjoint(
        (
            plain.replace(" ", "-"),
            plain.replace("_", "-"),
            _JOINTS.sub("", plain),
            _NUMBERED.sub("", plain),
        )
    )


def shared_word(names: Sequence[str]) -> str | None:
    """Return the word that all names of classifiers begin or end with and that is no part of such names, if any.

    >>> shared_word(["chyba SVM", "chyba RF"]), shared_word(["tuned SVM", "tuned RF"]), shared_word(["SVM", "RF"])
    ('chyba', None, None)
    """
    if len(names) < 2:
        return None
    parts = [[word for word in _JOINTS.split(_UNIT.sub("", name).strip()) if word] for name in names]
    for end in (0, -1):
        words = {part[end] for part in parts if part}
        rest = [" ".join(part[1:] if end == 0 else part[:-1]) for part in parts]
        word = next(iter(words), "")
        is_short = all(len(part) <= _MOST_WORDS for part in parts)  # a measure beside a name, not a phrase
        if (
            len(words) == 1
            and all(rest)
            and is_short
            and _may_be_measure(word)
            and share_of_methods(rest) >= _MOSTLY
        ):
            return word
    return None


def _may_be_measure(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word.casefold() not in _NEUTRAL and not is_method(word)


def _share_passing(names: Iterable[str], test: Callable[[str], bool]) -> float:
    every = list(names)
    step = max(1, len(every) // _MOST)
    some = [name[:_LONGEST] for name in every[::step][:_MOST]]  # enough to tell
    return sum(map(test, some)) / len(some) if some else 0.0
