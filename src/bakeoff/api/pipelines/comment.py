"""One comment on a pull request: written once, and written over by every later run."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from bakeoff.core.errors import UsageError

MARK = "<!-- bakeoff: {} -->"  # by which a later run finds its own comment
LONGEST = 65_000  # characters; GitHub takes 65,536
PER_PAGE = 100
MOST_PAGES = 50
SECONDS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class PullRequest:
    """Where a comment goes: the address of the API, the repository, and the number."""

    api: str
    repository: str
    number: int
    token: str


def find_pull_request(environment: Mapping[str, str]) -> PullRequest | None:
    """Return the pull request that a workflow runs for; None where it runs for none, such as a push."""
    event_file = environment.get("GITHUB_EVENT_PATH", "")
    try:
        event = json.loads(Path(event_file).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise _unfit_error(
            "there is no event that says which pull request is meant",
            f"GITHUB_EVENT_PATH={event_file}",
            "run it in a workflow of GitHub, or leave the comment out",
        ) from None
    number = (event.get("pull_request") or {}).get("number")
    if number is None and "pull_request" in (event.get("issue") or {}):
        number = event["issue"].get("number")  # a workflow that a comment has started
    if not isinstance(number, int):
        return None
    for name in ("GITHUB_REPOSITORY", "GITHUB_TOKEN"):
        if not environment.get(name):
            raise _unfit_error(
                f"{name} is not set, and a comment cannot be written without it",
                f"the environment of pull request {number}",
                "give the step the token of the job: env: GITHUB_TOKEN: ${{ github.token }}",
            )
    return PullRequest(
        api=environment.get("GITHUB_API_URL", "https://api.github.com").rstrip("/"),
        repository=environment["GITHUB_REPOSITORY"],
        number=number,
        token=environment["GITHUB_TOKEN"],
    )


def write_comment(request: PullRequest, text: str, *, key: str) -> str:
    """Write the comment, over the one that an earlier run has left, and return its address."""
    mark = MARK.format(key)
    body = {"body": shorten(f"{mark}\n{text}")}
    comments = f"/repos/{request.repository}/issues"
    earlier = _find_comment(request, mark)
    if earlier is None:
        made = _call_github(request, "POST", f"{comments}/{request.number}/comments", body)
    else:
        made = _call_github(request, "PATCH", f"{comments}/comments/{earlier}", body)
    return str(made.get("html_url", ""))


def shorten(text: str) -> str:
    """Return text that fits into a comment: whole lines, and a word that the rest is in the report."""
    if len(text) <= LONGEST:
        return text
    kept = text[:LONGEST].rpartition("\n")[0]
    closing = "\n</details>" * (kept.count("<details>") - kept.count("</details>"))
    fence = "\n```" if kept.count("\n```") % 2 else ""
    return f"{kept}{fence}{closing}\n\n… the rest is in the report and in the step summary\n"


def _find_comment(request: PullRequest, mark: str) -> int | None:
    for page in range(1, MOST_PAGES + 1):
        path = f"/repos/{request.repository}/issues/{request.number}/comments?per_page={PER_PAGE}&page={page}"
        found = _call_github(request, "GET", path)
        for comment in found:
            if str(comment.get("body", "")).startswith(mark):
                return int(comment["id"])
        if len(found) < PER_PAGE:
            return None
    return None


def _call_github(request: PullRequest, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - whatever it answers
    if not request.api.startswith(("https://", "http://")):
        raise _unfit_error(f"{request.api!r} is no address", "GITHUB_API_URL", "leave it as GitHub sets it")
    call = Request(
        f"{request.api}{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {request.token}",
            "Content-Type": "application/json",
            "User-Agent": "bakeoff",
            "X-GitHub-Api-Version": "2022-11-28",
        },
    )
    try:
        with urlopen(call, timeout=SECONDS) as answer:
            return json.load(answer)
    except HTTPError as error:
        reason = f"the server refuses ({error.code} {error.reason})"
        fix = (
            "give the job the permission `pull-requests: write`"
            if error.code in (401, 403, 404)
            else "try again"
        )
        raise _unfit_error(reason, f"{method} {path}", fix) from None
    except (URLError, HTTPException, TimeoutError, ValueError) as error:
        raise _unfit_error(f"the server does not answer: {error}", f"{method} {path}", "try again") from None


def comment_on_pull_request(
    text: str, *, key: str = "gate", environment: Mapping[str, str] | None = None
) -> str | None:
    """Write the comment of a workflow's pull request, and return its address; None where there is no pull request."""
    request = find_pull_request(os.environ if environment is None else environment)
    return None if request is None else write_comment(request, text, key=key)


def _unfit_error(what: str, where: str, fix: str) -> UsageError:
    return UsageError(what, where=where, fix=fix, code="BO677")
