"""Samples of datasets: proportional, without favour, repeatable, and recorded."""

from dataclasses import replace

import numpy as np
import pytest

from bakeoff.core.datasets import DatasetProperties, SamplingKind
from bakeoff.core.errors import DatasetError
from bakeoff.datasets.loaders import expand_reference, load_dataset
from bakeoff.datasets.samples.draw import allocate_draws, draw_sample, frame_digest
from bakeoff.datasets.samples.sample_files import read_sample
from bakeoff.datasets.samples.sampling_frame import draw_recorded_sample
from bakeoff.study.specification.dataset_references import read_references

PLAIN = DatasetProperties(
    rows=100, attributes=5, numeric=5, categorical=0, classes=2, smallest_class=50, majority_share=0.5, entropy=1.0,
    missing_share=0.0, rows_with_missing=0.0, empty_columns=0, constant_columns=0, duplicates=0, noise_floor=0.0,
    dimensionality=0.05,
)  # fmt: skip


def frame(*sizes):
    return [replace(PLAIN, rows=rows) for rows in sizes]


def rng(seed=0):
    return np.random.default_rng(seed)


def test_shares_are_proportional_with_the_largest_remainders():
    # Exact shares of 7 by hand: 7·(50, 33, 17)/100 = 3.5, 2.31, 1.19, so 3, 2, 1 and the last to the first.
    assert allocate_draws(np.array([50, 33, 17]), 7, rng=rng()).tolist() == [4, 2, 1]


def test_no_stratum_gives_more_than_it_has():
    sizes = rng(1).integers(1, 6, 30)
    for n in range(1, int(sizes.sum()) + 1):
        got = allocate_draws(sizes, n, rng=rng(n))
        assert got.sum() == n
        assert (got <= sizes).all()


def test_equal_remainders_are_decided_by_lot():
    got = [tuple(allocate_draws(np.array([1, 1, 1]), 1, rng=rng(seed)).tolist()) for seed in range(60)]
    assert set(got) == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}


def test_every_kind_has_its_share_of_the_sample():
    small, large = [10 + i for i in range(20)], [10_000 + i for i in range(10)]
    draw = draw_sample(frame(*small, *large), n=6, by=["rows"], bins=3, rng=rng())
    assert sum(i >= 20 for i in draw.chosen) == 2
    assert [s.drawn for s in draw.strata] == [2, 2, 2]


def test_within_a_stratum_every_dataset_is_as_likely():
    counts = np.zeros(12)
    for seed in range(1500):
        chosen = draw_sample(frame(*[100] * 12), n=3, by=["rows"], rng=rng(seed)).chosen
        counts[list(chosen)] += 1
    # 1,500 draws with chance 1/4: 375 ± 17 (one standard deviation).
    assert (np.abs(counts - 375) < 70).all()


def test_the_same_seed_gives_the_same_sample_and_another_seed_another():
    one = [draw_sample(frame(*range(1, 60)), n=9, by=["rows"], rng=rng(s)).chosen for s in (4, 4, 5)]
    assert one[0] == one[1] != one[2]


def test_properties_that_hardly_vary_make_few_strata():
    draw = draw_sample(frame(*[2] * 20, 5, 9), n=4, by=["rows"], rng=rng())
    assert len(draw.strata) == 2


@pytest.mark.parametrize(
    ("n", "by", "word"),
    [
        (5, ["rows"], "5 of 3 datasets"),
        (1, ["row"], "did you mean 'rows'"),
        (1, [], "named once"),
        (1, ["rows", "rows"], "named once"),
    ],
)
def test_samples_that_cannot_be_drawn_are_refused(n, by, word):
    with pytest.raises(DatasetError, match=word) as caught:
        draw_sample(frame(1, 2, 3), n=n, by=by, rng=rng())
    assert caught.value.code == "BO434"


def test_the_digest_of_a_frame_does_not_depend_on_its_order():
    assert frame_digest([("a", "1"), ("b", "2")]) == frame_digest([("b", "2"), ("a", "1")])
    assert frame_digest([("a", "1"), ("b", "2")]) != frame_digest([("a", "2"), ("b", "1")])


@pytest.fixture
def folder(tmp_path):
    for i in range(9):
        rows = "".join(f"{j},{'ab'[j % 2]}\n" for j in range(4 + 10 * i))
        (tmp_path / f"d{i}.csv").write_text(f"x,class\n{rows}", encoding="utf-8")
    return tmp_path


def test_a_sample_file_can_be_named_by_a_study(folder):
    made = draw_recorded_sample(".", base=folder, n=3, by=("rows",), seed=2, reason='"small" ones\nonly')
    (folder / "sample.toml").write_text(made.text(folder), encoding="utf-8")
    again = [load_dataset(each, base=folder) for each in expand_reference("sample.toml", base=folder)]
    assert [d.digest for d in again] == [m.dataset.digest for m in made.members]
    record = read_references(["sample.toml"], base=folder).sampling
    assert record == made.record
    assert (record.kind, record.n_frame, record.reason) == (SamplingKind.SAMPLED, 9, '"small" ones\nonly')
    assert all("/" not in reference for reference in read_sample(folder / "sample.toml").references)


def test_anything_else_is_an_opportunity_sample(folder):
    record = read_references(["d1.csv", "iris"], base=folder).sampling
    assert (record.kind, record.n) == (SamplingKind.OPPORTUNITY, 2)
    assert read_references(["d1.csv"], base=folder).sampling.kind is SamplingKind.OPPORTUNITY


def test_the_record_is_the_same_bytes_every_time(folder):
    texts = {
        draw_recorded_sample(".", base=folder, n=3, by=("rows", "classes"), seed=2).text(folder)
        for _ in range(2)
    }
    assert len(texts) == 1


@pytest.mark.parametrize(
    "text",
    [
        "datasets = []\n",
        'schema = "bakeoff/datasets/1"\n',
        'schema = "bakeoff/datasets/1"\n[[dataset]]\nname = "a"\n',
        'schema = "bakeoff/datasets/1"\n[sampling]\nseed = 1\n[[dataset]]\nname = "a"\nreference = "iris"\n',
    ],
)
def test_files_that_are_no_samples_are_refused(text, tmp_path):
    (tmp_path / "sample.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DatasetError) as caught:
        read_sample(tmp_path / "sample.toml")
    assert caught.value.code == "BO433"
