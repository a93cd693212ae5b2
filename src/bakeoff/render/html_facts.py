"""What the report says of the evidence, of what was done to it, and of how all was computed."""

from collections.abc import Mapping
from typing import NamedTuple

from bakeoff.core.codes import CODES
from bakeoff.core.comparison import Comparison, Settings
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding
from bakeoff.core.left_out import By, Omissions, Part
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
    more = {"left out": left_out_text(comparison), "missing": _missing(comparison)}
    return [*facts, *(Fact(label, text) for label, text in more.items() if text)]


def left_out_text(comparison: Comparison) -> str:
    """Return everything that was left out in words; nothing where nothing was."""
    return shown("; ".join(omission.words for omission in comparison.evidence.left_out))


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


def python_call(comparison: Comparison) -> str:
    """Return the call that repeats a comparison in Python: settings, how to read, and what was left out by hand."""
    evidence, plain = comparison.evidence, Settings()
    settings = {name: getattr(comparison.settings, name) for name in Settings.__slots__}
    said: dict[str, object] = {n: value for n, value in settings.items() if value != getattr(plain, n)}
    said = {**dict(evidence.read_with), **said}
    classifiers = _named(said, "leave_out", evidence.left_out, Part.CLASSIFIER)
    datasets = _named(said, "without", evidence.left_out, Part.DATASET)
    said |= {"leave_out": classifiers, "without": [name for name in datasets if name not in classifiers]}
    said["mute"] = list(comparison.mute)
    told = "".join(f", {name}={_value(value)}" for name, value in said.items() if value != [])
    costs = "" if comparison.costs is None else ", costs=costs"
    by_hand = any(o.part is Part.EXAMPLE and o.by is By.USER and not o.how for o in evidence.left_out)
    return f"bakeoff.compare(evidence{'.of(kept)' if by_hand else ''}{told}{costs})"


def _named(said: Mapping[str, object], option: str, omissions: Omissions, part: Part) -> list[str]:
    """Return the names that an option left out, and those that were left out by hand in another way."""
    names = said.get(option, ())
    told = [str(name) for name in names] if isinstance(names, tuple) else []
    gone = [o for o in omissions if o.part is part and o.by is By.USER and not o.how.startswith("--only")]
    return list(dict.fromkeys([*told, *(name for o in gone for name in o.names)]))


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return repr(list(value))
    return repr(str(value)) if isinstance(value, str) else repr(value)
