"""The bench: evidence laid out for procedures, each of which takes what its parameters name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from inspect import signature
from itertools import compress
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from bakeoff.core.arrays import Floats, Ints, advantage, advantages
from bakeoff.core.comparison import Settings
from bakeoff.core.design import Design
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import Halves, Scores, at_precision
from bakeoff.core.measures import Unit
from bakeoff.core.predictions import Evidence, Predictions
from bakeoff.core.words import write_list
from bakeoff.procedures.resampled.corrected_t import corrected_standard_errors

PairIndex = tuple[int, int]
REACH = {Unit.FRACTION: 1.0, Unit.PERCENT: 100.0}  # of a difference of two scores


@lru_cache(maxsize=256)
def parameter_names(run: Callable[..., object]) -> tuple[str, ...]:
    """Return what a procedure asks for: the names of its parameters."""
    return tuple(signature(run).parameters)


def find_pair_index(classifiers: Sequence[str], a: str | None, b: str | None) -> PairIndex:
    """Return the pair that a question is about: the one named, or the only one."""
    if a is None and b is None and len(classifiers) == 2:
        return 0, 1
    if a in classifiers and b in classifiers and a != b:
        return classifiers.index(str(a)), classifiers.index(str(b))
    known = write_list(list(classifiers), most=8)
    raise UsageError(
        f"the question is about one pair, and there are {len(classifiers)} classifiers"
        if a is None or b is None
        else f"{a!r} and {b!r} are not two of the classifiers",
        where="--pair",
        fix=f"name two of them, a and then b: {known}",
        code="BO459",
    )


@dataclass(frozen=True, kw_only=True)
class Bench:
    """One comparison's evidence, design and settings, ready to be handed to procedures."""

    evidence: Evidence
    design: Design
    settings: Settings
    pairs: tuple[PairIndex, ...]

    @cached_property
    def shares_right(self) -> Floats | None:
        """The share of the examples that each classifier gets right; None where there are none."""
        right = getattr(self.evidence, "correct", None)
        return right.mean(axis=0) if isinstance(right, np.ndarray) else None

    def arguments(
        self,
        run: Callable[..., object],
        pair: PairIndex | None = None,
        changes: Mapping[str, object] = MappingProxyType({}),
    ) -> dict[str, object]:
        """Return what `run` asks for by its parameters' names; `changes` take the place of settings."""
        offers = self.offers(pair)
        names = [name for name in parameter_names(run) if name in offers]
        return {name: changes[name] if name in changes else offers[name]() for name in names}

    def offers(self, pair: PairIndex | None) -> dict[str, Callable[[], object]]:
        """Return everything a procedure may ask for, by name, each made when it is wanted."""
        settings = self.settings
        common: dict[str, Callable[[], object]] = {
            "pairs": lambda: self.pairs,
            "level": lambda: settings.level,
            "alternative": lambda: settings.alternative,
            "margin": lambda: settings.margin,
            "rng": lambda: np.random.default_rng(settings.seed),
        }
        return common | self.own_offers(pair)

    def own_offers(self, pair: PairIndex | None) -> dict[str, Callable[[], object]]:
        """Return what this kind of evidence has to offer, for one pair or for all."""
        raise NotImplementedError

    @property
    def advantage_name(self) -> str | None:
        """What an advantage is here, where that is another thing than the tests say."""
        return None


