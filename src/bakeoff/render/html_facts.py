"""What the report says of the evidence, of what was done to it, and of how all was computed."""

from collections.abc import Mapping
from typing import NamedTuple

from bakeoff.core.codes import CODES
from bakeoff.core.comparison import Comparison, Settings
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Unit
from bakeoff.core.version import __version__
from bakeoff.core.words import counted
from bakeoff.render.handbook import Paragraph, paragraphs
from bakeoff.render.names import shown
from bakeoff.render.numbers import level_text, margin_text
from bakeoff.render.words import counted_by, resamples_each, units_of

DIRECTION = {"told": "as told", "the name": "by its name"}


class Fact(NamedTuple):
    """A label and what stands beside it."""

    label: str
    text: str


class FindingRow(NamedTuple):
    """A finding with what the handbook says of it."""

    code: str
    severity: str
    message: str
    title: str
    page: list[Paragraph]


def evidence_facts(comparison: Comparison) -> list[Fact]:
    """Return what was recognised."""
    evidence, design = comparison.evidence, comparison.design
    facts = [
        Fact("source", shown(evidence.source)),
        Fact("kind", f"{design.kind}; design: {str(design.name).replace('-', ' ')}"),
        Fact("classifiers", f"{len(evidence.classifiers):,}"),
        Fact("units", _units(comparison)),
        Fact("score", _score(comparison)),
    ]
    missing = _missing(comparison)
    return [*facts, Fact("missing", missing)] if missing else facts


def _units(comparison: Comparison) -> str:
    design = comparison.design
    if not design.paired:
        return "two independent test sets"
    if design.on_examples:
        return f"{units_of(design)}, paired by example{counted_by(comparison)}"
    if design.datasets == 1:
        return f"{counted(design.resamples, 'resample')} of one dataset, paired by resample"
    over = f", means over {resamples_each(comparison)} resamples" if design.resamples > 1 else ""
    return f"{counted(design.datasets, 'dataset')}, paired by dataset{over}"


def _score(comparison: Comparison) -> str:
    measure = comparison.evidence.measure
    unit = "" if measure.unit is Unit.PLAIN else f" in {measure.unit}"
    direction = "higher" if measure.higher_is_better else "lower"
    how = DIRECTION.get(measure.direction_from, "assumed")
    return f"{shown(measure.name)}{unit}; {direction} is better ({how})"


def _missing(comparison: Comparison) -> str:
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or comparison.design.complete:
        return ""
    absent = int((evidence.values != evidence.values).sum())
    handled = {"pairwise": "each pair is judged on the datasets that it shares"}
    how = handled.get(comparison.settings.missing, str(comparison.settings.missing))
    return f"{absent:,} of {counted(evidence.values.size, 'cell')}; {how}"


def finding_rows(comparison: Comparison, *, about_reading: bool) -> list[FindingRow]:
    """Return the findings about how the evidence was read, or those about the claim."""
    return [
        FindingRow(f.code, str(f.severity), shown(f.message), CODES[f.code], _explained(f.code))
        for f in comparison.findings
        if _is_about_reading(f) is about_reading
    ]


def _explained(code: str) -> list[Paragraph]:
    """Return what a finding means in general: the reader has an example before him."""
    return [p for p in paragraphs(code) if not p.example and p.text != "For example:"]


def _is_about_reading(finding: Finding) -> bool:
    return finding.code.startswith("BO3")


def setting_facts(comparison: Comparison) -> list[Fact]:
    """Return every setting that the answer depends on."""
    settings, unit = comparison.settings, comparison.evidence.measure.unit
    ratio = comparison.design.test_train_ratio
    facts = [
        Fact("level", level_text(settings.level)),
        Fact("margin", margin_text(settings.margin, unit) if settings.margin else "none"),
        Fact("alternative", str(settings.alternative)),
        Fact("baseline", shown(settings.baseline) if settings.baseline else "none: all pairs"),
        Fact("test", settings.test or "–"),
        Fact("adjustment", settings.adjust or "–"),
        Fact("missing scores", str(settings.missing)),
        Fact("seed", str(settings.seed)),
    ]
    told = {"only if": settings.only_if, "metric": settings.metric, "positive class": settings.positive}
    facts += [Fact(label, shown(text)) for label, text in told.items() if text is not None]
    return facts if ratio is None else [*facts, Fact("test over training size", f"{ratio:.4g}")]


def computed_facts(comparison: Comparison, command: str, libraries: Mapping[str, str]) -> list[Fact]:
    """Return what is needed to compute the same again."""
    return [
        Fact("repeat it", shown(command)),
        Fact("digest of the input", comparison.evidence.digest),
        Fact("bakeoff", __version__),
        *(Fact(name, version) for name, version in libraries.items()),
    ]


def python_call(settings: Settings) -> str:
    """Return the call that repeats a comparison in Python, with what differs from the defaults.

    >>> python_call(Settings(margin=0.01, baseline="C4.5"))
    "bakeoff.compare(evidence, margin=0.01, baseline='C4.5')"
    """
    plain = Settings()
    names = [n for n in Settings.__slots__ if getattr(settings, n) != getattr(plain, n)]
    told = "".join(f", {n}={_value(getattr(settings, n))}" for n in names)
    return f"bakeoff.compare(evidence{told})"


def _value(value: object) -> str:
    return repr(str(value)) if isinstance(value, str) else repr(value)
