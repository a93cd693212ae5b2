"""The page of licences names every dependency with the licence that the package itself declares."""

import re
import tomllib
from importlib.metadata import files, metadata

import pytest

from docs.blocks import ROOT

# How packages write the licences that the page calls by their names. Only these kinds are taken.
WRITTEN = {
    "MIT": r"\bMIT\b",
    "BSD-2-Clause": r"BSD.2.Clause|\bBSD\b|Simplified BSD",
    "BSD-3-Clause": r"BSD.3.Clause|\bBSD\b|New BSD|Modified BSD|3-clause",
    "Apache-2.0": r"Apache",
    "MPL-2.0": r"MPL|Mozilla Public",
    "LGPL-3.0-only": r"LGPL|Lesser General",
    "BSD-3-Clause and others, all permissive": r"BSD",
    "its own, of the PSF's kind": r"Python Software Foundation|PSF|matplotlib",
}


def dependencies():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = [*project["project"]["optional-dependencies"].values(), *project["dependency-groups"].values()]
    wanted = [*project["project"]["dependencies"], *(text for group in groups for text in group)]
    return {re.match(r"[\w-]+", text)[0] for text in wanted} - {"bakeoff"}


def told():
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| ([\w-]+) \| ([^|]+?) \|", page, flags=re.MULTILINE))


def declared(name):
    """Return what an installed package says of its licence: its metadata or, where they are silent, its file."""
    found = metadata(name)
    said = [found.get("License-Expression"), found.get("License"), *found.get_all("Classifier", [])]
    words = "\n".join(text[:400] for text in said if text and ("::" not in text or "License" in text))
    texts = (path for path in files(name) or () if path.name.upper().startswith("LICEN"))
    return words or "\n".join(path.read_text()[:400] for path in texts)


def test_every_dependency_has_its_line_and_no_line_lacks_a_dependency():
    assert set(told()) - {"name"} == dependencies()


# What builds this site alone is not installed where the tests run.
OF_THE_SITE = {"furo", "latex2mathml", "myst-parser", "sphinx", "sphinx-gallery"}


@pytest.mark.parametrize("name", sorted(dependencies() - OF_THE_SITE))
def test_the_licence_is_the_one_that_the_package_declares(name):
    assert re.search(WRITTEN[told()[name]], declared(name), flags=re.IGNORECASE), declared(name)
