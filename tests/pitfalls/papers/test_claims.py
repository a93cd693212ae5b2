"""Claims of a paper held against its tables: who is said to be ahead, of whom, where, and how surely."""

import pytest
from scipy import stats

from bakeoff.core.answers.paper_audit import Standing
from bakeoff.inputs.papers.registry import read_paper
from bakeoff.inputs.papers.table_reading import read_tables
from bakeoff.pitfalls.papers.claim_words import take_apart
from bakeoff.pitfalls.papers.review import review_paper
from bakeoff.pitfalls.papers.spread_verdicts import welch_p_value
from bakeoff.render.answers.paper_audit import headline

DATASETS = ("Iris", "Wine", "Glass", "Sonar", "Voting", "Heart", "Yeast", "Ecoli")
STUMP = (71.2, 80.1, 65.0, 77.3, 90.2, 81.1, 70.4, 66.6)
BUSH = (73.4, 82.0, 66.1, 81.4, 91.0, 83.5, 72.9, 69.0)
OAK = (75.1, 84.2, 69.3, 80.0, 93.1, 85.5, 74.2, 71.7)
FEW = 3


def write(tmp_path, sentence, *, datasets=8, cells=str, caption="Accuracy in percent. Higher is better."):
    rows = [("Stump", STUMP), ("Bush", BUSH), ("OakNet", OAK)]
    lines = ["| Method | " + " | ".join(DATASETS[:datasets]) + " |", "|---" * (datasets + 1) + "|"]
    lines += [f"| {name} | " + " | ".join(map(cells, values[:datasets])) + " |" for name, values in rows]
    text = "\n".join(
        ["# OakNet: trees", "", "## Abstract", "", "We propose OakNet, a tree.", "", "## Conclusion", ""]
    )
    path = tmp_path / "paper.md"
    path.write_text(
        f"{text}\n{sentence}\n\nTable 1: {caption}\n\n" + "\n".join(lines) + "\n", encoding="utf-8"
    )
    return path


@pytest.fixture
def standing(tmp_path):
    def find(sentence, **options):
        paper = read_paper(write(tmp_path, sentence, **options))
        audit = review_paper(paper, read_tables(paper), level=0.95)
        return [str(c.standing) for c in audit.claims if c.sentence.text in sentence]

    return find


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("OakNet outperforms Stump and Bush on Wine.", Standing.CARRIED),
        ("OakNet outperforms Bush on Sonar.", Standing.CONTRADICTED),
        ("OakNet outperforms Stump by 4.1 points on Wine.", Standing.CARRIED),
        ("OakNet outperforms Stump by 6.2 points on Wine.", Standing.CONTRADICTED),
        ("Table 1 shows that OakNet outperforms all baselines on every dataset.", Standing.CONTRADICTED),
        ("Our method achieves the best score on 7 of 8 datasets.", Standing.CARRIED),
        ("Our method achieves the best score on 7/8 datasets.", Standing.CARRIED),
        ("Our method achieves the highest score on 8 of 8 datasets.", Standing.CONTRADICTED),
        ("OakNet outperforms all baselines.", Standing.CARRIED),  # by the test over eight datasets
        ("OakNet significantly outperforms Stump.", Standing.CARRIED),
        ("OakNet outperforms ResNet-50 on Wine.", Standing.NOT_CHECKABLE),
        ("OakNet outperforms Stump on CIFAR-10.", Standing.NOT_CHECKABLE),
        ("OakNet is comparable to Bush on Wine.", Standing.CARRIED),  # it is ahead there
        ("OakNet is comparable to Bush on Sonar.", Standing.NOT_CHECKABLE),
        ("As Table 1 shows, OakNet outperforms Bush on most datasets.", Standing.CARRIED),
        ("As Table 1 shows, OakNet achieves the best score in the majority of cases.", Standing.CARRIED),
        ("While it is small, OakNet outperforms Stump on Iris.", Standing.CARRIED),
    ],
)  # fmt: skip
def test_a_claim_stands_as_its_table_says(standing, sentence, expected):
    assert standing(sentence) == [str(expected)]


