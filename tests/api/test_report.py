"""The report as a file: whole, small, the same bytes twice, of every kind of evidence."""

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser

import numpy as np
import pytest
from markupsafe import escape

import bakeoff
from bakeoff.api.deliveries.report import every_figure, report_page
from bakeoff.cli.main import main
from bakeoff.core.codes import CODES
from bakeoff.core.errors import UsageError
from bakeoff.inputs.published import PUBLISHED
from bakeoff.render.handbook import paragraphs
from bakeoff.render.html.report import report_html

TWO = PUBLISHED["figure-15.2"].text
LABELS = [i % 3 == 0 for i in range(60)]
PREDICTIONS = "id,y_true,old,new,sex\n" + "".join(
    f"{i},{t:d},{t ^ ((7 * i) % 11 < 4):d},{t ^ ((5 * i) % 13 < 2):d},{'women' if i % 2 else 'men'}\n"
    for i, t in enumerate(LABELS)
)
FOLDS = "dataset,classifier,fold,accuracy\n" + "".join(
    f"sonar,{name},{fold},{base + ((fold * step) % 5) / 100:.3f}\n"
    for name, base, step in (("tree", 0.71, 7), ("forest", 0.74, 8), ("svm", 0.72, 4))
    for fold in range(1, 11)
)
MISSING = "dataset,forest,svm\n" + "".join(
    f"d{i},{'' if i == 4 else 70 + i},{72 + i % 5 + i}\n" for i in range(9)
)


def counts(*words):
    from bakeoff.api.counts import two_test_sets

    return two_test_sets(words)


EVERY = {
    "two": lambda: bakeoff.compare(TWO),
    "margin": lambda: bakeoff.compare(TWO, margin=20),
    "posterior": lambda: bakeoff.compare(TWO, test="bayes-signed-rank", margin=1.0),
    "posteriors": lambda: bakeoff.compare(
        PUBLISHED["demsar-2006"].text, metric="AUC", test="bayes-signed-rank", margin=0.01
    ),
    "baseline": lambda: bakeoff.compare(PUBLISHED["demsar-2006"].text, metric="AUC", baseline="C4.5+m"),
    "predictions": lambda: bakeoff.compare(PREDICTIONS, subgroup_column="sex"),
    "counts": lambda: bakeoff.compare(counts("25.5/30", "3750/5000")),
    "folds": lambda: bakeoff.compare(FOLDS),
    "missing": lambda: bakeoff.compare(MISSING),
    "two by two": lambda: bakeoff.compare({"dataset": ["x", "y"], "A": [0.8, 0.7], "B": [0.9, 0.6]}),
}


