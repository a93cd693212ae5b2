"""What the program may quote: for every test the phrases with numbers in them, made from the measured rates.

`bakeoff tests KEY`, the objections and docs/which.md quote these phrases; tests/docs/test_quoted.py holds them to it.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from math import floor, sqrt

from validation.rates import COVERAGE, POWER, SIZE, Rate, rates, read

RATES = rates()
# Numbers of settings and levels, not of measurement.
GIVEN = (
    ".02 to .6",
    ".95 or more",
    "nominal .10",
    ".80, .90 and .95",
    "at .95, .90 and .80",
    ".05 within chance",
    "at nominal .003",
)
OMNIBUS = ("iman-davenport", "friedman", "aligned-ranks", "quade", "anova", "skillings-mack")


def of(
    test: str, what: str = SIZE, *, file: str = "", variant: str | None = None, where: str = ""
) -> list[Rate]:
    """Return the rates of a test, from one simulation, of one variant, in the settings that a pattern matches."""
    return [
        r
        for r in RATES
        if (r.test, r.what) == (test, what)
        and file in ("", r.file)
        and variant in (None, r.variant)
        and re.search(where, r.setting)
    ]


def shown(share: float, digits: int = 3) -> str:
    """Return a share as it is printed, without the leading zero.

    >>> shown(0.0441), shown(1.0), shown(0.6061, 2)
    ('.044', '1.000', '.61')
    """
    return f"{share:.{digits}f}".removeprefix("0")


def span(found: Iterable[Rate], digits: int = 3) -> str:
    """Return the lowest and the highest rate."""
    shares = [r.share for r in found]
    low, high = shown(min(shares), digits), shown(max(shares), digits)
    return low if low == high else f"{low} to {high}"


def errors(found: Iterable[Rate]) -> str:
    """Return the standard errors of rates."""
    each = [r.error for r in found]
    low, high = shown(min(each)), shown(max(each))
    return low if low == high else f"{low} to {high}"


def at_nominal(trials: int) -> str:
    """Return the standard error of a rate of .05."""
    return shown(sqrt(0.05 * 0.95 / trials))


def percent(found: Iterable[Rate]) -> str:
    """Return the lowest and the highest rate in whole percent."""
    shares = [floor(100 * r.share + 0.5) for r in found]
    return f"{min(shares)} to {max(shares)} %" if min(shares) < max(shares) else f"{min(shares)} %"


def one(*args: str, **asked: str) -> Rate:
    """Return the one rate that is asked for."""
    (found,) = of(*args, **asked)
    return found


def powers(test: str) -> str:
    """Return the power over normal differences with 10, 20 and 50 datasets."""
    return "/".join(shown(one(test, POWER, where=f"normal, n = {n},").share, 2) for n in (10, 20, 50))


def _over_datasets() -> Iterator[tuple[str, str]]:
    se = at_nominal(of("wilcoxon")[0].trials or 1)
    for test in ("wilcoxon", "sign-flip", "sign"):
        yield test, f"in {span(of(test))} of trials"
    yield "paired-t", f"in {span(of('paired-t', file='two_classifiers'))} of trials over datasets"
    yield "paired-t", f"in {span(of('paired-t', file='one_dataset', variant='10×10'), 2)}"
    for test in ("wilcoxon", "sign-flip", "paired-t"):
        yield test, f"10 to 50 datasets; s.e. {se}"
    for test in ("wilcoxon", "sign"):
        yield test, f"power {powers(test)} where the t-test has {powers('paired-t')}"
    outlier = "contaminated, n = 50"
    yield (
        "wilcoxon",
        f"{shown(one('wilcoxon', POWER, where=outlier).share, 2)} against "
        f"{shown(one('paired-t', POWER, where=outlier).share, 2)} with outliers",
    )


def _over_folds() -> Iterator[tuple[str, str]]:
    ten = {r.setting: r for r in of("corrected-t", file="one_dataset", variant="10×10")}
    share = {name: shown(r.share) for name, r in ten.items()}
    yield (
        "corrected-t",
        f"in {share['naive Bayes']} of trials for naive Bayes and {share['tree']} for trees, but in "
        f"{share['nearest neighbour']} for nearest neighbour and {share['stump']} for stumps",
    )
    yield "corrected-t", f"s.e. {errors(ten.values())}"
    plain = of("t-5x2cv", file="one_dataset", variant="")
    mean = of("t-5x2cv", file="one_dataset", variant="mean")
    yield "t-5x2cv", f"in {span(plain)} of trials; with the mean of the folds as numerator in {span(mean)}"
    yield "t-5x2cv", f"s.e. {shown(min(r.error for r in plain))} to {shown(max(r.error for r in plain))}"
    combined = of("f-5x2cv", file="one_dataset")
    yield "f-5x2cv", f"in {span(combined)} of trials"
    yield "f-5x2cv", f"s.e. {errors(combined)}"
    declined = max(t["declines"]["5×2cv F"] / t["trials"] for t in read("one_dataset").values())
    yield "f-5x2cv", f"declines in up to {100 * declined:.2f} %"


NATURAL, BUILT = r"^(?!adversary)", "^adversary"


def _inside_halves() -> Iterator[tuple[str, str]]:
    from validation import half_rates

    kept = of("corrected-t", file="halves", variant="50×2 evenly", where=NATURAL)
    yield "corrected-t", f"Over fifty times two folds in {span(kept)} of trials"
    known, few = (half_rates.held("corrected-t, 50×2 evenly", rare=rare) for rare in (False, True))
    yield "corrected-t", f"held the truth there in {shown(known[0])} to {shown(known[1])} of trials"
    yield "corrected-t", f"in {shown(few[0])} to {shown(few[1])} where a class is rare"
    for test, variant in (("half-cv", ""), ("halves-t", ""), ("guarded-t", "10×10")):
        found = of(test, file="halves", variant=variant, where=NATURAL)
        worst = max(of(test, file="halves", variant=variant, where=BUILT), key=lambda r: r.share)
        yield test, f"in {span(found)} of trials"
        yield test, f"s.e. {errors(found)}"
        yield test, f"in up to {shown(worst.share)} for learners built to deceive such tests"
        name = f"{test}, {variant}" if variant else test
        often, rarely = half_rates.held(name, rare=False), half_rates.held(name, rare=True)
        yield test, f"held the truth in {shown(often[0])} to {shown(often[1])} of trials"
        yield test, f"in {shown(rarely[0])} to {shown(rarely[1])} where a class is rare"


def _posteriors() -> Iterator[tuple[str, str]]:
    for test in ("bayes-signed-rank", "bayes-sign", "bayes-hierarchical"):
        sure, held = of(test), [r for r in of(test, COVERAGE) if "shift" not in r.setting]
        yield test, f"{span(sure, 2)} of runs"
        yield test, f"held the truth in {span(held)}"
    model = "bayes-bradley-terry"
    calm, noisy = of(model, where="differs|better"), of(model, where="noisy")
    yield model, f"{span(calm, 2)} of tables"
    yield model, f"{span(noisy, 2)} where one of the two is noisier"
    held = [r for r in of(model, COVERAGE) if "shift" not in r.setting]
    yield model, f"held the truth in {span([r for r in held if 'noisy' not in r.setting])}"
    yield model, f"there in {span([r for r in held if 'noisy' in r.setting])}"
    alone = [r for r in of("bayes-correlated-t", COVERAGE) if "shift" not in r.setting]
    yield "bayes-correlated-t", f"{span(of('bayes-correlated-t'))} of runs"
    yield "bayes-correlated-t", f"held the truth in {span(alone)}"


def _families() -> Iterator[tuple[str, str]]:
    # As it is now, closed up to 8 classifiers; with more it is the step-down that many_datasets has.
    now = {n: c for n, c in read("all_pairs").items() if "error" in c and "missing" not in n}
    now = {n: c for n, c in now.items() if n.partition(" × ")[0].endswith((", 5", ", 8"))}
    skewed = [c["error"] for n, c in now.items() if n.startswith("equal means")]
    some = [c["error"] for n, c in now.items() if not n.startswith(("none differs", "equal means"))]
    none = [c["error"] for n, c in now.items() if n.startswith("none differs")]
    yield (
        "max-t",
        f"closed, {shown(min(none))} to {shown(max(none))} where none differs and at most {shown(max(some))} where "
        "some do",
    )
    yield "max-t", f"{shown(min(skewed), 2)} to {shown(max(skewed), 2)} where one"
    differ = [r for r in of("max-t") if not r.setting.startswith(("none differs", "equal means"))]
    yield "max-t", f"step-down, at most {shown(max(r.share for r in differ))} where some differ"
    held = [c["covers"] for c in now.values()]
    yield "max-t", f"all intervals hold in {shown(min(held))} to {shown(max(held))} of tables"
    for test in ("nemenyi", "tukey"):
        yield test, f"up to {shown(max(r.share for r in of(test, file='many_datasets')), 2)} where"
    dunn = of("bonferroni-dunn")
    none = [r for r in dunn if r.setting.startswith("none differs")]
    some = [r for r in dunn if r not in none]
    yield (
        "bonferroni-dunn",
        f"in {span(none)} of tables where none of 5 classifiers differs on 10 to 50 datasets",
    )
    yield (
        "bonferroni-dunn",
        f"in {span(some)} where some do, most where noisy ones stand among better ones (s.e. at most "
        f"{shown(max(r.error for r in dunn))})",
    )
    worst = max(r.share for r in of("nemenyi", file="many_datasets"))
    yield "bonferroni-dunn", f"whose family-wise error reached {shown(worst, 2)}"


def _rank_z() -> Iterator[tuple[str, str]]:
    for test in ("friedman-z", "aligned-z", "quade-z"):
        for variant, words in (("holm", "by Holm's method"), ("holm, baseline", "against a baseline")):
            every = of(test, variant=variant)
            none = [r for r in every if r.setting.startswith("none differs")]
            some = [r for r in every if r not in none]
            yield test, f"{words} in {span(none)} where none differs and {span(some)} where some do"


def _omnibus() -> Iterator[tuple[str, str]]:
    for test in OMNIBUS:
        calm = [r for r in of(test) if not r.setting.startswith("two noisy")]
        noisy = of(test, where="^two noisy")
        se = at_nominal(calm[0].trials or 1)
        yield test, f"in {span(calm)} (normal, heavy-tailed, rounded; s.e. {se}), in {span(noisy)} where two"


def _on_counts() -> Iterator[tuple[str, str]]:
    sizes = read("predictions")["one test set, size"]
    yield "mcnemar-midp", f"at most {shown(sizes['mcnemar-midp']['worst size'], 4)}"
    for test in ("binomial", "mcnemar"):
        yield test, f"at most {shown(sizes[test]['worst size'])}"
    plain = sizes["mcnemar-uncorrected"]
    yield (
        "mcnemar-uncorrected",
        f"at most {shown(plain['worst size'])}, and above 5 % in {plain['above .05']:.0f} of them",
    )
    few = of("two-proportions", where="^30 and 5000")
    yield (
        "two-proportions",
        f"{span(of('two-proportions', file='predictions'))}; {shown(max(r.share for r in few))} at worst",
    )
    wald = [shown(r.share) for r in of("two-proportions-wald", where="^30 and 5000")]
    every = span(of("two-proportions-wald", file="predictions"))
    yield "two-proportions-wald", f"{every}; {wald[0]}, {wald[1]} and {wald[2]} for 30 records against 5,000"


def _on_examples() -> Iterator[tuple[str, str]]:
    equal = of("max-t-predictions", file="predictions", where="^[58] equal")
    others = [r for r in of("max-t-predictions", file="predictions") if r not in equal]
    yield "max-t-predictions", f"in {span(equal)} of trials where none"
    yield "max-t-predictions", f"in {span(others)} where some do (s.e. {errors([*equal, *others])})"
    groups = {n: one("mcnemar-clustered", file="predictions", where=f"^{n} clusters") for n in (10, 20, 50)}
    plain = of("mcnemar-midp", variant="groups ignored")
    yield "mcnemar-clustered", f"in {shown(groups[20].share)} and {shown(groups[50].share)} of trials"
    yield (
        "mcnemar-clustered",
        f"in {shown(groups[10].share)} with ten groups, where the plain test rejects in {span(plain, 2)} "
        f"(s.e. {errors([*groups.values(), *plain])})",
    )
    area = of("delong", COVERAGE, file="predictions")
    few = [r for r in area if "0.7" in r.setting or "0.8" in r.setting]
    few = [r for r in few if "20 and 180" in r.setting]
    yield "delong", f"in {span(area)} of trials"
    yield (
        "delong",
        f"least, {span(few)}, with 20 of one class among 180 of the other (s.e. {errors(few[:1])})",
    )
    skewed, grouped = of("paired-losses", file="cochran", variant=""), of("paired-losses", file="predictions")
    yield "paired-losses", f"in {span(skewed)} of trials"
    yield "paired-losses", f"skewed losses (s.e. {at_nominal(skewed[0].trials or 1)})"
    yield (
        "paired-losses",
        f"in {span(grouped)} over 6 to 50 groups (s.e. {shown(max(r.error for r in grouped))})",
    )
    classes = [
        r
        for m in ("accuracy", "f1_macro")
        for r in of("paired-bootstrap", COVERAGE, file="predictions", variant=m)
    ]
    yield "paired-bootstrap", f"holds the truth in {span(classes)} of trials"
    swapped = [
        r for m in ("accuracy", "f1_macro") for r in of("paired-permutation", file="predictions", variant=m)
    ]
    yield "paired-permutation", f"in {span(swapped)} of trials"
    yield "paired-permutation", f"s.e. at most {shown(max(r.error for r in swapped))}"
    any_differ = of("cochran-q")
    yield "cochran-q", f"in {span(any_differ)} of trials"
    yield "cochran-q", f"s.e. {at_nominal(any_differ[0].trials or 1)}"


def missed(found: Iterable[Rate]) -> str:
    """Return the lowest and the highest share of intervals that miss the truth."""
    return span([r._replace(share=1 - r.share) for r in found])


def most_missed(found: Iterable[Rate]) -> str:
    """Return the highest share of intervals that miss the truth."""
    return shown(max(1 - r.share for r in found))


def _of_items() -> Iterator[tuple[str, str]]:
    one = of("items-t", COVERAGE, variant="one task")
    few = [r for r in one if r.setting.endswith(("| 10 items", "| 20 items"))]
    yield "items-t", f"in {span(of('items-t', variant='one task'))} of trials"
    yield "items-t", f"in at most {most_missed(few)} of trials with fewer than 50 items"
    yield "items-t", f"in {missed([r for r in one if r not in few])} from 50 on"
    yield "items-t", f"in at most {most_missed(of('items-t', COVERAGE, variant='attempts'))}"
    rarely = [read("skewed_items")[f"4 and 1 % fail | {n} items"]["items-t"] for n in (50, 100)]
    yield "items-t", f"in {shown(rarely[0])} (with 100 items in {shown(rarely[1])})"
    groups = of("items-clustered", COVERAGE, variant="groups")
    rare = [r for r in groups if r.setting.startswith("a specialist")]
    calm = [r for r in of("items-clustered", variant="groups") if not r.setting.startswith("a specialist")]
    yield "items-clustered", f"in {span(calm)} of trials"
    yield "items-clustered", f"in at most {most_missed([r for r in groups if r not in rare])}"
    yield "items-clustered", f"in {missed(rare)}"
    tasks = of("items-stratified", COVERAGE, variant="tasks")
    other = [c["as of tasks like these"] for c in read("items").values() if "as of tasks like these" in c]
    yield "items-stratified", f"in {missed(tasks)} of trials"
    yield "items-stratified", f"in up to {shown(max(other, default=0.0), 2)}"
    yield "tasks-t", f"in {missed(of('tasks-t', COVERAGE))} of trials"
    many = of("max-t-items", file="items")
    none = [r for r in many if "one better" not in r.setting]
    yield "max-t-items", f"in {span(none)} of trials where none"
    yield "max-t-items", f"in {span([r for r in many if r not in none])} where one is better"


def _at_any_time() -> Iterator[tuple[str, str]]:
    found = read("sequential")
    every = found["flips"]["edge 0.0"]["betting, every item"]["claimed"]
    yield "betting", f"in {shown(every)} of projects"
    yield "betting", f"in {shown(found['margin']['shift -0.03']['betting, passed']['claimed'])}"
    none, tilt = found["groups"]["edge 0.0, spread 0.0"], found["groups"]["edge 0.0, spread 0.25"]
    both = sorted(cell["means of groups"]["claimed"] for cell in (none, tilt))
    yield "betting", f"in {shown(both[0])} to {shown(both[1])}"
    yield "betting", f"in {shown(tilt['single items, groups ignored']['claimed'])}"
    rule = "sign-betting, every dataset"
    even = sorted(found["datasets"][f"{s}, effect 0.0"][rule]["claimed"] for s in ("normal", "heavy-tailed"))
    yield "sign-betting", f"in {shown(even[0])} to {shown(even[1])} of"
    yield "sign-betting", f"in {shown(found['datasets']['skewed, effect 0.0'][rule]['claimed'])} where"


PARTS: tuple[Callable[[], Iterator[tuple[str, str]]], ...] = (
    _over_datasets, _over_folds,
    _inside_halves, _posteriors, _families,
    _rank_z, _omnibus, _on_counts, _on_examples, _of_items, _at_any_time,
)  # fmt: skip


def quoted() -> dict[str, list[str]]:
    """Return the phrases with numbers that each test's sentence of measured rates has to hold."""
    found: dict[str, list[str]] = {}
    for part in PARTS:
        for test, phrase in part():
            found.setdefault(test, []).append(phrase)
    return found


