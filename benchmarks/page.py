"""The page in a real browser: from a dropped table to its verdict, to the first news of long work; one kept connection.

    python -m benchmarks.page             # seconds and bars of all; on a quiet machine
    python -m benchmarks.page 2x30 20x100 # some tables only

The bars are wall-clock seconds, as somebody who waits counts them; the ratio is to the command line in the same run.
Beside them stand processor seconds of the server's processes and of the command line, for machines that are not quiet.
"""

import contextlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import httpx
import numpy as np
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))  # the server of the tests
from serving import Server

VERDICT_BARS = {"2x30": 0.15, "20x100": 0.4}  # classifiers by datasets, seconds
LONG, PROGRESS_BAR, RATIO_BAR = "200x1000", 0.3, 1.3
VISITS = 5  # of small tables; the quickest counts
ANSWERED = ("10000x3", "3x100000")  # only that they are answered
KEPT_BAR = 0.01  # seconds of an answer on a kept connection: 0.045 where each waits for an acknowledgement
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
DROP = """([name, text]) => new Promise((done) => {
  const transfer = new DataTransfer(), seen = {}, began = performance.now();
  transfer.items.add(new File([text], name));
  const when = {
    progress: "#p-progress:not([hidden])", refused: "#p-problem:not([hidden])",
    verdict: "#p-answer:not(.waiting) #answer h1", whole: "#p-report #computed",
  };
  const look = () => {
    for (const [what, place] of Object.entries(when))
      if (!(what in seen) && document.querySelector(place)) seen[what] = (performance.now() - began) / 1000;
    if ("whole" in seen || "refused" in seen) done(seen); else requestAnimationFrame(look);
  };
  dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
  look();
})"""


def table(size: str) -> str:
    """Return a table of so many classifiers by so many datasets."""
    classifiers, datasets = map(int, size.split("x"))
    rng = np.random.default_rng(0)
    scores = (
        rng.normal(70, 3, (datasets, 1))
        - 0.2 * np.arange(classifiers)
        + rng.normal(0, 1, (datasets, classifiers))
    )
    head = "dataset," + ",".join(f"method {i}" for i in range(classifiers))
    return (
        "\n".join([head, *(f"data {i}," + ",".join(f"{v:.2f}" for v in row) for i, row in enumerate(scores))])
        + "\n"
    )


def drop(browser: Browser, server: Server, text: str) -> dict[str, float]:
    """Drop a table on a fresh page, and return the seconds until each thing was seen."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.url}/?token=a-token-for-the-tests-only")
    page.locator("[data-example]").first.wait_for()
    seen: dict[str, float] = page.evaluate(DROP, ["table.csv", text])
    context.close()
    return seen


def command_line(text: str, folder: Path) -> float:
    """Return the seconds of `bakeoff compare` on the same table."""
    path = folder / "table.csv"
    path.write_text(text)
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", "bakeoff", "compare", str(path)], check=True, capture_output=True)
    return time.perf_counter() - began


def processor_seconds(server: Server) -> float:
    """Return the processor seconds that the server and its workers have used so far."""
    used, tick = 0.0, os.sysconf("SC_CLK_TCK")
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            number, rest = stat.read_text().split(" (", 1)
            fields = rest.rpartition(") ")[2].split()
            if str(server.process.pid) in (number, fields[1]):
                used += (int(fields[11]) + int(fields[12])) / tick
    return used


def kept_connection(server: Server) -> float:
    """Return the middle of the seconds of a stylesheet on one connection."""
    times = []
    with httpx.Client(base_url=server.url) as client:
        for _ in range(30):
            began = time.perf_counter()
            client.get("/static/page.css").raise_for_status()
            times.append(time.perf_counter() - began)
    return median(times)


def _tell(what: str, seconds: float | None, bar: float | None) -> bool:
    kept = seconds is not None and (bar is None or seconds <= bar)
    print(
        f"{what:<50} {'never' if seconds is None else f'{seconds:8.3f}'}"
        + (f"  bar {bar:g}" if bar else "")
        + ("" if kept else "  NOT KEPT")
    )
    return kept


def measure(sizes: list[str], browser: Browser, server: Server, folder: Path) -> bool:
    """Measure, print, and say whether all bars are kept."""
    kept = [_tell("a stylesheet on a kept connection, s", kept_connection(server), KEPT_BAR)]
    for size in sizes:
        text = table(size)
        began = processor_seconds(server)
        seen = (
            drop(browser, server, text)
            if size not in VERDICT_BARS
            else min((drop(browser, server, text) for _ in range(VISITS)), key=lambda s: s["verdict"])
        )
        if "refused" in seen:
            kept.append(_tell(f"{size} refused after, s", None, 0))
            continue
        kept.append(_tell(f"{size} drop to verdict, s", seen["verdict"], VERDICT_BARS.get(size)))
        _tell(f"{size} drop to everything but figures, s", seen["whole"], None)
        visits = VISITS if size in VERDICT_BARS else 1
        _tell(
            f"{size} processor seconds of the server, a visit",
            (processor_seconds(server) - began) / visits,
            None,
        )
        if size == LONG:
            kept.append(_tell(f"{size} drop to progress, s", seen.get("progress"), PROGRESS_BAR))
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            ratio = seen["verdict"] / command_line(text, folder)
            kept.append(_tell(f"{size} verdict / command line", ratio, RATIO_BAR))
            used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            _tell(f"{size} processor seconds of the command line", used, None)
    return all(kept)


def main() -> int:
    """Run what is asked for."""
    sizes = sys.argv[1:] or [*VERDICT_BARS, LONG, *ANSWERED]
    browser_path = next(filter(None, map(shutil.which, BROWSERS)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Path(folder) / "served"
        served.mkdir()
        server = Server(served)
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        try:
            time.sleep(8)  # until its processes have loaded what they need
            return 0 if measure(sizes, browser, server, Path(folder)) else 1
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
