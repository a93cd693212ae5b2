"""A small study that the tests of interruptions share, and how to look at what came of it."""

from pathlib import Path

from bakeoff.store.open import open_store

TESTS = Path(__file__).parents[1]
NAME = "kill"
STUDY = """\
name = "kill"
datasets = {datasets}
metrics = ["accuracy", "balanced_accuracy"]
seed = 7
[resampling]
folds = {folds}
repeats = {repeats}
[classifiers.slow]
estimator = "study.faulty.Slow"
parameters = {{ seconds = {seconds} }}
[classifiers.bayes]
estimator = "GaussianNB"
"""


USUAL = {"datasets": '["iris", "wine"]', "folds": 5, "repeats": 4, "seconds": 0.01}


def study_file(folder, **options):
    path = folder / "study.toml"
    path.write_text(STUDY.format(**USUAL | options))
    return path


def exported(store, folder, *, name=NAME):
    """Return the bytes of a study's export, and check that its store is whole."""
    with open_store(store) as opened:
        assert opened.check() == ()
        opened.export(name, folder / "scores.csv")
        assert len(opened.scored_keys(name)) == opened.count_planned(name)
    return (folder / "scores.csv").read_bytes()


def is_running(pid):
    """Say whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
