"""The gates of a project: [gate.NAME] in its `bakeoff.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bakeoff.core.answers.gate import GateKind
from bakeoff.core.answers.gates import GateQuestion
from bakeoff.core.errors import UsageError
from bakeoff.core.options.option import Door
from bakeoff.core.options.table import options_of
from bakeoff.core.words import did_you_mean, write_list

FILE = "bakeoff.toml"
ADJUSTMENTS = ("holm", "none")
PATHS = ("baseline_file", "costs", "properties")  # relative to the project file
OWN = ("gate", "level", "seed")  # said once for all, or by `kind`
KEYWORDS = tuple(option.name for option in options_of(Door.PYTHON) if option.name not in OWN)
KEYS = ("evidence", "kind", *KEYWORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectGates:
    """All gates of a project file, and how errors are shared among them."""

    questions: tuple[GateQuestion, ...]
    level: float = 0.95
    adjust: str = "holm"
    seed: int = 0

    def named(self, names: tuple[str, ...], where: str) -> "tuple[GateQuestion, ...]":
        """Return the questions of these names, or all where none is named."""
        own = [question.name for question in self.questions]
        for name in names:
            if name not in own:
                raise _unfit_error(
                    f"there is no gate {name!r}{did_you_mean(name, own)}",
                    where,
                    f"name one of {write_list(own)}",
                )
        return tuple(q for q in self.questions if not names or q.name in names)


def find_project_file(start: Path | None = None) -> Path:
    """Return the project file of the working folder or above it, or say how to have one."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / FILE).is_file():
            return folder / FILE
    raise _unfit_error(
        "this folder belongs to no project with gates",
        FILE,
        f'write {FILE}: [gate.accuracy], evidence = "predictions.csv", kind = "not-worse", margin = 0.01',
    )


def read_gates(path: Path) -> ProjectGates:
    """Return the gates of a project file, or refuse what cannot be meant."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise _unfit_error(f"the project file cannot be read: {error}", str(path), "mend it") from None
    section = content.get("gate")
    if not isinstance(section, dict):
        section = {}
    tables = {name: value for name, value in section.items() if isinstance(value, dict)}
    settings = {name: value for name, value in section.items() if name not in tables}
    if not tables:
        raise _unfit_error(
            "the project file asks for no gate",
            str(path),
            'add one: [gate.accuracy], evidence = "predictions.csv", kind = "not-worse", margin = 0.01',
        )
    return ProjectGates(
        questions=tuple(_read_question(name, table, path) for name, table in tables.items()),
        **_read_settings(settings, path),
    )


def _read_settings(settings: Mapping[str, Any], path: Path) -> dict[str, Any]:
    for name in settings:
        if name not in ("level", "adjust", "seed"):
            raise _unfit_error(
                f"[gate] has no setting {name!r}{did_you_mean(name, ['level', 'adjust', 'seed'])}",
                f"{path}, [gate]",
                "use level, adjust, seed; a question is a section of its own: [gate.NAME]",
            )
    level, adjust, seed = settings.get("level", 0.95), settings.get("adjust", "holm"), settings.get("seed", 0)
    if not isinstance(level, float) or not 0.5 <= level < 1:
        raise _unfit_error(f"level = {level!r} must lie between 0.5 and 1", f"{path}, [gate]", "use 0.95")
    if adjust not in ADJUSTMENTS:
        raise _unfit_error(
            f"adjust = {adjust!r} is not known", f"{path}, [gate]", f"use {write_list(ADJUSTMENTS)}"
        )
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise _unfit_error(f"seed = {seed!r} is no whole number", f"{path}, [gate]", "use 0")
    return {"level": level, "adjust": adjust, "seed": seed}


def _read_question(name: str, table: Mapping[str, Any], path: Path) -> GateQuestion:
    where = f"{path}, [gate.{name}]"
    for key in table:
        if key not in KEYS:
            own = (
                "it is said once, under [gate]"
                if key in ("level", "seed")
                else "use evidence, kind, margin, …"
            )
            raise _unfit_error(
                f"a gate has no setting {key!r}{did_you_mean(key, KEYS)}",
                where,
                f"{own}; besides these, every keyword of bakeoff.compare",
            )
    said = table.get("evidence")
    evidence = [said] if isinstance(said, str) else said
    if not isinstance(evidence, list) or not evidence or not all(isinstance(e, str) and e for e in evidence):
        raise _unfit_error("the gate has no evidence", where, 'name a file: evidence = "predictions.csv"')
    kind = table.get("kind", "not-worse" if table.get("margin") else None)
    if kind not in list(GateKind):
        raise _unfit_error(
            "the gate does not say what it asks" if kind is None else f"kind = {kind!r} is not known",
            where,
            'use kind = "better", or kind = "not-worse" with a margin',
        )
    return GateQuestion(
        name=name,
        kind=GateKind(kind),
        evidence=tuple(_relative_name(one, path.parent) for one in evidence),
        keywords={
            key: _relative_name(value, path.parent)
            if key in PATHS and isinstance(value, str)
            else _as_keyword(key, value)
            for key, value in table.items()
            if key in KEYWORDS
        },
    )


def _as_keyword(key: str, value: Any) -> Any:  # noqa: ANN401 - any value of TOML
    """Return a value as Python takes it: {old = "new"} as pairs."""
    return tuple(value.items()) if key in ("rename", "only") and isinstance(value, dict) else value


def _relative_name(name: str, folder: Path) -> str:
    """Return a path relative to the working folder where that is possible, so that messages stay short."""
    if "://" in name or Path(name).is_absolute() or ":" in name.partition("/")[0]:
        return name
    path = folder / name
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def _unfit_error(what: str, where: str, fix: str) -> UsageError:
    return UsageError(what, where=where, fix=fix, code="BO675")
