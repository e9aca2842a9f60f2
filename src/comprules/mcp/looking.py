"""How the tools look things up: the one place that knows what look-up and search take and give."""

from __future__ import annotations

from comprules import lookup
from comprules.document.model import Entry
from comprules.release import Release
from comprules.search import Hit
from comprules.search import search as find_words
from comprules.tables.index import Node


def look_up(release: Release, wanted: str) -> tuple[tuple[Entry, ...], tuple[Node, ...]]:
    """The glossary entries and the rules that a number, range, title or term names. Raises NotFoundError."""
    found = lookup.find(release.index, wanted)
    return (found.entry,) if found.entry else (), found.nodes


def search(release: Release, query: str) -> tuple[Hit, ...]:
    """What holds the words of a query, the best first. Raises NotFoundError for a query without words."""
    return find_words(release, query)
