"""Figures inside a page: matplotlib's SVG made small, apart from its neighbours, and right on dark paper."""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from bakeoff.render.figures.style import BAND, BETTER, INK, QUIET, RULE, TIPPED, WORSE

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
# The colours of the house, by the variable that stands for each: a page in the dark gives them other values.
VARIABLES = {
    INK: "ink",
    QUIET: "quiet",
    RULE: "rule",
    BETTER: "better",
    WORSE: "worse",
    BAND: "band",
    "#ffffff": "paper",
    "#000000": "ink",
}
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_REFERENCE = re.compile(r"url\(#")
_DIGITS = re.compile(r"-?\d+\.\d{3,}")


def inline_svg(svg: bytes, *, prefix: str, label: str, tips: Sequence[str] = (), themed: bool = True) -> str:
    """Return a figure of matplotlib as an element of a page.

    Parameters
    ----------
    svg : bytes
        The file as matplotlib wrote it, with text as text.
    prefix : str
        What every id begins with, so that two figures of a page do not share one.
    label : str
        What a screen reader says of the figure.
    tips : sequence of str
        One text for each mark of the collection with the gid `tipped`, in the order of drawing.
    themed : bool
        Whether the page sets the colours by variables; otherwise the figure keeps its own, on white.
    """
    root = ElementTree.fromstring(svg)
    _drop(root, "metadata")
    _drop(root, "style")
    _add_tips(root, tips)
    painted = next(root.iter(f"{SVG}image"), None) is not None
    adapts = themed and not painted and _colours_of(root) <= VARIABLES.keys()
    for element in root.iter():
        _tidy(element, prefix, adapts=adapts)
    _frame(root, label, adapts=adapts)
    ElementTree.register_namespace("", SVG[1:-1])
    return ElementTree.tostring(root, encoding="unicode")


def _drop(root: ElementTree.Element, tag: str) -> None:
    for parent in list(root.iter()):
        for child in [c for c in parent if c.tag.rpartition("}")[2] == tag]:
            parent.remove(child)


def _add_tips(root: ElementTree.Element, tips: Sequence[str]) -> None:
    """Give each mark its text as a title, which a browser shows even without a script."""
    if not tips:
        return
    groups = [e for e in root.iter(f"{SVG}g") if (e.get("id") or "").partition("-")[0] == TIPPED]
    for mark, tip in zip([m for group in groups for m in _marks(group)], tips, strict=False):
        title = ElementTree.SubElement(mark, f"{SVG}title")
        title.text = tip


def _marks(group: ElementTree.Element) -> list[ElementTree.Element]:
    defined = {id(e) for defs in group.iter(f"{SVG}defs") for e in defs.iter()}
    return [e for e in group.iter() if e.tag in (f"{SVG}use", f"{SVG}path") and id(e) not in defined]


def _colours_of(root: ElementTree.Element) -> set[str]:
    return {c for e in root.iter() for c in _COLOUR.findall(e.get("style") or "")}


def _tidy(element: ElementTree.Element, prefix: str, *, adapts: bool) -> None:
    _rename(element, prefix)
    for name in {"d", "x", "y", "transform"} & element.attrib.keys():
        element.set(name, _DIGITS.sub(_rounded, element.attrib[name]))
    if adapts and "style" in element.attrib:
        element.set("style", _COLOUR.sub(_variable, element.attrib["style"]))
    # White space between elements says nothing; inside a text it may.
    if len(element) and not (element.text or "").strip():
        element.text = None
    if not (element.tail or "").strip():
        element.tail = None


def _rename(element: ElementTree.Element, prefix: str) -> None:
    if "id" in element.attrib:
        element.set("id", prefix + element.attrib["id"])
    if XLINK in element.attrib:
        target = element.attrib.pop(XLINK)
        element.set("href", f"#{prefix}{target[1:]}" if target.startswith("#") else target)
    for name in {"style", "clip-path"} & element.attrib.keys():
        element.set(name, _REFERENCE.sub(f"url(#{prefix}", element.attrib[name]))


def _rounded(found: re.Match[str]) -> str:
    return f"{float(found[0]):.2f}".rstrip("0").rstrip(".")


def _variable(found: re.Match[str]) -> str:
    return f"var(--{VARIABLES[found[0]]},{found[0]})"


def _frame(root: ElementTree.Element, label: str, *, adapts: bool) -> None:
    width = float(root.get("viewBox", "0 0 400 300").split()[2])
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-label", label)
    root.set("class", "adapts" if adapts else "on-paper")
    root.set("style", f"max-width:{width * 4 / 3:.0f}px")
