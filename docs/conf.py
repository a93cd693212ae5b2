"""The documentation site."""

import sys
from pathlib import Path

from pygments.lexers.special import TextLexer

from bakeoff import __version__
from bakeoff.render.bibliography import cite_by_authors

# For what makes pages, sets formulas, and picks up the figures of the gallery.
sys.path.insert(0, str(Path(__file__).parent))

import make_decision
import make_pages
import make_speed
import make_validity

make_pages.main()
make_decision.main()
make_validity.main()
make_speed.main()

project = "bakeoff"
author = "the bakeoff developers"
copyright = "2026, the bakeoff developers"
release = version = __version__
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_gallery.gen_gallery",
    "formulas",
]
autodoc_typehints = "none"
autodoc_member_order = "bysource"
napoleon_google_docstring = False
napoleon_use_rtype = False
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
myst_ref_domains = ["std"]  # pages and headings, not functions that are called the same
html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["handbook.css"]
html_math_renderer = "mathml"
exclude_patterns = ["_build", "gallery", "made", "tests/bodies"]
suppress_warnings = ["misc.highlighting_failure"]


def sources_by_authors(_app, _what, _name, _thing, _options, lines):
    """Name the sources of a docstring by their authors, with a link to the list of references."""
    lines[:] = cite_by_authors("\n".join(lines), written=":ref:`{name} <{key}>`").split("\n")


def setup(app):
    """Show what a command prints as plain text, and sources by their authors."""
    app.add_lexer("output", TextLexer)
    app.connect("autodoc-process-docstring", sources_by_authors)
