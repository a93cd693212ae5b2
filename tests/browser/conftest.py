"""A real browser, and the pages that it opens."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from bakeoff.api.deliveries.report import write_report
from serving import TOKEN, Server, StudyOnDisk

PATIENCE = 60_000  # milliseconds, for every wait: no test is about how fast a machine is
expect.set_options(timeout=PATIENCE)
# Everything that a page says to somebody who listens.
LISTEN = """() => { window.said = []; const status = document.getElementById("p-status");
  new MutationObserver(() => { if (status.textContent) window.said.push(status.textContent); })
    .observe(status, { childList: true, characterData: true, subtree: true }); }"""
# The first has no windows to draw: a visit takes half the work that it takes a whole browser.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


@pytest.fixture(scope="session")
def browser():
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert path is not None, (
        f"no browser: install one of {', '.join(BROWSERS)} (make test does, with apt-get)"
    )
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield launched
        launched.close()


class Opened:
    """A page in the browser, with everything that it asked for or complained about."""

    def __init__(self, context, path: Path) -> None:
        self.requests, self.complaints, self.dialogs = [], [], []
        context.set_offline(True)
        self.page = context.new_page()
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on(
            "console", lambda m: self.complaints.append(m.text) if m.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("dialog", self._on_dialog)
        self.page.goto(path.as_uri())
        for part in self.page.locator("details.more > summary").all():
            part.click()  # what is for statisticians is folded

    def _on_dialog(self, dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()


@pytest.fixture(scope="session")
def written(tmp_path_factory):
    """Write the report on a comparison once, however many tests open it."""
    folder, paths = tmp_path_factory.mktemp("reports"), {}

    def path_of(comparison):
        if id(comparison) not in paths:
            path = write_report(comparison, folder / f"report-{len(paths)}.html")
            paths[id(comparison)] = comparison, path  # kept, so that no other gets its id
        return paths[id(comparison)][1]

    return path_of


@pytest.fixture
def opened(browser, written):
    contexts = []

    def open_report(comparison, **how):
        context = browser.new_context(accept_downloads=True, **how)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Opened(context, written(comparison))

    yield open_report
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    study = StudyOnDisk(folder / "study.db")
    study.go_on(20)
    running = Server(folder)
    running.study = study
    yield running
    assert running.stop() == 0
    assert running.tracebacks() == ""


class Visit:
    """A visitor with a window, and everything that it complained about."""

    def __init__(self, server, context) -> None:
        self.server, self.complaints, self.strangers = server, [], []
        self.page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.page.on("dialog", lambda d: (self.complaints.append(d.message), d.dismiss()))
        self.page.on("request", self._asked)

    def _heard(self, message) -> None:
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def _asked(self, request) -> None:
        if not request.url.startswith((self.server.url, "data:", "blob:")):
            self.strangers.append(request.url)

    def open(self, path: str = "/", *, has_scripts: bool = True):
        address, _, fragment = path.partition("#")
        self.page.goto(f"{self.server.url}{address}?token={TOKEN}{'#' + fragment if fragment else ''}")
        if has_scripts:
            self.page.wait_for_url(lambda url: "token=" not in url)  # it is swapped for a cookie and a key
        return self.page

    def example(self, key: str):
        page = self.open()
        page.locator(f"[data-example='{key}']").click()
        page.locator("#p-report #computed").wait_for(state="attached")  # the verdict comes before the rest
        # How it was read may come last, and moves what stands below its line while somebody points at it.
        page.locator("#p-reading:not([hidden])").wait_for(state="attached")
        return page

    def listen(self) -> None:
        self.page.evaluate(LISTEN)

    def said(self) -> list[str]:
        return self.page.evaluate("window.said")


@pytest.fixture
def visit(browser, server):
    contexts = []

    def begin(**how):
        context = browser.new_context(accept_downloads=True, **how)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return Visit(server, context)

    yield begin
    for context in contexts:
        context.close()
