"""What every output claims about removals, in one form, and the same comparison run again without those datasets."""

import re
from dataclasses import dataclass

import numpy as np

import bakeoff
from bakeoff.api.deliveries.gallery import FIGURES
from bakeoff.api.deliveries.report import report_page

FIGURE = next(figure for figure in FIGURES if figure.key == "fragility")


@dataclass(frozen=True)
class Claim:
    """Somebody's word: without these datasets the test says that of the pair."""

    by: str
    a: str
    b: str
    test: str
    count: int
    removing: tuple[str, ...]
    becomes: str
    p_before: float | None
    p_after: float | None


def random_table(seed: int, *, datasets: int, classifiers: int, missing: bool, ties: bool) -> dict[str, list]:
    """Return scores with a true difference of a random size, some of them missing or rounded until they are tied."""
    rng = np.random.default_rng([seed, datasets, classifiers])
    gains = np.linspace(0, rng.uniform(0, 0.04), classifiers)
    scores = rng.normal(0.75, 0.05, (datasets, 1)) + gains + rng.normal(0, 0.03, (datasets, classifiers))
    scores = np.round(scores, 2 if ties else 6)
    if missing:
        gone = rng.random(scores.shape) < 0.05
        gone[:, 0] = False
        scores[gone] = np.nan
        scores[0, -1] = np.nan
    names = [f"{'abcdefghij'[i // 10]}{'klmnopqrst'[i % 10]}" for i in range(datasets)]
    return {"dataset": names} | {f"c{j}": scores[:, j].tolist() for j in range(classifiers)}


def without(table: dict[str, list], names: tuple[str, ...]) -> dict[str, list]:
    """Return the table without some of its datasets."""
    kept = [i for i, name in enumerate(table["dataset"]) if name not in names]
    return {column: [values[i] for i in kept] for column, values in table.items()}


def claims_of(comparison: bakeoff.Comparison) -> list[Claim]:
    """Return what compare, the audit and the figures claim."""
    found = [_of_detail("compare", comparison, f.detail) for f in comparison.findings if f.code == "BO101"]
    audit = bakeoff.audit(comparison)
    for f in audit.fragility:
        if f.flips_with is not None:
            p = (f.p_value, f.p_value_after)
            found.append(Claim("audit", f.a, f.b, f.test, f.flips_with, f.removing, str(f.becomes), *p))
    for finding in audit.findings:
        if finding.code == "BO101":
            details = finding.detail.get("pairs", [finding.detail])
            found += [_of_detail("the audit's BO101", comparison, detail) for detail in details]
    return found + _of_figures(comparison)


def _of_detail(by: str, comparison: bakeoff.Comparison, detail: dict) -> Claim:
    before, after = detail.get("p_value", (None, None))
    test = detail.get("test", comparison.settings.test)
    names = tuple(detail["removing"])
    return Claim(
        by, detail["a"], detail["b"], test, detail["flips_with"], names, detail["becomes"], before, after
    )


def _of_figures(comparison: bakeoff.Comparison) -> list[Claim]:
    if FIGURE.objection(comparison) is not None:
        return []
    found = []
    for pair in comparison.pairs[:3]:
        if FIGURE.pair_objection(comparison, pair) is None:
            picture = FIGURE.data(comparison, pair).picture
            after = picture.after
            if after is not None:
                p = (picture.without_losses[0].p_value, after.p_value)
                claim = (pair.a, pair.b, picture.test, after.removed, picture.flip, str(after.verdict))
                found.append(Claim("figure", *claim, *p))
    return found


def spare_rows(comparison: bakeoff.Comparison) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what the report's table says of each pair: how many datasets, and both p-values."""
    page = report_page(comparison)
    section = page[page.index('id="spare-table"') :]
    rows = re.findall(r"<tr>(.*?)</tr>", section[: section.index("</table>")], re.DOTALL)
    cells = [
        [re.sub("<[^>]*>", "", c).strip() for c in re.findall(r"<t[hd].*?</t[hd]>", r, re.DOTALL)]
        for r in rows
    ]
    return {(c[1], c[0]): (c[4], c[-2] if len(c) > 7 else c[-1]) for c in cells[1:]}


def again(table: dict[str, list], claim: Claim, **options: object) -> tuple[str, float | None]:
    """Return verdict and p of the pair by the very call, without the datasets that are named."""
    made = bakeoff.compare(without(table, claim.removing), **options)
    pair = next(p for p in made.pairs if (p.a, p.b) == (claim.a, claim.b))
    return str(pair.verdict), pair.p_adjusted
