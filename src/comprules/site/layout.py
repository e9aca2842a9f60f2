"""Where everything of a site is: addresses from its root, and how one page leads to another."""

from __future__ import annotations

import posixpath
from urllib.parse import quote

ASSETS = "assets"
HOME = "index.html"
RELEASES = "releases.html"
INDICES = "indices.html"
COMPARE = "compare.html"
HISTORIES = "history/index.html"
MISSING = "404.html"
API = "api.html"
FEED = "feed.xml"


def release_page(name: str) -> str:
    """The whole of a release on one page."""
    return f"releases/{name}.html"


def changes_page(name: str) -> str:
    """What changed in a release since the one before."""
    return f"changes/{name}.html"


def part_page(part: str) -> str:
    """A chapter of the newest release, or another part of it."""
    return f"rules/{safe(part)}.html"


def history_page(part: str) -> str:
    """The histories of the rules of a chapter, or of the terms that begin with a letter."""
    return f"history/{safe(part)}.html"


def data_file(name: str) -> str:
    """The texts of a release for the page that compares any two."""
    return f"data/{name}.js"


def lineage_file(name: str) -> str:
    """Which lineages the texts of a release belong to."""
    return f"data/{name}.lineages.js"


def api_file(name: str, what: str) -> str:
    """A file of the JSON interface."""
    return f"api/{name}/{what}.json"


def rule_file(name: str, number: str) -> str:
    """One rule in the JSON interface."""
    return f"api/{name}/rules/{safe(number)}.json"


def safe(text: str) -> str:
    """`text` as the name of a file and in an address: letters, digits and `.-_` as they are."""
    kept = quote(text, safe="").replace("%", "_")
    return kept if kept.strip(".") else f"_{kept}"


def to(target: str, page: str) -> str:
    """The address of `target` as it stands in `page`, both from the root of the site."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")
