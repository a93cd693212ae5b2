"""A tracking server of MLflow, asked over HTTP: experiments, runs, artifacts, and tags that are written back."""

import json
import os
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from bakeoff.core.errors import InputError

API = "/api/2.0/mlflow"
STORE = "/api/2.0/mlflow-artifacts/artifacts"
PROXIED = "mlflow-artifacts:"  # artifacts that the server itself hands out
PER_PAGE = 1000
MOST_PAGES = 100
MOST_FOLDERS = 200
SECONDS = 30
LARGEST = 500_000_000  # bytes of one artifact


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackingServer:
    """Where a server is, and how one is let in: a token, or a name and a password."""

    address: str
    authorization: str = ""

    @classmethod
    def of(cls, address: str, environment: Mapping[str, str] | None = None) -> "TrackingServer":
        """Return the server of an address, with what the environment has to be let in by."""
        said = os.environ if environment is None else environment
        token, user = said.get("MLFLOW_TRACKING_TOKEN", ""), said.get("MLFLOW_TRACKING_USERNAME", "")
        plain = f"{user}:{said.get('MLFLOW_TRACKING_PASSWORD', '')}"
        if token:
            authorization = f"Bearer {token}"
        else:
            authorization = f"Basic {b64encode(plain.encode()).decode('ascii')}" if user else ""
        return cls(address=address.rstrip("/"), authorization=authorization)

    def list_experiments(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the id of every experiment that is not deleted."""
        for page in self._pages("/experiments/search", {}):
            for each in page.get("experiments", []):
                if each.get("lifecycle_stage", "active") == "active":
                    yield str(each["name"]), str(each["experiment_id"])

    def list_runs(self, experiment: str) -> Iterator[dict[str, Any]]:
        """Yield every run of an experiment that is not deleted."""
        for page in self._pages("/runs/search", {"experiment_ids": [experiment]}):
            yield from page.get("runs", [])

    def _pages(self, path: str, asked: dict[str, Any]) -> Iterator[dict[str, Any]]:
        body = {**asked, "max_results": PER_PAGE}
        for _ in range(MOST_PAGES):
            page = self._ask("POST", f"{API}{path}", body)
            yield page
            if not page.get("next_page_token"):
                return
            body = {**body, "page_token": page["next_page_token"]}

    def list_artifacts(self, run: str) -> list[str]:
        """Return the paths of all artifacts of a run."""
        found: list[str] = []
        folders = [""]
        for _ in range(MOST_FOLDERS):
            if not folders:
                break
            query = {"run_id": run, **({"path": folder} if (folder := folders.pop()) else {})}
            listed = self._ask("GET", f"{API}/artifacts/list?{urlencode(query)}").get("files", [])
            folders += [str(each["path"]) for each in listed if each.get("is_dir")]
            found += [str(each["path"]) for each in listed if not each.get("is_dir")]
        return sorted(found)

    def fetch_artifact(self, run: str, root: str, path: str, target: Path) -> None:
        """Write an artifact of a run into a file; `root` is where the run says that its artifacts lie."""
        address = (
            f"{STORE}/{quote(_proxied_path(root))}/{quote(path)}"
            if root.startswith(PROXIED)
            else f"/get-artifact?{urlencode({'run_uuid': run, 'path': path})}"
        )
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(self._send("GET", address))

    def write_artifact(self, root: str, path: str, content: bytes) -> None:
        """Put an artifact beside those that the server hands out."""
        self._send("PUT", f"{STORE}/{quote(_proxied_path(root))}/{quote(path)}", content)

    def set_tag(self, run: str, name: str, text: str) -> None:
        """Write a tag of a run."""
        self._ask("POST", f"{API}/runs/set-tag", {"run_id": run, "key": name, "value": text})

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        sent = None if body is None else json.dumps(body).encode("utf-8")
        content = self._send(method, path, sent, kind="application/json")
        try:
            answer = json.loads(content)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self._error("it does not answer as MLflow does", path)
        return answer

    def _send(
        self, method: str, path: str, body: bytes | None = None, *, kind: str = "application/octet-stream"
    ) -> bytes:
        headers = {"Content-Type": kind} | (
            {"Authorization": self.authorization} if self.authorization else {}
        )
        # The address is http or https: `find_experiment` sends no other here.
        request = Request(f"{self.address}{path}", data=body, headers=headers, method=method)
        try:
            with urlopen(request, timeout=SECONDS) as answer:
                content: bytes = answer.read(LARGEST + 1)
        except HTTPError as error:
            raise self._error(f"it answers {error.code} ({_reason(error)})", path) from None
        except (URLError, HTTPException, TimeoutError, OSError) as error:
            raise self._error(f"it does not answer: {getattr(error, 'reason', error)}", path) from None
        if len(content) > LARGEST:
            raise self._error(f"the artifact is larger than {LARGEST // 1_000_000} MB", path)
        return content

    def _error(self, what: str, path: str) -> InputError:
        return InputError(
            f"the tracking server cannot be read: {what}",
            where=f"{self.address}{path.partition('?')[0]}",
            fix="mend MLFLOW_TRACKING_URI; a server that asks who you are takes MLFLOW_TRACKING_TOKEN, or "
            "MLFLOW_TRACKING_USERNAME and MLFLOW_TRACKING_PASSWORD",
            code="BO664",
        )


def _proxied_path(root: str) -> str:
    """Return the path behind `mlflow-artifacts:/` or `mlflow-artifacts://host:port/`.

    >>> _proxied_path("mlflow-artifacts:/7/ab/artifacts"), _proxied_path("mlflow-artifacts://h:5000/7/ab/artifacts")
    ('7/ab/artifacts', '7/ab/artifacts')
    """
    rest = root.removeprefix(PROXIED)
    return rest[2:].partition("/")[2] if rest.startswith("//") else rest.strip("/")


def _reason(error: HTTPError) -> str:
    try:
        said = json.loads(error.read(10_000))
        return str(said.get("message") or error.reason)[:200]
    except (ValueError, AttributeError, OSError, HTTPException):
        return str(error.reason)
