"""Write the lowest versions that pyproject.toml allows as pip's constraints: `python -m scaffold.lowest > FILE`."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FLOOR = re.compile(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?>=([0-9.]+)")


def lowest_versions(root: Path = ROOT) -> list[str]:
    """Return 'name==version' of every dependency that users install, at the lowest version that is allowed."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]
    floors = dict(match.groups() for one in asked if (match := FLOOR.fullmatch(one)))
    return [f"{name}=={version}" for name, version in sorted(floors.items())]


if __name__ == "__main__":
    sys.stdout.write("\n".join(lowest_versions()) + "\n")
