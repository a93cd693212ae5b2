"""What stands below a figure, not in it: the sentences of its data, and the sizes that papers and slides have."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

SENTENCES = ("title", "note", "statement", "difference", "agreement")  # fields of data that are sentences
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


def scale_to(size: str | None, natural: float) -> float:
    """Return how many times its own size a figure of so many inches is drawn."""
    return 1.0 if size is None else WIDTHS[size] / natural


def _end_sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."
