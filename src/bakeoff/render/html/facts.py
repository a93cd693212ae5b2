"""What the report says of the evidence, of what was done to it, and of how all was computed."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import NamedTuple

from bakeoff.core.codes import CODES
from bakeoff.core.comparison import Comparison, Settings
from bakeoff.core.evidence import Scores
from bakeoff.core.findings import Finding
from bakeoff.core.measures import Unit
from bakeoff.core.omissions import EvidencePart, Omissions, OmittedBy
from bakeoff.core.predictions import Predictions
from bakeoff.core.version import __version__
from bakeoff.core.words import write_count
from bakeoff.render.handbook import Paragraph, paragraphs
from bakeoff.render.items import noun_of
from bakeoff.render.names import printable_name
from bakeoff.render.numbers import level_text, margin_text
from bakeoff.render.sentences import grouping_text, item_pairing, resamples_each, units_of

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
        Fact("source", printable_name(evidence.source)),
        Fact("kind", f"{design.kind}; design: {str(design.name).replace('-', ' ')}"),
        Fact(f"{noun_of(design)}s", f"{len(evidence.classifiers):,}"),
        Fact("units", _units_text(comparison)),
        Fact("score", _score_text(comparison)),
    ]
    more = {"left out": left_out_text(comparison), "missing": _missing_text(comparison)}
    return [*facts, *(Fact(label, text) for label, text in more.items() if text)]


def left_out_text(comparison: Comparison) -> str:
    """Return everything that was left out in words; nothing where nothing was."""
    return printable_name("; ".join(omission.words for omission in comparison.evidence.left_out))


def _units_text(comparison: Comparison) -> str:
    design = comparison.design
    if not design.paired:
        return "two independent test sets"
    if design.on_examples:
        unit = item_pairing(comparison) if design.of_items else "example"
        return f"{units_of(design)}, paired by {unit}{grouping_text(comparison)}"
    if design.datasets == 1:
        return f"{write_count(design.resamples, 'resample')} of one dataset, paired by resample"
    if design.members:
        return f"{units_of(design)}, paired by family: each counts once, by its mean"
    over = f", means over {resamples_each(comparison)} resamples" if design.resamples > 1 else ""
    return f"{write_count(design.datasets, 'dataset')}, paired by dataset{over}"


def _score_text(comparison: Comparison) -> str:
    measure = comparison.evidence.measure
    unit = "" if measure.unit is Unit.PLAIN else f" in {measure.unit}"
    direction = "higher" if measure.higher_is_better else "lower"
    is_of_predictions = isinstance(comparison.evidence, Predictions)
    how = "by its name" if is_of_predictions else DIRECTION.get(measure.direction_from, "assumed")
    return f"{printable_name(measure.name)}{unit}; {direction} is better ({how})"


def _missing_text(comparison: Comparison) -> str:
    evidence = comparison.evidence
    if not isinstance(evidence, Scores) or comparison.design.complete:
        return ""
    absent = int((evidence.values != evidence.values).sum())
    handled = {"pairwise": "each pair is judged on the datasets that it shares"}
    how = handled.get(comparison.settings.missing, str(comparison.settings.missing))
    return f"{absent:,} of {write_count(evidence.values.size, 'cell')}; {how}"


def finding_rows(comparison: Comparison, *, about_reading: bool) -> list[FindingRow]:
    """Return the findings about how the evidence was read, or those about the claim."""
    return explain_findings([f for f in comparison.findings if _is_about_reading(f) is about_reading])


def explain_findings(findings: Iterable[Finding]) -> list[FindingRow]:
    """Return findings with what the handbook says of each."""
    return [
        FindingRow(
            f.code, str(f.severity), printable_name(f.message), CODES[f.code], _general_paragraphs(f.code)
        )
        for f in findings
    ]


def _general_paragraphs(code: str) -> list[Paragraph]:
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
        Fact("baseline", printable_name(settings.baseline) if settings.baseline else "none: all pairs"),
        Fact("test", settings.test or "–"),
        Fact("adjustment", settings.adjust or "–"),
        Fact("missing scores", str(settings.missing)),
        Fact("seed", str(settings.seed)),
    ]
    optional = {"only if": settings.only_if, "metric": settings.metric, "positive class": settings.positive}
    optional |= _further_settings(settings)
    facts += [Fact(label, printable_name(text)) for label, text in optional.items() if text is not None]
    return facts if ratio is None else [*facts, Fact("test over training size", f"{ratio:.4g}")]


_WORDED = {
    "level", "margin", "alternative", "baseline", "test", "adjust", "missing", "seed", "only_if", "metric", "positive",
    "test_train_ratio",
}  # fmt: skip


def _further_settings(settings: Settings) -> dict[str, str | None]:
    """Return the settings that have no words of their own above, where they are not the default."""
    values = {f.name: getattr(settings, f.name) for f in fields(settings) if f.name not in _WORDED}
    plain = Settings()
    return {
        name.replace("_", " "): str(value) for name, value in values.items() if value != getattr(plain, name)
    }


def computation_facts(comparison: Comparison, command: str, libraries: Mapping[str, str]) -> list[Fact]:
    """Return what is needed to compute the same again."""
    return [
        Fact("repeat it", printable_name(command)),
        Fact("digest of the input", comparison.evidence.digest),
        Fact("bakeoff", __version__),
        *(Fact(name, version) for name, version in libraries.items()),
    ]


def python_call(comparison: Comparison) -> str:
    """Return the call that repeats a comparison in Python: settings, how to read, and what was left out by hand."""
    evidence, plain = comparison.evidence, Settings()
    settings = {name: getattr(comparison.settings, name) for name in Settings.__slots__}
    arguments: dict[str, object] = {n: value for n, value in settings.items() if value != getattr(plain, n)}
    arguments = {**dict(evidence.read_with), **arguments}
    classifiers = _left_out_names(arguments, "leave_out", evidence.left_out, EvidencePart.CLASSIFIER)
    datasets = _left_out_names(arguments, "without", evidence.left_out, EvidencePart.DATASET)
    arguments |= {"leave_out": classifiers, "without": [name for name in datasets if name not in classifiers]}
    arguments["mute"] = list(comparison.mute)
    text = "".join(f", {name}={_python_literal(value)}" for name, value in arguments.items() if value != [])
    costs = "" if comparison.costs is None else ", costs=costs"
    by_hand = any(
        o.part is EvidencePart.EXAMPLE and o.by is OmittedBy.USER and not o.how for o in evidence.left_out
    )
    return f"bakeoff.compare(evidence{'.of(kept)' if by_hand else ''}{text}{costs})"


def _left_out_names(
    said: Mapping[str, object], option: str, omissions: Omissions, part: EvidencePart
) -> list[str]:
    """Return the names that an option left out, and those that were left out by hand in another way."""
    names = said.get(option, ())
    by_option = [str(name) for name in names] if isinstance(names, tuple) else []
    gone = [
        o for o in omissions if o.part is part and o.by is OmittedBy.USER and not o.how.startswith("--only")
    ]
    return list(dict.fromkeys([*by_option, *(name for o in gone for name in o.names)]))


def _python_literal(value: object) -> str:
    if isinstance(value, tuple):
        return repr(list(value))
    return repr(str(value)) if isinstance(value, str) else repr(value)
