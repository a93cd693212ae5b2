"""The page's scripts: they keep the rules, and their logic is tested by node's own runner."""

import shutil
import subprocess
from pathlib import Path

from scaffold.lint_scripts import FOLDER, lint, lint_folder

TESTS = sorted((Path(__file__).parent / "js").glob("*.test.mjs"))


def test_the_scripts_keep_the_rules():
    assert lint_folder() == []


def test_the_rules_find_what_they_forbid():
    bad = (
        'import { gone, unused } from "./there.js";\n'
        "const used = gone;\nused();\neval(used);\nbox.innerHTML = used;\nif (a == b) run();\n"
    )
    found = list(lint("bad.js", bad, {"there.js": {"unused"}}))
    assert found == [
        "bad.js:4: runs text as code",
        "bad.js:5: writes markup that is not the server's own",
        "bad.js:6: compares with == or !=: use === or !==",
        "bad.js: there.js exports no gone",
        "bad.js: imports unused and does not use it",
    ]


def test_their_logic_does_what_it_should():
    node = shutil.which("node")
    assert node is not None, "no node: install nodejs (make test does, with apt-get)"
    assert TESTS
    for script in sorted(FOLDER.glob("*.js")):
        subprocess.run([node, "--check", str(script)], check=True)
    run = subprocess.run([node, "--test", *map(str, TESTS)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