@pytest.mark.parametrize(
    "sentence",
    [
        "OakNet does not outperform Bush on Sonar.",
        "We ask whether OakNet outperforms Bush on Sonar.",
        "Recent work by others has been shown to be large.",
    ],
)
def test_what_is_denied_or_asked_is_no_claim(standing, sentence):
    assert standing(sentence) == []


def test_three_datasets_do_not_carry_a_claim_in_general_but_one_on_them(standing):
    assert standing("OakNet outperforms all baselines.", datasets=FEW) == [str(Standing.NOT_CHECKABLE)]
    significant = "OakNet significantly outperforms all baselines."
    assert standing(significant, datasets=FEW) == [str(Standing.NOT_CARRIED)]
    assert standing(
        "As Table 1 has it, OakNet outperforms all baselines on all three datasets.", datasets=FEW
    ) == [str(Standing.CARRIED)]


def test_a_lead_inside_the_spread_of_the_stated_runs_is_not_carried(standing):
    caption = "Accuracy, mean ± standard deviation over 3 runs."
    wide, narrow = (lambda v: f"{v} ± 9.0"), (lambda v: f"{v} ± 0.1")
    sentence = "OakNet outperforms Stump on Wine."
    assert standing(sentence, datasets=FEW, cells=wide, caption=caption) == [str(Standing.NOT_CARRIED)]
    assert standing(sentence, datasets=FEW, cells=narrow, caption=caption) == [str(Standing.CARRIED)]


def test_rows_that_print_gains_over_another_row_are_no_scores(tmp_path):
    text = "Table 1: Accuracy. OakNet outperforms all baselines.\n\n| Method | Iris | Wine |\n|---|---|---|\n"
    rows = "| Stump | 71.2 | 80.1 |\n| Bush | +0.3 | +0.5 |\n| OakNet | +1.2 | +1.5 |\n"
    (tmp_path / "paper.md").write_text(f"# OakNet: trees\n\n{text}{rows}", encoding="utf-8")
    paper = read_paper(tmp_path / "paper.md")
    audit = review_paper(paper, read_tables(paper), level=0.95)
    assert [str(c.standing) for c in audit.claims] == [str(Standing.NOT_CHECKABLE)]


def test_folds_allow_no_test_from_means_and_deviations(tmp_path):
    caption = "Accuracy, mean ± standard deviation over 5 folds."
    paper = read_paper(write(tmp_path, "Text.", datasets=FEW, cells=lambda v: f"{v} ± 0.1", caption=caption))
    audit = review_paper(paper, read_tables(paper), level=0.95)
    assert [v.lines for v in audit.verdicts] == [()]


def test_the_p_value_is_welchs_where_rounding_shifts_nothing(tmp_path):
    # Source: scipy.stats.ttest_ind_from_stats with equal_var=False on the numbers with rounding counted for the doubt.
    caption = "Accuracy, mean ± standard deviation over 4 runs."
    paper = read_paper(write(tmp_path, "Text.", datasets=FEW, cells=lambda v: f"{v} ± 1.5", caption=caption))
    (reading,) = read_tables(paper)
    a, b = reading.numbers[3, 2], reading.numbers[1, 2]
    gap, deviation = 84.2 - 80.1 - 0.1, 1.55
    expected = stats.ttest_ind_from_stats(gap, deviation, 4, 0.0, deviation, 4, equal_var=False).pvalue
    assert welch_p_value(a, b, reading) == pytest.approx(expected, rel=1e-9)


def test_a_sentence_is_taken_apart_at_its_verb():
    found = take_apart(
        "Although small, OakNet consistently outperforms all baselines on both sets, while being fast."
    )
    assert (found.left.strip(), found.for_all, found.of_every_rival) == ("OakNet consistently", True, True)
    assert take_apart("It rains.") is None


def test_what_is_the_first_of_its_kind_is_no_claim_of_a_comparison():
    assert take_apart("To the best of our knowledge, OakNet is the first tree that listens.") is None
    assert take_apart("OakNet ranks first on all datasets.") is not None


