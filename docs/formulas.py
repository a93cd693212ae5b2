"""Formulas as MathML, which browsers show without a script or the network."""

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def setup(app: Sphinx) -> dict[str, bool]:
    """Offer the renderer to the configuration."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True}


def inline(writer: HTML5Translator, node: nodes.math) -> None:
    """Write a formula within a line."""
    _write(writer, node, display="inline")


def block(writer: HTML5Translator, node: nodes.math_block) -> None:
    """Write a formula that has lines of its own."""
    _write(writer, node, display="block")


def _write(writer: HTML5Translator, node: nodes.Element, *, display: str) -> None:
    writer.body.append(convert(node.astext(), display=display))
    raise nodes.SkipNode
