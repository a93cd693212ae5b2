"""What the results of a study say beyond their comparison: estimates, chance, curves, costs, factors."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bakeoff.api.study.stored import open_study, read_plan
from bakeoff.api.views import with_views
from bakeoff.core.answers import studies as core
from bakeoff.core.comparison import Settings
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import StoredStudy
from bakeoff.core.outcomes import Outcome, columns_of
from bakeoff.store.open import open_store_to_read
from bakeoff.study.specification.variations import setting_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.axes import Axes

    from bakeoff.render.lines import Line

NEEDED = ("whole dataset", "fold pairs")  # the conditions that estimates need besides the resamples
REPEATED = ("stratified-k-fold", "k-fold", "group-k-fold")  # every repeat tests each example once
RESOURCES = ("fit_seconds", "predict_seconds", "peak_memory_bytes", "size_bytes")


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyFacts:
    """What the frozen specification of a study says of how it was run."""

    metric: str
    level: float
    resampling: str
    distinct: bool
    once_each: bool  # an estimate may be made of single predictions: no example need have been tested twice
    permutations: int
    kinds: tuple[str, ...]  # of what was done to the data on purpose
    artificial: tuple[str, ...]  # names of artificial datasets
    datasets: tuple[str, ...]
    varied: Mapping[str, core.VariedSettings]  # by classifier: the settings that the study varies
    weighted: bool  # rows count by their weights, in scores too
    dependent: bool  # rows belong together, in groups or in time
    baseline: str | None
    seed: int

    @property
    def has_factors(self) -> bool:
        """Whether the study varied properties of artificial data, or settings of classifiers."""
        return len(self.artificial) > 1 or bool(self.varied)


class _PrintedRecord:
    """A record that prints as the words of the command line."""

    __slots__ = ()

    def lines(self, *, columns: int = 100) -> "list[Line]":
        """Return the record as lines of a screen of some width."""
        return _views_of(self)[0](columns)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON's plain values."""
        return _views_of(self)[1]()

    def __str__(self) -> str:
        from bakeoff.render.lines import plain_text

        return plain_text(self.lines())


class StudyEstimates(_PrintedRecord, core.StudyEstimates):
    """The estimates of every classifier on every dataset."""

    __slots__ = ()


class Randomizations(_PrintedRecord, core.Randomizations):
    """The randomization tests of a study."""

    __slots__ = ()


class ConditionCurves(_PrintedRecord, core.ConditionCurves):
    """Learning or robustness curves."""

    __slots__ = ()

    def plot(self, *, ax: "Axes | None" = None) -> "Axes":
        """Draw the curves, on the given axes or on a figure of its own, and return the axes."""
        from bakeoff.api.deliveries.figures import Drawing, draw_data
        from bakeoff.api.extras import require_matplotlib
        from bakeoff.render.figures.curves.condition_curve import (
            condition_curve_data,
            condition_curve_size,
            draw_condition_curve,
        )

        require_matplotlib(where="plot")
        return draw_data(condition_curve_data(self), Drawing(draw_condition_curve, condition_curve_size), ax)


class Beyond(_PrintedRecord, core.Beyond):
    """Times, sizes and complexity."""

    __slots__ = ()


class DistinctSamples(_PrintedRecord, core.DistinctSamples):
    """The analysis of variance of distinct samples."""

    __slots__ = ()


class Factors(_PrintedRecord, core.Factors):
    """Properties of data and classifiers as factors."""

    __slots__ = ()


def _views_of(record: object) -> "tuple[Callable[[int], list[Line]], Callable[[], dict[str, Any]]]":
    from bakeoff.render.json import study as study_json
    from bakeoff.render.text import study
    from bakeoff.render.text.study import resource_lines

    faces: dict[type, tuple[Any, Any]] = {
        StudyEstimates: (study.estimate_lines, study_json.estimates_dict),
        Randomizations: (study.randomization_lines, study_json.randomization_dict),
        ConditionCurves: (study.curve_lines, study_json.curves_dict),
        Beyond: (resource_lines, study_json.resources_dict),
        DistinctSamples: (study.anova_lines, study_json.anova_dict),
        Factors: (study.factor_lines, study_json.factors_dict),
    }
    lines, plain = faces[type(record)]
    return partial(lines, record), partial(plain, record)


