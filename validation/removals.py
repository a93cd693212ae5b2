"""Removals: whether the same call, without the datasets that an output names, says what the output claims.

    python -m validation.removals --tables 200 --out docs/validity/removals.json

Draws tables of 5 to 50 datasets and 2 to 8 classifiers, some with missing or tied scores, a margin, one side or a named
test; takes what compare, the audit and the figures claim of each pair; and compares again without the named datasets.
It saves its counts as it goes and goes on from them, and fails where one claim is false or two outputs differ.
"""

import argparse
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

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


def disagreements(seed: int) -> Counter[str]:
    """Draw one table, which its number decides, and count the claims about it: all, false ones, and contradictions."""
    rng = np.random.default_rng(seed)
    shape = {"datasets": int(rng.integers(5, 51)), "classifiers": int(rng.integers(2, 9))}
    table = random_table(seed, **shape, missing=bool(rng.random() < 0.3), ties=bool(rng.random() < 0.4))
    options: dict[str, object] = {}
    if rng.random() < 0.3:
        options["test"] = str(rng.choice(["wilcoxon", "paired-t", "sign"]))
    if rng.random() < 0.2:
        options["margin"] = 0.01
    if rng.random() < 0.2:
        options["alternative"] = "greater"
    comparison = bakeoff.compare(table, **options)
    claims = claims_of(comparison)
    told: dict[tuple[str, str], set[tuple[str, ...]]] = {}
    seen = Counter({"tables": 1, "claims": len(claims), "false": 0, "contradictions": 0})
    known: dict[tuple[object, ...], tuple[str, float | None]] = {}
    for claim in claims:
        carries = claim.test == comparison.settings.test
        key = (claim.a, claim.b, claim.test, claim.removing)
        if key not in known:
            known[key] = again(table, claim, **(options if carries else options | {"test": claim.test}))
        seen["false"] += not _holds(claim, known[key])
        if carries:
            told.setdefault((claim.a, claim.b), set()).add(claim.removing)
    seen["contradictions"] = sum(len(sets) > 1 for sets in told.values())
    return seen


def _holds(claim: Claim, found: tuple[str, float | None]) -> bool:
    verdict, p = found
    if verdict != claim.becomes or len(claim.removing) != claim.count:
        return False
    return claim.p_after is None or (p is not None and bool(np.isclose(p, claim.p_after, rtol=1e-9, atol=0)))


def main() -> None:
    """Draw tables, and save what was counted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    seen: Counter[str] = Counter()
    if given.out and given.out.exists():
        seen.update(json.loads(given.out.read_text(encoding="utf-8")))
    for number in range(seen["tables"], given.tables):
        seen.update(disagreements(number))
        if given.out:
            given.out.write_text(json.dumps(dict(seen), indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{dict(seen)}\n")
    if seen["false"] or seen["contradictions"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
