"""Examples that are one click away: published tables, and two small ones that are made up."""

from typing import NamedTuple

from bakeoff.inputs.published import PUBLISHED


class Example(NamedTuple):
    """A table to try, with the options that suit it."""

    key: str
    what: str
    source: str
    text: str
    options: dict[str, object]


def _folds() -> str:
    """Return ten folds of one dataset, made up."""
    a = (0.81, 0.78, 0.84, 0.80, 0.79, 0.83, 0.77, 0.82, 0.80, 0.81)
    b = (0.83, 0.80, 0.84, 0.83, 0.80, 0.86, 0.79, 0.83, 0.81, 0.84)
    rows = [
        f"spam,{fold},{tree:.2f},{forest:.2f}"
        for fold, (tree, forest) in enumerate(zip(a, b, strict=True), 1)
    ]
    return "dataset,fold,tree,forest\n" + "\n".join(rows) + "\n"


def _predictions() -> str:
    """Return the answers of three classifiers to eighty questions, made up by a rule that leaves nothing to chance."""
    names = ("ham", "spam")
    rows = []
    for i in range(80):
        truth = i * 7 % 5 < 2
        wrong = (i * 13 % 17 < 5, i * 11 % 19 < 3, i * 5 % 23 < 4)
        rows.append(",".join([f"m{i + 1:02d}", names[truth], *(names[truth != w] for w in wrong)]))
    return "id,y_true,tree,forest,bayes\n" + "\n".join(rows) + "\n"


AUTHORS = {
    "bramer2020": "Bramer (2020)",
    "demsar2006": "Demšar (2006)",
    "garcia2008": "García and Herrera (2008)",
}


def _source(source: str) -> str:
    """Return where a table was printed, for people: by its authors, not by the key of the list of sources."""
    key, _, place = source.partition(", ")
    return f"{AUTHORS.get(key, key)}, {place}"


EXAMPLES = {
    example.key: example
    for example in (
        *(Example(key, p.what, _source(p.source), p.text, {"metric": p.metric}) for key, p in PUBLISHED.items()),
        Example("folds", "accuracy of two classifiers on ten folds of one dataset", "made up", _folds(),
                {"metric": "accuracy"}),
        Example("predictions", "the answers of three classifiers to eighty messages", "made up", _predictions(), {}),
    )
}  # fmt: skip
