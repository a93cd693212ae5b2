"""The page of the faults that were put into the code, from the run and the judgements that are kept.

python -m validation.mutants_page
"""

import json
from collections import Counter
from collections.abc import Mapping

from validation.mutants import ADDED, PLACE, ROOMS

JUDGED = PLACE.with_name("mutants_judged.json")
PAGE = PLACE.with_suffix(".md")
Outcomes = Mapping[str, Mapping[str, str]]
TITLES = {
    "first": "The first sample",
    "second": "A second sample, of which only two were tried",
    "third": "A fresh sample, of which the first thirty were tried",
    "fourth": "A fourth sample, of which the first eleven were tried",
    "fifth": "A fifth sample, of which the first seven were tried",
}

HEAD = """# Faults put into the code

How many wrong lines would the tests see? Faults were drawn at random from `procedures`, `inference` and `inputs`,
every place of a room equally likely: a comparison turned or made strict, an operator exchanged, a number one larger,
a condition negated, `and` for `or`, least for largest, a negation dropped. Each was put into a copy of the project by
itself, and tests were run until one failed or a limit of time was reached: a fault called unnoticed may still be seen
by tests that were not run. In the first sample those were tests that run its line, at most 200 of them or 45 seconds;
what survived was tried again against the tests that were written for it. In later samples they are the examples of the
module, the files named for it, those that import it, the net of whole answers (`tests/golden/net.py`) and the folder of
its room, for at most 60 seconds of the processor. `python -m validation.mutants` puts them in, `python -m
validation.mutants_page` writes this page. From the fifth sample on the tests that import what imports the module and
those of the folders above come after these, and `strict` of zip, which refuses what no caller makes, is no place for a
fault.
"""


def _room(name: str) -> str:
    return name.removeprefix("src/bakeoff/").partition("/")[0]


def _is_noticed(outcome: str) -> bool:
    return outcome.startswith("noticed")


def _rate(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.0f} %)" if whole else "none"


def _count_table(outcomes: Outcomes, judged: Mapping[str, str], by: Mapping[str, str], head: str) -> str:
    """Return a table of what became of faults, grouped by one of their properties."""
    lines = [
        f"| {head} | faults | noticed at first | noticed now | judged | open |",
        "|---|" + "---:|" * 5,
    ]
    groups = Counter(by[name] for name in outcomes)
    for group in [*groups, "all"]:
        own = [name for name in outcomes if group in (by[name], "all")]
        now = [name for name in own if _is_noticed(outcomes[name]["outcome"])]
        first = sum(not outcomes[name]["outcome"].endswith(ADDED) for name in now)
        harmless = sum(name in judged for name in own if name not in now)
        left = len(own) - len(now) - harmless
        lines.append(
            f"| {group} | {len(own)} | {_rate(first, len(own))} | {_rate(len(now), len(own))} | {harmless} | {left} |"
        )
    return "\n".join(lines)


def _list_survivors(outcomes: Outcomes, judged: Mapping[str, str]) -> str:
    lines = []
    for name in sorted(n for n, made in outcomes.items() if not _is_noticed(made["outcome"])):
        place, _, change = name.removeprefix("src/bakeoff/").partition(" #")
        words = judged.get(name, "Open: no test notices it yet.")
        lines.append(f"- `{place}`: `{change.partition(' ')[2]}`. {words}")
    return "\n".join(lines)


def _tell_share(outcomes: Outcomes, judged: Mapping[str, str]) -> str:
    """Return how many of the faults that can change anything are noticed now."""
    noticed = sum(_is_noticed(made["outcome"]) for made in outcomes.values())
    void = sum(
        judged.get(name, "").startswith(("Equivalent", "Gone"))
        for name, made in outcomes.items()
        if not _is_noticed(made["outcome"])
    )
    rate = _rate(noticed, len(outcomes) - void)
    return f"Without {void} that are equivalent, or whose line is gone, {rate} are noticed now."


def _tell_survivors(run: Outcomes, judged: Mapping[str, str]) -> list[str]:
    if all(_is_noticed(made["outcome"]) for made in run.values()):
        return []
    return [
        _tell_share(run, judged),
        "",
        "What no test notices, and what that means:",
        "",
        _list_survivors(run, judged),
        "",
    ]


def _tell_sample(title: str, run: Outcomes, judged: Mapping[str, str], aside: int) -> list[str]:
    """Return the part of the page about one sample: counts by room and by kind, and what no test notices."""
    rooms = {name: _room(name) for name in sorted(run, key=lambda n: ROOMS.index(_room(n)))}
    ordered = {name: run[name] for name in rooms}
    told = f"{len(run)} faults were tried" + (
        f"; {aside} more {'is' if aside == 1 else 'are'} left aside, "
        "where the test that failed fails without the fault too."
        if aside
        else "."
    )
    return [
        f"## {title}",
        "",
        told,
        "",
        _count_table(ordered, judged, rooms, "room"),
        "",
        _count_table(ordered, judged, {name: made["kind"] for name, made in ordered.items()}, "kind"),
        "",
        *_tell_survivors(run, judged),
    ]


def page(outcomes: Outcomes, judged: Mapping[str, str]) -> str:
    """Return the page.

    Examples
    --------
    >>> made = {"src/bakeoff/inputs/m.py:1 #0 x < 3 → x <= 3": {"kind": "comparison", "outcome": "survived"}}
    >>> page(made, {}).splitlines()[-1]
    '- `inputs/m.py:1`: `x < 3 → x <= 3`. Open: no test notices it yet.'
    """
    lines = [HEAD, "*Noticed now* counts the tests that were written for faults that nobody had noticed.", ""]
    for sample, title in TITLES.items():
        own = {name: made for name, made in outcomes.items() if made.get("sample", "first") == sample}
        run = {name: made for name, made in own.items() if not made["outcome"].startswith("no matter")}
        if run:
            lines += _tell_sample(title, run, judged, len(own) - len(run))
    return "\n".join(lines)


def main() -> None:
    """Write the page from the files beside it."""
    outcomes, judged = (json.loads(place.read_text(encoding="utf-8")) for place in (PLACE, JUDGED))
    PAGE.write_text(page(outcomes, judged), encoding="utf-8")


if __name__ == "__main__":
    main()
