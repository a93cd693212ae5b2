"""The tables of docs/validity, made from what the simulations have left: in place, between marks.

A page has `<!-- table: NAME -->` before a table and `<!-- end -->` after it; everything else on it is written by hand.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import sqrt

from validation import (
    all_pairs,
    calibration,
    cautions,
    ceilings,
    few_groups,
    few_positives,
    fold_designs,
    fuzz,
    half_rates,
    interaction,
    items,
    judges,
    leaderboards,
    limits,
    next_dataset,
    one_dataset,
    plans,
    predictions,
    predictions_pooled,
    relatives,
    rewrites,
    sequential,
    skewed,
    skewed_items,
    thresholds,
)
from validation.many_tables import MANY
from validation.quoted import shown
from validation.rates import FOLDER, rates, read
from validation.summary import at_home

MARKED = re.compile(r"<!-- table: ([\w, ]+) -->\n.*?<!-- end -->", re.DOTALL)
Table = Callable[[], str]


def refreshed(text: str) -> str:
    """Return a page with its tables made anew."""
    return MARKED.sub(
        lambda found: f"<!-- table: {found[1]} -->\n\n{TABLES[found[1]]()}\n\n<!-- end -->", text
    )


def write_pages() -> None:
    """Make the tables of every page anew."""
    for page in sorted(FOLDER.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        if (new := refreshed(text)) != text:
            page.write_text(new, encoding="utf-8")


def grid(corner: str, columns: Iterable[str], rows: Mapping[str, Iterable[str]]) -> str:
    """Return a Markdown table."""
    names = list(columns)
    lines = [f"| {corner} | {' | '.join(names)} |".replace("|  |", "| |"), "|---" * (len(names) + 1) + "|"]
    return "\n".join([*lines, *(f"| {name} | {' | '.join(cells)} |" for name, cells in rows.items())])


def _two_classifiers(what: str, *, null: bool) -> str:
    found = {k: v for k, v in read("two_classifiers").items() if k.endswith("shift = 0") == null}
    rows = {_setting(name): [shown(t[what]) for t in tests.values()] for name, tests in found.items()}
    return grid("differences", next(iter(found.values())), rows)


def _setting(name: str) -> str:
    return name.removesuffix(", shift = 0").replace("shift = 0.", "shift .")


def _omnibus(*, null: bool) -> str:
    found = {k: v for k, v in read("omnibus").items() if k.endswith("half better") != null}
    tests = [name for name in next(iter(found.values())) if name != "trials"]
    rows = {name.removesuffix(", half better"): [shown(of[t]) for t in tests] for name, of in found.items()}
    return grid("tables", tests, rows)


def _posteriors(*, null: bool) -> str:
    found = {k: v for k, v in read("posteriors").items() if ("shift" in k) != null}
    rows = {
        name.replace("0.", "."): [f"{of['trials']}", shown(of["sure"]), shown(of["covers"])]
        for name, of in found.items()
    }
    return grid("procedure and setting", ("runs", "sure", "covers"), rows)


def _splits(what: str) -> str:
    started = {name: tally for name, tally in read("one_dataset_splits").items() if tally["trials"]}
    found = {k: v for k, v in started.items() if what == "rejects" or "worse" in k}
    if not found:
        return "Not run yet."
    rows = {}
    for test in next(iter(found.values()))["rejects"]:
        shares = [(tally[what][test] / tally["trials"], tally["trials"]) for tally in found.values()]
        rows[test] = [_with_error(*each) for each in shares]
    return grid("test", [f"{name} ({tally['trials']:,})" for name, tally in found.items()], rows)


def _with_error(share: float, trials: int | None) -> str:
    return f"{share:.3f}" if trials is None else f"{share:.3f} ± {sqrt(share * (1 - share) / trials):.3f}"


def _chosen() -> str:
    columns = {
        "with the choice": "cross-fitted, with the choice",
        "without": "cross-fitted, without",
        "chosen on the test set": "chosen on the test set",
    }
    found = _curves("chosen thresholds, ")
    rows = {
        name: [*(shown(of[c]) for c in columns.values()), f"{100 * of['flattery of the test set']:.0f} %"]
        for name, of in found.items()
    }
    return grid("", (*columns, "costs less there by"), rows)


def _costs() -> str:
    rows = {}
    for name, of in _curves("costs, ").items():
        held = [shown(of[c]) for c in ("difference holds", "cost holds", "rejected", "width at .5")]
        biases = [f"{of[f'bias of the {c} at .5']:+.4f}" for c in ("envelope", "estimate")]
        signed = [b.replace("-0.", "−.").replace("+0.", "+.") for b in biases]
        rows[name] = [f"{of['trials']}", *held, *signed]
    columns = ("trials", "difference", "cost of a", "any difference found", "width at .5")
    return grid("", (*columns, "bias of the envelope", "bias of the estimate"), rows)


def _roc() -> str:
    columns = {"ROC": "roc holds", "precision": "precision holds", "gains": "gains hold"}
    return grid(
        "", columns, {n: [shown(of[c]) for c in columns.values()] for n, of in _curves("roc, ").items()}
    )


def _other_folds() -> str:
    found = _curves("other folds, ")
    columns = [key for key in next(iter(found.values()), {}) if key != "trials"]
    rows = {name: [_with_error(of[c], int(of["trials"])) for c in columns] for name, of in found.items()}
    return grid("", columns, rows) if rows else "Not run yet."


def _curves(start: str) -> dict[str, dict[str, float]]:
    return {name.removeprefix(start): of for name, of in read("curves").items() if name.startswith(start)}


def _predictions(section: str) -> Table:
    return lambda: predictions.table(section, read("predictions")[section]).partition("\n\n")[2].strip()


def _power(section: str) -> Table:
    def table() -> str:
        found = {
            k.partition(" | ")[2]: v for k, v in read("predictions_power").items() if k.startswith(section)
        }
        if not found:
            return "Not run yet."
        columns = {
            f"{test} {what}": (test, what) for of in found.values() for test, t in of.items() for what in t
        }
        columns = {name: at for name, at in columns.items() if at[1] != "trials"}
        rows = {name: [_at(of, *at) for at in columns.values()] for name, of in found.items()}
        return grid("", columns, rows)

    return table


def _at(of: Mapping[str, Mapping[str, float]], test: str, what: str) -> str:
    known = of.get(test, {})
    return _with_error(known[what], known.get("trials")) if what in known else ""  # type: ignore[arg-type]


def _cochran() -> str:
    rows = {}
    for name, of in read("cochran").items():
        covers = _with_error(of["covers"], of["trials"]) if "covers" in of else ""
        rows[name] = [_with_error(of["rejects"], of["trials"]), covers]
    return grid("", ("rejects", "interval covers"), rows)


def _gates(where: str) -> str:
    found = {name: of for name, of in read("gates").items() if name.endswith(where)}
    bounds = [name for name in next(iter(found.values())) if name != "trials"]
    rows = {name.removesuffix(f", {where}"): [shown(of[b]) for b in bounds] for name, of in found.items()}
    return grid("differences", bounds, rows)


def _all_pairs(*, gaps: bool) -> str:
    columns = {
        "any false claim": "error",
        "step-down": "step_down_error",
        "power": "power",
        "power, step-down": "step_down_power",
        "all intervals hold": "covers",
    }
    if gaps:
        columns |= {
            "Wilcoxon + Holm": "wilcoxon_error",
            "its power": "wilcoxon_power",
            "BO346": "warns",
        }
    known = {name: of for name, of in read("all_pairs").items() if not name.startswith(all_pairs.ALARM)}
    found = {name: of for name, of in known.items() if ("missing" in name) == gaps}
    rows = {name: [shown(of[c]) if c in of else "" for c in columns.values()] for name, of in found.items()}
    return grid("setting, classifiers × datasets", columns, rows)


def _difficulty() -> str:
    found = read("all_pairs")
    sizes = ("5 × 10", "5 × 20", "5 × 50")
    rows = {
        name: [shown(found[f"{all_pairs.ALARM}{name}, {size}"]["told"]) for size in sizes]
        for name in all_pairs.COMPLETE
    }
    return grid("setting", sizes, rows)


def _few_datasets(*, null: bool) -> str:
    found = {k: v for k, v in read("few_datasets").items() if k.endswith("shift = 0") == null}
    tests = [name for name in next(iter(found.values())) if name != "trials"]
    rows = {_setting(name): [shown(of[test]) for test in tests] for name, of in found.items()}
    return grid("differences", tests, rows)


def _sequential(part: str) -> str:
    """Return the share of projects that ever claim, and the mean number of units when they stop or end."""
    cells = read("sequential")[part]
    rows = {
        rule: [f"{shown(cell[rule]['claimed'])}, {cell[rule]['units']:,.0f}" for cell in cells.values()]
        for rule in next(iter(cells.values()))
    }
    return grid("ever claimed, units", sequential.COLUMNS[part], rows)


def _plain(part: str) -> str:
    cells = read("sequential")[part]
    rows = {
        name: [shown(x) if x <= 1 else f"{x:,.0f}" for x in cell.values()] for name, cell in cells.items()
    }
    return grid("", next(iter(cells.values())), rows)


TABLES: dict[str, Table] = {
    "limits beyond": lambda: limits.beyond_the_level(rate for rate in rates() if at_home(rate)),
    "limits unfinished": limits.unfinished,
    "limits speed": limits.broken_promises,
    "rewrites": rewrites.report,
    "fuzz": fuzz.report,
    "all_pairs": lambda: _all_pairs(gaps=False),
    "all_pairs difficulty": _difficulty,
    "all_pairs gaps": lambda: _all_pairs(gaps=True),
    "few_datasets size": lambda: _few_datasets(null=True),
    "few_datasets power": lambda: _few_datasets(null=False),
    "gates at the margin": lambda: _gates("at the margin"),
    "gates smaller loss": lambda: _gates("smaller loss"),
    "two_classifiers size": lambda: _two_classifiers("rejects", null=True),
    "two_classifiers power": lambda: _two_classifiers("rejects", null=False),
    "two_classifiers coverage": lambda: _two_classifiers("covers", null=True),
    "two_classifiers coverage of a shift": lambda: _two_classifiers("covers", null=False),
    "omnibus size": lambda: _omnibus(null=True),
    "omnibus power": lambda: _omnibus(null=False),
    "posteriors without": lambda: _posteriors(null=True),
    "posteriors with": lambda: _posteriors(null=False),
    "one_dataset": lambda: one_dataset.report(read("one_dataset")),
    "one_dataset_splits rejections": lambda: _splits("rejects"),
    "one_dataset_splits coverage": lambda: _splits("covers"),
    "curves chosen": _chosen,
    "curves costs": _costs,
    "curves roc": _roc,
    "curves other folds": _other_folds,
    "cochran": _cochran,
    "plans datasets": plans.report_datasets,
    "plans others": plans.report_rest,
    "next_dataset": next_dataset.report,
    "few_groups": few_groups.report,
    "items one task": partial(items.report, "one task"),
    "items groups": partial(items.report, "groups"),
    "items tasks": items.report_tasks,
    "items attempts": partial(items.report, "attempts"),
    "items several": partial(items.report, "several"),
    "items several own": partial(items.report, "several", "own mean"),
    "items many": partial(items.report, "many", "any false claim"),
    "items level": partial(items.report, "level"),
    "fold_designs": fold_designs.report,
    "halves size": lambda: half_rates.report(null=True),
    "halves size at one percent": lambda: half_rates.report(null=True, place=1),
    "halves power": lambda: half_rates.report(null=False),
    "halves real": half_rates.real_report,
    "few_positives": few_positives.report,
    "calibration": calibration.report,
    "interaction": interaction.report,
    "thresholds": thresholds.report,
    "ceilings": ceilings.report,
    "skewed items": skewed_items.report,
    "cautions": cautions.report,
    "skewed": skewed.report,
    **{f"sequential {part}": partial(_sequential, part) for part in sequential.COLUMNS},
    "sequential questions": lambda: _plain("questions"),
    "sequential horizon": lambda: _plain("horizon"),
    "leaderboard ranks": leaderboards.report_ranks,
    "leaderboard battles": leaderboards.report_battles,
    "leaderboard battle ranks": leaderboards.report_battle_ranks,
    "leaderboard newcomers": leaderboards.report_newcomers,
    "leaderboard judges": lambda: leaderboards.report_judges("judges, "),
    "leaderboard judges within": lambda: leaderboards.report_judges("judges within strata, "),
    "judge tendencies": lambda: judges.report_cells("tendency, ", ("covered", "width", "claimed")),
    "judge agreement": lambda: judges.report_cells(
        "agreement, ", ("covered, kappa", "covered, AC1", "covered, alpha")
    ),
    "judge groups": lambda: judges.report_cells(
        "groups, ",
        ("trials", "covered", "width", "covered, items taken as independent", "covered, labels alone"),
    ),
    "battle drift": lambda: judges.report_cells("drift, ", ("trials", "below .05", "below .01")),
    "relatives": relatives.report,
    "relatives two": relatives.report_two,
    "relatives five": lambda: relatives.report_two(relatives.FIVE),
    "predictions_pooled": lambda: predictions_pooled.report(read("predictions_pooled")),
    **{f"predictions {section}": _predictions(section) for section in read("predictions")},
    **{
        f"power {section}": _power(section)
        for section in ("classes", "areas", "groups", "families", "two test sets")
    },
    **MANY,
}
