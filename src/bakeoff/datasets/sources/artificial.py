"""Artificial data with known properties: what a classifier should do with them can be said beforehand.

Every concept gives each point one class, so that without label noise the best possible error is 0. With label noise
at rate r the best possible error is r, as long as the true class stays the likeliest.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from urllib.parse import parse_qsl

import numpy as np
from scipy.special import gammaincinv, ndtri

from bakeoff.core.arrays import Floats, Ints
from bakeoff.core.datasets import CategoricalColumn, Dataset, FeatureColumn, NumericColumn, make_dataset
from bakeoff.core.errors import DatasetError
from bakeoff.core.words import did_you_mean, quote_text
from bakeoff.datasets.noise import add_label_noise, remove_values

LEVELS = 4  # of a categorical feature: the quarters of a normal distribution


class Concept(StrEnum):
    """The shape of what is to be learnt."""

    LINEAR = "linear"  # parallel slabs across one direction
    XOR = "xor"  # a checkerboard: no feature tells anything by itself
    RINGS = "rings"  # shells around the origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """A recipe. Shares are between 0 and 1."""

    concept: Concept
    n: int = 200
    features: int = 10
    informative: int = 2
    classes: int = 2
    majority: float = 0.0  # share of the first class; 0: all classes alike
    noise: float = 0.0  # share of labels replaced by another class
    missing: float = 0.0  # share of cells without a value
    categorical: float = 0.0  # share of features cut into four levels, uninformative ones first
    drift: float = 0.0  # how far the concept moves from the first row to the last; rows are then in time
    seed: int = 0


def parse_recipe(text: str) -> Recipe:
    """Return the recipe of a reference such as linear?n=200&noise=0.1&seed=3.

    >>> parse_recipe("rings?n=50&classes=3").classes
    3
    """
    concept, _, options = text.partition("?")
    if concept not in set(Concept):
        raise _recipe_error(
            f"there is no concept {quote_text(concept)}{did_you_mean(concept, list(Concept))}", text
        )
    kinds = {f.name: f.type for f in fields(Recipe) if f.name != "concept"}
    settings: dict[str, int | float] = {}
    for key, value in parse_qsl(options, keep_blank_values=True):
        if key not in kinds:
            raise _recipe_error(
                f"there is no parameter {quote_text(key)}{did_you_mean(key, list(kinds))}", text
            )
        try:
            settings[key] = int(value) if kinds[key] is int else float(value)
        except ValueError:
            raise _recipe_error(
                f"{key}={value} is no {'whole ' if kinds[key] is int else ''}number", text
            ) from None
    recipe = Recipe(concept=Concept(concept), **settings)  # type: ignore[arg-type]
    _check_recipe(recipe, text)
    return recipe


def make_artificial(recipe: Recipe, *, reference: str) -> Dataset:
    """Return the dataset of a recipe; the same recipe gives the same dataset everywhere."""
    rng = np.random.default_rng(recipe.seed)
    table = rng.standard_normal((recipe.n, recipe.features))
    times = np.linspace(0.0, 1.0, recipe.n) if recipe.drift else None
    clean = _assign_classes(_decisive_coordinates(recipe, table, rng, times), recipe)
    target = add_label_noise(clean, recipe.noise, recipe.classes, rng=rng)
    cut = round(recipe.categorical * recipe.features)
    whole = remove_values(table, recipe.missing, np.zeros(recipe.features, dtype=np.bool_), rng=rng)
    columns = [
        _make_column(whole[:, j], j, levels=j >= recipe.features - cut) for j in range(recipe.features)
    ]
    dataset = make_dataset(
        name=reference.partition(":")[2] or recipe.concept.value,
        features=columns,
        target=target,
        classes=[f"c{i}" for i in range(recipe.classes)],
        source=reference,
        times=times,
    )
    return replace(dataset, bayes_error=bayes_error(recipe))


def bayes_error(recipe: Recipe) -> float | None:
    """Return the error of the best possible classifier, or nothing where it is not known.

    It is known as long as every feature that matters can be seen in full and the concept stays where it is.
    """
    cut = round(recipe.categorical * recipe.features)
    hidden = recipe.missing > 0 or recipe.drift > 0 or cut > recipe.features - recipe.informative
    if hidden or recipe.noise > 1 - 1 / recipe.classes:
        return None
    return recipe.noise


def _decisive_coordinates(
    recipe: Recipe, table: Floats, rng: np.random.Generator, times: Floats | None
) -> Floats:
    """Return the coordinates that decide about the class: rotated, or moved, as far as the concept has drifted."""
    inside = table[:, : recipe.informative]
    if recipe.concept is not Concept.LINEAR:
        if times is None:
            return inside
        moved = inside.copy()
        moved[:, 0] -= recipe.drift * times
        return moved
    direction = _unit_vector(rng.standard_normal(recipe.informative))
    if times is None or recipe.informative == 1:
        return (inside @ direction)[:, None]
    other = rng.standard_normal(recipe.informative)
    other = _unit_vector(other - (other @ direction) * direction)
    angle = recipe.drift * np.pi / 2 * times
    return (np.cos(angle) * (inside @ direction) + np.sin(angle) * (inside @ other))[:, None]


def _unit_vector(vector: Floats) -> Floats:
    unit: Floats = vector / np.linalg.norm(vector)
    return unit


def _assign_classes(seen: Floats, recipe: Recipe) -> Ints:
    """Return the class of each point; the cuts are the quantiles of the distribution, not of the sample."""
    if recipe.concept is Concept.XOR:
        cuts = ndtri(np.arange(1, recipe.classes) / recipe.classes)
        square: Ints = np.searchsorted(cuts, seen).sum(axis=1, dtype=np.int64) % recipe.classes
        return square
    below = np.cumsum(_class_shares(recipe))[:-1]
    if recipe.concept is Concept.LINEAR:
        slab: Ints = np.searchsorted(ndtri(below), seen[:, 0]).astype(np.int64)
        return slab
    cuts = 2 * gammaincinv(recipe.informative / 2, below)  # squared radii: chi-squared
    shell: Ints = np.searchsorted(cuts, (seen**2).sum(axis=1)).astype(np.int64)
    return shell


def _class_shares(recipe: Recipe) -> Floats:
    first = recipe.majority or 1 / recipe.classes
    return np.array([first, *([(1 - first) / (recipe.classes - 1)] * (recipe.classes - 1))])


def _make_column(values: Floats, place: int, *, levels: bool) -> FeatureColumn:
    name = f"x{place + 1}"
    if not levels:
        return NumericColumn(name=name, values=np.ascontiguousarray(values))
    codes = np.searchsorted(ndtri(np.arange(1, LEVELS) / LEVELS), np.nan_to_num(values)).astype(np.int64)
    codes[np.isnan(values)] = -1
    return CategoricalColumn(name=name, codes=codes, levels=tuple(f"q{i + 1}" for i in range(LEVELS)))


def _check_recipe(recipe: Recipe, text: str) -> None:
    shares = {name: getattr(recipe, name) for name in ("noise", "missing", "categorical")}
    complaints = {
        "n must be at least 2": recipe.n < 2,
        "classes must be at least 2 and at most n": not 2 <= recipe.classes <= recipe.n,
        "informative must be between 1 and features": not 1 <= recipe.informative <= recipe.features,
        "majority must be 0, or above 0 and below 1": not 0 <= recipe.majority < 1,
        "a checkerboard has classes of the same size; leave majority out": (
            recipe.concept is Concept.XOR and recipe.majority > 0
        ),
        "drift must not be negative": not recipe.drift >= 0,
        "seed must not be negative": recipe.seed < 0,
        **{f"{name} must be between 0 and 1": not 0 <= share <= 1 for name, share in shares.items()},
    }
    for complaint, holds in complaints.items():
        if holds:
            raise _recipe_error(complaint, text)


def _recipe_error(what: str, text: str) -> DatasetError:
    return DatasetError(
        what,
        where=f"artificial:{text}",
        fix="write for example artificial:linear?n=200&features=10&informative=2&classes=2&noise=0.1&seed=3",
        code="BO435",
    )
