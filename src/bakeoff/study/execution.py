"""Carrying out a study: load, lock, plan, run what the store lacks. Running it again resumes it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random

from bakeoff.core.datasets import Dataset
from bakeoff.core.errors import RunError
from bakeoff.core.outcomes import Cell
from bakeoff.core.words import write_list
from bakeoff.datasets.loaders import load_dataset
from bakeoff.store.store import Store
from bakeoff.study.cells.estimators import require_classifiers
from bakeoff.study.cells.optuna_search import import_optuna
from bakeoff.study.cells.plan import plan_cells, plan_permutations
from bakeoff.study.cells.splits import require_possible
from bakeoff.study.cells.weights import require_weights
from bakeoff.study.cells.workpiece import Workpiece
from bakeoff.study.engines.engine import Engine, open_engine
from bakeoff.study.engines.environment import environment_text
from bakeoff.study.findings.determinism import ORIGIN, rerun_sample, sample_cells
from bakeoff.study.patience import PatientStore
from bakeoff.study.runner import Tally, Watch, run_cells
from bakeoff.study.specification.frozen_text import digest_text, freeze_specification
from bakeoff.study.specification.specification import Search, Specification

StartListener = Callable[
    [int, int], None
]  # told how many cells there are, and how many of them are done already


def _ignore_total(cells: int, done: int) -> None:
    """Say nothing about how many cells there are: nobody asks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """With what a study is carried out: nothing here changes its results."""

    jobs: int = 1
    engine: str | Engine | None = None  # one that was given is used and left open
    begun: StartListener = _ignore_total
    watch: Watch = field(default_factory=Watch)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedStudy:
    """A study that is ready to run: its datasets, its cells, and those that the store lacks."""

    datasets: tuple[Dataset, ...]
    cells: tuple[Cell, ...]
    todo: tuple[Cell, ...]


def load_datasets(spec: Specification, *, base: Path) -> tuple[Dataset, ...]:
    """Return the datasets of a study; two of the same name are refused, since results go by name."""
    datasets = tuple(
        d if isinstance(d, Dataset) else load_dataset(d, base=base, task=spec.task) for d in spec.datasets
    )
    names = [dataset.name for dataset in datasets]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise RunError(
            f"two datasets are called {write_list([repr(name) for name in twice], most=3)}",
            where="datasets",
            fix="name each dataset once, or rename one of the files",
            code="BO484",
        )
    for dataset in datasets:
        _require_as_drawn(dataset, spec.drawn.get(dataset.name))
    _require_different(datasets)
    return datasets


def _require_different(datasets: Sequence[Dataset]) -> None:
    """Refuse the same data under two names: they would count as two independent datasets."""
    first: dict[str, str] = {}
    for dataset in datasets:
        other = first.setdefault(dataset.digest, dataset.name)
        if other != dataset.name:
            raise RunError(
                f"{dataset.name!r} has the same content as {other!r}: it is one dataset, and would count as two",
                where=dataset.source,
                fix="leave one of them out",
                code="BO247",
            )


def _require_as_drawn(dataset: Dataset, digest: str | None) -> None:
    if digest is not None and dataset.digest != digest:
        raise RunError(
            f"{dataset.name!r} is not the dataset that was drawn: its content has changed since then",
            where=dataset.source,
            fix="put the dataset back as it was, or draw the sample again: bakeoff datasets sample",
            code="BO469",
        )


def prepare_study(
    spec: Specification, datasets: Sequence[Dataset], *, store: Store, retry_failed: bool
) -> PreparedStudy:
    """Freeze the specification, record the plan, and return what is left to do."""
    for dataset in datasets:
        require_possible(dataset, spec.splitting)
    text = freeze_specification(spec, datasets)
    store.lock(spec.name, text=text, digest=digest_text(text))
    cells = plan_cells(spec, datasets)
    if spec.permutations:
        cells += plan_permutations(spec, datasets, store.outcomes(spec.name))
    store.plan(spec.name, cells)
    have = store.scored_keys(spec.name)
    if not retry_failed:
        have |= store.failed_keys(spec.name)
    todo = tuple(cell for cell in cells if cell.key not in have)
    return PreparedStudy(datasets=tuple(datasets), cells=cells, todo=todo)


