"""Time, memory, size and complexity of classifiers, as lines of a screen."""

from collections.abc import Mapping

from bakeoff.core.studies import Beyond, ClassifierCosts, ResourceRatio, ResourceUse
from bakeoff.core.words import alike, listed
from bakeoff.render.names import fitted, shown, width
from bakeoff.render.numbers import level_text, plain
from bakeoff.render.screen import Line, Span, line, quiet, wrapped

MOST_RATIOS = 4
TITLES = {
    "fit_seconds": "fit",
    "predict_seconds": "predict",
    "peak_memory_bytes": "memory",
    "size_bytes": "size",
}
WORDS = {
    "fit_seconds": "time to fit",
    "predict_seconds": "time to predict",
    "peak_memory_bytes": "peak memory",
    "size_bytes": "size of the model",
}


def beyond_lines(made: Beyond, columns: int) -> list[Line]:
    """Return a table of what each classifier takes, and which of them take more."""
    label = min(24, max(10, *(width(shown(one.classifier)) for one in made.classifiers)))
    score = max(6, width(shown(made.measure.name)))
    heads = "".join(f"  {TITLES.get(use.name, use.name):>9}" for use in made.resources)
    head = f"  {'classifier':<{label}}  {shown(made.measure.name):>{score}}{heads}  complexity"
    use = {u.name: {m.classifier: m.mean for m in u.means} for u in made.resources}
    rows = [line(_row(one, use, label, score)) for one in made.classifiers]
    compared = len(made.classifiers) > 1
    told = [each for u in made.resources for each in _told(u, columns)] if compared else []
    note = (
        f"geometric means over datasets; ratios by the tests of scores on logarithms, {level_text(made.level)} "
        "intervals that hold together for one resource; times are of this machine; complexity is not compared, since "
        "leaves and coefficients are different things"
        if compared
        else "geometric means over datasets; times are of this machine; not tested, since there is nothing to compare"
    )
    return [
        [],
        line(Span("  Beyond the score", "bold")),
        line(Span(head, "dim")),
        *rows,
        *told,
        *quiet(note, columns),
    ]


def _row(one: ClassifierCosts, use: Mapping[str, Mapping[str, float]], label: int, score: int) -> str:
    cells = "".join(f"  {amount(name, means.get(one.classifier)):>9}" for name, means in use.items())
    return f"  {fitted(one.classifier, label)}  {plain(one.score, 3):>{score}}{cells}  {_complexity(one.complexity)}"


def _complexity(found: Mapping[str, float]) -> str:
    return ", ".join(f"{value:.4g} {name.replace('_', ' ')}" for name, value in found.items()) or "–"


def amount(name: str, value: float | None) -> str:
    """Return a time or a size for people.

    >>> amount("fit_seconds", 0.0123), amount("size_bytes", 12345.0), amount("fit_seconds", None)
    ('12.3 ms', '12.3 kB', '–')
    """
    if value is None:
        return "–"
    bytes_ = name.endswith("bytes")
    steps = ((1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")) if bytes_ else ((1.0, "s"), (1e-3, "ms"))
    for size, unit in steps:
        if value >= size:
            return f"{value / size:.3g} {unit}"
    return f"{value:.0f} B" if bytes_ else f"{value * 1e6:.3g} µs"


def _told(use: ResourceUse, columns: int) -> list[Line]:
    word = WORDS.get(use.name, use.name)
    if use.why_untested:
        text = f"not tested: {use.why_untested}"
    else:
        differing = sorted((r for r in use.ratios if r.differs), key=lambda r: -r.ratio)
        text = (
            listed([_ratio(r) for r in differing], most=MOST_RATIOS)
            if differing
            else "no difference is shown"
        )
    return wrapped(Span(f"  {word}"), text, width=columns, indent=21)


def _ratio(ratio: ResourceRatio) -> str:
    ends = [] if ratio.interval is None else [ratio.interval.low, ratio.interval.high]
    times, *texts = alike([ratio.ratio, *ends], digits=3, by=ratio.ratio)
    around = f" ({' to '.join(texts)})" if texts else ""
    return f"{shown(ratio.classifier)} {times}{around} times {shown(ratio.against)}"
