"""Estimators: from a name and parameters to a pipeline that fits everything inside the fold."""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from bakeoff.core.datasets import Dataset, TextColumn
from bakeoff.core.errors import BakeoffError, UsageError
from bakeoff.core.words import did_you_mean, write_list
from bakeoff.study.specification.nested_estimators import replace_nested
from bakeoff.study.specification.specification import ClassifierSpec, Specification

MODEL = "classifier"  # the step of a pipeline that classifies
PREPROCESSING = "preprocessing"  # the step before it, where the study makes the pipeline
GIVEN = "<given>"  # stands for an estimator that is given as an object, where names are checked
TRUSTED = ("sklearn", "xgboost", "lightgbm", "catboost", "imblearn", "aeon", "sktime")


def is_trusted(path: str) -> bool:
    """Say whether an estimator's import path lies in a package that study files may name."""
    return "." not in path or path.split(".")[0] in TRUSTED


def open_code_folder(folder: str) -> None:
    """Let modules be found that lie beside a study file which is trusted; after all that is installed."""
    if folder and folder not in sys.path:
        sys.path.append(folder)


def find_estimator_class(path: str, *, kind: str | None = None) -> Any:  # noqa: ANN401 - scikit-learn is untyped
    """Return the class that a name or an import path stands for. Importing runs the package's code.

    A bare name is that of any estimator of scikit-learn, or of a `kind` of them: classifier or regressor.
    """
    if "." not in path:
        return _find_sklearn_class(path, kind)
    module, _, name = path.rpartition(".")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise UsageError(
            f"there is no estimator {path!r}: {error}",
            where="estimator",
            fix="install the package, or correct the name; a module of your own lies beside the study file",
            code="BO471",
        ) from None
    except Exception as error:  # the module's own code, which may do anything
        raise UsageError(
            f"the module of {path!r} cannot be imported: {_error_text(error)}",
            where="estimator",
            fix="mend the module: python -c 'import …' shows where it fails",
            code="BO471",
        ) from None


def _find_sklearn_class(name: str, kind: str | None) -> Any:  # noqa: ANN401
    module = sklearn_homes(kind).get(name)
    if module is not None:
        return getattr(import_module(f"sklearn.{module}"), name)
    from sklearn.utils import all_estimators  # it imports every module, which takes seconds

    classes = dict(all_estimators(type_filter=kind))
    if name not in classes:
        what = kind or "estimator"
        raise UsageError(
            f"scikit-learn has no {what} {name!r}{did_you_mean(name, list(classes))}",
            where="estimator",
            fix=f"give the name of a scikit-learn {what}, or an import path such as 'xgboost.XGBClassifier'",
            code="BO472",
        )
    return classes[name]


_HOMES = """
calibration: CalibratedClassifierCV
discriminant_analysis: LinearDiscriminantAnalysis QuadraticDiscriminantAnalysis
dummy: DummyClassifier
ensemble: AdaBoostClassifier BaggingClassifier ExtraTreesClassifier GradientBoostingClassifier
ensemble: HistGradientBoostingClassifier RandomForestClassifier StackingClassifier VotingClassifier
gaussian_process: GaussianProcessClassifier
linear_model: LogisticRegression LogisticRegressionCV PassiveAggressiveClassifier Perceptron
linear_model: RidgeClassifier RidgeClassifierCV SGDClassifier
multiclass: OneVsOneClassifier OneVsRestClassifier OutputCodeClassifier
naive_bayes: BernoulliNB CategoricalNB ComplementNB GaussianNB MultinomialNB
neighbors: KNeighborsClassifier NearestCentroid RadiusNeighborsClassifier
neural_network: MLPClassifier
semi_supervised: LabelPropagation LabelSpreading SelfTrainingClassifier
svm: LinearSVC NuSVC SVC
tree: DecisionTreeClassifier ExtraTreeClassifier
"""
_REGRESSOR_HOMES = """
dummy: DummyRegressor
ensemble: AdaBoostRegressor BaggingRegressor ExtraTreesRegressor GradientBoostingRegressor
ensemble: HistGradientBoostingRegressor RandomForestRegressor StackingRegressor VotingRegressor
gaussian_process: GaussianProcessRegressor
kernel_ridge: KernelRidge
linear_model: BayesianRidge ElasticNet HuberRegressor Lasso LinearRegression QuantileRegressor Ridge SGDRegressor
neighbors: KNeighborsRegressor RadiusNeighborsRegressor
neural_network: MLPRegressor
svm: LinearSVR NuSVR SVR
tree: DecisionTreeRegressor ExtraTreeRegressor
"""


