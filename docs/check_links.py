"""Check every link within the built site: the page is there, and so is the place on it.

python docs/check_links.py docs/_build
"""

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The places of a page, and where it leads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.leads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs) -> None:  # noqa: D102 - the parser's own
        said = dict(attrs)
        self.places |= {said[key] for key in ("id", "name") if said.get(key)}
        self.leads += [said[key] for key in ("href", "src") if said.get(key)]


def broken(site: Path) -> Iterator[str]:
    """Yield each link of the site that leads nowhere, with its page."""
    pages = {path.resolve(): Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for lead in dict.fromkeys(page.leads):
            parts = urlsplit(lead)
            if parts.scheme or parts.netloc:
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            place = unquote(parts.fragment)
            if not there.exists():
                yield f"{path.relative_to(site.resolve())}: no {lead}"
            elif place and there in pages and place not in pages[there].places:
                yield f"{path.relative_to(site.resolve())}: no place {lead}"


def main() -> int:
    """Print what is broken, and return whether anything is."""
    found = list(broken(Path(sys.argv[1])))
    print("\n".join(found) or "every link within the site leads somewhere")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
