"""TREC: runs with qrels, values by query of trec_eval -q or ir_measures, and the JSON of ranx."""

import re
from collections import defaultdict
from collections.abc import Mapping

from bakeoff.core.errors import InputError
from bakeoff.inputs.logs.harvest import Harvest, Parts
from bakeoff.inputs.logs.json_values import as_number, as_record, not_as_written
from bakeoff.inputs.logs.peek import Peek
from bakeoff.inputs.logs.sheets import AnswerSheet
from bakeoff.inputs.logs.tools.trec_measures import Judgements, Ranking, measure_query, rank_documents
from bakeoff.inputs.options import ReadOptions

TOOL = "trec_eval"
TASK = "queries"
_NO_MEASURES = re.compile(r"num_|runid|iprec_at|gm_|relstring|exec_")
_SUMMARY = re.compile(r"pass@|accuracy|score|f1|win_rate|^acc")
_LOWER = ("num_nonrel_judged_ret",)
_PREFIX = re.compile(r"^(run|ir_measures|trec_eval|eval|results?|per_query|measures)[_\-.]")


def is_run(peek: Peek) -> bool:
    """Say whether lines are query, Q0, document, rank, score, tag."""
    return _all_lines(peek, 6, lambda f: f[3].isdigit() and _is_number(f[4]))


def is_qrels(peek: Peek) -> bool:
    """Say whether lines are query, 0, document, relevance."""
    return _all_lines(peek, 4, lambda f: f[1] in ("0", "Q0") and f[3].lstrip("-").isdigit())


def is_values(peek: Peek) -> bool:
    """Say whether lines are measure, query, value, or query, measure, value."""
    return _all_lines(peek, 3, lambda f: _is_number(f[2]) or f[0] == "runid") and any(
        _is_measure(name) for line in peek.first_lines[:50] for name in line.split()[:2]
    )


def is_ranx(peek: Peek) -> bool:
    """Say whether a JSON document maps queries to documents to numbers."""
    whole = peek.outline if peek.is_json and not peek.has_lines else None
    if not isinstance(whole, Mapping) or not whole:
        return False
    some = list(whole.values())[:20]
    if not all(
        isinstance(v, Mapping) and v and all(isinstance(n, int | float) for n in v.values()) for v in some
    ):
        return False
    names = {frozenset(v) for v in some}  # a table of models has the same measures in each entry
    return len(names) > 1 and not any(_SUMMARY.search(name) for inner in names for name in inner)


def read(parts: Parts, options: ReadOptions) -> Harvest:
    """Return measures by query: as they were written, or computed from runs and judgements."""
    harvest = Harvest()
    for peek in parts.get("values", ()):
        harvest.sheets.append(_read_values(peek))
    runs = {
        _model_of(peek, tag): run for peek in parts.get("run", ()) for tag, run in _read_run(peek).items()
    }
    judged: Judgements = {}
    for peek in parts.get("qrels", ()):
        judged |= _read_qrels(peek)
    for peek in parts.get("ranx", ()):
        whole = {q: {d: float(n) for d, n in as_record(docs).items()} for q, docs in peek.document.items()}
        if all(isinstance(n, int) for docs in peek.document.values() for n in docs.values()):
            judged |= whole
        else:
            runs.setdefault(_PREFIX.sub("", peek.file.place.stem), whole)
    harvest.sheets += _measure_runs(runs, judged, parts)
    return harvest


def _all_lines(peek: Peek, fields: int, fits: "object") -> bool:
    if peek.is_json or "\0" in peek.text[:1000] or not peek.first_lines:
        return False
    lines = peek.first_lines[:30] if len(peek.first_lines) > 1 else peek.first_lines
    split = [line.split() for line in (lines[:-1] if len(peek.head) > 60_000 and len(lines) < 30 else lines)]
    return bool(split) and all(len(f) == fields and fits(f) for f in split)  # type: ignore[operator]


def _is_number(text: str) -> bool:
    return as_number(text) == as_number(text)


def _is_measure(name: str) -> bool:
    return bool(
        re.fullmatch(
            r"(n?DCG|AP|RR|P|R|Rprec|Bpref|MAP|MRR|map|recip_rank|ndcg|P_\d+|recall_\d+|ndcg_cut_\d+|map_cut_\d+|Rprec|bpref"
            r"|success_\d+|set_\w+|infAP|ERR|RBP|Judged|SetP|SetR|NumQ|num_\w+)(\(.*\))?(@\d+)?",
            name,
        )
    )


def _read_values(peek: Peek) -> AnswerSheet:
    sheet = AnswerSheet(model=_PREFIX.sub("", peek.file.place.stem), task=TASK, source=peek.file.label)
    values: dict[str, dict[str, float]] = defaultdict(dict)
    for raw in peek.file.lines():
        fields = raw.decode("utf-8", "replace").split()
        if len(fields) != 3:
            raise not_as_written("a line has not three fields", tool=TOOL, where=peek.file.label)
        if fields[0] == "runid":
            sheet.model = fields[2]
            continue
        measure, query = (fields[0], fields[1]) if _is_measure(fields[0]) else (fields[1], fields[0])
        if query != "all" and not _NO_MEASURES.match(measure):
            values[query][measure] = as_number(fields[2])
    first = next(iter(values.values()), {})
    order = sorted(first, key=lambda m: (not m.casefold().startswith("ndcg"), m))
    for query, scores in values.items():
        sheet.add(query, {m: scores[m] for m in order if m in scores} | scores)
    sheet.higher_is_better = {m: m not in _LOWER for m in first}
    return sheet


def _read_run(peek: Peek) -> dict[str, dict[str, Ranking]]:
    """Return the rankings of a run by its tag."""
    runs: dict[str, dict[str, Ranking]] = {}
    for raw in peek.file.lines():
        fields = raw.decode("utf-8", "replace").split()
        if len(fields) != 6:
            raise not_as_written("a line has not six fields", tool=TOOL, where=peek.file.label)
        runs.setdefault(fields[5], {}).setdefault(fields[0], {})[fields[2]] = as_number(fields[4])
    return runs


def _model_of(peek: Peek, tag: str) -> str:
    return tag or _PREFIX.sub("", peek.file.place.stem)


def _read_qrels(peek: Peek) -> Judgements:
    judged: dict[str, dict[str, float]] = defaultdict(dict)
    for raw in peek.file.lines():
        query, _, document, relevance = raw.decode("utf-8", "replace").split()
        judged[query][document] = as_number(relevance)
    return dict(judged)


def _measure_runs(
    runs: Mapping[str, Mapping[str, Ranking]], judged: Judgements, parts: Parts
) -> list[AnswerSheet]:
    if not runs:
        return []
    if not judged:
        raise InputError(
            "a run holds what was retrieved and how it was scored by the system, not how good it is: the judgements "
            "(qrels) are missing",
            where=next(peek.file.label for part in ("run", "ranx") for peek in parts.get(part, ())),
            fix="give the file of relevance judgements too: query, 0, document, relevance",
            code="BO549",
        )
    sheets = []
    for model, run in runs.items():
        sheet = AnswerSheet(model=model, task=TASK, source=model)
        for query, relevant in judged.items():
            # A query without any document counts as 0, as in trec_eval -c.
            sheet.add(query, measure_query(rank_documents(run.get(query, {})), relevant))
        lacking = [query for query in judged if query not in run]
        if lacking:
            sheet.messages.append(
                f"{model} has no document for {len(lacking):,} of the queries, which count as 0"
            )
        sheet.higher_is_better = dict.fromkeys(sheet.scores, True)
        sheets.append(sheet)
    return sheets
