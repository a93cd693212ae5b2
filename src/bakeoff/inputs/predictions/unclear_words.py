"""Words that say whether an answer was right, or are the answer: yes and no."""

from collections.abc import Mapping, Sequence

from bakeoff.core.errors import ReadingError
from bakeoff.core.readings import Alternative, Doubt, Weight
from bakeoff.core.words import quote_text
from bakeoff.inputs.messages import join_with_commas
from bakeoff.inputs.options import ReadOptions
from bakeoff.inputs.predictions.grades import PLAIN_WORDS
from bakeoff.inputs.predictions.prediction_spellings import graded_classifier
from bakeoff.inputs.readings.plans import source_of
from bakeoff.inputs.table.grid import Column, Grid
from bakeoff.inputs.table.marks import MISSING
from bakeoff.inputs.table.word_columns import read_words

OUTCOMES = PLAIN_WORDS | {"0", "1", "0.0", "1.0", "true", "false", "right"}


def doubt_words(grid: Grid, items: Mapping[str, Column], *, options: ReadOptions) -> None:
    """Ask about yes and no, which may say that an answer was right, or be the answer."""
    if options.rows_are is not None or not grid.name:
        return
    words = {text.strip().casefold() for c in items.values() for text in read_words(c).texts} - MISSING
    if words <= OUTCOMES or any(graded_classifier(c.name) for c in items.values()):
        return
    shown = join_with_commas(map(quote_text, sorted(words)), most=4)
    message = (
        f"the words {shown} of {join_with_commas(map(quote_text, items), most=3)} may say whether an answer was right, "
        "or be the answers themselves"
    )
    raise ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which is meant; of answers give the true ones as well, in a column 'y_true':",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=(
            Alternative(
                meaning="each row is an item that each column got right or wrong",
                options=("--rows-are", "examples"),
                source=source_of(grid),
            ),
        ),
    )


def doubt_outcome(grid: Grid, outcome: Column, beside: Sequence[Column]) -> None:
    """Ask about an outcome beside fractions: what was to be predicted, or whether one classifier was right."""
    name, others = outcome.name.strip(), [c.name.strip() for c in beside]
    shown = join_with_commas(map(quote_text, others), most=3)
    message = (
        f"{quote_text(name)} may be what was to be predicted, with probabilities in {shown}, or say whether the "
        "answers of one classifier were right"
    )
    meaning = f"{quote_text(name)} is the truth, {shown} are probabilities"
    raise ReadingError(
        f"this table can be read in more than one way: {message}",
        where=grid.source,
        fix="say which is meant; right and wrong answers of one classifier are judged by bakeoff estimate with "
        f"--score-column {name}:",
        code="BO560",
        doubts=(Doubt(weight=Weight.SERIOUS, message=message),),
        alternatives=(
            Alternative(meaning=meaning, options=("--truth-column", name), source=source_of(grid)),
        ),
    )
