import pytest

from bakeoff.inputs.evidence import read_evidence as read

ROWS = "| iris | 0.9 | 0.8 |\n| sonar | 0.7 | 0.6 |\n"
FORMS = {
    "markdown": f"| dataset | rf | svm |\n|---|---|---|\n{ROWS}",
    "without outer bars": "dataset | rf | svm\n:-- | --: | :-:\niris | 0.9 | 0.8\nsonar | 0.7 | 0.6\n",
    "one dash": f"|dataset|rf|svm|\n|-|-|-|\n{ROWS}",
    "emphasis": "| dataset | **rf** | `svm` |\n|---|---|---|\n| iris | **0.9** | 0.8 |\n| *sonar* | 0.7 | *0.6* |\n",
    "links": f"| dataset | [rf](https://example.org) | svm |\n|---|---|---|\n{ROWS}",
    "in a text": f"Results:\n\n| dataset | rf | svm |\n|---|---|---|\n{ROWS}\nAs one can see\n",
    "org": f"| dataset | rf | svm |\n|---------+----+-----|\n{ROWS}",
    "psql": """
 dataset | rf  | svm
---------+-----+-----
 iris    | 0.9 | 0.8
 sonar   | 0.7 | 0.6
(2 rows)
""",
    "grid": """
+---------+-----+-----+
| dataset | rf  | svm |
+=========+=====+=====+
| iris    | 0.9 | 0.8 |
+---------+-----+-----+
| sonar   | 0.7 | 0.6 |
+---------+-----+-----+
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_table_drawn_with_bars_is_read(form: str) -> None:
    scores = read(FORMS[form])
    assert scores.datasets == ("iris", "sonar")
    assert scores.classifiers == ("rf", "svm")
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
    assert not scores.findings


def test_an_escaped_bar_belongs_to_the_name() -> None:
    text = "| dataset | a\\|b | svm |\n|---|---|---|\n| iris | 0.9 | 0.8 |\n| sonar | 0.7 | 0.6 |\n"
    assert read(text).classifiers == ("a|b", "svm")


def test_the_first_of_two_tables_is_read_and_that_is_said() -> None:
    scores = read(FORMS["markdown"] + "\n" + FORMS["markdown"].replace("iris", "wine"))
    assert scores.datasets == ("iris", "sonar")
    assert [finding.code for finding in scores.findings] == ["BO325"]
