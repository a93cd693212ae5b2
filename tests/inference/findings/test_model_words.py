"""What is compared by RMSE is called a model in every sentence of ours, and names keep theirs."""

import numpy as np
import pytest

import bakeoff
from bakeoff.api.deliveries.gallery import drawable_figures
from bakeoff.core.words import name_models
from bakeoff.render.figures.captions import split_caption
from bakeoff.render.lines import plain_text
from bakeoff.render.text.calculation import full_calculation_lines
from bakeoff.render.text.comparison import comparison_lines


def errors_of(names):
    rng = np.random.default_rng(3)
    base = rng.uniform(1, 9, 18)
    columns = {name: base * (1 + 0.1 * i) + rng.normal(0, 0.2, 18) for i, name in enumerate(names)}
    return bakeoff.compare({"dataset": [f"d{i}" for i in range(18)], **columns}, metric="rmse")


@pytest.fixture(scope="module")
def comparison():
    return errors_of(["ridge", "forest", "gp"])


def test_the_terminal_speaks_of_models(comparison):
    lines = [*comparison_lines(comparison), *full_calculation_lines(comparison)]
    text = plain_text(lines)
    assert "models" in text
    assert "classifier" not in text


def test_findings_nulls_and_objections_speak_of_models(comparison):
    texts = [f.message for f in comparison.findings] + [o.reason for o in comparison.objections]
    texts += [text for result in comparison.omnibus for text in (result.null, *result.assumptions)]
    assert any("model" in text for text in texts)
    assert not [text for text in texts if "classifiers" in text]


def test_the_paper_speaks_of_models(comparison):
    paper = comparison.paper()
    assert "three models" in paper.document
    assert "RMSE of three models on 18 datasets" in paper.table
    assert "classifier" not in paper.document
    assert paper.results.startswith(r"All three pairs were found to differ")


def test_captions_speak_of_models(comparison):
    for kind in drawable_figures(comparison):
        pair = comparison.pairs[0] if kind.of_pair else None
        assert (
            "classifier"
            not in kind.question_of(comparison) + split_caption(kind.data_of(comparison, pair))[1]
        )


def test_a_name_with_the_word_in_it_stays_as_it_is():
    named = errors_of(["my classifier", "forest", "gp"])
    assert named.evidence.classifiers[0] == "my classifier"
    assert any("classifier" in finding.message for finding in named.findings)


def test_options_keep_their_names():
    assert name_models("Classifiers: --classifier-column") == "Models: --classifier-column"