def carry_out_study(
    spec: Specification,
    laid: PreparedStudy,
    *,
    store: Store,
    means: RunSettings,
    is_decided: Callable[[], bool] | None = None,
) -> Tally:
    """Run the cells that are left, wave by wave, on the engine that was asked for; return what was done.

    With `is_decided` the waves are datasets, in a random order, and it is asked after each whether to stop.
    """
    means.begun(len(laid.cells), len(laid.cells) - len(laid.todo))
    if not laid.todo:
        return Tally(scored=0, failed=0, elsewhere=0, interrupted=False, seconds=0.0)
    require_classifiers(spec)
    require_weights(spec, laid.datasets)
    searches = {spec.tuning_of(c).search for c in spec.classifiers if c.search}
    if means.engine is None and Search.OPTUNA in searches:
        import_optuna()  # or every cell would fail for want of it; workers elsewhere may have it where we do not
    pieces = {dataset.name: Workpiece(dataset=dataset, spec=spec) for dataset in laid.datasets}
    tallies: list[Tally] = []
    watch = means.watch
    patient = PatientStore(store, stop=watch.stop, say=watch.say, until=watch.until)
    with _open_engine(means, tallies) as engine:
        run = patient.insist(lambda: store.begin(spec.name))

        def run_part(part: Sequence[Cell]) -> Tally:
            return run_cells(part, pieces=pieces, store=store, run=run, engine=engine, watch=means.watch)

        try:
            patient.insist(lambda: store.environment(run, environment_text()))
            if is_decided is not None:
                tallies += _run_until(is_decided, _by_dataset(laid, seed=spec.seed), run_part)
            while laid.todo and is_decided is None:
                tallies.append(run_part(laid.todo))
                if not spec.permutations or tallies[-1].interrupted:
                    break
                laid = patient.insist(partial(_prepare_next, spec, laid.datasets, store))
                means.begun(len(laid.cells), len(laid.cells) - len(laid.todo))
        finally:
            patient.insist(lambda: store.end(run))
    return _sum_tallies(tallies)


def _prepare_next(spec: Specification, datasets: Sequence[Dataset], store: Store) -> PreparedStudy:
    return prepare_study(spec, datasets, store=store, retry_failed=False)


def _by_dataset(laid: PreparedStudy, *, seed: int) -> list[list[Cell]]:
    """Return the cells that are left, dataset by dataset; the order of datasets is drawn, and not by what they show."""
    names = [dataset.name for dataset in laid.datasets]
    Random(seed).shuffle(names)
    parts = [[cell for cell in laid.todo if cell.dataset == name] for name in names]
    return [part for part in parts if part]


def _run_until(
    is_decided: Callable[[], bool],
    parts: Sequence[Sequence[Cell]],
    run_part: Callable[[Sequence[Cell]], Tally],
) -> list[Tally]:
    """Run part after part until the question is decided; the last tally knows how many cells were spared."""
    tallies: list[Tally] = []
    for place, part in enumerate(parts, start=1):
        tallies.append(run_part(part))
        if tallies[-1].interrupted:
            break
        if is_decided():
            spared = sum(len(rest) for rest in parts[place:])
            tallies[-1] = replace(tallies[-1], spared=spared)
            break
    return tallies


def rerun_finished_cells(
    spec: Specification, laid: PreparedStudy, *, store: Store, means: RunSettings
) -> bool:
    """Run a sample of the finished cells again, and keep what is to be said of it, but no outcome.

    Returns
    -------
    bool
        False where it was stopped before its end: then what was said before stays.
    """
    stop = means.watch.stop
    sample = sample_cells(spec, laid.cells, store.scored_keys(spec.name))
    with _open_engine(means, []) as engine:
        findings = rerun_sample(spec, laid.datasets, sample, store=store, engine=engine, stop=stop)
    if stop.is_set():
        return False
    store.keep_findings(spec.name, origin=ORIGIN, found=findings)
    return True


@contextmanager
def _open_engine(means: RunSettings, tallies: Sequence[Tally]) -> Iterator[Engine]:
    """Open the engine, and let its workers go in the end: at once where the run did not come to its end."""
    if not (means.engine is None or isinstance(means.engine, str)):
        yield means.engine
        return
    engine = open_engine(means.engine, jobs=means.jobs)
    finished = False
    try:
        yield engine
        finished = not any(tally.interrupted for tally in tallies)
    finally:
        engine.close(now=not finished)


def _sum_tallies(tallies: Sequence[Tally]) -> Tally:
    return Tally(
        scored=sum(t.scored for t in tallies),
        failed=sum(t.failed for t in tallies),
        elsewhere=sum(t.elsewhere for t in tallies),
        interrupted=any(t.interrupted for t in tallies),
        out_of_time=any(t.out_of_time for t in tallies),
        seconds=sum(t.seconds for t in tallies),
        spared=sum(t.spared for t in tallies),
    )
