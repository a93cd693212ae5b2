"""What one row of a table is, by the word above the names of the rows: an example, a person, a class, a feature."""

import re
from enum import StrEnum
from functools import lru_cache

from bakeoff.core.measure_names import measure_words
from bakeoff.inputs.table.spellings import Role, role_of


class RowKind(StrEnum):
    """What a row may be in place of a dataset."""

    EXAMPLE = "single example"
    PERSON = "single person"
    CLASS = "class of one dataset"
    FEATURE = "feature"
    COMPARISON = "comparison of two others"
    STAGE = "stage of training and testing"


_WORDS: dict[RowKind, str] = {
    RowKind.EXAMPLE: "item question prompt query example sample image img photo picture frame clip video audio "
    "utterance sentence segment document doc text essay passage paragraph tweet review article email mail message "
    "comment dialogue dialog conversation turn puzzle exercise ticket molecule compound protein sequence game "
    "episode file filename filepath path recording slide scan lesion nodule transaction customer chat trace "
    "answer response statement claim topic url snippet word token headline testcase admission visit encounter "
    "frage bild satz beispiel dokument bericht phrase pregunta imagen frase oración documento ejemplo "
    "esempio domanda immagine exemple 问题 图片 样本 题目 句子 文档 вопрос пример",
    RowKind.PERSON: "respondent participant annotator rater judge worker student evaluator reviewer coder voter "
    "runner athlete player driver patient pupil child "
    "teilnehmer proband befragter bewerter encuestado participante juez annotateur répondant",
    RowKind.CLASS: "class label category tag intent entity klasse kategorie classe catégorie clase categoría "
    "etiqueta étiquette 类别 标签 класс",
    RowKind.FEATURE: "feature variable attribute predictor covariate regressor gene transcript probe "
    "snp peptide metabolite biomarker merkmal attribut caractéristique "
    "atributo 特征 признак",
    RowKind.COMPARISON: "comparison contrast hypothesis vergleich comparaison comparación",
    RowKind.STAGE: "stage phase",
}
_KIND_OF = {word: kind for kind, words in _WORDS.items() for word in words.split()}
_AROUND = frozenset(
    ["id", "ids", "no", "nr", "number", "num", "name", "names", "nummer", "index", "idx", "key", "of"]
)
_ORDINARY = re.compile(r"[\w\s.#-]{1,60}")  # "adult (sample)" is somebody's name


@lru_cache(maxsize=4096)
def row_kind(name: str) -> RowKind | None:
    """Return what one row is by the name of the column that names the rows; None where that says no more.

    >>> row_kind("question_id"), row_kind("Class"), row_kind("dataset"), row_kind("image dataset")
    (<RowKind.EXAMPLE: 'single example'>, <RowKind.CLASS: 'class of one dataset'>, None, None)
    """
    every = measure_words(name)
    if _KIND_OF.keys().isdisjoint(every) or role_of(name)[0] is Role.DATASET or not _ORDINARY.fullmatch(name):
        return None
    words = [word for word in every if word not in _AROUND and not word.isdecimal()]
    is_count = bool({"n", "size", "length"} & set(words)) or every[:1] in (["num"], ["number"])
    return None if not words or len(words) > 2 or is_count else _KIND_OF.get(words[-1])
