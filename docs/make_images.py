"""Make the pictures of the README from real runs: a terminal and a figure.

python docs/make_images.py
"""

from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

import bakeoff
from bakeoff.render.text.comparison import comparison_lines

HERE = Path(__file__).parent / "images"


def terminal(name: str, command: str, comparison: bakeoff.Comparison) -> None:
    """Write what the terminal shows, in its colours, as SVG."""
    console = Console(record=True, width=104, force_terminal=True, file=StringIO(), highlight=False)
    console.print(Text(f"$ {command}", style="bold"))
    for each in comparison_lines(comparison, columns=100):
        console.print(Text.assemble(*((span.text, span.style) for span in each)), soft_wrap=True)
    console.save_svg(str(HERE / f"{name}.svg"), title="bakeoff", unique_id="bakeoff")


def main() -> None:
    """Write every picture."""
    chapter, demsar = bakeoff.load_published("figure-15.2"), bakeoff.load_published("demsar-2006")
    two = bakeoff.compare(chapter.text, metric=chapter.metric)
    many = bakeoff.compare(demsar.text, metric=demsar.metric)
    terminal("two", "bakeoff compare scores.csv --metric accuracy", two)
    terminal("many", "bakeoff compare demsar.csv --metric AUC", many)
    axes = bakeoff.compare(bakeoff.load_published("figure-15.7").text, metric="accuracy").plot()
    axes.figure.savefig(HERE / "differences.png", dpi=160)


if __name__ == "__main__":
    main()
