"""Settings that a study varies on purpose: one classifier for each combination, known by its settings."""

import json
from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any

MOST_VARIED = 200  # combinations of the settings of one classifier
LONGEST = 40  # characters of a value in a name


def list_settings(vary: Mapping[str, Sequence[Any]], *, most: int | None = None) -> list[dict[str, Any]]:
    """Return every combination of settings, or the first ones; a single empty one where nothing is varied.

    >>> list_settings({"max_depth": [1, 4], "criterion": ["gini"]})
    [{'max_depth': 1, 'criterion': 'gini'}, {'max_depth': 4, 'criterion': 'gini'}]
    """
    return [dict(zip(vary, values, strict=True)) for values in islice(product(*vary.values()), most)]


def varied_name(name: str, settings: Mapping[str, Any]) -> str:
    """Return what a classifier with these settings is called.

    >>> varied_name("tree", {"max_depth": 4, "splitter": "best"}), varied_name("tree", {})
    ('tree max_depth=4 splitter=best', 'tree')
    """
    return " ".join([name, *(f"{key}={setting_text(value)}" for key, value in settings.items())])


def setting_text(value: Any) -> str:  # noqa: ANN401 - whatever a parameter takes
    """Return the value of a setting in a few characters.

    >>> setting_text([50, 50]), setting_text(True), setting_text("gini"), setting_text(1e-9)
    ('[50, 50]', 'true', 'gini', '1e-09')
    """
    if isinstance(value, str):
        return value
    try:
        return json.dumps(value)
    except (TypeError, ValueError):
        text = " ".join(repr(value).split())
        return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