class StudyAnalyses:
    """Everything that results answer besides comparing the classifiers."""

    store: "str | os.PathLike[str]"
    name: str
    mute: tuple[str, ...]  # codes of findings that are listed as muted
    record: StoredStudy | None = (
        None  # the study, where it was opened for everything; else each answer reads anew
    )

    def outcomes(
        self, *, predictions: bool = False, conditions: Sequence[str] | None = None
    ) -> Iterator[Outcome]:
        """Yield the outcomes in the order of the plan: all, or those under some conditions."""
        known = None if self.record is None or predictions else self.record.outcomes
        if known is not None:
            yield from (o for o in known if conditions is None or o.cell.condition in conditions)
            return
        with open_store_to_read(self.store) as opened:
            yield from opened.outcomes(self.name, predictions=predictions, conditions=conditions)

    @property
    def facts(self) -> StudyFacts:
        """What the frozen specification says of how the study was run."""
        plan = read_plan(self.store, study=self.name) if self.record is None else self.record.plan
        return _study_facts(plan)

    def estimates(self, metric: str | None = None) -> StudyEstimates:
        """Return how well each classifier does on each dataset, with the intervals that its resampling supports.

        Repeated k-fold and hold-out: the corrected t over resamples. One k-fold with predictions kept: the central
        limit theorem of Bayle et al. Nested: Bates, Hastie and Tibshirani. Bootstrap: .632+, .632 and out-of-bag.
        """
        from bakeoff.inference.studies.study_estimates import estimate_study

        facts = self.facts
        # Single predictions count alike; where rows have weights, an estimate can be made of whole test sets only.
        by_example = facts.once_each and not facts.weighted
        outcomes = self.outcomes(predictions=by_example, conditions=("", *NEEDED))
        metric_name = metric or facts.metric
        record = estimate_study(outcomes, metric=metric_name, resampling=facts.resampling, level=facts.level)
        return with_views(StudyEstimates, record)

    def randomization(self) -> Randomizations:
        """Return the randomization tests: each classifier on each dataset against itself on permuted labels."""
        from bakeoff.inference.studies.randomization import run_randomization_tests

        facts = self.facts
        if not facts.permutations:
            raise UsageError(
                "the study has no permutations of the labels",
                where=str(self.store),
                fix="set permutations = 99 under [conditions] in the study file, and run it again",
                code="BO489",
            )
        record = run_randomization_tests(
            self.outcomes(predictions=True),
            metric=facts.metric,
            permutations=facts.permutations,
            level=facts.level,
            dependent=facts.dependent,
        )
        return with_views(Randomizations, record)

    def curves(self, kind: str, metric: str | None = None) -> ConditionCurves:
        """Return learning curves ("training share") or robustness curves ("label noise", "missing values", …)."""
        from bakeoff.inference.studies.condition_curves import disturbance_kind, measure_condition_curves

        facts = self.facts
        record = measure_condition_curves(
            self.outcomes(),
            kind=disturbance_kind(kind),
            metric=metric or facts.metric,
            level=facts.level,
            source=str(self.store),
        )
        return with_views(ConditionCurves, record)

    def beyond(self) -> Beyond:
        """Return time, memory, size and complexity of each classifier, and which differ; logarithms are compared."""
        from bakeoff.inference.studies.resources import measure_resources
        from bakeoff.study.evidence import scores_evidence

        facts = self.facts
        outcomes = list(self.outcomes(conditions=("",)))
        of = partial(scores_evidence, columns_of(outcomes), source=str(self.store))
        known = {
            name for o in outcomes for name in (*getattr(o, "measured", ()), *getattr(o, "complexity", ()))
        }
        settings = Settings(level=facts.level, baseline=facts.baseline, seed=facts.seed)
        uses = {name: of(metric=name) for name in RESOURCES if name in known}
        return with_views(Beyond, measure_resources(of(metric=None), uses, outcomes, settings=settings))

    def anova(self, metric: str | None = None) -> DistinctSamples:
        """Return the analysis of variance of a study with `distinct = true`: a random sample for each classifier."""
        from bakeoff.inference.studies.distinct_samples import analyse_distinct_samples
        from bakeoff.project.muting import mute_findings

        study = self.record or open_study(self.store, study=self.name)
        facts = _study_facts(study.plan)
        record = analyse_distinct_samples(
            list(self.outcomes(predictions=True)),
            metric=metric or facts.metric,
            level=facts.level,
            source=str(self.store),
            sharing=_shared_rows(study.plan),
        )
        findings = mute_findings((*record.findings, *study.findings), self.mute)
        return with_views(DistinctSamples, replace(record, findings=findings))

    def factors(self, metric: str | None = None) -> Factors:
        """Return what the properties of artificial datasets and the settings of classifiers do to the scores.

        Datasets that differ in their seed alone are repetitions, which show how much the scores vary by chance.
        Settings that are varied (`vary` of a classifier) are judged over datasets, artificial or not.
        """
        from bakeoff.datasets.sources.artificial import parse_recipe
        from bakeoff.inference.studies.factors import analyse_factors

        facts = self.facts
        properties: dict[str, dict[str, Any]] = {
            name: _recipe_properties(asdict(parse_recipe(name))) for name in facts.artificial
        }
        if facts.varied and len(properties) < len(facts.datasets):
            properties = {name: {} for name in facts.datasets}
        record = analyse_factors(
            self.outcomes(),
            metric=metric or facts.metric,
            properties=properties,
            varied=facts.varied,
            source=str(self.store),
        )
        return with_views(Factors, record)


