"""Hostile text may be refused, but must not keep the reader busy: time grows no faster than the text."""

import time
from contextlib import suppress

import pytest

from bakeoff.core.errors import BakeoffError
from bakeoff.inputs.evidence import read_evidence as read

N = 200_000
HOSTILE = {
    "ampersands": "&" * N + "\\\\\n" + "&" * N,
    "rules": "\\begin{tabular}{l}" + "\\hline[" * (N // 7) + "a & b \\\\ c & d \\\\ \\end{tabular}",
    "spans": "\\begin{tabular}{l}" + "\\multicolumn{1}{" * (N // 16) + "a & b \\\\ c & d \\\\ \\end{tabular}",
    "rows": "\\begin{tabular}{l}" + "a & 1 \\\\\n" * (N // 9) + "\\end{tabular}",
    "braces": "a & " + "{" * N + " \\\\\n b & 1 \\\\\n",
    "citations": "a & " + "\\cite[" * (N // 6) + " \\\\\n b & 1 \\\\\n",
    "links": "| a | b |\n|---|---|\n| " + "[" * N + " | 1 |\n",
    "stars": "| a | b |\n|---|---|\n| " + "*" * N + " | 1 |\n",
    "dashes": "-" * N + "\n|" + "-" * N,
    "spaces in a name": 'dataset,rf,svm\n"a' + " " * 100_000 + 'b",1,2\nc,3,4\n',
    "spaces in a line": "dataset rf svm\na" + " " * N + "x 1 2\n",
    "quotes": "'" * N + "\n" + '"' * N + "\n",
    "apostrophes in ARFF": "@relation a\n@attribute a string\n@data\n" + "'a\\" * (N // 3) + "\n",
    "spaces in the output of a tester": "Tester: weka.x\nDataset   (1) a | (2) b\na" + " " * N + "x\n",
    "digits": "dataset,rf,svm\na," + "1" * 100_000 + ",2\nb,3,4\n",
    "points": "dataset,rf,svm\na," + "1." * 50_000 + ",2\nb,3,4\n",
    "columns": "dataset" + ",a" * 20_000 + "\nb" + ",1" * 20_000 + "\n",
    "header of one word": "a" * N + "\n" + "b" * N,
    "brackets": "[" * N,
    "braces of JSON": '{"a":' * (N // 5),
    "separators": ",;|\t" * (N // 4) + "\n",
    "blank lines": "\n" * N + "dataset,rf,svm\n" + "\n" * N,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_dealt_with_in_time(kind: str) -> None:
    start = time.process_time()
    with suppress(BakeoffError):
        read(HOSTILE[kind].encode())
    assert time.process_time() - start < 5
