"""Leaderboards and judges on the page: what is shown, and the files that can be taken away."""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from bakeoff.api.judged import Judged, compare_judged
from bakeoff.api.leaderboard import BoardRequest, Leaderboard, rank
from bakeoff.core.errors import BakeoffError, InputError
from bakeoff.inputs.formats.reader import read_grid
from bakeoff.inputs.judged_items import find_gold_column
from bakeoff.inputs.options import ReadOptions
from bakeoff.web.archives import TYPE, archive
from bakeoff.web.worker.evidence import NamedBytes, reading_from_fields
from bakeoff.web.worker.uploaded_logs import name_as_given, unpacked_files

ASKED = ("level", "items", "posterior", "ties", "controls", "added")
TYPES = {
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
}
MOST_REMEMBERED = 3
_remembered: OrderedDict[str, Leaderboard | Judged] = OrderedDict()


def board_view(fields: Mapping[str, Any], parts: Sequence[bytes]) -> dict[str, Any]:
    """Return what the page shows of a leaderboard, or of a judge that is corrected by labels."""
    found = requested_board(fields, parts)
    command = _board_command(fields, found)
    if isinstance(found, Judged):
        from bakeoff.render.html.judged import judged_body

        return {
            "kind": "judged",
            "html": judged_body(found.answer, command=command),
            "headline": found.summary,
            "entries": [found.answer.a, found.answer.b],
            "forms": ["json", "html"],
        }
    from bakeoff.render.html.board import board_body, board_headline
    from bakeoff.web.worker.board_answers import board_answer

    return {
        "kind": str(found.kind),
        "html": board_body(found, drawing="", command=command),
        "headline": board_headline(found),
        "answer": board_answer(found),
        "entries": [entry.name for entry in found.entries],
        "forms": ["html", "md", "tex", "csv", "json", "svg", "badge"],
    }


def board_file(fields: Mapping[str, Any], parts: Sequence[bytes]) -> tuple[bytes, str, str]:
    """Return a leaderboard in one form: content, type, name."""
    found, form = requested_board(fields, parts), str(fields["form"])
    if isinstance(found, Judged):
        return _judged_file(found, form, _board_command(fields, found))
    if form == "badge":
        return found.badge(fields.get("entry")).encode(), TYPES["svg"], "bakeoff-badge.svg"
    if form == "tex":
        return _board_archive(found), TYPE, "bakeoff-leaderboard.zip"
    from bakeoff.api.deliveries.board_files import board_content, board_page

    if form == "html":
        page = board_page(found, command=_board_command(fields, found))
        return page.encode(), TYPES[form], "bakeoff-leaderboard.html"
    content = board_content(found, f".{form}")
    data = content if isinstance(content, bytes) else content.encode()
    return data, TYPES[form], f"bakeoff-leaderboard.{form}"


def _board_archive(board: Leaderboard) -> bytes:
    from bakeoff.api.deliveries.board_paper import board_figure

    kit, figure = board.paper(), board_figure(board, "pdf")
    files = {"bakeoff.tex": kit.document.encode(), "bakeoff.bib": kit.bibtex.encode()}
    return archive(files if figure is None else {**files, "bakeoff-figure.pdf": figure})


def _judged_file(found: Judged, form: str, command: str) -> tuple[bytes, str, str]:
    if form == "json":
        text = json.dumps(found.to_dict(), ensure_ascii=True, allow_nan=False, indent=1) + "\n"
        return text.encode(), TYPES[form], "bakeoff-judged.json"
    if form == "html":
        from bakeoff.render.html.judged import judged_report

        return judged_report(found.answer, command=command).encode(), TYPES[form], "bakeoff-judged.html"
    raise InputError(
        f"a judge's comparison has no form {form}",
        where="form",
        fix="take json or html",
        code="BO579",
    )


def requested_board(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Leaderboard | Judged:
    """Return the board that a request asks for; what was asked for a moment ago is remembered."""
    asked = {name: fields.get(name) for name in ("names", "options", "board")}
    key = sha256(json.dumps(asked, sort_keys=True).encode())
    for part in parts:
        key.update(sha256(part).digest())
    digest = key.hexdigest()
    if digest not in _remembered:
        _remembered[digest] = _make_board(fields, parts)
        while len(_remembered) > MOST_REMEMBERED:
            _remembered.popitem(last=False)
    _remembered.move_to_end(digest)
    return _remembered[digest]


def _make_board(fields: Mapping[str, Any], parts: Sequence[bytes]) -> Leaderboard | Judged:
    names, asked = fields.get("names") or [], fields.get("board") or {}
    if not parts:
        raise InputError("there is no file", where="the files", fix="drop a file or a folder", code="BO574")
    gold = asked.get("gold_column") or _gold_of(fields, parts)
    if gold and asked.get("kind") != "board":
        return compare_judged(
            NamedBytes(parts[0], names[0]),
            gold_column=gold,
            level=asked.get("level", 0.95),
            weigh_back=asked.get("weigh_back", False),
            options=reading_from_fields(fields["options"]),
        )
    with unpacked_files(names, parts) as paths:
        return rank([str(path) for path in paths], *_board_options(fields))


def _board_options(fields: Mapping[str, Any]) -> tuple[ReadOptions, BoardRequest]:
    asked = fields.get("board") or {}
    told = {name: asked[name] for name in ("metric", "higher_is_better") if name in asked}
    said: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in asked.items() if n in ASKED}
    return replace(reading_from_fields(fields["options"]), **told), BoardRequest(**said)


def _gold_of(fields: Mapping[str, Any], parts: Sequence[bytes]) -> str | None:
    """Return the column of people's scores, where the file is one of judged answers."""
    options = reading_from_fields(fields["options"])
    if len(parts) != 1:
        return None
    try:
        return find_gold_column(read_grid(NamedBytes(parts[0], fields["names"][0]), options=options))
    except BakeoffError:
        return None  # the reader of boards says what is wrong


def _board_command(fields: Mapping[str, Any], found: Leaderboard | Judged) -> str:
    """Return the command that repeats what the page shows."""
    from shlex import join

    asked = dict(fields.get("board") or {})
    asked.pop("kind", None)
    verb = "compare" if isinstance(found, Judged) else "leaderboard"
    if isinstance(found, Judged):
        asked["gold_column"] = found.gold_column
    words = ["bakeoff", verb, *name_as_given(fields.get("names") or ["FILE"])]
    flags = {"controls": "--control"}
    for name, value in asked.items():
        flag = flags.get(name, "--" + name.replace("_", "-"))
        if name == "higher_is_better":
            words += ["--higher-is-better" if value else "--lower-is-better"]
        elif value is True:
            words.append(flag)
        elif isinstance(value, list):
            words += [word for each in value for word in (flag, str(each))]
        elif value not in (None, False, ""):
            words += [flag, str(value)]
    return join(words)