def test_improving_something_by_doing_something_is_no_claim_of_a_comparison():
    assert take_apart("We improve their skills by chatting with people.") is None
    assert take_apart("OakNet improves accuracy by 2.3 points.") is not None
    assert take_apart("OakNet improves accuracy by a large margin.") is not None


def test_a_method_that_leads_on_less_than_half_contradicts_most(standing):
    assert standing("As Table 1 shows, our method achieves the best score on most datasets.") == ["carried"]
    behind = "As Table 1 shows, Stump achieves the best score on most datasets."
    assert standing(behind) == ["contradicted"]


def write_averages(tmp_path, sentence, averages):
    rows = [("Stump", (71.2, 80.1)), ("Bush", (73.4, 82.0)), ("OakNet", (75.1, 84.2))]
    table = "\n".join(
        f"| {name} | {a} | {b} | {mean} |" for (name, (a, b)), mean in zip(rows, averages, strict=True)
    )
    path = tmp_path / "paper.md"
    path.write_text(
        f"# OakNet: trees\n\n## Abstract\n\nWe propose OakNet, a tree.\n\n## Conclusion\n\n{sentence}\n\n"
        f"Table 1: Accuracy in percent.\n\n| Method | Iris | Wine | Avg. |\n|---|---|---|---|\n{table}\n",
        encoding="utf-8",
    )
    paper = read_paper(path)
    audit = review_paper(paper, read_tables(paper), level=0.95)
    return [str(c.standing) for c in audit.claims if c.sentence.text in sentence]


@pytest.mark.parametrize(
    ("averages", "expected"), [((75.6, 77.7, 79.6), "carried"), ((75.6, 80.7, 79.6), "contradicted")]
)
def test_a_claim_on_average_is_held_against_the_printed_averages(tmp_path, averages, expected):
    sentence = "As Table 1 shows, OakNet achieves the highest average accuracy."
    assert write_averages(tmp_path, sentence, averages) == [expected]


def test_a_claim_that_may_be_of_a_table_that_was_not_read_is_not_checkable(tmp_path):
    path = write(tmp_path, "OakNet outperforms all baselines.")
    path.write_text(
        path.read_text(encoding="utf-8")
        + "\nTable 2: Error.\n\n| Method | Iris | Wine |\n|---|---|---|\n| Bush | 1.2 3.4 | 4.4 1.1 |\n"
        "| OakNet | 1.3 2.4 | 3.3 2.2 |\n",
        encoding="utf-8",
    )
    paper = read_paper(path)
    claims = review_paper(paper, read_tables(paper), level=0.95).claims
    assert [(str(c.standing), "not read for certain" in c.why) for c in claims] == [("not checkable", True)]


def test_who_found_it_is_not_who_is_ahead(standing):
    assert take_apart("We find that Stump outperforms Bush on Wine.").left.strip() == "Stump"
    assert standing("We find that Bush outperforms Stump on Wine.") == ["carried"]
    assert standing("Our results show that Stump outperforms Bush on Wine.") == ["contradicted"]


def test_a_heading_that_another_clause_names_is_not_what_is_compared():
    found = take_apart("OakNet is comparable to Bush while it is faster on Wine.")
    assert "Wine" not in found.left + found.right


def test_a_mark_that_does_not_fit_is_not_called_a_number_that_does_not_add_up(tmp_path):
    path = write(
        tmp_path, "We compare.", cells=lambda v: f"**{v}**" if v in (71.2, 84.2, 69.3, 93.1, 85.5) else str(v)
    )
    paper = read_paper(path)
    said = headline(review_paper(paper, read_tables(paper), level=0.95))
    assert said.startswith("1 mark of the best does not fit its numbers (1 table")


def test_what_bold_means_is_no_claim():
    assert take_apart("We use bold to denote surpassing the Stump baseline.").is_unreal


def test_who_is_seen_in_a_table_to_be_ahead_is_not_who_looks():
    assert take_apart("We can observe from Table 1 that Bush is the best.").left.strip() == "Bush"
