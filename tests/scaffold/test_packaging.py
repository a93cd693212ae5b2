"""What is published builds to the same bytes, says what it holds, and names no version twice in different ways."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml
from scaffold.sbom import bill

from bakeoff.core.version import __version__

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture(scope="module")
def builds(tmp_path_factory):
    """Return wheel and sdist built twice, from copies whose files have other times."""
    made = []
    for moment in (1_500_000_000, 1_700_000_000):
        source = tmp_path_factory.mktemp("source") / "bakeoff"
        ignored = shutil.ignore_patterns(
            ".git", ".venv*", "__pycache__", "_build", "made*", ".*_cache", ".hypothesis", "dist"
        )
        shutil.copytree(ROOT, source, ignore=ignored)
        for path in source.rglob("*"):
            os.utime(path, (moment, moment))
        command = [
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "-t",
            "wheel",
            "-t",
            "sdist",
            "-d",
            str(source.parent / "dist"),
        ]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1760000000"}
        subprocess.run(command, cwd=source, env=environment, check=True, capture_output=True)
        made.append(sorted((source.parent / "dist").iterdir()))
    return made


def test_the_same_source_gives_the_same_bytes(builds):
    digests = [[hashlib.sha256(path.read_bytes()).hexdigest() for path in build] for build in builds]
    assert len(digests[0]) == 2
    assert digests[0] == digests[1]


def test_no_data_of_others_is_published(builds):
    wheel, sdist = builds[0]
    with tarfile.open(sdist) as packed:
        names = [member.name.partition("/")[2] for member in packed.getmembers()]
    assert "LICENSE" in names
    assert not [n for n in names if n.startswith((".git/", ".venv", "dist/")) or "__pycache__" in n]
    assert not [n for n in names if n.endswith((".db", ".pkl", ".parquet"))]
    inside = ZipFile(wheel).namelist()
    assert {n.split("/")[0] for n in inside} == {"bakeoff", f"bakeoff-{__version__}.dist-info"}


def test_every_place_has_the_same_version_and_dependencies():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert (citation["version"], citation["license"]) == (__version__, PROJECT["license"])
    recipe = (ROOT / "packaging" / "meta.yaml").read_text(encoding="utf-8")
    assert f'version = "{__version__}"' in recipe
    # Jinja aside, the recipe is YAML.
    plain = yaml.safe_load(re.sub(r"\{\{.*?\}\}", "x", re.sub(r"\{%.*?%\}", "", recipe)))
    wanted = {text.replace(">=", " >=") for text in PROJECT["dependencies"]}
    assert set(plain["requirements"]["run"]) == wanted | {f"python {PROJECT['requires-python']}"}
    assert plain["about"]["license"] == PROJECT["license"]


def test_the_release_is_pinned_and_has_no_password():
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    uses = [step["uses"] for step in steps if "uses" in step]
    assert len(uses) == 5
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", use) for use in uses)
    assert workflow["permissions"] == {"contents": "read"}
    assert workflow["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in text
    targets = re.findall(r"make (\w+)", text)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_the_bill_of_materials_names_every_direct_dependency():
    made = bill(["plots", "study"])
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.5")
    names = {part["name"] for part in made["components"]}
    direct = [
        *PROJECT["dependencies"],
        *PROJECT["optional-dependencies"]["plots"],
        *PROJECT["optional-dependencies"]["study"],
    ]
    assert {re.match(r"[\w-]+", text)[0] for text in direct} <= names
    assert all(part["purl"] == f"pkg:pypi/{part['name']}@{part['version']}" for part in made["components"])
    assert json.dumps(made) == json.dumps(bill(["plots", "study"]))


def test_the_image_serves_as_a_user_without_rights():
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    words = [line.split(None, 1) for line in lines if line and line[0] not in "# "]
    last_user = [rest for word, rest in words if word == "USER"][-1]
    made = next(rest for word, rest in words if word == "RUN" and rest.startswith("useradd"))
    assert f"--uid {last_user} " in made  # a number, which a host can tell from root
    assert int(last_user) > 0
    order = [word for word, _ in words]
    assert order.index("USER") < order.index("ENTRYPOINT")
    copied = {
        name for word, rest in words if word == "COPY" and "--from" not in rest for name in rest.split()[:-1]
    }
    assert all((ROOT / name).exists() for name in copied)
    (extras,) = re.findall(r'"\.\[(.*?)\]"', "\n".join(lines))
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    served = json.loads(next(rest for word, rest in words if word == "CMD"))
    from bakeoff.web.command import serve_command

    known = {flag for option in serve_command.params for flag in option.opts}
    assert {word for word in served if word.startswith("--")} <= known


def test_nobody_is_told_to_install_by_a_name_that_another_could_take():
    source = ROOT / "src" / "bakeoff"
    messages = [*source.rglob("*.py"), *source.rglob("*.toml")]
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *messages]
    told = {
        p.name: re.findall(
            r"(?:pip|pipx|uv|uvx)[ \w]* (?:install|run)[ \w-]* ['\"]?bakeoff\b(?!\S* @)",
            p.read_text(encoding="utf-8"),
        )
        for p in pages
    }
    assert {name: found for name, found in told.items() if found} == {}
