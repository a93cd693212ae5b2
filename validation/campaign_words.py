"""Why answers of the campaign differ, as rules that look at the evidence; how exact an answer can be; and the page."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from validation.campaign_cases import FAMILIES, Case

AGREES, BOTH_REFUSE, DIFFERS = "agrees", "both refuse", "differs"
Foresees = Callable[[Case], bool]


class Rule(NamedTuple):
    """One reason for a difference: of whom, about what, the evidence that it needs, and in words."""

    name: str
    packages: tuple[str, ...]
    quantities: tuple[str, ...]
    foresees: Foresees
    words: str

    def is_about(self, package: str, quantity: str) -> bool:
        """Say whether the rule speaks of this quantity of this package."""
        return package in self.packages and quantity in self.quantities


def _first(case: Case) -> np.ndarray:
    return case.values[:, 0]


def _is_tied(case: Case) -> bool:
    """Say whether differences are zero or of equal size, or there are so many that R and scipy no longer count."""
    d = np.abs(_first(case))
    return bool((d == 0).any() or np.unique(d).size < d.size or d.size >= 50)


def _is_constant(case: Case) -> bool:
    return bool(np.ptp(_first(case)) < 1e-9 * max(1.0, np.abs(_first(case)).max()))


def _has_no_flips(case: Case) -> bool:
    return bool(case.values[0, 1] + case.values[0, 2] == 0)


def _has_equal_flips(case: Case) -> bool:
    return bool(case.values[0, 1] == case.values[0, 2])


def _has_no_ranks(case: Case) -> bool:
    """Say whether every dataset gives all classifiers the same score."""
    return bool((np.ptp(case.values, axis=1) < 1e-9).all())


def _has_no_noise(case: Case) -> bool:
    """Say whether all differences between classifiers are the same on every dataset: the error of the F is zero."""
    left = case.values - case.values.mean(axis=1, keepdims=True)
    return bool(np.ptp(left, axis=0).max() < 1e-9 * np.abs(case.values).max())


def _is_sure(case: Case) -> bool:
    return bool(case.values[0, 0] in (0, case.values[0, 1]))


def _has_no_variance(case: Case) -> bool:
    """Say whether both test sets are all right or all wrong."""
    a, n, b, m = case.values[0]
    return a in (0, n) and b in (0, m)


def _ranks_alike(case: Case) -> bool:
    """Say whether both rank every positive against every negative alike."""
    truth, scores = case.values[:, 0] == 1, case.values[:, 1:]
    signs = [np.sign(scores[truth, j][:, None] - scores[~truth, j]) for j in (0, 1)]
    return bool(np.array_equal(*signs))


def _sets_apart(case: Case) -> bool:
    """Say whether each ranks all positives on one side of all negatives."""
    truth, scores = case.values[:, 0] == 1, case.values[:, 1:]
    signs = (np.sign(scores[truth, j][:, None] - scores[~truth, j]) for j in (0, 1))
    return all(np.unique(of).size == 1 for of in signs)


def _rejects_everything(case: Case) -> bool:
    """Say whether Alpaydın's F of every shift is above its critical value: then there is no interval."""
    d = _first(case)
    within = ((d[0::2] - d[1::2]) ** 2).sum() / 2
    return bool(((d - d.mean()) ** 2).sum() > 2 * 4.7350630697 * within)


def _has_no_margin(case: Case) -> bool:
    return case.number == 0


def _has_differences_at_the_margin(case: Case) -> bool:
    """Say whether averages of two differences, or one of them and zero, lie on the margin."""
    d = np.append(_first(case), 0.0)
    return bool((np.abs(np.abs(d[:, None] + d) / 2 - case.number) < 1e-12).any())


def _has_unequal_groups(case: Case) -> bool:
    return bool(np.ptp(np.bincount(case.values[:, 1].astype(int))) > 0)


def _has_no_strengths(case: Case) -> bool:
    """Say whether somebody, alone or as a group, never lost or never won: not all can be reached from all."""
    n = int(case.number)
    beats = np.eye(n, dtype=bool)
    for left, right, won in case.values:
        beats[int(left), int(right)] |= won > 0
        beats[int(right), int(left)] |= won < 1
    for _ in range(n):
        beats = beats @ beats
    return not bool(beats.all())


def _always(case: Case) -> bool:
    return True


