"""The documentation site."""

from bakeoff import __version__

project = "bakeoff"
author = "the bakeoff developers"
copyright = "2026, the bakeoff developers"
release = version = __version__
extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "furo"
exclude_patterns = ["_build"]
suppress_warnings = ["misc.highlighting_failure"]
