"""The paper kit: it compiles whatever names are called, says nothing false, and cites what it uses."""

import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import numpy as np
import pytest

import bakeoff
from bakeoff.cli.main import main
from bakeoff.core.errors import UsageError
from bakeoff.core.results import Verdict
from bakeoff.procedures.base.adjust import Adjustment
from bakeoff.procedures.registry import REGISTRY
from bakeoff.render.bibliography import bibtex_entries, cited_keys
from bakeoff.render.paper.latex import escape_latex
from bakeoff.render.paper.phrases import ADJUSTMENTS, TESTS
from kit_cases import CASES, FOUR, TWO, comparison_of, kit_of

HOSTILE = (
    "a_b % & # $ { } ~ ^ \\", "<script>|\"x\" 'y' `z`", "=cmd()", "-- --- ,, ''", "[0.5em] *", "\\input{/etc/passwd}",
    "Müller-Łódź çñőůß Ægø", "αβγ Δ Ω µ", "支持向量机", "🌲 forest 🌳", "naïve…–—“q”", "a\\\\b", "50% {off}",
    "e\u0301 ð þ ŋ", "×±−≤≥∞²", "?` !`", "\\end{document}", "%",
    "$x^2$ \\textbf{bold}", "Ελληνικά кириллица עברית",
)  # fmt: skip
BANNED = (
    r"accept\w* (the |that )?(null|hypothesis)", "trend", r"no (significant )?difference", "not significant",
    "insignificant", "almost", "marginal", "approach(es|ing) significance", "highly significant", "prove[sdn]?",
    "the same performance", r"are equal\b", "perform the same", r"p = 0\b", r"p = \.0+\b", "nan", r"\binf\b",
    r"\b1 datasets", r"\bNone\b(?! of the)", "  ", r"\.\.", " ,", r" \.(?!\d)",
)  # fmt: skip
NAMES = pytest.mark.parametrize("name", CASES)


def prose(name):
    kit = kit_of(name)
    return f"{kit.methods}\n{kit.results}"