RULES = (
    Rule("constant", ("scipy", "statsmodels", "R"), ("paired-t", "paired-t interval"), _is_constant,
         "Differences that are all the same: ours refuses where they are not zero, for nothing is known of "
         "their spread; "
         "scipy and statsmodels answer 0, or what rounding leaves. Where all are zero ours says that no direction is "
         "favoured (1, one-sided ½), and R refuses."),
    Rule("approximate", ("scipy", "R"), ("wilcoxon", "wilcoxon, Pratt"), _is_tied,
         "Ours counts all flips of the signed ranks, with ties and zeros too; R with ties, zeros or 50 "
         "differences, and "
         "scipy with ties or zeros among more than 13, take the normal approximation. `few pairs` counts them "
         "by scipy's "
         "permutations, and exactRankTests and coin are exact with ties."),
    Rule("one-sided", ("autorank",), ("wilcoxon",), _always,
         "autorank tests two classifiers one-sided, in the direction of the larger median, and approximates "
         "where scipy does."),
    Rule("no flips", ("R", "statsmodels", "mlxtend"), ("mcnemar", "mcnemar-uncorrected", "mcnemar-midp"), _has_no_flips,
         "Without a discordant example ours is 1; R divides by zero, statsmodels and mlxtend too, or they say "
         "0. Half of "
         "the chance of what was seen, which is all that a one-sided mid-p would be, is ½."),
    Rule("as many flips", ("statsmodels", "mlxtend"), ("mcnemar",), _has_equal_flips,
         "With as many examples mended as broken the continuity correction goes beyond zero: ours and R stop there and "
         "say 1; statsmodels and mlxtend square what is beyond."),
    Rule("nobody differs", ("R", "scipy", "statsmodels", "mlxtend", "autorank"),
         ("cochran-q", "cochran-q p", "friedman", "friedman p", "iman-davenport", "quade", "nemenyi", "tukey"),
         _has_no_ranks,
         "Where all classifiers are alike on every dataset or example the others divide by zero; ours is 0, p = 1."),
    Rule("no difference", ("statsmodels",), ("sign",), _is_constant,
         "Without a difference that is not zero ours is 1; statsmodels refuses."),
    Rule("no noise", ("R", "statsmodels"), ("anova", "tukey", "quade"), _has_no_noise,
         "Where classifiers differ by the same amount on every dataset the error is zero, and what others answer is "
         "rounding; ours says so or refuses."),
    Rule("all right", ("statsmodels",), ("jeffreys",), _is_sure,
         "With none or all right one end of Jeffreys' interval is 0 or 1 (Brown, Cai and DasGupta 2001); statsmodels "
         "takes the quantile."),
    Rule("no variance", ("statsmodels", "mlxtend", "R"), ("two-proportions", "two-proportions-wald"), _has_no_variance,
         "With both all right or all wrong the others divide by zero; ours is 1 (one-sided ½) where the two are "
         "equal."),
    Rule("ranked alike", ("R: pROC",), ("delong",), _ranks_alike,
         "Two that rank every pair of examples alike: ours is 1, pROC says ½ one-sided."),
    Rule("set apart", ("R: pROC",), ("delong",), _sets_apart,
         "Areas that are 0 or 1 have no variance by DeLong's formula, and pROC says 0 or 1; ours takes the error "
         "of a share among the rarer class, of which one example more could have come out otherwise."),
    Rule("no interval", ("mlxtend",), ("f-5x2cv",), _rejects_everything,
         "Where repeats disagree so much that Alpaydın's F rejects every advantage, ours refuses (BO054)."),
    Rule("constant folds", ("mlxtend", "R", "baycomp"), ("t-5x2cv", "f-5x2cv", "corrected-t", "bayes-correlated-t"),
         _is_constant,
         "Differences that are all the same: ours refuses, others divide by zero or answer what rounding leaves."),
    Rule("no margin", ("baycomp",), ("bayes-sign", "bayes-signed-rank"), _has_no_margin,
         "Without a margin baycomp gives the pseudo-observation of the prior and draws to neither side; ours "
         "gives half to either."),
    Rule("at the margin", ("baycomp",), ("bayes-signed-rank",), _has_differences_at_the_margin,
         "An average of two differences that is exactly the margin counts half on either side here; in baycomp "
         "rounding decides."),
    Rule("correlation", ("R: clubSandwich",), ("items-clustered",), _has_unequal_groups,
         "The statistic is the same; with groups of unequal size the degrees of freedom are not: ours are those at the "
         "estimated correlation within groups (Imbens and Kolesár 2016), clubSandwich's those of independent items."),
    Rule("own weight", ("ppi-python, own weight",), ("corrected advantage",), _always,
         "Given our weight of the judge ppi-python gives our estimate. Its own weight divides by other degrees "
         "of freedom, and "
         "takes the spread of the judge from another pool."),
    Rule("no strengths", ("evalica",), ("bradley-terry",), _has_no_strengths,
         "Where somebody never lost or never won there is no finite strength: ours gives a bound (here a refusal), "
         "evalica stops somewhere."),
)  # fmt: skip
# Relative, and absolute below 1; what is not listed must agree to 1e-9.
TOLERANCES: dict[tuple[str, str], float] = {
    ("R", "critical-difference"): 1e-6,  # qtukey and ptukey iterate
    ("R", "nemenyi"): 1e-6,
    ("R", "tukey"): 5e-6,  # 1.2e-6 off where scipy and ours agree to 1e-12: seven classifiers on two datasets
    ("autorank", "critical-difference"): 1e-4,  # an interpolation
    ("baycomp", "bayes-sign"): 0.012,  # 50,000 draws: five standard errors
    ("baycomp", "bayes-signed-rank"): 0.016,  # both are drawn
    ("evalica", "bradley-terry"): 1e-6,
}