class Outline(HTMLParser):
    """What tags a page has, which ids, and what it says."""

    VOID = ("meta", "input", "link", "br", "img", "col")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids, self.tags, self.open, self.addresses, self.policy = [], [], [], [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.tags.append(tag)
        self.ids += [named["id"]] if "id" in named else []
        self.addresses += [named[key] for key in ("src", "href") if key in named]
        if named.get("http-equiv") == "Content-Security-Policy":
            self.policy = named["content"]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("which", EVERY)
def test_every_kind_of_evidence_has_a_well_formed_report(which):
    comparison = EVERY[which]()
    text = report_page(comparison)
    outline = Outline(text)
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert outline.tags.count("h1") == 1
    assert comparison.evidence.digest in text
    assert all(a.startswith(("#", "data:image/png")) for a in outline.addresses)
    for finding in comparison.findings:
        assert f"What {finding.code} means, and what to do" in text
        assert escape(paragraphs(finding.code)[0].text) in text


TOTALS = PUBLISHED["figure-15.7"].text + "total,704,783\n"
RELATED = PUBLISHED["demsar-2006"].text
MUTED = {  # one of each family of codes; those of studies are muted in tests/study/test_leaks.py
    "BO101": (TWO, {}),
    "BO102": (RELATED, {"metric": "AUC"}),
    "BO113": (TWO, {}),
    "BO123": (TOTALS, {}),
    "BO133": (RELATED, {"metric": "AUC", "baseline": "C4.5+m"}),
    "BO204": (TWO, {}),
    "BO305": (TOTALS, {}),
    "BO323": (FOLDS, {}),
    "BO344": (MISSING, {}),
}


@pytest.mark.parametrize("code", MUTED)
def test_a_muted_finding_is_listed_in_the_report_and_not_shown_wherever_it_comes_from(code, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # figures have no findings
    evidence, told = MUTED[code]
    loud = report_page(bakeoff.compare(evidence, **told))
    quiet = report_page(bakeoff.compare(evidence, mute=[code], **told))
    said, left = (Counter(re.findall(r"What (BO\d+) means", text)) for text in (loud, quiet))
    assert said.pop(code) >= 1
    assert left == said + Counter({"BO375": 1})
    assert escape(f"muted: {code} ({CODES[code]}") in quiet


def test_links_within_the_page_lead_somewhere():
    outline = Outline(report_page(EVERY["posteriors"]()))
    assert {a[1:] for a in outline.addresses if a.startswith("#")} <= set(outline.ids)


def test_the_policy_lets_our_one_script_run_and_no_other():
    text = report_page(EVERY["two"]())
    scripts = re.findall(r"<script>(.*?)</script>", text, flags=re.DOTALL)
    assert len(scripts) == 1
    digest = b64encode(sha256(scripts[0].encode()).digest()).decode()
    policy = Outline(text).policy
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:; ")
    assert f"script-src 'sha256-{digest}';" in policy


def test_the_same_evidence_gives_the_same_bytes_in_another_process(tmp_path):
    table = tmp_path / "scores.csv"
    table.write_text(TWO, encoding="utf-8")
    assert main(["compare", str(table), "--report", str(tmp_path / "1.html")]) == 0
    script = "import sys; from bakeoff.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", script, "compare", str(table), "--report", str(tmp_path / "2.html")]
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": "2"})
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_twenty_classifiers_on_a_hundred_datasets_take_less_than_a_megabyte():
    rng = np.random.default_rng(1)
    scores = 0.8 + 0.05 * rng.standard_normal((100, 20)) + 0.004 * np.arange(20)
    text = report_page(bakeoff.compare(scores))
    assert len(text.encode()) < 1_000_000
    assert _table(text, "pair-table").count('<td class="v ') == 190


def _table(text, key):
    return text.partition(f'<table id="{key}"')[2].partition("</table>")[0]


def test_the_report_says_how_much_a_verdict_can_bear():
    text = report_page(bakeoff.compare(PUBLISHED["figure-15.2"].text, test="paired-t"))
    outline = Outline(text)
    assert {"fragility", "spare-table", "one-table", "parts-table", "picks-table"} <= set(outline.ids)
    spare = _table(text, "spare-table")
    # Source: the chapter leaves out datasets 5 and 6 and has t = 2.41; of t-tests about nothing a third turn as easily.
    assert "2 of 10" in spare
    assert "dataset 5 and dataset 6" in spare
    assert "33 % of such verdicts are turned by as few" in spare
    assert _table(text, "one-table").count("<tr") == 1 + 10
    assert _table(text, "picks-table").count("better, p = .047") >= 1
    assert text.count('data-file="bakeoff-') == text.count("<figure id=")
    assert text.index('id="fragility"') < text.index("-fragility")


def test_the_report_on_many_pairs_names_the_datasets_that_decide_each():
    table = PUBLISHED["demsar-2006"]
    text = report_page(bakeoff.compare(table.text, metric=table.metric))
    spare = _table(text, "spare-table")
    assert spare.count('<th scope="row">') == 6
    assert "rheum" in spare
    assert "one-table" not in Outline(text).ids


def test_of_very_many_pairs_the_most_telling_are_shown_and_the_cut_is_said():
    rng = np.random.default_rng(2)
    comparison = bakeoff.compare(
        np.round(0.8 + 0.05 * rng.standard_normal((8, 34)), 3), test="sign", adjust="holm"
    )
    text = report_html(comparison, figures=(), note="", command="", libraries={})
    assert "The 500 most telling of 561 pairs are shown; the download has them all." in text
    data = json.loads(re.search(r'id="data">(.*?)</script>', text)[1])
    assert len(data["pairs"]) == 561


def test_without_matplotlib_the_report_has_everything_but_figures(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    text = report_page(EVERY["two"]())
    assert "pip install &#39;.[plots]&#39;" in text
    assert "<figure" not in text
    assert "<table" in text


def test_the_command_that_repeats_it_leaves_out_where_the_output_went(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    header, *rows = TWO.splitlines()
    three = "\n".join([f"{header},x", *(f"{row},70" for row in rows)])
    (tmp_path / "my scores.csv").write_text(three, encoding="utf-8")
    words = [
        "compare",
        "my scores.csv",
        "--margin",
        "0.5",
        "--lower-is-better",
        "--leave-out",
        "x",
        "--seed",
        "3",
    ]
    assert main([*words, "--report", "out.html", "--quiet"]) == 0
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    told = re.search(r"<code>(bakeoff compare .*?)</code>", text)[1]
    assert told == (
        "bakeoff compare &#39;my scores.csv&#39; --lower-is-better --margin 0.5 --seed 3 --leave-out x"
    )
    assert re.fullmatch(r"report: out\.html \(\d+ kB\)\n", capsys.readouterr().err)


def test_from_python_the_report_says_the_call_that_repeats_it(tmp_path):
    path = bakeoff.compare(TWO, margin=0.5).report(tmp_path / "out.html")
    assert "bakeoff.compare(evidence, margin=0.5, test=&#39;wilcoxon&#39;" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--report", "scores.csv"], "BO412"),
        (["--report", "nowhere/out.html"], "BO410"),
        (["--figures", "file.txt"], "BO411"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_read(
    words, code, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.txt").write_text("", encoding="utf-8")
    assert main(["compare", "there is no such table.csv", *words]) == 2
    assert capsys.readouterr().err.startswith(f"error {code}: ")
    assert code in CODES


def test_python_refuses_a_report_that_is_not_a_page(tmp_path):
    with pytest.raises(UsageError, match=r"does not end in \.html") as caught:
        bakeoff.compare(TWO).report(tmp_path / "scores.csv")
    assert caught.value.code == "BO412"


def test_json_stays_alone_on_standard_output(tmp_path, capsys):
    (tmp_path / "scores.csv").write_text(TWO, encoding="utf-8")
    assert (
        main(["compare", str(tmp_path / "scores.csv"), "--json", "--report", str(tmp_path / "r.html")]) == 0
    )
    assert json.loads(capsys.readouterr().out)["schema"] == "bakeoff/comparison/1"


def test_every_figure_is_written_under_a_name_that_is_safe(tmp_path, capsys):
    names = {
        "dataset": list("vwxyz"),
        "../../up": [0.8, 0.7, 0.9, 0.6, 0.5],
        "CON": [0.9, 0.6, 0.8, 0.7, 0.4],
    }
    (tmp_path / "scores.json").write_text(json.dumps(names), encoding="utf-8")
    folder = tmp_path / "new" / "figures"
    assert main(["compare", str(tmp_path / "scores.json"), "--quiet", "--figures", str(folder)]) == 0
    made = sorted(path.name for path in folder.iterdir())
    assert f"figures: {len(made)} files in {folder}" in capsys.readouterr().err
    assert {
        "differences-con-over-up.pdf",
        "differences-con-over-up.png",
        "differences-con-over-up.svg",
    } <= set(made)
    assert all(re.fullmatch(r"[a-z0-9-]+\.(png|svg|pdf)|captions\.txt", name) for name in made)


def test_the_demo_writes_a_report_on_the_last_table(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "figure-15.2"]) == 0
    text = (tmp_path / "bakeoff-demo.html").read_text(encoding="utf-8")
    assert "bakeoff demo --csv figure-15.2 | bakeoff compare" in text
    assert "report: bakeoff-demo.html" in capsys.readouterr().err


def test_a_notebook_shows_the_verdict_with_the_main_figure():
    comparison = bakeoff.compare({"dataset": list("vwxyz"), "<b>": [1, 2, 3, 4, 5], "B": [2, 3, 5, 5, 7]})
    shown = comparison._repr_html_()
    assert shown.index("&lt;b&gt;") < shown.index("<svg")
    assert "<b>:" not in shown
    assert "var(--" not in shown


def test_a_notebook_without_matplotlib_shows_the_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    shown = EVERY["two"]()._repr_html_()
    assert "<svg" not in shown
    assert "Undecided" in shown


def test_of_many_pairs_only_the_first_is_drawn_in_every_way():
    table = {f"c{j}": [70.0 + (7 * i + 3 * j) % 11 + j for i in range(12)] for j in range(5)}
    figures = every_figure(bakeoff.compare(table)).values()
    drawn = Counter(kind.key for kind, pair in figures if pair is not None)
    assert drawn.pop("differences") == 6
    assert {"scatter", "power", "t-distribution"} <= set(drawn)
    assert set(drawn.values()) == {1}


def test_sources_are_told_by_their_authors():
    text = report_page(bakeoff.compare({"A": [1, 3, 2, 5], "B": [2, 3, 5, 4]}))
    assert "source: Wilcoxon 1945" in text
    assert "wilcoxon1945" not in text
