"""A small server that answers as GitHub's does for the comments of an issue, and remembers what it was asked."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


class Comments(ThreadingHTTPServer):
    """The comments of one pull request."""

    def __init__(self, *, others=0, refuse=None):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.comments = [{"id": i + 1, "body": f"comment {i + 1}"} for i in range(others)]
        self.refuse, self.asked = refuse, []

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def ours(self):
        return [c["body"] for c in self.comments if c["body"].startswith("<!-- bakeoff")]


class _Handler(BaseHTTPRequestHandler):
    def _answer(self, code, content):
        body = json.dumps(content).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _ask(self):
        self.server.asked.append((self.command, urlsplit(self.path).path, self.headers["Authorization"]))
        if self.server.refuse:
            self._answer(self.server.refuse, {"message": "Resource not accessible by integration"})
            return None
        length = int(self.headers.get("Content-Length") or 0)
        return json.loads(self.rfile.read(length)) if length else {}

    def do_GET(self):
        if self._ask() is not None:
            query = parse_qs(urlsplit(self.path).query)
            size, page = int(query["per_page"][0]), int(query["page"][0])
            self._answer(200, self.server.comments[(page - 1) * size : page * size])

    def do_POST(self):
        said = self._ask()
        if said is not None:
            made = {"id": len(self.server.comments) + 1, "body": said["body"]}
            self.server.comments.append(made)
            self._answer(201, made | {"html_url": f"https://example.org/octo/models/pull/7#{made['id']}"})

    def do_PATCH(self):
        said = self._ask()
        if said is not None:
            number = int(self.path.rpartition("/")[2])
            (one,) = [c for c in self.server.comments if c["id"] == number]
            one["body"] = said["body"]
            self._answer(200, one | {"html_url": f"https://example.org/octo/models/pull/7#{number}"})

    def log_message(self, *arguments):
        pass


@contextmanager
def serving(**options):
    """Serve comments until the end of the block."""
    with Comments(**options) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
