"""Every rate that the simulations have measured, in one form: what the summary, the quotations and the figures read."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from bakeoff.procedures.procedure import Kind
from bakeoff.procedures.registry import REGISTRY

FOLDER = Path(__file__).parent.parent / "docs" / "validity"
SIZE, POWER, COVERAGE = "size", "power", "coverage"
KEYS = tuple(p.key for p in REGISTRY)
POSTERIORS = tuple(p.key for p in REGISTRY if p.kind in (Kind.POSTERIOR, Kind.POSTERIORS))


class Rate(NamedTuple):
    """How often something happened in one setting with known truth."""

    file: str
    test: str  # the key of a procedure, or the name of a peer
    variant: str  # what was asked of it: a metric, a plan of resampling
    what: str  # size, power or coverage
    setting: str
    share: float
    trials: int | None  # None: exact, by counting outcomes

    @property
    def error(self) -> float:
        """The binomial standard error; none where it was counted."""
        return 0.0 if self.trials is None else sqrt(self.share * (1 - self.share) / self.trials)


def rates() -> tuple[Rate, ...]:
    """Return every rate that the result files hold."""
    return (
        *_two_classifiers(),
        *_many_datasets(),
        *_families(),
        *_rank_z(),
        *_omnibus(),
        *_posteriors(),
        *_one_dataset(),
        *_splits(),
        *_halves(),
        *_exact_predictions(),
        *_two_test_sets(),
        *_simulated_predictions(),
        *_power_of_predictions(),
        *_pooled(),
        *_cochran(),
        *_items(),
        *_at_any_time(),
    )


def read(file: str) -> dict[str, Any]:
    """Return what a simulation has left, by setting."""
    place = FOLDER / f"{file}.json"
    found: dict[str, Any] = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    return found


def _two_classifiers() -> Iterator[Rate]:
    for setting, tests in read("two_classifiers").items():
        what = SIZE if setting.endswith("shift = 0") else POWER
        where = setting.removesuffix(", shift = 0")
        for test, of in tests.items():
            for kind, name in ((what, "rejects"), (COVERAGE, "covers")):
                yield Rate("two_classifiers", test, "", kind, where, of[name], int(of["trials"]))


PEERS = {"anova + tukey": "tukey"}  # the peer is Tukey's test in the two-way layout, without a gate


def _many_datasets() -> Iterator[Rate]:
    place = FOLDER / "many_datasets.csv"
    if not place.exists():
        return
    with place.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            where = f"{row['setting']}, {row['classifiers']} × {row['datasets']}"
            named = ((SIZE, "error"), (POWER, "power"), (COVERAGE, "coverage"))
            for what, name in named:
                # Where every pair differs there is nothing to be wrong about.
                if row[name] != "nan" and not (what == SIZE and row["setting"].startswith("ladder")):
                    yield Rate(
                        "many_datasets",
                        PEERS.get(row["procedure"], row["procedure"]),
                        "",
                        what,
                        where,
                        float(row[name]),
                        int(row["trials"]),
                    )


def _families() -> Iterator[Rate]:
    for setting, tests in read("families").items():
        for test, of in tests.items():
            for what, name in ((SIZE, "error"), (POWER, "power"), (COVERAGE, "covers")):
                if name in of:
                    yield Rate("families", test, "", what, setting, of[name], of["trials"])


def _rank_z() -> Iterator[Rate]:
    for setting, tests in read("rank_z").items():
        for name, of in tests.items():
            test, _, variant = name.partition(", ")
            for what, key in ((SIZE, "error"), (POWER, "power")):
                if key in of:
                    yield Rate("rank_z", test, variant, what, setting, of[key], of["trials"])
            if setting.startswith("none differs") and variant == "holm":
                # Intervals at Bonferroni's level all hold zero exactly where Holm's method rejects nothing.
                yield Rate("rank_z", test, variant, COVERAGE, setting, 1 - of["error"], of["trials"])


def _omnibus() -> Iterator[Rate]:
    for setting, tests in read("omnibus").items():
        what = POWER if setting.endswith("half better") else SIZE
        for test, share in tests.items():
            if test != "trials":
                yield Rate("omnibus", test, "", what, setting, share, tests["trials"])


def _posteriors() -> Iterator[Rate]:
    for name, of in read("posteriors").items():
        test, _, setting = name.partition(", ")
        what = POWER if "shift" in setting else SIZE
        yield Rate("posteriors", test, "", what, setting, of["sure"], of["trials"])
        yield Rate("posteriors", test, "", COVERAGE, setting, of["covers"], of["trials"])


RESAMPLED = {
    "paired t": "paired-t",
    "corrected t": "corrected-t",
    "5×2cv t": "t-5x2cv",
    "5×2cv F": "f-5x2cv",
    "McNemar (mid-p)": "mcnemar-midp",
    "McNemar with continuity": "mcnemar",
    "two proportions": "two-proportions",
}


def _one_dataset() -> Iterator[Rate]:
    for setting, tally in read("one_dataset").items():
        what = POWER if setting.endswith("b worse") else SIZE
        for name, count in tally["rejects"].items():
            test, _, plan = name.partition(", ")
            yield Rate(
                "one_dataset", RESAMPLED[test], plan, what, setting, count / tally["trials"], tally["trials"]
            )


def _splits() -> Iterator[Rate]:
    started = {name: tally for name, tally in read("one_dataset_splits").items() if tally["trials"]}
    for setting, tally in started.items():
        what, trials = POWER if setting.endswith("b worse") else SIZE, tally["trials"]
        for kind, counts in ((what, tally["rejects"]), (COVERAGE, tally["covers"])):
            for name, count in counts.items():
                test, _, plan = name.partition(", ")
                yield Rate("one_dataset_splits", RESAMPLED[test], plan, kind, setting, count / trials, trials)


def _halves() -> Iterator[Rate]:
    for setting, tally in read("halves").items():
        if tally["trials"] < 200:
            continue
        if " and " in setting:  # two learners that differ, on real data: intervals only
            for name, count in tally["covers"].items():
                test, _, plan = name.partition(", ")
                yield Rate("halves", test, plan, COVERAGE, setting, count / tally["trials"], tally["trials"])
            continue
        is_null = not setting.endswith("b worse")
        for name, (count, _) in tally["rejects"].items():
            test, _, plan = name.partition(", ")
            what = SIZE if is_null else POWER
            yield Rate("halves", test, plan, what, setting, count / tally["trials"], tally["trials"])
            if is_null:
                covered = tally["covers"][name] / tally["trials"]
                yield Rate("halves", test, plan, COVERAGE, setting, covered, tally["trials"])


def _exact_predictions() -> Iterator[Rate]:
    found = read("predictions")
    for test, of in found.get("one test set, size", {}).items():
        yield Rate("predictions", test, "", SIZE, "worst of 1,170 settings", of["worst size"], None)
        for name, share in of.items():
            if name.startswith("power, "):
                yield Rate("predictions", test, "", POWER, name.removeprefix("power, "), share, None)
    for name, of in found.get("one test set, interval", {}).items():
        test, _, n = name.partition(", ")
        yield Rate("predictions", test, "", COVERAGE, f"worst of 42 settings, {n}", of["least"], None)


TWO_SETS = {"miettinen-nurminen": "two-proportions", "wald": "two-proportions-wald"}


def _two_test_sets() -> Iterator[Rate]:
    found = read("predictions")
    for name, of in found.get("two test sets, size", {}).items():
        method, _, sizes = name.partition(", ")
        for accuracy, share in of.items():
            yield Rate("predictions", TWO_SETS[method], "", SIZE, f"{sizes}, {accuracy}", share, None)
    for name, of in found.get("two test sets", {}).items():
        method, _, setting = name.partition(", ")
        if method in TWO_SETS:
            yield Rate("predictions", TWO_SETS[method], "", COVERAGE, setting, of["coverage"], None)


SECTIONS = {
    ("bootstrap of a difference", "bootstrap, accuracy"): ("paired-bootstrap", "accuracy", COVERAGE),
    ("bootstrap of a difference", "bootstrap, f1_macro"): ("paired-bootstrap", "f1_macro", COVERAGE),
    ("bootstrap of a difference", "bootstrap, mcc"): ("paired-bootstrap", "mcc", COVERAGE),
    ("permutation, size", "accuracy"): ("paired-permutation", "accuracy", SIZE),
    ("permutation, size", "f1_macro"): ("paired-permutation", "f1_macro", SIZE),
    ("areas", "delong"): ("delong", "", COVERAGE),
    ("clusters", "mcnemar-midp, clusters ignored"): ("mcnemar-midp", "groups ignored", SIZE),
    ("clusters", "mcnemar-clustered"): ("mcnemar-clustered", "", SIZE),
    ("clusters", "permutation of clusters"): ("paired-permutation", "groups", SIZE),
    ("clusters", "bootstrap of clusters"): ("paired-bootstrap", "groups", SIZE),
    ("clusters", "paired losses, clusters"): ("paired-losses", "groups", SIZE),
    ("families", "max-t, any false claim"): ("max-t-predictions", "", SIZE),
}


def _simulated_predictions() -> Iterator[Rate]:
    found = read("predictions")
    for (section, column), (test, variant, what) in SECTIONS.items():
        for setting, of in found.get(section, {}).items():
            yield Rate("predictions", test, variant, what, setting, of[column], int(of["trials"]))


def _power_of_predictions() -> Iterator[Rate]:
    for name, tests in read("predictions_power").items():
        section, _, setting = name.partition(" | ")
        for column, of in tests.items():
            test, _, variant = column.partition(", ")
            said, trials = (
                "groups" if section == "groups" and test == "paired-losses" else variant,
                of.get("trials"),
            )
            for what, share in _named(section, setting, of):
                yield Rate("predictions_power", test, said, what, setting, share, trials)


def _named(section: str, setting: str, of: dict[str, float]) -> Iterator[tuple[str, float]]:
    """Yield what the columns of a test are in a setting with or without a difference."""
    equal = section == "families" or ", equal" in setting or setting.startswith("0.8 and 0.8,")
    yield SIZE if equal else POWER, of["rejects"]
    if "covers" in of:
        yield COVERAGE, of["covers"]
    if "power" in of:
        yield POWER, of["power"]


def _pooled() -> Iterator[Rate]:
    for setting, tally in read("predictions_pooled").items():
        for test, count in tally["rejects"].items():
            share = count / tally["trials"]
            yield Rate("predictions_pooled", test, "pooled folds", SIZE, setting, share, tally["trials"])


def _cochran() -> Iterator[Rate]:
    for name, of in read("cochran").items():
        test, _, setting = name.partition(", ")
        variant = "weighted" if "weights" in setting else ""
        yield Rate(
            "cochran",
            test,
            variant,
            POWER if name.endswith("better") else SIZE,
            setting,
            of["rejects"],
            of["trials"],
        )
        if "covers" in of:
            yield Rate("cochran", test, variant, COVERAGE, setting, of["covers"], of["trials"])


def _items() -> Iterator[Rate]:
    for name, of in read("items").items():
        section, _, setting = name.partition(" | ")
        yield from ITEM_SECTIONS.get(section, _item_rates)(of, section, setting)


def _item_rates(of: dict[str, Any], section: str, setting: str) -> Iterator[Rate]:
    test, trials = of["test"], int(of["trials"])
    yield Rate("items", test, section, COVERAGE, setting, 1 - of["misses"], trials)
    if "rejects" in of:
        what = SIZE if "null" in setting else POWER
        yield Rate("items", test, section, what, setting, of["rejects"], trials)


def _of_many_models(of: dict[str, Any], section: str, setting: str) -> Iterator[Rate]:
    test, trials = of["test"], int(of["trials"])
    yield Rate("items", test, section, SIZE, setting, of["any false claim"], trials)
    if "power" in of:
        yield Rate("items", test, section, POWER, setting, of["power"], trials)
    else:  # all intervals hold zero exactly where nothing is claimed
        yield Rate("items", test, section, COVERAGE, setting, 1 - of["any false claim"], trials)


def _of_tasks(of: dict[str, Any], section: str, setting: str) -> Iterator[Rate]:
    trials, both = int(of["trials"]), ((of["test"], "misses"), ("tasks-t", "tasks-t"))
    for test, name in both:
        yield Rate("items", test, section, COVERAGE, setting, 1 - of[name], trials)
        if "task sd 0 " in setting and "in fives" not in setting:  # nothing differs
            yield Rate("items", test, section, SIZE, setting, of[name], trials)


def _found_in_tasks(of: dict[str, Any], section: str, setting: str) -> Iterator[Rate]:
    trials = int(of["trials"])
    yield Rate("items", of["test"], section, POWER, setting, of["finds"], trials)
    yield Rate("items", "tasks-t", section, POWER, setting, of["tasks-t finds"], trials)


def _no_rates(of: dict[str, Any], section: str, setting: str) -> Iterator[Rate]:
    yield from ()  # the interval of one model is of no test


def _at_any_time() -> Iterator[Rate]:
    """Yield how often anything is ever claimed, or the truth ever missed, while one looks after every unit."""
    found = read("sequential")
    if not found:
        return
    trials = int(found["trials"])
    parts = (("flips", "betting, every item", "betting"), ("groups", "means of groups", "betting"))
    for part, rule, test in (*parts, ("datasets", "sign-betting, every dataset", "sign-betting")):
        for setting, of in found[part].items():
            share = of[rule]["claimed"]
            is_null = re.search(r"(edge|effect) 0\.0(,|$)", setting) is not None
            yield Rate("sequential", test, part, SIZE if is_null else POWER, setting, share, trials)
            if is_null:  # zero is the truth, and is missed exactly where a difference is claimed
                yield Rate("sequential", test, part, COVERAGE, setting, 1 - share, trials)
    missed = found["margin"]["shift -0.03"]["betting, passed or refused"]["claimed"]
    yield Rate("sequential", "betting", "margin", COVERAGE, "shift -0.03", 1 - missed, trials)


ITEM_SECTIONS: dict[str, Callable[[dict[str, Any], str, str], Iterator[Rate]]] = {
    "many": _of_many_models,
    "tasks": _of_tasks,
    "power": _found_in_tasks,
    "level": _no_rates,
}