_STEP_HOMES = """
compose: ColumnTransformer TransformedTargetRegressor
decomposition: FastICA IncrementalPCA KernelPCA LatentDirichletAllocation NMF PCA SparsePCA TruncatedSVD
feature_extraction: DictVectorizer FeatureHasher
feature_extraction.text: CountVectorizer HashingVectorizer TfidfTransformer TfidfVectorizer
feature_selection: RFE RFECV SelectFdr SelectFpr SelectFromModel SelectFwe SelectKBest SelectPercentile
feature_selection: SequentialFeatureSelector VarianceThreshold
impute: KNNImputer MissingIndicator SimpleImputer
kernel_approximation: Nystroem PolynomialCountSketch RBFSampler
model_selection: GridSearchCV RandomizedSearchCV
multioutput: ClassifierChain MultiOutputClassifier MultiOutputRegressor RegressorChain
pipeline: FeatureUnion Pipeline
preprocessing: Binarizer FunctionTransformer KBinsDiscretizer MaxAbsScaler MinMaxScaler Normalizer OneHotEncoder
preprocessing: OrdinalEncoder PolynomialFeatures PowerTransformer QuantileTransformer RobustScaler
preprocessing: SplineTransformer StandardScaler TargetEncoder
random_projection: GaussianRandomProjection SparseRandomProjection
"""


@cache
def sklearn_homes(kind: str | None = None) -> dict[str, str]:
    """Return the module of scikit-learn's estimators by name: those, of a kind or any, that need no search."""
    homes = {"classifier": (_HOMES,), "regressor": (_REGRESSOR_HOMES,)}
    texts = (_HOMES, _REGRESSOR_HOMES, _STEP_HOMES) if kind is None else homes[kind]
    return {name: module for text in texts for name, module in _read_homes(text).items()}


def _read_homes(text: str) -> dict[str, str]:
    lines = (line.split(": ") for line in text.split("\n") if line)
    return {name: module for module, names in lines for name in names.split()}


def require_makeable(spec: ClassifierSpec) -> None:
    """Refuse a classifier that cannot be made with its parameters, copied for each cell, or sent to a worker."""
    try:
        estimator = make_estimator(spec)
    except BakeoffError:
        raise
    except Exception as error:
        if not isinstance(spec.estimator, str):
            raise _copy_error(spec.name, _error_text(error)) from None
        raise UsageError(
            f"classifier {spec.name!r} cannot be made: {_error_text(error)}",
            where="classifiers",
            fix="mend its name or its parameters",
            code="BO499",
        ) from None
    if spec.preprocessing and not hasattr(estimator, "get_params"):
        raise _copy_error(spec.name, "it has no get_params (only preprocessing = 'none' can do without)")
    _require_portable(spec.name, estimator)


def require_classifiers(spec: Specification) -> None:
    """Refuse a study with a classifier that cannot be imported or made, and name all of them at once."""
    if objections := find_objections(spec):
        raise join_objections(objections)


def find_objections(spec: Specification) -> dict[str, BakeoffError]:
    """Return the classifiers of a study that cannot be imported or made, each with the reason."""
    found = ((c.name, _find_objection(c)) for c in spec.classifiers)
    return {name: error for name, error in found if error is not None}


def join_objections(objections: Mapping[str, BakeoffError]) -> BakeoffError:
    """Return one error that names every classifier which cannot be made."""
    whats = [
        error.what if repr(name) in error.what else f"classifier {name!r}: {error.what}"
        for name, error in objections.items()
    ]
    errors = list(objections.values())
    if len(errors) == 1:
        return UsageError(whats[0], where=errors[0].where, fix=errors[0].fix, code=errors[0].code)
    lines = [f"{len(errors)} classifiers cannot be made", *(f"  {what}" for what in whats)]
    fixes = list(dict.fromkeys(error.fix for error in errors))
    return UsageError("\n".join(lines), where="classifiers", fix=write_list(fixes, most=3), code="BO499")


def _find_objection(spec: ClassifierSpec) -> BakeoffError | None:
    try:
        require_makeable(spec)
    except BakeoffError as error:
        return error
    return None


