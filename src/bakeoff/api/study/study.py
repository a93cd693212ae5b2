"""Study, and the Results that it yields."""

import os
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from bakeoff.api.study.analyses import StudyAnalyses
from bakeoff.api.study.stored import open_study, study_evidence, study_predictions, study_scores
from bakeoff.core.errors import UsageError
from bakeoff.core.evidence import StoredStudy
from bakeoff.core.outcomes import Failed
from bakeoff.core.predictions import Predictions
from bakeoff.core.words import quote_text, shorten, write_count, write_list
from bakeoff.store.open import open_store, open_store_to_read
from bakeoff.study.execution import (
    RunSettings,
    StartListener,
    carry_out_study,
    load_datasets,
    prepare_study,
    rerun_finished_cells,
)
from bakeoff.study.patience import PatientStore
from bakeoff.study.runner import Listener, Tally, Watch, ignore
from bakeoff.study.specification.python_study import specify_study
from bakeoff.study.specification.specification import Specification

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from bakeoff.api.comparison import Comparison
    from bakeoff.api.study.replication import Replication
    from bakeoff.core.evidence import Scores
    from bakeoff.study.engines.engine import Engine


class Study:
    """An experiment: classifiers, datasets, how they are resampled, tuned and judged.

    Parameters
    ----------
    classifiers : dict
        Name to a scikit-learn estimator or pipeline, to the name of one, or to a dict with `estimator`, `parameters`,
        `search`, `preprocessing` and `exclusive` as in a study file.
    datasets : sequence or dict
        References ("iris", a path, "openml:31"), or name to (X, y) or (X, y, weights).
    **settings
        As in a study file: `name`, `task`, `metrics`, `resampling`, `tuning`, `margin`, `level`, `baseline`,
        `most_similar`, `seed`, `limits`, `conditions`, `why_these_datasets`, `meant_for`, `keep`, `costs`, `mute`.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> study = Study({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, ["iris"], resampling={"folds": 5})
    >>> len(study.cells())
    10
    """

    def __init__(
        self,
        classifiers: Mapping[str, Any],
        datasets: Sequence[Any] | Mapping[str, Any] | str,
        **settings: Any,  # noqa: ANN401 - checked against the study file's own model
    ) -> None:
        if not isinstance(classifiers, Mapping):
            raise UsageError(
                f"classifiers must be a dict of name to estimator, not {quote_text(type(classifiers).__name__)}",
                where="bakeoff.Study",
                fix="give a dict such as {'tree': DecisionTreeClassifier()}",
                code="BO056",
            )
        self.specification: Specification = specify_study(classifiers, datasets, settings)
        self.base = Path()
        self.file: Path | None = None

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, trust: bool = False, base: Path | None = None) -> "Study":
        """Return the study that a file describes; `trust` lets it name estimators of any package.

        Relative paths of datasets start from the folder of the file, or from `base`.
        """
        from bakeoff.study.specification.study_file import read_study

        folder = Path(path).parent if base is None else base
        spec = read_study(os.fspath(path), trust=trust, base=base)
        return cls.from_specification(spec, base=folder, file=Path(path))

    @classmethod
    def from_specification(
        cls, specification: Specification, *, base: Path, file: Path | None = None
    ) -> "Study":
        """Return the study of a specification; relative paths of datasets start from `base`."""
        study = cls.__new__(cls)
        study.specification, study.base, study.file = specification, base, file
        return study

    def __repr__(self) -> str:
        spec = self.specification
        names = (
            quote_text(spec.name),
            write_list([c.name for c in spec.classifiers]),
            write_count(len(spec.datasets), "dataset"),
        )
        return "<Study {}: {} on {}>".format(*names)

    def cells(self) -> tuple[Any, ...]:
        """Return every cell of the plan: classifier, dataset, repeat and fold."""
        from bakeoff.study.cells.plan import plan_cells

        return plan_cells(self.specification, load_datasets(self.specification, base=self.base))

    def run(  # noqa: PLR0913 - each a keyword that changes no result
        self,
        store: "str | os.PathLike[str]" = "sqlite:///study.db",
        *,
        jobs: int = 1,
        engine: "str | Engine | None" = None,
        retry_failed: bool = False,
        verify_determinism: bool = False,
        begun: StartListener | None = None,
        heard: Listener | None = None,
        stop: Event | None = None,
        stop_early: bool = False,
        time_budget: float | None = None,
        left: Callable[[float | None], None] | None = None,
        say: Callable[[str], None] | None = None,
    ) -> "Results":
        """Run the cells that the store lacks, and return the results; run it again to resume.

        `jobs` is the number of processes (-1: one for each core), `engine` another place to run ("dask://host:8786",
        "ray", or an engine of your own); neither changes a result. `begun` is called with the number of cells and of
        those done already, again for each wave of permutations; `heard` with each outcome as it is recorded; setting
        `stop` ends the run after what is under way. `verify_determinism` runs five finished cells of each classifier
        again, records no outcome, and keeps what it saw among the findings of the study. `stop_early` runs dataset
        by dataset and ends when every pair is decided by a test that holds at every look. After `time_budget` seconds
        the run ends as if it were stopped. `left` is told about how many seconds are left, `say` what a person should
        know at once, such as a database that is away.
        """
        watch = Watch(
            stop=stop or Event(),
            until=None if time_budget is None else monotonic() + time_budget,
            heard=heard or ignore,
            left=left or ignore,
            say=say or ignore,
        )
        means = RunSettings(jobs=jobs, engine=engine, watch=watch, begun=begun or _ignore_total)
        datasets = load_datasets(self.specification, base=self.base)
        with open_store(store) as opened:
            # A server that is not there at first is an error; one that goes away later is waited for.
            patient = PatientStore(opened, stop=watch.stop, say=watch.say, until=watch.until)
            prepare = partial(prepare_study, self.specification, datasets, store=opened)
            laid = patient.insist(partial(prepare, retry_failed=retry_failed))
            tally = carry_out_study(
                self.specification,
                laid,
                store=opened,
                means=means,
                is_decided=self._ask_verdict(store) if stop_early else None,
            )
            if verify_determinism and not tally.interrupted:
                ended = rerun_finished_cells(self.specification, laid, store=opened, means=means)
                tally = replace(tally, interrupted=not ended)
        results = Results(store, name=self.specification.name, specification=self.specification, tally=tally)
        results.enter_tuning()
        return results

    def publish(
        self, results: "Results", folder: "str | os.PathLike[str]", *, by: str = "", license_name: str = ""
    ) -> Path:
        """Write the study with its results into a new folder that `bakeoff verify` checks; `by` is who ran it."""
        from bakeoff.api.study.publication.writing import publish_study

        return publish_study(self, results, folder, by=by, license_name=license_name)

    def _ask_verdict(self, store: "str | os.PathLike[str]") -> Callable[[], bool]:
        """Return what says whether the datasets so far decide every pair; refuse a study that cannot end early."""
        from bakeoff.api.study.early_stopping import require_early_end, verdicts_stand

        require_early_end(self.specification)
        return lambda: verdicts_stand(
            Results(store, name=self.specification.name, specification=self.specification)
        )

    def replicate(
        self,
        datasets: Sequence[str],
        store: "str | os.PathLike[str]" = "sqlite:///study.db",
        *,
        jobs: int = 1,
    ) -> "Replication":
        """Run the study as it was locked on datasets that it has not seen, and judge the first result by them."""
        from bakeoff.api.study.replication import judge_together, replication_of

        again = replication_of(self, datasets, store).run(store, jobs=jobs)
        first = Results(store, name=self.specification.name, specification=self.specification)
        return judge_together(first, again)


