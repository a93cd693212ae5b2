"""A small server that answers as a tracking server of MLflow 3 does, and remembers what was written to it."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, unquote, urlsplit


class Tracking(ThreadingHTTPServer):
    """One experiment: runs by name, each with its artifacts; two runs a page."""

    def __init__(self, artifacts, *, root="mlflow-artifacts:", refuse=None, text=None):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root, self.refuse, self.text = root, refuse, text
        self.runs = {f"run{i}": name for i, name in enumerate(artifacts)}
        self.files = {
            f"7/{key}/artifacts/{path}": content.encode()
            for key, name in self.runs.items()
            for path, content in artifacts[name].items()
        }
        self.tags, self.asked = {}, []

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"

    def describe(self, key):
        about = {
            "run_id": key,
            "run_uuid": key,
            "run_name": self.runs[key],
            "experiment_id": "7",
            "status": "FINISHED",
            "start_time": 100 + int(key[3:]),
            "artifact_uri": f"{self.root}/7/{key}/artifacts",
            "lifecycle_stage": "active",
        }
        data = {"metrics": [{"key": "accuracy", "value": 0.9, "timestamp": 1, "step": 0}]}
        return {"info": about, "data": data}


class _Handler(BaseHTTPRequestHandler):
    def _answer(self, code, content):
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _serve(self):
        server, parts = self.server, urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body, query = self.rfile.read(length), {k: v[0] for k, v in parse_qs(parts.query).items()}
        server.asked.append((self.command, parts.path, self.headers["Authorization"]))
        if server.refuse:
            return self._answer(server.refuse, {"message": "You are not authenticated"})
        if server.text is not None:
            return self._answer(200, server.text.encode())
        return self._answer(*self._find(unquote(parts.path), query, body))

    do_GET = do_POST = do_PUT = _serve  # noqa: N815 - the names that the server calls

    def _find(self, path, query, body):
        server, said = self.server, json.loads(body) if self.command == "POST" else {}
        if path == "/api/2.0/mlflow/experiments/search":
            return 200, {
                "experiments": [{"name": "digits", "experiment_id": "7", "lifecycle_stage": "active"}]
            }
        if path == "/api/2.0/mlflow/runs/search":
            keys, start = list(server.runs)[::-1], int(said.get("page_token", 0))
            page = {"runs": [server.describe(key) for key in keys[start : start + 2]]}
            return 200, page | ({"next_page_token": str(start + 2)} if start + 2 < len(keys) else {})
        if path == "/api/2.0/mlflow/artifacts/list":
            return 200, {"root_uri": "x", "files": self._list(query["run_id"], query.get("path", ""))}
        if path == "/api/2.0/mlflow/runs/set-tag":
            server.tags[said["run_id"], said["key"]] = said["value"]
            return 200, {}
        if path == "/get-artifact":
            return 200, server.files[f"7/{query['run_uuid']}/artifacts/{query['path']}"]
        name = path.removeprefix("/api/2.0/mlflow-artifacts/artifacts/")
        if self.command == "PUT":
            server.files[name] = body
            return 200, {}
        return (200, server.files[name]) if name in server.files else (404, {"message": "no such artifact"})

    def _list(self, run, folder):
        root = f"7/{run}/artifacts/"
        inside = [
            f.removeprefix(root) for f in self.server.files if f.startswith(root + (folder and f"{folder}/"))
        ]
        below = {path.removeprefix(f"{folder}/").partition("/") for path in inside}
        lead = f"{folder}/" if folder else ""
        return [{"path": f"{lead}{first}", "is_dir": bool(rest)} for first, rest, _ in below]

    def log_message(self, *arguments):
        pass


@contextmanager
def serving(artifacts, **options):
    """Serve until the block is left."""
    server = Tracking(artifacts, **options)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
