"""A finished figure as the content of a file, as large as it is asked for, with its letters and lines."""

import re
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SVG_SIDE = re.compile(rb'\b(width|height)="([0-9.]+)pt"')


def scaled_bytes(
    figure: "Figure", form: str, *, scale: float, dpi: float, metadata: dict[str, None]
) -> bytes:
    """Return a laid-out figure as PNG, SVG or PDF, so many times its own size."""
    if form == "pdf" and scale != 1.0:
        return _scaled_pdf(figure, scale, dpi, metadata)
    buffer = BytesIO()
    figure.savefig(buffer, format=form, dpi=dpi * scale if form == "png" else dpi, metadata=metadata)
    content = buffer.getvalue()
    return _scaled_svg(content, scale) if form == "svg" and scale != 1.0 else content


def _scaled_svg(content: bytes, scale: float) -> bytes:
    """Return an SVG whose width and height are scaled; what is inside follows by its view box."""
    head, tag, rest = content.partition(b"<svg ")
    inside, end, tail = rest.partition(b">")

    def write_scaled(match: re.Match[bytes]) -> bytes:
        return b'%s="%.4fpt"' % (match[1], float(match[2]) * scale)

    return head + tag + _SVG_SIDE.sub(write_scaled, inside) + end + tail


def _scaled_pdf(figure: "Figure", scale: float, dpi: float, metadata: dict[str, Any]) -> bytes:
    """Return a PDF whose page is scaled: the drawing is put through one more transformation."""
    mixed: Any = import_module("matplotlib.backends.backend_mixed")
    pdf: Any = import_module("matplotlib.backends.backend_pdf")
    buffer = BytesIO()
    width, height = figure.get_size_inches()
    file = pdf.PdfFile(buffer, metadata=metadata)
    before = figure.dpi
    try:
        figure.dpi = 72  # a point of a page
        file.newPage(width * scale, height * scale)
        file.output(scale, 0, 0, scale, 0, 0, pdf.Op.concat_matrix)
        inner = pdf.RendererPdf(file, dpi, height, width)
        renderer = mixed.MixedModeRenderer(figure, width, height, dpi, inner)
        figure.draw(renderer)
        renderer.finalize()
        file.finalize()
    finally:
        file.close()
        figure.dpi = before
    return buffer.getvalue()
