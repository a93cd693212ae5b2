"""Shells complete bakeoff, and every command has a manual page."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bakeoff.cli.main import COMMANDS, main


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_is_printed_and_installed_where_the_shell_looks(shell, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "_BAKEOFF_COMPLETE" in script
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    assert main(["completion", "--install"]) == 0
    (written,) = [p for p in tmp_path.rglob("*bakeoff*") if p.is_file()]
    assert written.read_text() == script
    assert str(written) in capsys.readouterr().err


def test_bash_completes_commands_and_options(tmp_path):
    words = [sys.executable, "-c", "from bakeoff.cli.main import bakeoff; bakeoff(prog_name='bakeoff')"]
    for typed, number, expected in (
        ("bakeoff com", "1", "plain,compare"),
        ("bakeoff compare --gat", "2", "plain,--gate"),
    ):
        environment = {"_BAKEOFF_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": number}
        import os

        done = subprocess.run(
            words, env={**os.environ, **environment}, capture_output=True, text=True, check=False
        )
        assert expected in done.stdout.splitlines(), done.stderr


def test_a_shell_that_is_not_known_is_asked_for(monkeypatch, capsys):
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert main(["completion"]) == 2
    assert "error BO683: the shell 'tcsh'" in capsys.readouterr().err


def test_every_command_has_a_manual_page(tmp_path):
    assert main(["man", str(tmp_path / "man")]) == 0
    pages = {p.name: p.read_text(encoding="utf-8") for p in Path(tmp_path, "man").iterdir()}
    assert set(pages) == {"bakeoff.1", *(f"bakeoff-{name}.1" for name in COMMANDS)}
    for text in pages.values():
        assert [line for line in text.splitlines() if line.startswith(".SH")] == [
            ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH SEE ALSO",
        ]  # fmt: skip
    assert r"\-\-gate" in pages["bakeoff-compare.1"]
    if shutil.which("man") and shutil.which("groff"):
        page = str(tmp_path / "man" / "bakeoff-gate.1")
        done = subprocess.run(
            ["groff", "-man", "-Tutf8", "-ww", page], capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