def find_refused_lists(estimator: Any, lists: Mapping[str, list[Any]]) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Yield each parameter that an estimator of scikit-learn does not take a list for, with how to vary it."""
    from sklearn.base import clone

    for name, values in lists.items():
        trial_estimator = clone(estimator, safe=False)
        try:
            trial_estimator.set_params(**{name: values})
            trial_estimator._validate_params()
        except (ValueError, TypeError) as error:  # scikit-learn's refusal of a parameter is both
            if f"{name!r}" in str(error):
                yield name, _vary_advice(name, values, type(estimator).__name__)
        except AttributeError:  # an estimator that does not check its parameters
            return


def _vary_advice(name: str, values: list[Any], estimator: str) -> str:
    return (
        f"{estimator} takes no list here; vary = {{ {name} = {values} }} compares a classifier for each value, and "
        f"search = {{ {name} = {values} }} tunes it"
    )


def _require_portable(name: str, estimator: Any) -> None:  # noqa: ANN401
    import cloudpickle
    from sklearn.base import clone

    try:
        clone(estimator, safe=False)
    except Exception as error:
        raise _copy_error(name, _error_text(error)) from None
    try:
        cloudpickle.dumps(estimator)
    except Exception as error:
        raise UsageError(
            f"classifier {name!r} cannot be sent to another process: {_error_text(error)}",
            where="classifiers",
            fix="open files, locks and connections in fit, not in __init__",
            code="BO498",
        ) from None


def _copy_error(name: str, why: str) -> UsageError:
    return UsageError(
        f"classifier {name!r} cannot be copied: {why}",
        where="classifiers",
        fix="inherit from sklearn.base.BaseEstimator, and let __init__ only store its parameters under their own names",
        code="BO497",
    )


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]


def make_estimator(spec: ClassifierSpec) -> Any:  # noqa: ANN401
    """Return the estimator of a classifier, with its parameters set."""
    from sklearn.base import clone

    if isinstance(spec.estimator, str):
        return _make_named(spec.estimator, replace_nested(dict(spec.parameters), _make_nested))
    estimator = clone(spec.estimator, safe=False)
    return estimator.set_params(**spec.parameters) if spec.parameters else estimator


def _make_nested(value: Mapping[str, Any]) -> Any:  # noqa: ANN401
    return _make_named(value["estimator"], value.get("parameters", {}))


def _make_named(path: str, parameters: Mapping[str, Any]) -> Any:  # noqa: ANN401
    kind = find_estimator_class(path)
    constraints = getattr(kind, "_parameter_constraints", {})
    return kind(
        **{
            # A study file has no tuples: where scikit-learn takes nothing else, a list stands for one.
            name: tuple(value) if isinstance(value, list) and _wants_tuple(constraints.get(name)) else value
            for name, value in parameters.items()
        }
    )


def _wants_tuple(constraint: Any) -> bool:  # noqa: ANN401 - scikit-learn's own
    kinds = constraint if isinstance(constraint, list) else []
    return tuple in kinds and list not in kinds and "array-like" not in kinds


def make_pipeline(spec: ClassifierSpec, dataset: Dataset, *, gaps: bool) -> Any:  # noqa: ANN401
    """Return the classifier with the preprocessing that its dataset needs, fitted inside each fold.

    An estimator that is a pipeline already is left as it is; where there are texts, it gets a frame with the columns
    by name. `gaps`: values will be taken away on purpose.
    """
    from sklearn.pipeline import Pipeline

    from bakeoff.datasets.adapters import make_frame_maker, make_preprocessing
    from bakeoff.study.cells.shared_preprocessing import SharedPreprocessing

    estimator = make_estimator(spec)
    if not spec.preprocessing or isinstance(estimator, Pipeline):
        has_texts = any(isinstance(column, TextColumn) for column in dataset.features)
        return (
            Pipeline([("columns", make_frame_maker(dataset)), (MODEL, estimator)]) if has_texts else estimator
        )
    preprocessing = make_preprocessing(dataset, gaps=gaps)
    if not any(name.startswith(PREPROCESSING) for name in spec.search):  # what is tuned of it is not shared
        preprocessing = SharedPreprocessing(preprocessing, f"{dataset.digest} {gaps}")
    return Pipeline([(PREPROCESSING, preprocessing), (MODEL, estimator)])


def without_sharing(model: Any) -> Any:  # noqa: ANN401
    """Return a fitted model with its preprocessing itself in place of what shares it."""
    first = getattr(model, "steps", [("", None)])[0][1]
    if hasattr(first, "about") and hasattr(first, "fitted"):
        model.steps[0] = (PREPROCESSING, first.fitted)
    return model


def pipeline_parameter(estimator: Any, name: str) -> str:  # noqa: ANN401
    """Return the name of a classifier's parameter inside its pipeline."""
    from sklearn.pipeline import Pipeline

    if not (isinstance(estimator, Pipeline) and estimator.steps[-1][0] == MODEL):
        return name
    # A pipeline of the user's may have a step of this name, too: then the name is whole already.
    # Not every parameter is listed: those of a network's module are known when they are set.
    inside, parameters = f"{MODEL}__{name}", estimator.get_params()
    return name if name in parameters and inside not in parameters else inside


def find_open_states(estimator: Any) -> tuple[str, ...]:  # noqa: ANN401
    """Return the random states that were left open; those that the user fixed stay as they are."""
    if not hasattr(estimator, "get_params"):
        return ()
    return tuple(
        name
        for name, value in estimator.get_params(deep=True).items()
        if value is None and (name == "random_state" or name.endswith("__random_state"))
    )
