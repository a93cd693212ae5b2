"""Make the pages that the program itself knows: one for every code, one for every test, the API of procedures.

python docs/make_pages.py (the build of the documentation runs it). The pages of codes come from
src/bakeoff/render/pages.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from urllib.parse import quote

import bakeoff
from bakeoff import procedures
from bakeoff.core.codes import CODES
from bakeoff.procedures.procedure import Procedure
from bakeoff.procedures.registry import REGISTRY
from bakeoff.render.bibliography import cite_by_authors, references, sources_in
from bakeoff.render.handbook import GROUPS, page_text
from bakeoff.render.text.procedure_list import notes_of

DOCS = Path(__file__).parent
# The public names by what one wants to do; every name once, in the order in which they are met.
TASKS = {
    "Compare classifiers": ("compare", "Comparison"),
    "See how evidence is understood, before it is judged": ("read", "ReadEvidence"),
    "See what could be wrong with a claim": ("audit", "Audit"),
    "Review a whole paper by its own tables": ("audit_paper", "PaperAudit"),
    "Judge a single classifier": ("estimate", "Estimates"),
    "Plan before running: how many datasets, examples or tests": ("plan", "Plan"),
    "Run an experiment": ("Study", "Results"),
    "Find out which ranks are real": ("leaderboard", "Leaderboard"),
    "Find out where b beats a": ("explain", "Explanation"),
    "Weigh the score against what it costs": ("plot_trade_off",),
    "Check the test, and the program": ("calibrate", "Calibration", "selftest", "Selftest"),
    "Learn by simulation": ("simulate", "SimulationResult"),
    "Try it on published results": ("load_published",),
    "Read the JSON of an earlier run": ("load_result",),
    "Handle errors": ("BakeoffError",),
}
QUESTIONS = {
    "Two classifiers on many datasets": (
        "wilcoxon", "wilcoxon_p_values", "paired_t", "paired_t_of_summary", "critical_t", "sign", "sign_flip",
        "bayes_sign", "bayes_signed_rank", "effect_sizes", "random_effects", "partial_conjunction",
        "smallest_flip",
    ),
    "Many classifiers on many datasets": (
        "max_t", "friedman", "iman_davenport", "nemenyi", "bonferroni_dunn", "critical_difference",
        "friedman_z", "quade", "quade_z", "aligned_ranks", "aligned_z", "skillings_mack", "anova",
        "one_way_anova", "tukey", "adjust", "rank_uncertainty", "bradley_terry", "strengths_from_wins",
        "bayes_bradley_terry",
    ),
    "Folds of one dataset": (
        "corrected_t", "corrected_t_of_summary", "corrected_family", "half_cv", "halves_t", "guarded_t", "t_5x2cv",
        "f_5x2cv", "bayes_correlated_t", "bayes_hierarchical", "point_632", "point_632_plus",
    ),
    "Predictions on a test set": (
        "mcnemar_midp", "mcnemar", "mcnemar_uncorrected", "mcnemar_clustered", "binomial", "cochran_q", "delong",
        "paired_losses", "two_proportions", "two_proportions_wald", "proportion_interval", "FourCounts",
        "ClusterCounts", "TwoTestSets", "ScoredExamples",
    ),
    "Answers of models to items": (
        "items_t", "items_clustered", "items_stratified", "tasks_t", "all_pairs_items", "pass_at_k", "pass_all_k",
        "majority_of_k",
    ),
    "Ranks, battles and judges": (
        "rank_sets", "rank_sets_from_covariance", "Battles", "battle_strengths", "corrected_difference",
        "judge_tendency", "rater_agreement", "choose_labels",
    ),
    "Looking at any time": ("betting", "sign_betting", "e_lond", "e_bh"),
}  # fmt: skip
MARK = "% made by docs/make_pages.py: edit docs/tests/bodies or the docstring instead"


def main() -> None:
    """Write every made page."""
    handbook()
    catalogue()
    _write(DOCS / "references.md", _references())
    _write(DOCS / "made" / "measured.md", _measured())
    _write(
        DOCS / "made" / "public.rst",
        _by_heading(TASKS, _public),
    )
    _write(DOCS / "made" / "procedures.rst", _by_heading(QUESTIONS, _procedure))


def handbook() -> None:
    """Write a page for every code, and the index of all codes."""
    for code in CODES:
        head = "" if code[2] in "12" else "---\norphan: true\n---\n"  # findings are in the table of contents
        _write(DOCS / "findings" / f"{code}.md", head + page_text(code))
    _write(DOCS / "findings" / "index.md", _finding_index())


def catalogue() -> None:
    """Write a page for every test, and the index of all tests."""
    for procedure in REGISTRY:
        _write(DOCS / "tests" / f"{procedure.key}.md", _test_page(procedure))
    _write(DOCS / "tests" / "index.md", _test_index())


def _finding_index() -> str:
    tables = "\n".join(_group(start, title) for start, title in GROUPS)
    return (
        f"{MARK}\n\n# Every code\n\nA finding says what to know about a claim, or about how the evidence was read. "
        "An error stops the command and says what is\nwrong, where, and how to mend it. "
        "Each code is one situation, and keeps its meaning.\n\n"
        f"{tables}\n```{{toctree}}\n:hidden:\n:glob:\nBO1*\nBO2*\n```\n"
    )


def _group(start: str, title: str) -> str:
    rows = "\n".join(
        f"| [{code}]({code}.md) | {said} |" for code, said in CODES.items() if code.startswith(start)
    )
    return f"## {title}\n\n| code | situation |\n|---|---|\n{rows}\n"


def _test_page(procedure: Procedure) -> str:
    documentation = inspect.getdoc(procedure.run) or ""
    summary, notes = documentation.split("\n")[0], notes_of(documentation)
    needs = "\n".join(f"- {condition.says}" for condition in procedure.requires if not condition.forcible)
    body = (DOCS / "tests" / "bodies" / f"{procedure.key}.md").read_text(encoding="utf-8")
    notes = cite_by_authors(notes, written="[{name}](#{key})")
    cited = "\n".join(f"- {_linked(text)}" for text in sources_in(documentation))
    return (
        f"{MARK}\n\n# {procedure.key}: {procedure.name}\n\n{summary} It judges {procedure.kind}.\n\n"
        f"## Null, assumptions, and when another is better\n\n{notes}\n\n{body.strip()}\n\n"
        f"## Measured error rates\n\n{procedure.measured} See [measured validity](../validity/index.md).\n\n"
        f"## Applies when\n\n{needs}\n\n{_forced(procedure)}## Sources\n\n{cited}\n"
    )


def _forced(procedure: Procedure) -> str:
    """Say against which objections the test can be computed all the same."""
    objections = "\n".join(f"- {condition.says}" for condition in procedure.requires if condition.forcible)
    head = "It objects in these cases too, and is computed there only if it is named with `--test`:"
    return f"{head}\n\n{objections}\n\n" if objections else ""


def _test_index() -> str:
    parts = [
        f"{MARK}\n\n# Every test\n\n`bakeoff tests KEY` shows the same on a terminal. "
        "[Which test, when](../which.md).\n"
    ]
    for kind, group in groupby(REGISTRY, key=lambda p: p.kind):
        rows = "\n".join(f"| [{p.key}]({p.key}.md) | {p.name} |" for p in group)
        parts.append(f"**{kind[0].upper()}{kind[1:]}**\n\n| key | test |\n|---|---|\n{rows}\n")
    keys = "\n".join(p.key for p in REGISTRY)
    return "\n".join([*parts, f"```{{toctree}}\n:hidden:\n{keys}\n```\n"])


def _references() -> str:
    entries = "\n\n".join(f"({key})=\n{_linked(text)}" for key, text in references().items())
    return f"{MARK}\n\n# References\n\nThe sources of the tests, estimates and findings.\n\n{entries}\n"


def _linked(reference: str) -> str:
    """Return a source with its DOI as a link."""
    return re.sub(r"doi:(\S+)$", lambda m: f"[doi:{m[1]}](https://doi.org/{quote(m[1])})", reference)


def _measured() -> str:
    rows = "\n".join(f"| [{p.key}](tests/{p.key}.md) | {p.measured} |" for p in REGISTRY)
    return f"| test | measured |\n|---|---|\n{rows}\n"


def _public(name: str) -> str:
    if name == "audit":  # the verb has the name of the room in which it lives
        return ".. autofunction:: bakeoff.api.audit.audit\n"
    if isinstance(getattr(bakeoff, name), type):
        return f".. autoclass:: bakeoff.{name}\n   :members:\n"
    return f".. autofunction:: bakeoff.{name}\n"


def _procedure(name: str) -> str:
    kind = "class" if isinstance(getattr(procedures, name), type) else "function"
    return f".. auto{kind}:: bakeoff.procedures.{name}\n"


def _by_heading(names: Mapping[str, Sequence[str]], entry: Callable[[str], str]) -> str:
    """Return the entries under their headings."""
    return "\n".join(
        f"{heading}\n{'~' * len(heading)}\n\n" + "\n".join(map(entry, some))
        for heading, some in names.items()
    )


def _write(path: Path, text: str) -> None:
    """Write a page if it changed, so that the build need not read it again."""
    path.parent.mkdir(exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
