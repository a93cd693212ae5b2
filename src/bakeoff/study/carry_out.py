"""Carrying out a study: load, lock, plan, run what the store lacks. Running it again resumes it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from bakeoff.core.datasets import Dataset
from bakeoff.core.errors import RunError
from bakeoff.core.outcomes import Cell
from bakeoff.core.words import listed
from bakeoff.datasets.loaders import load_dataset
from bakeoff.store.results import Store
from bakeoff.study.determinism import ORIGIN, sample_of, verified
from bakeoff.study.engines import Engine, open_engine
from bakeoff.study.environment import environment_text
from bakeoff.study.estimators import require_makeable
from bakeoff.study.frozen import canonical, digest_of
from bakeoff.study.optuna_search import installed_optuna
from bakeoff.study.plan import cells_of
from bakeoff.study.run import Listener, Tally, run_cells
from bakeoff.study.specification import Search, Specification
from bakeoff.study.splits import require_possible
from bakeoff.study.waves import permuted_cells
from bakeoff.study.workpiece import Workpiece

Begun = Callable[[int, int], None]  # told how many cells there are, and how many of them are done already


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """With what a study is carried out: nothing here changes its results."""

    jobs: int = 1
    engine: str | Engine | None = None  # one that was given is used and left open


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A study that is ready to run: its datasets, its cells, and those that the store lacks."""

    datasets: tuple[Dataset, ...]
    cells: tuple[Cell, ...]
    todo: tuple[Cell, ...]


def loaded(spec: Specification, *, base: Path) -> tuple[Dataset, ...]:
    """Return the datasets of a study; two of the same name are refused, since results go by name."""
    datasets = tuple(d if isinstance(d, Dataset) else load_dataset(d, base=base) for d in spec.datasets)
    names = [dataset.name for dataset in datasets]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise RunError(
            f"two datasets are called {listed([repr(name) for name in twice], most=3)}",
            where="datasets",
            fix="name each dataset once, or rename one of the files",
            code="BO484",
        )
    for dataset in datasets:
        _require_as_drawn(dataset, spec.drawn.get(dataset.name))
    return datasets


def _require_as_drawn(dataset: Dataset, digest: str | None) -> None:
    if digest is not None and dataset.digest != digest:
        raise RunError(
            f"{dataset.name!r} is not the dataset that was drawn: its content has changed since then",
            where=dataset.source,
            fix="put the dataset back as it was, or draw the sample again: bakeoff datasets sample",
            code="BO469",
        )


def laid_out(spec: Specification, datasets: Sequence[Dataset], *, store: Store, retry_failed: bool) -> Laid:
    """Freeze the specification, record the plan, and return what is left to do."""
    for dataset in datasets:
        require_possible(dataset, spec.splitting)
    text = canonical(spec, datasets)
    store.lock(spec.name, text=text, digest=digest_of(text))
    cells = cells_of(spec, datasets)
    if spec.permutations:
        cells += permuted_cells(spec, datasets, store.outcomes(spec.name))
    store.plan(spec.name, cells)
    have = store.done(spec.name)
    if not retry_failed:
        have |= store.failed(spec.name)
    todo = tuple(cell for cell in cells if cell.key not in have)
    return Laid(datasets=tuple(datasets), cells=cells, todo=todo)


def carry_out(
    spec: Specification,
    laid: Laid,
    *,
    store: Store,
    means: Means,
    begun: Begun,
    heard: Listener,
    stop: Event,
) -> Tally:
    """Run the cells that are left, wave by wave, on the engine that was asked for; return what was done."""
    begun(len(laid.cells), len(laid.cells) - len(laid.todo))
    if not laid.todo:
        return Tally(scored=0, failed=0, elsewhere=0, interrupted=False, seconds=0.0)
    for classifier in spec.classifiers:
        require_makeable(classifier)
    if means.engine is None and spec.tuning.search is Search.OPTUNA:
        installed_optuna()  # or every cell would fail for want of it; workers elsewhere may have it where we do not
    pieces = {dataset.name: Workpiece(dataset=dataset, spec=spec) for dataset in laid.datasets}
    tallies: list[Tally] = []
    with _opened(means, tallies) as engine:
        run = store.begin(spec.name)
        try:
            store.environment(run, environment_text())
            while laid.todo:
                tallies.append(
                    run_cells(
                        laid.todo, pieces=pieces, store=store, run=run, engine=engine, heard=heard, stop=stop
                    )
                )
                if not spec.permutations or tallies[-1].interrupted:
                    break
                laid = laid_out(spec, laid.datasets, store=store, retry_failed=False)
                begun(len(laid.cells), len(laid.cells) - len(laid.todo))
        finally:
            store.end(run)
    return _total(tallies)


def verify(spec: Specification, laid: Laid, *, store: Store, means: Means, stop: Event) -> bool:
    """Run a sample of the finished cells again, and keep what is to be said of it, but no outcome.

    Returns
    -------
    bool
        False where it was stopped before its end: then what was said before stays.
    """
    sample = sample_of(spec, laid.cells, store.done(spec.name))
    with _opened(means, []) as engine:
        found = verified(spec, laid.datasets, sample, store=store, engine=engine, stop=stop)
    if stop.is_set():
        return False
    store.keep_findings(spec.name, origin=ORIGIN, found=found)
    return True


@contextmanager
def _opened(means: Means, tallies: Sequence[Tally]) -> Iterator[Engine]:
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


def _total(tallies: Sequence[Tally]) -> Tally:
    return Tally(
        scored=sum(t.scored for t in tallies),
        failed=sum(t.failed for t in tallies),
        elsewhere=sum(t.elsewhere for t in tallies),
        interrupted=any(t.interrupted for t in tallies),
        seconds=sum(t.seconds for t in tallies),
    )