def _ignore_total(cells: int, done: int) -> None:
    """Say nothing about how many cells there are: nobody asks."""


class Results(StudyAnalyses):
    """What a study has yielded so far, read from its store."""

    def __init__(
        self,
        store: "str | os.PathLike[str]",
        *,
        name: str,
        specification: Specification | None = None,
        tally: Tally | None = None,
        record: StoredStudy | None = None,
    ) -> None:
        self.store, self.name, self.specification, self.tally = store, name, specification, tally
        self.record = record
        self.mute = () if specification is None else specification.mute  # codes of findings

    def __repr__(self) -> str:
        return f"<Results of study {quote_text(self.name)} in {shorten(self.store)}>"

    def snapshot(self) -> "Results":
        """Return the results as the store has them now, read once for all that is asked of them.

        Other results are read anew for every answer, so that a study may go on running between two of them.
        """
        opened = copy(self)
        opened.record = self.record or open_study(self.store, study=self.name, is_whole=True)
        return opened

    def _open(self) -> StoredStudy:
        return self.record or open_study(self.store, study=self.name)

    @property
    def failures(self) -> tuple[Failed, ...]:
        """The cells without a score, with their reasons."""
        return tuple(o for o in self.outcomes() if isinstance(o, Failed))

    @property
    def failed(self) -> int:
        """How many cells have failed."""
        if self.record is not None:
            return len({failure.cell.key for failure in self.record.columns.failures})
        with open_store_to_read(self.store) as opened:
            return len(opened.failed_keys(self.name))

    def enter_tuning(self) -> None:
        """Write into the project's ledger, where it has one, how many configurations were tried."""
        from bakeoff.project.configuration import find_ledger

        spec = self.specification
        if spec is None or find_ledger() is None or not any(c.search for c in spec.classifiers):
            return
        from bakeoff.project.ledger import record_tuning

        study, tried = self._open(), {c.name: 0 for c in spec.classifiers}
        columns = study.columns
        for name, count in zip(columns.classifier.names, columns.count_tried(), strict=True):
            tried[name] += count
        record_tuning(study=self.name, specification=study.digest, tried=tried, source=str(self.store))

    def scores(self, metric: str | None = None, *, condition: str = "") -> "Scores":
        """Return the scores by a metric (a score, a time or a size) as evidence."""
        return study_scores(self._open(), metric=metric, condition=condition)

    def predictions(self, *, repeat: int = 0) -> Predictions:
        """Return what every classifier said of every test example of one repeat, as evidence."""
        return study_predictions(self._open(), repeat=repeat)

    def evidence(self, metric: str | None = None, *, test: str | None = None) -> "Scores | Predictions":
        """Return what the classifiers can be judged by: scores, or predictions where they or a test need them."""
        return study_evidence(self._open(), metric=metric, test=test)

    def compare(self, metric: str | None = None, *, condition: str = "", **settings: Any) -> "Comparison":  # noqa: ANN401
        """Compare the classifiers; the settings are those of `bakeoff.compare`, by default the study's own."""
        if condition:
            return self.judge(self.scores(metric, condition=condition), metric, **settings)
        return self.judge(self.evidence(metric, test=settings.get("test")), metric, **settings)

    def judge(
        self,
        evidence: "Scores | Predictions",
        metric: str | None = None,
        **settings: Any,  # noqa: ANN401 - those of `bakeoff.compare`
    ) -> "Comparison":
        """Compare the classifiers by scores or predictions of this study that were read before."""
        from bakeoff.api.compare import compare

        if self.specification is not None and metric in (None, self.specification.metrics[0]):
            settings.setdefault("margin", self.specification.margin)
        if self.specification is not None:
            settings.setdefault("level", self.specification.level)
            settings.setdefault("baseline", self.specification.baseline)
            settings.setdefault("seed", self.specification.seed)
        settings.setdefault("mute", self.mute)
        comparison: Comparison = compare(evidence, **settings)
        return comparison

    def trade_off(self, cost: str = "fit_seconds", *, ax: "Axes | None" = None) -> "Axes":
        """Draw the classifiers by score and by a time or a size, and return the axes."""
        from bakeoff.api.trade_off import plot_trade_off

        return plot_trade_off(self.compare(), self.compare(cost), ax=ax)

    def to_csv(self, path: "str | os.PathLike[str]", *, measured: bool = False) -> None:
        """Write one row for each cell and metric (.csv or .parquet); with `measured`, times and sizes instead."""
        with open_store_to_read(self.store) as opened:
            opened.export(self.name, path, measured=measured)
