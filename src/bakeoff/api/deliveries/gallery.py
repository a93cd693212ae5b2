"""The gallery: every figure of a comparison, the question it answers, and when it may be drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from bakeoff.api.deliveries.figure_data import (
    cost_curve_figure_of,
    cost_curves_figure_objection,
    cost_difference_figure_of,
    curves_figure_objection,
    fragility_figure_of,
    fragility_objection,
    gains_figure_of,
    lift_figure_of,
    pair_fragility_objection,
    pair_posterior_objection,
    pair_t_test_objection,
    posterior_figure_of,
    posterior_objection,
    power_by_difference_figure_of,
    power_figure_of,
    power_objection,
    precision_recall_figure_of,
    reliability_figure_objection,
    reliability_figure_of,
    roc_figure_of,
    t_distribution_figure_of,
    t_test_objection,
    trade_off_figure_of,
    trade_off_objection,
)
from bakeoff.core.comparison import Comparison, Pair
from bakeoff.core.words import name_models
from bakeoff.inference.figure_data.power_curves import pair_power_objection
from bakeoff.inference.findings.model_words import has_word_in_names
from bakeoff.render.figures.captions import rename_sentences
from bakeoff.render.figures.compact_ranks import compact_ranks_size, draw_compact_ranks
from bakeoff.render.figures.confusion import (
    confusion_data,
    confusion_objection,
    confusion_size,
    draw_confusion,
)
from bakeoff.render.figures.critical_difference import (
    critical_difference_data,
    critical_difference_objection,
    critical_difference_size,
    draw_critical_difference,
)
from bakeoff.render.figures.curves.cost_curve import (
    cost_curve_size,
    cost_difference_size,
    draw_cost_curve,
    draw_cost_difference,
)
from bakeoff.render.figures.curves.gains import draw_gains, draw_lift, gains_size, lift_size
from bakeoff.render.figures.curves.precision_recall import draw_precision_recall, precision_recall_size
from bakeoff.render.figures.curves.profile import draw_profile, profile_data, profile_objection, profile_size
from bakeoff.render.figures.curves.reliability import draw_reliability, reliability_size
from bakeoff.render.figures.curves.roc import draw_roc, roc_size
from bakeoff.render.figures.dataset_space import (
    dataset_space_data,
    dataset_space_objection,
    dataset_space_size,
    draw_dataset_space,
)
from bakeoff.render.figures.differences import differences_data, differences_size, draw_differences
from bakeoff.render.figures.flips import draw_flips, flips_data, flips_objection, flips_size
from bakeoff.render.figures.forest import draw_forest, forest_data, forest_objection, forest_size
from bakeoff.render.figures.fragility import draw_fragility, fragility_size
from bakeoff.render.figures.matrix import draw_matrix, fit_matrix, matrix_data, matrix_objection, matrix_size
from bakeoff.render.figures.posterior import draw_posterior, posterior_size
from bakeoff.render.figures.power import draw_power, power_size
from bakeoff.render.figures.rank_intervals import (
    draw_rank_intervals,
    rank_intervals_data,
    rank_intervals_objection,
    rank_intervals_size,
)
from bakeoff.render.figures.scatter import draw_scatter, scatter_data, scatter_objection, scatter_size
from bakeoff.render.figures.subgroups import (
    draw_subgroups,
    pair_subgroups_objection,
    subgroups_data,
    subgroups_objection,
    subgroups_size,
)
from bakeoff.render.figures.t_distribution import draw_t_distribution, t_distribution_size
from bakeoff.render.figures.trade_off import draw_trade_off, trade_off_size
from bakeoff.render.names import printable_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_BESIDE = 3  # further measures that are drawn


def _no_objection(comparison: Comparison) -> str | None:
    return None


def _no_pair_objection(comparison: Comparison, pair: Pair) -> str | None:
    return None


def _keep_data(data: Any, width: float) -> Any:  # noqa: ANN401 - each figure has its own
    return data


def _name_units(question: str, comparison: Comparison) -> str:
    """Return a question about datasets as one about what is paired: items, or the resamples of one dataset."""
    design = comparison.design
    if design.of_items:
        return question.replace("dataset", "item")
    for of_datasets in ("which dataset", "each dataset"):
        question = question.replace(of_datasets, of_datasets.replace("dataset", design.unit_noun))
    return question


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureKind:
    """One kind of figure: a data step, which is tested, and a drawing step, which is looked at.

    `data` takes the comparison, and for a figure of one pair the pair as well; `size` gives the inches that the
    data need, so that nothing collides.
    """

    key: str
    question: str  # that the figure answers: its caption in reports
    data: Callable[..., Any]
    draw: "Callable[[Any, Axes], Axes]"
    size: Callable[[Any], tuple[float, float]]
    objection: Callable[[Comparison], str | None] = _no_objection  # why it cannot be drawn of this comparison
    of_pair: bool = False
    pair_question: str = ""  # with {a} and {b} for the names, where it asks about them
    pair_objection: Callable[[Comparison, Pair], str | None] = _no_pair_objection  # why not of this pair
    fit: Callable[[Any, float], Any] = (
        _keep_data  # what it shows in so many inches, in letters of a readable size
    )
    narrow: str = ""  # the kind that takes its place where its letters would be too small

    def question_of(self, comparison: Comparison) -> str:
        """Return the question that the figure answers, in the words of the evidence: of items, items and models."""
        question = _name_units(self.question, comparison)
        return (
            name_models(question)
            if comparison.design.of_items or comparison.design.of_quantities
            else question
        )

    def caption_question(self, comparison: Comparison, pair: Pair | None) -> str:
        """Return the question with the names of its pair, for a caption that stands by itself."""
        if pair is None or not self.pair_question:
            return self.question_of(comparison)
        return _name_units(self.pair_question, comparison).format(
            a=printable_name(pair.a), b=printable_name(pair.b)
        )

    def pair_beside(self, pair: Pair | None) -> Pair | None:
        """Return the pair that has to be named beside the question; None where the question names it."""
        return None if self.pair_question else pair

    def data_of(self, comparison: Comparison, pair: Pair | None) -> Any:  # noqa: ANN401 - each figure has its own
        """Return what the figure shows."""
        data = self.data(comparison, pair) if self.of_pair else self.data(comparison)
        of_models = comparison.design.of_items or comparison.design.of_quantities
        return (
            rename_sentences(data, name_models) if of_models and not has_word_in_names(comparison) else data
        )


FIGURES: tuple[FigureKind, ...] = (
    FigureKind(
        key="differences",
        question="By how much is b better than a, and on which datasets?",
        pair_question="By how much is {b} better than {a}, and on which datasets?",
        data=differences_data,
        draw=draw_differences,
        size=differences_size,
        of_pair=True,
    ),
    FigureKind(
        key="critical-difference",
        question="Which classifiers are not shown to differ, in order of their mean ranks?",
        data=critical_difference_data,
        draw=draw_critical_difference,
        size=critical_difference_size,
        objection=critical_difference_objection,
        narrow="critical-difference-compact",
    ),
    FigureKind(
        key="critical-difference-compact",
        question="Which classifiers are not shown to differ? For one column of a paper.",
        data=critical_difference_data,
        draw=draw_compact_ranks,
        size=compact_ranks_size,
        objection=critical_difference_objection,
    ),
    FigureKind(
        key="matrix",
        question="By how much is each classifier better than every other, and how sure is that?",
        data=matrix_data,
        draw=draw_matrix,
        size=matrix_size,
        objection=matrix_objection,
        fit=fit_matrix,
    ),
    FigureKind(
        key="ranks",
        question="How firm is the ranking?",
        data=rank_intervals_data,
        draw=draw_rank_intervals,
        size=rank_intervals_size,
        objection=rank_intervals_objection,
    ),
    FigureKind(
        key="profile",
        question="On what share of the datasets does a classifier come near the best?",
        data=profile_data,
        draw=draw_profile,
        size=profile_size,
        objection=profile_objection,
    ),
    *(
        FigureKind(
            key="trade-off" if place == 0 else f"trade-off-{place + 1}",
            question="What does a better score cost?",
            data=partial(trade_off_figure_of, place=place),
            draw=draw_trade_off,
            size=trade_off_size,
            objection=partial(trade_off_objection, place=place),
        )
        for place in range(MOST_BESIDE)
    ),
    FigureKind(
        key="scatter",
        question="How do both score on each dataset?",
        data=scatter_data,
        draw=draw_scatter,
        size=scatter_size,
        objection=scatter_objection,
        of_pair=True,
    ),
    FigureKind(
        key="forest",
        question="What does each dataset say by itself, and what is to be expected on the next?",
        data=forest_data,
        draw=draw_forest,
        size=forest_size,
        objection=forest_objection,
        of_pair=True,
    ),
    FigureKind(
        key="subgroups",
        question="In which subgroups is b better than a?",
        pair_question="In which subgroups is {b} better than {a}?",
        data=subgroups_data,
        draw=draw_subgroups,
        size=subgroups_size,
        objection=subgroups_objection,
        of_pair=True,
        pair_objection=pair_subgroups_objection,
    ),
    FigureKind(
        key="flips",
        question="What does b mend and break of a's answers?",
        pair_question="Which wrong answers of {a} does {b} mend, and which right ones does it break?",
        data=flips_data,
        draw=draw_flips,
        size=flips_size,
        objection=flips_objection,
        of_pair=True,
    ),
    FigureKind(
        key="confusion",
        question="Which classes does each classifier take for which?",
        data=confusion_data,
        draw=draw_confusion,
        size=confusion_size,
        objection=confusion_objection,
    ),
    FigureKind(
        key="t-distribution",
        question="How far out does the observed t lie, if there is no difference?",
        data=t_distribution_figure_of,
        draw=draw_t_distribution,
        size=t_distribution_size,
        objection=t_test_objection,
        of_pair=True,
        pair_objection=pair_t_test_objection,
    ),
    FigureKind(
        key="posterior",
        question="How probable is it that b is worse, practically equal, or better?",
        pair_question="How probable is it that {b} is worse than {a}, practically equal, or better?",
        data=posterior_figure_of,
        draw=draw_posterior,
        size=posterior_size,
        objection=posterior_objection,
        of_pair=True,
        pair_objection=pair_posterior_objection,
    ),
    FigureKind(
        key="power",
        question="How many datasets or examples would a difference like this need?",
        data=power_figure_of,
        draw=draw_power,
        size=power_size,
        objection=power_objection,
        of_pair=True,
        pair_objection=pair_power_objection,
    ),
    FigureKind(
        key="power-by-difference",
        question="Which differences can so many datasets or examples show?",
        data=power_by_difference_figure_of,
        draw=draw_power,
        size=power_size,
        objection=power_objection,
        of_pair=True,
        pair_objection=pair_power_objection,
    ),
    FigureKind(
        key="fragility",
        question="How many datasets must be removed to change the verdict, and which?",
        data=fragility_figure_of,
        draw=draw_fragility,
        size=fragility_size,
        objection=fragility_objection,
        of_pair=True,
        pair_objection=pair_fragility_objection,
    ),
    FigureKind(
        key="dataset-space",
        question="Where do the datasets lie among those that are known: what may the verdict be carried to?",
        data=dataset_space_data,
        draw=draw_dataset_space,
        size=dataset_space_size,
        objection=dataset_space_objection,
    ),
    FigureKind(
        key="reliability",
        question="Do events happen as often as their probabilities say?",
        data=reliability_figure_of,
        draw=draw_reliability,
        size=reliability_size,
        objection=reliability_figure_objection,
    ),
    FigureKind(
        key="roc",
        question="Which true and false positive rates does each threshold give?",
        data=roc_figure_of,
        draw=draw_roc,
        size=roc_size,
        objection=curves_figure_objection,
    ),
    FigureKind(
        key="precision-recall",
        question="How much of what is called positive is so, and how much of it is caught?",
        data=precision_recall_figure_of,
        draw=draw_precision_recall,
        size=precision_recall_size,
        objection=curves_figure_objection,
    ),
    FigureKind(
        key="gains",
        question="How many of the positives are among the highest scores?",
        data=gains_figure_of,
        draw=draw_gains,
        size=gains_size,
        objection=curves_figure_objection,
    ),
    FigureKind(
        key="lift",
        question="What lift over chance do the highest scores have?",
        data=lift_figure_of,
        draw=draw_lift,
        size=lift_size,
        objection=curves_figure_objection,
    ),
    FigureKind(
        key="cost-curve",
        question="What does each classifier cost, at every ratio of costs and share of classes?",
        data=cost_curve_figure_of,
        draw=draw_cost_curve,
        size=cost_curve_size,
        objection=cost_curves_figure_objection,
    ),
    FigureKind(
        key="cost-difference",
        question="For which operating points is a preferable, for which b?",
        pair_question="For which operating points is {a} preferable, for which {b}?",
        data=cost_difference_figure_of,
        draw=draw_cost_difference,
        size=cost_difference_size,
        objection=cost_curves_figure_objection,
        of_pair=True,
    ),
)


def drawable_figures(comparison: Comparison) -> tuple[FigureKind, ...]:
    """Return the figures that this comparison can be drawn as, in the order of the gallery."""
    return tuple(figure for figure in FIGURES if figure.objection(comparison) is None)


def main_figure(comparison: Comparison) -> FigureKind:
    """Return the figure that answers first: of one pair its differences or flips, of many the ranks or the matrix."""
    keys = ("flips", "differences") if len(comparison.pairs) == 1 else ("critical-difference", "matrix")
    by_key = {figure.key: figure for figure in drawable_figures(comparison)}
    return next(by_key[key] for key in keys if key in by_key)
