"""The page behind a real proxy with TLS in front, at the top of its name and below a path."""

import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from serving import KEY, TOKEN, Server
from store.server import free_port

NAME = "lab.example"
CONFIGURATION = """
pid {folder}/nginx.pid; error_log {folder}/error.log; daemon off; master_process off; worker_processes 1;
events {{ worker_connections 64; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port} ssl; server_name lab.example;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem; client_max_body_size 20m;
    proxy_http_version 1.1;
    location / {{
      proxy_pass http://127.0.0.1:{top};
      proxy_set_header Host $http_host; proxy_set_header X-Forwarded-Proto https;
    }}
    location /renamed/ {{ proxy_pass http://127.0.0.1:{below}/; proxy_set_header X-Forwarded-Proto https; }}
    location /bakeoff/ {{
      proxy_pass http://127.0.0.1:{below};
      proxy_set_header Host $host; proxy_set_header X-Forwarded-Proto https;
    }}
  }}
}}
"""


class Proxy:
    """An nginx with a certificate of its own before two servers: one at the top, one below a path."""

    def __init__(self, folder: Path) -> None:
        nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
        assert nginx is not None, "no nginx: install it (make test does, with apt-get)"
        self.port = free_port()
        for name in ("top", "below"):
            (folder / name).mkdir()
        allowed = ("--allow-host", f"{NAME}:{self.port}", "--allow-host", NAME, "--workers", "1")
        self.top = Server(folder / "top", *allowed)
        self.below = Server(folder / "below", *allowed, "--root-path", "/bakeoff/")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}",
             "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
            check=True, capture_output=True,
        )  # fmt: skip
        text = CONFIGURATION.format(folder=folder, port=self.port, top=self.top.port, below=self.below.port)
        (folder / "nginx.conf").write_text(text)
        self.process = subprocess.Popen([nginx, "-p", str(folder), "-c", str(folder / "nginx.conf")])
        self.folder = folder
        self._wait()

    def _wait(self) -> None:
        for _ in range(2400):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, (self.folder / "error.log").read_text()
            time.sleep(0.05)
        raise AssertionError("nginx does not listen")

    @contextmanager
    def visitor(self, path: str = "") -> Iterator[httpx.Client]:
        """Give a browser that has opened the page by the name of the proxy."""
        context = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
        with httpx.Client(
            base_url=f"https://{NAME}:{self.port}{path}",
            headers={"origin": f"https://{NAME}:{self.port}", "sec-fetch-site": "same-origin"},
            transport=_Local(context),
            timeout=60,
        ) as client:
            self.entered = client.get(f"/?token={TOKEN}", headers={"accept": "text/html"})
            assert self.entered.status_code == 200, self.entered.text
            client.headers["x-bakeoff-key"] = KEY.search(self.entered.text)[1]
            yield client

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=120)
        for server in (self.top, self.below):
            assert server.stop() == 0
            assert server.tracebacks() == ""


class _Local(httpx.HTTPTransport):
    """Leads the name of the proxy to this machine, and keeps it for the certificate and the Host."""

    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(verify=context)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        led = httpx.Request(
            request.method,
            request.url.copy_with(host="127.0.0.1"),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": NAME},
        )
        return super().handle_request(led)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory):
    running = Proxy(tmp_path_factory.mktemp("proxy"))
    yield running
    running.stop()


ASKED = {"example": "figure-15.2"}


@pytest.mark.parametrize("path", ["", "/bakeoff", "/renamed"])
def test_a_page_behind_a_proxy_with_tls_can_be_asked(proxy, path):
    with proxy.visitor(path) as visitor:
        cookie = proxy.entered.headers["set-cookie"]
        assert "secure" in cookie.lower()
        if path == "/renamed":  # shown below another path than was said: its own addresses lead nowhere
            visitor.headers["cookie"] = cookie.partition(";")[0]
        answer = visitor.post("/api/compare", json=ASKED)
        assert answer.status_code == 200, answer.text
        assert answer.json()["comparison"]["schema"] == "bakeoff/comparison/1"


def test_below_a_path_every_address_of_the_page_lies_below_it(proxy):
    with proxy.visitor("/bakeoff") as visitor:
        assert "path=/bakeoff/;" in proxy.entered.headers["set-cookie"].lower()
        page = visitor.get("/", headers={"accept": "text/html"}).text
        assert 'href="/bakeoff/static/page.css"' in page
        assert 'href="/bakeoff/studies"' in page
        assert 'href="/static' not in page
        assert visitor.get("/static/compare.js").status_code == 200


def test_a_page_of_another_name_is_refused_behind_the_proxy_too(proxy):
    with proxy.visitor() as visitor:
        for origin in ("https://evil.example", f"https://{NAME}:9", f"http://{NAME}.evil.example"):
            answer = visitor.post("/api/compare", json=ASKED, headers={"origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "BO502")


def test_a_path_that_no_proxy_could_show_is_refused():
    for path in ("bakeoff", "/a b", "/../x", "//evil.example"):
        command = [sys.executable, "-m", "bakeoff", "serve", "--no-browser", "--root-path", path]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert (run.returncode, run.stdout) == (2, "")
        assert "BO771" in run.stderr


def test_who_serves_to_the_network_is_told_that_the_token_travels_in_clear(tmp_path):
    (tmp_path / "open").mkdir()
    server = Server(tmp_path / "open", "--host", "0.0.0.0", "--workers", "1")
    assert server.stop() == 0
    said = server.log.read_text()
    assert "over plain HTTP the token and all tables travel in clear" in said
    assert "--allow-host" in said
