"""Draw the figures of docs/validity from what the simulations have measured: rates with 95 % bars, and what is nominal.

python docs/make_validity.py (the build of the documentation runs it)
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))  # where validation lies

from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter
from validation.rates import COVERAGE, KEYS, POSTERIORS, POWER, SIZE, Rate, rates, read
from validation.summary import at_home

from bakeoff.procedures.predictions.proportions import proportion_interval
from bakeoff.render.figures.style import INK, QUIET, RULE, figure_style

TARGET = Path(__file__).parent / "made"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")  # of Okabe and Ito
MARKS = ("o", "s", "^", "D", "v", "P")
LEVEL = 0.95


class Panel(NamedTuple):
    """One axis: the rates to show, what names a row and what a colour, and what is nominal."""

    title: str
    rates: Sequence[Rate]
    row: Callable[[Rate], str]
    colour: Callable[[Rate], str] | None = None
    nominal: float | None = None


def main() -> None:
    """Draw the figure of every page."""
    TARGET.mkdir(exist_ok=True)
    for name, panels in pages().items():
        draw(name, [panel for panel in panels if panel.rates])


def pages() -> dict[str, list[Panel]]:
    """Return the panels of every page."""
    return {
        "two_classifiers": _by_setting("two_classifiers", coverage=lambda r: "shift" not in r.setting),
        "omnibus": _by_setting("omnibus"),
        "posteriors": _posteriors(),
        "one_dataset": _resampled("one_dataset"),
        "one_dataset_splits": _resampled("one_dataset_splits"),
        "many_datasets": _many(),
        "predictions": _predictions(),
        "curves": _curves(),
        "summary": _summary(),
    }


def draw(name: str, panels: Sequence[Panel]) -> None:
    """Draw the panels of a page beside each other; rows and colours are explained once where they are the same."""
    rows = [list(dict.fromkeys(panel.row(r) for r in panel.rates)) for panel in panels]
    alike = all(each == rows[0] for each in rows)
    groups = [_groups(panel) for panel in panels]
    shared = list(dict.fromkeys(group for each in groups for group in each))
    once = len(shared) <= len(COLOURS)
    height = 0.9 + max(map(len, rows)) * max(0.2, 0.065 * max(map(len, groups)) + 0.08)
    with figure_style():
        figure = Figure(figsize=(8.6 if alike else 5.0 * len(panels), max(2.2, height)))
        FigureCanvasSVG(figure)
        for i, axes in enumerate(figure.subplots(1, len(panels), squeeze=False)[0]):
            _panel(axes, panels[i], rows[i], shared if once else groups[i])
            axes.set_yticks(
                range(len(rows[i])), rows[i] if i == 0 or not alike else [""] * len(rows[i]), fontsize=7
            )
            if not once:
                axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.04), ncols=2, fontsize=7)
        if once and shared != [""]:
            known = {n: h for ax in figure.axes for h, n in zip(*ax.get_legend_handles_labels(), strict=True)}
            figure.legend(known.values(), known, loc="outside lower center", ncols=len(known), fontsize=7)
        figure.savefig(TARGET / f"validity_{name}.svg", metadata={"Date": None})


def _groups(panel: Panel) -> list[str]:
    return list(dict.fromkeys(panel.colour(r) for r in panel.rates)) if panel.colour else [""]


def _panel(axes: Axes, panel: Panel, rows: list[str], groups: list[str]) -> None:
    axes.set_title(panel.title)
    here = _groups(panel)
    for place, group in enumerate(here):
        shown = [r for r in panel.rates if not panel.colour or panel.colour(r) == group]
        shift = (place - (len(here) - 1) / 2) * 0.7 / len(here)
        heights = [rows.index(panel.row(r)) + shift for r in shown]
        ends = [_bar(r) for r in shown]
        lows, highs = ([abs(r.share - end[i]) for r, end in zip(shown, ends, strict=True)] for i in (0, 1))
        look = groups.index(group)
        axes.errorbar(
            [r.share for r in shown], heights, xerr=(lows, highs), linestyle="", markersize=2.8, elinewidth=0.7,
            color=COLOURS[look] if group else INK, marker=MARKS[look], alpha=0.9, label=group or None,
        )  # fmt: skip
    if panel.nominal is not None:
        axes.axvline(panel.nominal, color=QUIET, linewidth=0.8, linestyle="--", zorder=0)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.grid(axis="y", color=RULE, linewidth=0.3)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}".replace("0.", ".")))


def _bar(rate: Rate) -> tuple[float, float]:
    """Return Wilson's interval of a rate; what was counted has none."""
    if rate.trials is None:
        return rate.share, rate.share
    interval = proportion_interval(round(rate.share * rate.trials), rate.trials, level=LEVEL)
    return min(interval.low, rate.share), max(interval.high, rate.share)


@cache
def _all() -> tuple[Rate, ...]:
    return rates()