@dataclass(frozen=True, kw_only=True)
class ScoreBench(Bench):
    """Scores laid out: datasets × classifiers, or the resamples of the only dataset."""

    evidence: Scores
    predictions: Predictions | None = None  # what the scores were computed from, where that is known
    each: str | None = None  # a test of examples that was named: it judges every dataset by itself

    @cached_property
    def unit_scores(self) -> Floats:
        """Scores by what is paired: datasets, or the resamples of the only dataset."""
        resamples = self.evidence.resamples
        return self.evidence.values if self.design.datasets > 1 or resamples is None else resamples.values

    @cached_property
    def turned(self) -> Floats:
        """All units, turned so that higher is better; NaN where a score is missing."""
        scores = at_precision(self.unit_scores, self.evidence.decimals)
        return scores if self.evidence.measure.higher_is_better else -scores

    @cached_property
    def complete_scores(self) -> Floats:
        """The units that are complete for every classifier, turned so that higher is better."""
        complete: Floats = self.turned[~np.isnan(self.turned).any(axis=1)]
        return complete

    def find_shared(self, pair: PairIndex) -> NDArray[np.bool_]:
        """Say which units have a score of both classifiers."""
        if self._is_whole:
            return self._all_units
        both: NDArray[np.bool_] = self._is_present[:, pair[0]] & self._is_present[:, pair[1]]
        return both

    @cached_property
    def _is_present(self) -> NDArray[np.bool_]:
        """Which scores there are."""
        return ~np.isnan(self.unit_scores)

    @cached_property
    def _is_whole(self) -> bool:
        """Whether no score is missing."""
        return bool(self._is_present.all())

    @cached_property
    def _all_units(self) -> NDArray[np.bool_]:
        """All units: what every pair shares of a complete table."""
        return np.ones(len(self.unit_scores), dtype=np.bool_)

    def scores_of(self, classifier: int, pair: PairIndex) -> Floats:
        """Return the scores of a classifier on the units that the pair shares."""
        scores: Floats = self._columns[classifier]
        return scores if self._is_whole else scores[self.find_shared(pair)]

    @cached_property
    def _columns(self) -> tuple[Floats, ...]:
        """The scores of each classifier: one array for each, which all its pairs share."""
        return tuple(np.ascontiguousarray(self.unit_scores.T))

    def names_of(self, pair: PairIndex) -> tuple[str, ...]:
        """Return the names of the units that the pair shares."""
        if self._is_whole:
            return self.unit_names
        return tuple(compress(self.unit_names, self.find_shared(pair).tolist()))

    @cached_property
    def unit_names(self) -> tuple[str, ...]:
        """The datasets, or the resamples of the only dataset."""
        resamples = self.evidence.resamples
        if self.design.datasets > 1 or resamples is None:
            return self.evidence.datasets
        return resamples.names

    def differences(self, pair: PairIndex) -> Floats:
        """Return the advantages of b over a on the units that the pair shares."""
        known = self._advantages
        if pair not in known:
            a, b = self._as_written(pair)
            known[pair] = advantage(a, b, higher_is_better=self.evidence.measure.higher_is_better)
        return known[pair]

    def _as_written(self, pair: PairIndex) -> tuple[Floats, Floats]:
        """Return the scores of both classifiers at the coarser precision of the two."""
        a, b = (self.scores_of(i, pair) for i in pair)
        decimals = self.evidence.decimals
        if decimals is None or decimals[pair[0]] == decimals[pair[1]]:
            return a, b
        both = at_precision(np.column_stack([a, b]), [decimals[i] for i in pair])
        return both[:, 0], both[:, 1]

    @cached_property
    def _advantages(self) -> dict[PairIndex, Floats]:
        """Advantages that are known already: every procedure asks for the same."""
        if self.evidence.decimals is not None:
            return {}
        higher = self.evidence.measure.higher_is_better
        rows = advantages(self.unit_scores, self.pairs, higher_is_better=higher)
        if self._is_whole:
            return dict(zip(self.pairs, rows, strict=True))
        return {pair: row[self.find_shared(pair)] for pair, row in zip(self.pairs, rows, strict=True)}

    def resampled_differences(self, pair: PairIndex) -> list[Floats]:
        """Return the advantages of b over a on every resample, one array for each dataset."""
        resamples = self.evidence.resamples
        if resamples is None:
            return []
        higher = self.evidence.measure.higher_is_better
        tables = (resamples.of(i) for i in range(len(self.evidence.datasets)))
        every = (advantage(t[:, pair[0]], t[:, pair[1]], higher_is_better=higher) for t in tables)
        return [d[~np.isnan(d)] for d in every]

    @cached_property
    def resample_errors(self) -> dict[PairIndex, Floats]:
        """The standard error of each dataset's advantage, by pair; none where resamples are missing or too few."""
        resamples, ratio = self.evidence.resamples, self.design.test_train_ratio
        if resamples is None or ratio is None or np.isnan(resamples.values).any():
            return {}
        if resamples.per_dataset[0] < 2:
            return {}
        higher = self.evidence.measure.higher_is_better
        tables = (resamples.of(i) for i in range(len(self.evidence.datasets)))
        errors = [
            corrected_standard_errors(
                advantages(t, self.pairs, higher_is_better=higher), test_train_ratio=ratio
            )
            for t in tables
        ]
        return dict(zip(self.pairs, np.column_stack(errors), strict=True))

    def own_offers(self, pair: PairIndex | None) -> dict[str, Callable[[], object]]:
        """Return tables of scores, and the differences of one pair."""
        design = self.design
        offers: dict[str, Callable[[], object]] = {
            "scores": lambda: self.complete_scores,
            "sparse_scores": lambda: self.turned,
            "fold_scores": lambda: self.complete_scores,
            "difference_lists": lambda: [self.differences(p) for p in self.pairs],
            "difference_columns": lambda: np.column_stack([self.differences(p) for p in self.pairs]),
            "test_train_ratio": lambda: design.test_train_ratio,
            "repeats": lambda: design.repeats,
            "folds": lambda: design.folds,
            "reach": lambda: REACH.get(self.evidence.measure.unit),
        }
        if pair is not None:
            offers["differences"] = offers["fold_differences"] = lambda: self.differences(pair)
            offers["unit_differences"] = lambda: self.differences(pair)
            offers["resampled_differences"] = lambda: self.resampled_differences(pair)
            offers["halves"] = lambda: self._halves().inside
            offers["half_examples"] = lambda: self._half_examples(pair)
            offers["half_differences"] = lambda: self._half_differences(pair)
        return offers

    def _halves(self) -> Halves:
        """Return the halves of the only dataset; only procedures of designs that have them ask."""
        halves = None if self.evidence.resamples is None else self.evidence.resamples.halves
        if halves is None:
            raise ValueError("folds were not made inside halves")
        return halves

    def _half_examples(self, pair: PairIndex) -> Floats | None:
        """Return halvings × examples: the advantage of b over a on each."""
        right = self._halves().right
        return None if right is None else right[pair[1]] - right[pair[0]]

    def _half_differences(self, pair: PairIndex) -> Floats:
        """Return halvings × 2: the mean advantage of b over a in each half, of the halvings without a missing score."""
        resamples, shared = self.evidence.resamples, self.find_shared(pair)
        repeat = np.zeros(0, dtype=np.int64) if resamples is None else resamples.repeat
        whole = ~np.isin(repeat, repeat[~shared])
        return mean_by_half(self.differences(pair)[whole[shared]], repeat[whole], self._halves().half[whole])


def mean_by_half(differences: Floats, repeat: Ints, half: Ints) -> Floats:
    """Return halvings × 2: the mean advantage over the folds of each half.

    >>> mean_by_half(np.array([1.0, 3.0, 0.0, 2.0]), np.array([0, 0, 0, 0]), np.array([0, 0, 1, 1])).tolist()
    [[2.0, 1.0]]
    """
    place = np.unique(repeat, return_inverse=True)[1] * 2 + half
    sums, counts = np.bincount(place, weights=differences), np.bincount(place)
    means: Floats = (sums / counts).reshape(-1, 2)
    return means
