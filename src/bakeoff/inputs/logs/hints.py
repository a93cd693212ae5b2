"""A first look that costs nothing: whether the beginning of a file may be a log, before any reader is imported."""

import re

# What compressed files, archives, Parquet and databases begin with: these are looked into.
_PACKED = (b"PK", b"PAR1", b"SQLite format 3\0", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
# Of a table: words in the first line that some kind of log has there.
_HEADER = re.compile(
    r"\[[^\]]+\] |\bframework\b|\bpipeline\b|\bwinner\b|,mode\b|\brun_id\b|\bstate\b|\bstep\b|_step\b|\bepochs?\b"
    r"|\biter(ation)?\b|\btrain_sizes?|fit_time|\bmodels?\b|_model\b|\bmodel_|\bname\b|\bsystem\b|\bllm\b|\bagent\b|\bcandidate\b"
    r"|,predictions,|,milliseconds,|^(resamples|folds|estimators?):|:class:`|^[,;\t]",
    re.IGNORECASE,
)
_ZEROS_AND_ONES = re.compile(r"(?:[^,;\t]*[,;\t])?[01](?:\.0+)?(?:[,;\t][01](?:\.0+)?)+\s*")
_RETRIEVAL = re.compile(r"\S+\s+(?:Q0|0)\s+\S+\s+\S+|\S+\s+\S+\s+-?[\d.]+(?:e-?\d+)?\s*|runid\s+all\s+\S+")


def may_be_log(start: bytes) -> bool:
    r"""Say whether a file that begins so may be a log of a known tool; a plain table of scores is none.

    >>> may_be_log(b"dataset,A,B\niris,0.9,0.8\n"), may_be_log(b"model,input,score\n"), may_be_log(b'{"results": {')
    (False, True, True)
    """
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] in (b"{", b"[") or start.startswith(_PACKED):
        return True
    first, _, rest = text.decode("utf-8", "replace").partition("\n")
    if any(mark in first for mark in ",;\t") and _HEADER.search(first):
        return True
    second = rest.partition("\n")[0]
    return bool(_ZEROS_AND_ONES.fullmatch(second.strip()) or _RETRIEVAL.match(first))
