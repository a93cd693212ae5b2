import pytest

from bakeoff.inputs.evidence import read_evidence as read

FORMS = {
    "wide gaps": """
dataset          rf   svm
breast cancer   0.9   0.8
sonar           0.7   0.6
""",
    "narrow gaps": """
dataset rf svm
breast cancer 0.9 0.8
sonar 0.7 0.6
""",
    "a printed frame": """
                rf  svm
breast cancer  0.9  0.8
sonar          0.7  0.6
""",
    "a printed frame with numbers": """
         dataset   rf  svm
0  breast cancer  0.9  0.8
1          sonar  0.7  0.6
""",
    "with a rule": """
dataset         rf    svm
------------  ----  -----
breast cancer  0.9    0.8
sonar          0.7    0.6
""",
    "quoted": """
dataset rf svm
'breast cancer' 0.9 0.8
'sonar' 0.7 0.6
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_columns_kept_apart_by_spaces_are_read(form: str) -> None:
    scores = read(FORMS[form])
    assert scores.datasets == ("breast cancer", "sonar")
    assert scores.classifiers == ("rf", "svm")
    assert scores.values.tolist() == [[0.9, 0.8], [0.7, 0.6]]
