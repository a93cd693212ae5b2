"""Draw how time and memory grow, and set the tables of docs/speed.md, from what `make bench` recorded.

python docs/make_speed.py (the build of the documentation runs it)
"""

import json
from pathlib import Path

from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import NullFormatter

HERE = Path(__file__).parent
MADE, RECORDS = HERE / "made", HERE.parent / "benchmarks"
MARK = "% made by docs/make_speed.py from benchmarks/growth.json and last.json\n"
COLOURS = {
    "bakeoff": "#0072B2", "autorank": "#E69F00", "baycomp": "#D55E00", "mlxtend": "#CC79A7", "scipy": "#009E73",
    "scikit-posthocs": "#56B4E9", "statsmodels": "#882255", "scikit-learn loop": "#000000",
    "joblib loop": "#777777",
}  # fmt: skip
MARKERS = dict(zip(COLOURS, "os^DvP*Xd", strict=True))


def main() -> None:
    """Write the figures and the tables."""
    grown = json.loads((RECORDS / "growth.json").read_text(encoding="utf-8"))
    lines = lines_of(grown["points"])
    MADE.mkdir(exist_ok=True)
    draw(lines, "seconds", "CPU seconds", grown["of"], MADE / "speed-time.svg")
    draw(lines, "megabytes", "peak of memory, MB", grown["of"], MADE / "speed-memory.svg")
    (MADE / "speed.md").write_text(MARK + _growth(grown, lines), encoding="utf-8")
    ratios = json.loads((RECORDS / "last.json").read_text(encoding="utf-8"))
    (MADE / "speed-ratios.md").write_text(MARK + _ratios(ratios), encoding="utf-8")


def lines_of(points):
    """Return {task: {program: [{"size": …, "seconds": …, "megabytes": …}]}}."""
    found = {}
    for task, program, *numbers in points:
        point = dict(zip(("size", "seconds", "megabytes"), numbers, strict=True))
        found.setdefault(task, {}).setdefault(program, []).append(point)
    return found


def draw(lines, what, label, of, target):
    """Draw a panel for every task, both axes logarithmic."""
    rows = -(-len(lines) // 2)
    figure = Figure(figsize=(8.6, 2.9 * rows), layout="constrained")
    FigureCanvasSVG(figure)
    panels = figure.subplots(rows, 2, squeeze=False).ravel()
    for axes, (task, programs) in zip(panels, lines.items(), strict=False):
        for program, points in programs.items():
            style = {"color": COLOURS[program], "marker": MARKERS[program], "ms": 4, "lw": 1.3}
            axes.plot([p["size"] for p in points], [p[what] for p in points], label=program, **style)
        axes.set(xscale="log", yscale="log", ylabel=label, xlabel=of[task])
        sizes = sorted({point["size"] for points in programs.values() for point in points})
        axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
        axes.set_xticks([], minor=True)
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_title(task, fontsize=9, loc="left", pad=16)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=8)
        # Above the panel, where no line can run through it.
        axes.legend(fontsize=7, frameon=False, loc="lower left", bbox_to_anchor=(-0.02, 0.98), ncols=3)
    for axes in panels[len(lines) :]:
        axes.set_visible(False)
    figure.savefig(target, metadata={"Date": None})


def _growth(grown, lines):
    versions = ", ".join(f"{name} {version}" for name, version in grown["versions"].items())
    head = f"Measured on {grown['date']}, {grown['machine']}, with {versions}.\n\n"
    rows = [
        f"| {task} | {program} | {points[-1]['size']:,} {grown['of'][task]} | {points[-1]['seconds']:.3g} "
        f"| {points[-1]['megabytes']:,.0f} |"
        for task, programs in lines.items()
        for program, points in programs.items()
    ]
    table = "| task | program | largest size | CPU seconds | peak of memory, MB |\n|---|---|---|---|---|\n"
    return f"{head}{table}" + "\n".join(rows) + "\n"


def _ratios(record):
    head = f"Measured on {record['date']}, {record['machine']}, Python {record['python']}.\n\n"
    bars = record.get("bars", {})
    rows = [
        f"| {what} | {ratio:.4g} | {bars[what]:.4g} |" if what in bars else f"| {what} | {ratio:.4g} | |"
        for what, ratio in record["ratios"].items()
    ]
    return f"{head}| what | measured | at most |\n|---|---|---|\n" + "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