def _tilted() -> str:
    """Return how often intervals over single items miss the truth where groups tilt."""
    found = [
        c["groups ignored"]
        for name, c in read("items").items()
        if name.startswith("groups | groups tilt") and "4 attempts" in name and "near .5" in name
    ]
    return f"{100 * min(found):.0f} to {100 * max(found):.0f} %"


def objections() -> dict[str, list[str]]:
    """Return the phrases with numbers of objections, by a word that tells the objection."""
    naive = {plan: of("paired-t", file="one_dataset", variant=plan) for plan in ("10×10", "10 folds")}
    pooled = of("mcnemar-midp", variant="pooled folds")
    by = {
        name: [r for r in pooled if r.setting.startswith(name)]
        for name in ("naive", "tree", "nearest", "stump")
    }
    exact = [r for test in ("binomial", "mcnemar") for r in of(test, variant="pooled folds")]
    stricter = {
        name: percent([r for r in exact if r.setting.startswith(learners)])
        for name, learners in (("naive", "naive"), ("grown", ("tree", "nearest")), ("stump", "stump"))
    }
    few = [of["normal"] for name, of in read("few_groups").items() if not name.startswith("b better")]
    return {
        "share training data and are not independent": [
            f"in {percent(naive['10×10'])} of trials",
            f"in {percent(naive['10 folds'])}",
        ],
        "come in groups and are not independent": [
            f"in {percent(of('mcnemar-midp', variant='groups ignored'))} of trials"
        ],
        "items of one group are not independent": [f"in {_tilted()} of trials"],
        "fewer than 20 groups": [f"in up to {100 * max(few):.0f} % of trials"],
        "predictions pooled over folds": [
            f"in {percent(by['naive'])} of trials with naive Bayes",
            f"{percent([*by['tree'], *by['nearest']])} with trees and nearest neighbours",
            f"{percent(by['stump'])} with stumps",
            f"in {stricter['naive']}, {stricter['grown']} and {stricter['stump']}",
        ],
    }


def which() -> Iterator[tuple[str, str]]:
    """Yield the lines of docs/which.md on usual choices, and what each has to say."""
    yield (
        "t-test over ten times ten folds",
        f"in {percent(of('paired-t', file='one_dataset', variant='10×10'))} of trials",
    )
    for line, test in (("Nemenyi's test of mean ranks", "nemenyi"), ("Tukey's range test", "tukey")):
        yield line, f"up to {shown(max(r.share for r in of(test, file='many_datasets')), 2)}"
    yield (
        "McNemar's test on examples in groups",
        f"in {percent(of('mcnemar-midp', variant='groups ignored'))} of trials",
    )
    textbook = max(r.share for r in of("two-proportions-wald", file="predictions"))
    yield "the textbook's test of two accuracies", f"up to {shown(textbook)} for 30 records against 5,000"