def compiled(folder, path):
    """Compile a kit with its bibliography, and return the log."""
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", path.name]
    for step in (command, ["bibtex", path.stem], command, command):
        done = subprocess.run(step, cwd=folder, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode("utf-8", "replace")[-2000:]
    return (folder / f"{path.stem}.log").read_text(encoding="utf-8", errors="replace")


def require_sound(text):
    """Check by structure what a compiler would: braces and environments close, nothing special stands bare."""
    body = "\n".join(line for line in text.splitlines() if not line.startswith("%"))
    bare = re.sub(r"\\[\\{}$&#_%]", "", re.sub(r"\\bakeoffchar\{(\w+)\}\{.\}", r"\1", body))
    depth = 0
    for character in bare:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    opened = re.findall(r"\\begin\{(\w+)\}", body)
    assert sorted(opened) == sorted(re.findall(r"\\end\{(\w+)\}", body))
    assert bare.count("$") % 2 == 0
    assert not re.search(r"(?<!\\)#(?![12])", re.sub(r"\\\w*command.*", "", bare))
    text_only = re.sub(
        r"\$[^$]*\$|\\(ref|label|cite|bibliography|includegraphics|IfFileExists)(\[[^]]*\])?\{[^}]*\}",
        "",
        bare,
    )
    assert not re.search(r"[_^]", text_only.replace("\\'", "").replace("\\^", ""))


@NAMES
def test_a_kit_is_sound_latex_in_every_design(name):
    kit = kit_of(name)
    require_sound(kit.document)


@pytest.mark.parametrize(
    "name", ["undecided", "many", "many, missing", "flips", "two test sets", "many, posterior"]
)
def test_a_kit_compiles_without_an_undefined_citation(name, tmp_path):
    path = tmp_path / "kit.tex"
    kit_of(name).write(path)
    if shutil.which("pdflatex") is None:
        require_sound(path.read_text(encoding="utf-8"))
        return
    log = compiled(tmp_path, path)
    assert "undefined" not in log
    assert "Overfull" not in log


def hostile_comparison():
    rows = "".join(
        f'"{n.replace(chr(34), chr(34) * 2)}",{70 + i},{71 + (i * 7) % 5},{69 + i % 4}\n'
        for i, n in enumerate(HOSTILE)
    )
    head = ",".join('"' + HOSTILE[i].replace('"', '""') + '"' for i in (0, 7, 8))
    return bakeoff.compare(f"dataset,{head}\n{rows}")


def visible(text):
    """Return text as a reader compares it: one form of each letter, and straight apostrophes."""
    plain = unicodedata.normalize("NFKC", text).translate({0x2019: "'", 0x2018: "'", 0x2212: "-", 0x2D9: ""})
    return re.sub(r"\s+", "", plain)


def test_names_are_text_whatever_they_are_called(tmp_path):
    comparison = hostile_comparison()
    path = tmp_path / "kit.tex"
    comparison.paper().write(path)
    require_sound(path.read_text(encoding="utf-8"))
    if shutil.which("pdflatex") is None:
        return
    compiled(tmp_path, path)
    if shutil.which("pdftotext") is None:
        return
    text = subprocess.run(
        ["pdftotext", "-layout", "kit.pdf", "-"], cwd=tmp_path, capture_output=True, check=True
    )
    page = visible(text.stdout.decode())
    for name in comparison.evidence.datasets:
        if name.isascii():
            assert visible(name).replace("`", "'") in page.replace("`", "'"), name
    assert "U+652FU+6301" in page
    assert "root:" not in page  # \input stayed text


def test_it_compiles_with_the_oldest_fonts_too(tmp_path):
    path = tmp_path / "kit.tex"
    hostile_comparison().paper().write(path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("lmodern.sty", "no-such-font.sty"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != text
    if shutil.which("pdflatex") is not None:
        compiled(tmp_path, path)


@pytest.mark.parametrize("name", HOSTILE)
def test_an_escaped_name_is_ascii_but_for_the_characters_it_carries_along(name):
    assert re.sub(r"\\bakeoffchar\{[0-9A-F]+\}\{.\}", "", escape_latex(name)).isascii()


@NAMES
def test_no_sentence_says_more_than_the_comparison(name):
    said = re.sub(r"[$\\{}]", "", prose(name))
    for phrase in BANNED:
        assert not re.search(phrase, said), (phrase, said)


@NAMES
def test_equivalence_is_said_only_where_it_was_found(name):
    comparison = comparison_of(name)
    found = any(p.verdict is Verdict.EQUIVALENT for p in comparison.pairs)
    assert (
        bool(re.search(r"were equivalent in practice|Equivalent in practice", kit_of(name).results)) == found
    )
    if comparison.settings.margin == 0:
        assert "equivalent" not in prose(name)


@NAMES
def test_undecided_is_called_undecided(name):
    comparison = comparison_of(name)
    is_open = any(p.verdict is Verdict.UNDECIDED for p in comparison.pairs)
    assert bool(re.search(r"undecided|pairs was decided", kit_of(name).results)) == is_open


@NAMES
def test_the_test_the_level_and_the_version_are_told_and_every_source_is_there(name):
    comparison = comparison_of(name)
    kit = kit_of(name)
    assert TESTS[comparison.pairs[0].result.procedure] in kit.methods
    assert comparison.pairs[0].result.citation in cited_keys(kit.methods)
    assert f"bakeoff {bakeoff.__version__}" in kit.methods
    assert f"{comparison.settings.level * 100:g}\\%" in kit.methods
    keys = cited_keys(kit.document)
    assert set(re.findall(r"^@\w+\{([^,]+),", kit.bibtex, flags=re.MULTILINE)) == set(keys)


@NAMES
def test_a_name_that_begins_a_sentence_is_never_needed(name):
    for sentence in re.split(r"(?<=[.])\s+(?=\S)", kit_of(name).results):
        assert sentence[0].isupper() or sentence[0] in "$(", sentence


def test_every_procedure_and_every_adjustment_has_a_phrase():
    assert set(TESTS) == {p.key for p in REGISTRY}
    assert {*ADJUSTMENTS, "none"} == set(map(str, Adjustment))
    every = cited_keys(*(phrase for phrase, _ in ADJUSTMENTS.values()))
    assert bibtex_entries(every).count("@") == len(every)


def test_the_best_of_a_row_is_bold_and_ties_are_too():
    rows = kit_of("many").table.splitlines()
    assert r"breast cancer & \textbf{0.599} & \underline{0.591} & 0.590 & 0.569 \\" in rows
    assert r"mushroom & \textbf{1.000} & \textbf{1.000} & \textbf{1.000} & \textbf{1.000} \\" in rows


def test_the_smallest_is_bold_where_lower_is_better():
    assert r"d0 & 0.2000 & \textbf{0.1000} \\" in kit_of("lower is better").table.splitlines()


def test_marks_are_against_the_baseline_or_the_best():
    best = kit_of("many").table
    assert r"0.8049\rlap{$^{\dagger}$}" in best
    assert r"worse than C4.5+m+cf (ranked first)" in best
    baseline = kit_of("many, baseline").table
    assert r"worse than C4.5 (the baseline)" in baseline


def test_a_missing_score_is_a_dash_with_a_note():
    table = kit_of("many, missing").table
    assert r"d3 & \textbf{73} & -- & \underline{72} \\" in table.splitlines()
    assert "no score" in table


def made_up_table(classifiers, datasets, prefix="c"):
    """Return a table of accuracies in percent, with two decimals."""
    scores = np.random.default_rng(5).uniform(60, 99, (datasets, classifiers))
    head = "dataset," + ",".join(f"{prefix}{j}" for j in range(classifiers))
    return (
        "\n".join([head, *(f"d{i}," + ",".join(f"{v:.2f}" for v in row) for i, row in enumerate(scores))])
        + "\n"
    )


def test_many_datasets_break_over_pages():
    table = bakeoff.compare(made_up_table(3, 60), metric="accuracy").paper().table
    assert r"\begin{longtable}" in table
    assert "d59 &" in table


@pytest.mark.parametrize(
    ("classifiers", "datasets", "turned", "parts"),
    [(3, 5, False, 1), (10, 26, False, 1), (14, 30, True, 1), (40, 60, True, 3)],
)
def test_the_scores_by_dataset_are_printed_whatever_their_number(classifiers, datasets, turned, parts):
    table = bakeoff.compare(made_up_table(classifiers, datasets, "method-"), metric="accuracy").paper().table
    assert (r"\begin{landscape}" in table) is turned
    assert table.count(r"\caption[") == parts
    assert f"Part {parts} of {parts}." in table or parts == 1
    rows = [line for line in table.splitlines() if line.startswith("d0 &")]
    assert sum(row.count("&") for row in rows) == classifiers
    assert table.count("Mean rank &") == parts


def test_more_scores_than_a_paper_prints_give_the_summary_by_classifier():
    table = bakeoff.compare(made_up_table(20, 160), metric="accuracy").paper().table
    assert "by classifier" in table
    assert "too many scores to print" in table
    assert "d59" not in table


def test_the_second_best_is_underlined_where_one_is_best_alone():
    table = (
        bakeoff.compare("dataset,A,B,C\nx,9,8,8\ny,7,7,6\nz,5,4,3\n", metric="score", higher_is_better=True)
        .paper()
        .table
    )
    assert r"x & \textbf{9} & \underline{8} & \underline{8} \\" in table.splitlines()
    assert r"y & \textbf{7} & \textbf{7} & 6 \\" in table.splitlines()


def test_spreads_stand_beside_their_scores():
    text = "dataset,A,B\nx,0.91±0.02,0.90±0.01\ny,0.81±0.03,0.82±0.02\nz,0.71±0.02,0.70±0.02\n"
    table = bakeoff.compare(text, metric="accuracy").paper().table
    assert r"0.90{\scriptsize$\pm$0.01}" in table
    assert r"$\pm$: as it was given with the scores." in table


def test_many_pairs_give_those_of_the_best():
    names = [f"c{i}" for i in range(12)]
    rows = "".join(
        f"d{i}," + ",".join(str(60 + (i * 7 + j * 5) % 13 + j) for j in range(12)) + "\n" for i in range(8)
    )
    kit = bakeoff.compare(f"dataset,{','.join(names)}\n{rows}").paper()
    assert kit.pairs.count("c11 vs.") == 11
    assert kit.pairs.count(" vs.") == 13  # and two others, which differ
    assert "13 of 66" in kit.pairs


def test_an_interval_that_ends_at_zero_says_whether_zero_is_in_it():
    kit = kit_of("many")
    assert r"$(0.000, +0.035]$" in kit.pairs  # decided: cut at zero, which is not in it
    assert r"$[-0.0" in kit.pairs  # undecided
    assert "(0.000, +0.038]$" in kit.results


def test_the_kit_is_written_with_its_files_beside_it(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text(TWO, encoding="utf-8")
    assert main(["compare", str(table), "--latex", str(tmp_path / "my results (v2).tex")]) == 0
    assert {p.name for p in tmp_path.iterdir()} == {
        "t.csv",
        "my results (v2).tex",
        "my-results-v2.bib",
        "my-results-v2-figure.pdf",
    }
    assert (tmp_path / "my-results-v2-figure.pdf").read_bytes().startswith(b"%PDF")
    assert r"\bibliography{my-results-v2}" in (tmp_path / "my results (v2).tex").read_text(encoding="utf-8")
    assert "written: " in capsys.readouterr().err


def test_what_cannot_be_written_is_refused_before_anything_is_read(tmp_path, capsys):
    assert main(["compare", "no-such-file.csv", "--latex", str(tmp_path / "kit.pdf")]) == 2
    assert "error BO415: " in capsys.readouterr().err
    with pytest.raises(UsageError) as refused:
        kit_of("many").write(tmp_path / "none" / "kit.tex")
    assert refused.value.code == "BO410"


def test_the_kit_is_frozen():
    kit = kit_of("undecided")
    with pytest.raises(AttributeError):
        kit.methods = ""


def test_the_same_comparison_gives_the_same_kit():
    again = bakeoff.compare(FOUR, metric="AUC").paper()
    assert again.document == kit_of("many").document


def test_the_handbook_quotes_what_is_written():
    page = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")
    kit = kit_of("many")
    quoted = [" ".join(block.split()) for block in re.findall(r"```latex\n(.*?)```", page, flags=re.DOTALL)]
    assert quoted == [" ".join(part.split()) for part in (kit.methods, kit.results, kit.pairs)]


def test_without_matplotlib_the_kit_does_without_a_figure(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    written = bakeoff.compare(TWO).paper().write(tmp_path / "kit.tex")
    assert [p.name for p in written] == ["kit.tex", "kit.bib"]
    assert "includegraphics" not in written[0].read_text(encoding="utf-8")


def test_a_table_longer_than_a_page_breaks_over_pages():
    names = [f"c{i}" for i in range(60)]
    rows = "".join(
        f"d{i}," + ",".join(str(60 + (i * 7 + j * 5) % 13) for j in range(60)) + "\n" for i in range(6)
    )
    kit = bakeoff.compare(f"dataset,{','.join(names)}\n{rows}", baseline="c0").paper()
    assert kit.pairs.count(" vs.") == 59
    assert r"\begin{longtable}" in kit.pairs
    require_sound(kit.document)


def test_long_names_that_break_their_lines_break_the_table_over_pages():
    names = [f"a classifier that has a rather long name {i}" for i in range(10)]
    columns = {name: [60 + (i * 7 + j * 5) % 13 for i in range(6)] for j, name in enumerate(names)}
    kit = bakeoff.compare({"dataset": list("abcdef"), **columns}).paper()
    assert kit.pairs.count(" vs.") == 45
    assert r"\begin{longtable}{p{" in kit.pairs
    require_sound(kit.document)


def test_of_two_pairs_neither_is_decided():
    table = "dataset,a,b,c\np,.71,.72,.73\nq,.73,.71,.72\nr,.72,.73,.71\ns,,.72,.71\n"
    kit = bakeoff.compare(table, baseline="a", metric="accuracy").paper()
    assert kit.results.startswith("Neither of the two pairs was decided")
    assert "Of the 12 scores, one is missing;" in kit.methods


GATES = {
    "better": {"gate": "better"},
    "not worse": {"gate": "not-worse"},
    "by the mean": {"gate": "not-worse", "margin": 2.0},
    "within its range": {"gate": "not-worse", "margin": 2.0, "bound": "mean-in-range"},
    "by the test": {"gate": "not-worse", "margin": 2.0, "bound": "test"},
    "by share": {"gate": "not-worse", "margin": 2.0, "bound": "share", "share": 0.4},
}
BOUNDED = {
    "by the mean": "by the mean advantage over datasets, bounded from below at 97.5",
    "within its range": "a bound by betting",
    "by the test": "by the lower end of the interval of the pseudo-median advantage",
    "by share": r"it to be shown that at most 40\% of datasets lose more than 2 points",
}
EIGHT = {
    "dataset": list("stuvwxyz"),
    "A": [81.0, 71.2, 61.3, 91.0, 51.7, 66.1, 76.4, 86.0],
    "B": [80.3, 72.4, 62.1, 93.0, 50.9, 69.2, 77.7, 89.1],
}


@pytest.mark.parametrize("name", GATES)
def test_a_gate_is_in_the_methods_with_what_it_bounds_and_in_the_results_with_how_it_came_out(name):
    made = bakeoff.compare(EIGHT, **GATES[name])
    kit, passed = made.paper(), made.gate.passed
    assert "A gate required " in kit.methods
    assert BOUNDED.get(name, "") in kit.methods
    assert f"The gate ({made.gate.kind}) was {'' if passed else 'not '}passed" in kit.results
    assert "--" not in kit.results.split("The gate (")[1]
    require_sound(kit.document)
    assert "A gate" not in bakeoff.compare(EIGHT, margin=2.0).paper().document


def test_a_gate_over_many_pairs_says_who_is_asked_about():
    table = EIGHT | {"C": [79.0, 70.0, 60.0, 90.0, 50.0, 66.0, 76.0, 85.0]}
    every = bakeoff.compare(table, gate="better").paper().methods
    assert (
        "of every pair the classifier that the input lists later is shown to be better than the other"
        in every
    )
    against = bakeoff.compare(table, gate="better", baseline="A").paper().methods
    assert "each of the other classifiers is shown to be better than the baseline A" in against
