"""Who may come in: the right host, the right origin, the right token; and headers that keep pages harmless.

Against DNS rebinding the Host must be ours; against forged requests a write must come from our own pages, or carry the
token in its header; the token in an address is swapped at once for a cookie that scripts cannot read. A cookie is sent
to every port of a machine: a neighbour that receives it cannot use it, because a request for data also carries the key
of the session, which the browser keeps for pages of this very origin.
"""

from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit

from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bakeoff.web.refusals import Refusal, make_refusal
from bakeoff.web.responses import error_response, page_response
from bakeoff.web.sessions import Sessions
from bakeoff.web.settings import Serving

SAFE = ("GET", "HEAD", "OPTIONS")
OPEN = "/static/"  # style and scripts: they hold nothing of anybody
KEY = "x-bakeoff-key"  # the header with the key of a session
EVENTS = "/api/study/events"  # read by the browser itself, which sends no header: the key is in the address
DESCRIPTION = "/api/openapi.json"  # holds nothing of anybody
STANDARD = (80, 443)
BY_HEADER = "header"  # the session of programs that send the token with every request
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Stands before the application."""

    def __init__(self, app: ASGIApp, *, serving: Serving, sessions: Sessions) -> None:
        self._app, self._serving, self._sessions = app, serving, sessions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        _strip_root(scope, self._serving.root)
        request = Request(scope)
        try:
            answer = self._judge(request)
        except Refusal as refusal:
            answer = error_response(request, refusal)
        await (answer or self._app)(scope, receive, _add_headers(send, path=scope["path"]))

    def _judge(self, request: Request) -> Response | None:
        """Return an answer where the request goes no further."""
        self._check_host(request)
        by_header = self._has_header_token(request)
        self._check_origin(request, by_header=by_header)
        if request.url.path.startswith(OPEN):
            return None
        if by_header:
            request.scope["session"] = BY_HEADER
            return None
        if "token" in request.query_params and request.method == "GET":
            return self._swap_token(request)
        session = request.cookies.get(self._serving.cookie, "")
        if not self._sessions.knows(session):
            raise _no_token_refusal()
        self._check_key(request, session)
        request.scope["session"] = session
        return None

    def _check_key(self, request: Request, session: str) -> None:
        path = request.url.path
        if not path.startswith("/api/") or path == DESCRIPTION:
            return
        said = request.query_params.get("key", "") if path == EVENTS else request.headers.get(KEY, "")
        if not compare_digest(said.encode(), self._sessions.key_of(session).encode()):
            raise make_refusal(
                401,
                "this request has the cookie of a visitor, but not the key of a page of this server",
                where="the request",
                fix="open the address that bakeoff serve has printed, with its ?token=…",
                code="BO770",
            )

    def _check_host(self, request: Request) -> None:
        host = request.headers.get("host", "")
        if not is_own_host(host, self._serving):
            raise make_refusal(
                403,
                f"this server is not called {host[:80]!r}",
                where="the Host of the request",
                fix="use the address that bakeoff serve has printed; --allow-host adds a name",
                code="BO501",
            )

    def _check_origin(self, request: Request, *, by_header: bool) -> None:
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
        foreign = origin is not None and not _is_own_origin(origin, request, self._serving)
        writes = request.method not in SAFE
        unsaid = origin is None and site is None and not by_header
        if (foreign and (writes or origin != "null")) or (
            writes and (unsaid or site not in (None, "same-origin"))
        ):
            raise make_refusal(
                403,
                "this request does not come from a page of this server",
                where="the Origin of the request",
                fix="use the page itself, or send the token in a header: Authorization: Bearer TOKEN",
                code="BO502",
            )

    def _has_header_token(self, request: Request) -> bool:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if not token:
            return False
        if scheme.lower() != "bearer" or not self._is_token(token.strip()):
            raise _no_token_refusal()
        return True

    def _is_token(self, given: str) -> bool:
        return compare_digest(given.encode(), self._serving.token.encode())

    def _swap_token(self, request: Request) -> Response:
        """Return a page that keeps the key of a session and goes on to the same address without the token."""
        if not self._is_token(request.query_params["token"]):
            raise _no_token_refusal()
        rest = [(name, value) for name, value in request.query_params.multi_items() if name != "token"]
        target = str(URL(path=request.url.path, query=urlencode(rest)))
        path = target if target.startswith("/") and not target.startswith("//") else "/"
        session = request.cookies.get(self._serving.cookie, "")
        if not self._sessions.knows(session):
            session = self._sessions.begin()
        root, key = self._serving.root, self._sessions.key_of(session)
        answer = page_response("enter.html", root=root, key=key, target=f"{root}{path}")
        is_secure = request.url.scheme == "https"  # as a proxy on this machine says
        answer.set_cookie(
            self._serving.cookie, session, httponly=True, samesite="strict", path=f"{root}/", secure=is_secure
        )
        return answer


def _strip_root(scope: Scope, root: str) -> None:
    """Take off the path below which a proxy shows the site, if the proxy has not done so itself."""
    scope["bakeoff_root"] = root
    path = scope["path"]
    if root and (path == root or path.startswith(f"{root}/")):
        scope["path"] = path[len(root) :] or "/"
        scope["raw_path"] = scope["path"].encode()


def _is_own_origin(origin: str, request: Request, serving: Serving) -> bool:
    parts = urlsplit(origin)
    if parts.netloc and parts.netloc == request.headers.get("host"):
        return True
    standard = {"http": ":80", "https": ":443"}.get(parts.scheme, "")
    return parts.netloc.lower().removesuffix(standard or " ") in serving.aliases


def is_own_host(host: str, serving: Serving) -> bool:
    """Say whether a Host header names this server.

    >>> serving = Serving(port=8642)
    >>> [is_own_host(host, serving) for host in ("127.0.0.1:8642", "[::1]:8642", "evil.example:8642")]
    [True, True, False]

    A proxy passes on its own name, or the one that it was told to:

    >>> behind = Serving(port=8642, aliases=frozenset({"lab.example", "lab.example:8443"}))
    >>> [is_own_host(f"lab.example{port}", behind) for port in ("", ":443", ":8443", ":9000")]
    [True, True, True, False]
    """
    if host.lower() in serving.aliases:
        return True
    try:
        parts = urlsplit(f"//{host}")
        name, port = (parts.hostname or "").rstrip("."), parts.port or 80
    except ValueError:
        return False
    if parts.path or parts.query or parts.fragment or "@" in host:
        return False
    if port in STANDARD and name in serving.aliases:
        return True
    if port != serving.port:
        return False
    return name in serving.hosts or (serving.any_address and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _no_token_refusal() -> Refusal:
    return make_refusal(
        401,
        "this page is for those who have its token",
        where="this server",
        fix="open the address that bakeoff serve has printed, with its ?token=…",
        code="BO500",
    )


def _add_headers(send: Send, *, path: str) -> Send:
    keep = b"public, max-age=300" if path.startswith(OPEN) else b"no-store"

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [
                (n, v) for n, v in message["headers"] if n.lower() not in (b"cache-control", b"server")
            ]
            headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message["headers"] = [*headers, (b"cache-control", keep)]
        await send(message)

    return sending
