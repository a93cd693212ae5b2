"""The software bill of materials as CycloneDX 1.5, of what is installed here: python -m scaffold.sbom [EXTRA…]."""

import json
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def wanted(extras: list[str]) -> set[str]:
    """Return the names of what the project needs, directly or not, as far as it is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    texts = [*project["dependencies"], *(text for extra in extras for text in _of_extra(extra, optional))]
    found: set[str] = set()
    waiting = [_name(text) for text in texts]
    while waiting:
        name = waiting.pop()
        if name in found or name == "bakeoff":
            continue
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue
        found.add(name)
        waiting += [_name(text) for text in needs if "extra ==" not in text and _applies(text)]
    return found


def _of_extra(extra: str, optional: dict[str, list[str]]) -> list[str]:
    """Return what an extra brings, and what the extras bring that it names."""
    own = []
    for text in optional[extra]:
        inside = re.fullmatch(r"bakeoff\[(.*)\]", text)
        own += [t for e in inside[1].split(",") for t in _of_extra(e, optional)] if inside else [text]
    return own


def _applies(text: str) -> bool:
    """Say whether a requirement is for every system: one for another system only is not installed, and passed over."""
    return "platform_system ==" not in text or sys.platform.startswith("linux")


def _name(text: str) -> str:
    return re.sub(r"[-_.]+", "-", NAME.match(text)[0]).lower()


def component(name: str) -> dict[str, object]:
    """Return one package: its name, version, address and the licence that it declares."""
    made = distribution(name)
    licence = made.metadata.get("License-Expression")
    classified = [
        c.rpartition(" :: ")[2] for c in made.metadata.get_all("Classifier", []) if c.startswith("License ::")
    ]
    licences = [{"expression": licence}] if licence else [{"license": {"name": text}} for text in classified]
    return {
        "type": "library",
        "bom-ref": f"pkg:pypi/{name}@{made.version}",
        "name": name,
        "version": made.version,
        "purl": f"pkg:pypi/{name}@{made.version}",
        **({"licenses": licences} if licences else {}),
    }


def bill(extras: list[str]) -> dict[str, object]:
    """Return the whole document; it has no date and no random number, so that the same set gives the same text."""
    version = re.search(
        r'"(.*?)"', (ROOT / "src" / "bakeoff" / "core" / "version.py").read_text(encoding="utf-8")
    )[1]
    own = {"type": "application", "bom-ref": "bakeoff", "name": "bakeoff", "version": version}
    own["licenses"] = [{"expression": "BSD-3-Clause"}]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": own},
        "components": [component(name) for name in sorted(wanted(extras))],
    }


if __name__ == "__main__":
    print(json.dumps(bill(sys.argv[1:] or ["all"]), indent=1))
