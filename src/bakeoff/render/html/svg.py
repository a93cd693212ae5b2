"""Figures inside a page: matplotlib's SVG made small, apart from its neighbours, and right on dark paper."""

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from bakeoff.render.figures.style import BAND, BETTER, EQUAL, INK, QUIET, RULE, TIPPED, WORSE

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
# Colours of lines that are read on white and on dark paper alike, and stay as they are.
ON_BOTH = {EQUAL, "#cc79a7", "#e69f00", "#7f7f7f"}
# Fields are tints of these on the paper; a page in the dark has darker ones, so that letters on them are light.
FIELDS = {BETTER: "field-better", WORSE: "field-worse", EQUAL: "field-equal", RULE: "field-rule"}
ROUNDING = 1.6  # of 255, by which a tint may be off that was rounded to whole steps
WIDE = 560  # pixels, beyond which a figure wants a row of its own
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_FILL = re.compile(r"fill: (#[0-9a-f]{6})\b")
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
    known = VARIABLES.keys() | ON_BOTH
    tints = {c: tint for c in _colours_of(root) - known if (tint := _svg_tint(c)) is not None}
    adapts = themed and _colours_of(root) <= known | tints.keys()
    for element in root.iter():
        _tidy(element, prefix)
        if adapts and "style" in element.attrib:
            element.set("style", _theme_style(element, tints))
    _set_frame(root, label, adapts=adapts)
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
    for mark, tip in zip([m for group in groups for m in _svg_marks(group)], tips, strict=False):
        title = ElementTree.SubElement(mark, f"{SVG}title")
        title.text = tip


def _svg_marks(group: ElementTree.Element) -> list[ElementTree.Element]:
    defined = {id(e) for defs in group.iter(f"{SVG}defs") for e in defs.iter()}
    return [e for e in group.iter() if e.tag in (f"{SVG}use", f"{SVG}path") and id(e) not in defined]


def _colours_of(root: ElementTree.Element) -> set[str]:
    return {c for e in root.iter() for c in _COLOUR.findall(e.get("style") or "")}


def _svg_tint(colour: str) -> tuple[str, float] | None:
    """Return the colour of the house that this one is a tint of, and how strong it is; None where it is of none.

    >>> _svg_tint("#80b9d9")
    ('#0072b2', 0.497)
    """
    missing = [255 - part for part in _rgb_parts(colour)]
    matches = []
    for full in FIELDS:
        most = [255 - part for part in _rgb_parts(full)]
        share = sum(missing) / sum(most)
        off = max(abs(share * m - n) for m, n in zip(most, missing, strict=True))
        matches.append((off, full, round(share, 3)))
    off, full, share = min(matches)
    return (full, share) if off < ROUNDING and share <= 1 else None


def _rgb_parts(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def _theme_style(element: ElementTree.Element, tints: Mapping[str, tuple[str, float]]) -> str:
    """Return the style of an element in colours that a page sets."""
    style = element.attrib["style"]
    if tints and element.tag == f"{SVG}text" and "#ffffff" in style:
        return style  # letters on a dark field are white in both themes
    filled = _FILL.search(style)
    if filled is not None and filled[1] in tints:
        full, share = tints[filled[1]]
        tinted = f"fill: var(--{FIELDS[full]},{full}); fill-opacity: {share:g}"
        head, tail = style[: filled.start()], style[filled.end() :]
        return _COLOUR.sub(_colour_variable, head) + tinted + _COLOUR.sub(_colour_variable, tail)
    return _COLOUR.sub(_colour_variable, style)


def _tidy(element: ElementTree.Element, prefix: str) -> None:
    _rename(element, prefix)
    for name in {"d", "x", "y", "transform"} & element.attrib.keys():
        element.set(name, _DIGITS.sub(_round_number, element.attrib[name]))
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


def _round_number(found: re.Match[str]) -> str:
    return f"{float(found[0]):.2f}".rstrip("0").rstrip(".")


def _colour_variable(found: re.Match[str]) -> str:
    name = VARIABLES.get(found[0])
    return f"var(--{name},{found[0]})" if name else found[0]


def _set_frame(root: ElementTree.Element, label: str, *, adapts: bool) -> None:
    width = float(root.get("viewBox", "0 0 400 300").split()[2])
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-label", label)
    pixels = round(width * 4 / 3)
    root.set("class", ("adapts" if adapts else "on-paper") + (" wide-figure" if pixels > WIDE else ""))
    root.set("style", f"--w:{pixels}px;max-width:{pixels}px")
