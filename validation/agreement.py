"""Every output asked the same questions, on random evidence; what they answer is compared, and run again.

    python -m validation.agreement --cases 300 [--first 0] [--report-every 4]

The command line (screen, -q, --json, --report, --latex, --export), Python and the page answer: the verdict on each
pair, the estimate, its interval and p, how many datasets or examples, what was left out, the gate, which datasets
decide. A printed interval excludes zero where the exact one does; a removal that is named gives the verdict that is
claimed when the comparison is run without those datasets; the command that a report says repeats it does. Each
disagreement is printed with its seed; the exit code is 1 where there is one.
"""

import argparse
import contextlib
import csv
import html
import io
import json
import os
import re
import shlex
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from python_calamine import CalamineWorkbook

import bakeoff
from bakeoff.cli.main import main as command_line
from bakeoff.render.html.notebook import notebook_html
from bakeoff.render.text.comparison import MOST_PAIRS
from bakeoff.web.worker import views
from bakeoff.web.worker.evidence import requested_comparison, requested_evidence
from validation.agreement_cases import Case, draw_case
from validation.agreement_checks import (
    ASKED,
    NUMBER,
    Document,
    alpha_of,
    contradictions,
    contradicts,
    equal,
    gate_contradictions,
    same_document,
    sentence_contradicts,
)


