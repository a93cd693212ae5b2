"""The documentation site."""

import sys
from pathlib import Path

from bakeoff import __version__

sys.path.insert(0, str(Path(__file__).parent))  # for what picks up the figures of the gallery

project = "bakeoff"
author = "the bakeoff developers"
copyright = "2026, the bakeoff developers"
release = version = __version__
extensions = ["myst_parser", "sphinx_gallery.gen_gallery"]
sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "made_gallery",
    "image_scrapers": ("figures_of_gallery.drawn_axes",),
    "reset_modules": (),
    "show_memory": False,
    "min_reported_time": 10**6,
    "write_computation_times": False,
    "download_all_examples": False,
    "abort_on_example_error": True,
}
myst_heading_anchors = 3
html_theme = "furo"
exclude_patterns = ["_build", "gallery"]
suppress_warnings = ["misc.highlighting_failure"]