def bootstrap_estimates(study: StoredStudy, *, metric: str) -> core.StudyEstimates | None:
    """Return the estimates of a bootstrap study with how they come about; None of any other study."""
    is_bootstrap = study.plan.get("splitting", {}).get("kind") == "bootstrap"
    if not is_bootstrap or metric not in ("accuracy", "error_rate"):
        return None
    from bakeoff.api.study.study import (
        Results,
    )  # with all that runs a study, for which no other comparison waits

    return Results(study.store, name=study.study, record=study).estimates(metric)


def _shared_rows(plain: Mapping[str, Any]) -> dict[str, core.Sharing]:
    """Return of each dataset which of its distinct samples have rows in common, by how they were dealt."""
    from bakeoff.study.cells.splits import samples_per_classifier
    from bakeoff.study.specification.specification import Resampling, Splitting

    fields = plain["splitting"]
    splitting = Splitting(**{**fields, "kind": Resampling(fields["kind"])})
    sharing = {}
    for name, content in plain.get("contents", {}).items():
        each = samples_per_classifier(
            rows=content["rows"],
            smallest_class=content["smallest_class"],
            splitting=splitting,
            classifiers=len(plain["classifiers"]),
        )
        alone = splitting.kind is Resampling.HOLD_OUT and each == splitting.repeats
        sharing[name] = core.Sharing.NONE if alone else core.Sharing.WITHIN if each else core.Sharing.ALL
    return sharing


def _recipe_properties(recipe: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in recipe.items() if name != "seed"}


def _study_facts(plain: Mapping[str, Any]) -> StudyFacts:
    splitting = plain["splitting"]
    references = [str(d) for d in plain["datasets"]]
    contents = plain.get("contents", {})
    return StudyFacts(
        metric=plain["metrics"][0],
        level=plain["level"],
        resampling=splitting["kind"],
        distinct=splitting["distinct"],
        once_each=splitting["kind"] not in REPEATED or splitting["repeats"] == 1,
        permutations=plain["permutations"],
        kinds=tuple(dict.fromkeys(c["kind"] for c in plain["conditions"] if c["kind"])),
        artificial=tuple(r.removeprefix("artificial:") for r in references if r.startswith("artificial:")),
        datasets=tuple(contents) or tuple(references),
        varied={
            name: core.VariedSettings(
                of=one["of"], settings={key: setting_text(value) for key, value in one["settings"].items()}
            )
            for name, one in plain.get("varied", {}).items()
        },
        weighted=any(c.get("weights") for c in contents.values()),
        dependent=splitting["kind"] in ("group-k-fold", "time-series")
        or any(c.get("groups") or c.get("times") for c in contents.values()),
        baseline=plain["baseline"],
        seed=plain["seed"],
    )