def run(*words: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a command, run here."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command_line(list(words))
    return code, out.getvalue(), err.getvalue()


def disagreements(case: Case, *, report: bool) -> Iterator[str]:
    """Yield what two outputs say differently of one case; refused cases say nothing but must be refused everywhere."""
    gate = ["--gate", case.gate] if case.gate else []
    said = ["compare", "case.csv", *case.words()]
    exports = ["--export", "pairs.csv", "--export", "all.json", "--export", "pairs.md", "--export", "all.xlsx",
               "--latex", "kit.tex"]  # fmt: skip
    files = [*exports, *(["--report", "report.html"] if report else [])]
    Path("case.csv").write_text(case.text)
    code, out, err = run(*said, *gate, "--json", *files)
    if code == 2:
        ASKED["refused"] += 1
        yield from _refused_everywhere(case, err)
        return
    document = json.loads(out)
    yield from contradictions(document)
    yield from gate_contradictions(document, code, err, case.gate)
    made = bakeoff.compare("case.csv", **case.options)
    yield from same_document("Python", made.to_dict(), document)
    yield from same_document("--export all.json", json.loads(Path("all.json").read_text()), document)
    yield from _csv_rows(document)
    yield from _rows("kit.tex", _latex_rows(Path("kit.tex").read_text()), document)
    yield from _results(Path("kit.tex").read_text(), document)
    _, quiet, _ = run(*said, "-q")
    _, screen, _ = run(*said)
    yield from _screen(screen, quiet, document)
    yield from _page(case, quiet, document)
    yield from _rows("markdown", _markdown_rows(Path("pairs.md").read_text()), document)
    yield from _rows("notebook", _notebook_rows(notebook_html(made)), document)
    yield from _workbook(document)
    if report:
        page = Path("report.html").read_text()
        yield from _rows("report", _html_rows(page, "pair-table"), document)
        yield from _headline("report", page, quiet)
        yield from _repeat(page, document)
    if document["evidence"]["kind"] == "scores":
        yield from _left_out(case, document, quiet, made)
        yield from _removals(case, document, made)


def _refused_everywhere(case: Case, err: str) -> Iterator[str]:
    if "Traceback" in err or not err.strip():
        yield f"refused without words: {err[-300:]}"
    if case.gate:
        return  # a gate may be what is refused
    try:
        bakeoff.compare("case.csv", **case.options)
    except bakeoff.BakeoffError as error:
        if error.what.split(" (")[0] not in " ".join(err.split()):
            yield f"Python refuses otherwise: {error.what} | {err[:200]}"
    else:
        yield f"refused by the command line only: {err[:200]}"


def _csv_rows(document: Document) -> Iterator[str]:
    with Path("pairs.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    if len(rows) != len(document["pairs"]):
        yield f"pairs.csv has {len(rows)} rows for {len(document['pairs'])} pairs"
    told = {(r["a"], r["b"]): r for r in rows}
    for pair in document["pairs"]:
        row, estimate = told.get((pair["a"], pair["b"])), pair["estimate"]
        if row is None:
            yield f"pairs.csv lacks {pair['b']} over {pair['a']}"
            continue
        exact = {"verdict": pair["verdict"], "advantage": estimate["value"], "low": estimate["low"],
                 "high": estimate["high"], "p_adjusted": pair.get("p_adjusted"),
                 "n": pair["n"], "test": pair["test"]}  # fmt: skip
        for name, value in exact.items():
            said = row.get(name, "")
            same = said == ("" if value is None else str(value)) or (
                isinstance(value, float) and said and equal(float(said), value)
            )
            if not same and not (value is None and said in ("inf", "-inf")):
                yield f"pairs.csv: {pair['b']} over {pair['a']}: {name} {said!r} | {value!r}"


MOST_TOLD = 6  # decided pairs that the results paragraph tells one by one
END = rf"(?:(?:above|below) )?(?:{NUMBER}|−?∞)"
Row = tuple[str, str, str, str, str, str]  # b, a, verdict, advantage, interval, p


def _html_rows(page: str, table: str) -> list[Row]:
    if f'id="{table}"' not in page:
        return []
    part = page[page.index(f'id="{table}"') :]
    part = part[: part.index("</table>")]
    head = [_plain(c) for c in re.findall(r"<th scope=\"col\".*?</th>", part, re.DOTALL)]
    found = []
    for row in re.findall(r"<tr>(.*?)</tr>", part[part.index("<tbody>") :], re.DOTALL):
        cells = dict(
            zip(head, [_plain(c) for c in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)], strict=False)
        )
        p = next((cells[n] for n in ("adjusted p", "p", "evidence") if n in cells), "")
        found.append(
            (
                cells[head[0]],
                cells["against"],
                cells["verdict"],
                cells["advantage"],
                cells.get("interval", ""),
                p,
            )
        )
    return found


def _plain(text: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", text)).strip()


def _latex_rows(text: str) -> list[Row]:
    found = []
    part = text[text.index("% ---- table of pairs") :] if "% ---- table of pairs" in text else ""
    for line in part.splitlines():
        cells = [c.strip().strip("\\").strip().replace("$", "") for c in line.split("&")]
        if len(cells) >= 5 and " vs.\\ " in cells[0]:
            b, a = cells[0].split(" vs.\\ ")
            found.append((b, a, cells[-1], cells[1], cells[2], cells[3]))
    return found


CLAIM = re.compile(r"(?P<winner>[^;:.(]+?) was (?P<word>better|worse) than (?P<others>(?:[^;.]|\.(?=\d))+)")


def _results(kit: str, document: Document) -> Iterator[str]:
    """Yield claims of the results paragraph that the exact verdicts do not bear out, and decided pairs it lacks."""
    found = re.search(r"% ---- results ----\n(.*?)\n\n% ----", kit, re.DOTALL)
    text = "" if found is None else found[1]
    text = re.split(r" By subgroup| In the calibration of| By this look alone", text)[0]
    names = sorted({n for p in document["pairs"] for n in (p["a"], p["b"])}, key=len, reverse=True)
    claims = set()
    for claim in CLAIM.finditer(text.replace("\\_", "_")):
        first = next((n for n in names if claim["winner"].endswith(n)), None)
        others = re.sub(r"\$[^$]*\$", "", claim["others"])
        for other in [n for n in names if re.search(rf"(?<![\w+-]){re.escape(n)}(?![\w+-])", others)]:
            claims.add((first, other) if claim["word"] == "better" else (other, first))
    won = {
        (p["b"], p["a"]) if p["verdict"] == "better" else (p["a"], p["b"])
        for p in document["pairs"]
        if p["verdict"] in ("better", "worse")
    }
    ASKED["claims of results paragraphs"] += len(claims)
    for winner, loser in claims - won:
        yield f"results: {winner} was better than {loser} | not decided so"
    if 0 < len(won) <= MOST_TOLD and not document["settings"].get("baseline"):
        yield from (f"results: nothing of {winner} better than {loser}" for winner, loser in won - claims)


def _markdown_rows(text: str) -> list[Row]:
    found = []
    for line in text.splitlines():
        cells = [c.strip().replace("\\", "").replace("&lt;", "<") for c in line.strip("| ").split(" | ")]
        if len(cells) == 6 and " over " in cells[0]:
            b, a = cells[0].split(" over ")
            found.append((b, a, cells[1], cells[2], cells[3], cells[4]))
    return found


def _notebook_rows(text: str) -> list[Row]:
    found = []
    for row in re.findall(r"<tr><td>(.*?)</tr>", text, re.DOTALL):
        cells = [html.unescape(c) for c in row.removesuffix("</td>").split("</td><td>")]
        b, a = cells[0].split(" over ")
        found.append((b, a, cells[1], cells[2], cells[3], cells[4]))
    return found


def _workbook(document: Document) -> Iterator[str]:
    """Yield where the workbook has other verdicts or numbers than the JSON."""
    head, *rows = CalamineWorkbook.from_path("all.xlsx").get_sheet_by_name("pairs").to_python()
    told = {(r["a"], r["b"]): r for r in (dict(zip(head, row, strict=True)) for row in rows)}
    for pair in document["pairs"]:
        row, estimate = told.get((pair["a"], pair["b"])), pair["estimate"]
        ASKED["rows of the workbook"] += 1
        exact = (pair["verdict"], estimate["value"], pair.get("p_adjusted"), pair["n"])
        if row is None or not equal(
            [row[n] for n in ("verdict", "advantage", "p_adjusted", "n")], list(exact)
        ):
            yield f"workbook: {pair['b']} over {pair['a']}: {row} | {exact}"


def _rows(who: str, rows: list[Row], document: Document) -> Iterator[str]:
    """Yield where a printed row contradicts the exact numbers."""
    if len(document["pairs"]) > 1 and not rows:
        yield f"{who} has no table of pairs"
    exact = {(p["b"], p["a"]): p for p in document["pairs"]}
    for b, a, verdict, advantage, interval, p in rows:
        pair = exact.get((b, a)) or _turned_row(exact.get((a, b)))
        ASKED["printed rows"] += 1
        if pair is None:
            yield f"{who}: {b} over {a} is no pair"
            continue
        if not verdict.startswith(pair["verdict"]):
            yield f"{who}: {b} over {a} {verdict!r} | {pair['verdict']}"
        yield from (
            f"{who}: {b} over {a}: {x}" for x in contradicts(advantage, interval, p, pair, alpha_of(document))
        )


def _turned_row(pair: Document | None) -> Document | None:
    """Return a pair as a table has it that names the other first."""
    if pair is None:
        return None
    verdict = {"better": "worse", "worse": "better"}.get(pair["verdict"], pair["verdict"])
    return {**_turned(pair), "verdict": verdict}


def _screen(screen: str, quiet: str, document: Document) -> Iterator[str]:
    words = " ".join(screen.split())
    first = quiet.strip().split(". ")[0].rstrip(".")
    if first not in words:
        yield f"-q says {quiet.strip()[:160]!r}, the screen {words[:160]!r}"
    decided = 0
    for pair in document["pairs"]:
        row = _screen_row(screen, pair, alone=len(document["pairs"]) == 1)
        if row is None:
            continue
        turned, words = row
        decided += len(document["pairs"]) > 1
        if len(document["pairs"]) > 1 and pair["verdict"] == "undecided":
            yield f"screen: {words.strip()} | undecided"
        found = re.search(
            rf"({NUMBER})(?: points)? +(?:\S+ % interval )?({END} to {END}) +(p .*?)(?:  |$)", words
        )
        if found:
            ASKED["rows of the screen"] += 1
            yield from (
                f"screen: {pair['b']} over {pair['a']}: {x}"
                for x in contradicts(
                    found[1], found[2], found[3], _turned(pair) if turned else pair, alpha_of(document)
                )
            )
    claims = sum(pair["verdict"] != "undecided" for pair in document["pairs"])
    if len(document["pairs"]) > 1 and decided != min(claims, MOST_PAIRS):
        yield f"screen: {decided} rows of {claims} decided pairs"
    yield from sentence_contradicts(quiet, document)


def _screen_row(screen: str, pair: Document, *, alone: bool) -> tuple[bool, str] | None:
    """Return the row of a pair on the screen, and whether it tells of a over b; None where it has none."""
    a, b = pair["a"], pair["b"]
    heads = [(False, rf"advantage of {b}")] if alone else [
        (False, rf"{b} (?:better than|equivalent to) {a}"),
        (True, rf"{a} better than {b}"),
    ]  # fmt: skip
    for turned, head in heads:
        row = re.search(rf"^ +{head} .*", screen, re.MULTILINE)
        if row is not None:
            return turned, row.group(0)
    return None


def _turned(pair: Document) -> Document:
    """Return a pair told the other way round."""
    estimate = pair["estimate"]
    low, high = (None if x is None else -x for x in (estimate["high"], estimate["low"]))
    return {**pair, "estimate": {**estimate, "value": -estimate["value"], "low": low, "high": high}}


def _page(case: Case, quiet: str, document: Document) -> Iterator[str]:
    fields = {"names": ["case.csv"], "options": dict(case.options)}
    parts = [case.text.encode()]
    made = requested_comparison(fields, parts)
    yield from same_document("page", made.to_dict(), document)
    view = views.page_view(made, whole=lambda: requested_evidence(fields, parts))
    yield from _rows("page", _html_rows(view["html"], "pair-table"), document)
    yield from _headline("page", view["html"], quiet)
    for moving, pair in zip(view["moving"], document["pairs"], strict=False):
        yield from (
            f"page, moving: {x}" for x in contradicts(moving["advantage"], moving["interval"], "", pair, 0.05)
        )
        if moving["verdict"] != pair["verdict"]:
            yield f"page, moving: {moving['verdict']} | {pair['verdict']}"


def _headline(who: str, page: str, quiet: str) -> Iterator[str]:
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)
    said = " ".join(_plain(heading.group(1)).split()) if heading else ""
    if not said or said.rstrip(".") not in " ".join(quiet.split()):
        yield f"{who}: heading {said[:160]!r} | -q {quiet.strip()[:160]!r}"


def _repeat(page: str, document: Document) -> Iterator[str]:
    found = re.search(r"<dt>repeat it</dt><dd><code>(.*?)</code>", page, re.DOTALL)
    if found is None:
        yield "report: no command that repeats it"
        return
    words = shlex.split(html.unescape(found.group(1)))
    ASKED["commands repeated"] += 1
    code, out, err = run(*words[1:], "--json")
    if code == 2:
        yield f"report: {shlex.join(words)} is refused: {err[:200]}"
        return
    yield from same_document("repeat it", json.loads(out), document)


def _left_out(case: Case, document: Document, quiet: str, made: bakeoff.Comparison) -> Iterator[str]:
    asked = list(case.options.get("without", []))  # type: ignore[call-overload]
    told = document["reading"]["left_out"]
    gone = [
        name for o in told["omissions"] if (o["part"], o["by"]) == ("dataset", "user") for name in o["names"]
    ]
    if sorted(gone) != sorted(asked):
        yield f"left out {asked}, JSON says {gone}"
    if asked:
        kit = made.paper().document
        for who, text in (
            ("-q", quiet),
            ("kit", kit),
            ("report", views.page_view(made, whole=lambda: made.evidence)["html"]),
        ):
            if "left out" not in text:
                yield f"{who} does not say that {len(asked)} were left out"


def _removals(case: Case, document: Document, made: bakeoff.Comparison) -> Iterator[str]:
    """Yield removals that are claimed and do not hold when the comparison is run without the datasets."""
    audit = bakeoff.audit(made).to_dict()
    claims = {(f["a"], f["b"]): f for f in audit["fragility"] if f["flips_with"] is not None}
    yield from _spare_table(views.page_view(made, whole=lambda: made.evidence)["html"], claims)
    test = document["settings"]["test"]
    told = [f["detail"] for f in (*document["findings"], *audit["findings"]) if f["code"] == "BO101"]
    for detail in (each for d in told for each in d.get("pairs", [d])):
        counted = claims.get((detail["a"], detail["b"]), {}).get("flips_with")
        if detail.get("test", test) == test and counted != detail["flips_with"]:
            yield f"BO101 {detail['b']} over {detail['a']}: {detail['flips_with']} | audit {counted}"
    for claim in list(claims.values())[:3]:
        ASKED["removals run again"] += 1
        yield from _again(case, document, claim)


def _again(case: Case, document: Document, claim: Document) -> Iterator[str]:
    """Yield where a claimed removal does not give what is claimed."""
    a, b, test = claim["a"], claim["b"], document["settings"]["test"]
    told = f"{b} over {a} without {claim['removing']}: {claim['becomes']}, p {claim['p_value']} claimed"
    verdict = next(p["verdict"] for p in document["pairs"] if (p["a"], p["b"]) == (a, b))
    if (claim["verdict"], claim["test"], claim["flips_with"]) != (verdict, test, len(claim["removing"])):
        yield f"audit: {claim['verdict']} by {claim['test']}, {claim['flips_with']} | {told}, {verdict} by {test}"
    out = [*case.options.get("without", []), *claim["removing"]]  # type: ignore[call-overload]
    again = bakeoff.compare("case.csv", **{**case.options, "without": out}).to_dict()
    pair = next(p for p in again["pairs"] if (p["a"], p["b"]) == (a, b))
    if (pair["verdict"], pair["test"]) != (claim["becomes"], claim["test"]):
        yield f"{told}, run again {pair['verdict']} by {pair['test']}, p {pair['p_adjusted']}"
    elif claim["p_value"] and not equal(pair["p_adjusted"], claim["p_value"][1]):
        yield f"{told}, run again p {pair['p_adjusted']}"


def _spare_table(page: str, claims: dict[tuple[str, str], Document]) -> Iterator[str]:
    if 'id="spare-table"' not in page:
        return
    part = page[page.index('id="spare-table"') :]
    for row in re.findall(r"<tr>(.*?)</tr>", part[: part.index("</table>")], re.DOTALL)[1:]:
        cells = [_plain(c) for c in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        claim = claims.get((cells[1], cells[0]))
        count = re.search(r"(\d+) of", cells[4])
        if claim is None and count is not None:
            yield f"report: {cells[0]} over {cells[1]} {cells[4]}, audit nothing"
        elif claim is not None and (count is None or int(count[1]) != claim["flips_with"]):
            yield f"report: {cells[0]} over {cells[1]} {cells[4]}, audit {claim['flips_with']}"


def compare_outputs(seed: int, *, report: bool) -> tuple[Case, list[str]]:
    """Return one case and its disagreements, in a folder of its own."""
    case, before = draw_case(seed), Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            return case, list(disagreements(case, report=report))
        finally:
            os.chdir(before)


def main(tell: Callable[[str], None] = print) -> int:
    """Draw cases, print what disagrees, and say how many were compared."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first case")
    parser.add_argument(
        "--report-every", type=int, default=4, help="how often the report is written, with its figures"
    )
    asked = parser.parse_args()
    kinds: Counter[str] = Counter()
    odd, start = 0, time.monotonic()
    for seed in range(asked.first, asked.first + asked.cases):
        case, found = compare_outputs(seed, report=seed % asked.report_every == 0)
        kinds[case.kind] += 1
        odd += bool(found)
        for line in found:
            tell(f"seed {seed} ({case.kind} {shlex.join(case.words())} {case.gate or ''}): {line}")
        sys.stdout.flush()
    seconds = time.monotonic() - start
    tell(f"{asked.cases} cases {dict(kinds)}, {odd} with disagreements, {seconds:.0f} s; asked {dict(ASKED)}")
    return 1 if odd else 0


if __name__ == "__main__":
    sys.exit(main())