def _of(file: str, what: str, keep: Callable[[Rate], bool] = lambda r: True) -> list[Rate]:
    return [r for r in _all() if (r.file, r.what) == (file, what) and keep(r)]


def _test(rate: Rate) -> str:
    return ", ".join(filter(None, (rate.test, rate.variant)))


def _plain(rate: Rate) -> str:
    return rate.setting.split(", shift")[0].removesuffix(", half better")


def _by_setting(file: str, coverage: Callable[[Rate], bool] = lambda r: True) -> list[Panel]:
    return [
        Panel("rejects a true null", _of(file, SIZE), _plain, _test, 0.05),
        Panel("power", _of(file, POWER), _plain, _test),
        Panel("95 % interval holds the truth", _of(file, COVERAGE, coverage), _plain, _test, 0.95),
    ]


def _posteriors() -> list[Panel]:
    def row(rate: Rate) -> str:
        return f"{rate.test}, {_plain(rate)}"

    def kind(rate: Rate) -> str:
        return "with a difference" if "shift" in rate.setting else "without a difference"

    return [
        Panel("sure, without a difference", _of("posteriors", SIZE), row, kind, 0.10),
        Panel("sure of the right side", _of("posteriors", POWER), row, kind),
        Panel("95 % interval holds the truth", _of("posteriors", COVERAGE), row, kind, 0.95),
    ]


def _resampled(file: str) -> list[Panel]:
    def learner(rate: Rate) -> str:
        return rate.setting.removesuffix(", b worse")

    return [
        Panel("rejects a true null", _of(file, SIZE), _test, learner, 0.05),
        Panel("power, b worse", _of(file, POWER), _test, learner),
        Panel(
            "95 % interval holds, b worse",
            _of(file, COVERAGE, lambda r: "worse" in r.setting),
            _test,
            learner,
            0.95,
        ),
    ]


def _many() -> list[Panel]:
    def kind(rate: Rate) -> str:
        return "none differs" if rate.setting.startswith("none") else "some differ"

    def size(rate: Rate) -> str:
        return rate.setting.removeprefix("half better, normal, ")

    rivals = ("max-t", "wilcoxon + holm", "wilcoxon + shaffer", "nemenyi", "t + shaffer", "flips: mean")
    power = _of(
        "many_datasets", POWER, lambda r: r.setting.startswith("half better, normal") and r.test in rivals
    )
    return [
        Panel("any false claim, all settings", _of("many_datasets", SIZE, at_home), _test, kind, 0.05),
        Panel("power, half better, normal, classifiers × datasets", power, size, _test),
    ]


def _predictions() -> list[Panel]:
    files = ("predictions", "predictions_power", "cochran")
    found = [r for file in files for what in (SIZE, POWER, COVERAGE) for r in _of(file, what, at_home)]
    titles = {SIZE: "rejects a true null", POWER: "power", COVERAGE: "95 % interval holds the truth"}
    order = {test: i for i, test in enumerate(dict.fromkeys(map(_test, found)))}
    found.sort(key=lambda r: order[_test(r)])
    nominal = {SIZE: 0.05, POWER: None, COVERAGE: 0.95}
    return [
        Panel(titles[what], [r for r in found if r.what == what], _test, None, nominal[what])
        for what in titles
    ]


def _curves() -> list[Panel]:
    found: dict[str, list[Rate]] = {"chosen": [], "holds": []}
    for name, of in read("curves").items():
        kind, _, setting = name.partition(", ")
        for what, share in of.items():
            if what in ("cross-fitted, with the choice", "cross-fitted, without", "chosen on the test set"):
                where = setting.replace("positives ", "").replace("a miss costs", "miss")
                found["chosen"].append(Rate("curves", what, "", SIZE, where, share, int(of["trials"])))
            elif what.endswith(("holds", "hold")):
                curve = what.removesuffix("s").removesuffix(" hold")
                where = f"{kind}, {setting}".replace("positives ", "")
                found["holds"].append(Rate("curves", curve, "", COVERAGE, where, share, int(of["trials"])))
    return [
        Panel("two alike called different", found["chosen"], lambda r: r.setting, lambda r: r.test, 0.05),
        Panel("a 95 % band holds everywhere", found["holds"], lambda r: r.setting, lambda r: r.test, 0.95),
    ]


def _summary() -> list[Panel]:
    def known(what: str) -> list[Rate]:
        own = [r for r in _all() if r.what == what and r.test in KEYS and at_home(r)]
        return sorted(own, key=lambda r: KEYS.index(r.test))

    sizes = [r for r in known(SIZE) if r.test not in POSTERIORS]
    return [
        Panel("rejects a true null, at 5 %", sizes, lambda r: r.test, None, 0.05),
        Panel("95 % interval holds the truth", known(COVERAGE), lambda r: r.test, None, 0.95),
    ]


if __name__ == "__main__":
    main()
