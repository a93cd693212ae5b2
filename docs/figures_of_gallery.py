"""Picks up the axes that a gallery script has drawn, and saves each with its figure's own size."""

from matplotlib.axes import Axes
from sphinx_gallery.scrapers import figure_rst


def drawn_axes(block, block_vars, gallery_conf):
    """Save every axes that the block assigned to a name, once, and return the text that shows them."""
    images = []
    for name, value in list(block_vars["example_globals"].items()):
        if isinstance(value, Axes) and not name.startswith("_"):
            path = next(block_vars["image_path_iterator"])
            value.figure.savefig(path, dpi=160)
            images.append(path)
            del block_vars["example_globals"][name]
    return figure_rst(images, gallery_conf["src_dir"])
