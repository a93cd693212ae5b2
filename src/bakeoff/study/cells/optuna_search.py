"""Optuna's search, where the package is installed: the same inner splits, every trial recorded."""

from typing import Any

from bakeoff.core.errors import UsageError
from bakeoff.core.outcomes import Trial
from bakeoff.study.cells.estimators import pipeline_parameter
from bakeoff.study.cells.tuning import Splits, Training, mean_inner_score, trial_text
from bakeoff.study.specification.specification import ClassifierSpec, Range, Tuning


def search_with_optuna(
    model: Any,  # noqa: ANN401 - any estimator
    spec: ClassifierSpec,
    tuning: Tuning,
    *,
    scorer: Any,  # noqa: ANN401
    splits: Splits,
    training: Training,
    seed: int,
) -> tuple[Any, tuple[Trial, ...]]:
    """Return the model refitted with the best configuration of a seeded search, and every trial."""
    optuna = import_optuna()
    from sklearn.base import clone

    def configure(values: dict[str, Any]) -> Any:  # noqa: ANN401
        return clone(model).set_params(
            **{pipeline_parameter(model, name): value for name, value in values.items()}
        )

    def value_of(trial: Any) -> float:  # noqa: ANN401
        values = {name: _suggest_value(trial, name, space) for name, space in spec.search.items()}
        return mean_inner_score(configure(values), scorer, splits, training)

    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))
    study.optimize(value_of, n_trials=tuning.trials)
    best = study.best_trial
    trials = tuple(
        Trial(number=t.number, parameters=trial_text(t.params), score=t.value, chosen=t.number == best.number)
        for t in study.trials
    )
    return training.fit(configure(best.params)), trials


def _suggest_value(trial: Any, name: str, space: Any) -> Any:  # noqa: ANN401
    if not isinstance(space, Range):
        return trial.suggest_categorical(name, list(space))
    if space.integer:
        return trial.suggest_int(name, int(space.low), int(space.high), log=space.log)
    return trial.suggest_float(name, space.low, space.high, log=space.log)


def import_optuna() -> Any:  # noqa: ANN401
    """Return the library, or say how to have it."""
    try:
        import optuna
    except ModuleNotFoundError:
        raise UsageError(
            "the search is 'optuna', which is not installed",
            where="tuning",
            fix="pip install '.[optuna]' in the folder of bakeoff, or take a grid, random or halving search",
            code="BO475",
        ) from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna
