"""What stands below a figure, not in it: the sentences of its data, and the sizes that papers and slides have."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bakeoff.render.figures.labels import SMALL

SENTENCES = (
    "title",
    "note",
    "statement",
    "difference",
    "agreement",
    "estimate_label",
)  # fields of data that are sentences
KEYS = ("bars",)  # fields of data that stand in the key
SMALLEST = 6.5  # points of the smallest letters in a printed figure
MOST_LARGER = 1.5  # times that letters are drawn larger than their figure is laid out for
MEASURED = ("critical-difference", "matrix")  # laid out by the widths of their letters, which have to stay
WIDTHS = {"column": 3.35, "two-columns": 7.0, "slide": 11.0}  # inches


def split_caption(data: Any) -> tuple[Any, str]:  # noqa: ANN401 - each figure has its own
    """Return the data of a figure without the sentences that stand in it, and these as its caption."""
    known = [f.name for f in fields(data) if f.name in SENTENCES] if is_dataclass(data) else []
    names = [name for name in known if isinstance(getattr(data, name), str)]
    if "title" in names and "note" in names:
        names.remove("note")  # it explains a mark of the key, and stays there
    texts = [getattr(data, name) for name in names]
    caption = " ".join(_end_sentence(text) for text in texts if text)
    plain = replace(data, **dict.fromkeys(names, "")) if names else data
    return plain, caption


def rename_sentences(data: Any, rename: Callable[[str], str]) -> Any:  # noqa: ANN401 - each figure has its own
    """Return the data of a figure with its sentences in other words."""
    names = [f.name for f in fields(data) if f.name in (*SENTENCES, *KEYS)] if is_dataclass(data) else []
    texts = {name: getattr(data, name) for name in names}
    return replace(data, **{name: rename(text) for name, text in texts.items() if isinstance(text, str)})


def scale_to(size: str | None, natural: float) -> float:
    """Return how many times its own size a figure of so many inches is drawn."""
    return 1.0 if size is None else WIDTHS[size] / natural


def letters_for(scale: float, key: str = "") -> float:
    """Return how many times as large letters are drawn in a figure of such a scale, to end at 6.5 points or more.

    Where they would have to be much larger they would run into each other, and stay as they are.

    >>> letters_for(1.0), round(letters_for(0.75), 2), letters_for(0.4)
    (1.0, 1.24, 1.0)
    """
    times = max(1.0, SMALLEST / (SMALL * scale))
    return times if times <= MOST_LARGER and key not in MEASURED else 1.0


def small_letters_note(scale: float, key: str = "") -> str:
    """Return what is said of a figure whose letters are too small at its width; nothing where they are not."""
    points = SMALL * scale * letters_for(scale, key)
    if points >= SMALLEST - 1e-9:
        return ""
    return f" At this width its smallest letters have {points:.1f} points: choose a larger --figure-size for print."


def _end_sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
