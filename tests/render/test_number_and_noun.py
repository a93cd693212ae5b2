"""One of a thing is told in the singular."""

import pytest

from bakeoff.cli.main import main
from bakeoff.core.ledger import Anchor, chain_problems


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["plan", "--tests", "1"], "1 test at 0.05"),
        (["estimate", "3/4", "--next", "1"], "in the next 1 record:"),
    ],
)
def test_one_is_told_in_the_singular(capsys, words, told):
    assert main(words) == 0
    assert told in " ".join(capsys.readouterr().out.split())


def test_one_entry_that_is_gone_is_one():
    assert chain_problems((), Anchor(count=1, head="sha256:0")) == (
        "the ledger had 1 entry, and has 0: the last one is gone",
    )