def section(made: Mapping[str, Any]) -> list[str]:
    """Return the part of the conformance page that tells of the campaign."""
    cases = sum(of["cases"] for of in made["families"].values())
    counts: Counter[str] = Counter()
    for _, _, outcomes in _rows(made):
        counts.update(outcomes)
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    others = counts.total() - counts[AGREES] - counts[BOTH_REFUSE]
    lines = [
        f"## {cases:,} random cases\n",
        f"{cases:,} random tables, counts and predictions, with ties, zeros, constant and degenerate columns, few "
        f"rows, percent and one-sided questions, were given to all on {made['date']} ({versions}). Of "
        f"{counts.total():,} answers {counts[AGREES]:,} agree to 1e-9 or within the error of what is simulated or "
        f"interpolated, {counts[BOTH_REFUSE]:,} are refusals on both sides, {others:,} differ for a reason below, "
        "which was looked for in the evidence and not in the answer, and none differs without one. "
        "`python -m validation.campaign` asks again.\n",
        *(_tell_run_beside(run) for run in made.get("beside", ())),
        "| family | quantity | beside | answers | agree | both refuse | differ, by reason |",
        "|---|---|---|---:|---:|---:|---|",
    ]
    for family, (quantity, package), outcomes in _rows(made):
        rest = [f"{name} {n:,}" for name, n in outcomes.items() if name not in (AGREES, BOTH_REFUSE)]
        total = sum(outcomes.values())
        numbers = f"{total:,} | {outcomes.get(AGREES, 0):,} | {outcomes.get(BOTH_REFUSE, 0):,}"
        lines.append(f"| {family} | {quantity} | {package} | {numbers} | {', '.join(rest)} |")
    lines += [
        "",
        *(
            f"- {name}: {of.words}, {made['families'][name]['cases']:,} cases."
            for name, of in FAMILIES.items()
        ),
    ]
    lines += ["", *(f"- *{rule.name}*: {rule.words}" for rule in RULES if counts[rule.name]), ""]
    return lines


def _tell_run_beside(run: Mapping[str, Any]) -> str:
    outcomes: dict[str, int] = run["outcomes"]
    agree, refused, odd = (outcomes.get(name, 0) for name in (AGREES, BOTH_REFUSE, DIFFERS))
    total = sum(outcomes.values())
    return (
        f"{run['cases']:,} other cases, from seed {run['first']:,} on, were asked on {run['date']}: of {total:,} "
        f"answers {agree:,} agree, {refused:,} are refusals on both sides, {total - agree - refused - odd:,} differ "
        f"for a reason below, and {odd:,} without one.\n"
    )


def _rows(made: Mapping[str, Any]) -> list[tuple[str, tuple[str, str], dict[str, int]]]:
    return [
        (family, (quantity, package), outcomes)
        for family, of in made["families"].items()
        for quantity, by in of["answers"].items()
        for package, outcomes in by.items()
    ]
